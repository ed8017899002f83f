"""Boards of any symmetric graph, given in Python or as a JSON file.

docs/formats.md describes the file. Cells are numbered from 0. Texts write them in rows of `width`
cells, which gives them their names: with a width of 4, cell 5 is `r2c2`.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cached_property
from operator import index
from pathlib import Path
from typing import NotRequired, TypedDict

from mineproof.base.arguments import require, shown
from mineproof.base.errors import BadInput
from mineproof.base.input_files import read_regular
from mineproof.game.json_text import MOST_LISTS, parse

_FARTHEST = 1e9  # the largest coordinate of a point
MOST_NEIGHBOURS = 127
"""The largest clue that a view can hold: its cells are signed bytes."""

_TABLE = "the neighbours of each cell, such as [[1], [0, 2], [1]]"
MOST_LISTED = 100  # cells of a graph that its representation lists

Point = tuple[float, float]


class GraphJson(TypedDict):
    """A graph as its file has it: the neighbours of each cell, counted from 0; optionally the
    number of cells in a row of text, and an [x, y] for each cell."""

    schema: NotRequired[int]
    width: NotRequired[int]
    neighbours: list[list[int]]
    points: NotRequired[list[list[float]]]


class Graph:
    """The neighbours of each cell, and its place in a drawing.

    Graphs compare by their neighbours and their width. `repr(graph)` is a call that makes an equal
    graph, without the places; above 100 cells it is a description only.

    >>> path = Graph([[1], [0, 2], [1]])
    >>> path.cells, path.degree, path.size
    (3, 2, '3x1')
    """

    def __init__(
        self,
        neighbours: Iterable[Iterable[int]],
        points: Iterable[Sequence[float]] | None = None,
        width: int | None = None,
    ) -> None:
        require(neighbours, Iterable, _TABLE)
        self.neighbours = _checked_neighbours([_tuple(near) for near in neighbours])
        self.width = self.cells if width is None else _plain(width)
        if type(self.width) is not int or self.width < 1 or self.cells % self.width:
            raise BadInput(f"{shown(width)} does not divide the {self.cells} cells", field="width")
        self.points = None if points is None else _checked_points(points, self.cells)
        self.file: str | None = None
        """The file that the graph was read from."""

    @property
    def cells(self) -> int:
        """The number of cells."""
        return len(self.neighbours)

    @property
    def rows(self) -> int:
        """The number of rows in texts."""
        return self.cells // self.width

    @property
    def size(self) -> str:
        """Width and height of a text."""
        return f"{self.width}x{self.rows}"

    @cached_property
    def degree(self) -> int:
        """The most neighbours that a cell has."""
        return max(map(len, self.neighbours))

    @cached_property
    def fingerprint(self) -> str:
        """Twelve hexadecimal digits that name the graph: equal for equal graphs.

        >>> Graph([[1], [0]]).fingerprint == Graph([[1], [0]], points=[[0, 0], [1, 0]]).fingerprint
        True
        """
        from hashlib import sha256

        return sha256(repr((self.width, self.neighbours)).encode()).hexdigest()[:12]

    @cached_property
    def _hash(self) -> int:
        return hash((self.width, self.neighbours))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Graph):
            return NotImplemented
        return self.width == other.width and self.neighbours == other.neighbours

    def __reduce__(self) -> tuple[object, ...]:
        return Graph, (self.neighbours, self.points, self.width)

    def __repr__(self) -> str:
        if self.cells > MOST_LISTED:
            return f"<Graph {self.cells} cells>"
        width = "" if self.width == self.cells else f", width={self.width}"
        return f"Graph({[list(near) for near in self.neighbours]}{width})"

    def __str__(self) -> str:
        return "graph"

    def as_json(self) -> GraphJson:
        """Return the graph as the object that its JSON file contains."""
        found: GraphJson = {
            "schema": 1,
            "width": self.width,
            "neighbours": [list(near) for near in self.neighbours],
        }
        if self.points is not None:
            found["points"] = [list(point) for point in self.points]
        return found


def read_graph(
    written: str | bytes | Path, *, most_lists: int = MOST_LISTS, most_cells: int | None = None
) -> Graph:
    """Read a graph from a JSON text or file; raise `BadInput` if it is faulty.

    A text of more than 128 MiB, or of more than `most_lists` lists and objects, is refused before
    it is parsed, one of more than `most_cells` cells before the graph is built.

    >>> read_graph('{"neighbours": [[1], [0]]}').cells
    2
    """
    if isinstance(written, Path):
        file = written
        try:
            graph = read_graph(read_regular(file), most_lists=most_lists, most_cells=most_cells)
        except OSError as problem:
            raise BadInput(f"{file}: {problem.strerror or problem}") from None
        graph.file = str(file)
        return graph
    try:
        found = parse(written, most_lists)
    except ValueError as problem:
        raise BadInput(f"not a graph, which is JSON: {problem}") from None
    return graph_of_json(found, most_cells)


def graph_of_json(found: object, most_cells: int | None = None) -> Graph:
    """Read a graph from a parsed JSON object; raise `BadInput` above `most_cells` cells."""
    if not isinstance(found, dict) or not isinstance(found.get("neighbours"), list):
        raise BadInput("not a graph, which is a JSON object with a list 'neighbours'")
    if found.get("schema", 1) != 1:
        raise BadInput(f"schema: expected 1, not {shown(found['schema'])}")
    unknown = found.keys() - {"schema", "neighbours", "points", "width"}
    if unknown:
        raise BadInput(f"unknown member {shown(min(unknown))}: neighbours, points, width, schema")
    cells = len(found["neighbours"])
    if most_cells is not None and cells > most_cells:
        raise BadInput(f"neighbours: {cells} cells; at most {most_cells} are allowed")
    for cell, near in enumerate(found["neighbours"]):
        if not isinstance(near, list):
            raise BadInput(f"neighbours: cell {cell} has {shown(near)}, not a list of cells")
    points = found.get("points")
    if points is not None and not isinstance(points, list):
        raise BadInput("points: expected a list of [x, y]")
    return Graph(found["neighbours"], points, found.get("width"))


def _tuple(near: Iterable[int]) -> tuple[int, ...]:
    require(near, Iterable, _TABLE)
    found = tuple(near)
    return found if set(map(type, found)) <= {int} else tuple(map(_plain, found))


def _plain(number: int) -> int:
    """Return a whole number of another type, such as numpy's, as an `int`; leave anything else."""
    with suppress(TypeError):
        return number if isinstance(number, bool) else index(number)
    return number


def _checked_neighbours(table: list[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """Return the neighbours in ascending order; raise `BadInput` if the graph is not symmetric."""
    from mineproof.game.board import MOST_CELLS

    cells = len(table)
    if not 1 <= cells <= MOST_CELLS:
        raise BadInput(f"neighbours: {cells} cells; a board has 1 to {MOST_CELLS}")
    for cell, near in enumerate(table):
        for there in near:
            if type(there) is not int or not 0 <= there < cells:
                line = f"cell {cell} names {shown(there)}; cells are 0 to {cells - 1}"
                raise BadInput(f"neighbours: {line}")
        if cell in near:
            raise BadInput(f"neighbours: cell {cell} is its own neighbour")
        if len(set(near)) < len(near):
            raise BadInput(f"neighbours: cell {cell} names a neighbour twice")
        if len(near) > MOST_NEIGHBOURS:
            raise BadInput(
                f"neighbours: cell {cell} has {len(near)}; at most {MOST_NEIGHBOURS} are allowed"
            )
    # Look up each edge from both ends; a set of all edges would need far more memory.
    for cell, near in enumerate(table):
        for there in near:
            if cell not in table[there]:
                raise BadInput(
                    f"neighbours: cell {cell} names {there}, but cell {there} does not name {cell}"
                )
    return tuple([tuple(sorted(near)) for near in table])


def _checked_points(given: Iterable[Sequence[float]], cells: int) -> tuple[Point, ...]:
    require(given, Iterable, "an [x, y] for each cell")
    points = list(given)
    if len(points) != cells:
        raise BadInput(f"points: {len(points)} given for {cells} cells")
    for cell, point in enumerate(points):
        numbers = isinstance(point, list | tuple) and all(type(x) in (int, float) for x in point)
        # These comparisons are false for NaN, and exact for whole numbers of any length.
        if not numbers or len(point) != 2 or not all(-_FARTHEST <= x <= _FARTHEST for x in point):
            line = f"cell {cell} has {shown(point)}, not [x, y] within {_FARTHEST:g}"
            raise BadInput(f"points: {line}")
    return tuple([(float(x), float(y)) for x, y in points])
