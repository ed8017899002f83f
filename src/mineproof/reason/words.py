"""Write arguments and guesses as sentences, from one table of texts a language.

The tables are `texts/LANGUAGE.json`; this module reads their parts `why` and `guess`. Texts that
only commands print are in `texts/commands/LANGUAGE.json`, which the page does not load. A text that
depends on number or on the kind of clue has a key for each variant; a language without plural has
the same text for both. This module decides nothing: it only writes the lines that it is given.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from mineproof.base.arguments import known_name
from mineproof.game.board import Board
from mineproof.reason.argument import ArgumentLine, Constraint, DeadEnd
from mineproof.reason.why import ranges

LANGUAGES = ("en", "zh-Hant")
_MANY = 6  # lists of more cells can be shortened
_TEXTS = Path(__file__).parent.parent / "texts"


class Phrase:
    """A part of a sentence as data: a key of the text tables, and the values of its placeholders.

    A float is a share between 0 and 1 and is written in percent.
    """

    def __init__(self, key: str, **values: "str | int | float") -> None:
        self.key = key
        self.values = values

    def __repr__(self) -> str:
        values = [f"{name}={value!r}" for name, value in self.values.items()]
        return f"Phrase({', '.join([repr(self.key), *values])})"


def tell_guess(phrases: Sequence[Phrase], language: str = "en") -> str:
    """Return the reason for a guess as one line.

    >>> tell_guess([Phrase("risk", risk=0.25), Phrase("survival", share=0.5)])
    '25.0 % risk; the chance to survive this guess and the next is 50.0 %'
    """
    texts = table(language)["guess"]
    told = [
        texts[one.key].format(
            **{
                name: f"{100 * value:.1f} %" if isinstance(value, float) else value
                for name, value in one.values.items()
            }
        )
        for one in phrases
    ]
    return texts["and then"].join(told)


def percent_with_margin(share: float, margin: float) -> str:
    """Return a share and half the width of its interval, in percent.

    >>> percent_with_margin(0.4312, 0.0041)
    '43.1 ± 0.4 %'
    """
    return f"{points_with_margin(share, margin)} %"


def points_with_margin(share: float, margin: float) -> str:
    """Return the same without the sign. No margin is shown as zero.

    >>> points_with_margin(0.012, 0.0049), points_with_margin(0.998, 0.0002)
    ('1.2 ± 0.5', '99.8 ± 0.1')
    """
    return f"{100 * share:.1f} ± {max(100 * margin, 0.1):.1f}"


def tell(board: Board, line: ArgumentLine, language: str = "en", hidden: Iterable[int] = ()) -> str:
    """Return one line of an argument as a sentence.

    Given all `hidden` cells, shorten long lists of cells: "r1c3 to r1c9", "the other 28 hidden
    cells" if the sentence has named all the rest before.

    >>> from mineproof import read
    >>> from mineproof.reason.needed import needed
    >>> from mineproof.reason.why import argue
    >>> view = read("1 1 1 / # # #", mines=1)
    >>> [line] = argue(view, needed(view, 5, mine=False))
    >>> print(tell(view.board, line))
    r1c1 says 1: one of r2c1, r2c2. That one is among the cells of r1c2, which says 1: r2c3 is safe.
    >>> print(tell(view.board, line, "zh-Hant"))
    r1c1 是 1：r2c1、r2c2 中有一顆雷。這顆雷也在 r1c2（線索 1）的範圍裡，因此 r2c3 安全。
    """
    writer = SentenceWriter(board, table(language)["why"], frozenset(hidden))
    return writer.sentence(line)


def table(language: str, folder: str = "") -> dict[str, dict[str, str]]:
    """Return all texts of a language by part and key, from the main tables or those of a folder.

    Raise `BadInput` for an unknown language.
    """
    if type(language) is not str or language not in LANGUAGES:
        language = known_name(language, LANGUAGES, "language")
    return _loaded(language, folder)


@cache
def _loaded(language: str, folder: str) -> dict[str, dict[str, str]]:
    # importlib.resources would take a tenth of the start of every command. The loader also reads
    # from a zip file: the static page has this package in one.
    text = __loader__.get_data(str(_TEXTS / folder / f"{language}.json"))  # type: ignore[name-defined]
    found: dict[str, dict[str, str]] = json.loads(text)
    return found


class CommandTexts:
    """The texts of one part of the commands' table, with their placeholders filled in.

    >>> say = CommandTexts("explain", "en")
    >>> say("safe", cell="r1c1"), say.counted("proved", 1), say.counted("proved", 4)
    ('r1c1 is safe', '∎ proved in 1 step', '∎ proved in 4 steps')
    """

    def __init__(self, part: str, language: str) -> None:
        self._texts = table(language, "commands")[part]

    def __call__(self, key: str, /, **values: object) -> str:
        return self._texts[key].format(**values)

    def counted(self, key: str, n: int, /, **values: object) -> str:
        """Return the variant of a text for one, or that for any other number."""
        return self(key + _many(n), n=n, **values)

    def joined(self, items: Iterable[str]) -> str:
        """Return items as a list within a sentence."""
        return self._texts["comma"].join(items)


@dataclass(frozen=True)
class SentenceWriter:
    """Writes one sentence from the texts of one language: its parts in the order of reading."""

    board: Board
    texts: dict[str, str]
    hidden: frozenset[int]
    """All hidden cells if long lists are shortened."""
    _named: set[int] = field(default_factory=set)
    """The cells that the sentence has named."""

    def sentence(self, line: ArgumentLine) -> str:
        """Return one line of an argument as a sentence."""
        match line.rule:
            case "single":
                text = self._single(line.premises[0], line.concludes)
            case "pair":
                text = self._pair(line)
            case "difference":
                assert line.derives is not None
                large, small = line.premises
                parts = {"large": self._phrase(large), "small": self._phrase(small)}
                text = self._say("difference", **parts, of=self._of(line.derives))
            case "case":
                assert line.otherwise is not None
                text = self._say("case", end=self._dead_end(line.otherwise, first=True))
        # A sentence begins with a capital, unless it begins with the name of a cell.
        return text if text[1:2].isdigit() else text[:1].upper() + text[1:]

    def _say(self, key: str, **values: object) -> str:
        return self.texts[key].format(**values)

    def _names(self, cells: Iterable[int]) -> str:
        listed = sorted(cells)
        rest = self.hidden.difference(listed)
        if not self.hidden or len(listed) <= _MANY:
            parts = self.board.names(listed)
        elif rest <= self._named:
            parts = [self._say("other cells" if rest else "all cells", n=len(listed))]
        else:
            parts = list(self._runs(listed))
        self._named.update(listed)
        return self.texts["comma"].join(parts)

    def _runs(self, cells: list[int]) -> Iterator[str]:
        """Write three or more cells beside each other in a row as `r1c3 to r1c9`."""
        run: list[str] = []
        for cell, after in zip(cells, [*cells[1:], None], strict=True):
            run.append(self.board.name(cell))
            if after != cell + 1 or after % self.board.cols == 0:
                yield from run if len(run) < 3 else [self._say("run", first=run[0], last=run[-1])]
                run = []

    def _who(self, one: Constraint) -> str:
        names = [
            self.texts["mine count"] if cell is None else self.board.name(cell)
            for cell in one.sources
        ]
        return self.texts["less"].join(names)

    def _said(self, one: Constraint) -> str:
        """Return, for example, `r1c1 says 1` or `the board has 10 mines`."""
        if one.sources == (None,):
            return self._say("board has" + _many(one.told), n=one.told)
        return self._say("says", who=self._who(one), told=one.told)

    def _of(self, one: Constraint) -> str:
        """Return, for example, `one of r1c1, r1c2`, `2 of …` or `no mine in …`."""
        size = len(one.cells)
        kind = {0: "none", size: "both" if size == 2 else "all", 1: "one"}
        key = kind.get(one.mines, "some")
        return self._say(f"{key} of", n=one.mines, cells=self._names(one.cells))

    def _phrase(self, one: Constraint) -> str:
        """Return a clue and how many mines are left in which cells."""
        if one.derived:
            return self._of(one)
        key = "phrase, some known" if one.known else "phrase"
        return self._say(key, said=self._said(one), known=len(one.known), of=self._of(one))

    def _verdict(self, concludes: Iterable[tuple[int, bool]]) -> str:
        parts = []
        for mined in (False, True):
            cells = [cell for cell, mine in concludes if mine == mined]
            if cells:
                parts.append(self._verdict_on(cells, mined))
        return self.texts["and"].join(parts)

    def _verdict_on(self, cells: list[int] | tuple[int, ...], mined: bool) -> str:
        kind = "is a mine" if mined else "is safe"
        return self._say(kind + _many(len(cells)), cells=self._names(cells))

    def _single(self, one: Constraint, concludes: tuple[tuple[int, bool], ...]) -> str:
        if one.derived:
            return self._say("so", verdict=self._verdict(concludes))
        values = {
            "said": self._said(one),
            "known": self._names(one.known),
            "n": len(one.known),
            "verdict": self._verdict_on(sorted(one.cells), one.mines > 0),
        }
        if one.mines:
            known = ", some known" if one.known else ""
            return self._say("all left" + _many(len(one.cells)) + known, **values)
        if not one.known:
            return self._say("nothing there", **values)
        if one.sources == (None,):
            return self._say("all known", **values)
        return self._say("met" + _many(len(one.known)), **values)

    def _pair(self, line: ArgumentLine) -> str:
        a, b = line.premises
        small, large = (a, b) if a.cells <= b.cells else (b, a)
        if not small.cells < large.cells:
            return self._overlap(a, b, line.concludes)
        smaller = self._phrase(small)
        where = "derived" if large.derived else "board" if large.sources == (None,) else "clue"
        within = self._say(
            f"cells of {where}" + (", some known" if large.known else ""),
            who=self._who(large),
            told=large.told,
            said=self._said(large),
            known=len(large.known),
            of=self._of(large) if large.derived else "",
        )
        return self._say(
            "within" + _many(small.mines),
            small=smaller,
            n=small.mines,
            large=within,
            verdict=self._verdict(line.concludes),
        )

    def _overlap(self, a: Constraint, b: Constraint, concludes: Iterable[tuple[int, bool]]) -> str:
        """Return the sentence of two clues that overlap: how many mines the shared cells hold."""
        (only_a, _, _), (shared, low, high), (only_b, _, _) = ranges(a, b)
        values = {"a": self._phrase(a), "b": self._phrase(b), "shared": self._names(shared)}
        values["verdict"] = self._verdict(concludes)
        if (only_a and a.mines - high == len(only_a)) or (only_b and b.mines - high == len(only_b)):
            asking, allowing = (a, b) if only_a and a.mines - high == len(only_a) else (b, a)
            who = {"allowing": self._who(allowing), "asking": self._who(asking)}
            return self._say("at most", **values, **who, n=high)
        needing = a if a.mines - len(only_a) == low else b
        return self._say("at least", **values, who=self._who(needing), n=low)

    def _dead_end(self, end: DeadEnd, *, first: bool) -> str:
        cell, mine = end.assumed
        opening = ("if it were " if first else "if it is ") + ("a mine" if mine else "safe")
        words = [self._say(opening, cell=self._names([cell]))]
        for one, cells, mined in end.forced:
            kind = "makes a mine" if mined else "makes safe"
            values = {"who": self._who(one), "cells": self._names(cells)}
            words.append(self._say(kind + _many(len(cells)), **values))
        if end.demand is not None:
            demand = end.demand
            words.append(
                self._say(
                    "need mines" if demand.mines else "need safe cells",
                    clues=self.texts["comma"].join(map(self._who, demand.clues)),
                    n=demand.needed,
                    left=demand.left,
                )
            )
        elif end.broken is not None:
            key = "too many" if end.too_many else "too few"
            words.append(self._say(key, who=self._who(end.broken)))
        if end.counted:
            words.append(self._say("no layout"))
        cases = [self._dead_end(case, first=False) for case in end.cases]
        if cases:
            words.append(self.texts["or"].join(cases))
        return self.texts["then"].join(words)


def _many(count: int) -> str:
    return "" if count == 1 else ", many"
