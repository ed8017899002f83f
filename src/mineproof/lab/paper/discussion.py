"""The discussion questions of the assignment, each with what the store has measured about it.

What the store lacks is said, with the command that measures it.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from mineproof.lab.comparison import highest, paired, ratio_of_means
from mineproof.lab.measures import COMPLETE, GENERATED, MS, RESOLUTIONS, WON
from mineproof.lab.numbers import percent, percent_interval, with_interval
from mineproof.lab.paper.blocks import Block, Formula, Heading, Paragraph
from mineproof.lab.paper.wording import Wording, difference, ratio
from mineproof.lab.players import CEILING
from mineproof.lab.stats import Estimate
from mineproof.lab.summary import Table

Tables = dict[str, list[Table]]
"""The tables of each recipe that has rows, by its name."""
Measured = Callable[[list[Table], Wording], str]
"""From the tables of a recipe to a sentence; empty if they lack the rows for it."""

_LOGIC = "saturate"
_PLAYERS = ("assignment", _LOGIC)  # whose clauses are counted


@dataclass(frozen=True)
class Question:
    """A question of the assignment."""

    name: str
    needs: tuple[tuple[str, Measured], ...]
    """The recipes that measure something about it, and what is said of their tables."""
    formula: bool = False
    """Whether the text has the formula of that name, and a second paragraph after it."""

    def title(self, wording: Wording) -> str:
        """Return the question itself."""
        return wording.say(f"question {self.name}")

    def blocks(self, tables: Tables, wording: Wording) -> list[Block]:
        """Return the question, what is known without an experiment, and what was measured."""
        say = wording.say
        blocks: list[Block] = [Heading(2, self.title(wording)), Paragraph(say(f"text {self.name}"))]
        if self.formula:
            blocks += [Formula(self.name), Paragraph(say(f"text {self.name} 2"))]
        for recipe, measured in self.needs:
            text = measured(tables[recipe], wording) if tables.get(recipe) else ""
            if text:
                blocks.append(Paragraph(say("measured", text=text)))
            else:
                command = f"mineproof lab run {recipe}"
                blocks.append(Paragraph(say("not measured", recipe=recipe, command=command)))
        return blocks


def recipes_needed() -> list[str]:
    """Return the names of the recipes that the questions ask for."""
    return [*dict.fromkeys(recipe for one in QUESTIONS for recipe, _ in one.needs)]


def _part(tables: Iterable[Table], name: str) -> Table | None:
    return next((one for one in tables if one.part.name == name), None)


def _clauses(tables: list[Table], wording: Wording) -> str:
    table = _part(tables, "levels")
    for player in _PLAYERS:
        results = table.where(strategy=player) if table else []
        told = [
            wording.say(
                "level value",
                level=wording.value("level", one.settings["level"]),
                value=with_interval(GENERATED, one.values[GENERATED.name]),
            )
            for one in results
            if GENERATED.name in one.values
        ]
        if told:
            return wording.say("measured first-order", strategy=player, levels=wording.list(told))
    return ""


def _directions(tables: list[Table], wording: Wording) -> str:
    told = []
    for table in tables:
        made, times = list[Estimate](), list[Estimate]()
        for back in table.where(direction="back"):
            ahead = table.result(**{**back.settings, "direction": "forward"})
            key = RESOLUTIONS.key
            rows = (back.trials, {} if ahead is None else ahead.trials)
            if ahead is None or not all(any(key in r for r in some.values()) for some in rows):
                continue
            made.append(ratio_of_means(back, ahead, RESOLUTIONS.key))
            times.append(ratio_of_means(back, ahead, MS.key))
        if made:
            told.append(
                wording.say(
                    "measured chaining",
                    part=wording.name(table.part.question),
                    cases=len(made),
                    fewer=sum(one.high < 1 for one in made),
                    more=sum(one.low > 1 for one in made),
                    faster=sum(one.high < 1 for one in times),
                    slower=sum(one.low > 1 for one in times),
                )
            )
    return ("" if wording.language.startswith("zh") else " ").join(told)


def _unfinished(tables: list[Table], wording: Wording) -> str:
    table = _part(tables, "levels")
    told = []
    for one in table.where(strategy=CEILING) if table else []:
        share = one.values[COMPLETE.name]
        low, high = percent(1 - share.high), percent(1 - share.low)
        told.append(
            wording.say(
                "level value",
                level=wording.value("level", one.settings["level"]),
                value=f"{percent(1 - share.value)} % [{low}, {high}]",
            )
        )
    return wording.say("measured stuck", levels=wording.list(told)) if told else ""


def _wins(tables: list[Table], wording: Wording) -> str:
    table = _part(tables, "players")
    told = []
    for level in table.choices("level") if table else []:
        for start in table.choices("start") if table else []:
            assert table is not None
            best = highest(table, WON.name, level=level, start=start)
            without = table.result(level=level, start=start, strategy=CEILING)
            if best is None or without is None or best is without:
                continue
            told.append(
                wording.say(
                    "a win",
                    case=wording.case({"level": level, "start": start}),
                    player=best.settings["strategy"],
                    share=percent_interval(best.values[WON.name]),
                    points=difference(paired(best, without, WON.key)),
                )
            )
    return (
        wording.say("measured guessing", ceiling=CEILING, cases=wording.list(told)) if told else ""
    )


def _search(tables: list[Table], wording: Wording) -> str:
    table = _part(tables, "time")
    told = []
    for level in table.choices("level") if table else []:
        assert table is not None
        logic = table.result(level=level, strategy=_LOGIC)
        for name in ("csp", "logic-csp"):
            other = table.result(level=level, strategy=name)
            if logic is None or other is None:
                continue
            told.append(
                wording.say(
                    "a method",
                    level=wording.value("level", level),
                    player=name,
                    ratio=ratio(ratio_of_means(other, logic, MS.key)),
                    points=difference(paired(other, logic, COMPLETE.key)),
                )
            )
    return wording.say("measured csp", logic=_LOGIC, levels=wording.list(told)) if told else ""


QUESTIONS = (
    Question("first-order", (("levels", _clauses),), formula=True),
    Question("chaining", (("chaining", _directions),)),
    Question("guessing", (("levels", _unfinished), ("guessing", _wins))),
    Question("csp", (("logic-vs-csp", _search),)),
)
"""The questions, in the order of the assignment."""
