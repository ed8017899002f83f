"""Guesses on the page: a table of candidates, a comparison of two, odds as a heat map, and two
layouts for an undecided cell."""

from operator import attrgetter

import pytest
from playwright.sync_api import expect

from contrast import CONTRAST_OF
from mineproof import answers
from mineproof.game.formats.mine import write
from page_visit import (
    CHINESE,
    DESKTOP,
    PAGE,
    TOUCH,
    audit,
    cell,
    game_of,
    icons,
    marks,
    play_on,
    shown,
    text_of,
)

NO_SAFE_START = "#play?level=beginner&start=open&seed=114"


def stuck(level, seed):
    """Return a game in which no cell is certainly safe."""
    game = game_of(level, seed)
    list(play_on(game))
    assert not game.won
    return game


def position(game):
    return "#analyse?position=" + "/".join(write(game.view).split())


def spaced(text):
    return text.replace("\u00a0", " ")


def percent(share):
    return f"{100 * share:.1f} %" if 0 < share < 1 else f"{100 * share:.0f} %"


def rows(page):
    """Return the texts of each row of the table, without the marks beside the name."""
    found = page.evaluate(
        """() => [...document.querySelectorAll(".candidates tbody tr")].map((row) => [
             row.querySelector("button").textContent,
             ...[...row.querySelectorAll("td")].map((one) => one.textContent),
           ])"""
    )
    return [[spaced(text) for text in row] for row in found]


def test_may_i_guess_leads_to_the_best_guess_with_its_reason_and_the_others(sit):
    page, game = sit().go("#play?level=beginner&start=open&seed=58"), game_of("beginner", 58)
    for one in play_on(game):
        cell(page, one).click()
    page.keyboard.press("g")
    page.get_by_role("button", name=PAGE["show best guess"]).click()
    page.locator(".candidates").wait_for()
    found = answers.analyse(game.view)
    said = spaced(page.inner_text(".reason"))
    assert said.lower() == f"{found.best.why}.".lower()
    assert page.locator(".candidates .star").count() == 1
    page.get_by_role("button", name=PAGE["all candidates"]).click()
    board = game.view.board
    columns = attrgetter("risk", "survival", "win", "certain_next", "flip_loss")
    assert rows(page) == [
        [board.name(one.cell), *map(percent, columns(one))] for one in found.candidates
    ]
    assert marks(page, "best") == [board.index(found.best.cell)]
    assert icons(cell(page, board.index(found.best.cell))) == ["#i-star"]
    page.get_by_text(PAGE["what columns mean"]).click()
    page.get_by_text(PAGE["column win"]).wait_for()
    # A move removes the marks.
    cell(page, board.index(found.best.cell)).click()
    expect(page.locator("#play-board .k-best")).to_have_count(0)


def test_two_candidates_are_compared_by_clicking_their_rows_with_keys_too(sit):
    game = stuck("expert", 3)
    page = sit().go(position(game))
    page.locator(".candidates").wait_for()
    names = [row[0] for row in rows(page)]
    page.locator(".candidates tbody tr").nth(2).click()
    compared = answers.compare(game.view, names[0], names[2])
    title = PAGE["is better"].format(cell=names[0], other=names[2])
    assert compared.as_json()["better"] == names[0]
    page.locator(".verdict h3", has_text=title).wait_for()
    assert spaced(page.inner_text(".verdict p")).lower() == f"{compared.why}.".lower()
    index = game.view.board.index
    assert marks(page, "compared", "analyse") == sorted(index(names[one]) for one in (0, 2))
    # Remove the best cell from the comparison, and choose another.
    page.locator(".candidates tbody button").nth(0).press("Enter")
    page.get_by_text(PAGE["compare two"]).wait_for()
    page.locator(".candidates tbody button").nth(5).press("Enter")
    compared = answers.compare(game.view, names[2], names[5])
    page.locator(".verdict h3").wait_for()
    assert spaced(page.inner_text(".verdict p")).lower() == f"{compared.why}.".lower()
    assert page.evaluate("document.activeElement.textContent") == names[5]


def test_any_two_hidden_cells_are_compared_on_the_board_and_nothing_is_opened(sit):
    page, game = sit().go(NO_SAFE_START), game_of("beginner", 114)
    before = shown(page)
    assert before == text_of(game)
    page.keyboard.press("b")
    page.locator(".candidates").wait_for()
    found = answers.analyse(game.view)
    known = {one.cell for one in found.candidates}
    other = next(one for one in found.analysis.undecided if one not in known)
    toggle = page.get_by_role("button", name=PAGE["compare on board"])
    toggle.click()
    cell(page, other).click()
    name = game.view.board.name(other)
    page.locator(".verdict h3").wait_for()
    compared = answers.compare(game.view, found.best.cell, name)
    assert spaced(page.inner_text(".verdict p")).lower() == f"{compared.why}.".lower()
    assert name in [row[0] for row in rows(page)]
    cell(page, other).click(button="right")
    assert shown(page) == before
    toggle.click()
    cell(page, other).click(button="right")
    assert shown(page)[other] == "F"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_odds_are_a_heat_map_with_one_number_for_each_sea(sit, scheme):
    page, game = sit(color_scheme=scheme).go(NO_SAFE_START), game_of("beginner", 114)
    page.check("#assist-odds")
    page.locator("#play-board .k-odds").first.wait_for()
    found = answers.analyse(game.view).analysis
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


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_an_undecided_cell_shows_two_readable_boards_the_differences_and_the_odds(sit, size):
    how = TOUCH if size == "phone" else {}
    game = stuck("expert", 3)
    page = sit(**{"viewport": DESKTOP, **how}).go(position(game))
    page.locator(".candidates").wait_for()
    found = answers.analyse(game.view).analysis
    board = game.view.board
    one = next(
        at
        for at in found.undecided
        if any(game.view.cells[near] >= 0 for near in board.neighbours[at])
    )
    cell(page, one, "analyse").focus()
    page.keyboard.press("w")
    page.locator(".chances .split").wait_for()
    said = spaced(page.inner_text(".chances"))
    odds = found.odds[one]
    assert (
        PAGE["chances"].format(cell=board.name(one), p=percent(odds), q=percent(1 - odds)) in said
    )
    safe, mined = answers.explain(game.view, one).layouts
    differ = [at for at in range(board.cells) if safe[at] != mined[at]]
    assert marks(page, "one-of", "analyse") == differ
    assert PAGE["they differ, many"].format(n=len(differ)) in page.inner_text("#analyse-panel")
    for figure in (0, 1):
        drawn = page.locator(".twins figure").nth(figure)
        marked = drawn.locator(".k-one-of").evaluate_all(
            "(all) => all.map((one) => +one.dataset.i)"
        )
        assert sorted(marked) == differ
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
    signs = icons(page.locator(".twins .k-one-of"))
    assert set(signs) == {"#i-mine", "#i-check"}


def test_reasons_are_told_in_the_language_of_the_page(sit):
    game = stuck("expert", 3)
    page = sit(locale="zh-TW").go(position(game))
    page.locator(".candidates").wait_for()
    why = answers.analyse(game.view, language="zh-Hant").best.why
    assert spaced(page.inner_text(".reason")) == f"{why}。"
    page.locator(".candidates tbody tr").nth(1).click()
    page.locator(".verdict h3").wait_for()
    names = [row[0] for row in rows(page)]
    why = answers.compare(game.view, names[0], names[1], language="zh-Hant").why
    assert spaced(page.inner_text(".verdict p")) == f"{why}。"
    assert CHINESE["compare on board"] in page.inner_text("#analyse-panel")
    audit(page, "candidates")
