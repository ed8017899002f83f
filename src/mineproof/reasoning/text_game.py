"""Boards that need no guess, played in text: a move is judged by what was certain before it.

An opened cell that was certainly safe earns the share of the safe cells that it opened, so a game
without a guess earns 1. Any other opened cell costs the chance that it was a mine, whether it was
one or not: luck neither earns nor costs. Flags earn nothing.
"""

from collections.abc import Iterator

from mineproof.base.errors import BadInput
from mineproof.core.choice import engine
from mineproof.game.deal import Start
from mineproof.game.game import Game
from mineproof.game.levels import Level, as_level
from mineproof.game.picture import FLAG, HIDDEN
from mineproof.play.generate import NoGuessBoard, NoGuessRequest, no_guess
from mineproof.reason.why import DEEPEST
from mineproof.reasoning.tasks import named, picture, question

Move = dict[str, str | float]
Info = dict[str, str | int | list[Move]]


class TextGame:
    """An environment with `reset` and `step`, whose observations and actions are strings.

    `info` has the `seed` of the board, its `number` among the boards of the seed, its `depth`,
    whether it `uses_count`, the `outcome`, and the `moves` of the step. Each has what it did, the
    `risk` that its cell was a mine, by what was seen before the step, and how it was `judged`:
    `certain`, `wrong` (it was certainly otherwise), `lucky`, `unlucky`; `undecided` if it is a flag
    where nothing is certain, `nothing` if it has no effect.

    >>> game = TextGame("easy", depth=2)
    >>> text, info = game.reset(seed=1)
    >>> text, reward, terminated, truncated, info = game.step("open r1c1")
    >>> info["outcome"], info["moves"][0]["judged"]
    ('unfinished', 'nothing')
    """

    def __init__(self, level: str | Level = "easy", *, depth: int | None = None) -> None:
        self.level, self._least, self._most = as_level(level), depth or 1, depth or DEEPEST
        self._boards: Iterator[NoGuessBoard] | None = None

    def reset(self, *, seed: int | None = None) -> tuple[str, Info]:
        """Begin the next board; with a seed, the first board of that seed."""
        if seed is not None or self._boards is None:
            start = Start.parse("open")
            self._wish = NoGuessRequest(
                self.level, start, seed or 0, least=self._least, most=self._most
            )
            self._boards = no_guess(self._wish, tell_depth=True)
        for found in self._boards:
            self._found, self.game = found, Game(self._wish.dealt(found.layout))
            self._to_open, self._steps = self.game.deal.layout.count(0) - self.game.opened, 0
            if self._to_open:  # a board may be won by its start
                return question(self.game.view, "game"), self._info([])
        raise BadInput("no board of this level and depth was found", field="level")

    def step(self, action: str) -> tuple[str, float, bool, bool, Info]:
        """Make the moves of an answer: the view, the reward, terminated, truncated and the info.

        After as many steps as the board has cells, the game is truncated.
        """
        game, reward, moves = self.game, 0.0, list[Move]()
        odds = [] if game.over else engine().analyse(game.view).odds
        for do, name in named(action, ("open", "flag")):
            try:
                cell = game.deal.board.index(name)
            except BadInput:
                continue
            if game.over or game.view.cells[cell] not in (HIDDEN, FLAG if do == "open" else HIDDEN):
                moves.append({"do": do, "cell": name, "judged": "nothing", "risk": 0.0})
                continue
            risk, opened = round(odds[cell], 9), game.opened
            (game.flag if do == "flag" else game.flood)(cell)
            if do == "open":
                reward += -risk if risk else (game.opened - opened) / self._to_open
            moves.append({"do": do, "cell": name, "judged": self._judged(do, risk), "risk": risk})
        self._steps += 1
        truncated = not game.over and self._steps >= game.deal.board.cells
        return picture(game.view), reward, game.over, truncated, self._info(moves)

    def _judged(self, do: str, risk: float) -> str:
        if risk in (0, 1):
            return "certain" if (do == "flag") == (risk == 1) else "wrong"
        if do == "flag":
            return "undecided"
        return "lucky" if self.game.exploded is None else "unlucky"

    def _info(self, moves: list[Move]) -> Info:
        depth = self._found.depth
        assert depth is not None, "it was asked for"
        return {
            "outcome": self.game.outcome,
            "moves": moves,
            "seed": self._wish.seed,
            "number": self._found.number,
            "depth": depth.depth,
            "uses_count": depth.uses_count,
        }
