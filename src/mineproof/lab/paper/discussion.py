"""The discussion questions: measurements from the store as tables, and on request our answers."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import product

from mineproof.lab._comparison import highest, paired, ratio_of_means
from mineproof.lab._document import Block, Formula, Grid
from mineproof.lab._numbers import bracketed, p_value, points
from mineproof.lab._shared import CEILING, COMPLETE, GENERATED, MS, RESOLUTIONS, WON
from mineproof.lab.paper.results import in_cell
from mineproof.lab.paper.wording import Wording
from mineproof.lab.stats import Estimate
from mineproof.lab.summary import ConfigResult, Table

Tables = dict[str, list[Table]]
"""The tables of each recipe that has rows, by its name."""
Measured = Callable[[list[Table], Wording], Grid]
"""Returns what the tables of a recipe say; without rows if they have too few."""

LEAST_BOARDS = 5
"""The fewest boards for a statement about a ratio of means; with fewer its interval is too wide."""
_LOGIC = "saturate"
_PLAYERS = ("assignment", _LOGIC)  # whose clauses are counted


@dataclass(frozen=True)
class DiscussionPoint:
    """A question about the assignment."""

    name: str
    needs: tuple[tuple[str, Measured], ...]
    """The recipes that measure an answer, with the functions that describe their tables."""
    formula: bool = False
    """Whether our answer has the formula of this name, followed by a second paragraph."""

    def title(self, wording: Wording) -> str:
        """Return the question itself."""
        return wording.say(f"question {self.name}")

    def tables(self, tables: Tables, wording: Wording) -> list[Block]:
        """Return what was measured about the question."""
        found = [measured(tables.get(recipe, []), wording) for recipe, measured in self.needs]
        return [one for one in found if one.rows]

    def answer(self, wording: Wording) -> list[Block]:
        """Return our answer, marked as ours."""
        say = wording.say
        blocks: list[Block] = [say("our answer", text=say(f"text {self.name}"))]
        if self.formula:
            blocks += [Formula(self.name), say(f"text {self.name} 2")]
        return blocks


def recipes_needed() -> list[str]:
    """Return the names of the recipes that the questions use."""
    return [*dict.fromkeys(recipe for one in QUESTIONS for recipe, _ in one.needs)]


def _part(tables: Iterable[Table], name: str) -> list[Table]:
    return [one for one in tables if one.part.name == name]


def _clauses(tables: list[Table], wording: Wording) -> Grid:
    heads, rows = [wording.key("level"), wording.name(GENERATED.label)], list[list[str]]()
    for player in _PLAYERS:
        rows = [
            [
                wording.value("level", one.settings["level"]),
                in_cell(GENERATED, one.values[GENERATED.name]),
            ]
            for table in _part(tables, "levels")
            for one in table.where(strategy=player)
            if GENERATED.name in one.values
        ]
        if rows:
            break
    return Grid(wording.say("offered", strategy=player), heads, rows, names=1)


def _directions(tables: list[Table], wording: Wording) -> Grid:
    say, rows = wording.say, []
    for table in tables:
        made, times = list[Estimate](), list[Estimate]()
        for back in table.where(direction="back"):
            ahead = table.result(**{**back.settings, "direction": "forward"})
            if ahead is not None and _boards_with(RESOLUTIONS.key, back, ahead) >= LEAST_BOARDS:
                made.append(ratio_of_means(back, ahead, RESOLUTIONS.key))
                times.append(ratio_of_means(back, ahead, MS.key))
        if made:
            counts = [len(made)]
            for ratios in (made, times):
                counts += [sum(one.high < 1 for one in ratios), sum(one.low > 1 for one in ratios)]
            rows.append([wording.name(table.part.question), *map(str, counts)])
    columns = ("part", "cases", "fewer", "more", "faster", "slower")
    heads = [say(f"column {one}") for one in columns]
    return Grid(say("directions", least=LEAST_BOARDS), heads, rows, names=1, wide=True)


def _boards_with(key: str, one: ConfigResult, other: ConfigResult) -> int:
    """Count the boards on which both results have a value."""
    return sum(key in row and key in other.trials.get(seed, {}) for seed, row in one.trials.items())


def _unfinished(tables: list[Table], wording: Wording) -> Grid:
    rows = []
    for table in _part(tables, "levels"):
        for one in table.where(strategy=CEILING):
            share = one.values[COMPLETE.name]
            left = Estimate(1 - share.value, 1 - share.high, 1 - share.low, share.n)
            level = wording.value("level", one.settings["level"])
            rows.append([level, in_cell(COMPLETE, left)])
    heads = [wording.key("level"), wording.say("column unfinished")]
    return Grid(wording.say("unfinished", ceiling=CEILING), heads, rows, names=1)


def _wins(tables: list[Table], wording: Wording) -> Grid:
    rows = []
    for table in _part(tables, "players"):
        for level, start in product(table.choices("level"), table.choices("start")):
            best = highest(table, WON.name, level=level, start=start)
            without = table.result(level=level, start=start, strategy=CEILING)
            if best is None or without is None or best is without:
                continue
            gain = paired(best, without, WON.key)
            rows.append(
                [
                    wording.value("level", level),
                    wording.value("start", start),
                    wording.value("strategy", best.settings["strategy"]),
                    in_cell(WON, best.values[WON.name]),
                    points(gain),
                    p_value(gain.p),
                ]
            )
    heads = [wording.key("level"), wording.key("start")]
    heads += [wording.say(f"column {one}") for one in ("player", "won", "points", "p")]
    return Grid(wording.say("wins", ceiling=CEILING), heads, rows, names=3)


def _search(tables: list[Table], wording: Wording) -> Grid:
    rows = []
    for table in _part(tables, "time"):
        for level, name in product(table.choices("level"), ("csp", "logic-csp")):
            logic = table.result(level=level, strategy=_LOGIC)
            other = table.result(level=level, strategy=name)
            if logic is None or other is None:
                continue
            gain = paired(other, logic, COMPLETE.key)
            enough = _boards_with(MS.key, other, logic) >= LEAST_BOARDS
            rows.append(
                [
                    wording.value("level", level),
                    wording.value("strategy", name),
                    bracketed(ratio_of_means(other, logic, MS.key)) if enough else "–",
                    points(gain),
                    p_value(gain.p),
                ]
            )
    heads = [wording.key("level"), wording.say("column strategy")]
    heads += [wording.say(f"column {one}") for one in ("times", "complete points", "p")]
    return Grid(wording.say("search", logic=_LOGIC), heads, rows, names=2)


QUESTIONS = (
    DiscussionPoint("first-order", (("levels", _clauses),), formula=True),
    DiscussionPoint("chaining", (("chaining", _directions),)),
    DiscussionPoint("guessing", (("levels", _unfinished), ("guessing", _wins))),
    DiscussionPoint("csp", (("logic-vs-csp", _search),)),
)
"""The questions, in the order of docs/discussion.md."""
