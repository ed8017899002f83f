"""Check each clause that a program reports against the position and the rules.

Is the clause entailed by the cells that are open at that time and the mine count? Is it already
known, or subsumed? Does it come from a clue, or from a pair that the rules allow? If the game is
stuck: is a unit not taken, is a clause of a clue missing, is a resolvent missing?
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from mineproof.game.deal import Deal
from mineproof.game.game import Game
from mineproof.grade._mirror import Mirror, TooMuchWork
from mineproof.grade._watched import Watched
from mineproof.logic.cardinality import exactly
from mineproof.logic.sat import new_solver, solve
from mineproof.proof.clause import Clause
from mineproof.reason.symbols import clause_text, variables
from mineproof.reason.words import CommandTexts, Phrase

_KEPT = 20  # clauses that are not entailed; further ones are only counted
# Work is counted in pairs of clauses that are compared (see `Mirror`). Counting eight cells takes
# about as long as comparing one pair. A call of the solver takes as long as two pairs for each cell
# of the board.
_CELLS_A_PAIR = 8
_SOLVER_PAIRS_A_CELL = 2


@dataclass(frozen=True)
class Difference:
    """The first difference between a program and the reference knowledge base."""

    board: str
    step: int
    """the number of the line in its game, from 1"""
    kind: str
    clause: str
    reason: Phrase
    """a key of the commands' texts, part `grade`"""

    def text(self, language: str = "en") -> str:
        """Return what is wrong with the clause."""
        return CommandTexts("grade", language)(self.reason.key, **self.reason.values)


@dataclass(frozen=True)
class Unmade:
    """A missing resolvent, and its parents."""

    board: str
    resolvent: str
    pair: str
    other: str

    def text(self, language: str = "en") -> str:
        """Return the resolvent and its parents in one line."""
        return CommandTexts("grade", language)("resolvent", **vars(self))


@dataclass
class ClauseReport:
    """Counts about the clauses of some games."""

    claims: int = 0
    """cells that were opened or flagged, without given cells and guesses, in the checked games"""
    claims_by_clauses: int = 0
    """those of them that follow as a unit from the reported clauses, by the rules"""
    told: int = 0
    entailed: int = 0
    duplicates: int = 0
    subsumed: int = 0
    games: int = 0
    unchecked: int = 0
    """games with too many clauses, which were not checked to their end"""
    largest: int = 0
    units_left: int = 0
    """stuck games in which a unit was left in the base"""
    unmade: Unmade | None = None
    """a resolvent that is missing in a stuck game"""
    first_difference: Difference | None = None
    not_entailed: list[Difference] = field(default_factory=list)

    def check(self, board: str, played: Watched) -> None:
        """Add the clauses and the claims of one game, if its lines were kept."""
        if not any(line.word == "clause" for line in played.lines):
            claims = {line.cell for line in played.lines if line.word in ("open", "flag")}
            self.claims += len(claims.difference(played.deal.initial))
            return
        self.games += 1
        one = _Check(self, board, played)
        try:
            one.run()
        except TooMuchWork:
            self.unchecked += 1
        finally:
            one.close()


class _Check:
    """Follows one game line by line."""

    def __init__(self, report: ClauseReport, name: str, played: Watched) -> None:
        self._report = report
        self._name = name
        self._played = played
        self._board = played.deal.board
        self._clues = played.deal.board.clues(played.deal.layout)
        self._open: dict[int, int] = {}
        self._marked: set[int] = set()
        self._mirror = Mirror()
        self._by_clauses: set[int] = set()  # literals that were units of the reported clauses
        self._solver = _Layouts(played.deal)
        self._step = 0
        self._differs = report.first_difference is not None
        # If one clause or one mark is not entailed, the knowledge base proves nothing about the
        # others.
        self._trusted = not played.claims
        self._tells_units = any(line.word == "unit" for line in played.lines)

    def close(self) -> None:
        self._report.largest = max(self._report.largest, self._mirror.largest)
        self._solver.close()

    def run(self) -> None:
        for cell in Game(self._played.deal).start_cells:
            self._opened(cell)
        for line in self._played.lines:
            self._step += 1
            if line.word == "clause":
                self._clause(line.clause)
            elif line.word == "unit":
                [lit] = line.clause
                self._decide(lit)
            elif line.word == "flag":
                self._claim(line.cell + 1)
                self._mark(line.cell + 1)
            elif line.word in ("open", "guess"):
                if line.word == "open":
                    self._claim(-(line.cell + 1))
                if self._played.deal.layout[line.cell]:
                    break
                self._opened(line.cell)
        if self._played.lines_dropped:
            raise TooMuchWork
        if self._played.stuck:
            self._stuck()

    def _opened(self, cell: int) -> None:
        if cell not in self._open:
            self._open[cell] = self._clues[cell]
            self._solver.open(cell, self._clues[cell])
            self._mark(-(cell + 1))

    def _claim(self, lit: int) -> None:
        """Count a claim about a cell that is not marked yet."""
        if lit in self._marked or -lit in self._marked:
            return
        self._report.claims += 1
        by_clauses = lit in self._by_clauses or frozenset([lit]) in self._mirror.derived
        self._report.claims_by_clauses += by_clauses

    def _mark(self, lit: int) -> None:
        self._marked.add(lit)
        if not self._tells_units:
            self._decide(lit)

    def _decide(self, lit: int) -> None:
        if frozenset([lit]) in self._mirror.derived:
            self._by_clauses.add(lit)
        self._mirror.decide(lit)

    def _clause(self, clause: Clause) -> None:
        report, mirror = self._report, self._mirror
        report.told += 1
        derived = self._follows(clause)
        if self._entailed(clause, derived):
            report.entailed += 1
        else:
            self._trusted = False
            found = self._difference("not entailed", clause, Phrase("not entailed"))
            if len(report.not_entailed) < _KEPT:
                report.not_entailed.append(found)
            self._differ(found)
        if len(clause) == 1 and not self._tells_units and clause <= mirror.decided:
            return  # the unit of a cell that is already marked, such as a given cell
        left = mirror.reduced(clause)
        if left is None:
            report.subsumed += 1
            self._note("subsumed", clause, Phrase("made true"))
            return
        if left != clause:
            self._note("decided", clause, Phrase("decided"))
        stricter = mirror.stricter(left)
        if left in mirror.untold:
            mirror.untold.discard(left)
        elif left in mirror.clauses:
            report.duplicates += 1
            self._note("duplicate", clause, Phrase("duplicate"))
        elif stricter is not None:
            report.subsumed += 1
            shown = clause_text(self._board, stricter)
            self._note("subsumed", clause, Phrase("stricter", clause=shown))
        if stricter is None:
            mirror.add(left, derived=derived)

    def _follows(self, clause: Clause) -> bool:
        """Tell whether a clause follows by the rules from what was reported before."""
        if len(clause) == 1 and clause <= self._marked:
            return True
        return self._by_clue(clause) or self._mirror.has_parents(clause)

    def _entailed(self, clause: Clause, by_rule: bool) -> bool:
        """Tell whether the position entails a clause; ask a solver if no rule shows it."""
        if by_rule and self._trusted:
            return True
        self._mirror.count_work(_SOLVER_PAIRS_A_CELL * self._board.cells)
        entailed = self._solver.entail(clause)
        if entailed and not by_rule:
            self._note("no parents", clause, Phrase("no parents"))
        return entailed

    def _by_clue(self, clause: Clause) -> bool:
        """Tell whether one clue or the mine count, without marked cells, gives a clause."""
        positive = [lit > 0 for lit in clause]
        if not clause or any(positive) != all(positive):
            return False
        cells = {abs(lit) - 1 for lit in clause}
        least = min(cells)
        for at in self._board.neighbours[least]:
            if at in self._open and self._gives(clause, self._board.neighbours[at], self._open[at]):
                return True
        deal = self._played.deal
        self._mirror.count_work(deal.board.cells // _CELLS_A_PAIR)
        return self._gives(clause, range(deal.board.cells), deal.mines)

    def _gives(self, clause: Clause, cells: Iterable[int], mines: int) -> bool:
        marked, within, others = self._marked, 0, 0
        for cell in cells:
            variable = cell + 1
            if variable in clause or -variable in clause:
                within += 1
            elif variable in marked:
                mines -= 1
            elif -variable not in marked:
                others += 1
        if within != len(clause):
            return False
        return mines > others if next(iter(clause)) > 0 else mines < within

    def _stuck(self) -> None:
        report, mirror = self._report, self._mirror
        units = [clause for clause in mirror.clauses if len(clause) == 1]
        left = [unit for unit in units if not unit <= self._marked]
        if left:
            report.units_left += 1
            self._note("unit left", min(left, key=sorted), Phrase("unit left"))
        self._find_untold_clue()
        found = mirror.unmade()
        if found and report.unmade is None:
            pair, other, resolvent = (clause_text(self._board, one) for one in found)
            report.unmade = Unmade(self._name, resolvent, pair, other)

    def _find_untold_clue(self) -> None:
        """Note the first clause of a clue that is neither in the base nor subsumed by it."""
        if self._differs:
            return
        neighbours, marked, mirror = self._board.neighbours, self._marked, self._mirror
        for at, number in self._open.items():
            around = variables(neighbours[at])
            left = [var for var in around if var not in marked and -var not in marked]
            count = number - sum(var in marked for var in around)
            if not left or not 0 <= count <= len(left):
                continue
            for clause in exactly(count, left):
                if clause not in mirror.clauses and mirror.stricter(clause) is None:
                    name = self._board.name(at)
                    self._note("missing", clause, Phrase("missing", cell=name))
                    return

    def _difference(self, kind: str, clause: Clause, reason: Phrase) -> Difference:
        return Difference(self._name, self._step, kind, clause_text(self._board, clause), reason)

    def _note(self, kind: str, clause: Clause, reason: Phrase) -> None:
        if not self._differs:
            self._differ(self._difference(kind, clause, reason))

    def _differ(self, found: Difference) -> None:
        if not self._differs:
            self._differs, self._report.first_difference = True, found


class _Layouts:
    """The layouts that fit the cells opened so far, in a solver."""

    def __init__(self, dealt: Deal) -> None:
        self._solver = new_solver("minicard")
        self._board = dealt.board
        self._say(range(dealt.board.cells), dealt.mines)

    def close(self) -> None:
        self._solver.delete()

    def open(self, cell: int, clue: int) -> None:
        self._solver.add_clause([-(cell + 1)])
        self._say(self._board.neighbours[cell], clue)

    def entail(self, clause: Clause) -> bool:
        return not solve(self._solver, [-lit for lit in clause])

    def _say(self, cells: Iterable[int], mines: int) -> None:
        about = variables(cells)
        if about:
            self._solver.add_atmost(about, mines)
            self._solver.add_atmost([-variable for variable in about], len(about) - mines)
