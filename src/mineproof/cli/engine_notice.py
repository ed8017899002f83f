"""A notice that the compiled engine is missing, for commands that count."""

import os
import sys


def warn_if_engine_is_missing() -> None:
    """Write one line to standard error if only the plain engine is there and nobody chose it."""
    from mineproof.core.choice import engine

    if not engine().looks_ahead and not os.environ.get("MINEPROOF_ENGINE"):
        print(
            "mineproof: the compiled engine is missing, answering in plain Python: certainty and"
            " odds are the same, but slower; guesses are weaker, because nothing looks ahead",
            file=sys.stderr,
        )
