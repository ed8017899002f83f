"""Formats of other programs: round trips, examples from these programs, and random input."""

import json
import random
import shutil
import subprocess

import pytest
from hypothesis import given
from hypothesis import strategies as st

from draw import any_views, layouts
from mineproof import BadInput, Game, play_game, read, read_board, strategy
from mineproof.game import replay
from mineproof.game.board import Board, mined_cells
from mineproof.game.deal import Deal
from mineproof.game.formats import _board_link as board_link
from mineproof.game.formats import _mbf as mbf
from mineproof.game.formats import _minesweepr as minesweepr
from mineproof.game.formats import _sgt as sgt
from mineproof.game.formats import mine
from mineproof.game.formats.convert import FORMATS, convert
from mineproof.game.formats.reading import read_any, read_full, read_many
from mineproof.game.picture import HIDDEN
from mineproof.game.view import view_of
from oracle import safe_cells
from places import BOARDS
from tiers import slow

EXAMPLE = read_board("...*\n.*..\n....\n")
POSITION = read("4x3x2\n11HH\n1HHH\n111H\n")


grids = layouts(largest=9, shapes=["grid"])
positions = any_views(largest=9, shapes=["grid"])


def same(a, b):
    return a.board == b.board and a.mines == b.mines and a.cells == b.cells


@given(grids, st.booleans())
def test_a_full_board_goes_there_and_back(full, masked):
    board, layout = full
    written = [
        mbf.write_board(board, layout),
        mine.write_board(board, layout),
        convert((board, layout), "minesweepr-json"),
        convert((board, layout), "jsm"),
        board_link.write_board(board, layout),
        board_link.write_board(board, layout, address=board_link.LLAMASWEEPER),
    ]
    if not all(layout):
        written.append(sgt.write_board(board, layout, masked=masked))
    for text in written:
        back, mines = read_board(text)
        assert back == board
        assert mines == layout
        if isinstance(text, str):
            assert read_board(text.encode())[1] == layout


@given(grids, st.data())
def test_a_game_id_keeps_its_first_click(full, data):
    board, layout = full
    safe = safe_cells(layout)
    if safe:
        first = data.draw(st.sampled_from(safe))
        assert read_full(sgt.write_board(board, layout, first)).first == first


@given(positions)
def test_a_position_goes_there_and_back(view):
    for text in (mine.write(view), convert(view, "jsm")):
        assert same(read(text), view)
        assert same(read(text.encode()), view)
    rows = convert(view, "minesweepr")
    assert same(read(minesweepr.write_request(rows, view.mines)), view)
    # The text alone does not have the number of mines. If there is one row, its first line is
    # ambiguous. Without a hidden cell it is a full board.
    if view.board.rows > 1 and "x" in rows and not _like_ours(rows, view):
        assert same(read(rows, mines=view.mines), view)


def _like_ours(rows, view):
    """Tell whether the first row looks like a header that fits the rows after it."""
    width, _, rest = rows.split("\n")[0].partition("x")
    return width == str(view.board.cols) and rest.startswith(f"{view.board.rows - 1}x")


def test_the_examples_of_the_formats():
    assert mbf.write_board(*EXAMPLE) == bytes.fromhex("04 03 00 02 03 00 01 01")
    assert sgt.write_board(*EXAMPLE, 11) == "4x3:3,2,m624"
    assert sgt.write_board(*EXAMPLE, 11, masked=False) == "4x3:3,2,u140"
    assert sgt.write_board(*EXAMPLE).startswith("4x3:3,2,")  # the first zero
    request = json.loads(minesweepr.write_request(convert(POSITION, "minesweepr"), 2))
    assert request == {"board": "11xx\n1xxx\n111x", "total_mines": 2}
    assert same(read("x12*\nx*21\nxxxx", mines=2), read("4x3x2\nH12F\nHF21\nHHHH"))
    expert = view_of(Board(16, 30), 99, [HIDDEN] * 480)
    assert convert(expert, "jsm").endswith("?analysis=aEaqaabLVZR\n")
    assert same(read("aEaqaabLVZR"), expert)
    assert same(read("https://example.org/?board=1&analysis=aEaqaabLVZR#x"), expert)


def test_flags_lower_the_clues_around_them_in_a_link():
    view = read("4x1x2\nF2F0", mines=2)  # r1c4 is already 0, so the flag beside it cannot lower it
    text = convert(view, "jsm").strip().partition("analysis=")[2]
    assert text[8:] == "2" + "l" + "9" + "b"
    assert same(read(convert(view, "jsm")), view)
    inferred = "aeabaaac" + "O" + "b" + "O" + "S"  # two mines known but not flagged
    assert str(read(inferred)) == "F 2 F #"


@pytest.mark.parametrize("to", FORMATS)
def test_everything_converts_to_everything_or_is_refused(to):
    full = read_full("4x3:3,2,u140")
    [back] = read_any(convert(full, to) if to != "minesweepr" else "112*\n1*21\n111.\n")
    assert back.layout == full.layout
    if to in ("mbf", "sgt", "sgt-plain", "jsm-board", "llama"):
        with pytest.raises(BadInput, match="full boards"):
            convert(POSITION, to)
    else:
        [back] = read_any(convert(POSITION, to), mines=2)
        assert same(back, POSITION)
    if to != "mine":
        with pytest.raises(BadInput, match="grids only"):
            convert(view_of(Board(2, 2, "hex"), 1, [HIDDEN] * 4), to)


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (bytes.fromhex("04030002030001"), "2 mines take 8 bytes, but there are 7"),
        (bytes.fromhex("0403000203000300"), "byte 6: a second mine at 3,0"),
        (bytes.fromhex("0403000203000103"), "byte 6: 1,3 lies outside the 4x3"),
        (bytes.fromhex("00030000"), "0x3 has no cells"),
        (b"\x00", "1 bytes"),
        (b"\x7fELF\2\1\1\0\0", "this is a program"),
        (b"\0\1\2 of no known kind", "not text, and not a board in bytes"),
        (b'{"schema": 1, "moves": []}', "this JSON is a replay; .*'board' and 'total_mines'"),
        (b'{"a": 1}', "an object with a; a position in JSON is minesweepr's"),
        (b"\xff\xfe1 1", "not UTF-8"),
        (b"4x3:3,2,m62", "takes 3 hexadecimal digits, not 2"),
        (b"4x3:3,2,m62g", "not a game id"),
        (b"4x3:4,2,m624", "first click 4,2 lies outside"),
        (b"4x3:3,0,u140", "first click 3,0 is a mine"),
        (b"3x3:0,0,u001", "bits beyond the 9 cells"),
        (b"9x9:r10,u,abcdef", "no board yet"),
        (b"analysis=aEaqaabLVZ", "48 cells where the board has 480"),
        (b"analysis=aEaqaabLVZRR", "more cells than the 480"),
        (b"analysis=aEaq", "too short"),
        (b"analysis=aEaqaabLV-R", "character 10 is '-'"),
        (b"analysis=acabaaadT", "3 mines do not fit"),
        (b"analysis=acabaaab2M", "r1c2 says 9"),
        (b'{"board": "x1"}', "total_mines"),
        (b'{"total_mines": 1}', "board"),
        (b'{"board": "x1", "total_mines": 3}', "total_mines: 3 do not fit"),
        (b'{"board": "x1", "total_mines": true}', "total_mines"),
        (b'{"board": "x1", "total_mines": 1, "board": "xx"}', "member 'board' occurs twice"),
        (b"?analysis=aEaqaabLVZR&analysis=aEaqaabLVZR", "analysis: the link has it 2 times"),
        (b'{"board": "x1', "not JSON"),
        (b'{"a":' * 100_000, "not JSON"),
        (b"[" * 100_000, "row 1, column 1"),
        (b"[" * 100_000 + b"]" * 100_000, "a list in JSON is no position"),
        (b"?b=43&m=2g", "m: 2 characters where a 4x3 board has 3"),
        (b"?b=43&m=2gw", "m: character 3 is 'w'"),
        (b"?b=43&m=2g1", "m: a mine beyond the 12 cells"),
        (b"?b=9100&m=0", "a board of 91x0 has no cells"),
        (b"?b=4&m=0", "b: '4' is not a size"),
        (b"?b=123&m=0", "b: '123' is not a size"),
        (b"?b=999999999999999999&m=0", "more than 16777216 cells"),
        (b"?b=43&m=2g0&b=44", "b: the link has it 2 times"),
        (b"?b=43&m=2g0&m=2g0", "m: the link has it 2 times"),
    ],
)
def test_what_is_damaged_is_refused_with_its_place(raw, why):
    with pytest.raises(BadInput, match=why):
        read_any(raw)


def test_several_boards_are_read_one_after_another():
    assert [full.first for full in read_any("4x3:3,2,u140\n4x3:0,0,u140\n")] == [11, 0]
    corpus = b"# w=4 h=3 m=2 rule=safe start=0,0 seed=1\n3,5\n1,2\n"
    assert [mined_cells(full.layout) for full in read_any(corpus)] == [[3, 5], [1, 2]]
    assert [same(view, POSITION) for view in read_many(mine.write(POSITION) * 2)] == [True, True]
    for one in (corpus, "4x3:3,2,u140 4x3:0,0,u140"):
        with pytest.raises(BadInput, match="several boards"):
            read_full(one)


# Links that hold a board


def test_a_link_that_llamasweeper_wrote_is_read():
    """A reported link: an intermediate board with 40 mines."""
    mines = "0000000000000000220c8014k0pg0i80h30cc01140oo0ii0hh00"
    board, layout = read_board(f"https://llamasweeper.com/#/game/board-editor?b=2&m={mines}")
    assert board.size == "16x16"
    assert layout.count(1) == sum(int(digit, 32).bit_count() for digit in mines)
    again = board_link.write_board(board, layout, address=board_link.LLAMASWEEPER)
    assert again == f"https://llamasweeper.com/#/game/board-editor?b=2&m={mines}"


def test_the_size_in_a_link_is_one_that_other_programs_read():
    for size, written in [
        ("9x9", "1"), ("16x16", "2"), ("30x16", "3"), ("4x3", "43"), ("16x30", "1630"),
        ("9x100", "009100"), ("100x9", "100009"), ("10x9", "1009"),
    ]:  # fmt: skip
        cols, rows = map(int, size.split("x"))
        board = Board(rows, cols)
        link = board_link.write_board(board, board.layout([board.cells - 1]))
        assert f"?b={written}&m=" in link
        assert read_board(link) == (board, board.layout([board.cells - 1]))


# A reader returns a correct result or refuses the input. Each reader gets many inputs: random text
# of its characters, and valid texts with a few characters changed.

SAMPLES = {
    "mine": [mine.write(POSITION), mine.write_board(*EXAMPLE), "1 1 1 / # # #", "3x1x1\n1*1"],
    "mbf": [
        mbf.write_board(*EXAMPLE),
        mbf.write_board(Board(2, 200), bytes(cell % 3 == 0 for cell in range(400))),
    ],
    "sgt": ["4x3:3,2,m624", "9x9:4,1,mf98fd4eb16696fa80d508", "4x3:3,2,u140\n4x3:3,2,m624"],
    "minesweepr": ["x12*\nx*21\nxxxx", '{"board": "x1\\nxx", "total_mines": 1}'],
    "jsm": [convert(POSITION, "jsm"), convert(EXAMPLE, "jsm"), "aEaqaabLVZR"],
    "board_link": [board_link.write_board(*EXAMPLE), "?b=009010&m=" + "0" * 17 + "v"],
    "corpus": ["# w=4 h=3 m=2 rule=safe start=0,0 seed=1\n3,5\n1,2\n"],
    "replay": [
        replay.write(replay.Replay(Deal(*EXAMPLE, (0,), "safe:r1c1"), [
            replay.Action("open", 1, 0.5), replay.Action("flag", 3), replay.Action("chord", 1),
        ]))
    ],
}  # fmt: skip


def inputs(name, count):
    chance = random.Random(name)
    samples = [s.encode() if isinstance(s, str) else s for s in SAMPLES[name]]
    alphabet = b"".join(samples)
    for number in range(count):
        if number % 4 == 0:
            yield bytes(chance.choice(alphabet) for _ in range(chance.randrange(40)))
            continue
        text = bytearray(chance.choice(samples))
        for _ in range(chance.randrange(1, 4)):
            at = chance.randrange(len(text) + 1)
            new = chance.choice(alphabet) if chance.random() < 0.8 else chance.randrange(256)
            what = chance.randrange(4)
            if what == 0:
                text[at:at] = bytes([new])
            elif what == 1:
                del text[at : at + 1]
            elif what == 2:
                text[at : at + 1] = bytes([new])
            else:
                text[at:at] = text[chance.randrange(len(text) + 1) :][:9]
        yield bytes(text)


@pytest.mark.parametrize("count", [10_000, slow(100_000)])
@pytest.mark.parametrize("name", SAMPLES)
def test_every_reader_reads_or_refuses_damaged_inputs(name, count):
    good = 0
    for raw in inputs(name, count):
        try:
            if name == "replay":
                found = replay.read(raw.decode("utf-8", "replace"))
                found.end()
                ours, again = found.deal.layout, replay.read(replay.write(found)).deal.layout
            else:
                boards = read_any(raw, mines=1)
                back = [one for board in boards for one in read_any(convert(board, "mine"))]
                ours, again = [marks(one) for one in boards], [marks(one) for one in back]
        except BadInput:
            continue
        good += 1
        assert ours == again
    assert good > count // 200


def marks(board):
    return board.layout if hasattr(board, "layout") else board.cells


# Boards that need no guess, according to their author.

MINES = shutil.which("sgt-mines") or shutil.which("sgt-mines", path="/usr/games")
STORED = BOARDS / "sgt-mines.txt"


def needs_no_guess(id):
    board, layout, first = read_full(id)
    game = Game(Deal(board, layout, (first,)))
    return play_game(game, strategy("complete").player()).complete


def test_two_hundred_game_ids_of_their_own_program_need_no_guess():
    ids = STORED.read_text().split()
    assert len(ids) == 240
    assert all(map(needs_no_guess, ids))


@pytest.mark.skipif(not MINES, reason="sgt-mines is not installed")
@pytest.mark.parametrize("params", ["9x9n10", "16x16n40", "30x16n99"])
def test_fresh_game_ids_of_their_own_program_need_no_guess(params):
    made = subprocess.run(
        [MINES, "--generate", "10", params], capture_output=True, text=True, timeout=120, check=True
    )
    ids = made.stdout.split()
    assert len(ids) == 10
    assert all(map(needs_no_guess, ids))
