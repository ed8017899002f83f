"""Arguments that students write: each verdict is compared with what a SAT solver says."""

from random import Random

import pytest
from test_exercise_answers import fits

import oracle
from mineproof import read
from mineproof.base.errors import BadInput
from mineproof.game.picture import FLAG
from mineproof.learn.lessons import lesson
from mineproof.learn.written import WrittenArgument, WrittenLine

WALL = read("1 1 1 / # # #", mines=1)


def entailed_by_sat(groups, claim):
    """Tell whether groups (cells, mines) entail a claim (cells, mines), by a SAT solver."""

    def possible(more):
        with oracle.solver_of([*groups, *more]) as solver:
            return solver.solve()

    assert possible([])
    cells, mines = claim
    return not any(possible([(cells, n)]) for n in range(len(cells) + 1) if n != mines)


def group(view, cell):
    around = {there for there in view.board.neighbours[cell] if view.cells[there] < 0}
    return around, view.cells[cell]


@pytest.mark.parametrize("kind", ["full", "1-1", "1-2", "subset", "corner", "overlap", "case"])
def test_verdicts_are_those_of_a_sat_solver(kind):
    random, seen = Random(kind), set()
    for one in lesson(kind).drill[:4]:
        view, name = one.view, one.view.board.name
        values = view.cells.tolist()
        facts = [({cell}, 1) for cell, value in enumerate(values) if value == FLAG]
        opened = [cell for cell, value in enumerate(values) if value > 0 and group(view, cell)[0]]
        every = [group(view, cell) for cell in opened] + [(set(view.hidden), view.mines)]
        for line in one.lines:  # the easiest argument is accepted
            told = {name(cell) for says in line.premises for cell in says.sources}
            cell, mine = line.concludes[0]
            seen.add(check(view, sorted(told), cell, mine, facts, every))
        for _ in range(12):
            told = sorted(random.sample(opened, 2))
            near = sorted(
                set().union(*(group(view, at)[0] for at in told)) - {c for [c], _ in facts}
            )
            if near:
                names = [name(at) for at in told]
                cell = random.choice(near)
                seen.add(check(view, names, cell, random.random() < 0.5, facts, every))
    assert "accepted" in seen
    assert "does not follow" in seen


def check(view, told, cell, mine, facts, every):
    """Return the verdict on a line, after comparing it with the solver."""
    cells = (view.board.name(cell),)
    line = WrittenLine("case", tuple(told), **({"mined": cells} if mine else {"safe": cells}))
    judged = WrittenArgument(view).judge(line)
    claim = ({cell}, int(mine))
    groups = [group(view, view.board.index(at)) for at in told]
    if entailed_by_sat([*groups, *facts], claim):
        assert judged.verdict == "accepted"
    elif entailed_by_sat(every, claim):
        assert judged.verdict == "needs another clue"
    else:
        assert judged.verdict == "does not follow"
        assert fits(view, judged.layout)
        assert bool(judged.layout[cell]) != mine
    return judged.verdict


def test_a_difference_is_as_good_as_a_clue_afterwards():
    view = read("1 2 2 1 / # # # #", mines=2)
    argument = WrittenArgument(view)
    assert not argument.proves("r2c3")
    left = WrittenLine("difference", ("r1c1", "r1c2"), among=("r2c3",), mines=1)
    assert argument.judge(left).verdict == "accepted"
    assert argument.proves("r2c3")
    wrong = WrittenLine("difference", ("r1c4", "r1c3"), among=("r2c2",), mines=0)
    assert argument.judge(wrong).verdict == "does not follow"


def test_lines_build_on_each_other_until_the_cell_is_proved():
    argument = WrittenArgument(WALL)
    first = WrittenLine("pair", ("r1c1", "r1c2"), safe=("r2c3",))
    second = WrittenLine("single", ("r1c3",), mined=("r2c2",))
    assert argument.judge(second).verdict == "needs another clue"
    assert argument.judge(first).verdict == "accepted"
    assert argument.judge(second).verdict == "accepted"
    assert argument.proves("r2c2")
    assert not argument.proves("r2c1")


def test_a_false_difference_is_refuted_by_a_layout():
    one = next(one for one in lesson("difference").drill)
    argument = WrittenArgument(one.view)
    [line] = [line for line in one.lines if line.derives][:1]
    name = one.view.board.name
    told = tuple(name(cell) for says in line.premises for cell in says.sources)
    among = tuple(name(cell) for cell in sorted(line.derives.cells))
    for mines in range(len(among) + 1):
        stated = WrittenLine("difference", told, among=among, mines=mines)
        judged = WrittenArgument(one.view).judge(stated)
        assert (judged.verdict == "accepted") == (mines == line.derives.mines)
        if judged.layout:
            assert fits(one.view, judged.layout)
            assert sum(judged.layout[cell] for cell in line.derives.cells) != mines
    right = WrittenLine("difference", told, among=among, mines=line.derives.mines)
    assert argument.judge(right).verdict == "accepted"
    # Later lines can use its result.
    last = one.lines[-1]
    others = [name(c) for says in last.premises if not says.derived for c in says.sources]
    safe = tuple(name(cell) for cell, mine in last.concludes if not mine)
    mined = tuple(name(cell) for cell, mine in last.concludes if mine)
    end = WrittenLine("pair", ("#1", *others), safe=safe, mined=mined)
    assert argument.judge(end).verdict == "accepted"
    assert all(map(argument.proves, (*safe, *mined)))


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        (WrittenLine("single", ("r1c1", "r1c2"), safe=("r2c3",)), "not by this rule"),
        (WrittenLine("pair", ("r1c1",), safe=("r2c3",)), "not by this rule"),
        (WrittenLine("difference", ("r1c1", "r1c2"), among=("r2c1",)), "not by this rule"),
        (WrittenLine("pair", ("r1c2", "count"), safe=("r2c1",)), "needs another clue"),
    ],
)
def test_a_rule_says_which_clues_it_takes(line, verdict):
    assert WrittenArgument(WALL).judge(line).verdict == verdict


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (WrittenLine("single", ("r2c1",), safe=("r2c3",)), "r2c1 is not a clue"),
        (WrittenLine("single", ("r1c1",), safe=("r1c2",)), "r1c2 is open"),
        (WrittenLine("single", ("r1c1",)), "name the cells"),
        (WrittenLine("single", ("#1",), safe=("r2c1",)), "no accepted line '#1'"),
        (WrittenLine("difference", ("r1c1", "r1c2"), safe=("r2c1",)), "how many mines"),
        (WrittenLine("difference", ("r1c1", "r1c2"), among=("r2c3",), mines=2), "from 0 to 1"),
    ],
)
def test_a_line_that_says_nothing_is_refused(line, said):
    with pytest.raises(BadInput, match=said):
        WrittenArgument(WALL).judge(line)
