"""The drawing of other shapes than the grid: regular hexagons, a torus with its edges.

The fixtures and helpers are those of test_page.py.
"""

import math

import pytest

from mineproof import Game, answers, custom, deal
from mineproof.game.board import Board
from page_visit import PHONE, TOUCH, audit, cell, has_cells, icons, shown, text_of

HEX = "#play?size=9x7&mines=8&seed=3&shape=hex&start=open"
TORUS = "#play?size=9x7&mines=8&seed=3&shape=torus&start=open"

BOXES = """() => [...document.querySelectorAll("#play-board .c")].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return { x, y, width, height };
})"""
AT = """([x, y]) => document.elementFromPoint(x, y)?.closest("[data-i]")?.dataset.i ?? null"""
SHIFT = """() => { window.shift = 0;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) window.shift += one.value;
  }).observe({ type: "layout-shift" }); }"""


def centre(box):
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("phone", [False, True])
def test_cells_that_touch_are_regular_hexagons_side_by_side(sit, phone):
    how = TOUCH if phone else {}
    page = sit(**how).go(HEX)
    boxes = page.evaluate(BOXES)
    width = boxes[0]["width"]
    pitch = boxes[1]["x"] - boxes[0]["x"]
    assert boxes[0]["height"] == pytest.approx(width * 2 / math.sqrt(3), rel=0.01)
    board = Board(7, 9, "hex")
    for one, box in enumerate(boxes):
        for other in range(len(boxes)):
            apart = math.dist(centre(box), centre(boxes[other])) / pitch
            touches = other in board.neighbours[one]
            # The centres of hexagons that share a side are one width apart, all others further.
            assert (abs(apart - 1) < 0.03) == touches, (board.name(one), board.name(other))
    shape = page.evaluate("getComputedStyle(document.querySelector('#play-board .c')).clipPath")
    assert shape.startswith("polygon(")
    assert shape.count(",") == 5


def test_only_the_hexagon_of_a_cell_can_be_hit(sit):
    page = sit().go(HEX)
    boxes = page.evaluate(BOXES)
    inner = 2 * 9 + 4  # r3c5: six neighbours
    box = boxes[inner]
    x, y = centre(box)
    near, far = 0.4, 0.48
    for right, down in (
        (0, 0),
        (0, -far),
        (0, far),
        (far, 0),
        (-far, 0),
        (near, 0.2),
        (-near, -0.2),
    ):
        point = [x + right * box["width"], y + down * box["height"]]
        assert page.evaluate(AT, point) == str(inner), (right, down)
    # The corners of the box around it belong to the cells above and below.
    row, odd = divmod(inner, 9)
    for right, down, expected in (
        (-near, -far, (row - 1) * 9 + odd - 1),
        (near, -far, (row - 1) * 9 + odd),
        (-near, far, (row + 1) * 9 + odd - 1),
        (near, far, (row + 1) * 9 + odd),
    ):
        point = [x + right * box["width"], y + down * box["height"]]
        assert page.evaluate(AT, point) == str(expected), (right, down)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_marks_and_the_focus_show_around_a_hexagon(sit, scheme):
    page = sit(color_scheme=scheme).go(HEX)
    page.check("#assist-certain")
    safe = page.locator("#play-board .k-safe").first
    safe.wait_for()
    ring = "(one) => [getComputedStyle(one).backgroundColor,"
    ring += " getComputedStyle(one, '::before').backgroundColor]"
    outer, inner = safe.evaluate(ring)
    assert outer != inner
    cell(page, 8).focus()
    page.keyboard.press("ArrowDown")
    outer, inner = cell(page, 17).evaluate(ring)
    assert outer != inner
    audit(page, "hexagons")


def test_a_large_board_of_hexagons_is_drawn_whole(sit):
    """Rows outside the window are not drawn; visible rows must show their cells completely."""
    page = sit().go("#play?size=60x40&mines=300&seed=1&shape=hex&start=open")
    boxes = page.evaluate(BOXES)
    x, y = centre(boxes[60 + 3])
    assert page.evaluate(AT, [x, y + 0.47 * boxes[63]["height"]]) == "63"
    place = page.locator("#play-board .scroll")
    place.evaluate("(one) => one.scrollTo({ left: one.scrollWidth })")
    x, y = centre(page.evaluate(BOXES)[119])  # the last cell of a shifted row
    assert page.evaluate(AT, [x, y]) == "119"


GHOSTS = """() => [...document.querySelectorAll("#play-board [data-ghost]")].map((ghost) => {
  const cell = document.querySelector(`#play-board [data-i="${ghost.dataset.ghost}"]`);
  const own = /^(c|g|corner)$/;
  const kinds = (one) => [...one.classList].filter((name) => !own.test(name)).join(" ");
  const { x, y, width, height } = ghost.getBoundingClientRect();
  return { cell: +ghost.dataset.ghost, same: kinds(ghost) === kinds(cell)
    && ghost.innerHTML === cell.innerHTML, x: x + width / 2, y: y + height / 2 };
})"""


def test_beyond_each_edge_of_a_torus_stands_what_continues_it(sit):
    page = sit().go(TORUS)
    boxes, ghosts = page.evaluate(BOXES), page.evaluate(GHOSTS)
    assert len(ghosts) == 2 * (9 + 7) + 4
    assert all(ghost["same"] for ghost in ghosts)
    size = boxes[1]["x"] - boxes[0]["x"]
    board = Board(7, 9, "torus")
    for one, box in enumerate(boxes):
        # All eight neighbours are shown around a cell: beside it, or as a copy beyond the edge.
        x, y = centre(box)
        around = {
            other
            for other, there in enumerate(boxes)
            if 0 < max(abs(centre(there)[0] - x), abs(centre(there)[1] - y)) < 1.2 * size
        }
        around |= {ghost["cell"] for ghost in ghosts
                   if max(abs(ghost["x"] - x), abs(ghost["y"] - y)) < 1.2 * size}  # fmt: skip
        assert around == set(board.neighbours[one]), board.name(one)


def test_the_copies_follow_their_cells_and_nothing_moves(sit):
    page = sit().go(TORUS)
    page.evaluate(SHIFT)
    hidden = next(ghost["cell"] for ghost in page.evaluate(GHOSTS)
                  if "h" in cell(page, ghost["cell"]).get_attribute("class").split())  # fmt: skip
    cell(page, hidden).click(button="right")
    ghost = page.locator(f'#play-board [data-ghost="{hidden}"]').first
    assert icons(ghost) == ["#i-flag"]
    page.check("#assist-certain")
    page.locator("#play-board .c.k-safe").first.wait_for()
    assert all(one["same"] for one in page.evaluate(GHOSTS))
    assert page.evaluate("window.shift") == 0
    # A screen reader finds each cell once.
    assert page.locator("#play-board").get_by_role("gridcell").count() == 63
    audit(page, "torus")


def test_a_torus_fits_a_phone(sit):
    page = sit(**TOUCH).go("#play?size=7x7&mines=6&seed=3&shape=torus&start=open")
    scroll = page.locator("#play-board .scroll")
    assert scroll.evaluate("(one) => one.scrollWidth - one.clientWidth") <= 0
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


# Other neighbourhoods

SHAPED = "#play?size=9x7&mines=8&seed=3&start=open&shape="


@pytest.mark.parametrize("shape", ["knight", "orthogonal", "triangle"])
def test_other_neighbourhoods_are_played_explained_and_analysed(sit, shape):
    page = sit().go(SHAPED + shape)
    has_cells(page, 63, "play")
    game = Game(deal(custom("9x7", 8), start="open", seed=3, shape=shape))
    game.flood(game.view.initial[0])
    assert shown(page) == text_of(game)
    # The neighbours of the focused cell are marked.
    inner = 3 * 9 + 4
    cell(page, inner).focus()
    near = page.locator("#play-board [data-near]").evaluate_all(
        "(all) => all.map((one) => Number(one.dataset.i))"
    )
    assert sorted(near) == sorted(game.deal.board.neighbours[inner])
    found = answers.analyse(game.view).analysis
    assert found.safe
    cell(page, found.safe[0]).focus()
    page.keyboard.press("w")
    page.locator(".done").wait_for()
    cell(page, found.safe[0]).click()
    game.flood(found.safe[0])
    assert shown(page) == text_of(game)
    audit(page, shape)
    page.locator("#more").click()
    page.locator("#to-analyse").click()
    has_cells(page, 63, "analyse")
    page.locator("#analyse-board .k-odds, #analyse-board .k-safe").first.wait_for()
    assert page.get_by_role("radio", name="clue 12").count() == (shape == "triangle")


def test_triangles_touch_where_they_are_drawn(sit):
    page = sit().go(SHAPED + "triangle")
    boxes = page.evaluate(BOXES)
    board = Board(7, 9, "triangle")
    corners = []
    for one, box in enumerate(boxes):
        x, y, wide, high = box["x"], box["y"], box["width"], box["height"]
        upward = (one // 9 + one % 9) % 2 == 0
        flat, apex = (y + high, y) if upward else (y, y + high)
        corners.append([(x, flat), (x + wide, flat), (x + wide / 2, apex)])
        # A click on its centre hits it; a click on a corner of its box does not.
        middle = (x + wide / 2, y + high * (0.6 if upward else 0.4))
        assert page.evaluate(AT, middle) == str(one)
        assert page.evaluate(AT, (x + 3, y + 3 if upward else y + high - 3)) != str(one)
    for one, own in enumerate(corners):
        for other, others in enumerate(corners):
            meets = any(math.dist(a, b) < 9 for a in own for b in others)
            assert (meets and one != other) == (other in board.neighbours[one]), (one, other)


def test_a_clue_above_nine_is_a_number_on_the_page(sit):
    page = sit().go("#analyse?position=5x3x11/HHHHH/HHbHH/HHHHH&shape=triangle")
    has_cells(page, 15, "analyse")
    assert cell(page, 7, "analyse").inner_text() == "11"
    page.get_by_role("radio", name="clue 12").click()
    cell(page, 7, "analyse").click()
    page.wait_for_url("**/HHcHH/**")
