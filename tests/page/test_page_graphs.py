"""Graph boards on the page: opened, drawn from their points, played, and asked why."""

import json
import math
import random
from itertools import combinations
from urllib.parse import quote

import pytest

from mineproof import custom, read
from mineproof.answers import analysis
from mineproof.game.graph import Graph
from page_games import game_of, safe_cell, text_of
from page_visit import PAGE, TOUCH, expect, numbers

PRISM = {
    "width": 3,
    "neighbours": [[1, 2, 3], [0, 2, 4], [0, 1, 5], [0, 4, 5], [1, 3, 5], [2, 3, 4]],
    "points": [[0, 0], [2, 0], [1, 1], [0, 3], [2, 3], [1, 2]],
}
POSITION = "3x2x1/1HH/0HH"
RING = {"neighbours": [[(cell - 1) % 9, (cell + 1) % 9] for cell in range(9)]}


def scattered(cells=70, near=1.25, seed=3):
    """A graph that resembles a map: points with some disorder, and those that are near touch."""
    chance, points = random.Random(seed), []
    for place in range(cells):
        row, col = divmod(place, 10)
        x = col + 0.5 * (row % 2) + chance.uniform(-0.18, 0.18)
        points.append([round(x, 2), round(0.9 * row + chance.uniform(-0.18, 0.18), 2)])
    neighbours = [
        [b for b, there in enumerate(points) if a != b and math.dist(here, there) < near]
        for a, here in enumerate(points)
    ]
    return {"width": 10, "neighbours": neighbours, "points": points}


def graph_of(data):
    return Graph(data["neighbours"], data.get("points"), data.get("width"))


def shape_in_address(data):
    return quote(json.dumps(data, separators=(",", ":")))


def play_graph(page, data, mines):
    """Give a graph to Analyse, and play on it."""
    page.paste(json.dumps(data))
    page.locator("#analyse-panel input[name=mines]").fill(str(mines))
    page.button("play it").click()
    page.has_cells(len(data["neighbours"]))


def hidden(data, mines):
    """The position of a graph with all its cells hidden."""
    width, cells = data["width"], len(data["neighbours"])
    return f"{width}x{cells // width}x{mines}" + f"/{'H' * width}" * (cells // width)


@pytest.mark.smoke
def test_a_pasted_position_with_its_graph_is_analysed_and_explained(sit):
    page = sit().go("#analyse")
    page.paste(json.dumps({**PRISM, "position": POSITION}))
    page.has_cells(6, "analyse")
    view = read(POSITION, shape=graph_of(PRISM))
    found = analysis.analyse(view).analysis
    page.until_marked("safe", "analyse")
    assert page.marks("safe", "analyse") == sorted(found.safe) == [4, 5]
    for number in (1, 2):
        assert page.cell(number, "analyse").inner_text() == f"{100 * found.odds[number]:.0f}"
    page.cell(4, "analyse").click()
    page.locator("#analyse-panel .done").wait_for()
    assert "r2c1 says 0" in page.inner_text("#analyse-panel")
    page.audit("a graph analysed")
    # The address holds a short graph: a reader who follows the link sees the same.
    again = sit().go("#" + page.url.partition("/#")[2])
    again.has_cells(6, "analyse")
    again.until_marked("safe", "analyse")
    assert again.marks("safe", "analyse") == [4, 5]


def cells_lie_where_the_points_are(page, data):
    boxes, points = page.boxes("analyse"), data["points"]
    centres = [box["centre"] for box in boxes]
    scale = (centres[1][0] - centres[0][0]) / (points[1][0] - points[0][0])
    for drawn, point in zip(centres, points, strict=True):
        for way in (0, 1):
            assert abs(drawn[way] - centres[0][way] - scale * (point[way] - points[0][way])) < 1.5
    nearest = min(math.dist(a, b) for a, b in combinations(centres, 2))
    assert nearest > math.sqrt(2) * boxes[0]["width"]
    drawn = page.locator("#analyse-board .edges path").get_attribute("d").count("M")
    assert drawn == sum(map(len, data["neighbours"])) / 2


def test_without_points_cells_lie_on_a_circle_or_in_rows(sit):
    page = sit().go("#analyse")
    page.paste(json.dumps({**RING, "position": "9x1x2/HHHHHHHHH"}))
    page.has_cells(9, "analyse")
    centres = [box["centre"] for box in page.boxes("analyse")]
    middle = [sum(way) / 9 for way in zip(*centres, strict=True)]
    away = [math.dist(one, middle) for one in centres]
    assert max(away) - min(away) < 2
    assert centres[0][1] == min(y for _, y in centres)
    # Two points in one place cannot be drawn: then rows, as the names have them.
    page.button("paste other").click()
    page.paste(json.dumps({**PRISM, "points": [[0, 0]] * 6, "position": POSITION}))
    page.has_cells(6, "analyse")
    boxes = page.boxes("analyse")
    assert len({round(box["y"]) for box in boxes}) == 2
    assert len({round(box["x"]) for box in boxes}) == 3


# Press each arrow on each cell: the cells that are focused then.
ARROWS = """(keys) => [...document.querySelectorAll("#analyse-board .c")].map((cell) =>
  keys.map((key) => {
    cell.focus();
    cell.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    return Number(document.activeElement.dataset.i);
  }))"""
STEPS = {"ArrowUp": (0, -1), "ArrowDown": (0, 1), "ArrowLeft": (-1, 0), "ArrowRight": (1, 0)}


def nearest_in_direction(data, here, step):
    """The nearest neighbour in a direction, else the nearest cell, else the cell itself."""
    points = data["points"]

    def nearest(cells):
        found = []
        for other in cells:
            dx, dy = points[other][0] - points[here][0], points[other][1] - points[here][1]
            along, aside = dx * step[0] + dy * step[1], abs(dx * step[1]) + abs(dy * step[0])
            if along > 0 and aside <= along * 1.0001:
                found.append((math.hypot(dx, dy), other))
        return min(found, default=(0, None))[1]

    near = nearest(data["neighbours"][here])
    return near if near is not None else nearest(range(len(points))) or here


def test_cells_lie_where_the_points_are_and_arrows_lead_to_the_nearest_neighbour(sit):
    page = sit().go("#analyse")
    page.paste(json.dumps({**PRISM, "position": hidden(PRISM, 3)}))
    page.has_cells(6, "analyse")
    cells_lie_where_the_points_are(page, PRISM)
    data = scattered()
    page.button("paste other").click()
    page.paste(json.dumps({**data, "position": hidden(data, 9)}))
    page.has_cells(70, "analyse")
    cells_lie_where_the_points_are(page, data)
    expected = [[nearest_in_direction(data, at, step) for step in STEPS.values()]
                for at in range(70)]  # fmt: skip
    assert page.evaluate(ARROWS, list(STEPS)) == expected
    # Every cell can be reached: by name, one after the other.
    for begin, key, end in [(69, "PageDown", 0), (0, "PageUp", 69)]:
        page.cell(begin, "analyse").focus()
        page.keys(key)
        expect(page.cell(end, "analyse")).to_be_focused()


def test_a_graph_file_asks_for_its_mines_and_is_played(sit):
    sitting = sit()
    sitting.page.add_init_script("crypto.getRandomValues = (numbers) => numbers.fill(2026)")
    page = sitting.go("#analyse")
    data = scattered()
    play_graph(page, data, 9)
    game = game_of(custom("10x7", 9), 2026, shape=graph_of(data))
    assert page.shown() == text_of(game)
    number = next(one for one in range(70) if game.view.cells[one] < 0)
    page.cell(number).focus()
    assert sorted(numbers(page.locator("#play-board [data-near]"))) == data["neighbours"][number]
    page.cell(number).click(button="right")
    assert "F" in page.shown()
    # The dialog offers the graph again, with other mines.
    page.menu("other")
    dialog = page.locator("#dialog")
    assert dialog.locator("select[name=shape]").input_value() == "graph"
    expect(dialog.locator("input[name=width]")).to_be_hidden()
    dialog.locator("input[name=mines]").fill("1")
    dialog.get_by_role("button", name=PAGE["deal it"]).click()
    page.wait_for_url("**mines=1&**")
    page.has_cells(70)
    # A file that is dropped on Play is dealt at once.
    page.drop("prism.json", json.dumps(PRISM).encode())
    page.has_cells(6)
    page.audit("a graph played")


def test_a_game_on_a_graph_is_kept_saved_watched_and_analysed(sit):
    game = game_of(custom("10x7", 8), 4, shape=graph_of(scattered()))
    page = sit().go("#analyse")
    play_graph(page, scattered(), 8)
    # This graph is too long for an address, which names it; the browser has it.
    key = page.url.partition("shape=")[2]
    assert key.startswith("graph:")
    page.follow(f"#play?mines=8&start=open&seed=4&shape={key}")
    page.reload()
    page.has_cells(70)
    assert page.shown() == text_of(game)
    safe = safe_cell(game)
    page.ask_why(safe)
    page.open(game, safe)
    assert page.shown() == text_of(game)
    replay = json.loads(page.saved())
    assert (replay["shape"], graph_of(replay["graph"])) == ("graph", graph_of(scattered()))
    page.menu("to-analyse")
    page.has_cells(70, "analyse")
    page.locator("#analyse-board .k-odds, #analyse-board .k-safe").first.wait_for()
    page.locator("#analyse-panel").get_by_role("button", name=PAGE["share"]).click()
    assert read(page.downloaded(page.button("save with graph").click)) == game.view
    page.go_back()
    page.menu("to-watch")
    expect(page.locator("#runs .board.graph .c")).to_have_count(70)
    # Elsewhere the address alone is not enough, and the page says so.
    other = sit().go(f"#analyse?position=10x7x8&shape={key}")
    expect(other.locator("#toast p")).to_have_text(PAGE["graph lost"])


def test_a_bad_graph_is_refused_with_a_line(sit):
    page = sit().go("#analyse")
    for data, why in [
        ({"neighbours": [[1], []]}, "cell 0 names 1, but cell 1 does not name 0"),
        ({"neighbours": [[]] * 10_001}, "10001 cells; at most 10000"),
        ({**PRISM, "position": "2x1x1/1H"}, "the graph has a size of 3x2, not of 2x1"),
    ]:
        page.paste(json.dumps(data))
        expect(page.locator("#analyse-panel .problem")).to_contain_text(why)
    page.follow(f"#play?mines=1&shape={shape_in_address({'neighbours': [[5], [0]]})}")
    expect(page.locator("#play-panel .problem")).to_contain_text("cell 0 names 5")


TORUS = "#play?size=7x7&mines=6&seed=3&shape=torus&start=open"
GRAPH = f"#play?mines=1&seed=1&start=safe&shape={shape_in_address(PRISM)}"


@pytest.mark.parametrize(("link", "cells"), [(TORUS, 49), (GRAPH, 6)], ids=["torus", "graph"])
def test_a_small_board_of_another_shape_fits_a_phone(sit, link, cells):
    page = sit(**TOUCH).go(link)
    page.has_cells(cells)
    page.fits()
    scroll = page.locator("#play-board .scroll")
    assert scroll.evaluate("(one) => one.scrollWidth - one.clientWidth") <= 0
    page.audit("on a phone")
