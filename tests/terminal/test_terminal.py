"""The terminal game: on the full screen, line by line, and its answers."""

import itertools
import re

import pytest

from mineproof import BadInput, Game, analyse, custom, deal, explain, level
from mineproof.base.text_width import width as columns_of
from mineproof.game.board import Board
from mineproof.game.deal import Start
from mineproof.game.picture import FLAG, HIDDEN, MINE
from mineproof.game.replay import read
from mineproof.reason.argument import ArgumentLine, Constraint
from mineproof.reason.words import tell
from mineproof.terminal.app import UnknownSequences
from mineproof.terminal.draw import wrap
from mineproof.terminal.game import TerminalGame
from mineproof.terminal.layout import LINED, SMALL, WIDE, screen_layout
from mineproof.terminal.lines import play_lines
from mineproof.terminal.screen import Screen


def session(name="easy", start="safe:r1c1", seed=3, **more):
    ticks = iter(range(1_000_000))
    return TerminalGame(
        level(name), Start.parse(start), seed, clock=lambda: next(ticks) / 10, **more
    )


def text_of(screen, width=80, height=24):
    canvas = screen.draw(width, height)
    runs = map(canvas.runs, range(height))
    return "\n".join("".join(text for _, text in line).rstrip() for line in runs)


def test_a_game_is_played_and_told():
    game = session()
    while not game.over:
        found = game.analysis()
        cell = found.safe[0] if found.safe else min(found.odds, key=found.odds.get)
        said = game.open(cell)
    assert said.startswith(("won", "lost"))
    assert game.replay.end().won == game.game.won
    assert game.open(0) == "the game is over"
    assert game.best() == game.may_guess() == "the game is over"
    taken = game.seconds
    assert game.seconds == taken  # the clock has stopped


@pytest.mark.parametrize("rule", ["safe", "open"])
def test_the_first_click_is_where_the_player_clicks(rule):
    for cell in (0, 40, 80):
        game = session(start=rule)
        assert game.flag(cell) == "open a cell first"
        game.open(cell)
        assert game.view.cells[cell] >= 0
        assert rule == "safe" or game.view.cells[cell] == 0
        assert game.replay.deal.initial == (cell,)


def test_a_board_without_guesses_can_be_asked_for():
    game = session("intermediate", "open", no_guess=True)
    game.open(100)
    while not game.over:
        found = game.analysis()
        assert found.safe  # a guess is never needed
        for cell in found.safe:
            if game.view.cells[cell] < 0:
                game.open(cell)
    assert game.game.won


def test_flags_and_chords():
    game = session()
    mine = next(cell for cell in game.analysis().mined)
    name = game.board.name(mine)
    game.flag(mine)
    assert game.mines_left == 9
    assert game.view.cells[mine] == FLAG
    assert game.open(mine) == f"{name} is flagged: take the flag away first"
    game.flag(mine)
    assert game.view.cells[mine] == HIDDEN
    assert "is open" in game.flag(0)
    assert "not open" in game.chord(mine)
    for cell in game.analysis().mined:
        game.flag(cell)
    before = game.game.opened
    for cell, clue in enumerate(game.view.cells.tolist()):
        if clue > 0:
            game.chord(cell)
    assert game.game.opened > before
    assert game.game.exploded is None


def test_a_lost_game_shows_its_mines_and_says_whether_that_was_avoidable():
    game = session()
    mine = next(cell for cell in game.analysis().mined)
    said = game.open(mine)
    assert said.startswith(f"lost at {game.board.name(mine)}")
    assert said.endswith("It was avoidable.")
    assert game.shown().count(MINE) == 10
    game.restart()
    assert not game.over
    board = game.replay.deal.layout
    game.next()
    assert game.replay.deal.layout != board


def test_why_argues_and_may_guess_names_no_cell():
    game = session()
    found = game.analysis()
    assert "is safe (depth" in game.why(found.safe[0])
    assert "is a mine (depth" in game.why(found.mined[0])
    assert "is open" in game.why(0)
    undecided = found.undecided[0]
    assert "undecided: a mine in" in game.why(undecided)
    assert game.may_guess() == "no guess is needed"
    assert not re.search(r"r\d+c\d+", game.may_guess())
    assert game.best().startswith("open r")


def test_lines_are_obeyed_or_answered(tmp_path):
    game, said = session(), []
    target = tmp_path / "game.json"
    lines = ["help", "certain", "odds", "guess", "best", "why r3c3", "flag r3c3", "", "open r99c1",
             "jump", "open", f"save {target}", "show", "chord r1c1", "new", "restart",
             f"save {tmp_path}/no/game.json", "quit", "open r1c1"]  # fmt: skip
    play_lines(game, lines, said.append)
    all_said = "\n".join(said)
    for expected in ("may I guess yet?", "safe: r", "mines: r", "no guess is needed", "open r",
                     "r3c3 is a mine", "lies outside the 9x9", "'jump': no such command", "saved",
                     "'open': no such command, or", "board 1 of seed 3", "No such"):  # fmt: skip
        assert expected in all_said
    assert read(target.read_text()).moves[0].do == "flag"


def test_a_board_in_lines_has_the_numbers_of_its_rows_and_columns():
    game, said = TerminalGame(custom("12x2", 1), Start.parse("safe:r2c1"), seed=1), []
    play_lines(game, ["odds"], said.append)
    for board, width in ((said[1], 4), (said[-1], 5)):
        columns, first, second = board.splitlines()
        assert columns.split() == [str(number) for number in range(1, 13)]
        assert [first[:3], second[:3]] == ["  1", "  2"]
        for line in (columns, first, second):
            assert len(line) == 3 + 12 * width


LEVELS = [("easy", "grid"), ("medium", "grid"), ("hard", "grid"), ("easy", "hex"),
          ("hard", "hex"), ("medium", "torus")]  # fmt: skip


@pytest.mark.parametrize("odds", [False, True])
@pytest.mark.parametrize(("name", "shape"), LEVELS)
def test_every_place_of_a_layout_is_on_the_screen(name, shape, odds):
    board = level(name).board(shape)
    for width, height in itertools.product((24, 40, 66, 80, 130, 200), (9, 16, 24, 37, 50)):
        for cursor in (0, board.cols - 1, board.cells // 2, board.cells - 1):
            layout = screen_layout(board, width, height, odds=odds, cursor=cursor)
            row, col = divmod(cursor, board.cols)
            assert row in layout.rows
            assert col in layout.cols
            text = layout.text
            assert text.height >= 3
            assert text.top + text.height <= height - 1  # the last line has the keys
            assert text.left + text.width <= width
            assert layout.left >= len(str(board.rows))  # room for the labels
            used = set()
            for cell in (r * board.cols + c for r in layout.rows for c in layout.cols):
                x, y = layout.place(cell)
                assert 0 < x < width
                assert 1 < y < height - 1
                assert layout.cell_at(x, y) == cell
                if not layout.size.lined:  # the space beside a cell belongs to it
                    assert layout.cell_at(x + layout.size.width - 1, y) == cell
                used.add((x, y))
                inside = text.left <= x < text.left + text.width
                assert not (inside and text.top <= y < text.top + text.height)
            assert len(used) == len(layout.rows) * len(layout.cols)


@pytest.mark.parametrize(
    ("name", "width", "height", "size", "beside"),
    [("easy", 80, 24, LINED, True), ("medium", 80, 24, WIDE, False),
     ("hard", 80, 24, SMALL, False), ("easy", 200, 50, LINED, True),
     ("medium", 200, 50, LINED, True), ("hard", 200, 50, LINED, True)],
)  # fmt: skip
def test_boards_fit_the_usual_terminals(name, width, height, size, beside):
    layout = screen_layout(level(name).board(), width, height)
    assert layout.whole
    assert (layout.size, layout.beside) == (size, beside)


def test_a_part_that_is_shown_stays_until_the_cursor_leaves_it():
    screen = Screen(session("expert"), "game.json")
    assert "does not fit" not in text_of(screen)
    assert "The board does not fit: columns 1-23 of 30" in text_of(screen, 50)
    first = screen.first_shown
    screen.press("left")
    text_of(screen, 50)
    assert screen.first_shown == first
    for _ in range(40):
        screen.press("right")
        screen.press("down")
    assert screen.cell == 479
    assert "The board does not fit: rows 12-16 of 16" in text_of(screen, 80, 12)
    assert screen.first_shown[0] > 0
    assert "small: 24x9 is the" in text_of(screen, 20, 5)


def test_a_torus_has_no_edge_for_the_cursor():
    screen = Screen(session(shape="torus"), "game.json")
    screen.cell = 0
    screen.press("up")
    assert screen.cell == 72
    screen.press("left")
    assert screen.cell == 80


def test_labels_number_rows_and_columns():
    lines = text_of(Screen(session(), "game.json")).splitlines()
    assert lines[1].split() == list("123456789")
    assert [line.split("│")[0].strip() for line in lines if "│" in line] == list("123456789")
    lines = text_of(Screen(session("medium"), "game.json")).splitlines()
    assert lines[1].split() == [str(col) for col in range(1, 17)]


def test_keys_do_what_the_screen_promises(tmp_path):
    screen = Screen(session(), str(tmp_path / "game.json"))
    assert screen.cell == 40
    for key, cell in (("k", 31), ("J", 40), ("h", 39), ("l", 40), ("up", 31), ("left", 30)):
        assert screen.press(key)
        assert screen.cell == cell
    before = text_of(screen), list(screen.game.replay.moves)
    for key in ("x", "c-right", "c-down", "s-up", "f5", "tab", "c-b", "escape",
                "<bracketed-paste>", "é"):  # fmt: skip
        assert screen.press(key)  # the key has no effect
        assert screen.cell == 30
    assert (text_of(screen), screen.game.replay.moves) == before
    screen.cell = 20  # r3c3: a mine
    screen.press("w")
    assert "is a mine" in screen.said
    assert screen.lit
    screen.press("f")
    assert screen.game.view.cells[20] == FLAG
    screen.press("c")
    assert "+" in text_of(screen)
    screen.press("o")
    assert "ok" in text_of(screen)
    screen.press("s")
    assert "Saved" in screen.said
    screen.press("g")
    assert screen.said == "No guess is needed"
    screen.press("?")
    assert "right click" in text_of(screen)
    assert "Q: quit" in text_of(screen)
    screen.press("f")  # only closes the help
    assert "Keys and mouse" not in text_of(screen)
    assert screen.game.view.cells[20] == FLAG
    for key in ("q", "Q", "c-c", "c-d"):
        assert not screen.press(key)


def test_c_says_where_nothing_is_certain():
    screen = Screen(session(seed=0), "game.json")
    screen.cell = 0
    screen.press(" ")  # a safe corner that shows a number
    assert not screen.game.analysis().safe
    screen.press("c")
    assert screen.said == "Nothing is certain."


@pytest.mark.parametrize("key", [" ", "c-m", "c-j"])
def test_space_and_enter_open(key):
    screen = Screen(session(), "game.json")
    screen.cell = screen.game.analysis().safe[0]
    screen.press(key)
    assert screen.cells[screen.cell] >= 0


def test_best_moves_the_cursor_and_marks_the_cell():
    screen = Screen(session(), "game.json")
    screen.press("b")
    assert (
        screen.said == f"Open {screen.board.name(screen.cell)}: safe in every layout; so are 2 more"
    )
    assert screen.cell == screen.best_cell == screen.game.analysis().safe[0]
    marked = screen.cell
    screen.press("down")
    screen.press("down")
    lines = text_of(screen).splitlines()
    x, y = screen.layout.place(marked)
    assert lines[y][x : x + 3] == ">#<"
    screen.press("f")
    assert screen.best_cell is None


def test_the_best_cell_is_marked_under_the_cursor_too():
    screen = Screen(session(), "game.json")
    screen.press("b")
    lines = text_of(screen).splitlines()
    x, y = screen.layout.place(screen.cell)
    assert lines[y][x : x + 3] == ">#<"


def test_moves_are_taken_back_also_the_one_that_lost():
    screen = Screen(session(), "game.json")
    screen.press("u")
    assert screen.said == "No move is left to take back"
    before, found = screen.cells, screen.game.analysis()
    screen.cell = found.safe[0]
    screen.press(" ")
    middle = screen.cells
    screen.cell = screen.game.analysis().mined[0]
    screen.press(" ")
    assert screen.lost
    screen.press("u")
    assert (screen.cells, screen.over) == (middle, False)
    screen.press("u")
    assert (screen.cells, screen.game.replay.moves) == (before, [])


@pytest.mark.parametrize(("width", "height"), [(40, 12), (80, 24), (120, 40)])
@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_the_screen_is_one_block_in_every_language(language, width, height):
    screen = Screen(session("medium", shape="torus", language=language), "game.json")
    for key in ["b", "w", "c", "o", "o", "g", "u", "?", "?"]:
        screen.press(key)
        lines = text_of(screen, width, height).split("\n")
        assert all(columns_of(line) <= width for line in lines)
        if language == "zh-Hant":
            allowed = r"[A-Z]\b|r\d+c\d+|medium|torus|[x\d]+|Enter|PgUp|PgDn|review|ok"
            said = re.sub(allowed, "", screen.said)
            assert not re.search("[A-Za-z]{3}", said), said
    at = screen.board.name(screen.cell)
    title = next(number for number, line in enumerate(lines) if at in line)
    rows = [number for number, line in enumerate(lines) if "#" in line]
    assert "" not in lines[title : rows[-1] + 1]
    assert title == 0
    assert rows[0] <= 3


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_the_help_is_whole_on_a_narrow_screen(language):
    screen = Screen(session(language=language), "game.json")
    screen.press("?")
    wide, narrow = (text_of(screen, width, 60).splitlines() for width in (100, 40))
    for lines in (wide, narrow):
        lines[:] = [line for line in lines if line.strip()]
    joined = ["".join("".join(lines[1:-1]).split()) for lines in (wide, narrow)]
    assert joined[0] == joined[1]
    assert len(narrow) > len(wide)
    assert narrow[-1].strip() in screen.game.say("help end").splitlines()


def test_the_first_cell_is_taken_back_too():
    game = TerminalGame(level("easy"), Start.parse("open"), seed=1)
    game.open(40)
    cells = game.view.cells.tolist()
    assert game.undo() == "the last move is taken back"
    assert (game.game, set(game.view.cells)) == (None, {HIDDEN})
    assert game.undo() == "no move is left to take back"
    game.open(40)
    assert game.view.cells.tolist() == cells


def test_a_chinese_text_is_wrapped_by_columns():
    lines = wrap("這一格安全，因為旁邊的數字都夠了。r1c2 says 1", 12)
    assert "".join(lines).replace(" ", "") == "這一格安全，因為旁邊的數字都夠了。r1c2says1"
    assert all(columns_of(line) <= 12 for line in lines)
    assert all(line[0] not in "，。" for line in lines)


def test_before_the_first_cell_help_says_that_it_is_safe():
    screen = Screen(session(start="safe"), "game.json")
    for key in "wbgco":
        screen.press(key)
        assert screen.said == "The first cell that you open is safe, whichever it is."


def test_the_mouse_opens_flags_and_chords():
    screen = Screen(session(), "game.json")
    text_of(screen)
    found = screen.game.analysis()
    for cell in found.mined:
        screen.click(*screen.layout.place(cell), "right")
        assert screen.cells[cell] == FLAG
    screen.click(*screen.layout.place(found.safe[0]), "left")
    assert screen.cell == found.safe[0]
    assert screen.cells[found.safe[0]] >= 0
    for button in ("left", "middle"):
        before = screen.cells.count(HIDDEN)
        known = screen.game.analysis()
        clue = next(
            cell for cell, value in enumerate(screen.cells)
            if value > 0 and (around := screen.board.neighbours[cell])
            and sum(screen.cells[near] == FLAG for near in around) == value
            and any(near in known.safe for near in around)
        )  # fmt: skip
        screen.click(*screen.layout.place(clue), button)
        assert screen.cells.count(HIDDEN) < before
    moves = len(screen.game.replay.moves)
    screen.click(0, 0, "left")
    screen.click(79, 23, "left")
    assert len(screen.game.replay.moves) == moves


def test_a_lost_game_shows_the_mine_that_exploded_and_wrong_flags():
    screen = Screen(session(), "game.json")
    found = screen.game.analysis()
    screen.cell = found.safe[0]
    screen.press("f")
    screen.cell = found.mined[0]
    screen.press(" ")
    screen.cell = 0
    lines = text_of(screen).splitlines()
    x, y = screen.layout.place(found.safe[0])
    assert lines[y][x + 1] == "x"
    x, y = screen.layout.place(found.mined[0])
    assert lines[y][x + 1] == "*"
    assert sum("lost in" in line for line in lines) == 1
    assert sum(line.count("*") for line in lines) == 10
    screen.press(" ")
    assert screen.said.startswith("The game is over\nN: another board.")


@pytest.mark.parametrize("language", ["en", "zh-Hant"])
def test_forty_columns_tell_how_to_open_a_cell(language):
    screen = Screen(session(language=language), "game.json")
    last = text_of(screen, 40, 24).splitlines()[-1]
    assert screen.game.say("footer").splitlines()[2] == last.strip()
    assert last.strip().startswith(("Space open", "空白鍵 翻開"))


def test_a_long_text_scrolls_and_says_so():
    screen = Screen(session("hard"), "game.json")
    screen.said = "\n".join(f"sentence {number}." for number in range(30))
    text = text_of(screen)
    assert "sentence 0." in text
    assert "↓ 26 more" in text
    screen.wheel(down=True)
    assert "sentence 3." in text_of(screen)
    for _ in range(9):
        screen.press("pagedown")
    text = text_of(screen)
    assert "sentence 29." in text
    assert "↑ end" in text
    for _ in range(9):
        screen.press("pageup")
    assert "sentence 0." in text_of(screen)


def test_a_sentence_shortens_long_lists_of_cells():
    board = Board(rows=4, cols=5)

    def short(cells, *, after=(), hidden=range(20)):
        mines = Constraint(frozenset(cells), 3, (None, 0))
        premises = (mines, Constraint(frozenset(after), 1, (0, 1)))
        line = ArgumentLine("difference", premises, (), (), 1, derives=mines)
        return tell(board, line, hidden=hidden).removesuffix(".").split(": so 3 of ")[1]

    assert short(range(20)) == "all 20 hidden cells"
    assert short(range(2, 20), after=[0, 1]) == "the other 18 hidden cells"
    assert short(range(2, 20), after=[0, 1], hidden=range(1, 20)) == "the other 18 hidden cells"
    runs = "r2c1 to r2c5, r3c1 to r3c5, r4c1 to r4c5"  # a cell is missing: these are not all others
    assert short(range(2, 20), after=[0]) == f"r1c3 to r1c5, {runs}"
    gaps = [0, 1, 2, 3, 4, 5, 7, 9, 10, 11]
    assert short(gaps) == "r1c1 to r1c5, r2c1, r2c3, r2c5, r3c1, r3c2"
    assert short(range(6)) == ", ".join(board.names(range(6)))  # a short list is not changed


@pytest.mark.parametrize(
    ("language", "to", "comma"), [("en", " to ", ", "), ("zh-Hant", " 到 ", "、")]
)
def test_a_shortened_reason_loses_no_cell(language, to, comma):
    run, shortened = re.compile(rf"r(\d+)c(\d+){to}r\1c(\d+)"), 0

    def cells(found):
        row, first, last = map(int, found.groups())
        return comma.join(f"r{row}c{col}" for col in range(first, last + 1))

    for seed in (5, 12, 24):
        game = Game(deal("easy", start="open:r5c5", seed=seed))
        game.flood("r5c5")
        for cell in analyse(game.view).safe:
            found = explain(game.view, cell)
            full, short = (found.sentences(language, short=short) for short in (False, True))
            assert [run.sub(cells, one) for one in short] == full
            shortened += len(set(full).difference(short))
    assert shortened >= 3


@pytest.mark.parametrize(
    ("keys", "dropped"),
    [
        (["escape", "[", "9", "9", ";", "5", "u", "f"], "[99;5u"),
        (["escape", "O", "z", "f"], "Oz"),
        (["escape", "b", "f"], "b"),
        (["escape", "[", "escape", "[", "C", "f"], "[[C"),
        (["f", "o", "["], ""),
    ],
)
def test_sequences_that_the_parser_does_not_know_are_dropped(keys, dropped):
    unknown = UnknownSequences(clock=lambda: 0.0)
    assert "".join(key for key in keys if unknown.drop(key)) == dropped


def test_a_key_long_after_escape_counts():
    times = iter([0.0, 5.0])
    unknown = UnknownSequences(clock=lambda: next(times))
    assert not unknown.drop("escape")
    assert not unknown.drop("b")


def test_a_save_before_the_game_is_refused():
    with pytest.raises(BadInput, match="nothing has been played"):
        session(start="open").save("game.json")
