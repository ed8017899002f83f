"""The answers of the static page. Its Web Worker calls this module in Pyodide.

`answer` returns the same as the workers of the server. A package that is loaded on demand
(python-sat, for proofs that need search) may be missing. Then `answer` returns its name, and the
page loads the package and asks again.
"""

import logging

from mineproof.web import questions

_LOG = logging.getLogger(__name__)
_ON_DEMAND = ("pysat",)


def answer(name: str, body: str) -> tuple[int, str] | str:
    """Return status and JSON of the answer to a question, or the name of a missing package.

    >>> answer("analyse", '{"position": "2x1x1/1"}')
    (400, '{"error": "row 1 has 1 cells where 2 were expected", "kind": "asked wrongly"}')
    """
    try:
        return questions.answer(name, body.encode())
    except Exception as problem:
        if isinstance(problem, ModuleNotFoundError) and problem.name in _ON_DEMAND:
            return str(problem.name)
        _LOG.exception("an error in our code")  # to the console, not to the user
        return 500, questions.refusal("something is wrong with the page", "fault")
