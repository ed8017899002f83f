"""`Game`: a deal, the moves of a player, and the `View` that the player sees."""

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, NamedTuple, Self

from mineproof.base.arguments import require
from mineproof.base.errors import BadInput
from mineproof.game.board import Cell
from mineproof.game.deal import Deal
from mineproof.game.picture import FLAG, HIDDEN
from mineproof.game.view import View

if TYPE_CHECKING:
    from mineproof.game.replay import Replay
    from mineproof.play.player import MakesPlayers, Move, Player, Result


class _Recorded(NamedTuple):
    """One move of a game."""

    do: Literal["open", "flag", "unflag", "chord"]
    cell: int
    flooded: bool
    """Whether zeros opened their neighbours."""
    opened: tuple[int, ...]
    """The cells that the move opened."""

    def __deepcopy__(self, memo: dict[int, object]) -> "_Recorded":
        return self  # nothing in it changes


class Game:
    """One game. Opening a mine ends it; a flag is never checked.

    The given cells, or those that the first click opens, are open at the start. That is no move,
    and neither is opening one of them again, which returns its clue.

    `view` is what the player sees, `board` its shape and the names of its cells, and `deal` the
    board with its mines. `opened` and `flagged` count the cells that are open and flagged;
    `exploded` is the index of the opened mine, or None. `start_cells` has the clue of each cell
    that was open at the start.
    `outcome` is "won", "lost" or, while neither is decided, "unfinished". The game is `won` when
    every safe cell is open, `over` when it is won or lost, `finished` when no cell is left to mark,
    and `complete` when every cell is marked rightly: players may go on after a win to flag the
    mines that are left.

    A cell may be given as "r2c1", as (2, 1), or as an index.

    >>> from mineproof import Game, deal
    >>> game = Game(deal("easy", start="open:r3c3", seed=1))
    >>> print(str(game.view)[:35])
    . . . . . 1 # # #
    . . . . . 1 # # #
    >>> game.outcome
    'unfinished'
    """

    opened: int
    """The number of cells that are open."""
    flagged: int
    """The number of flags."""

    def __init__(self, deal: Deal) -> None:
        require(deal, Deal, "a Deal, such as deal('easy')")
        self.deal = deal
        self.board = deal.board
        self._cells = deal.board.cells
        self._clues = deal.board.clues(deal.layout)
        self._seen = array("b", [HIDDEN]) * deal.board.cells
        self._moves: list[_Recorded] = []
        self.view = View(deal.board, deal.mines, memoryview(self._seen), deal.initial, deal.start)
        self.opened = 0
        self.flagged = 0
        self.exploded: int | None = None
        if deal.start.startswith("given"):
            opened = self._open_hidden(dict.fromkeys(deal.initial))
        else:
            opened = tuple([there for cell in deal.initial for there in self._flood(cell)])
        self.start_cells = {cell: self._clues[cell] for cell in opened}
        self._closed_start: dict[int, int] = {}

    def close_start(self) -> bool:
        """Close the start again, for built-in strategies, which open it; return whether it is.

        After a move nothing is closed.
        """
        if self._moves:
            return False
        for cell in self.start_cells:
            self._seen[cell] = HIDDEN
        self.opened -= len(self.start_cells)
        self._closed_start, self.start_cells = self.start_cells, {}
        return True

    def open_start(self) -> None:
        """Open what `close_start` closed and a strategy has left closed."""
        if self.exploded is None and self._closed_start:
            self.start_cells, self._closed_start = self._closed_start, {}
            self._open_hidden(self.start_cells)

    def copy(self) -> Self:
        """Return an independent copy of the game. Attributes that were added to it are shared."""
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        other._moves = [*self._moves]
        other._seen = self._seen[:]
        other.view = replace(self.view, cells=memoryview(other._seen))
        return other

    def __copy__(self) -> Self:
        return self.copy()

    def __repr__(self) -> str:
        return f"<Game {self.deal.board.size}, {self.deal.mines} mines, {self.outcome}>"

    def __str__(self) -> str:
        return str(self.view)

    def _repr_html_(self) -> str:
        return self.view._repr_html_()

    @property
    def unmarked(self) -> int:
        """The number of cells that are neither open nor flagged."""
        return self._cells - self.opened - self.flagged

    @property
    def won(self) -> bool:
        """Whether every safe cell is open."""
        return self.exploded is None and self.opened == self._cells - self.view.mines

    @property
    def complete(self) -> bool:
        """Whether every safe cell is open and every mine is flagged."""
        return self.won and not self.unmarked

    @property
    def over(self) -> bool:
        """Whether the game is won or lost."""
        return self.exploded is not None or self.won

    @property
    def finished(self) -> bool:
        """Whether a mine was opened, or every cell is open or flagged: then no move is left."""
        return self.exploded is not None or not self.unmarked

    @property
    def outcome(self) -> Literal["won", "lost", "unfinished"]:
        """The outcome so far. A result calls it "stuck" if the player stops unfinished."""
        if self.exploded is not None:
            return "lost"
        return "won" if self.won else "unfinished"

    @property
    def wrong(self) -> int:
        """The number of wrong marks: flags on safe cells, and an opened mine."""
        marked = zip(self._seen, self.deal.layout, strict=True)
        flags = sum(value == FLAG and not mine for value, mine in marked)
        return flags + (self.exploded is not None)

    @property
    def replay(self) -> "Replay":
        """Return the moves so far as a replay, for `review`, or to write to a file.

        If the start and every move opened the neighbours of zeros, as people play, the replay does
        so too. Otherwise each opened cell is a separate move, the given cells included.
        """
        from mineproof.game.replay import Action, Replay

        if self._is_flooded():
            return Replay(self.deal, [Action(move.do, move.cell) for move in self._moves])
        opened = {cell for move in self._moves for cell in move.opened}
        moves = [Action("open", cell) for cell in self.start_cells if cell not in opened]
        for move in self._moves:
            if move.do in ("open", "chord"):
                moves += [Action("open", cell) for cell in move.opened]
            else:
                moves.append(Action(move.do, move.cell))
        return Replay(self.deal, moves, flood=False)

    def _is_flooded(self) -> bool:
        """Tell whether the start and every move opened what a click of a person opens."""
        if any(move.do in ("open", "chord") and not move.flooded for move in self._moves):
            return False
        at_start, around = self.start_cells.keys(), self.deal.board.neighbours_of
        zeros = [cell for cell, clue in self.start_cells.items() if clue == 0]
        return at_start >= {*self.deal.initial, *(near for zero in zeros for near in around(zero))}

    def play(self, player: "Player | MakesPlayers | str") -> "Result":
        """Let a player play to the end; return the result, as `play_game` does.

        >>> from mineproof import Game, deal
        >>> Game(deal("easy", seed=1)).play("saturate").outcome
        'won'
        """
        from mineproof.play.player import play_game

        return play_game(self, player)

    def moves(self, player: "Player | MakesPlayers | str") -> Iterator["Move"]:
        """Yield each move of a player when it has been made, to look at the game in between."""
        from mineproof.play.player import moves_of

        return moves_of(self, player)

    def open(self, cell: Cell | list[Cell], *more: Cell) -> int | None:
        """Open cells, or those of a list, one after the other, until one is a mine.

        Return the clue of the last cell, or None if it is a mine and the game is lost. Several
        indices are a list: `open(2, 1)` would be read as a row and a column, and is refused.
        """
        if isinstance(cell, list):
            if not cell:
                raise BadInput("expected at least one cell to open")
            more = (*cell[1:], *more)
            cell = cell[0]
        elif more and type(cell) is type(more[0]) is int:
            where = f"open(({cell}, {more[0]})) for a row and a column"
            raise BadInput(f"{where}, open([{cell}, {more[0]}]) for cells by index")
        clue = self._open_again(cell)
        for another in more:
            if clue is None:
                break
            clue = self._open_again(another)
        return clue

    def _open_again(self, cell: Cell) -> int | None:
        """Open a cell; one that was open at the start may be opened again."""
        at = cell if type(cell) is int else self._index(cell)
        if at in self.start_cells and self.exploded is None:
            return self.start_cells[at]
        clue = self._open(at)
        self._moves.append(_Recorded("open", at, False, (at,)))
        return clue

    def flood(self, cell: Cell) -> None:
        """Open a cell as people do: a zero opens its neighbours too."""
        at = self._index(cell)
        opened = self._flood(at)
        if at in self.start_cells and not self._moves:
            self.start_cells = self.start_cells | {there: self._clues[there] for there in opened}
        elif opened or at not in self.start_cells:
            self._moves.append(_Recorded("open", at, True, opened))

    def chord(self, cell: Cell, *, flood: bool = True) -> None:
        """Open all neighbours of an open cell that are neither open nor flagged.

        Nothing happens unless the number of flags around the cell equals its clue, as in usual
        Minesweeper programs.
        """
        at = self._index(cell)
        opened: list[int] = []
        for there in self.chorded(at):
            if self._seen[there] == HIDDEN and self.exploded is None:
                if flood:
                    opened += self._flood(there)
                else:
                    self._open(there)
                    opened.append(there)
        self._moves.append(_Recorded("chord", at, flood, tuple(opened)))

    def chorded(self, cell: Cell) -> list[int]:
        """Return the cells that a chord would open."""
        at = self._index(cell)
        around = self.deal.board.neighbours[at]
        flags = sum(self._seen[there] == FLAG for there in around)
        if self._seen[at] < 0 or flags != self._seen[at]:
            return []
        return [there for there in around if self._seen[there] == HIDDEN]

    def flag(self, cell: Cell) -> None:
        """Put a flag on a cell. Nothing checks whether it is a mine."""
        at = cell if type(cell) is int else self._index(cell)
        if self._still_closed(at) == HIDDEN:
            self._mark(at)
            self._moves.append(_Recorded("flag", at, False, ()))

    def unflag(self, cell: Cell) -> None:
        """Remove a flag; nothing happens if there is none."""
        at = self._index(cell)
        if self._seen[at] == FLAG:
            self._seen[at] = HIDDEN
            self.flagged -= 1
            self._moves.append(_Recorded("unflag", at, False, ()))

    def _index(self, cell: Cell) -> int:
        return self.deal.board.index(cell)

    def _open(self, cell: int) -> int | None:
        if self._still_closed(cell) == FLAG:
            self.flagged -= 1
        if self.deal.layout[cell]:
            self.exploded = cell
            self._mark(cell)
            return None
        self._seen[cell] = clue = self._clues[cell]
        self.opened += 1
        return clue

    def _flood(self, cell: int) -> tuple[int, ...]:
        if self.deal.layout[cell]:
            self._open(cell)
            return (cell,)
        return self._open_hidden(self.deal.board.flood(cell, self._clues))

    def _open_hidden(self, cells: Iterable[int]) -> tuple[int, ...]:
        opened = tuple([cell for cell in cells if self._seen[cell] < 0])
        for cell in opened:
            self._open(cell)
        return opened

    def _mark(self, cell: int) -> None:
        self._seen[cell] = FLAG
        self.flagged += 1

    def _still_closed(self, cell: int) -> int:
        """Return the present value of a cell.

        Raise `BadInput` if it cannot be opened or flagged.
        """
        if self.exploded is not None:
            raise BadInput("the game is over: a mine was opened")
        if not 0 <= cell < self._cells:
            raise BadInput(f"cell {cell} lies outside the {self.deal.board.size} board")
        seen = self._seen[cell]
        if seen >= 0:
            raise BadInput(f"{self.deal.board.name(cell)} is already open")
        return seen
