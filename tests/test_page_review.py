"""The review on the page: timeline, mistakes, earlier positions, "what if", dropped replays."""

import json

import pytest
from playwright.sync_api import expect

from mineproof import Game, answers
from page_visit import (
    BEGINNER,
    CHINESE,
    PAGE,
    TOUCH,
    audit,
    cell,
    game_of,
    has_cells,
    marks,
    play_on,
    shown,
    text_of,
)

STUCK = "#play?level=beginner&start=open&seed=114"  # nothing is certain at the start


def played(seed=22):
    """Return the moves of a lost game: certain ones, a needless risk, a wrong flag, a certain mine.

    A move is its kind, its cell, and the position before it.
    """
    game, moves = game_of("beginner", seed), []

    def make(kind, at):
        moves.append((kind, at, text_of(game)))
        if kind == "wrong flag":
            game.flag(at)
        elif kind != "certain mine":
            game.flood(at)

    for _ in range(2):
        make("certain", answers.analyse(game.view).analysis.safe[0])
    found = answers.analyse(game.view).analysis
    make("needless", next(at for at in found.undecided if not game.deal.layout[at]))
    make("wrong flag", answers.analyse(game.view).analysis.safe[-1])
    make("certain mine", answers.analyse(game.view).analysis.mined[0])
    return game, moves


def lose(page, moves):
    for kind, at, _ in moves:
        cell(page, at).click(button="right" if kind == "wrong flag" else "left")
    page.locator(".timeline").wait_for()


def at_move(page, number, of):
    page.get_by_role("heading", name=PAGE["move of"].format(n=number, of=of), exact=True).wait_for()


def test_arrow_keys_step_through_the_game_and_jump_between_mistakes(sit):
    page, (_, moves) = sit().go(BEGINNER), played()
    lose(page, moves)
    for number in (5, 4, 3):  # right after the loss, without a click
        page.keyboard.press("ArrowLeft")
        at_move(page, number, 5)
        assert shown(page) == moves[number - 1][2]
        assert marks(page, "asked") == [moves[number - 1][1]]
    page.keyboard.press("Home")
    at_move(page, 1, 5)
    assert PAGE["judged certain"] in page.inner_text(".judgement")
    for number in (3, 4, 5):
        page.keyboard.press("ArrowDown")
        at_move(page, number, 5)
    page.keyboard.press("ArrowUp")
    at_move(page, 4, 5)
    assert PAGE["judged wrong"] in page.inner_text(".judgement")
    page.get_by_role("button", name=PAGE["next mistake"]).click()
    at_move(page, 5, 5)
    page.get_by_role("button", name=PAGE["move on"]).click()
    page.get_by_role("heading", name=PAGE["lost"]).wait_for()
    assert page.locator("#play-board .x").count() == 1
    assert marks(page, "asked") == []
    page.locator(".timeline").focus()
    page.keyboard.press("r")  # the other keys work there too
    expect(page.locator(".timeline")).to_have_count(0)


def test_a_click_on_the_timeline_goes_to_the_move_and_bars_are_as_high_as_the_risk(sit):
    page, (_, moves) = sit().go(BEGINNER), played()
    lose(page, moves)
    heights = page.evaluate(
        "[...document.querySelectorAll('.timeline rect:not(.now)')]"
        ".map((one) => one.getBoundingClientRect().height)"
    )
    assert len(heights) == 5
    assert heights[0] == heights[1] == heights[3] < heights[2] < heights[4]
    assert page.locator(".timeline .sign").count() == 3  # mistakes have symbols, not only colours
    box = page.locator(".timeline").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 2.5 / 12, box["y"] + 10)
    at_move(page, 3, 5)
    assert shown(page) == moves[2][2]
    slider = page.get_by_role("slider", name=PAGE["timeline"])
    assert slider.get_attribute("aria-valuenow") == "3"
    assert "needless" in slider.get_attribute("aria-valuetext")
    page.mouse.move(box["x"] + box["width"] * 2.5 / 12, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + 3, box["y"] + 10)
    page.mouse.up()
    at_move(page, 1, 5)


def test_a_mistake_says_what_it_was_what_was_certain_and_why(sit):
    page, (_, moves) = sit().go(BEGINNER), played()
    lose(page, moves)
    page.locator(".review button").first.click()
    at_move(page, 3, 5)
    game = Game(played()[0].deal)
    game.flood(game.view.initial[0])
    for _, at, _ in moves[:2]:
        game.flood(at)
    found = answers.analyse(game.view)
    name, clue = game.view.board.name(moves[2][1]), played()[0].view.cells[moves[2][1]]
    said = page.inner_text(".judgement")
    assert PAGE["opened clue" if clue else "opened zero"].format(cell=name, n=clue) in said
    assert "was safe for certain" in said
    assert "needless" in said
    page.locator("#play-board .k-safe").first.wait_for()
    assert marks(page, "safe") == found.analysis.safe
    assert marks(page, "mine") == found.analysis.mined
    assert PAGE["safe then, many"].format(n=len(found.safe)) in page.inner_text(".then")
    reason = answers.explain(game.view, found.safe[0]).sentences()
    assert page.locator(".because li").all_inner_texts() == reason
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    at_move(page, 5, 5)
    said = page.inner_text(".judgement")
    assert PAGE["judged certain mine"] in said
    assert "100" not in page.inner_text("#play-panel")
    page.get_by_role("button", name=f"Why is {game.view.board.name(moves[4][1])} a mine?").click()
    page.locator(".done.mine").wait_for()
    page.get_by_role("button", name=PAGE["back"]).click()
    at_move(page, 5, 5)


def test_a_guess_is_set_beside_the_best_one(sit):
    page, game = sit().go(STUCK), game_of("beginner", 114)
    found = answers.analyse(game.view)
    risks = found.analysis.odds
    worst = max((at for at in found.analysis.undecided if not game.deal.layout[at]), key=risks.get)
    name = game.view.board.name(worst)
    cell(page, worst).click()
    page.click("#more")
    page.click("#review")  # of an unfinished game
    page.get_by_role("heading", name=PAGE["review so far"]).wait_for()
    page.locator(".review button").click()
    page.locator(".verdict h3").wait_for()
    title = PAGE["is better"].format(cell=found.best.cell, other=name)
    assert page.inner_text(".verdict h3") == title
    why = answers.compare(game.view, found.best.cell, name).why
    assert page.inner_text(".verdict p").replace("\u00a0", " ").lower() == f"{why}.".lower()
    assert page.locator(".judgement.mistake").count() == 1
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    game.flood(worst)
    assert shown(page) == text_of(game)
    other = next(at for at in range(81) if shown(page)[at] == "H")
    cell(page, other).click(button="right")  # the game goes on
    assert shown(page)[other] == "F"


def test_one_plays_on_from_any_moment_and_the_game_that_was_played_is_kept(sit):
    page, (game, moves) = sit().go(BEGINNER), played()
    lose(page, moves)
    page.get_by_role("button", name=PAGE["take it back"]).click()  # what if, after an explosion
    page.get_by_role("heading", name=PAGE["what if title"]).wait_for()
    assert shown(page) == moves[4][2]
    game.unflag(moves[3][1])
    cell(page, moves[3][1]).click(button="right")
    for one in play_on(game):
        cell(page, one).click()
    assert game.won
    page.get_by_role("heading", name=PAGE["won"]).wait_for()
    page.get_by_role("button", name=PAGE["to origin"]).click()
    page.get_by_role("heading", name=PAGE["lost"]).wait_for()
    page.locator(".timeline").wait_for()
    page.keyboard.press("Home")
    at_move(page, 1, 5)
    page.get_by_role("button", name=PAGE["play on"]).click()
    assert shown(page) == moves[0][2]
    cell(page, moves[0][1]).click()
    assert shown(page) == moves[1][2]
    page.get_by_role("button", name=PAGE["to origin"]).click()
    page.get_by_role("heading", name=PAGE["lost"]).wait_for()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_review_stays_through_other_questions_and_another_language(sit, size):
    page, (_, moves) = sit(**(TOUCH if size == "phone" else {})).go(BEGINNER), played()
    lose(page, moves)
    page.keyboard.press("ArrowLeft")
    at_move(page, 5, 5)
    page.keyboard.press("g")
    page.get_by_role("heading", name=PAGE["no guess needed"]).wait_for()
    page.get_by_role("button", name=PAGE["back"]).click()
    at_move(page, 5, 5)
    page.evaluate("document.querySelector('#language').click()")
    page.get_by_role("heading", name=CHINESE["move of"].format(n=5, of=5)).wait_for()
    page.locator(".because li").first.wait_for()
    assert page.locator(".because li").last.inner_text().endswith("。")
    assert CHINESE["judged certain mine"] in page.inner_text(".judgement")
    page.evaluate("document.querySelector('#language').click()")
    at_move(page, 5, 5)
    audit(page, "a move")
    page.get_by_role("button", name=PAGE["back"]).click()
    page.locator(".statistics").wait_for()
    audit(page, "review")
    if size == "phone":
        page.locator(".sheet-close").click()
    page.click("#more")
    page.click("#review")
    page.locator(".statistics").wait_for()
    expect(page.locator("#play-panel.sheet")).to_have_count(1)


def test_the_numbers_are_those_of_the_command(sit):
    page, (_, moves) = sit().go(BEGINNER), played()
    lose(page, moves)
    page.click("#more")
    with page.expect_download() as kept:
        page.click("#save")
    replay = answers.review(answers_replay(kept.value.path().read_text())).as_json()
    said = dict(
        page.locator(".statistics div").evaluate_all(
            "(all) => all.map((one) => [one.children[0].textContent, one.children[1].textContent])"
        )
    )
    assert said[PAGE["3bv"]] == f"{replay['solved']} / {replay['3bv']}"
    assert said[PAGE["3bv per second"]] == f"{replay['3bv_per_second']:.2f}"
    assert said[PAGE["efficiency"]] == f"{100 * replay['efficiency']:.0f} %"
    assert said[PAGE["clicks"]] == "5"
    assert said[PAGE["needless ones"]] == str(replay["needless"])


def answers_replay(text):
    from mineproof.game import replay

    return replay.read(text)


DROP = """([place, name, type, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name, { type }));
  const target = document.querySelector(place);
  for (const kind of ["dragover", "drop"]) {
    const event = new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true });
    target.dispatchEvent(event);
    if (!event.defaultPrevented) throw new Error("the browser would open the file");
  }
}"""


@pytest.mark.parametrize("place", [".top", "#view-watch", "#view-analyse"])
def test_a_replay_dropped_anywhere_is_reviewed(sit, place):
    game, moves = played()
    page = sit().go({"#view-watch": "#watch", "#view-analyse": "#analyse"}.get(place, BEGINNER))
    board = game.view.board
    replay = {
        "schema": 1, "rows": 9, "cols": 9, "start": "open", "player": "", "flood": True,
        "mines": [board.name(at) for at in range(81) if game.deal.layout[at]],
        "given": [board.name(at) for at in game.deal.initial],
        "moves": [{"do": "flag" if kind == "wrong flag" else "open", "cell": board.name(at), "t": n}
                  for n, (kind, at, _) in enumerate(moves, start=1)],
    }  # fmt: skip
    page.evaluate(DROP, [place, "game.json", "application/json", json.dumps(replay)])
    has_cells(page, 81, "play")
    page.get_by_role("heading", name=PAGE["lost"]).wait_for()
    page.locator(".timeline").wait_for()
    page.keyboard.press("ArrowLeft")
    at_move(page, 5, 5)
    assert shown(page) == moves[4][2]


def test_a_dropped_picture_is_refused_in_a_sentence_and_a_position_is_analysed(sit):
    page = sit().go(BEGINNER)
    page.evaluate(DROP, ["#view-play", "board.png", "image/png", "x"])
    page.get_by_text(PAGE["no pictures"]).wait_for()
    page.evaluate(DROP, ["#view-play", "p.mine", "", "4x3x2/0000/1211/HHHH"])
    has_cells(page, 12, "analyse")
    assert "#analyse?position=4x3x2" in page.url
    page.evaluate(DROP, [".top", "p.mine", "", "no board"])
    page.locator("#toast").wait_for()
