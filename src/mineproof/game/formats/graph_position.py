"""A position or a full board with the graph that it is on: a graph file with a member `position`.

The position is a picture or a `.mine` text. `/` may end its rows.
"""

import json

from mineproof.base.errors import BadInput
from mineproof.game.graph import graph_of_json
from mineproof.game.picture import Sketch, sketch, split


def fits(said: object) -> bool:
    """Tell whether a parsed JSON value is a graph, with a position or without one."""
    return isinstance(said, dict) and "neighbours" in said


def is_graph(text: str) -> bool:
    """Tell whether a text is a graph without a position.

    >>> is_graph('{"neighbours": [[1], [0]]}'), is_graph("1 # #")
    (True, False)
    """
    if not text.lstrip().startswith("{"):
        return False
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return fits(said) and "position" not in said


def read(said: dict[str, object], most_cells: int | None = None) -> Sketch:
    """Return the position with the graph as its shape; raise `BadInput` if it has none.

    >>> read({"neighbours": [[1], [0]], "position": "2x1x1/1H"}).board.shape
    Graph([[1], [0]])
    """
    rest = {key: value for key, value in said.items() if key != "position"}
    graph = graph_of_json(rest, most_cells)
    if "position" not in said:
        raise BadInput("this is a graph without a position: add it under 'position'")
    text = said["position"]
    if not isinstance(text, str):
        raise BadInput("position: expected a text such as '2x1x1/1H'")
    boards = split(text)
    if len(boards) != 1:
        raise BadInput("position: several boards where one was expected")
    return sketch(boards[0], graph, most_cells=most_cells)
