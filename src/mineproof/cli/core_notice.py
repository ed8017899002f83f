"""A notice that the compiled core is missing, for commands that count."""

import os
import sys


def warn_if_core_is_missing() -> None:
    """Write one line to standard error if there is no compiled core and MINEPROOF_CORE is unset."""
    from mineproof.core import engine

    if not engine().looks_ahead and not os.environ.get("MINEPROOF_CORE"):
        print(
            "mineproof: the compiled core is missing, answering in plain Python: certainty and odds"
            " are the same, but slower; guesses are weaker, because nothing looks ahead",
            file=sys.stderr,
        )
