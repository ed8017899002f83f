"""Which core answers, said where it matters."""

import sys


def say_which() -> None:
    """One line on standard error if the compiled core is missing and nobody chose to do without."""
    import os

    from mineproof.core import engine

    if not engine().looks_ahead and not os.environ.get("MINEPROOF_CORE"):
        print(
            "mineproof: the compiled core is missing, answering in plain Python"
            " (the same answers, some 50 times slower)",
            file=sys.stderr,
        )
