"""Guesses on the page: a table of candidates, a comparison of two, odds as a heat map, and two
layouts for an undecided cell."""

import re
from operator import attrgetter

import pytest
from playwright.sync_api import expect

from contrast import CONTRAST_OF
from mineproof.answers import analysis, explanation
from mineproof.game.board import mined_cells
from mineproof.game.formats.mine import write
from page_games import game_of, play_on, text_of
from page_visit import CHINESE, PAGE, TOUCH, icons, numbers
from tiers import slow
from waiting import until

NO_SAFE_START = "#play?level=beginner&start=open&seed=114"


def stuck(level, seed):
    """Return a game in which no cell is certainly safe."""
    game = game_of(level, seed)
    list(play_on(game))
    assert not game.won
    return game


def beside_a_clue(view, at):
    return any(view.cells[near] >= 0 for near in view.board.neighbours[at])


def position(game):
    return "#analyse?position=" + "/".join(write(game.view).split())


def percent(share):
    return f"{100 * share:.1f} %" if 0 < share < 1 else f"{100 * share:.0f} %"


def rows(page):
    """Wait for the table; return the texts of each row, without the marks beside the name."""
    page.locator(".candidates").wait_for()
    texts = "(row) => [...row.querySelectorAll('button, td')].map((one) => one.textContent)"
    found = page.locator(".candidates tbody tr").evaluate_all(f"(all) => all.map({texts})")
    return [[text.replace("\u00a0", " ") for text in row] for row in found]


def says(page, compared):
    """Check the sentence below the table about two cells."""
    page.locator(".verdict p:not(.quiet)").wait_for()
    assert page.text(".verdict p").lower() == f"{compared.why}.".lower()
    assert page.locator(".verdict h3").count() == (compared.better is not None)


@pytest.mark.smoke
@pytest.mark.both_kinds
def test_may_i_guess_leads_to_the_best_guess_with_its_reason_and_the_others(sit):
    page, game = sit().go("#play?level=beginner&start=open&seed=58"), game_of("beginner", 58)
    page.play_on(game)
    page.keys("g")
    page.button("show best guess").click()
    page.locator(".candidates").wait_for()
    found = analysis.analyse(game.view)
    until(lambda: page.text(".reason").lower() == f"{found.best.why}.".lower(), "the reason")
    assert page.locator(".candidates .star").count() == 1
    page.button("all candidates").click()
    board = game.view.board
    columns = attrgetter("win", "risk", "survival", "certain_next", "flip_loss")
    best = board.index(found.best.cell)
    ordered = sorted(found.candidates, key=lambda one: (one.cell != best, -one.win))
    assert rows(page) == [[board.name(one.cell), *map(percent, columns(one))] for one in ordered]
    assert page.marks("best") == [board.index(found.best.cell)]
    assert icons(page.cell(board.index(found.best.cell))) == ["#i-star"]
    page.get_by_text(PAGE["what columns mean"]).click()
    page.get_by_text(PAGE["column win"]).wait_for()
    # A move removes the marks.
    page.cell(board.index(found.best.cell)).click()
    expect(page.locator("#play-board .k-best")).to_have_count(0)


def test_the_rows_follow_the_column_that_decides_and_hold_every_cell_of_the_reason(sit):
    game = stuck("expert", 30)
    page = sit(viewport={"width": 1280, "height": 800}).go(position(game))
    shown = rows(page)
    found = analysis.analyse(game.view)
    overall = {
        game.view.board.name(one.cell): one.survival * (1 - (one.flip_loss or 0))
        for one in found.candidates
    }
    best, *others = [row[0] for row in shown]
    assert best == found.best.cell
    assert others == sorted(others, key=overall.get, reverse=True)
    assert [row[1] for row in shown] == [percent(overall[row[0]]) for row in shown]
    expect(page.locator(".candidates [aria-sort]")).to_have_text(PAGE["short overall"])
    named = set(re.findall(r"r\d+c\d+", page.text(".reason")))
    assert named <= {best, *others}
    assert page.text(".reason").count("this guess and the next") == 1
    table = page.locator(".candidates")
    assert table.evaluate("(one) => one.scrollWidth - one.clientWidth") == 0  # nothing is cut off


def test_two_candidates_are_compared_by_clicking_their_rows_with_keys_too(sit):
    game = stuck("expert", 3)
    page = sit().go(position(game))
    names = [row[0] for row in rows(page)]
    page.locator(".candidates tbody tr").nth(2).click()
    compared = analysis.compare(game.view, names[0], names[2])
    assert compared.as_json()["better"] == names[0]
    says(page, compared)
    assert page.inner_text(".verdict h3") == PAGE["is better"].format(cell=names[0], other=names[2])
    index = game.view.board.index
    assert page.marks("compared", "analyse") == sorted(index(names[one]) for one in (0, 2))
    # Remove the best cell from the comparison, and choose another.
    page.locator(".candidates tbody button").nth(0).press("Enter")
    page.get_by_text(PAGE["compare two"]).wait_for()
    page.locator(".candidates tbody button").nth(5).press("Enter")
    says(page, analysis.compare(game.view, names[2], names[5]))
    assert page.evaluate("document.activeElement.textContent") == names[5]


def test_any_two_hidden_cells_are_compared_on_the_board_and_nothing_is_opened(sit):
    page, game = sit().go(NO_SAFE_START), game_of("beginner", 114)
    before = page.shown()
    assert before == text_of(game)
    page.keys("b", until=".candidates")
    found = analysis.analyse(game.view)
    known = {one.cell for one in found.candidates}
    other = next(one for one in found.analysis.undecided if one not in known)
    toggle = page.button("compare on board")
    toggle.click()
    page.cell(other).click()
    name = game.view.board.name(other)
    says(page, analysis.compare(game.view, found.best.cell, name))
    assert name in [row[0] for row in rows(page)]
    page.cell(other).click(button="right")
    assert page.shown() == before
    toggle.click()
    page.cell(other).click(button="right")
    assert page.shown()[other] == "F"


@pytest.mark.smoke
@pytest.mark.parametrize("scheme", ["light", slow("dark")])
def test_odds_are_a_heat_map_with_one_number_for_each_sea(sit, scheme):
    page, game = sit(color_scheme=scheme).go(NO_SAFE_START), game_of("beginner", 114)
    page.assist("odds")
    found = analysis.analyse(game.view).analysis
    cells = page.evaluate(HEAT)
    assert sorted(cells, key=int) == [str(one) for one in sorted(found.odds)]
    board, hidden = game.view.board, set(found.odds)
    sea = {one for one in hidden if hidden.issuperset(board.neighbours[one])}
    assert len(sea) > 20
    silent = {int(one) for one, said in cells.items() if not said["text"]}
    assert silent < sea  # all but one: here they are connected
    assert len(silent) == len(sea) - 1
    for one, said in cells.items():
        odds = found.odds[int(one)]
        assert f"{round(100 * odds)} % mine" in said["label"]  # the silent ones too
        if said["text"]:
            assert said["text"] == str(round(100 * odds))
            assert said["pixels"] >= 12
            assert said["contrast"] >= 4.5
    # Equal odds have one colour, with a number or without.
    colors = {}
    for one, said in cells.items():
        colors.setdefault(found.odds[int(one)], set()).add(said["color"])
    assert {len(same) for same in colors.values()} == {1}
    # The same order by shade as by odds.
    spoken = [(found.odds[int(one)], said["shade"]) for one, said in cells.items() if said["text"]]
    assert [shade for _, shade in sorted(spoken)] == sorted(shade for _, shade in spoken)
    assert len({shade for _, shade in spoken}) > 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_odds_run_from_green_to_red_and_the_best_move_is_seen_among_them(sit, scheme):
    page, game = sit(color_scheme=scheme).go(NO_SAFE_START), game_of("beginner", 114)
    page.assist("odds")
    page.assist("best")
    odds = analysis.analyse(game.view).analysis.odds
    red = {one: page.cell(one).evaluate(REDNESS) for one in odds}
    least, most = min(odds, key=odds.get), max(odds, key=odds.get)
    assert red[least] < -20
    assert red[most] > 60
    ordered = [red[one] for one in sorted(odds, key=odds.get)]
    assert ordered == sorted(ordered)
    [best] = page.marks("best")
    corner = "(one) => getComputedStyle(one, '::after').backgroundImage"
    assert "gradient" in page.cell(best).evaluate(corner)
    assert page.cell(best).inner_text() == str(round(100 * odds[best]))  # and its odds are seen


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_number_is_read_on_every_shade_and_no_shade_looks_like_an_open_cell(sit, scheme):
    page = sit(color_scheme=scheme).go(NO_SAFE_START)
    for number, edge in page.evaluate(SHADES):
        assert number >= 4.5
        assert edge >= 3


# The contrast of each shade with its number, and with an open cell.
SHADES = (
    f"() => {{ const contrast = {CONTRAST_OF};"
    """
  const opened = getComputedStyle(document.querySelector("#play-board .o")).backgroundColor;
  const cell = document.querySelector("#play-board .h");
  return Array.from({ length: 8 }, (_, shade) => {
    cell.className = `c h k-odds k-heat-${shade}`;
    const { color, backgroundColor } = getComputedStyle(cell);
    return [contrast(color, backgroundColor), contrast(opened, backgroundColor)];
  });
}"""
)

# How much redder than green the background of a cell is, from -255 to 255.
REDNESS = """(one) => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  canvas.fillStyle = getComputedStyle(one).backgroundColor;
  canvas.fillRect(0, 0, 1, 1);
  const [red, green] = canvas.getImageData(0, 0, 1, 1).data;
  return red - green;
}"""

HEAT = (
    f"() => {{ const contrast = {CONTRAST_OF};"
    """
  const cells = [...document.querySelectorAll("#play-board .k-odds")].map((one) => {
    const { fontSize, color, backgroundColor } = getComputedStyle(one);
    return [one.dataset.i, {
      text: one.textContent, label: one.getAttribute("aria-label"), pixels: parseFloat(fontSize),
      shade: Number(/k-heat-(\\d)/.exec(one.className)[1]),
      contrast: contrast(color, backgroundColor), color: backgroundColor,
    }];
  });
  return Object.fromEntries(cells);
}"""
)


def differences_in_sight(page):
    """How many of the cells that differ are inside the first of the two small boards."""
    return (
        page.locator(".twins figure")
        .first.locator(".k-one-of")
        .evaluate_all(
            """(all) => all.filter((one) => {
          const [cell, view] = [one, one.closest(".scroll")].map((e) => e.getBoundingClientRect());
          const [x, y] = [cell.left + cell.width / 2, cell.top + cell.height / 2];
          return x > view.left && x < view.right && y > view.top && y < view.bottom;
        }).length"""
        )
    )


@pytest.mark.parametrize("how", [{}, TOUCH], ids=["desktop", "phone"])
def test_an_undecided_cell_shows_two_readable_boards_the_differences_and_the_odds(sit, how):
    game = stuck("expert", 3)
    page = sit(**how).go(position(game))
    page.locator(".candidates").wait_for()
    found = analysis.analyse(game.view).analysis
    board = game.view.board
    one = next(at for at in found.undecided if beside_a_clue(game.view, at))
    page.cell(one, "analyse").focus()
    page.keys("w", until=".chances .split")
    odds = [percent(one) for one in (found.odds[one], 1 - found.odds[one])]
    chances = PAGE["chances"].format(cell=board.name(one), p=odds[0], q=odds[1])
    assert chances in page.text(".chances")
    layouts = explanation.explain(game.view, one).layouts
    differ = [at for at in range(board.cells) if layouts[0][at] != layouts[1][at]]
    assert page.marks("one-of", "analyse") == differ
    until(lambda: differences_in_sight(page) > 0, "the boards are scrolled to the cell")
    seen = differences_in_sight(page)
    key = "they differ, many" if seen == len(differ) else "they differ, part"
    assert PAGE[key].format(n=len(differ), m=seen) in page.inner_text("#analyse-panel")
    for figure in (0, 1):
        drawn = page.locator(".twins figure").nth(figure)
        assert sorted(numbers(drawn.locator(".k-one-of"))) == differ
        assert sorted(numbers(drawn.locator(".m"))) == list(mined_cells(layouts[figure]))
        asked = drawn.locator(f'[data-i="{one}"]')
        assert asked.bounding_box()["width"] >= 20
        # It is visible without scrolling the small board.
        page.wait_for_function(
            """(one) => {
              const [cell, view] = [one, one.closest(".scroll")]
                .map((e) => e.getBoundingClientRect());
              return cell.left >= view.left && cell.right <= view.right + 1
                && cell.top >= view.top && cell.bottom <= view.bottom + 1;
            }""",
            arg=asked.element_handle(),
        )
    # Symbols show it without colour: a mine or a check mark in every cell that differs.
    assert set(icons(page.locator(".twins .k-one-of"))) == {"#i-mine", "#i-check"}


def test_reasons_are_told_in_the_language_of_the_page(sit):
    game = stuck("expert", 3)
    page = sit(locale="zh-TW").go(position(game))
    names = [row[0] for row in rows(page)]
    why = analysis.analyse(game.view, language="zh-Hant").best.why
    assert page.text(".reason") == f"{why}。"
    page.locator(".candidates tbody tr").nth(1).click()
    page.locator(".verdict h3").wait_for()
    why = analysis.compare(game.view, names[0], names[1], language="zh-Hant").why
    assert page.text(".verdict p") == f"{why}。"
    assert CHINESE["compare on board"] in page.inner_text("#analyse-panel")
    page.audit("candidates")
