"""Data sets for language models: labels are compared with a SAT solver, scores obey their laws."""

import doctest
import hashlib
import json
import re
from itertools import combinations

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as some

import oracle
from mineproof import BadInput, read
from mineproof.game.picture import FLAG
from mineproof.reasoning.__main__ import main
from mineproof.reasoning.dataset import Dataset, score_answer
from mineproof.reasoning.positions import _easy_facts
from places import ROOT

CERTAIN, ARGUMENT = (Dataset(task, seed=7, size=10**9) for task in ("certain", "argument"))
ENTRIES = {"certain": [CERTAIN[n] for n in range(8)], "argument": [ARGUMENT[n] for n in range(8)]}
numbers = some.integers(0, 7)


def test_the_lines_that_open_the_page_do_what_they_show():
    page = str(ROOT / "docs" / "reasoning.md")
    told = doctest.testfile(page, module_relative=False, optionflags=doctest.ELLIPSIS)
    assert told.failed == 0
    assert told.attempted >= 10


# The labels


def groups_without_flags(view):
    """Return what each clue, and the mine count, says of the cells without a flag, by name."""
    flags = {cell for cell in view.hidden if view.cells[cell] == FLAG}
    opened = [cell for cell, value in enumerate(view.cells.tolist()) if value >= 0]
    found = {}
    for name, (cells, mines) in zip(
        [*view.board.names(opened), "count"], oracle.groups_of(view), strict=True
    ):
        left = frozenset(cells) - flags
        if left:
            found[name] = left, mines - len(frozenset(cells) & flags)
    return found


def decided_by_sat(groups):
    """Return the cells that groups decide: True for a mine."""
    cells = frozenset().union(*(some for some, _ in groups))
    with oracle.solver_of(groups) as solver:
        safe = {cell: False for cell in cells if not solver.solve(assumptions=[cell + 1])}
        return safe | {cell: True for cell in cells if not solver.solve(assumptions=[-cell - 1])}


def check_labels(entry):
    """Compare all labels with a SAT solver, and the depth with all single clues and pairs."""
    data = entry["metadata"]
    view = read(data["position"])
    name, told = view.board.names, groups_without_flags(view)
    safe, mined = oracle.certain_by_sat(view)
    flags = {cell for cell in view.hidden if view.cells[cell] == FLAG}
    assert flags <= mined
    assert data["safe"] == name(sorted(safe))
    assert data["mined"] == name(sorted(mined - flags))
    assert score_answer(entry["answer"], entry) == 1
    # The clues that are needed decide a cell, and with one of them left out nothing of it.
    needed = [told[clue] for clue in data["clues"]]
    target = decided_by_sat(needed)
    assert target
    for clue in data["clues"]:
        fewer = [told[other] for other in data["clues"] if other != clue]
        assert not fewer or target.items() - decided_by_sat(fewer).items()
    counts = data["kind"] == "count" or "count" in data["clues"]
    groups = [says for clue, says in told.items() if counts or clue != "count"]
    single = any(decided_by_sat([one]) for one in groups)
    assert single == (data["depth"] == 1)
    if data["depth"] > 1:
        pairs = [pair for pair in combinations(groups, 2) if pair[0][0] & pair[1][0]]
        assert any(map(decided_by_sat, pairs)) == (data["depth"] == 2)
    if data["depth"] > 2:
        by_hand = closed_by_differences(groups)
        assert by_hand == (data["depth"] == 3), by_hand
    if not counts:  # then the clues alone decide everything
        without = [says for clue, says in told.items() if clue != "count"]
        assert decided_by_sat(without).keys() == (safe | mined) - flags


def closed_by_differences(groups):
    """Tell whether differences of nested groups, added without end, make a pair decide a cell."""
    known = dict(groups)
    while True:
        pairs = [pair for pair in combinations(known.items(), 2) if pair[0][0] & pair[1][0]]
        if any(map(decided_by_sat, pairs)):
            return True
        fresh = {
            large - small: most - few
            for pair in pairs
            for (small, few), (large, most) in (pair, pair[::-1])
            if small < large and large - small not in known
        }
        if not fresh:
            return False
        known |= fresh


@pytest.mark.parametrize("data", [CERTAIN, ARGUMENT], ids=["certain", "argument"])
def test_all_and_only_the_certain_cells_are_labelled_and_the_depth_is_right(data):
    for number in range(52):
        check_labels(data[number])


@pytest.mark.slow(twin="test_all_and_only_the_certain_cells_are_labelled_and_the_depth_is_right")
@pytest.mark.parametrize("part", range(6))
@pytest.mark.parametrize("data", [CERTAIN, ARGUMENT], ids=["certain", "argument"])
def test_three_thousand_labels_are_right(data, part):
    seen = set()
    for number in range(1000 + 250 * part, 1250 + 250 * part):
        entry = data[number]
        check_labels(entry)
        seen.add(entry["metadata"]["position"])
    assert len(seen) >= 248


def test_a_spoiled_label_is_noticed():
    for key in ("safe", "mined"):
        entry = json.loads(json.dumps(next(one for one in ENTRIES["certain"]
                                           if one["metadata"][key])))  # fmt: skip
        entry["metadata"][key].pop()
        with pytest.raises(AssertionError):
            check_labels(entry)
    for entry in json.loads(json.dumps(ENTRIES["certain"])):
        entry["metadata"]["depth"] += 1 if entry["metadata"]["depth"] == 1 else -1
        with pytest.raises(AssertionError):
            check_labels(entry)


def test_entries_are_the_same_on_every_engine(core):
    text = json.dumps([Dataset(task, seed=11, size=12)[n] for task in ("certain", "argument")
                       for n in range(12)])  # fmt: skip
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == "ae4164ffae62ac0f"


def test_an_entry_does_not_depend_on_the_size_and_ends_are_refused():
    assert Dataset("certain", seed=7, size=3)[2] == ENTRIES["certain"][2]
    assert len(list(Dataset("certain", size=2))) == len(Dataset("certain", size=2)) == 2
    for number in (-1, 3):
        with pytest.raises(IndexError):
            Dataset("certain", size=3)[number]
    for settings_ in ({"task": "magic"}, {"task": "certain", "depths": (0,)},
                      {"task": "certain", "depths": ()}):  # fmt: skip
        with pytest.raises(BadInput):
            Dataset(**settings_)


@pytest.mark.parametrize(
    ("position", "depth", "decided"),
    [
        ("1 1 / # #", 3, {}),
        ("2 # / # 2", 1, {1: True, 2: True}),
        ("1 1 1 / # # #", 2, {3: False, 5: False}),
        ("1 2 1 / # # #", 2, {3: True, 5: True}),
        ("1 # / 1 F", 1, {1: False}),
    ],
)
def test_the_quick_walk_decides_what_two_clues_decide(position, depth, decided):
    low, facts = _easy_facts(read(position, mines=1))
    assert facts == decided
    assert not facts or low == depth


# The scores


def cells_of(entry):
    view = read(entry["metadata"]["position"])
    return view.board.names(range(view.board.cells))


@given(numbers, some.randoms())
def test_order_and_repetition_do_not_matter(number, chance):
    entry = ENTRIES["certain"][number]
    claims = [(word, name) for line in entry["answer"].splitlines()
              for word, *names in [line.split()] for name in names]  # fmt: skip
    claims = chance.sample(claims, chance.randint(1, len(claims)))
    score = score_answer("\n".join(map(" ".join, claims)), entry)
    again = chance.choices(claims, k=3) + claims
    chance.shuffle(again)
    assert score_answer(" ".join(map(" ".join, again)).upper(), entry) == score
    size = len(entry["metadata"]["safe"] + entry["metadata"]["mined"])
    assert score == len(claims) / size


@given(numbers, some.randoms())
def test_a_wrong_cell_always_costs_and_an_impossible_one_more(number, chance):
    entry = ENTRIES["certain"][number]
    data = entry["metadata"]
    view, certain = read(data["position"]), {*data["safe"], *data["mined"]}
    right = score_answer(entry["answer"], entry)
    unsure = [name for name in view.board.names(view.unmarked) if name not in certain]
    opened = [name for name in cells_of(entry) if view.cells[view.board.index(name)] >= 0]
    wrong = [f"{chance.choice(['safe', 'mine'])} {name}" for name in unsure]
    impossible = [f"mine {name}" for name in (*data["safe"], *opened)]
    impossible += [f"safe {name}" for name in data["mined"]] + ["safe r99c1", "mine r1c99"]
    a, b = chance.choice(wrong), chance.choice(impossible)
    costly = score_answer(f"{entry['answer']}\n{a}", entry)
    worse = score_answer(f"{entry['answer']}\n{b}", entry)
    assert right == 1 > costly >= worse
    assert costly > worse or costly == 0
    both = score_answer(f"{entry['answer']}\n{a}\n{b}", entry)
    assert both < worse or both == 0


@given(numbers, some.sampled_from(["certain", "argument"]), some.text(max_size=80))
@settings(max_examples=300)
def test_odd_text_scores_nothing_and_is_no_error(number, task, text):
    entry = ENTRIES[task][number]
    assert score_answer(text, entry) == 0
    assert score_answer(text + "\n" + entry["answer"] + "\n" + text, entry) == 1


WORDS = ["safe", "mine", "=>", "\n", "count", "r0c0", "r99999c99999", "r999999999c1", "mines:"]


@given(numbers, some.sampled_from(["certain", "argument"]), some.data())
@settings(max_examples=200)
def test_a_score_is_from_0_to_1_whatever_is_written(number, task, data):
    entry = ENTRIES[task][number]
    known = WORDS + cells_of(entry)
    text = " ".join(data.draw(some.lists(some.sampled_from(known), max_size=60)))
    assert 0 <= score_answer(text, entry) <= 1


@pytest.mark.parametrize("task", ["certain", "argument"])
def test_no_answer_scores_nothing(task):
    for entry in ENTRIES[task]:
        assert score_answer("", entry) == score_answer(None, entry) == 0


def test_cells_before_a_word_and_what_is_known_count_for_nothing():
    entry = CERTAIN[1]
    view = read(entry["metadata"]["position"])
    opened = next(name for name in cells_of(entry) if view.cells[view.board.index(name)] >= 0)
    first = entry["metadata"]["safe"][0]
    flagged = [f"mine {view.board.name(c)}" for c in view.hidden if view.cells[c] == FLAG]
    assert score_answer(f"{first} is safe", entry) == 0
    assert score_answer("\n".join([entry["answer"], f"safe {opened}", *flagged]), entry) == 1
    assert score_answer("\n".join([f"safe {opened}", *flagged]), entry) == 0


# Arguments


@given(numbers, some.randoms())
@settings(max_examples=60)
def test_needless_clues_and_steps_cost_and_a_refuted_step_ends_it(number, chance):
    entry = ENTRIES["argument"][number]
    view, answer = read(entry["metadata"]["position"]), entry["answer"]
    told = groups_without_flags(view)
    more = chance.choice([clue for clue in told if clue not in answer])
    *before, last = answer.splitlines()
    assert 0 < score_answer("\n".join([*before, f"{more} {last}"]), entry) < 1
    assert score_answer(f"{answer}\n{last}", entry) == 1  # the same step again
    assert score_answer(answer.replace("=>", "->"), entry) == 0
    unsure = [cell for cell in view.unmarked
              if view.board.name(cell) not in entry["metadata"]["safe"]]  # fmt: skip
    wrong = view.board.name(chance.choice(unsure))
    assert score_answer(f"{answer}\n{more} => safe {wrong}", entry) == 0
    assert score_answer(f"{more} => safe {wrong}\n{answer}", entry) == 0


def test_an_argument_that_names_every_clue_scores_little():
    for entry in ENTRIES["argument"]:
        view = read(entry["metadata"]["position"])
        every = " ".join(groups_without_flags(view))
        score = score_answer(f"{every} => safe {entry['metadata']['safe'][0]}", entry)
        assert 0 < score < 0.7
        assert score_answer(f"=> safe {entry['metadata']['safe'][0]}", entry) == 0


def test_an_argument_may_go_over_a_mine():
    position = "4x2x2/1221/HHHH"
    entry = {"metadata": {"task": "argument", "position": position}}
    assert score_answer("r1c3 r1c4 => mine r2c2\nr1c1 r1c2 => safe r2c1", entry) == 3 / 4
    assert score_answer("r1c3 r1c4 => mine r2c2\nr1c1 => safe r2c1", entry) == 1
    assert score_answer("r1c3 r1c4 => mine r2c2\nr1c1 => safe r2c1 r2c3", entry) == 0
    assert score_answer("r1c1 => safe r2c1\nr1c3 r1c4 => mine r2c2", entry) == 0


# The file


def test_a_file_has_the_entries_by_depth_and_its_hash(tmp_path):
    out = tmp_path / "some.jsonl"
    done = CliRunner().invoke(main, ["--size", "10", "--seed", "7", "--out", str(out)])
    assert done.exit_code == 0, done.output
    entries = [json.loads(line) for line in out.read_text().splitlines()]
    assert [one["metadata"]["depth"] for one in entries] == [1, 1, 1, 2, 2, 2, 3, 3, 4, 4]
    assert sorted(entries, key=lambda one: one["metadata"]["source_index"]) == [
        CERTAIN[number] for number in range(10)
    ]
    told = (tmp_path / "some.md").read_text()
    assert hashlib.sha256(out.read_bytes()).hexdigest() in told
    assert "3 of depth 1, 3 of depth 2, 2 of depth 3, 2 of depth 4" in told
    assert all(f"`{key}`" in told for key in entries[0]["metadata"])


@pytest.mark.slow(twin="test_a_file_has_the_entries_by_depth_and_its_hash")
def test_the_file_of_a_release_has_the_hash_that_the_page_says(tmp_path):
    page, out = (ROOT / "docs" / "reasoning.md").read_text(), tmp_path / "certain.jsonl"
    [options] = re.findall(r"python -m mineproof.reasoning (.+) --out certain.jsonl\n", page)
    release = (ROOT / ".github" / "workflows" / "release.yml").read_text()
    assert f"{options} --out release/certain.jsonl" in release
    done = CliRunner().invoke(main, [*options.split(), "--out", str(out)])
    assert done.exit_code == 0, done.output
    assert hashlib.sha256(out.read_bytes()).hexdigest() in page
