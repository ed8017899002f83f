"""`mineproof batch`: play a corpus of boards, with a share of wins that can be trusted."""

import json as jsonlib
from typing import IO, TYPE_CHECKING, Annotated

import typer

from mineproof.cli.files import read_bytes, written
from mineproof.errors import BadInput

if TYPE_CHECKING:
    from mineproof.game.formats.corpus import Corpus
    from mineproof.play.bulk import Row, Summary

Option = typer.Option


def batch(
    boards: Annotated[
        str,
        typer.Argument(
            help="A board corpus, plain or gzip; - for standard input.", metavar="BOARDS"
        ),
    ],
    player: Annotated[str, Option(help="See `mineproof strategies`.")] = "guess",
    skip: Annotated[int, Option(min=0, help="Boards to leave out at the beginning.")] = 0,
    limit: Annotated[int | None, Option(min=0, help="Boards to play at most.")] = None,
    workers: Annotated[
        int | None, Option(min=1, help="Games at a time; as many as there are cores if not told.")
    ] = None,
    think: Annotated[
        str | None, Option(help="How hard guess thinks: fast, normal (as it does unasked) or deep.")
    ] = None,
    out: Annotated[str | None, Option(help="Write a line of JSON a game to this file.")] = None,
    json: Annotated[
        bool, Option("--json", help="The summary as one object, for programs.")
    ] = False,
) -> int:
    """Play every board of a corpus; say how many were won, with a 95 % interval.

    A strategy that gets stuck has not won. Times are CPU.

    \b
    mineproof generate --level expert --count 1000 --out boards.txt
    mineproof batch boards.txt --workers 1
    mineproof batch boards.txt --player guess --think fast
    """
    from mineproof.cli.core import say_which
    from mineproof.core import think_named
    from mineproof.game.formats.corpus import read_corpus
    from mineproof.play.bulk import cores, summarise
    from mineproof.play.strategies import strategy

    if think is not None and player != "guess":
        raise BadInput("--think goes with --player guess")
    how = think or "normal"
    think_named(how)  # a wrong name is refused before anything is played
    counts = strategy(player).counts
    raw = read_bytes(boards)
    try:
        corpus = read_corpus(raw, skip=skip, limit=limit)
    except BadInput as problem:
        raise BadInput(f"{boards}: {problem}") from None
    if counts:
        say_which()
    with written(out) as file:
        rows = _play(corpus, player, workers or cores(), how, file)
    _tell(summarise(rows), player, json)
    return 0


def _play(
    corpus: "Corpus", player: str, workers: int, think: str, file: "IO[str] | None"
) -> "list[Row]":
    from mineproof.answers import SCHEMA
    from mineproof.cli.progress import bar
    from mineproof.play.bulk import play_corpus

    rows: list[Row] = []
    with bar("playing", len(corpus.layouts)) as advance:
        for chunk in play_corpus(corpus, player, workers, think):
            rows += chunk
            if file:
                for row in chunk:
                    line = {"schema": SCHEMA, "board": row.board, "won": row.won}
                    print(
                        jsonlib.dumps({**line, "guesses": row.guesses, "ms": round(row.ms, 4)}),
                        file=file,
                    )
            advance(len(chunk))
    return rows


def _tell(summary: "Summary", player: str, json: bool) -> None:
    from mineproof.answers import SCHEMA

    rate, low, high = summary.rate
    if json:
        answer = {
            "schema": SCHEMA,
            "player": player,
            "games": summary.games,
            "won": summary.won,
            "rate": rate,
            "low": low,
            "high": high,
            "ms_per_game": summary.ms_per_game,
        }
        print(jsonlib.dumps(answer))
        return
    print(
        f"{player}: {summary.won} of {summary.games} won,"
        f" {100 * rate:.2f} % [{100 * low:.2f}, {100 * high:.2f}],"
        f" {summary.ms_per_game:.3f} ms a game"
    )
