"""One answer for every door: the command line, the server and the library all give these.

Each function takes what a person asked and returns a dataclass; `as_json` is the object that
programs rely on, the same from every door. Its type says what is in it, and the server's
description of itself is made from these types.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from importlib.metadata import version
from typing import TypedDict

from mineproof.errors import BadInput
from mineproof.game.board import SHAPES, Board, Layout, Shape
from mineproof.game.deal import Deal, Start, deal, given, initial_cells
from mineproof.game.formats import read_full
from mineproof.game.formats.mine import write, write_board
from mineproof.game.game import Game, View, view_of
from mineproof.game.levels import LEVELS, Level
from mineproof.game.measure import Measures
from mineproof.game.measure import measure as measure_board
from mineproof.game.picture import FLAG
from mineproof.game.replay import Action, Replay
from mineproof.logic.kb import Event
from mineproof.play import guess
from mineproof.play.guess import Candidate
from mineproof.play.optimal import Optimal
from mineproof.play.optimal import optimal as solve_board
from mineproof.play.player import MINE, Move, Result, play_game
from mineproof.play.review import RISK, WRONG, Note, Review
from mineproof.play.review import review as judge_moves
from mineproof.play.strategies import STRATEGIES, strategy
from mineproof.proof.explain import tell
from mineproof.reason import deduce, words
from mineproof.reason.certificate import Certificate
from mineproof.reason.deduce import Analysis
from mineproof.reason.prove import Evidence, prove, two_layouts
from mineproof.reason.why import Line, argue, depths

SCHEMA = 1
_encode = json.JSONEncoder(ensure_ascii=False).encode


class BoardJson(TypedDict):
    schema: int
    rows: int
    cols: int
    mines: int
    shape: str
    seed: int
    start: str
    cells: list[str]
    truth: str


class DealtJson(BoardJson):
    depth: int | None


@dataclass(frozen=True)
class Dealt:
    """A board with its secret, for whoever runs a game of it."""

    deal: Deal
    seed: int
    depth: int | None = None
    """How deep its logic is, where that was asked for."""

    def as_json(self) -> DealtJson:
        return {**_board_json(self.deal, self.seed), "depth": self.depth}


def _board_json(dealt: Deal, seed: int) -> BoardJson:
    board = dealt.board
    return {
        "schema": SCHEMA,
        "rows": board.rows,
        "cols": board.cols,
        "mines": dealt.mines,
        "shape": board.shape,
        "seed": seed,
        "start": dealt.start,
        "cells": board.names(dealt.initial),
        "truth": write_board(board, dealt.layout),
    }


class SolvedJson(BoardJson):
    strategy: str
    outcome: str
    success: bool
    safe: int
    mined: int
    unmarked: int
    wrong: int
    exploded: str | None
    view: str
    clauses_generated: int
    clauses_inserted: int
    clauses_duplicate: int
    clauses_subsumed: int
    resolutions: int
    units: int
    pairwise_rounds: int
    kb_max: int
    nodes: int
    ms: float


@dataclass(frozen=True)
class Solved:
    """A game played by one strategy, with the truth beside what was found."""

    deal: Deal
    seed: int
    strategy: str
    result: Result
    replay: Replay

    def as_json(self) -> SolvedJson:
        game, counters, board = self.result.game, self.result.counters, self.deal.board
        exploded = game.exploded
        return {
            **_board_json(self.deal, self.seed),
            "strategy": self.strategy,
            "outcome": self.result.outcome,
            "success": self.result.success,
            "safe": game.opened,
            "mined": game.flagged,
            "unmarked": game.unmarked,
            "wrong": game.wrong,
            "exploded": None if exploded is None else board.name(exploded),
            "view": write(game.view),
            "clauses_generated": counters.generated,
            "clauses_inserted": counters.inserted,
            "clauses_duplicate": counters.duplicates,
            "clauses_subsumed": counters.subsumed,
            "resolutions": counters.resolutions,
            "units": counters.units,
            "pairwise_rounds": counters.rounds,
            "kb_max": counters.largest,
            "nodes": counters.nodes,
            "ms": round(self.result.ms, 3),
        }


class BestJson(TypedDict):
    cell: str
    safe: float
    why: str


@dataclass(frozen=True)
class Best:
    """The move to make, and why."""

    cell: str
    safe: float
    """The chance that the cell is no mine."""
    why: str

    def as_json(self) -> BestJson:
        return {"cell": self.cell, "safe": self.safe, "why": self.why}


class CandidateJson(TypedDict):
    cell: str
    risk: float
    next: float | None
    certain: float | None
    flip: float | None
    win: float | None
    dead: bool | None
    fifty: bool | None


class CertainJson(TypedDict):
    schema: int
    rows: int
    cols: int
    mines: int
    layouts: str
    safe: list[str]
    mined: list[str]
    best: BestJson | None
    candidates: list[CandidateJson]
    wrong_flags: list[str]


class AnalysedJson(CertainJson):
    odds: dict[str, float]


@dataclass(frozen=True)
class Analysed:
    """Everything a position entails, the odds, and the best move."""

    analysis: Analysis
    best: Best | None
    candidates: list[Candidate]
    """What the best move was chosen from, the best first; empty if something is certain."""

    @property
    def certain_move(self) -> bool:
        """Something is safe for certain, or nothing is left to decide."""
        return bool(self.analysis.safe) or not self.analysis.undecided.any()

    def as_text(self) -> str:
        """`as_json`, written out; with the compiled core, in half the time."""
        rest = _encode(self.certain())
        board = self.analysis.view.board
        return f'{rest[:-1]}, "odds": {{{deduce.write_odds(self.analysis.risks, board)}}}}}'

    def as_json(self) -> AnalysedJson:
        """The object that programs rely on."""
        found = self.analysis
        odds = dict(zip(found.view.board.names(found.odds), found.odds.values(), strict=True))
        return {**self.certain(), "odds": odds}

    def certain(self) -> CertainJson:
        """`as_json` without the odds."""
        found = self.analysis
        board = found.view.board
        return {
            "schema": SCHEMA,
            "rows": board.rows,
            "cols": board.cols,
            "mines": found.view.mines,
            "layouts": str(Decimal(found.layouts)),  # str(int) ends at 4300 digits
            "safe": board.names(found.safe),
            "mined": board.names(found.mined),
            "best": None if self.best is None else self.best.as_json(),
            "candidates": [_as_json(one, board.name) for one in self.candidates],
            "wrong_flags": board.names(found.wrong_flags),
        }


def analyse(view: View, *, best: bool = True) -> Analysed:
    """All that a position entails; raise `Contradiction` if nothing fits it, `TooWide` if it would
    take too much memory.

    >>> from mineproof.game.formats import read
    >>> analyse(read("1 1 1 / # # #", mines=1)).as_json()["safe"]
    ['r2c1', 'r2c3']
    """
    found = deduce.analyse(view)
    return Analysed(found, *(_best(found) if best else (None, [])))


def _best(found: Analysis) -> tuple[Best | None, list[Candidate]]:
    """A certain cell if there is one, else the choice of `guess` and what it was chosen from."""
    name = found.view.board.name
    if found.safe:
        others = len(found.safe) - 1
        also = f"; so are {others} more" if others > 1 else "; so is one more" if others else ""
        return Best(name(found.safe[0]), 1.0, f"safe in every layout{also}"), []
    if not found.undecided.any():
        return None, []
    weighed = guess.weigh(found)
    cell, risk = weighed.cell, float(found.risks[weighed.cell])
    why = f"nothing is certain; {guess.reason(weighed, name)}"
    return Best(name(cell), 1 - risk, why), weighed.candidates


def _least_risk(found: Analysis) -> Best:
    """The least risk there was, where a risk was taken."""
    equal = deduce.least_risks(found.risks, found.undecided)
    view = found.view
    cell = deduce.preferred(equal, view.board.neighbours, view.cells.tolist())
    risk = float(found.risks[cell])
    why = f"nothing is certain; a mine with {100 * risk:.1f} %: the least risk there is"
    return Best(view.board.name(cell), 1 - risk, why)


def _as_json(one: Candidate, name: Callable[[int], str]) -> CandidateJson:
    return {
        "cell": name(one.cell),
        "risk": one.risk,
        "next": one.next,
        "certain": one.certain,
        "flip": one.flip,
        "win": one.win,
        "dead": one.dead,
        "fifty": one.fifty,
    }


class ComparedJson(TypedDict):
    schema: int
    cells: list[CandidateJson]
    better: str | None
    why: str


@dataclass(frozen=True)
class Compared:
    """Two cells side by side, and which of them is the better one to open."""

    view: View
    cells: tuple[Candidate, Candidate]
    better: int | None
    why: str

    def as_json(self) -> ComparedJson:
        """The object that programs rely on."""
        name = self.view.board.name
        return {
            "schema": SCHEMA,
            "cells": [_as_json(one, name) for one in self.cells],
            "better": None if self.better is None else name(self.better),
            "why": self.why,
        }


def compare(view: View, one: str, other: str) -> Compared:
    """Which of two hidden cells to open, and why.

    >>> from mineproof.game.formats import read
    >>> compare(read("1 # # # #", mines=2), "r1c3", "r1c2").as_json()["why"]
    'r1c2 is certainly a mine'
    """
    board = view.board
    asked = board.cell(one), board.cell(other)
    for cell in asked:
        if view.cells[cell] >= 0:
            raise BadInput(f"{board.name(cell)} is open: only hidden cells are in question")
    if asked[0] == asked[1]:
        raise BadInput(f"{board.name(asked[0])} is compared with itself")
    found = deduce.analyse(view)
    first, second = (guess.certain_candidate(found, cell) for cell in asked)
    if (first is None or second is None) and found.safe:
        # What is safe tells more for nothing: until it is open, of a risk only the odds are known.
        plain = [Candidate(cell, float(found.risks[cell]), *[None] * 6) for cell in asked]
        first, second = first or plain[0], second or plain[1]
    elif first is None or second is None:
        known = {one.cell: one for one in guess.weigh(found, asked=asked).candidates}
        first, second = first or known[asked[0]], second or known[asked[1]]
    better, why = guess.versus(first, second, board.name)
    if found.safe and not {asked[0], asked[1]} & set(found.safe):
        why += f"; but {board.name(found.safe[0])} is certainly safe"
    return Compared(view, (first, second), better, why)


class SaysJson(TypedDict):
    """So many mines among these cells, by these clues (and the mine count)."""

    clues: list[str]
    uses_count: bool
    cells: list[str]
    mines: int


class LineJson(TypedDict):
    """What one sentence of an argument rests on and concludes."""

    rule: str
    depth: int
    says: list[SaysJson]
    concludes: dict[str, str]


class ExplainedJson(TypedDict):
    schema: int
    cell: str
    verdict: str
    clues: list[str]
    says: dict[str, int]
    smallest: bool | None
    depth: int | None
    uses_count: bool | None
    why: list[str]
    argument: list[LineJson]
    steps: int | None
    layouts: list[str] | None
    wrong_flag: bool


@dataclass(frozen=True)
class Explained:
    """Why a cell is safe or a mine; or, if it is neither, two layouts that differ there."""

    view: View
    cell: int
    verdict: str
    depth: int | None = None
    evidence: Evidence | None = None
    argument: tuple[Line, ...] = ()
    layouts: tuple[Layout, Layout] | None = None

    @property
    def says(self) -> dict[str, int]:
        """The clues that decide the cell, each with its number."""
        used = self.evidence.needed.clues if self.evidence else []
        return {self.view.board.name(clue.at): clue.mines for clue in used if clue.at is not None}

    @property
    def wrong_flag(self) -> bool:
        return self.verdict == "safe" and bool(self.view.cells[self.cell] == FLAG)

    def as_json(self, language: str = "en") -> ExplainedJson:
        """The object that programs rely on; the sentences in that language."""
        board, proof = self.view.board, self.evidence
        layouts = [write_board(board, layout) for layout in self.layouts or ()]
        return {
            "schema": SCHEMA,
            "cell": board.name(self.cell),
            "verdict": self.verdict,
            "clues": list(self.says),
            "says": self.says,
            "smallest": proof.needed.smallest if proof else None,
            "depth": self.depth,
            "uses_count": proof.needed.uses_count if proof else None,
            "why": self.sentences(language),
            "argument": [_line_json(board, line) for line in self.argument],
            "steps": len(proof.steps) if proof else None,
            "layouts": layouts or None,
            "wrong_flag": self.wrong_flag,
        }

    def sentences(self, language: str = "en") -> list[str]:
        """The argument, a sentence a line."""
        return [words.tell(self.view.board, line, language) for line in self.argument]

    def told(self) -> list[str]:
        """The resolution proof, step by step."""
        if self.evidence is None:
            return []
        board, cells = self.view.board, self.view.board.cells
        helpers = {
            int(words[1]): " ".join(words[2:])
            for words in (remark.split() for remark in self.evidence.remarks)
            if words[0] == "helper"
        }

        def name(variable: int) -> str:
            return board.name(variable - 1) if variable <= cells else f"[{helpers[variable]}]"

        return tell(self.evidence.axioms, self.evidence.sources, self.evidence.steps, name)


def _line_json(board: Board, line: Line) -> LineJson:
    return {
        "rule": line.rule,
        "depth": line.depth,
        "says": [
            {
                "clues": board.names([cell for cell in one.sources if cell is not None]),
                "uses_count": None in one.sources,
                "cells": board.names(sorted(one.cells)),
                "mines": one.mines,
            }
            for one in line.premises
        ],
        "concludes": {
            board.name(cell): "mine" if mine else "safe" for cell, mine in line.concludes
        },
    }


def explain(view: View, name: str) -> Explained:
    """Why a cell is safe or a mine, from the fewest clues; if undecided, two layouts that differ.

    >>> from mineproof.game.formats import read
    >>> found = explain(read("1 1 1 / # # #", mines=1), "r2c1")
    >>> found.verdict, found.depth, found.as_json()["clues"]
    ('safe', 2, ['r1c2', 'r1c3'])
    """
    cell = view.board.cell(name)
    if view.cells[cell] >= 0:
        raise BadInput(f"{view.board.name(cell)} is open: only hidden cells are in question")
    found = deduce.analyse(view)
    if cell not in found.safe and cell not in found.mined:
        return Explained(view, cell, "undecided", layouts=two_layouts(view, cell))
    evidence = prove(view, cell, mine=cell in found.mined)
    counted = [cell] if evidence.needed.uses_count else []
    depth = depths(view, [] if counted else [cell], counted=counted)[cell]
    argument = tuple(argue(view, evidence.needed))
    verdict = "mine" if evidence.needed.mine else "safe"
    return Explained(view, cell, verdict, depth, evidence, argument)


class OverviewJson(TypedDict):
    schema: int
    cell: str
    verdict: str
    depth: int
    uses_count: bool
    flagged: bool
    why: str | None


@dataclass(frozen=True)
class Overview:
    """One certain cell of many, with how deep its logic is."""

    cell: str
    verdict: str
    depth: int
    uses_count: bool
    flagged: bool
    why: str | None = None
    """If the flag there is wrong, the reason."""

    def as_json(self) -> OverviewJson:
        return {
            "schema": SCHEMA,
            "cell": self.cell,
            "verdict": self.verdict,
            "depth": self.depth,
            "uses_count": self.uses_count,
            "flagged": self.flagged,
            "why": self.why,
        }


def explain_all(view: View) -> list[Overview]:
    """Every certain cell with its depth, easiest first."""
    found = deduce.analyse(view)
    certain = dict.fromkeys(found.safe, "safe") | dict.fromkeys(found.mined, "mine")
    alone = depths(view, certain)
    deep = depths(view, (), counted=[cell for cell in certain if cell not in alone]) | alone
    rows = []
    for cell, verdict in certain.items():
        name, flagged = view.board.name(cell), bool(view.cells[cell] == FLAG)
        wrong = flagged and verdict == "safe"
        why = explain(view, name).sentences()[-1] if wrong else None
        rows.append(Overview(name, verdict, deep[cell], cell not in alone, flagged, why))
    return sorted(rows, key=lambda row: (row.uses_count, row.depth, view.board.cell(row.cell)))


class GuessJson(TypedDict):
    position: str
    open: str
    layouts: int
    wins: int


class PerfectJson(TypedDict):
    schema: int
    rows: int
    cols: int
    mines: int
    shape: str
    start: str
    layouts: int
    wins: int
    chance: float
    policy: list[GuessJson] | None


@dataclass(frozen=True)
class Perfect:
    """A small board solved from the first cell on."""

    solved: Optimal

    def as_json(self) -> PerfectJson:
        """The object that programs rely on."""
        found = self.solved
        board = found.board
        policy: list[GuessJson] | None = None
        if found.policy is not None:
            policy = [
                {
                    "position": write(view_of(board, found.mines, one.shown)),
                    "open": board.name(one.cell),
                    "layouts": one.layouts,
                    "wins": one.wins,
                }
                for one in found.policy
            ]
        return {
            "schema": SCHEMA,
            "rows": board.rows,
            "cols": board.cols,
            "mines": found.mines,
            "shape": board.shape,
            "start": found.start,
            "layouts": found.layouts,
            "wins": found.wins,
            "chance": found.chance,
            "policy": policy,
        }

    def as_text(self) -> str:
        """The chance, and the first guesses of the best play."""
        found = self.solved
        what = f"{found.board.size}, {found.mines} mines, start {found.start}"
        share = f"{found.wins:,} of {found.layouts:,} layouts, {100 * found.chance:.4f} %"
        said = [f"{what}: the best play wins {share}"]
        guesses = found.policy or ()
        said += [
            f"\n{view_of(found.board, found.mines, one.shown)}\nopen"
            f" {found.board.name(one.cell)}: wins {one.wins:,} of {one.layouts:,}"
            for one in guesses[:3]
        ]
        if len(guesses) > 3:
            said.append(f"\n{len(guesses) - 3:,} more positions in which to guess: see --json")
        return "\n".join(said)


def optimal(board: Board, mines: int, start: str) -> Perfect:
    """The exact chance to win a small board with the best play, and that play.

    >>> optimal(Board(2, 3), 2, "safe").as_json()["wins"]
    5
    """
    return Perfect(solve_board(board, mines, Start.parse(start)))


def solve(
    dealt: Deal,
    name: str,
    *,
    seed: int = 0,
    heuristic: str = "mrv",
    trace: Callable[[Event], None] | None = None,
    moved: Callable[[Move], None] | None = None,
) -> Solved:
    """Play a dealt board by the strategy of that name; `trace` hears every step of its knowledge
    base, `moved` every move.

    >>> solve(deal("easy", seed=1), "saturate").as_json()["outcome"]
    'solved'
    """
    player = strategy(name).player(listener=trace, heuristic=heuristic)
    replay = Replay(dealt, player=name, flood=False)

    def after(move: Move) -> None:
        replay.moves.append(_action(move))
        if moved:
            moved(move)

    result = play_game(Game(dealt), player, after=after)
    return Solved(dealt, seed, name, result, replay)


def _action(move: Move) -> Action:
    return Action("flag" if move.verdict is MINE else "open", move.cell)


def certify(
    dealt: Deal, name: str, *, seed: int = 0, heuristic: str = "mrv"
) -> tuple[Solved, Certificate]:
    """Play a dealt board and prove every mark; refuse a strategy that takes risks."""
    player, game = strategy(name).player(heuristic=heuristic), Game(dealt)
    certificate = Certificate(game.view, name)
    replay = Replay(dealt, player=name, flood=False)

    def before(move: Move) -> None:
        if not move.certain:
            raise BadInput(
                f"{name} takes a risk at {dealt.board.name(move.cell)}: nothing to certify"
            )
        kb = player.kb if player.strategy.proves else None
        certificate.before(move.cell, mine=move.verdict is MINE, kb=kb)

    def after(move: Move) -> None:
        certificate.after(move.cell)
        replay.moves.append(_action(move))

    result = play_game(game, player, before=before, after=after)
    return Solved(dealt, seed, name, result, replay), certificate


class AdviceJson(TypedDict):
    number: int
    do: str
    cell: str
    verdict: str
    risk: float
    certain: str | None
    why: list[str]
    best: BestJson | None


MeasuresJson = TypedDict("MeasuresJson", {"3bv": int, "openings": int, "islands": int, "zini": int})
SpeedJson = TypedDict("SpeedJson", {"3bv_per_second": float | None})


class SummaryJson(MeasuresJson, SpeedJson):
    player: str
    outcome: str
    exploded: str | None
    risks: int
    needless: int
    luck: float
    solved: int
    clicks: int
    seconds: float | None
    efficiency: float | None


class ReviewedJson(SummaryJson):
    schema: int
    moves: list[AdviceJson]


class MeasuredJson(MeasuresJson):
    schema: int
    rows: int
    cols: int
    mines: int


@dataclass(frozen=True)
class Advice:
    """One move of a game, and what could have been done instead."""

    number: int
    do: str
    cell: str
    verdict: str
    risk: float
    certain: str | None = None
    """A cell that was safe for certain when a needless risk was taken."""
    why: tuple[str, ...] = ()
    """Why it was; or why the flag is wrong."""
    best: Best | None = None
    """The best guess, where nothing was certain."""

    def as_json(self) -> AdviceJson:
        return {
            "number": self.number,
            "do": self.do,
            "cell": self.cell,
            "verdict": self.verdict,
            "risk": self.risk,
            "certain": self.certain,
            "why": list(self.why),
            "best": None if self.best is None else self.best.as_json(),
        }


@dataclass(frozen=True)
class Reviewed:
    """A game looked at move by move."""

    review: Review
    moves: list[Advice]

    def as_json(self) -> ReviewedJson:
        return {
            "schema": SCHEMA,
            **self.summary(),
            "moves": [move.as_json() for move in self.moves],
        }

    def summary(self) -> SummaryJson:
        """The game in numbers."""
        game, end = self.review, self.review.end.exploded
        board = game.replay.deal.board
        return {
            "player": game.replay.player,
            "outcome": game.outcome,
            "exploded": None if end is None else board.name(end),
            "risks": len(game.risks),
            "needless": len(game.needless),
            "luck": game.luck,
            "solved": game.solved,
            "clicks": game.clicks,
            "seconds": game.seconds,
            "3bv_per_second": game.speed,
            "efficiency": game.efficiency,
            **_measures(game.board),
        }


def review(replay: Replay) -> Reviewed:
    """Every move of a game with what could be known before it."""
    found = judge_moves(replay)
    return Reviewed(found, [_advice(note, replay.deal.board) for note in found.notes])


def _advice(note: Note, board: Board) -> Advice:
    number, (do, cell, _) = note.number, note.action
    move = Advice(number, do, board.name(cell), note.verdict, note.risk)
    if note.before is None:
        return move
    view = note.before.view
    if note.verdict == RISK:
        return replace(move, best=_least_risk(note.before))
    # Why a wrong flag is wrong, or a cell that was safe when a needless risk was taken.
    instead = cell if note.verdict == WRONG else note.before.safe[0]
    reason = tuple(explain(view, board.name(instead)).sentences())
    return replace(move, certain=board.name(instead), why=reason)


@dataclass(frozen=True)
class Measured:
    """What players compare a board by."""

    board: Board
    mines: int
    measures: Measures

    def as_json(self) -> MeasuredJson:
        rows, cols = self.board.rows, self.board.cols
        return {"schema": SCHEMA, "rows": rows, "cols": cols, "mines": self.mines,
                **_measures(self.measures)}  # fmt: skip


def measure(board: Board, layout: Layout) -> Measured:
    """3BV, openings, islands and ZiNi of a full board."""
    return Measured(board, int(layout.sum()), measure_board(board, layout))


def _measures(found: Measures) -> MeasuresJson:
    return {
        "3bv": found.bbbv,
        "openings": found.openings,
        "islands": found.islands,
        "zini": found.zini,
    }


def deal_for(
    level: Level, *, start: Start, seed: int, shape: Shape = "grid", cells: list[str] | None = None
) -> Deal:
    """A board dealt as asked; `cells` names the initial cells one by one instead."""
    dealt = deal(level, start=start, seed=seed, shape=shape)
    return dealt if cells is None else _with_cells(dealt, cells)


def deal_from_text(
    text: str | bytes,
    *,
    start: Start | None,
    seed: int,
    shape: Shape = "grid",
    cells: list[str] | None = None,
) -> Deal:
    """A board that someone wrote down, begun as asked, if its first cell allows that.

    If nothing is asked: at the first cell that the text names, or with cells given.
    """
    board, layout, first = read_full(text, shape)
    if start is None:
        zero = first is not None and not board.clues(layout)[first]
        rule = "given" if first is None else f"{'open' if zero else 'safe'}:{board.name(first)}"
        start = Start.parse(rule)
    dealt = Deal(board, layout, (), start.describe(board))
    if cells is not None:
        return _with_cells(dealt, cells)
    initial = initial_cells(board, layout, start, seed)
    for cell in initial:
        if layout[cell]:
            raise BadInput(f"the board has a mine at the first cell, {board.name(cell)}")
    if start.rule == "open" and board.clues(layout)[initial[0]]:
        raise BadInput(
            f"the first cell, {board.name(initial[0])}, does not open: a mine touches it"
        )
    return Deal(board, layout, initial, dealt.start)


def _with_cells(dealt: Deal, cells: list[str]) -> Deal:
    return Deal(dealt.board, dealt.layout, given(dealt.board, dealt.layout, cells), "given")


class LevelJson(TypedDict):
    rows: int
    cols: int
    mines: int


class StrategyJson(TypedDict):
    source: str
    summary: str
    pairs: str
    parents: str
    count: str
    stuck: str
    success: str


class AboutJson(TypedDict):
    schema: int
    version: str
    levels: dict[str, LevelJson]
    shapes: list[str]
    strategies: dict[str, StrategyJson]
    most_cells: int


def about(most_cells: int) -> AboutJson:
    """What there is to ask for, at a door that answers boards of up to so many cells."""
    return {
        "schema": SCHEMA,
        "version": version("mineproof"),
        "levels": {
            name: {"rows": one.rows, "cols": one.cols, "mines": one.mines}
            for name, one in LEVELS.items()
        },
        "shapes": list(SHAPES),
        "strategies": strategies(),
        "most_cells": most_cells,
    }


def strategies() -> dict[str, StrategyJson]:
    """How the strategies differ, in words."""
    return {
        name: {
            "source": one.source,
            "summary": one.summary,
            "pairs": one.pairs,
            "parents": one.parents,
            "count": one.count,
            "stuck": one.stuck,
            "success": one.success,
        }
        for name, one in STRATEGIES.items()
    }
