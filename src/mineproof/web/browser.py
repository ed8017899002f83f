"""The answers of the page that needs no server: called by its Web Worker, in Pyodide.

`answer` gives what the server's workers give. A package that is loaded on demand (python-sat, for
proofs that need search) may be missing: its name is returned, and the page loads it and asks again.
"""

import logging

from mineproof.web import questions

_LOG = logging.getLogger(__name__)
_ON_DEMAND = ("pysat",)


def answer(name: str, body: str) -> tuple[int, str] | str:
    """Status and JSON of the answer to a question; or the name of a package that it needs.

    >>> answer("analyse", '{"position": "2x1x1/1"}')
    (400, '{"error": "row 1 has 1 cells where 2 were expected", "kind": "asked wrongly"}')
    """
    try:
        return questions.answer(name, body.encode())
    except Exception as problem:
        if isinstance(problem, ModuleNotFoundError) and problem.name in _ON_DEMAND:
            return str(problem.name)
        _LOG.exception("an error in our code")  # for the console, not for the reader
        return 500, questions.refusal("something is wrong with the page", "fault")
