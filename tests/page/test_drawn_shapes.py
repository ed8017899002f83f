"""Other shapes than the grid: regular hexagons, a torus with its edges, triangles."""

import json
import math
from urllib.parse import quote

import pytest

from mineproof import custom
from mineproof.game.board import Board
from page_games import game_of, safe_cell, text_of
from page_visit import PAGE, TOUCH, expect, icons, numbers
from tiers import few, slow

SHAPED = "#play?size=9x7&mines=8&seed=3&start=open&shape="
AT = """([x, y]) => document.elementFromPoint(x, y)?.closest("[data-i]")?.dataset.i ?? null"""


@pytest.mark.smoke
@pytest.mark.parametrize("how", [{}, slow(TOUCH)], ids=["desktop", "phone"])
def test_cells_that_touch_are_regular_hexagons_side_by_side(sit, how):
    page = sit(**how).go(SHAPED + "hex")
    boxes = page.boxes()
    width = boxes[0]["width"]
    pitch = boxes[1]["x"] - boxes[0]["x"]
    assert boxes[0]["height"] == pytest.approx(width * 2 / math.sqrt(3), rel=0.01)
    board = Board(7, 9, "hex")
    for one, box in enumerate(boxes):
        for other in range(len(boxes)):
            apart = math.dist(box["centre"], boxes[other]["centre"]) / pitch
            touches = other in board.neighbours[one]
            # The centres of hexagons that share a side are one width apart, all others further.
            assert (abs(apart - 1) < 0.03) == touches, (board.name(one), board.name(other))
    shape = page.evaluate("getComputedStyle(document.querySelector('#play-board .c')).clipPath")
    assert shape.startswith("polygon(")
    assert shape.count(",") == 5


def test_only_the_hexagon_of_a_cell_can_be_hit(sit):
    page = sit().go(SHAPED + "hex")
    inner = 2 * 9 + 4  # r3c5: six neighbours
    box = page.boxes()[inner]
    x, y = box["centre"]
    near, far = 0.4, 0.48
    own = [(0, 0), (0, -far), (0, far), (far, 0), (-far, 0), (near, 0.2), (-near, -0.2)]
    # The corners of the box around it belong to the cells above and below.
    others = {
        (-near, -far): inner - 10, (near, -far): inner - 9,
        (-near, far): inner + 8, (near, far): inner + 9,
    }  # fmt: skip
    for (right, down), expected in {**dict.fromkeys(own, inner), **others}.items():
        point = [x + right * box["width"], y + down * box["height"]]
        assert page.evaluate(AT, point) == str(expected), (right, down)


def test_marks_and_the_focus_show_around_a_hexagon(sit):
    page = sit().go(SHAPED + "hex")
    page.check("#assist-certain")
    safe = page.locator("#play-board .k-safe").first
    safe.wait_for()
    page.cell(8).focus()
    page.keys("ArrowDown")
    ring = "(one) => [null, '::before'].map((of) => getComputedStyle(one, of).backgroundColor)"
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for one in (safe, page.cell(17)):
            outer, inner = one.evaluate(ring)
            assert outer != inner, scheme
        page.audit(f"hexagons, {scheme}")


def test_a_large_board_of_hexagons_is_drawn_whole(sit):
    """Rows outside the window are not drawn; visible rows must show their cells completely."""
    page = sit().go("#play?size=60x40&mines=300&seed=1&shape=hex&start=open")
    boxes = page.boxes()
    x, y = boxes[63]["centre"]
    assert page.evaluate(AT, [x, y + 0.47 * boxes[63]["height"]]) == "63"
    place = page.locator("#play-board .scroll")
    place.evaluate("(one) => one.scrollTo({ left: one.scrollWidth })")
    x, y = page.boxes()[119]["centre"]  # the last cell of a shifted row
    assert page.evaluate(AT, [x, y]) == "119"


GHOSTS = """() => [...document.querySelectorAll("#play-board [data-ghost]")].map((ghost) => {
  const cell = document.querySelector(`#play-board [data-i="${ghost.dataset.ghost}"]`);
  const own = /^(c|g|corner)$/;
  const kinds = (one) => [...one.classList].filter((name) => !own.test(name)).join(" ");
  const { x, y, width, height } = ghost.getBoundingClientRect();
  return { cell: +ghost.dataset.ghost, same: kinds(ghost) === kinds(cell)
    && ghost.innerHTML === cell.innerHTML, centre: [x + width / 2, y + height / 2] };
})"""


def test_beyond_each_edge_of_a_torus_stands_what_continues_it(sit):
    page = sit().go(SHAPED + "torus")
    boxes, ghosts = page.boxes(), page.evaluate(GHOSTS)
    assert len(ghosts) == 2 * (9 + 7) + 4
    assert all(ghost["same"] for ghost in ghosts)
    size = boxes[1]["x"] - boxes[0]["x"]
    board = Board(7, 9, "torus")
    drawn = [(one, box["centre"]) for one, box in enumerate(boxes)]
    drawn += [(ghost["cell"], ghost["centre"]) for ghost in ghosts]
    for one, box in enumerate(boxes):
        # All eight neighbours are shown around a cell: beside it, or as a copy beyond the edge.
        x, y = box["centre"]
        around = {other for other, there in drawn
                  if max(abs(there[0] - x), abs(there[1] - y)) < 1.2 * size}  # fmt: skip
        assert around - {one} == set(board.neighbours[one]), board.name(one)


def test_the_copies_follow_their_cells_and_nothing_moves(sit):
    page = sit().go(SHAPED + "torus")
    page.observe_shifts()
    ghost = page.locator("#play-board [data-ghost].h").first
    hidden = ghost.get_attribute("data-ghost")
    page.cell(hidden).click(button="right")
    ghost = page.locator(f'#play-board [data-ghost="{hidden}"]').first
    assert icons(ghost) == ["#i-flag"]
    page.check("#assist-certain")
    page.locator("#play-board .c.k-safe").first.wait_for()
    assert all(one["same"] for one in page.evaluate(GHOSTS))
    assert page.shifts() == []
    # A screen reader finds each cell once.
    assert page.locator("#play-board").get_by_role("gridcell").count() == 63
    page.audit("torus")


@pytest.mark.smoke
@pytest.mark.parametrize("shape", few(["triangle", "knight", "orthogonal", "hex", "torus"], 1))
def test_other_shapes_are_played_explained_and_analysed(sit, shape):
    page, game = sit().go(SHAPED + shape), game_of(custom("9x7", 8), 3, shape=shape)
    page.has_cells(63)
    assert page.shown() == text_of(game)
    assert PAGE[f"shape {shape}"] in page.inner_text("#where")
    # The neighbours of the focused cell are marked where they are not those that touch it.
    inner = 3 * 9 + 4
    page.cell(inner).focus()
    near = [] if shape in ("hex", "torus") else sorted(game.deal.board.neighbours[inner])
    assert sorted(numbers(page.locator("#play-board [data-near]"))) == near
    safe = safe_cell(game)
    page.ask_why(safe)
    page.open(game, safe)
    assert page.shown() == text_of(game)
    page.audit(shape)
    page.menu("to-analyse")
    page.has_cells(63, "analyse")
    page.locator("#analyse-board .k-odds, #analyse-board .k-safe").first.wait_for()
    assert page.get_by_role("radio", name="clue 12").count() == (shape == "triangle")


def test_triangles_touch_where_they_are_drawn(sit):
    page = sit().go(SHAPED + "triangle")
    boxes = page.boxes()
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


STAR = json.dumps({"neighbours": [list(range(1, 12)), *([0] for _ in range(11))], "width": 12})


@pytest.mark.smoke
@pytest.mark.parametrize(
    ("position", "at", "clue"),
    [(f"12x1x10/aHHHHHHHHHHH&shape={quote(STAR)}", 0, 10),
     slow("5x3x11/HHHHH/HHbHH/HHHHH&shape=triangle", 7, 11)],
    ids=["graph", "triangle"],
)  # fmt: skip
def test_clues_above_nine_are_numbers_and_can_be_painted(sit, position, at, clue):
    page = sit().go(f"#analyse?position={position}")
    expect(page.cell(at, "analyse")).to_have_text(str(clue))
    page.get_by_role("radio", name=f"clue {clue + 1}").click()
    page.cell(at, "analyse").click()
    page.wait_for_url(f"**/*{'abc'[clue - 9]}HH**")
    assert page.cell(at, "analyse").inner_text() == str(clue + 1)
