"""`solve` of a position, and the contents of a knowledge base after each step."""

import io
import json
from functools import partial

import pytest

from mineproof import (
    STRATEGIES,
    BadInput,
    Contradiction,
    Game,
    custom,
    deal,
    play_game,
    read,
    strategy,
)
from mineproof.answers.positions import solve_position
from mineproof.game.clues import clues
from mineproof.logic.consuming import ConsumingBase
from mineproof.logic.kb import KnowledgeBase
from mineproof.play.outside.players import strategy_named
from mineproof.play.player import MINE
from mineproof.reason.deduce import analyse
from mineproof.reason.kb_list import KnowledgeList
from tiers import slow

TRACES = [name for name, one in STRATEGIES.items() if one.traces]


def positions(count):
    """Positions in the middle of games: some cells are open, some mines are flagged."""
    for seed in range(count):
        dealt = deal(custom("7x6", 7), start="given", seed=seed)
        game = Game(dealt)
        moves = []
        play_game(game, strategy("complete").player(), after=moves.append)
        game = Game(dealt)
        for move in moves[: 3 + 3 * (seed % 9)]:
            (game.flag if move.verdict is MINE else game.open)(move.cell)
        yield game.view.copy(), dealt


def by_single_clues(view):
    """Return the cells that single clues decide, applied again until nothing changes."""
    safe, mined = set(), set()
    while True:
        found = len(safe) + len(mined)
        for clue in clues(view):
            left = set(clue.cells) - safe - mined
            mines = clue.mines - len(mined.intersection(clue.cells))
            if mines == 0:
                safe |= left
            if mines == len(left):
                mined |= left
        if found == len(safe) + len(mined):
            return safe, mined


@pytest.mark.parametrize("count", [6, slow(18)])
@pytest.mark.parametrize("name", STRATEGIES)
def test_what_a_strategy_proves_in_a_position_is_entailed_by_it(name, core, count):
    for view, _ in positions(count):
        result = solve_position(view, name).result
        entailed = analyse(view)
        assert set(result.safe) <= set(entailed.safe)
        assert set(result.mined) <= set(entailed.mined)
        decided = {*result.safe, *result.mined}
        assert sorted([*decided, *result.undecided]) == view.hidden
        if name in ("complete", "guess", "least-risk"):
            assert (result.safe, result.mined) == (sorted(entailed.safe), sorted(entailed.mined))


def test_unit_propagation_finds_what_single_clues_decide():
    for view, _ in positions(40):
        result = solve_position(view, "unit").result
        assert (set(result.safe), set(result.mined)) == by_single_clues(view)


def test_a_stronger_rule_finds_no_less():
    for view, _ in positions(30):
        names = ("unit", "assignment", "saturate")
        found = [solve_position(view, name).result for name in names]
        unit, assignment, saturate = ({*one.safe, *one.mined} for one in found)
        assert unit <= assignment <= saturate


def test_what_is_proved_is_what_a_game_goes_on_with():
    """A game that repeatedly opens the proved safe cells ends where `complete` ends."""
    for view, dealt in positions(12):
        game = Game(dealt)
        for cell, value in enumerate(view.cells.tolist()):
            if value >= 0:
                game.open(cell)
        while (found := solve_position(game.view, "complete").result).safe:
            for cell in found.safe:
                game.open(cell)
        whole = Game(dealt)
        play_game(whole, strategy("complete").player())
        seen = {cell for cell, value in enumerate(whole.view.cells.tolist()) if value >= 0}
        assert {cell for cell, value in enumerate(game.view.cells.tolist()) if value >= 0} == seen


def test_flags_are_claims_and_are_not_believed():
    answer = solve_position(read("1 1 F # / # # # #", mines=2), "saturate")
    assert answer.safe == ["r1c3", "r2c3"]


@pytest.mark.parametrize(
    ("text", "mines", "name", "end"),
    [
        ("1 # / # #", 1, "guess", "risk"),
        ("1 # / # #", 1, "saturate", "stuck"),
        ("1 # / # #", 3, "saturate", "contradiction"),
        ("3 # / # #", 3, "unit", "decided"),
        ("1 1 # # / # # # #", 2, "assignment", "open"),
        ("0 # / # #", 0, "unit", "decided"),
    ],
)
def test_how_a_position_ends(text, mines, name, end):
    view = read(text, mines=mines)
    if end == "contradiction":
        with pytest.raises(Contradiction):
            solve_position(view, name)
        return
    answer = solve_position(view, name)
    assert answer.decided is answer.as_json()["decided"] is (end == "decided")
    assert (bool(answer.safe) and not answer.decided) == (end == "open")
    assert (answer.risk is not None) == (end == "risk")


PLAYERS = """from mineproof import MINE, SAFE, Move, analyse
class Prepared:
    def begin(self, view): self.moves = [Move(7, MINE), Move(2, SAFE), Move(3, SAFE)]
    def choose(self, view): return self.moves.pop(0)
class Looks:
    def begin(self, view): pass
    def choose(self, view): return Move(analyse(view).safe[0], SAFE)
"""


@pytest.mark.parametrize(("name", "mined"), [("Prepared", ["r2c4"]), ("Looks", [])])
def test_a_player_from_outside_is_followed_to_the_first_cell_that_it_would_open(
    name, mined, tmp_path
):
    """Also one that looks at the position alone: it sees the clues."""
    (tmp_path / "mine.py").write_text(PLAYERS)
    player = strategy_named(f"{tmp_path}/mine.py:{name}")
    answer = solve_position(read("1 1 # # / # # # #", mines=2), player)
    assert (answer.mined, answer.safe) == (mined, ["r1c3"])


# The command


@pytest.fixture
def solve(run, tmp_path):
    (tmp_path / "p.mine").write_text("4x2x2\n11HH\nHHHH\n")
    (tmp_path / "nocount.txt").write_text("11##\n####\n")
    (tmp_path / "full.mine").write_text("3x2x1\n111\n1M1\n")
    return partial(run, "solve")


def test_solve_continues_a_position(solve):
    status, out, err = solve("p.mine")
    assert (status, err) == (1, "")
    assert "safe       r1c3, r2c3\n" in out
    assert out.endswith(
        "To continue, r1c3, r2c3 must be opened: their clues are not in the position.\n"
    )
    status, out, _ = solve("p.mine", "--json")
    said = json.loads(out)
    assert (status, said["decided"]) == (1, False)
    assert (said["safe"], said["mined"]) == (["r1c3", "r2c3"], [])
    assert solve("nocount.txt", "--mines", "2", "--strategy", "unit")[0] == 1
    status, out, _ = solve("p.mine", "--language", "zh-Hant")
    assert (status, "必須打開 r1c3、r2c3" in out) == (1, True)


def test_a_position_may_come_from_standard_input(solve, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"2x1x1\n1H\n")))
    status, out, _ = solve("-", "--json")
    assert (status, json.loads(out)["mined"]) == (0, ["r1c2"])


# The contents of a knowledge base


@pytest.mark.parametrize("name", TRACES)
def test_the_list_is_what_the_base_holds_after_every_move(name, monkeypatch):
    """Compare with the clauses in the knowledge base itself, after every move."""
    bases = []
    for kind in (KnowledgeBase, ConsumingBase):
        create = kind.__init__

        def remember(self, *args, create=create, **named):
            create(self, *args, **named)
            bases.append(self)

        monkeypatch.setattr(kind, "__init__", remember)
    compared = 0
    for seed in range(6):
        bases.clear()
        listed = KnowledgeList()
        player = strategy(name).player(listener=listed.hear)

        def compare(move, listed=listed):
            nonlocal compared
            listed.mark(move.cell + 1 if move.verdict is MINE else -move.cell - 1)
            [base] = bases[:1]
            held = base.ids if hasattr(base, "ids") else map(frozenset, base._clauses.values())
            assert sorted(map(sorted, listed.clauses.values())) == sorted(map(sorted, held))
            assert set(base.facts) <= set(listed.facts)
            compared += 1

        play_game(Game(deal("easy", seed=seed)), player, after=compare)
    assert compared > 100


def test_show_kb_lists_kb_and_kb0_by_length(solve):
    words = ["full.mine", "--cells", "r1c1,r1c2,r1c3", "--strategy", "assignment", "--trace"]
    status, plain, _ = solve(*words)
    assert status == 0
    _, out, _ = solve(*words, "--show-kb")
    kb = ("  KB", "    1 lit", "    2 lit", "    3 lit", "        ")
    steps = [line for line in out.splitlines() if not line.startswith(kb)]
    timed = [line for line in plain.splitlines() if not line.startswith("work")]
    assert [line for line in steps if not line.startswith("work")] == timed
    assert (
        "  KB0, 1 literal: ¬r1c3\n"
        "  KB, 4 clauses\n"
        "    1 literal: #1 ¬r1c1; #2 ¬r1c2\n"
        "    2 literals: #5 ¬r2c2 ∨ ¬r2c3\n"
        "    3 literals: #4 r1c2 ∨ r2c2 ∨ r2c3\n"
        "unit #2: r1c2 is safe\n"
    ) in out
    assert "  KB0, 6 literals: " in out
    assert out.count("  KB0, ") == out.count("\n  KB, ")


def test_show_kb_in_json_is_an_object_after_each_marking(solve):
    words = ["full.mine", "--cells", "r1c1,r1c2,r1c3", "--strategy", "assignment", "--trace"]
    _, out, _ = solve(*words, "--show-kb", "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    shown = [line for line in lines if line.get("event") == "kb"]
    held = {}
    for line in lines[:-1]:
        assert line["schema"] == 3
        if line["event"] == "insert":
            held[line["step"]] = line["clause"]
        elif line["event"] in ("drop", "shorten", "take"):
            del held[line["step"]]
        elif line["event"] == "kb":
            clauses = {one["step"]: one["clause"] for one in line["kb"]}
            assert clauses == held
            lengths = [(len(one["clause"]), one["step"]) for one in line["kb"]]
            assert lengths == sorted(lengths)
    takes = sum(line.get("event") == "take" for line in lines)
    assert len(shown) >= takes == 6
    assert sorted(shown[-1]["kb0"]) == ["-r1c1", "-r1c2", "-r1c3", "-r2c1", "-r2c3", "r2c2"]
    assert shown[-1]["kb"] == []


def test_a_limit_changes_what_is_proved_in_a_position():
    texts = [view for view, _ in positions(40)]
    few = [len(solve_position(view, "assignment", idle_limit=0).result.safe) for view in texts]
    all_ = [len(solve_position(view, "assignment").result.safe) for view in texts]
    assert sum(few) < sum(all_)
    with pytest.raises(BadInput):
        solve_position(texts[0], "assignment", count_limit=99)


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("x 2 1 1 0\n1 2 x 1 0", "won"),  # the assignment's full board is played
        ("3x2x1\nx 1 0\n1   0", "decided"),  # its stuck one: blanks are unmarked
        ("3x2x1\n * 1  \n 1-1  ", "decided"),  # report A
        ("3x2x1\nX, 1, 0,\n1, -, 0,", "decided"),  # report B
    ],
)
def test_solve_reads_what_the_assignment_and_two_reports_print(text, end, solve, tmp_path):
    file = tmp_path / "board.txt"
    file.write_text(text)
    cells = ["--cells", "r1c3,r1c5,r2c1"] if end == "won" else []
    status, out, _ = solve(str(file), *cells, "--strategy", "complete", "--json")
    answer = json.loads(out)
    assert (status, answer.get("outcome", "decided" if answer.get("decided") else "")) == (0, end)
