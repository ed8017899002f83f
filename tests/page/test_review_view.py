"""The review on the page: timeline, mistakes, earlier positions, "what if", dropped replays."""

import pytest

from mineproof.answers import analysis, explanation, reviews
from mineproof.game import replay as replays
from page_games import begun, certain_cells, game_of, mined_cell, safe_cell, text_of
from page_visit import BEGINNER, CHINESE, PAGE, TOUCH, expect

STUCK = "#play?level=beginner&start=open&seed=114"  # nothing is certain at the start


def played():
    """Return the moves of a lost game: certain ones, a needless risk, a wrong flag, a certain mine.

    A move is its kind, its cell, and the position before it.
    """
    game, moves = game_of("beginner", 22), []

    def make(kind, at):
        moves.append((kind, at, text_of(game)))
        if kind == "wrong flag":
            game.flag(at)
        elif kind != "certain mine":
            game.flood(at)

    for _ in range(2):
        make("certain", safe_cell(game))
    found = analysis.analyse(game.view).analysis
    make("needless", next(at for at in found.undecided if not game.deal.layout[at]))
    make("wrong flag", certain_cells(game.view)[0][-1])
    make("certain mine", mined_cell(game))
    return game, moves


def lose(sit, **how):
    """Play that game; return the page, the game before its end, and the moves."""
    page, (game, moves) = sit(**how).go(BEGINNER), played()
    for kind, at, _ in moves:
        page.cell(at).click(button="right" if kind == "wrong flag" else "left")
    page.locator(".timeline").wait_for()
    return page, game, moves


def at_move(page, number):
    page.heading("move of", exact=True, n=number, of=5).wait_for()


@pytest.mark.smoke
def test_arrow_keys_step_through_the_game_and_jump_between_mistakes(sit):
    page, _, moves = lose(sit)
    for number in (5, 4, 3):  # right after the loss, without a click
        page.keys("ArrowLeft")
        at_move(page, number)
        assert page.shown() == moves[number - 1][2]
        assert page.marks("asked") == [moves[number - 1][1]]
    page.keys("Home")
    at_move(page, 1)
    assert PAGE["judged certain"] in page.inner_text(".judgement")
    for number in (3, 4, 5):
        page.keys("ArrowDown")
        at_move(page, number)
    page.keys("ArrowUp")
    at_move(page, 4)
    assert PAGE["judged wrong"] in page.inner_text(".judgement")
    page.button("next mistake").click()
    at_move(page, 5)
    page.button("move on").click()
    page.heading("lost").wait_for()
    assert page.locator("#play-board .x").count() == 1
    assert page.marks("asked") == []
    page.locator(".timeline").focus()
    page.keys("r")  # the other keys work there too
    expect(page.locator(".timeline")).to_have_count(0)


def test_a_click_on_the_timeline_goes_to_the_move_and_bars_are_as_high_as_the_risk(sit):
    page, _, moves = lose(sit)
    heights = page.locator(".timeline rect:not(.now)").evaluate_all(
        "(all) => all.map((one) => one.getBoundingClientRect().height)"
    )
    assert len(heights) == 5
    assert heights[0] == heights[1] == heights[3] < heights[2] < heights[4]
    assert page.locator(".timeline .sign").count() == 3  # mistakes have symbols, not only colours
    box = page.locator(".timeline").bounding_box()
    page.mouse.click(box["x"] + box["width"] * 2.5 / 12, box["y"] + 10)
    at_move(page, 3)
    assert page.shown() == moves[2][2]
    slider = page.get_by_role("slider", name=PAGE["timeline"])
    assert slider.get_attribute("aria-valuenow") == "3"
    assert "needless" in slider.get_attribute("aria-valuetext")
    page.mouse.move(box["x"] + box["width"] * 2.5 / 12, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + 3, box["y"] + 10)
    page.mouse.up()
    at_move(page, 1)


@pytest.mark.smoke
def test_a_mistake_says_what_it_was_what_was_certain_and_why(sit):
    page, end, moves = lose(sit)
    mine = end.view.board.name(moves[4][1])
    page.get_by_text(f"It was avoidable: {mine} was a mine for certain.").wait_for()
    mistakes = page.locator(".review button")
    assert mistakes.last.inner_text().endswith(f"{mine} was a mine for certain")
    assert "100 %" not in page.inner_text("#play-panel .review")
    mistakes.first.click()
    at_move(page, 3)
    game = begun(end.deal)
    for _, at, _ in moves[:2]:
        game.flood(at)
    found = analysis.analyse(game.view)
    name, clue = game.view.board.name(moves[2][1]), end.view.cells[moves[2][1]]
    said = page.inner_text(".judgement")
    assert PAGE["opened clue" if clue else "opened zero"].format(cell=name, n=clue) in said
    assert "was safe for certain" in said
    assert "needless" in said
    page.until_marked("safe")
    assert page.certain_marks() == certain_cells(game.view)
    assert PAGE["safe then, many"].format(n=len(found.safe)) in page.inner_text(".then")
    reason = explanation.explain(game.view, found.safe[0]).sentences()
    assert page.locator(".because li").all_inner_texts() == reason
    page.keys("ArrowDown", "ArrowDown")
    at_move(page, 5)
    assert PAGE["judged certain mine"] in page.inner_text(".judgement")
    assert "100" not in page.inner_text("#play-panel")
    page.get_by_role("button", name=f"Why is {mine} a mine?").click()
    page.locator(".done.mine").wait_for()
    page.button("back").click()
    at_move(page, 5)
    page.button("back").click()
    page.heading("lost").wait_for()
    page.button("restart").click()
    assert page.shown() == moves[0][2]


def test_a_guess_is_set_beside_the_best_one(sit):
    page, game = sit().go(STUCK), game_of("beginner", 114)
    found = analysis.analyse(game.view)
    risks = found.analysis.odds
    worst = max((at for at in found.analysis.undecided if not game.deal.layout[at]), key=risks.get)
    name = game.view.board.name(worst)
    page.cell(worst).click()
    page.menu("review")  # of an unfinished game
    page.heading("review so far").wait_for()
    page.locator(".review button").click()
    page.until_says(".verdict h3", "is better", cell=found.best.cell, other=name)
    why = analysis.compare(game.view, found.best.cell, name).why
    assert page.text(".verdict p").lower() == f"{why}.".lower()
    assert page.locator(".judgement.mistake").count() == 1
    page.keys("Escape", "Escape")
    game.flood(worst)
    assert page.shown() == text_of(game)
    other = next(at for at in range(81) if page.shown()[at] == "H")
    page.cell(other).click(button="right")  # the game goes on
    assert page.shown()[other] == "F"


def test_one_plays_on_from_any_moment_and_the_game_that_was_played_is_kept(sit):
    page, game, moves = lose(sit)
    page.button("take it back").click()  # what if, after an explosion
    page.heading("what if title").wait_for()
    assert page.shown() == moves[4][2]
    game.unflag(moves[3][1])
    page.cell(moves[3][1]).click(button="right")
    page.play_on(game)
    assert game.won
    page.heading("won").wait_for()
    page.button("to origin").click()
    page.heading("lost").wait_for()
    page.locator(".timeline").wait_for()
    page.keys("Home")
    at_move(page, 1)
    page.button("play on").click()
    assert page.shown() == moves[0][2]
    page.cell(moves[0][1]).click()
    assert page.shown() == moves[1][2]
    page.button("to origin").click()
    page.heading("lost").wait_for()


@pytest.mark.parametrize("how", [{}, TOUCH], ids=["desktop", "phone"])
def test_the_review_stays_through_other_questions_and_another_language(sit, how):
    page, *_ = lose(sit, **how)
    page.keys("ArrowLeft")
    at_move(page, 5)
    page.keys("g")
    page.heading("no guess needed").wait_for()
    page.button("back").click()
    at_move(page, 5)
    page.evaluate("document.querySelector('#language').click()")
    page.get_by_role("heading", name=CHINESE["move of"].format(n=5, of=5)).wait_for()
    page.locator(".because li").first.wait_for()
    assert page.locator(".because li").last.inner_text().endswith("。")
    assert CHINESE["judged certain mine"] in page.inner_text(".judgement")
    page.evaluate("document.querySelector('#language').click()")
    at_move(page, 5)
    page.audit("a move")
    page.button("back").click()
    page.locator(".statistics").wait_for()
    page.audit("review")
    if how:
        page.locator(".sheet-close").click()
    page.menu("review")
    page.locator(".statistics").wait_for()
    expect(page.locator("#play-panel.sheet")).to_have_count(1)


def test_the_numbers_are_those_of_the_command(sit):
    page, *_ = lose(sit)
    answer = reviews.review(replays.read(page.saved()))
    replay, given = answer.as_json(), answer.review.given
    said = page.figures(".statistics")
    assert given  # what the start does is in none of the player's own figures
    assert said[PAGE["3bv"]] == f"{replay['solved'] - given} / {replay['3bv'] - given}"
    assert said[PAGE["3bv per second"]] == f"{replay['3bv_per_second']:.2f}"
    assert said[PAGE["efficiency"]] == f"{100 * replay['efficiency']:.0f} %"
    assert said[PAGE["luck"]] == f"{100 * replay['luck']:.1f} %"
    assert said[PAGE["clicks"]] == "5"
    assert said[PAGE["needless ones"]] == str(replay["needless"])


def test_keys_in_a_review_make_no_moves_in_the_running_game(sit):
    page = sit().go("#play?board=4x2x1/0011/001M&cells=r1c3")
    page.cell(6).click(button="right")
    before = page.shown()
    page.review_game(1)
    page.cell(2).focus()
    page.keys("c", "u", "Escape", "Escape")
    page.heading("invite title").wait_for()
    assert page.locator("#play-board .x").count() == 0
    assert page.shown() == before


def test_a_replay_dropped_anywhere_is_reviewed(sit):
    page, (game, moves) = sit().go(BEGINNER), played()
    actions = [replays.Action("flag" if kind == "wrong flag" else "open", at, float(n))
               for n, (kind, at, _) in enumerate(moves, start=1)]  # fmt: skip
    replay = replays.write(replays.Replay(game.deal, actions)).encode()
    for view, place in (("play", ".top"), ("watch", "#view-watch"), ("analyse", "#view-analyse")):
        page.follow(f"#{view}")
        page.locator(f"#view-{view} .c").first.wait_for()
        page.drop("game.json", replay, place)
        page.heading("lost").wait_for()
        page.locator(".timeline").wait_for()
        page.keys("ArrowLeft")
        at_move(page, 5)
        assert page.shown() == moves[4][2]


def test_a_dropped_picture_is_refused_in_a_sentence_and_a_position_is_analysed(sit):
    page = sit().go(BEGINNER)
    page.drop("board.png", b"x", "#view-play")
    page.get_by_text(PAGE["no pictures"]).wait_for()
    page.drop("p.mine", b"4x3x2/0000/1211/HHHH", "#view-play")
    page.has_cells(12, "analyse")
    assert "#analyse?position=4x3x2" in page.url
    page.drop("p.mine", b"no board", ".top")
    page.locator("#toast").wait_for()
