"""The engines that tests compare: the fixture `core` of conftest.py runs a test with each."""

from contextlib import contextmanager

import pytest

from mineproof.core import choice
from mineproof.core.choice import engine, installed

# The WebAssembly engine needs JavaScript around it: test_webassembly.py runs it.
CORES = tuple(name for name in choice._ENGINES if name != "wasm")
needs_native = pytest.mark.skipif(
    "native" not in installed(), reason="the compiled engine is missing"
)


@contextmanager
def using(core):
    """Use the engine of that name within a `with` block."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MINEPROOF_ENGINE", core)
        yield engine()


def engines():
    """Return every installed engine."""
    for core in CORES:
        if core in installed():
            with using(core) as one:
                yield one
