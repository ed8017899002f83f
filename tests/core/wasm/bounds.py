"""What only the engine in WebAssembly can show: bounded memory, and that it stays usable."""

import json
import os

from answers import answer
from mineproof import Board
from mineproof.base.errors import BadInput
from mineproof.core import _compiled, choice
from mineproof.core.choice import engine


def without_core():
    """Before the core is registered: the engine that answers, and what asking for `wasm` says."""
    name = engine().name
    os.environ["MINEPROOF_ENGINE"] = "wasm"
    try:
        choice.engine()
        problem = ""
    except BadInput as refused:
        problem = str(refused)
    del os.environ["MINEPROOF_ENGINE"]
    installed = choice.installed()
    _compiled.load_wasm.cache_clear()  # a page registers the core before Python asks for an engine
    return json.dumps([name, problem, installed])


def memory(questions):
    """The bytes of the core after each of three rounds of the same questions."""
    import mineproof_core

    sizes = []
    for _ in range(3):
        answer(questions)
        sizes.append(mineproof_core.memorySize())
    return json.dumps(sizes)


def too_large():
    """A board that does not fit into the core's memory, and whether it works afterwards."""
    try:
        engine().deducer(Board(4096, 4096), 5)
        problem = ""
    except MemoryError as refused:
        problem = str(refused)
    deducer = engine().deducer(Board(2, 2), 1)
    deducer.open(0, 1)
    return json.dumps([problem, *deducer.deduce()])
