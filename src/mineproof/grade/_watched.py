"""Play one game and check every claim at the time it is made.

A claim is an `open` or a `flag` that is not called a guess. It is *wrong* if the layout contradicts
it, and *unjustified* if it is right but not entailed by the position.
"""

from contextlib import suppress
from dataclasses import dataclass, field

from mineproof.base.errors import PlayerFault, TooWide
from mineproof.core.choice import engine
from mineproof.game.deal import Deal
from mineproof.game.game import Game
from mineproof.game.view import View
from mineproof.logic.observer import Event
from mineproof.play.outside.lines import Line
from mineproof.play.outside.players import CS50, OutsideStrategy, is_outside, separate
from mineproof.play.outside.process import Limits
from mineproof.play.player import MINE, Move, close, play_game
from mineproof.play.strategies import Strategy, StrategyPlayer, strategy
from mineproof.reason.deduce import analyse
from mineproof.reason.prove import two_layouts

MOST_GAMBLES = 1000  # guesses of one player whose risks are computed
MOST_LINES = 200_000
"""Lines of one game that are kept to be checked. A game on a hard board has some 20,000."""
_SAID = Line("say")  # keeps the numbers of lines; the text is not needed


@dataclass(frozen=True)
class Claim:
    """A wrong or unjustified claim, with the position in which it was made."""

    cell: int
    mine: bool
    wrong: bool
    view: View


@dataclass
class Watched:
    """The result of a game."""

    deal: Deal
    stuck: bool
    """whether the player stopped before the board was complete, without a mine or a fault"""
    determined: float
    """the share of correctly marked cells"""
    ms: float
    view: View
    """how the game ended"""
    stop: View | None
    """the position in which the player first guessed or gave up; None if it did neither"""
    claims: list[Claim] = field(default_factory=list)
    """the claims that are wrong or unjustified"""
    lines: list[Line] = field(default_factory=list)
    """the lines of the program, if they were kept"""
    fault: PlayerFault | None = None
    lines_dropped: bool = False
    """whether there were more lines than are kept"""
    deduced: int = 0
    """the cells that the player claimed rightly, by what it saw; given cells do not count"""
    complete: bool = False
    """whether every cell is marked rightly, without a guess or a claim that did not follow"""
    gambles: list[tuple[float, bool]] = field(default_factory=list)
    """the risk of each cell that was opened and did not follow, and whether it was a mine"""


class Entailed:
    """Finds the entailed cells of the present position, with as few computations as possible."""

    def __init__(self, game: Game) -> None:
        self._view = game.view
        self._deducer = engine().deducer(game.view.board, game.view.mines)
        self._told: set[int] = set()
        self._verdicts: dict[int, bool] = {}

    def verdict(self, cell: int) -> bool | None:
        """Return True for an entailed mine, False for an entailed safe cell, None for neither."""
        if cell not in self._verdicts:
            self._update()
        return self._verdicts.get(cell)

    def _update(self) -> None:
        for cell, clue in enumerate(self._view.cells.tolist()):
            if clue >= 0 and cell not in self._told:
                self._told.add(cell)
                self._verdicts[cell] = False
                self._deducer.open(cell, clue)
        while True:
            safe, mined = self._deducer.deduce()
            if not safe and not mined:
                return
            self._verdicts |= dict.fromkeys(safe, False) | dict.fromkeys(mined, True)


class Watcher:
    """Plays games with one player, one after another. `close` ends its process."""

    def __init__(self, name: str, limits: Limits) -> None:
        self.name = name
        self.has_count = not name.startswith(CS50)
        """whether the player is told the mine count"""
        self.seconds = 0.0  # of all games, as the limits count them: CPU time and sleep
        self._found: Watched | None = None  # the present game
        self._keeps_lines = False
        self._deduced: set[int] = set()
        self._gambles_left = MOST_GAMBLES
        self._gambled = False
        self._player: StrategyPlayer | None = None
        self._strategy: Strategy = (
            separate(name, limits, self._hear) if is_outside(name) else strategy(name)
        )

    def close(self) -> None:
        """End the player."""
        if self._player:
            close(self._player)

    def play(self, dealt: Deal, *, judge: bool = True, keep_lines: bool = False) -> Watched:
        """Play a board. Claims are checked, and lines kept, on request."""
        game = Game(dealt)
        found = Watched(dealt, stuck=False, determined=0.0, ms=0.0, view=game.view, stop=None)
        self._found, self._keeps_lines = found, keep_lines
        self._deduced, self._gambled = set(), False
        entailed, given = Entailed(game) if judge else None, set(dealt.initial)

        def before(move: Move) -> None:
            if not move.certain:
                if judge:
                    self._gamble(move)
                if found.stop is None:
                    found.stop = game.view.copy()
            elif entailed and move.cell not in given:
                self._judge(entailed, move)

        player = self._made_player(keep_lines)
        result = play_game(game, player, before=before)
        self.seconds += getattr(player, "seconds", result.ms / 1000)
        found.stuck = game.exploded is None and not (result.complete or result.fault)
        if found.stuck and game.unmarked and found.stop is None:
            found.stop = game.view.copy()
        found.complete = result.complete and not self._gambled
        found.determined = 1 - (game.unmarked + game.wrong) / dealt.board.cells
        found.deduced = len(self._deduced)
        found.ms, found.fault = result.ms, result.fault
        return found

    def _made_player(self, keep_lines: bool) -> StrategyPlayer:
        """Return the player from outside, or a new built-in one whose steps become lines."""
        if isinstance(self._strategy, OutsideStrategy):
            if self._player is None:
                self._player = self._strategy.player()
            return self._player
        listener = self._hear_event if keep_lines and self._strategy.traces else None
        return self._strategy.player(record=False, listener=listener)

    def _judge(self, entailed: Entailed, move: Move) -> None:
        assert self._found is not None
        found, mine = self._found, move.verdict is MINE
        wrong = bool(found.deal.layout[move.cell]) != mine
        if not wrong and _entails(entailed, move, found.view):
            self._deduced.add(move.cell)
        else:
            found.claims.append(Claim(move.cell, mine, wrong, found.view.copy()))
            self._gamble(move)

    def _gamble(self, move: Move) -> None:
        """Note the risk of opening a cell, and what came of it."""
        assert self._found is not None
        found = self._found
        self._gambled = True
        if move.verdict is MINE or not self._gambles_left:
            return
        self._gambles_left -= 1
        with suppress(TooWide):
            risk = float(analyse(found.view).risks[move.cell])
            if risk:
                found.gambles.append((risk, bool(found.deal.layout[move.cell])))

    def _hear(self, line: Line) -> None:
        self._keep(line)
        found = self._found
        if not found or line.word != "flag" or found.view.cells[line.cell] < 0:
            return
        # This flag changes nothing, but it is a claim about an open cell. It counts once.
        if not any(one.mine and one.cell == line.cell for one in found.claims):
            found.claims.append(Claim(line.cell, True, True, found.view.copy()))

    def _keep(self, line: Line) -> None:
        found = self._found
        if not found or not self._keeps_lines:
            return
        if len(found.lines) < MOST_LINES:
            found.lines.append(_SAID if line.word == "say" else line)
        else:
            found.lines_dropped = True

    def _hear_event(self, event: Event) -> None:
        if event.kind == "insert":
            self._keep(Line("clause", clause=event.clause))
        elif event.kind == "take":
            [lit] = event.clause
            self._keep(Line("unit", clause=event.clause))
            self._keep(Line("flag" if lit > 0 else "open", abs(lit) - 1))


def _entails(entailed: Entailed, move: Move, view: View) -> bool:
    """Tell whether the position entails a move that the layout does not contradict."""
    try:
        return entailed.verdict(move.cell) == (move.verdict is MINE)
    except TooWide:  # too large to count: ask a solver about this one cell
        return two_layouts(view, move.cell) is None
