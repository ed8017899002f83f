"""`mineproof batch`: play a corpus of boards and print the share of wins with its interval."""

import json
from typing import TYPE_CHECKING

from mineproof.cli import options
from mineproof.cli.error_lines import tell
from mineproof.cli.files import about, output_file, output_target, read_bytes

if TYPE_CHECKING:
    from mineproof.game.formats.corpus import Corpus
    from mineproof.play.bulk import Request, Row, Summary


_FAULTS = 10  # the most faults that are printed


@options.command
@options.file("A board corpus, plain or gzip", "BOARDS")
@options.strategy("guess")
@options.skip
@options.limit
@options.workers(None)
@options.think
@options.program_limits
@options.out_games
@options.as_json
def batch(
    file: str,
    strategy: str,
    skip: int,
    limit: int | None,
    workers: int | None,
    think: str | None,
    move_seconds: float,
    game_seconds: float,
    line_bytes: int,
    game_lines: int,
    out: str | None,
    as_json: bool,
) -> int:
    """Play every board of a corpus; say how many were won, with a 95 % interval.

    A game in which the strategy gets stuck is not won. Times are CPU times. A game that a program
    loses by a fault is reported on standard error.

    \b
    mineproof generate --level expert --count 1000 --out boards.txt
    mineproof batch boards.txt --workers 1
    mineproof batch boards.txt --strategy guess --think fast
    mineproof batch boards.txt --strategy "exec:./a.out"
    """
    from mineproof.cli.engine_notice import warn_if_engine_is_missing
    from mineproof.game.formats.corpus import read_corpus
    from mineproof.play.bulk import Request, cores, summarise
    from mineproof.play.outside.players import strategy_named
    from mineproof.play.outside.process import Limits

    if strategy != "guess":
        options.refuse_together("goes with --strategy guess", "think")
    options.refuse_limits_without_a_program(strategy)
    raw = read_bytes(file)
    with about(file):
        corpus = read_corpus(raw, skip=skip, limit=limit)
    limits = Limits(move_seconds, game_seconds, line_bytes, game_lines)
    if strategy_named(strategy, limits).counts:
        warn_if_engine_is_missing()
    target = output_target(out)
    rows = _play(corpus, Request(strategy, think or "normal", limits), workers or cores())
    with output_file(target) as to:
        if to:
            to.writelines(map(_line, rows))
    _tell_faults(rows)
    _tell(summarise(rows), strategy, as_json)
    return 0


def _play(corpus: "Corpus", request: "Request", workers: int) -> "list[Row]":
    from mineproof.cli.progress import progress_bar
    from mineproof.play.bulk import play_corpus

    rows: list[Row] = []
    with progress_bar("playing", len(corpus.layouts)) as advance:
        for chunk in play_corpus(corpus, request, workers):
            rows += chunk
            advance(len(chunk))
    return rows


def _line(row: "Row") -> str:
    from mineproof.answers.schema import SCHEMA

    game = {
        "schema": SCHEMA,
        "board": row.board,
        "won": row.won,
        "guesses": row.guesses,
        "ms": round(row.ms, 4),
        **({"fault": row.fault} if row.fault else {}),
    }
    return json.dumps(game) + "\n"


def _tell_faults(rows: "list[Row]") -> None:
    faults = [row for row in rows if row.fault]
    for row in faults[:_FAULTS]:
        tell(f"board {row.board}: {row.fault}")
    if len(faults) > _FAULTS:
        tell(f"and {len(faults) - _FAULTS} more games lost by faults")


def _tell(summary: "Summary", strategy: str, as_json: bool) -> None:
    from mineproof.answers.schema import SCHEMA

    rate, low, high = summary.rate
    if as_json:
        answer = {
            "schema": SCHEMA,
            "player": strategy,
            "games": summary.games,
            "won": summary.won,
            "rate": rate,
            "low": low,
            "high": high,
            "ms_per_game": summary.ms_per_game,
        }
        print(json.dumps(answer))
        return
    print(
        f"{strategy}: {summary.won} of {summary.games} won,"
        f" {100 * rate:.2f} % [{100 * low:.2f}, {100 * high:.2f}],"
        f" {summary.ms_per_game:.3f} ms a game"
    )
