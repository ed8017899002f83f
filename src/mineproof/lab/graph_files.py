"""Graph files as the shape of a trial: the setting `shape` is the name of a shape or of a file.

The rows of a graph file belong to its content: `revision_of` includes its fingerprint.
"""

from functools import lru_cache
from pathlib import Path
from typing import TypeGuard

from mineproof.base.arguments import known_name
from mineproof.base.errors import BadInput
from mineproof.game.board import SHAPES, Shape
from mineproof.game.graph import Graph, read_graph
from mineproof.lab.config import Config


def is_graph_file(shape: object) -> TypeGuard[str]:
    """Tell whether the setting `shape` is the name of a graph file.

    >>> is_graph_file("prism.json"), is_graph_file("hex")
    (True, False)
    """
    return isinstance(shape, str) and shape.lower().endswith(".json")


def shape_of(config: Config) -> Shape:
    """Return the shape of a config; raise `BadInput` if it is unknown, or a file cannot be read."""
    name = config.get("shape", SHAPES[0])
    return graph_in(name) if is_graph_file(name) else known_name(name, SHAPES, "shape", "shape")


def graph_in(name: str) -> Graph:
    """Return the graph of a file. It is read again if the file has changed."""
    try:
        now = Path(name).stat()
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or problem
        raise BadInput(f"{name}: {reason}", field="shape") from None
    try:
        return _read(name, now.st_mtime_ns, now.st_size)
    except BadInput as problem:
        line = str(problem)
        said = line if line.startswith(name) else f"{name}: {line}"
        raise BadInput(said, field="shape") from None


@lru_cache(maxsize=8)
def _read(name: str, changed: int, size: int) -> Graph:  # noqa: ARG001 (part of the cache's key)
    return read_graph(Path(name))
