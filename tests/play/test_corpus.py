"""Board corpora and batches of games."""

import gzip
import json

import pytest

from mineproof import BadInput, Game, custom, deal, play_game, strategy
from mineproof.game.board import Board
from mineproof.game.deal import Deal, Start, layouts
from mineproof.game.formats.corpus import header, line, read_corpus
from mineproof.play.bulk import play_corpus
from mineproof.play.rates import wilson
from tiers import slow

HEADER = "# w=3 h=2 m=1 rule=safe start=0,0 seed=1\n"
GIVEN = "# w=3 h=2 m=1 rule=given seed=1\n"


def corpus_of(level, start, count, shape="grid"):
    dealt = deal(level, start=start, shape=shape)
    boards = layouts(level, start=start, seed=5, count=count, shape=shape)
    first = header(dealt.board, dealt.mines, start, dealt.initial[0], 5)
    return "\n".join([first, *map(line, boards), ""]).encode(), boards


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
@pytest.mark.parametrize("shape", ["grid", "torus", "hex"])
def test_a_corpus_reads_back(pack, shape):
    raw, boards = corpus_of(custom("9x7", 9), "open", 20, shape)
    corpus = read_corpus(pack(raw))
    assert (corpus.board, corpus.mines, corpus.rule) == (Board(7, 9, shape), 9, "open")
    assert corpus.board.name(corpus.start) == "r3c3"
    assert corpus.layouts == boards
    some = read_corpus(pack(raw), skip=5, limit=3)
    assert some.layouts == boards[5:8]
    assert some.first == 5
    assert len(read_corpus(pack(raw), skip=18, limit=9).layouts) == 2


def test_a_start_is_written_x_first():
    assert "start=2,1" in header(Board(3, 4), 1, "safe", 1 * 4 + 2, 0)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "line 1: this is no corpus"),
        ("1,2,3\n", "line 1: this is no corpus"),
        ("# w=3 h=2 m=1 start=0,0\n", "line 1: this is no corpus"),
        ("# w=3 h=2 m=1 rule=safe\n", "line 1: this is no corpus"),
        ("# w=3 h=x m=1 rule=safe start=0,0\n", "line 1: h: 'x' is not a whole number"),
        ("# w=1_0 h=2 m=1 rule=safe start=0,0\n", "line 1: w: '1_0' is not a whole number"),
        ("# w=3 h=+2 m=1 rule=safe start=0,0\n", "line 1: h: '[+]2' is not a whole number"),
        ("# w=3 h=2 m=-1 rule=safe start=0,0\n", "line 1: m: '-1' is not a whole number"),
        ("# w=3 h=2 m=1 rule=safe start=+1,0\n", "line 1: start: '[+]1,0' is not x,y"),
        ("# w=3 h=2 m=1 rule=safe start=0\n", "line 1: start: '0' is not x,y"),
        ("# w=3 h=2 m=1 w=4 rule=safe start=0,0\n", "line 1: 'w' is given twice"),
        ("# w=3 h=2 m=1 rule=safe start=0,0 shape=cube\n", "line 1: unknown shape 'cube'"),
        ("# w=3 h=2 m=1 rule=lucky start=0,0\n", "unknown rule 'lucky'"),
        ("# w=3 h=2 m=1 rule=safe start=3,0\n", "start 3,0 lies outside"),
        ("# w=3 h=2 m=7 rule=safe start=0,0\n", "7 mines do not fit"),
        ("# w=0 h=2 m=0 rule=safe start=0,0\n", "no cells"),
        (HEADER + "1\n1,2\n", "line 3: 2 mines where the first line says 1"),
        (HEADER + "5\n6\n", "line 3: cell 6 is not on the board"),
        (HEADER + "one\n", "line 2: not cell numbers"),
        (HEADER + "-1\n", "line 2: not cell numbers"),
        (HEADER + "1,\n", "line 2: not cell numbers"),
        (HEADER + "0\n", "line 2: a mine where the safe start at r1c1 has none"),
        (HEADER.replace("safe", "open") + "1\n", "line 2: a mine where the open start"),
        (HEADER.replace("m=1", "m=2") + "1,1\n", "line 2: a mine is named twice"),
        (HEADER + "1,1\n", "line 2: a mine is named twice"),
        (HEADER + "1\n# w=2 h=3 m=1 rule=safe start=0,0\n1\n", "line 3: a second header"),
        (HEADER + "1\n" + HEADER + "1\n", "line 3: a second header"),
        (HEADER + "1;0\n", "line 2: not cell numbers"),
        (GIVEN + "1\n", "line 2: no given cells"),
        (GIVEN + "1;0,x\n", "line 2: not cell numbers"),
        (GIVEN + "1;0,6\n", "line 2: cell 6 is not on the board"),
        (GIVEN + "1;0,0\n", "line 2: a cell is given twice"),
        (GIVEN + "1;0\n1;0,1\n", "line 3: a given cell is a mine"),
        (GIVEN + "1;0;2\n", "line 2: not cell numbers"),
        (GIVEN + "1,2;0\n", "line 2: 2 mines where the first line says 1"),
        ("# w=3 h=2 m=1 rule=given start=0,0 seed=1\n1;0\n", "no start goes with rule=given"),
    ],
)
def test_a_text_that_is_no_corpus_is_refused_with_its_line(text, why):
    with pytest.raises(BadInput, match=why):
        read_corpus(text.encode())


def test_a_comment_is_no_board():
    assert len(read_corpus(f"{HEADER}# wide boards\n1\n# w\n2\n".encode()).layouts) == 2


def test_damaged_gzip_is_refused():
    packed = gzip.compress(HEADER.encode() + b"1\n" * 1000)
    for spoiled in (packed[:-9], packed[:30] + b"\xff" * 9 + packed[39:], b"\x1f\x8b"):
        with pytest.raises(BadInput):
            read_corpus(spoiled)


def test_a_board_without_mines_is_a_board():
    assert len(read_corpus(HEADER.replace("m=1", "m=0").encode() + b"\n\n").layouts) == 2


def given_corpus(count, shape="grid", place="uniform"):
    """Return a corpus of boards with given cells, and its deals."""
    level, start = custom("7x6", 6), Start(safe_cells=5, place=place)
    dealt = [deal(level, start=start, seed=5, number=n, shape=shape) for n in range(count)]
    first = header(dealt[0].board, 6, "given", 0, 5)
    return "\n".join([first, *(line(one.layout, one.initial) for one in dealt), ""]).encode(), dealt


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
@pytest.mark.parametrize("shape", ["grid", "torus", "hex"])
def test_a_corpus_with_given_cells_reads_back(pack, shape):
    raw, dealt = given_corpus(20, shape, "walk")
    corpus = read_corpus(pack(raw))
    assert (corpus.board, corpus.mines, corpus.rule) == (Board(6, 7, shape), 6, "given")
    assert list(corpus.layouts) == [one.layout for one in dealt]
    assert [corpus.initial(number) for number in range(20)] == [one.initial for one in dealt]
    some = read_corpus(pack(raw), skip=5, limit=3)
    assert [some.initial(number) for number in range(3)] == [one.initial for one in dealt[5:8]]


def test_no_cell_need_be_given_and_none_need_be_a_mine():
    corpus = read_corpus(GIVEN.replace("m=1", "m=0").encode() + b";\n;0,1\n")
    assert [corpus.initial(number) for number in (0, 1)] == [(), (0, 1)]


def played_alone(dealt, player):
    """Return whether the game was won, and how many guesses it had."""
    moves = []
    result = play_game(Game(dealt), strategy(player).player(), after=moves.append)
    return result.won, sum(not move.certain for move in moves)


def played_by_both(corpus, player):
    """Return the rows of a player, which two workers do not change."""
    alone, together = (
        [row for chunk in play_corpus(corpus, player, workers) for row in chunk]
        for workers in (1, 2)
    )
    assert [row[:3] for row in alone] == [row[:3] for row in together]
    return alone


@pytest.mark.parametrize("player", ["complete", "least-risk", slow("guess"), slow("assignment")])
def test_boards_with_given_cells_are_played_from_them(player):
    raw, dealt = given_corpus(230)
    alone = played_by_both(read_corpus(raw, skip=3), player)
    assert [row.board for row in alone] == list(range(3, 230))
    for row in alone[:40]:
        assert (row.won, row.guesses) == played_alone(dealt[row.board], player)


def test_generate_writes_the_boards_that_solve_deals_and_batch_plays_them(run, tmp_path):
    boards = tmp_path / "boards.txt"
    words = ["generate", "--level", "easy", "--start", "given", "--safe-cells", "4", "--place",
             "walk", "--seed", "9", "--count", "6"]  # fmt: skip
    assert run(*words, "--out", boards) == (0, "", "")
    corpus = read_corpus(boards.read_bytes())
    start = Start(safe_cells=4, place="walk")
    for number, layout in enumerate(corpus.layouts):
        dealt = deal("easy", start=start, seed=9, number=number)
        assert (layout, corpus.initial(number)) == (dealt.layout, dealt.initial)
    status, out, _ = run(*words, "--json")
    [first, *_] = map(json.loads, out.splitlines())
    assert status == 0
    assert first["given"] == corpus.board.names(corpus.initial(0))
    status, out, _ = run("batch", boards, "--strategy", "assignment", "--json")
    dealt = (deal("easy", start=start, seed=9, number=number) for number in range(6))
    won = sum(played_alone(one, "assignment")[0] for one in dealt)
    assert (status, json.loads(out)["won"]) == (0, won)
    status, out, _ = run("convert", boards, "--to", "mine")
    assert (status, out.count("9x9x10")) == (0, 6)


@pytest.mark.parametrize("player", ["least-risk", "complete", "saturate", "safest-region"])
def test_a_batch_is_its_games_one_by_one_whatever_plays_them(player, monkeypatch):
    raw, boards = corpus_of("intermediate", "safe", 30)
    corpus = read_corpus(raw, skip=2)
    rows = [row for chunk in play_corpus(corpus, player) for row in chunk]
    assert [row.board for row in rows] == list(range(2, 30))
    for row in rows:
        dealt = Deal(corpus.board, boards[row.board], (corpus.start,))
        assert (row.won, row.guesses) == played_alone(dealt, player)
    monkeypatch.setenv("MINEPROOF_ENGINE", "python")
    plain = [row for chunk in play_corpus(corpus, player) for row in chunk]
    assert [row[:3] for row in plain] == [row[:3] for row in rows]


@pytest.mark.parametrize("player", ["least-risk", "unit"])
def test_workers_change_nothing_but_the_time(player):
    raw, _ = corpus_of("easy", "safe", 450)
    rows = played_by_both(read_corpus(raw, skip=7), player)
    assert [row.board for row in rows] == list(range(7, 450))


def test_rates_are_written_as_numbers():
    assert json.dumps(wilson(1, 4)).startswith("[0.25, ")


def test_a_worker_that_dies_is_told_in_one_line(run, tmp_path):
    """Few boards are shared among the workers, too: a class plays in their process."""
    (tmp_path / "mine.py").write_text(
        "import os, signal\n"
        "class Player:\n"
        "    def begin(self, view): pass\n"
        "    def choose(self, view): os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    boards = tmp_path / "boards.txt"
    boards.write_text(HEADER + "1\n2\n3\n")
    player = f"{tmp_path}/mine.py:Player"
    status, _out, err = run("batch", boards, "--player", player, "--workers", 2)
    assert (status, err.count("\n")) == (2, 1), err
    assert "a worker process died" in err
