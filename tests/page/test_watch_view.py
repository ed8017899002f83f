"""Watch, the view for a class: sentences, lists of clauses and parents, links to a step."""

import json
import re
import shlex
import sys

import pytest

from mineproof import deal
from mineproof.answers import games
from mineproof.play.strategies import STRATEGIES
from mineproof.web import questions
from page_visit import CHINESE, PAGE, TOUCH, Sitting, expect, mark_of, numbers
from serving import served

SMALL = "#watch?size=5x5&mines=5&seed=0&start=open&strategy=saturate&full=true"
PLAIN = SMALL.replace("saturate&full=true", "assignment")
ASKED = {"size": "5x5", "mines": 5, "seed": 0, "start": "open", "trace": True}
PROJECTOR = {"width": 1280, "height": 720}


def trace_of(strategy="saturate"):
    status, text = questions.answer("solve", json.dumps({**ASKED, "strategy": strategy}).encode())
    assert status == 200
    return json.loads(text)["trace"]


def go_to(page, at):
    page.locator("#controls input[type=range]").fill(str(at))


def length(page):
    return int(page.locator("#controls input[type=range]").get_attribute("max"))


def steps(page):
    return int(re.search(r"step \d+ of (\d+)", page.inner_text("#runs .step")).group(1))


def step(page):
    return int(re.search(r"step (\d+) of", page.inner_text("#runs .step")).group(1))


# What the card of each step says.
STEPS = """() => {
  const slider = document.querySelector("#controls input[type=range]");
  return Array.from({ length: +slider.max }, (_, before) => {
    slider.value = before + 1;
    slider.dispatchEvent(new Event("input"));
    const card = document.querySelector("#runs .card.now");
    const [title, words] = ["h3", ".words"].map((one) => card.querySelector(one).innerText);
    return { at: before + 1, title, words, gone: card.querySelector(".gone") !== null };
  });
}"""


def literals(text):
    return frozenset(re.findall(r"¬?r\d+c\d+", text))


def clauses(page, rows="kb-rows"):
    """Return the clauses of a list by number, each as a set of integers, one per literal."""
    found = {}
    for text in page.locator(f"#runs .{rows} .clause").all_inner_texts():
        number = int(re.search(r"#(\d+)", text).group(1))
        found[number] = literals(text.split("clue")[0])
    return found


def negated(literal):
    return literal[1:] if literal.startswith("¬") else f"¬{literal}"


def resolve(a, b):
    """Return the cell of the pivot and the resolvent."""
    [pivot] = [literal for literal in a if negated(literal) in b]
    return pivot.removeprefix("¬"), (a - {pivot}) | (b - {negated(pivot)})


@pytest.mark.smoke
@pytest.mark.both_kinds
def test_the_first_board_is_small_closed_and_told_one_sentence_a_step(sit):
    page = sit().go("#watch")
    expect(page.locator("#runs .c")).to_have_count(25)
    expect(page.locator("#runs .c.o")).to_have_count(0)
    assert PAGE["watch begin plain"] in page.inner_text("#runs .step")
    assert "strategy=assignment" in page.url
    seen, deciding = [], 0
    for n in range(1, steps(page) + 1):
        page.keys("ArrowRight")
        assert step(page) == n
        words = page.inner_text("#runs .card .words")
        assert not re.search(r"#\d|KB|unit|clause|resol|¬", words)
        premises = page.locator("#runs .premises li").all_inner_texts()
        seen.append(len(premises))
        if premises:
            [pivot] = re.findall(r"r\d+c\d+", words)
            assert all(pivot in one for one in premises)
            so = page.inner_text("#runs .so")
            assert pivot not in so
            deciding += bool(re.fullmatch(r"So r\d+c\d+ is (safe|a mine)\.", so))
    assert set(seen) == {0, 2}
    assert deciding
    expect(page.locator("#runs .chip.won")).to_be_visible()
    page.keys("ArrowLeft", "ArrowLeft")
    assert step(page) == n - 2


def test_the_clauses_are_shown_when_asked_for_and_the_address_says_so(sit):
    page = sit().go(f"{PLAIN}&at=0")
    page.keys(*["ArrowRight"] * 12)
    words = page.inner_text("#runs .so")
    expect(page.locator("#runs .knowledge")).to_have_count(0)
    page.button("watch full").click()
    expect(page.locator("#runs .knowledge")).to_be_visible()
    assert words.removeprefix("So ") in page.inner_text("#runs .card.now .words")
    page.wait_for_url(re.compile("full=true"))
    page.reload()
    expect(page.locator("#runs .knowledge")).to_be_visible()
    page.button("watch full").click()
    expect(page.locator("#runs .so")).to_have_text(words)
    # The next visit begins in the mode that was chosen last, also when the reader leaves before
    # the browser has told the page of its new address.
    leave = "button => { button.click(); location.hash = '#watch'; }"
    page.button("watch full").evaluate(leave)
    expect(page.locator("#runs .knowledge")).to_be_visible()
    page.reload()
    expect(page.locator("#runs .knowledge")).to_be_visible()


def test_strategies_are_under_compare_those_of_the_reports_first(sit):
    page = sit().go("#watch")
    field = page.get_by_label(PAGE["strategy"], exact=True)
    expect(field).to_have_count(0)
    page.button("compare strategies").click()
    expect(field).to_have_value("assignment")
    groups = field.locator("optgroup")
    labels = groups.evaluate_all("(all) => all.map((one) => one.label)")
    assert labels == [PAGE["report strategies"], PAGE["other strategies"]]
    ours = [name for name, one in STRATEGIES.items() if one.source.startswith("report")
            and "idea" not in one.source]  # fmt: skip
    assert groups.nth(0).locator("option").all_inner_texts() == ["assignment", *ours]


def test_a_board_is_chosen_by_its_size_and_keeps_the_strategy(sit):
    page = sit().go(PLAIN)
    page.get_by_label(PAGE["board"], exact=True).select_option("4x4/3")
    expect(page.locator("#runs .c")).to_have_count(16)
    assert "size=4x4" in page.url
    assert "strategy=assignment" in page.url
    page.get_by_label(PAGE["board"], exact=True).select_option("beginner")
    expect(page.locator("#runs .c")).to_have_count(81)
    assert "level=beginner" in page.url
    assert "size=" not in page.url


@pytest.mark.parametrize(
    ("locale", "texts", "sentence"),
    [("en-US", PAGE, r".*Whatever r\d+c\d+ is.*\."),
     ("zh-TW", CHINESE, r"(?!.*[a-z]{3}).*無論 r\d+c\d+ 是不是地雷.*。")],
    ids=["en", "zh"],
)  # fmt: skip
def test_steps_and_strategies_are_told_in_the_language_of_the_reader(sit, locale, texts, sentence):
    page = sit(locale=locale).go(f"{SMALL}&at=90")
    assert texts["strategy saturate"] in page.inner_text("#runs .step")
    assert re.fullmatch(sentence, page.inner_text("#runs .card.now .words"))
    page.get_by_role("button", name=texts["strategies"]).click()
    described = page.figures("dialog .strategies")
    assert described == {name: texts[f"strategy {name}"] for name in STRATEGIES}
    assert len(set(described.values())) == len(STRATEGIES)
    known = {f"strategy {name}" for name in STRATEGIES}
    assert {key for key in texts if key.startswith("strategy ")} == known


@pytest.mark.smoke
def test_every_step_is_a_sentence_and_a_resolution_says_what_the_clauses_say(sit):
    page = sit().go(SMALL)
    page.locator("#runs .step").wait_for()
    told = page.evaluate(STEPS)
    assert all(re.search(r"r\d+c\d+.*\.$", one["words"]) for one in told)
    assert len({one["words"] for one in told}) > 60
    resolutions = [one for one in told if one["title"].startswith(PAGE["resolving"])]
    card = page.locator("#runs .card.now")
    for resolution in resolutions[:5]:
        go_to(page, resolution["at"])
        rows = card.locator(".clause .lits").all_inner_texts()
        *parents, result = map(literals, rows[:3])
        pivots = [text.removeprefix("¬") for text in card.locator(".pivot").all_inner_texts()]
        assert resolve(*parents) == (pivots[0], result)
        assert len(pivots) == pivots.count(pivots[0]) == 2
        said = resolution["words"]
        assert "Whatever" in said
        for clause in (*parents, result):
            assert in_words(clause) in said.lower(), said
    # A clause that the step deletes is struck out and still legible.
    go_to(page, next(one["at"] for one in told if one["gone"]))
    gone = card.locator(".clause.gone .lits").first
    assert literals(gone.inner_text())
    line = "(one) => getComputedStyle(one).textDecorationLine"
    assert gone.evaluate(line) == "line-through"


def in_words(clause):
    """Return the sentence for a clause, by an independent implementation."""
    cells = sorted(literal.removeprefix("¬") for literal in clause)
    unsafe = {literal for literal in clause if not literal.startswith("¬")}
    parts = [f"{cell} is {'a mine' if cell in unsafe else 'safe'}" for cell in cells]
    if len(clause) == 1:
        return parts[0]
    if len(unsafe) in (0, len(clause)):
        return f"at least one of {', '.join(cells)} is {'a mine' if unsafe else 'safe'}"
    assert len(clause) == 2
    return f"either {parts[0]} or {parts[1]}"


def test_a_word_of_logic_explains_itself(sit):
    page = sit().go(SMALL)
    tip = page.get_by_role("tooltip")
    for term in ("KB", "KB0", "clause", "unit", "resolvent", "subsumed"):
        word = page.locator(f"#runs .terms [data-term={term}]")
        word.hover()
        expect(tip).to_have_text(PAGE[f"term {term}"])
        page.shows_whole(tip)
        page.mouse.move(2, 2)
        expect(tip).to_be_hidden()
        word.focus()
        expect(tip).to_be_visible()
        assert word.get_attribute("aria-describedby") == "definition"
        page.keys("Escape")
        expect(tip).to_be_hidden()


@pytest.mark.smoke
def test_the_lists_are_the_knowledge_base_of_the_engine(sit):
    """Compare with the replayed events: the clauses that were inserted and not deleted."""
    page = sit().go(f"{SMALL}&at=0")
    trace = trace_of()
    held, facts, seen = {}, [], 0
    last = {"drop", "shorten", "consume", "take", "true"}
    for event in trace:
        if event["event"] == "insert":
            held[event["step"]] = frozenset(one.replace("-", "¬") for one in event["clause"])
        elif event["event"] in last:
            held.pop(event.get("step"), None)
        elif event["event"] == "move":
            facts.append(("" if event["verdict"] == "mine" else "¬") + event["cell"])
    go_to(page, length(page))
    assert clauses(page) == held
    assert page.locator("#runs .kb0-rows .lits").all_inner_texts() == facts[::-1]
    for at in (60, 90, 100):
        go_to(page, at)
        figures = page.inner_text("#runs .figures")
        [kb, kb0] = map(int, re.search(r"KB (\d+) clauses?\D+KB0 (\d+)", figures).groups())
        assert len(clauses(page)) == kb
        assert page.locator("#runs .kb0-rows .clause").count() == kb0
        seen += kb
    assert seen > 20


def test_the_lists_are_searched_and_filtered_by_a_cell(sit):
    page = sit().go(f"{SMALL}&at=90")
    every = clauses(page)
    search = page.get_by_label(PAGE["search clauses"])
    search.fill("¬r1c5")
    assert clauses(page) == {n: one for n, one in every.items() if "¬r1c5" in one}
    search.fill("-r1c5 r2c5")
    assert all("¬r1c5" in one for one in clauses(page).values())
    assert 0 < len(clauses(page)) < len(every)
    search.fill("#25")
    assert set(clauses(page)) == {25}
    search.fill("r9c9")
    expect(page.locator("#runs .kb-rows")).to_have_text(PAGE["none found"])
    search.fill("")
    page.locator('#runs [data-i="24"]').click()  # r5c5
    filtered = {n: one for n, one in every.items() if {"r5c5", "¬r5c5"} & one}
    assert clauses(page) == filtered
    assert 0 < len(filtered) < len(every)
    assert page.locator("#runs .c.k-asked").get_attribute("data-i") == "24"
    page.keys("Escape")
    page.button("only cell", cell="r5c5").click()
    assert clauses(page) == every
    assert page.locator("#runs .c.k-asked").count() == 0


def test_an_argument_covers_the_marks_of_the_filter_and_of_the_ancestry(sit):
    page = sit().go(f"{SMALL}&at=90")
    page.locator('#runs [data-i="24"]').click()  # lists only its clauses
    page.locator("#runs .kb-rows button").first.click()  # highlights the clues of the clause
    kinds = "(all) => all.map((one) => one.className.match(/k-[a-z]+/g)).filter(Boolean).flat()"
    marked = page.locator("#runs .c").evaluate_all(kinds)
    assert {"k-asked", "k-clue"} <= set(marked)
    hidden = page.locator("#runs .c.h:not(.f)").first
    hidden.hover()
    page.keys("w")
    page.locator("#runs .done, #runs .twins, #runs .problem").first.wait_for()
    asked = hidden.get_attribute("data-i")
    others = page.locator(f'#runs .run .c.k-asked:not([data-i="{asked}"])')
    assert others.count() == 0
    page.keys("Escape")
    expect(page.locator("#runs .done, #runs .twins")).to_have_count(0)
    assert page.locator("#runs .c").evaluate_all(kinds) == marked


def test_a_clause_shows_its_ancestry_down_to_the_clues(sit):
    trace = trace_of()
    page = sit().go(f"{SMALL}&at={len(trace)}")
    inserted = {event["step"]: event for event in trace if event["event"] == "insert"}
    page.locator("#runs .kb0-rows button").filter(has_text="r2c5").click()
    expected, waiting = set(), [44]
    while waiting:
        one = waiting.pop()
        expected.add(one)
        waiting += inserted[one].get("parents", [])
    assert page.get_by_text(PAGE["came about"].replace("{id}", "44")).count()
    assert set(clauses(page, "ancestry .rows")) == expected
    assert len(expected) > 3
    assert page.locator("#runs .ancestry .words").inner_text() == "r2c5 is a mine."
    lit = numbers(page.locator("#runs .k-clue"))
    assert sorted(lit) == [13, 18]  # r3c4 and r4c4: the clause follows from their clauses
    page.button("to its step").click()
    assert "r2c5" in page.inner_text("#runs .card.now .resolvent")
    page.button("back to list").click()
    assert 44 in clauses(page)
    assert page.locator("#runs .ancestry").is_hidden()


def test_a_refusal_is_told_in_the_language_that_is_chosen(sit):
    page = sit().go("#watch?size=4x4&mines=40&seed=1&start=open")
    problem = page.locator("#runs .problem")
    english = problem.inner_text()
    page.click("#language")
    expect(page.locator("#controls")).to_contain_text(CHINESE["compare with"])
    expect(problem).to_contain_text(re.compile("[一-鿿]"))
    page.click("#language")
    expect(problem).to_have_text(english)


def test_the_address_holds_the_step_and_a_reload_restores_it(sit):
    sitting = sit()
    page = sitting.go(f"{SMALL}&at=88")
    assert step(page) == 88
    page.keys(*["ArrowRight"] * 3)
    page.wait_for_url(re.compile(r"at=91$"))
    before = page.inner_text("#runs .step")
    page.reload()
    page.wait_for_selector("#runs .c")
    assert page.inner_text("#runs .step") == before
    # A link to another step of the same game goes there without playing it again.
    sitting.sent.clear()
    page.evaluate("location.hash = location.hash.replace('at=91', 'at=40')")
    expect(page.locator("#runs .step")).to_contain_text("step 40 of")
    assert not any("solve" in url for url in sitting.sent)
    # A step that is no number is left out.
    page.goto(page.url.replace("at=40", "at=x"))
    expect(page.locator("#runs .step")).to_contain_text("step 0 of")


def test_the_plain_mode_has_the_number_of_the_screen_in_its_address_and_opens_old_links(sit):
    page = sit().go(f"{PLAIN}&at=60")  # a number of frames
    shown = step(page)
    assert 0 < shown < 60
    page.wait_for_url(re.compile(rf"step={shown}$"))
    before = page.inner_text("#runs .step")
    page.reload()
    expect(page.locator("#runs .step")).to_have_text(before, use_inner_text=True)
    page.keys("ArrowRight", "ArrowRight", "ArrowLeft")
    page.wait_for_url(re.compile(rf"step={shown + 1}$"))
    assert step(page) == shown + 1
    page.locator("#controls input[type=range]").press("End")
    assert step(page) == steps(page)
    page.wait_for_url(re.compile(rf"step={steps(page)}$"))
    # A step without a board is one of the board that Watch begins with.
    page.follow("#watch?step=7")
    expect(page.locator("#runs .step")).to_contain_text("step 7 of")
    expect(page.locator("#controls select").first).to_have_value("5x5/5")


@pytest.mark.parametrize("against", ["", "&against=assignment"])
def test_nothing_moves_while_a_game_runs(sit, against):
    page = sit().go(f"{SMALL}{against}&at=0")
    page.locator("#runs .c").first.wait_for()
    boxes = """() => [...document.querySelectorAll("#runs .board, #runs .panel, #runs .step,"
      + "#runs .knowledge, #runs .before, #runs .legend, #controls button")].map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return [x, y, width, height].map(Math.round).join(" "); })"""
    page.observe_shifts()
    before = page.evaluate(boxes)
    for at in (1, 5, 20, 60, 80, 90, 100, length(page)):
        go_to(page, at)
        assert page.evaluate(boxes) == before, at
    assert page.shifts() == []


def test_the_projector_mode_scales_everything_and_stays(sit):
    page = sit(viewport=PROJECTOR).go(f"{SMALL}&at=90")
    names = ("#runs .words", "#runs .c", "#controls button", "#runs .kb-rows .lits")

    def sizes():
        page.next_frame()
        size = "parseFloat(getComputedStyle(document.querySelector('{}')).fontSize)"
        return {name: page.evaluate(size.format(name)) for name in names}

    before = sizes()
    page.button("projector").click()
    after = sizes()
    assert all(after[name] >= 1.25 * before[name] or after[name] >= 20 for name in names), after
    assert after["#runs .words"] >= 22
    # Everything is visible without scrolling.
    for name in ("#runs .board", "#runs .step", "#runs .knowledge", "#controls"):
        page.shows_whole(page.locator(name))
    page.audit("projector")
    page.reload()
    page.wait_for_selector("#runs .c")
    assert sizes() == after
    page.keys("p")
    assert sizes() == before
    page.keys("p")
    assert sizes() == after
    page.keys("Escape")
    assert sizes() == before


@pytest.mark.smoke
def test_two_strategies_side_by_side_begin_at_the_start_and_end_as_the_command_does(sit):
    page = sit().go("#watch?level=beginner&start=open&seed=22&full=true")
    page.button("compare strategies").click()
    page.get_by_label(PAGE["compare with"]).select_option("unit")
    expect(page.locator("#runs.two .step")).to_have_count(2)
    assert "against=unit" in page.url
    for text in page.locator("#runs .step").all_inner_texts():
        assert "step 0 of" in text
    go_to(page, length(page))
    ends = page.locator(".runs .chip.won, .runs .chip.lost").all_inner_texts()
    expected = [games.solve(deal("beginner", start="open", seed=22), name).result.outcome
                for name in ("assignment", "unit")]  # fmt: skip
    assert ends == expected


def test_two_strategies_show_where_they_part_if_they_do(sit):
    page = sit().go(f"{SMALL}&against=unit")
    page.wait_for_selector(".runs.two")
    marks = {name: [(one["cell"], one["verdict"]) for one in trace_of(name)
                    if one["event"] == "move"] for name in ("saturate", "unit")}  # fmt: skip
    same = next(i for i, (a, b) in enumerate(zip(*marks.values(), strict=False)) if a != b)
    first = [marks[name][same] for name in marks]
    said = page.inner_text(".difference")
    assert f"The first {same} marks are the same; then saturate marks" in said
    for cell, verdict in first:
        assert f"{cell} as {'a mine' if verdict == 'mine' else 'safe'}" in said
    only = {cell for cell, _ in marks["saturate"]} - {cell for cell, _ in marks["unit"]}
    assert set(re.findall(r"r\d+c\d+", said.split("Only")[1])) == only
    page.button("show difference").click()
    cards = page.locator("#runs .card.now .words").all_inner_texts()
    assert [re.search(r"r\d+c\d+", card).group() for card in cards] == [cell for cell, _ in first]
    page.wait_for_url(re.compile("shift="))
    page.reload()
    page.wait_for_selector(".runs.two .card.now")
    assert page.locator("#runs .card.now .words").all_inner_texts() == cards
    page.get_by_label(PAGE["compare with"]).select_option("saturate")
    expect(page.locator(".difference")).to_have_text(PAGE["difference none"].replace("{n}", "25"))


def test_one_equal_mark_is_told_in_the_singular(sit):
    page = sit().go("#watch?size=4x4&mines=3&seed=0&start=open&strategy=assignment&against=csp")
    expect(page.locator(".difference")).to_contain_text(
        "The first mark is the same; then assignment marks r4c4 as safe"
    )


def test_a_player_of_the_operator_can_be_watched(browser, tmp_path):
    program = tmp_path / "tells.py"
    program.write_text(
        "import sys\n"
        "def tell(*words): print(*words, flush=True)\n"
        "for line in sys.stdin:\n"
        "    if line == 'go\\n':\n"
        "        tell('clause -1,1 +2,2'); tell('clause -2,2'); tell('done')\n"
    )
    name = f"exec:{shlex.quote(sys.executable)} {program}"
    with served("--player", name) as address:
        sitting = Sitting(browser, address)
        page = sitting.go(SMALL)
        group = page.locator(f'optgroup[label="{PAGE["outside players"]}"]').first
        assert group.locator("option").all_inner_texts() == [name]
        page.get_by_label(PAGE["strategy"], exact=True).select_option(name)
        page.locator("#runs .chip.name", has_text="tells.py").wait_for()
        go_to(page, length(page))
        assert length(page) >= 2
        assert frozenset({"¬r1c1", "r2c2"}) in set(clauses(page).values())
        sitting.end()


def test_watch_works_on_a_phone(sit):
    page = sit(**TOUCH).go(f"{SMALL}&at=90")
    page.locator("#runs .kb-rows button").first.tap()
    page.locator("#runs .ancestry").wait_for()
    page.audit("ancestry")
    page.button("back to list").tap()
    page.locator("#runs .terms .term").first.tap()
    expect(page.get_by_role("tooltip")).to_be_visible()
    page.fits()


@pytest.mark.smoke
@pytest.mark.both_kinds
def test_watch_steps_forth_and_back_runs_and_ends_where_the_command_does(sit):
    page = sit().go("#watch?level=beginner&start=open&seed=22&strategy=saturate&full=true")
    solved = games.solve(deal("beginner", start="open", seed=22), "saturate").as_json()
    on = page.button("step on")
    seen = [panel(page)]
    for _ in range(5):
        on.click()
        seen.append(panel(page))
    for n in range(4, -1, -1):
        page.button("step back").click()
        assert panel(page) == seen[n]
    speed = page.get_by_label(PAGE["speed"])
    speed.select_option("1")  # the game is not over before the click on Pause
    page.button("run").click()
    page.button("pause").click()
    speed.select_option("256")
    page.button("run").click()
    page.locator(".runs .chip.won").wait_for()
    view = "".join(solved["view"].split()[1:])
    cells = page.locator("#runs .c").evaluate_all("(all) => all.map((one) => one.className)")
    assert "".join(map(mark_of, cells)) == view
    assert "KB 0 clauses · KB0 81 cells" in page.inner_text(".figures")


def panel(page):
    return page.inner_text("#runs .panel")


def test_a_strategy_without_clauses_shows_its_moves(sit):
    page = sit().go("#watch?level=beginner&start=open&seed=22&strategy=least-risk&full=true")
    page.keys("ArrowRight")
    assert PAGE["no base"] in panel(page)
    assert re.search(r"r\d+c\d+ is safe: opened", panel(page))


def test_space_on_a_button_of_watch_presses_that_button_alone(sit):
    page = sit().go("#watch?level=beginner&start=open&seed=22&strategy=saturate&full=true&at=0")
    page.button("step on").focus()
    page.keys("Space", "Space")
    expect(page.locator("#runs .panel")).to_contain_text("step 2 of")
    expect(page.locator(".run-button")).to_have_text(PAGE["run"])
