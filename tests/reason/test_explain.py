"""Explanations: the auditor accepts the proofs, the sets of clues are minimal, sentences true."""

import itertools
import random

import dratify
import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
from mineproof import HIDDEN, BadStep, Game, View, deal, play_game, read, strategy
from mineproof.answers import explanation
from mineproof.counting import exact
from mineproof.game.board import mined_cells
from mineproof.game.clues import Clue, clues
from mineproof.game.formats.mine import write
from mineproof.proof.audit import Position, audit
from mineproof.reason._cases import disjoint
from mineproof.reason.argument import Constraint
from mineproof.reason.deduce import analyse
from mineproof.reason.needed import needed
from mineproof.reason.prove import prove, two_layouts
from mineproof.reason.why import Reasoner, argue, depths
from mineproof.reason.words import tell
from positions import played_by_logic
from tiers import slow

LEVELS = [("beginner", "safe", 12), ("intermediate", "open", 6), ("expert", "open", 3)]


def positions(seed, every):
    """Yield positions of real games, including late ones that need the mine count."""
    for level, start, games in LEVELS:
        for number in range(games):
            played = played_by_logic(deal(level, start=start, seed=seed, number=number))
            for moves, game in enumerate(played, start=1):
                if moves % every == 0 or game.unmarked < 8:
                    yield game.view


def certain_cells(view):
    found = analyse(view)
    return [(cell, False) for cell in found.safe] + [(cell, True) for cell in found.mined]


@pytest.mark.parametrize(
    ("seed", "every", "least"), [(0, 99, 250), *(slow(seed, 11, 1700) for seed in range(3))]
)
def test_every_certain_cell_can_be_proved_and_audited(seed, every, least):
    """The auditor checks each claim. An outside checker checks every twentieth, without hints."""
    claims = counted = 0
    for view in positions(seed, every):
        position = Position.read(write(view))
        cells = certain_cells(view)
        random.Random(claims).shuffle(cells)
        for cell, mine in cells[:6]:
            proof = prove(view, cell, mine=mine)
            verdict = "mine" if mine else "safe"
            assert audit(position, proof.cnf(), proof.lrat()) == (view.board.name(cell), verdict)
            counted += proof.needed.uses_count
            claims += 1
            if claims % 20 == 0:
                drup = "".join(f"{' '.join(map(str, [*s.clause, 0]))}\n" for s in proof.proof.steps)
                assert dratify.check_proof(dratify.parse_dimacs(proof.cnf()), drup).ok
    assert claims > least
    assert counted >= 5


@pytest.mark.parametrize("shape", ["torus", "hex"])
def test_other_shapes_are_proved_and_audited_too(shape):
    claims = 0
    for number in range(10):
        game = Game(deal("easy", start="safe", seed=2, number=number, shape=shape))

        def before(move, game=game):
            nonlocal claims
            if move.certain and move.cell not in game.view.initial and claims % 3 == 0:
                proof = prove(game.view, move.cell, mine=move.verdict == "mine")
                position = Position.read(write(game.view), shape)
                assert audit(position, proof.cnf(), proof.lrat())[1] == move.verdict
            claims += 1

        play_game(game, strategy("complete").player(), before=before)
    assert claims > 100


def some_proofs(count=40):
    found = []
    for view in positions(99, every=17):
        for cell, mine in certain_cells(view)[:2]:
            proof = prove(view, cell, mine=mine)
            if len(proof.proof.steps) > 2:
                found.append((write(view), proof.cnf(), proof.lrat()))
        if len(found) >= count:
            break
    return found


def test_a_spoiled_cnf_is_refused_by_the_auditor():
    """A clause of another position, a made-up clause, another claim, a missing or moved denial."""
    for text, cnf, lrat in some_proofs():
        position = Position.read(text)
        lines = cnf.splitlines()
        body = next(n for n, line in enumerate(lines) if line.startswith("p "))
        claim = next(n for n, line in enumerate(lines) if line.startswith("c claim"))
        verdict = lines[claim].split()[-1]
        opposite = lines[claim].replace(verdict, "mine" if verdict == "safe" else "safe")
        flipped = " ".join(str(-int(word)) for word in lines[body + 2].split())
        more = f"p cnf {lines[body].split()[2]} {int(lines[body].split()[3]) + 1}"
        for bad in (
            [*lines[: body + 2], flipped, *lines[body + 3 :]],
            [*lines[: body + 1], "c whatever", *lines[body + 2 :]],
            [*lines[:claim], opposite, *lines[claim + 1 :]],
            [*lines[:claim], *lines[claim + 1 :]],
            [*lines[:body], more, *lines[body + 1 :], *lines[body + 1 : body + 3]],
        ):
            with pytest.raises(BadStep):
                audit(position, "\n".join(bad) + "\n", lrat)
        with pytest.raises(BadStep):
            audit(position, cnf, lrat.splitlines(keepends=True)[0])


def test_a_changed_clue_is_refused_unless_the_proof_still_holds():
    refused = 0
    for text, cnf, lrat in some_proofs(15):
        header, *rows = text.split()
        marks = list("".join(rows))
        named = {line.split()[2] for line in cnf.splitlines() if line.startswith("c clue")}
        position = Position.read(text)
        cell = position.cell(sorted(named)[0])
        marks[cell] = str((int(marks[cell]) + 1) % 9)
        width = position.cols
        changed = "\n".join(
            [header, *("".join(marks[i : i + width]) for i in range(0, len(marks), width))]
        )
        try:
            audit(Position.read(changed), cnf, lrat)
        except BadStep:
            refused += 1
    assert refused > 5


@pytest.mark.parametrize(
    "text",
    ["", "3x2", "3x2x1\n111\n", "3x2x1\n1111\nHHH\n", "3x2x1\n111\nHHHH\n", "3x2x1\n11\nHHH\n",
     "3x2x1\n111\nHHH\nHHH\n", "3x2x1\n119\nHHH\n", "3x2x1\n1-1\nHHH\n"],
)  # fmt: skip
def test_the_auditor_reads_no_position_of_another_size_or_other_marks(text):
    with pytest.raises(BadStep):
        Position.read(text)


@pytest.mark.parametrize("source", ["clue r2c2", "count"])
@given(
    mines=st.integers(0, 4),
    clause=st.sets(st.sampled_from([1, -1, 2, -2, 3, -3, 4, -4, 9, -9]), min_size=1, max_size=5),
)
def test_the_auditor_believes_a_clause_just_if_every_layout_has_it(source, mines, clause):
    """Four cells are hidden, and one clue touches all of them."""
    shown = f"3x3x{mines}\nHHH\nH{mines}0\n000\n"
    cnf = (
        f"p cnf 9 2\nc claim r1c1 safe\nc {source}\n{' '.join(map(str, clause))} 0\n"
        "c denial r1c1\n1 0\n"
    )
    layouts = [set(layout) for layout in itertools.combinations([1, 2, 3, 4], mines)]
    every = all(any((lit > 0) == (abs(lit) in one) for lit in clause) for one in layouts)
    with pytest.raises(BadStep) as refused:
        audit(Position.read(shown), cnf, "")
    if "does not follow from" in str(refused.value):
        # Tautologies and clauses about opened cells are not tried.
        assert not every or 9 in map(abs, clause) or any(-lit in clause for lit in clause)
    else:
        assert every


def test_the_auditor_knows_what_the_count_means():
    """Helpers and count clauses that are off by one are refused."""
    view = read("1 # # # #", mines=1)
    proof = prove(view, 3, mine=False)
    cnf, lrat, position = proof.cnf(), proof.lrat(), Position.read(write(view))
    assert audit(position, cnf, lrat) == ("r1c4", "safe")
    more = Position.read(write(view).replace("5x1x1", "5x1x2"))
    for bad in (
        lambda: audit(more, cnf, lrat),
        lambda: audit(position, cnf.replace("at least 2", "at least 1"), lrat),
        lambda: audit(position, cnf.replace("at least 1 ", "at least 2 "), lrat),
        lambda: audit(position, cnf.replace("listed r1c2", "listed r1c3"), lrat),
        lambda: audit(position, cnf.replace("c count", "c helper"), lrat),
        lambda: audit(position, cnf.replace("c helper\n", "c count\n"), lrat),
    ):
        with pytest.raises(BadStep):
            bad()


def decided_by(view, told, counted):
    """Return the cells that some clues decide, by exact counting."""
    touched = {cell for clue in told for cell in clue.cells}
    free = len(view.hidden) - len(touched)
    cells = len(view.hidden)
    found = exact.certain(told, free, view.mines) if counted else exact.certain(told, cells, cells)
    sea = {cell: found.sea for cell in view.hidden if cell not in touched}
    sea = sea if counted and found.sea is not None else {}
    return sea | dict.fromkeys(found.safe, False) | dict.fromkeys(found.mined, True)


def test_no_clue_named_is_needless_and_together_they_suffice():
    for view in positions(7, every=23):
        for cell, mine in certain_cells(view)[:3]:
            found = needed(view, cell, mine=mine)
            assert decided_by(view, found.clues, found.uses_count).get(cell) == mine
            for clue in found.clues:
                fewer = [other for other in found.clues if other != clue]
                assert cell not in decided_by(view, fewer, found.uses_count)
            if found.uses_count:
                assert cell not in decided_by(view, found.clues, counted=False)


def test_the_smallest_set_of_clues_is_the_smallest():
    """Try every smaller set of clues, on small positions."""
    tried = 0
    for view in positions(8, every=5):
        if view.board.cells > 81 or tried > 60:
            continue
        for cell, mine in certain_cells(view)[:4]:
            found = needed(view, cell, mine=mine)
            if found.uses_count or not 2 <= len(found.clues) <= 3 or not found.smallest:
                continue
            tried += 1
            near = [clue for clue in clues(view) if clue.cells]
            for some in itertools.combinations(near, len(found.clues) - 1):
                assert decided_by(view, list(some), counted=False).get(cell) is None
    assert tried > 20


def assert_entailed(view, argument):
    """Check that each line follows from the clues that it cites and from earlier conclusions."""
    established, cells = {}, len(view.hidden)
    for line in argument:
        told = [Clue(tuple(sorted(one.cells)), one.mines, None) for one in line.premises]
        entailed = exact.certain(told, cells, cells)
        for decided, is_mine in line.concludes:
            assert decided in (entailed.mined if is_mine else entailed.safe)
        assert set(line.uses) <= established.keys() | {c for c, _ in line.concludes}
        established |= dict(line.concludes)


@pytest.mark.parametrize("seed", [3, slow(4)])
def test_every_line_of_an_argument_is_entailed_by_what_it_cites(seed):
    lines = 0
    for view in positions(seed, every=19):
        for cell, mine in certain_cells(view)[:3]:
            found = needed(view, cell, mine=mine)
            argument = argue(view, found)
            assert dict(argument[-1].concludes)[cell] == mine
            named = {source for line in argument for one in line.premises for source in one.sources}
            assert named <= {clue.at for clue in found.clues} | {None}
            lines += len(argument)
            assert_entailed(view, argument)
    assert lines > 200


def told(text, mines, cell):
    view = read(text, mines=mines)
    found = analyse(view)
    name = view.board.index(cell)
    argument = argue(view, needed(view, name, mine=name in found.mined))
    return [tell(view.board, line) for line in argument]


@pytest.mark.parametrize(
    ("what", "text", "mines", "cell", "expected"),
    [
        (
            "1-1 on an edge", "1 1 1 1 / # # # #", 2, "r2c3",
            ["r1c1 says 1: one of r2c1, r2c2. That one is among the cells of r1c2, which says 1:"
             " r2c3 is safe."],
        ),
        (
            "1-2 on an edge", ". . . . / 1 2 1 1 / # # # #", 2, "r3c3",
            ["r2c1 says 1: one of r3c1, r3c2. That one is among the cells of r2c2, which says 2:"
             " r3c3 is a mine."],
        ),
        (
            "1-2-1", "1 2 1 / # # #", 2, "r2c2",
            ["r1c1 says 1: one of r2c1, r2c2. That one is among the cells of r1c2, which says 2:"
             " r2c3 is a mine.",
             "r1c3 says 1, and its mine is r2c3: r2c2 is safe."],
        ),
        (
            "1-2-2-1", "1 2 2 1 / # # # #", 2, "r2c2",
            ["r1c4 says 1: one of r2c3, r2c4. That one is among the cells of r1c3, which says 2:"
             " r2c2 is a mine."],
        ),
        (
            "a corner", ". . / 1 1 / # 1", 1, "r3c1",
            ["r2c1 says 1, and only one cell is left: r3c1 is a mine."],
        ),
        (
            "a satisfied clue", "1 1 / 1 # / # #", 1, "r3c1",
            ["r1c1 says 1, and only one cell is left: r2c2 is a mine.",
             "r2c1 says 1, and its mine is r2c2: r3c1, r3c2 are safe."],
        ),
        (
            "an overlap", ". . . . / 1 2 1 1 / # # # #", 2, "r3c1",
            ["r2c2 says 2: 2 of r3c1, r3c2, r3c3; r2c3 says 1: one of r3c2, r3c3, r3c4. r2c3 allows"
             " at most 1 among the shared r3c2, r3c3, and r2c2 needs more: r3c4 is safe and r3c1 is"
             " a mine."],
        ),
        (
            "the last mine by count", "1 # # #", 1, "r1c4",
            ["r1c1 says 1, and only one cell is left: r1c2 is a mine.",
             "The board has 1 mine, all of them known: r1c3, r1c4 are safe."],
        ),
    ],
)  # fmt: skip
def test_sentences_a_player_would_use(what, text, mines, cell, expected):
    assert told(text, mines, cell) == expected, what


def test_a_case_split_leads_the_opposite_into_a_dead_end():
    """Three clues: no two of them decide a cell, and the cells of none contain those of another."""
    board = read("# # # # # # # # # #", mines=2).board
    told = [Clue((0, 1, 3), 1, 9), Clue((1, 2, 3, 4), 2, 8), Clue((0, 4), 1, 7)]
    reasoner = Reasoner(told)
    reasoner.climb(3)
    assert not reasoner.facts
    reasoner.climb(4)
    assert reasoner.facts == {0: False, 2: False, 4: True}
    assert set(reasoner.depth_of.values()) == {4}
    assert tell(board, reasoner.lines[0]) == (
        "If r1c1 were a mine, r1c10 makes r1c2, r1c4 safe, r1c9 makes r1c3, r1c5 mines, and r1c8"
        " would have too many mines."
    )


WIDE = """9x9x10
HHHHHHHHH
HHHH11HHH
1HH3H2HHH
HHHHHHHHH
HHHHHHHHH
HHHH1HHHH
HH1HHHHHH
HHHHHHHHH
HHH2HHH2H
"""
"""Nine clues among 72 hidden cells. They decide a cell only together with the mine count."""


def test_clues_that_need_all_mines_are_an_argument_of_few_lines():
    """A search through all case splits, or all sets of clues, would try millions of them."""
    view = read(WIDE)
    certain = certain_cells(view)
    assert len(certain) > 3
    for cell, mine in certain:
        found = explanation.explain(view, cell)
        assert found.verdict == ("mine" if mine else "safe")
        assert len(" ".join(found.sentences())) < 5000
        assert_entailed(view, found.argument)


def test_clues_without_a_common_cell_leave_nothing_of_the_mine_count():
    text = "5x5x3\nHHHHH\nH3HHH\nHHHHH\nHHHHH\nHHHHH\n"
    view = read(text)
    sentences = explanation.explain(view, "r5c5").sentences()
    assert [line.rule for line in argue(view, needed(view, 24, mine=False))] == ["pair"]
    assert "r2c2 says 3" in sentences[0]
    apart = read("7x4x4\nH2HHH2H\nHHHHHHH\nHHHHHHH\nHHHHHHH\n")
    found = explanation.explain(apart, "r4c4")
    assert (found.verdict, found.depth) == ("safe", 3)
    assert [line.rule for line in found.argument] == ["difference", "difference", "single"]


def test_a_demand_that_the_mine_count_cannot_meet_is_told():
    view = read(WIDE)
    said = " ".join(explanation.explain(view, "r1c4").sentences())
    assert "which share no cell, need 7 more mines between them, but only 6 are left" in said
    chinese = " ".join(explanation.explain(view, "r1c4").sentences("zh-Hant"))
    assert "但只剩 6 顆" in chinese


@pytest.mark.parametrize("seed", range(6))
def test_disjoint_clues_are_disjoint_and_worth_enough(seed):
    draw = random.Random(seed)
    says = [
        Constraint(frozenset(draw.sample(range(12), draw.randint(1, 4))), 1, (number,))
        for number in range(9)
    ]
    worth = [draw.randint(0, 3) for _ in says]
    best = max(
        sum(worth[n] for n in chosen)
        for size in range(len(says) + 1)
        for chosen in itertools.combinations(range(len(says)), size)
        if sum(len(says[n].cells) for n in chosen)
        == len(frozenset().union(*(says[n].cells for n in chosen)))
    )
    found = disjoint(says, worth, best)
    assert sum(worth[says.index(one)] for one in found) == best
    assert sum(len(one.cells) for one in found) == len(frozenset().union(*(f.cells for f in found)))
    assert disjoint(says, worth, best + 1) is None


def test_depths_are_those_of_the_easiest_path():
    view = read("1 1 1 1 / # # # #", mines=2)
    cells = [cell for cell, _ in certain_cells(view)]
    found = depths(view, cells)
    assert found[view.board.index("r2c3")] == 2
    zero = read(". # / # #", mines=0)
    assert set(depths(zero, zero.hidden).values()) == {1}


FEW_CLUES = """9x9x10
HHHHHHHHH
HH2111222
111000000
000000000
000000000
110000011
H2000001H
H2000123H
H10001HHH
"""


def test_the_depth_of_an_argument_with_few_clues_may_be_greater():
    """By all clues each line decides cells at once; by the fewest, differences are needed."""
    found = explanation.explain(read(FEW_CLUES), "r1c1")
    assert (found.depth, found.argument_depth) == (1, 3)
    assert found.argument_depth == max(line["depth"] for line in found.as_json()["argument"])
    easy = explanation.explain(read("1 1 1 / # # #", mines=1), "r2c1")
    assert (easy.depth, easy.argument_depth) == (2, 2)
    assert explanation.explain(read("1 # / # #", mines=1), "r2c1").argument_depth is None


def test_clues_that_have_all_cells_of_the_mine_count_end_an_argument():
    """Their difference has no cells and decides nothing; it was derived again and again."""
    cells = [HIDDEN] * 30
    cells[6], cells[22] = 1, 4  # after the six other cells are safe, they have all that is left
    rows = [cells[low : low + 5] for low in range(0, 30, 5)]
    found = explanation.explain(View.from_array(rows, mines=5, shape="triangle"), "r1c4")
    assert (found.verdict, found.depth, found.says) == ("safe", 3, {"r2c2": 1, "r5c3": 4})


def test_undecided_is_certified_by_two_layouts():
    undecided = 0
    for view in positions(21, every=13):
        found = analyse(view)
        for cell in found.undecided[:3]:
            undecided += 1
            safe, mined = two_layouts(view, cell)
            assert (bool(safe[cell]), bool(mined[cell])) == (False, True)
            for layout in (safe, mined):
                assert sum(layout) == view.mines
                assert oracle.fits(view, frozenset(mined_cells(layout)))
        for cell in found.safe[:1]:
            assert two_layouts(view, cell) is None
    assert undecided > 50


def test_explain_answers():
    view = read("1 1 1 / F # #", mines=1)
    found = explanation.explain(view, "r2c1").as_json()
    assert found["verdict"] == "safe"
    assert found["wrong_flag"] is True
    assert found["clues"] == ["r1c2", "r1c3"]
    assert found["says"] == {"r1c2": 1, "r1c3": 1}
    assert (found["depth"], found["uses_count"]) == (2, False)
    assert found["steps"] > 0
    open_question = explanation.explain(read("# #", mines=1), "r1c1").as_json()
    assert open_question["verdict"] == "undecided"
    assert len(open_question["layouts"]) == 2


def test_all_certain_cells_come_easiest_first():
    for view in positions(31, every=29):
        rows = explanation.explain_all(view)
        keys = [(row.uses_count, row.depth) for row in rows]
        assert keys == sorted(keys)
        found = analyse(view)
        assert len(rows) == len(found.safe) + len(found.mined)


def test_the_told_proof_ends_the_argument():
    lines = explanation.explain(read("1 # # #", mines=1), "r1c4").told()
    assert lines[-1].endswith("contradiction ∎")
    assert any("at least" in line for line in lines)
