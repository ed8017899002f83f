"""`mineproof batch`: play boards with one or several players, and compare their shares of wins."""

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

import click

from mineproof.base.errors import BadInput
from mineproof.cli import options
from mineproof.cli.error_lines import FaultLines
from mineproof.cli.files import MOST_CELLS, about, output_file, output_target, read_bytes, read_text
from mineproof.cli.json_lines import json_line
from mineproof.cli.parameter_types import WholeNumber

if TYPE_CHECKING:
    from mineproof.base.json_object import Json
    from mineproof.game.board import Shape
    from mineproof.game.formats.corpus import Corpus
    from mineproof.play.bulk import Request, Row
    from mineproof.play.outside.process import Limits


class _Played(NamedTuple):
    """The games of one player; `rows` is empty if another program has played them."""

    player: str
    won: dict[int, bool]
    """whether it has won each board; not every board, if another program has played"""
    rows: "list[Row]"

    @property
    def faults(self) -> int:
        return sum(bool(row.fault) for row in self.rows)


@options.command
@options.file("Full boards in any format", "BOARDS")
@options.strategy("guess")
@options.strategies
@options.option(
    "--results",
    "Results of another program, as one more player: lines of JSON with `board`, from 0, and"
    " `won`; it may have played a part of the boards. May be repeated.",
    click.Path(),
    metavar="FILE",
    multiple=True,
)
@options.option("--skip", "Boards to skip at the beginning.", WholeNumber(0), 0)
@options.option("--limit", "Play at most this many boards.", WholeNumber(1))
@options.shape
@options.workers(None)
@options.think
@options.program_limits
@options.output("out", "Write one line of JSON per game to this file.")
@options.as_json
def batch(
    file: str,
    strategy: str,
    strategies: list[str] | None,
    results: tuple[str, ...],
    skip: int,
    limit: int | None,
    shape: "Shape",
    workers: int | None,
    think: str | None,
    limits: "Limits",
    out: str | None,
    as_json: bool,
) -> int:
    """Play every board of a file; say how many were won, with 95 % intervals.

    With several players, all play the same boards, and the differences between them are paired.
    A game in which a strategy gets stuck is not won. Times are CPU times. The reasons of faults are
    reported on standard error.

    A game begins as the file says: with its first cell, or else with round(sqrt(cells)) given
    cells. `mineproof solve FILE` plays one board from another start.

    \b
    mineproof generate --level expert --count 1000 --out boards.txt
    mineproof batch boards.txt --workers 1
    mineproof batch boards.txt --strategies guess,least-risk --think fast
    mineproof batch boards.txt --strategy "exec:./a.out" --results theirs.jsonl
    """
    from mineproof.answers.boards import corpora_from_text
    from mineproof.cli.engine_notice import warn_if_engine_is_missing
    from mineproof.play.bulk import Request, cores
    from mineproof.play.outside.players import strategy_named

    if strategies is not None:
        options.refuse_together("name all players in --strategies instead", "strategy")
    players = strategies or [strategy]
    for named, field in (([*players], "strategies"), ([*players, *results], "results")):
        again = next((name for name in named if named.count(name) > 1), None)
        if again is not None:
            raise BadInput(f"{again} is named twice", field=field)
    if "guess" not in players:
        options.refuse_together("goes with --strategy guess", "think")
    options.refuse_limits_without_a_program(*players)
    raw = read_bytes(file)
    with about(file):
        corpora = corpora_from_text(raw, skip=skip, limit=limit, shape=shape, most_each=MOST_CELLS)
    boards = range(skip, skip + sum(len(corpus.layouts) for corpus in corpora))
    others = [
        _Played(name, _results(name, boards, all_boards=limit is None), []) for name in results
    ]
    if any(strategy_named(name, limits).counts for name in players):
        warn_if_engine_is_missing()
    target = output_target(out)
    played = []
    for name in players:
        rows = _play(corpora, Request(name, think or "normal", limits), workers or cores())
        played.append(_Played(name, {row.board: row.won for row in rows}, rows))
    with output_file(target) as to:
        for one in played if to else ():
            who = {"player": one.player} if len(played) > 1 else {}
            to.writelines(json_line(_game(row, who)) + "\n" for row in one.rows)  # type: ignore[union-attr]
    for one in played:
        faults = FaultLines()
        for row in one.rows:
            if row.fault:
                faults.tell(f"board {row.board}: {row.fault}")
        faults.end()
    _tell([*played, *others], as_json)
    return 0


def _play(corpora: "list[Corpus]", request: "Request", workers: int) -> "list[Row]":
    from mineproof.cli.progress import progress_bar
    from mineproof.play.bulk import play_corpus

    rows: list[Row] = []
    with progress_bar(request.player, sum(len(corpus.layouts) for corpus in corpora)) as advance:
        for corpus in corpora:
            for chunk in play_corpus(corpus, request, workers):
                rows += chunk
                advance(len(chunk))
    return rows


def _results(file: str, boards: range, *, all_boards: bool) -> dict[int, bool]:
    """Return what a file says about these boards; `all_boards`: there are none after them."""
    from mineproof.game.json_text import parse

    won: dict[int, bool] = {}
    for number, line in enumerate(read_text(file).splitlines(), start=1):
        if not line.strip():
            continue
        try:
            row = parse(line)
        except ValueError as problem:
            raise BadInput(f"{file}: line {number}: not JSON: {problem}") from None
        board, result = (row.get("board"), row.get("won")) if isinstance(row, dict) else (0, 0)
        if type(board) is not int or type(result) is not bool:
            example = '{"board": 0, "won": true}'
            raise BadInput(f"{file}: line {number}: expected an object such as {example}")
        if board in won:
            raise BadInput(f"{file}: line {number}: board {board} for the second time")
        if boards and (board < 0 or (all_boards and board >= boards.stop)):
            line = f"there is no board {board}: the first one is 0, the last {boards.stop - 1}"
            raise BadInput(f"{file}: line {number}: {line}")
        won[board] = result
    known = {board: won[board] for board in boards if board in won}
    if boards and not known:
        first, last = boards[0], boards[-1]
        raise BadInput(f"{file}: no result of a board from {first} to {last}; the first one is 0")
    return known


def _game(row: "Row", who: "Json") -> "Json":
    game = {"board": row.board, "won": row.won, "guesses": row.guesses, "ms": round(row.ms, 4)}
    return {**who, **game, **({"fault": row.fault} if row.fault else {})}


def _tell(played: list[_Played], as_json: bool) -> None:
    """Print the share of wins of each player, and the difference of every two."""
    from mineproof.play.rates import paired_difference, wilson

    for one in played:
        won, games = sum(one.won.values()), len(one.won)
        rate, low, high = wilson(won, games)
        ms = sum(row.ms for row in one.rows) / games if one.rows else None
        if as_json:
            share: Json = {"games": games, "won": won, "rate": rate, "low": low, "high": high}
            share |= {"ms_per_game": ms, **({"faults": one.faults} if one.faults else {})}
            print(json_line({"player": one.player, **share}))
        else:
            interval = f"{100 * rate:.2f} % [{100 * low:.2f}, {100 * high:.2f}]"
            cost = "" if ms is None else f", {ms:.3f} ms a game"
            faults = f", faults: {one.faults}" if one.faults else ""
            print(f"{one.player}: {won} of {games} won, {interval}{cost}{faults}")
    for one, other in combinations(played, 2):
        both = [board for board in one.won if board in other.won]
        found = paired_difference(*([each.won[board] for board in both] for each in (one, other)))
        if as_json:
            pair = {"player": one.player, "less": other.player, "games": found.n}
            difference = {"difference": found.value, "low": found.low, "high": found.high}
            print(json_line({**pair, **difference, "p": found.p}))
        else:
            some = len(both) < max(len(one.won), len(other.won))
            where = f" on {len(both)} board{'s' * (len(both) != 1)}" if some else ""
            told = found if both else "no board in common"
            print(f"{one.player} less {other.player}{where}: {told}")
