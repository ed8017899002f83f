"""The discussion questions of the assignment, answered with measurements from the store.

If the store has no measurement, the text gives the command that makes it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import product

from mineproof.lab._comparison import highest, paired, ratio_of_means
from mineproof.lab._measures import COMPLETE, GENERATED, MS, RESOLUTIONS, WON
from mineproof.lab._numbers import p_value, points
from mineproof.lab._players import CEILING
from mineproof.lab.paper.blocks import Block, Formula, Grid, Heading, Items, Paragraph
from mineproof.lab.paper.results import in_cell, in_sentence
from mineproof.lab.paper.wording import Wording, ratio
from mineproof.lab.stats import Estimate
from mineproof.lab.summary import ConfigResult, Table

Tables = dict[str, list[Table]]
"""The tables of each recipe that has rows, by its name."""
Measured = Callable[[list[Table], Wording], list[Block]]
"""Returns sentences about the tables of a recipe; none if the tables have too few rows."""

LEAST_BOARDS = 5
"""The fewest boards for a statement about a ratio of means; with fewer its interval is too wide."""
_LOGIC = "saturate"
_PLAYERS = ("assignment", _LOGIC)  # whose clauses are counted


@dataclass(frozen=True)
class DiscussionPoint:
    """A question of the assignment."""

    name: str
    needs: tuple[tuple[str, Measured], ...]
    """The recipes that measure an answer, with the functions that describe their tables."""
    formula: bool = False
    """Whether the text has the formula of this name, followed by a second paragraph."""

    def title(self, wording: Wording) -> str:
        """Return the question itself."""
        return wording.say(f"question {self.name}")

    def blocks(self, tables: Tables, wording: Wording) -> list[Block]:
        """Return the question, the answer as far as it needs no experiment, and measurements."""
        say = wording.say
        blocks: list[Block] = [Heading(2, self.title(wording)), Paragraph(say(f"text {self.name}"))]
        if self.formula:
            blocks += [Formula(self.name), Paragraph(say(f"text {self.name} 2"))]
        for recipe, measured in self.needs:
            found = measured(tables[recipe], wording) if tables.get(recipe) else []
            if not found:
                key = "not all measured" if tables.get(recipe) else "not measured"
                found = [Paragraph(say(key, recipe=recipe, command=f"mineproof lab run {recipe}"))]
            blocks += found
        return blocks


def recipes_needed() -> list[str]:
    """Return the names of the recipes that the questions use."""
    return [*dict.fromkeys(recipe for one in QUESTIONS for recipe, _ in one.needs)]


def _part(tables: Iterable[Table], name: str) -> Table | None:
    return next((one for one in tables if one.part.name == name), None)


def _told(text: str, wording: Wording) -> list[Block]:
    return [Paragraph(wording.say("measured", text=text))]


def _clauses(tables: list[Table], wording: Wording) -> list[Block]:
    table = _part(tables, "levels")
    for player in _PLAYERS:
        values = [
            wording.say(
                "level value",
                level=wording.value("level", one.settings["level"]),
                value=in_sentence(GENERATED, one.values[GENERATED.name]),
            )
            for one in (table.where(strategy=player) if table else [])
            if GENERATED.name in one.values
        ]
        if values:
            levels = wording.list(values)
            return _told(
                wording.say("measured first-order", strategy=player, levels=levels), wording
            )
    return []


def _directions(tables: list[Table], wording: Wording) -> list[Block]:
    sentences = []
    for table in tables:
        made, times, cases = list[Estimate](), list[Estimate](), 0
        for back in table.where(direction="back"):
            ahead = table.result(**{**back.settings, "direction": "forward"})
            shared = 0 if ahead is None else _boards_with(RESOLUTIONS.key, back, ahead)
            cases += ahead is not None
            if ahead is not None and shared >= LEAST_BOARDS:
                made.append(ratio_of_means(back, ahead, RESOLUTIONS.key))
                times.append(ratio_of_means(back, ahead, MS.key))
        if not cases:
            continue
        part = wording.name(table.part.question)
        if not made:
            sentences.append(wording.say("too few boards", part=part, least=LEAST_BOARDS))
            continue
        counts = {
            "cases": len(made),
            "fewer": sum(one.high < 1 for one in made),
            "more": sum(one.low > 1 for one in made),
            "faster": sum(one.high < 1 for one in times),
            "slower": sum(one.low > 1 for one in times),
        }
        sentences.append(wording.say("ratios", part=part, **counts))
        if len(made) < cases:
            sentences.append(wording.say("some with too few boards", least=LEAST_BOARDS))
    if not sentences:
        return []
    return [*_told(wording.say("measured chaining"), wording), Items(sentences)]


def _boards_with(key: str, one: ConfigResult, other: ConfigResult) -> int:
    """Count the boards on which both results have a value."""
    return sum(key in row and key in other.trials.get(seed, {}) for seed, row in one.trials.items())


def _unfinished(tables: list[Table], wording: Wording) -> list[Block]:
    table = _part(tables, "levels")
    values = []
    for one in table.where(strategy=CEILING) if table else []:
        share = one.values[COMPLETE.name]
        left = Estimate(1 - share.value, 1 - share.high, 1 - share.low, share.n)
        level = wording.value("level", one.settings["level"])
        values.append(wording.say("level value", level=level, value=in_sentence(COMPLETE, left)))
    if not values:
        return []
    return _told(wording.say("measured stuck", levels=wording.list(values)), wording)


def _wins(tables: list[Table], wording: Wording) -> list[Block]:
    table = _part(tables, "players")
    if table is None:
        return []
    rows = []
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
    if not rows:
        return []
    say = wording.say
    heads = [wording.key("level"), wording.key("start")]
    heads += [say(f"column {one}") for one in ("player", "won", "points", "p")]
    caption = say("wins", ceiling=CEILING)
    return [
        *_told(say("measured guessing", ceiling=CEILING), wording),
        Grid(caption, heads, rows, names=3),
    ]


def _search(tables: list[Table], wording: Wording) -> list[Block]:
    table = _part(tables, "time")
    if table is None:
        return []
    rows = []
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
                ratio(ratio_of_means(other, logic, MS.key)) if enough else "–",
                points(gain),
                p_value(gain.p),
            ]
        )
    if not rows:
        return []
    say = wording.say
    heads = [wording.key("level"), say("column strategy")]
    heads += [say(f"column {one}") for one in ("times", "complete points", "p")]
    return [
        *_told(say("measured csp", logic=_LOGIC), wording),
        Grid(say("search", logic=_LOGIC), heads, rows, names=2),
    ]


QUESTIONS = (
    DiscussionPoint("first-order", (("levels", _clauses),), formula=True),
    DiscussionPoint("chaining", (("chaining", _directions),)),
    DiscussionPoint("guessing", (("levels", _unfinished), ("guessing", _wins))),
    DiscussionPoint("csp", (("logic-vs-csp", _search),)),
)
"""The questions, in the order of the assignment."""
