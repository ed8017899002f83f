"""Learn in the browser: lessons, drills, sets with a result code, repetition, the profile."""

import csv
import io
import json
import re
from importlib.resources import files
from itertools import combinations, islice

import pytest

from mineproof import exercises
from mineproof.answers import analysis
from mineproof.learn.codes import read_code
from mineproof.learn.hints import clues_of, decided_of
from mineproof.learn.kinds import DEPTHS, KINDS
from mineproof.learn.lessons import lesson
from mineproof.learn.written_proof import WrittenProof, clause_exercise
from mineproof.proof.check import judge
from mineproof.reason.symbols import clause_text
from page_games import cells_of, game_of, safe_cell
from page_games import text_of as text_of_game
from page_visit import BEGINNER, CHINESE, PAGE, TOUCH, expect, numbers
from waiting import until

LESSON = lesson("1-2")
FIRST_CHIP = "#learn-bar .chip >> nth=0"
SET = "#learn?kind=1-1&depth=2&count=3&seed=7"


def cell(page, one, name):
    return page.cell(one.view.board.index(name), "learn")


def text_of(one):
    return "".join(one.as_json()["position"].split("/")[1:])


def answer_right(page, one):
    """Mark what is certain, and have it checked."""
    for name in one.safe:
        cell(page, one, name).click()
    for name in one.mined:
        cell(page, one, name).click(button="right")
    page.keys("c")
    title(page, "answer right")


def title(page, key, texts=PAGE, **words):
    name = texts[key].format(**words)
    page.locator("#learn-panel").get_by_role("heading", name=name).wait_for()


def press(page, key):
    page.get_by_role("button", name=PAGE[key], exact=True).click()


def uncertain(one):
    names = one.view.board.names(one.view.unmarked)
    return next((name for name in names if name not in (*one.safe, *one.mined)), None)


@pytest.mark.both_kinds
def test_a_lesson_from_its_idea_to_its_end(sit):
    page = sit().go("#learn")
    assert page.locator(".lessons a").count() == len(KINDS) - 1  # the first is on the card
    page.get_by_role("link", name=PAGE["lesson 1-2"]).first.click()
    # The page shows two boards: first the clues, then the conclusion.
    for number, one in enumerate(LESSON.guided):
        page.until_says(FIRST_CHIP, "guided of", n=number + 1, m=2)
        assert page.shown("learn") == text_of(one)
        assert page.inner_text("#learn-panel p.idea") == PAGE["lesson 1-2 idea"]
        assert page.marks("clue", "learn")
        assert page.marks("mine", "learn") == []
        assert page.locator("#learn-board .tag").count() == 0  # it would give the answer away
        page.locator(".guided-next").click()
        assert page.inner_text(".argument li") == one.argument[0]
        [line] = one.lines
        assert page.marks("mine", "learn") == sorted(at for at, mine in line.concludes if mine)
        page.locator(".guided-next").click()
        if len(one.safe) + len(one.mined) > len(line.concludes):  # more cells are certain
            page.get_by_text(PAGE["guided rest"]).wait_for()
            assert page.marks("mine", "learn") == cells_of(one.view, one.mined)
            page.locator(".guided-next").click()
    for number, one in enumerate(LESSON.drill, start=1):
        page.until_says(FIRST_CHIP, "exercise of", n=number, m=len(LESSON.drill))
        assert page.url.endswith(f"#learn?lesson=1-2&at={number + 2}")
        assert page.shown("learn") == text_of(one)
        answer_right(page, one)
        assert page.locator(".argument li").all_inner_texts() == one.argument
        assert page.marks("safe", "learn") == cells_of(one.view, one.safe)
        page.keys("n")
    title(page, "lesson over")
    page.locator("#learn-bar a").click()
    page.locator(".lessons a.complete").wait_for()


@pytest.mark.smoke
def test_a_wrong_answer_is_refuted_by_a_layout_on_the_board_and_can_be_mended(sit):
    one = next(one for one in LESSON.drill if one.safe and uncertain(one))
    page = sit().go(f"#learn?lesson=1-2&at={LESSON.drill.index(one) + 3}")
    wrong = uncertain(one)
    cell(page, one, wrong).click()
    page.keys("c")
    title(page, "answer wrong")
    assert wrong in page.inner_text(".refutation")
    assert page.marks("wrong", "learn") == cells_of(one.view, [wrong])
    # The page shows a layout on the hidden cells. It has all mines and fits.
    cells, mines = one.view.cells.tolist(), numbers(page.locator("#learn-board .m"))
    assert one.view.board.index(wrong) in mines
    mines += [at for at, value in enumerate(cells) if value == -2]  # flags
    assert len(mines) == one.view.mines
    clues = one.view.board.clues(one.view.board.layout(mines))
    assert all(value in (clue, -1, -2) for value, clue in zip(cells, clues, strict=True))
    press(page, "try again")
    cell(page, one, wrong).click()  # removes the mark
    answer_right(page, one)
    assert page.inner_text("#learn-bar .score") == PAGE["score chip"].format(n=0, m=1)


def test_what_is_missing_is_said_and_hints_come_in_stages(sit):
    one = next(one for one in LESSON.drill if len(one.safe) + len(one.mined) > 1)
    page = sit().go(f"#learn?lesson=1-2&at={LESSON.drill.index(one) + 3}")
    title(page, "task certain")
    page.keys("h")
    clues = {at for line in one.lines for says in line.premises for at in says.sources}
    assert page.marks("clue", "learn") == sorted(clues)
    assert page.marks("asked", "learn") == []
    page.keys("h")
    assert page.marks("asked", "learn") == sorted(at for at, _ in one.lines[-1].concludes)
    page.keys("h")
    assert page.locator(".argument li").all_inner_texts() == one.argument
    name, button = (one.mined[0], "right") if one.mined else (one.safe[0], "left")
    cell(page, one, name).click(button=button)
    press(page, "check answer")
    title(page, "answer incomplete")
    press(page, "show solution")
    assert page.marks("mine", "learn") == cells_of(one.view, one.mined)


def test_a_set_is_the_same_for_everyone_and_ends_in_a_code(sit, run):
    first, second, third = islice(exercises(kind="1-1", depth=2, seed=7), 3)
    page = sit().go(SET)
    for one in (first, second, third):
        title(page, "task certain")
        expect(page.locator("#learn-board .c")).to_have_count(81)
        assert page.shown("learn") == text_of(one)
        if one is first:
            answer_right(page, one)
            press(page, "next exercise")
        elif one is second:
            cell(page, one, uncertain(one)).click()
            page.keys("c")
            title(page, "answer wrong")
            assert page.button("try again").count() == 0
            page.reload()  # the answers given so far are kept
        else:
            page.keys("s")
            title(page, "the solution")
            press(page, "next exercise")
    title(page, "drill over")
    page.reload()
    title(page, "drill over")
    expect(page.locator(".result .code")).to_have_text(re.compile("mp1_"))
    code = page.inner_text(".result .code")
    assert [judged.right for _, _, judged in read_code(code).judged()] == [True, False, False]
    page.get_by_text(PAGE["result not verified"]).wait_for()
    press(page, "copy code")
    assert page.copied() == code
    assert "1 right of 3" in run("learn", "check", code)[1]


def test_one_click_answers_where_one_cell_is_asked_for(sit):
    found = exercises(kind="subset", seed=3)
    first = next(one for one in found if one.safe)
    page = sit().go("#learn?kind=subset&task=safe&seed=3")
    title(page, "task safe")
    cell(page, first, first.safe[0]).click()
    title(page, "answer right")
    page.keys("n")
    title(page, "task safe")
    second = next(found)
    assert page.shown("learn") == text_of(second)
    cell(page, second, uncertain(second)).focus()
    page.keys("Space")
    title(page, "answer wrong")


def test_guesses_are_asked_and_judged_in_chinese_on_a_phone(sit):
    page = sit(locale="zh-TW", **TOUCH).go("#learn?lesson=flip&at=3")
    one = lesson("flip").drill[0]
    title(page, "task flip", CHINESE)
    page.get_by_text(CHINESE["how to mark touch"]).wait_for()
    for name in one.chosen:
        cell(page, one, name).tap()
    page.get_by_role("button", name=CHINESE["check answer"]).tap()
    title(page, "answer right", CHINESE)
    assert page.locator(".argument li").all_inner_texts() == one.sentences("zh-Hant")
    page.audit("solution")
    page.locator("#language").tap()
    title(page, "answer right")
    assert page.locator(".argument li").all_inner_texts() == one.argument
    page.follow("#learn?lesson=guess&at=3")
    one = lesson("guess").drill[0]
    title(page, "task guess")
    other = next(n for n in one.view.board.names(one.view.unmarked) if n not in one.chosen)
    cell(page, one, other).tap()
    title(page, "answer false")
    assert page.inner_text(".refutation") == PAGE["not best"].format(cell=other)
    page.audit("wrong guess")


@pytest.mark.smoke
def test_a_drill_is_chosen_by_kind_and_depth_and_can_be_timed(sit):
    page = sit().go("#learn")
    known = page.evaluate("import('./learn/exercise-source.js').then((one) => one.KINDS)")
    assert list(known.items()) == [(kind, list(DEPTHS.get(kind, ()))) for kind in KINDS]
    page.click("#learn-home summary")
    page.select_option("[name=kind]", "count")
    offered = page.locator("[name=depth] option").evaluate_all("(all) => all.map((o) => o.value)")
    assert offered == ["", *map(str, DEPTHS["count"])]
    page.select_option("[name=depth]", "2")
    page.check("[name=timed]")
    press(page, "start drill")
    page.wait_for_url(re.compile(r"#learn\?kind=count&depth=2&timed=true&seed=\d+$"))
    title(page, "task certain")
    expect(page.locator("#learn-bar [role=timer]")).to_have_text(re.compile(r"^[0-3]:\d\d$"))
    seed = int(page.url.rsplit("=", 1)[1])
    one = next(exercises(kind="count", depth=2, seed=seed))
    assert page.shown("learn") == text_of(one)
    page.keys("Escape", until=".lessons")


@pytest.mark.smoke
def test_what_went_wrong_comes_back_and_the_profile_is_exported_and_erased(sit):
    one = LESSON.drill[0]
    page = sit().go("#learn?lesson=1-2&at=3")
    title(page, "task certain")
    page.keys("s")
    title(page, "the solution")
    page.keys("Escape")
    page.get_by_text(PAGE["repeats later"]).wait_for()
    kept = page.stored("learn")
    kept["repeats"][0]["due"] -= 600_001  # ten minutes later
    page.store("learn", kept)
    page.reload()
    expect(page.locator(".continue")).to_contain_text(PAGE["repeats due"])
    press(page, "start repeats")
    title(page, "task certain")
    assert page.shown("learn") == text_of(one)
    answer_right(page, one)
    kept = page.stored("learn")
    [repeat] = kept["repeats"]
    assert repeat["box"] == 1
    assert 0.9 < (repeat["due"] - kept["attempts"][-1]["at"]) / 86_400_000 < 1.1
    page.follow("#learn?profile=true")
    row = page.locator("tbody tr")
    assert row.locator("th").inner_text() == PAGE["lesson 1-2"]
    assert row.locator("td").all_inner_texts()[:2] == ["2", "50.0\u00a0%"]
    exported = page.downloaded(lambda: press(page, "export csv")).read_text()
    rows = list(csv.DictReader(io.StringIO(exported)))
    assert [(one["kind"], one["right"]) for one in rows] == [("1-2", "0"), ("1-2", "1")]
    exported = page.downloaded(lambda: press(page, "export json")).read_text()
    assert json.loads(exported)["attempts"] == kept["attempts"]
    press(page, "erase all")
    page.locator("#toast").get_by_role("button", name=PAGE["erase all"]).click()
    page.get_by_text(PAGE["profile empty"]).wait_for()
    assert page.stored("learn") is None


def test_the_home_begins_with_one_card_to_continue_and_every_lesson_has_a_picture(sit):
    page = sit().go("#learn")
    card = page.locator(".continue")
    expect(card.locator("h3")).to_have_text(PAGE["lesson satisfied"])
    assert page.locator("#learn-home .picture").count() == len(KINDS)
    assert PAGE["lesson satisfied"] not in page.inner_text(".lessons")
    assert page.locator("#learn-home button.main:visible").count() == 1
    expect(card.get_by_role("button")).to_have_text(PAGE["begin learning"])
    card.get_by_role("button").click()
    title(page, "lesson satisfied")
    while "at=2" not in page.url:
        page.keys("ArrowRight")
    page.until_says(FIRST_CHIP, "guided of", n=2, m=2)
    page.follow("#learn")
    expect(card.locator(".quiet")).to_contain_text("1 of")
    expect(card.get_by_role("button")).to_have_text(PAGE["continue learning"])
    card.get_by_role("button").click()
    page.until_says(FIRST_CHIP, "guided of", n=2, m=2)


def test_the_pictures_of_the_lessons_are_parts_of_their_boards():
    """The first board of each lesson whose argument fits a picture, around that argument."""
    script = (files("mineproof") / "web/page/learn/pictures.js").read_text()
    pictures = dict(re.findall(r'^  "?([\w-]+)"?: "([\dHFsm?/]+)",', script, re.MULTILINE))
    assert pictures == {kind: first_picture(lesson(kind)) for kind in KINDS}


def first_picture(found, rows=4, cols=5):
    return next(filter(None, (picture(one, rows, cols) for one in (*found.guided, *found.drill))))


def picture(one, rows, cols):
    """The clues and the decided cells of an exercise and what is around; None if it is larger."""
    board, cells = one.view.board, one.view.cells.tolist()
    decided = [board.index(name) for name in decided_of(one)]
    places = [divmod(at, 9) for at in (*map(board.index, clues_of(one)), *decided)]
    (top, bottom), (left, right) = ((min(axis), max(axis)) for axis in zip(*places, strict=True))
    if bottom - top >= rows or right - left >= cols:
        return None
    first = max(0, min(9 - rows, (top + bottom + 2 - rows) // 2))
    begin = max(0, min(9 - cols, (left + right + 2 - cols) // 2))

    def sign(at):
        name = board.name(at)
        if at in decided:
            return "s" if name in one.safe else "m" if name in one.mined else "?"
        return {-2: "F", -1: "H"}.get(cells[at], str(cells[at]))

    return "/".join(
        "".join(sign(9 * row + col) for col in range(begin, begin + cols))
        for row in range(first, first + rows)
    )


@pytest.mark.smoke
@pytest.mark.both_kinds
def test_mistakes_of_ones_own_games_are_exercises_with_hints_and_come_back(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    page.ask_why(safe_cell(game))  # an exercise too, after the mistakes
    page.open_certain(game, 2)
    board = game.view.board
    undecided = analysis.analyse(game.view).analysis.undecided
    risky = next(at for at in undecided if not game.deal.layout[at])
    page.open(game, risky)
    found = analysis.analyse(game.view).analysis
    before = text_of_game(game)
    page.ask_why(safe_cell(game))  # in the same position
    mine = page.lose(game)
    page.get_by_role("link", name=PAGE["learn from mistakes, many"].format(n=2)).click()
    title(page, "task safe")
    assert page.shown("learn") == before
    assert board.name(mine) in page.inner_text("#learn-panel")
    # A certain mine is wrong, in words and on the board.
    page.cell(mine, "learn").click()
    title(page, "answer false")
    assert PAGE["warn mine"].format(cell=board.name(mine)) in page.inner_text("#learn-panel")
    assert page.marks("wrong", "learn") == [mine]
    assert page.marks("safe", "learn") == []
    press(page, "try again")
    # A wrong answer is refuted by a layout; hints come in stages.
    page.cell(found.undecided[0], "learn").click()
    title(page, "answer wrong")
    assert page.locator("#learn-board .m").count() == 10
    press(page, "try again")
    page.keys("h")
    assert page.marks("clue", "learn")
    page.keys("h")
    [asked] = page.marks("asked", "learn")
    assert asked in found.safe
    page.keys("h")
    assert page.locator(".argument li").count()
    assert not page.marks("asked", "learn")
    assert asked in page.marks("safe", "learn")  # as the words say
    page.cell(asked, "learn").click()
    title(page, "answer right")
    page.keys("n")
    page.until_says(FIRST_CHIP, "exercise of", n=2, m=3)
    title(page, "task safe")
    assert board.name(risky) in page.inner_text("#learn-panel")
    # They stay, also after a reload, and the first screen offers them first.
    page.follow("#learn")
    expect(page.locator(".continue h3")).to_have_text(PAGE["own title"])
    page.reload()
    page.button("start own").click()
    title(page, "task safe")
    assert page.stored("learn")["repeats"][-1]["box"] == 0  # it was answered wrong


def test_the_end_of_ones_mistakes_leads_to_the_review_and_to_another_board(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    page.lose(game)
    page.get_by_role("link", name=PAGE["learn from mistakes"]).click()
    title(page, "task safe")
    page.reload()
    title(page, "task safe")
    press(page, "show solution")
    press(page, "next exercise")
    title(page, "drill over")
    other = page.get_by_role("link", name=PAGE["new board"]).get_attribute("href")
    assert re.sub("seed=.*", "seed=22", other) == BEGINNER
    page.get_by_role("link", name=PAGE["review this"]).click()
    page.locator(".timeline").wait_for()
    assert page.url.endswith(BEGINNER)


def test_a_cell_that_one_asked_about_is_an_exercise_later(sit):
    page, game = sit().go(BEGINNER), game_of("beginner", 22)
    one = safe_cell(game)
    page.ask_why(one)
    until(lambda: page.stored("learn"), "the position of the question")
    page.follow("#learn?own=all")
    title(page, "task safe")
    assert PAGE["own why"] in page.inner_text("#learn-panel")
    assert page.shown("learn") == text_of_game(game)
    page.click("#language")
    title(page, "task safe", CHINESE)
    press_s = CHINESE["show solution"]
    page.get_by_role("button", name=press_s, exact=True).click()
    expect(page.locator(".argument li").first).to_contain_text(re.compile("[一-鿿]"))


@pytest.mark.smoke
def test_a_reader_writes_the_argument_and_each_line_is_judged(sit):
    one = next(exercises(kind="subset", seed=3))
    [line] = one.lines
    name = one.view.board.name
    clues = [name(at) for says in line.premises for at in says.sources]
    target = name(line.concludes[0][0])
    page = sit().go("#learn?write=true&kind=subset&seed=3")
    title(page, "prove safe", cell=target)
    # One clue is not enough.
    page.select_option("[name=rule]", "single")
    cell(page, one, clues[0]).click()
    cell(page, one, target).click()
    press(page, "state line")
    expect(page.locator(".refutation")).to_have_text(PAGE["line needs another clue"])
    # A mine there does not follow from any clues: a layout refutes it.
    cell(page, one, target).click(button="right")
    page.keys("c")
    expect(page.locator(".refutation")).to_have_text(PAGE["line does not follow"])
    assert page.locator("#learn-board .m").count()
    press(page, "try again")
    cell(page, one, target).click()
    cell(page, one, clues[1]).click()
    page.select_option("[name=rule]", "pair")
    page.audit("writing")
    press(page, "state line")
    expect(page.locator(".guided-done")).to_contain_text(target)
    assert page.locator(".written li").count() == 1
    press(page, "next exercise")
    heading = page.locator("#learn-panel h2")
    expect(heading).not_to_have_text(PAGE["prove safe"].format(cell=target))


def provable(**wanted):
    return ((one, made) for one in exercises(**wanted) if (made := clause_exercise(one)))


def clause(page, number):
    return page.locator(f"#learn-panel [data-clause='{number}']")


def pick(page, *numbers):
    for number in numbers:
        clause(page, number).click()


def shown_clauses(page):
    return page.locator(".proof-clauses .lits").all_inner_texts()


@pytest.mark.both_kinds
def test_a_reader_writes_the_proof_by_resolution_and_the_judge_accepts_it(sit):
    found = provable(kind="1-1", seed=3)
    one, made = next(found)
    proof, board = WrittenProof(made), one.view.board
    page = sit().go("#learn?write=clauses&kind=1-1&seed=3")
    title(page, "prove safe", cell=made.cell)
    assert page.shown("learn") == text_of(one)
    assert shown_clauses(page) == [clause_text(board, clause) for clause in made.axioms]
    expect(page.locator(".proof-clauses .from").last).to_have_text(PAGE["resolution denial"])
    # Two clauses without a resolvent change nothing.
    numbers = range(1, len(made.axioms) + 1)
    verdicts = {(a, b): WrittenProof(made).judge(a, b) for a, b in combinations(numbers, 2)}
    for verdict in ("no clash", "several clashes"):
        (a, b), judged = next(item for item in verdicts.items() if item[1].verdict == verdict)
        pick(page, a, b)
        cells = PAGE["list comma"].join(judged.clashing)
        page.until_says(".refutation", f"resolution {verdict}", a=a, b=b, cells=cells)
    assert page.locator(".proof-clauses li").count() == len(made.axioms)
    # A hint names the next pair; undo removes its resolvent.
    first = proof.next_pair()
    page.keys("h")
    page.until_says(".hint", "resolution hint", a=first[0], b=first[1])
    assert page.locator(".clause.hinted").count() == 2
    page.audit("a hint")
    pick(page, *first)
    number = len(made.axioms) + 1
    page.until_says(".hint", "resolution accepted", n=number)
    pick(page, *first)
    page.until_says(".refutation", "resolution known", a=first[0], b=first[1], other=number)
    page.keys("u")
    expect(page.locator(".proof-clauses .derived")).to_have_count(0)
    # By keys alone: up and down choose a clause, Space takes it.
    while not proof.complete:
        pair = proof.next_pair()
        for number in pair:
            clause(page, 1).focus()
            page.keys(*["ArrowDown"] * (number - 1), "Space")
        assert proof.judge(*pair).verdict == "accepted"
        expect(page.locator(".proof-clauses .derived")).to_have_count(len(proof.steps))
    assert shown_clauses(page) == [clause_text(board, clause) for clause in proof.clauses]
    done = page.locator(".guided-done")
    expect(done).to_contain_text("∎")
    expect(done).to_contain_text(PAGE["resolution ours, many"].format(n=len(made.steps)))
    page.audit("the proof")
    assert judge(*page.proof_files()) == len(made.steps)
    press(page, "copy proof")
    copied = page.copied().splitlines()
    assert copied[0] == PAGE["prove safe"].format(cell=made.cell)
    assert copied[-2].startswith(f"{len(proof.clauses)}. ⊥")
    page.keys("n")
    _, following = next(found)
    expect(page.locator(".proof-clauses li")).to_have_count(len(following.axioms))
    title(page, "prove safe", cell=following.cell)


def test_a_proof_is_written_by_touch_in_chinese(sit):
    _, made = next(provable(kind="1-2", seed=3))
    proof = WrittenProof(made)
    page = sit(locale="zh-TW", **TOUCH).go("#learn?write=clauses&kind=1-2&seed=3")
    title(page, "prove mine", CHINESE, cell=made.cell)
    page.audit("clauses")
    while not proof.complete:
        pair = proof.next_pair()
        for number in pair:
            clause(page, number).tap()
        proof.judge(*pair)
        expect(page.locator(".proof-clauses .derived")).to_have_count(len(proof.steps))
    proved = CHINESE["resolution proved, many"].format(cell=made.cell, n=len(proof.steps))
    ours = CHINESE["resolution ours, many"].format(n=len(proof.steps))
    done = f"∎ {proved}{CHINESE['sentence gap']}{ours}"
    expect(page.locator(".guided-done")).to_have_text(done)


def test_an_address_that_names_nothing_is_refused_in_a_line(sit):
    page = sit().go("#learn")
    for link, said in (
        ("#learn?lesson=magic", "unknown lesson"),
        ("#learn?kind=magic&seed=1", "unknown kind"),
        ("#learn?write=clauses&kind=guess&seed=1", "nothing is certain"),
        ("#learn?write=true&kind=guess&seed=1", "no argument to write"),
        ("#learn?kind=1-1&depth=3&seed=1", "no exercises of kind 1-1 and depth 3"),
    ):
        page.follow(link)
        expect(page.locator("#learn-panel .problem")).to_contain_text(said)
        # To ask again would not help; the way back does.
        expect(page.locator("#learn-panel .retry")).to_have_count(0)
        page.locator("#view-learn .back-link").click()
        expect(page.locator(".lessons")).to_be_visible()


def test_the_set_that_is_started_is_the_one_whose_link_was_copied(sit):
    page = sit().go("#learn")
    page.click("#learn-home summary")
    link = page.shared("share set", "#learn-home")
    assert page.shared("share set", "#learn-home") == link
    page.button("start set").click()
    page.wait_for_url(re.compile(re.escape(link)))
