"""Graph boards on the page: opened, drawn from their points, played, and asked why.

The fixtures are in conftest.py, the readers in page_visit.py; the judge is the library.
"""

import json
import math
import random
from urllib.parse import quote

import pytest

from mineproof import Game, answers, custom, deal, read
from mineproof.game.graph import Graph
from page_visit import PAGE, PHONE, TOUCH, audit, cell, expect, has_cells, marks, shown, text_of
from test_page_formats import drop

PRISM = {
    "width": 3,
    "neighbours": [[1, 2, 3], [0, 2, 4], [0, 1, 5], [0, 4, 5], [1, 3, 5], [2, 3, 4]],
    "points": [[0, 0], [2, 0], [1, 1], [0, 3], [2, 3], [1, 2]],
}
POSITION = "3x2x1/1HH/0HH"
RING = {"neighbours": [[(cell - 1) % 9, (cell + 1) % 9] for cell in range(9)]}
BOXES = """(view) => [...document.querySelectorAll(`#${view}-board .c`)].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2, width, height };
})"""


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


def paste(page, text):
    page.locator("#analyse-panel textarea").fill(text)
    page.get_by_role("button", name=PAGE["read it"]).click()


def test_a_pasted_position_with_its_graph_is_analysed_and_explained(sit):
    page = sit().go("#analyse")
    paste(page, json.dumps({**PRISM, "position": POSITION}))
    has_cells(page, 6, "analyse")
    view = read(POSITION, shape=graph_of(PRISM))
    found = answers.analyse(view).analysis
    page.locator("#analyse-board .k-safe").first.wait_for()
    assert marks(page, "safe", "analyse") == sorted(found.safe) == [4, 5]
    odds = {cell: found.odds[cell] for cell in (1, 2)}
    for number, risk in odds.items():
        assert cell(page, number, "analyse").inner_text() == f"{100 * risk:.0f}"
    cell(page, 4, "analyse").click()
    page.locator("#analyse-panel .done").wait_for()
    assert "r2c1 says 0" in page.inner_text("#analyse-panel")
    audit(page, "a graph analysed")
    # The address holds a short graph: a reader who follows the link sees the same.
    again = sit().go(page.url.partition("/#")[2].join(["#", ""]))
    has_cells(again, 6, "analyse")
    again.locator("#analyse-board .k-safe").first.wait_for()
    assert marks(again, "safe", "analyse") == [4, 5]


@pytest.mark.parametrize("data", [PRISM, scattered()], ids=["prism", "map"])
def test_cells_lie_where_the_points_are_and_do_not_overlap(sit, data):
    page = sit().go("#analyse")
    cells = len(data["neighbours"])
    rows = cells // data["width"]
    hidden = "/".join(["H" * data["width"]] * rows)
    paste(page, json.dumps({**data, "position": f"{data['width']}x{rows}x3/{hidden}"}))
    has_cells(page, cells, "analyse")
    boxes, points = page.evaluate(BOXES, "analyse"), data["points"]
    scale = (boxes[1]["x"] - boxes[0]["x"]) / (points[1][0] - points[0][0])
    for box, (x, y) in zip(boxes, points, strict=True):
        assert abs(box["x"] - boxes[0]["x"] - scale * (x - points[0][0])) < 1.5
        assert abs(box["y"] - boxes[0]["y"] - scale * (y - points[0][1])) < 1.5
    size = boxes[0]["width"]
    nearest = min(math.dist((a["x"], a["y"]), (b["x"], b["y"]))
                  for a in boxes for b in boxes if a is not b)  # fmt: skip
    assert nearest > math.sqrt(2) * size
    drawn = page.locator("#analyse-board .edges path").get_attribute("d").count("M")
    assert drawn == sum(map(len, data["neighbours"])) / 2


def test_without_points_cells_lie_on_a_circle_or_in_rows(sit):
    page = sit().go("#analyse")
    paste(page, json.dumps({**RING, "position": "9x1x2/HHHHHHHHH"}))
    has_cells(page, 9, "analyse")
    boxes = page.evaluate(BOXES, "analyse")
    x, y = (sum(box[way] for box in boxes) / 9 for way in ("x", "y"))
    away = [math.dist((box["x"], box["y"]), (x, y)) for box in boxes]
    assert max(away) - min(away) < 2
    assert boxes[0]["y"] == min(box["y"] for box in boxes)
    # Two points in one place cannot be drawn: then rows, as the names have them.
    page.get_by_role("button", name=PAGE["paste other"]).click()
    same = {**PRISM, "points": [[0, 0]] * 6}
    paste(page, json.dumps({**same, "position": POSITION}))
    has_cells(page, 6, "analyse")
    boxes = page.evaluate(BOXES, "analyse")
    assert len({round(box["y"]) for box in boxes}) == 2
    assert len({round(box["x"]) for box in boxes}) == 3


def test_arrows_lead_to_the_nearest_neighbour_in_their_direction(sit):
    data = scattered()
    page = sit().go("#analyse")
    hidden = "/".join(["H" * 10] * 7)
    paste(page, json.dumps({**data, "position": f"10x7x9/{hidden}"}))
    has_cells(page, 70, "analyse")
    points, neighbours = data["points"], data["neighbours"]
    steps = {"ArrowUp": (0, -1), "ArrowDown": (0, 1), "ArrowLeft": (-1, 0), "ArrowRight": (1, 0)}

    def expected(here, step):
        def there(cells):
            found = []
            for other in cells:
                dx, dy = points[other][0] - points[here][0], points[other][1] - points[here][1]
                along, aside = dx * step[0] + dy * step[1], abs(dx * step[1]) + abs(dy * step[0])
                if along > 0 and aside <= along * 1.0001:
                    found.append((math.hypot(dx, dy), other))
            return min(found, default=(0, None))[1]

        near = there(neighbours[here])
        return near if near is not None else there(range(70)) or here

    focused = "Number(document.activeElement.dataset.i)"
    for here in range(0, 70, 3):
        for key, step in steps.items():
            cell(page, here, "analyse").focus()
            page.keyboard.press(key)
            assert page.evaluate(focused) == expected(here, step), (here, key)
    # Every cell can be reached: by name, one after the other.
    cell(page, 69, "analyse").focus()
    page.keyboard.press("PageDown")
    assert page.evaluate(focused) == 0
    page.keyboard.press("PageUp")
    assert page.evaluate(focused) == 69


def test_a_graph_file_asks_for_its_mines_and_is_played(sit, tmp_path):
    sitting = sit()
    sitting.page.add_init_script("crypto.getRandomValues = (numbers) => numbers.fill(2026)")
    page = sitting.go("#analyse")
    data = scattered()
    paste(page, json.dumps(data))
    page.locator("#analyse-panel input[name=mines]").fill("9")
    page.get_by_role("button", name=PAGE["play it"]).click()
    has_cells(page, 70, "play")
    game = Game(deal(custom("10x7", 9), start="open", seed=2026, shape=graph_of(data)))
    game.flood(game.view.initial[0])
    assert shown(page) == text_of(game)
    number = next(one for one in range(70) if game.view.cells[one] < 0)
    cell(page, number).focus()
    near = page.locator("#play-board [data-near]").evaluate_all(
        "(all) => all.map((one) => Number(one.dataset.i))"
    )
    assert sorted(near) == data["neighbours"][number]
    cell(page, number).click(button="right")
    assert "F" in shown(page)
    # The dialog offers the graph again, with other mines.
    page.locator("#new").click()
    dialog = page.locator("#dialog")
    assert dialog.locator("select[name=shape]").input_value() == "graph"
    expect(dialog.locator("input[name=width]")).to_be_hidden()
    dialog.locator("input[name=mines]").fill("1")
    dialog.get_by_role("button", name=PAGE["deal it"]).click()
    page.wait_for_url("**mines=1&**")
    has_cells(page, 70, "play")
    # A file that is dropped on Play is dealt at once.
    file = tmp_path / "prism.json"
    file.write_text(json.dumps(PRISM))
    drop(page, file)
    has_cells(page, 6, "play")
    audit(page, "a graph played")


def test_a_game_on_a_graph_is_kept_saved_watched_and_analysed(sit):
    seed = 4
    game = Game(deal(custom("10x7", 8), start="open", seed=seed, shape=graph_of(scattered())))
    game.flood(game.view.initial[0])
    sitting = sit()
    page = sitting.go("#analyse")
    paste(page, json.dumps(scattered()))
    page.locator("#analyse-panel input[name=mines]").fill("8")
    page.get_by_role("button", name=PAGE["play it"]).click()
    has_cells(page, 70, "play")
    # This graph is too long for an address, which names it; the browser has it.
    key = page.url.partition("shape=")[2]
    assert key.startswith("graph:")
    page.goto(f"{sitting.address}#play?mines=8&start=open&seed={seed}&shape={key}")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    has_cells(page, 70, "play")
    assert shown(page) == text_of(game)
    safe = answers.analyse(game.view).analysis.safe
    assert safe
    cell(page, safe[0]).focus()
    page.keyboard.press("w")
    page.locator(".done").wait_for()
    cell(page, safe[0]).click()
    game.flood(safe[0])
    assert shown(page) == text_of(game)
    page.locator("#more").click()
    with page.expect_download() as saved:
        page.locator("#save").click()
    replay = json.loads(saved.value.path().read_text())
    assert (replay["shape"], graph_of(replay["graph"])) == ("graph", graph_of(scattered()))
    page.locator("#more").click()
    page.locator("#to-analyse").click()
    has_cells(page, 70, "analyse")
    page.locator("#analyse-board .k-odds, #analyse-board .k-safe").first.wait_for()
    with page.expect_download() as saved:
        page.get_by_role("button", name=PAGE["save with graph"]).click()
    assert read(saved.value.path()) == game.view
    page.go_back()
    page.locator("#more").click()
    page.locator("#to-watch").click()
    expect(page.locator("#runs .board.graph .c")).to_have_count(70)
    # Elsewhere the address alone is not enough, and the page says so.
    other = sit().go(f"#analyse?position=10x7x8&shape={key}")
    expect(other.locator("#toast p")).to_have_text(PAGE["graph lost"])


def test_clues_above_nine_are_numbers_and_can_be_painted(sit):
    star = {"neighbours": [list(range(1, 12)), *([0] for _ in range(11))], "width": 12}
    page = sit().go("#analyse")
    paste(page, json.dumps({**star, "position": "12x1x10/aHHHHHHHHHHH"}))
    has_cells(page, 12, "analyse")
    assert cell(page, 0, "analyse").inner_text() == "10"
    page.get_by_role("radio", name="clue 11").click()
    cell(page, 0, "analyse").click()
    page.wait_for_url("**/bHHHHHHHHHHH**")


@pytest.mark.parametrize(
    ("data", "why"),
    [
        ({"neighbours": [[1], []]}, "cell 0 names 1, but cell 1 does not name 0"),
        ({"neighbours": [[]] * 10_001}, "10001 cells; at most 10000"),
        ({**PRISM, "position": "2x1x1/1H"}, "the graph has a size of 3x2, not of 2x1"),
    ],
)
def test_a_bad_graph_is_refused_with_a_line(sit, data, why):
    page = sit().go("#analyse")
    paste(page, json.dumps(data))
    expect(page.locator("#analyse-panel .problem")).to_contain_text(why)


def test_a_bad_graph_in_an_address_is_refused(sit):
    bad = shape_in_address({"neighbours": [[5], [0]]})
    page = sit().go(f"#play?mines=1&shape={bad}")
    expect(page.locator("#play-panel .problem")).to_contain_text("cell 0 names 5")


def test_a_graph_fits_a_phone(sit):
    page = sit(**TOUCH).go(f"#play?mines=1&seed=1&start=safe&shape={shape_in_address(PRISM)}")
    has_cells(page, 6, "play")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    audit(page, "a graph on a phone")
