"""Check properties on random boards for a given time: `make fuzz MINUTES=10`.

Each law below is a property of a position or a game. It compares an answer with something
independent: brute force over all layouts, a SAT solver, a model counter, the other engine, the
judge and the auditor of proofs, or another strategy. Hypothesis makes the inputs, more of them in
each round. It shrinks a failing input; that is printed as a test to paste, with the board as text.
"""

import argparse
import itertools
import json
import random
import sys
import time
import traceback
from collections import Counter
from dataclasses import fields
from functools import wraps
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

import oracle
from draw import any_views, boards, cnf_texts, seeds
from engines import using
from mineproof import STRATEGIES, Game, custom, deal, play_game, strategy
from mineproof.answers import analysis, explanation
from mineproof.answers.games import certify, solve
from mineproof.base.errors import BadInput, Contradiction, TooWide
from mineproof.core.choice import installed
from mineproof.game import replay
from mineproof.game.board import mined_cells
from mineproof.game.deal import PLACES, Start
from mineproof.game.formats.convert import FORMATS, convert
from mineproof.game.formats.mine import write
from mineproof.game.formats.reading import read_any
from mineproof.game.view import view_of
from mineproof.play.player import MINE
from mineproof.play.review import review
from mineproof.proof.audit import Position, audit, audit_game
from mineproof.proof.check import BadStep, judge, read_cnf
from mineproof.reason.deduce import analyse
from mineproof.reason.export import cnf, opb
from mineproof.reason.prove import prove
from mineproof.web.questions import QUESTIONS, answer

CORES = tuple(installed())


# Inputs


@st.composite
def games(draw, largest=8):
    """A deal of any shape, size, density and start."""
    board = draw(boards(largest))
    rule = draw(st.sampled_from(["given", "safe", "open"]))
    reserved = {"given": 0, "safe": 1, "open": 9}[rule]
    mines = draw(st.integers(0, max(0, board.cells - max(1, reserved))))
    start = Start(rule, place=draw(st.sampled_from(PLACES)))
    try:
        return deal(custom(board.size, mines), start=start, seed=draw(seeds), shape=board.shape)
    except BadInput:
        return deal(custom(board.size, 0), seed=draw(seeds), shape=board.shape)


@st.composite
def reached(draw, largest=8):
    """A position of a game: some safe cells open, some flags anywhere."""
    game = Game(draw(games(largest)))
    order = draw(st.permutations(range(game.deal.board.cells)))
    for cell in order[: draw(st.integers(0, len(order)))]:
        if not game.deal.layout[cell]:
            game.open(cell)
        elif draw(st.integers(0, 5)) == 0:
            game.flag(cell)
    return view_of(game.deal.board, game.view.mines, game.view.cells.tolist())


invented = any_views  # most of these positions have no layout that fits
small = (reached(4) | invented(4)).filter(lambda view: len(view.hidden) <= 14)


# Laws


def of_what_is_counted(law):
    """Call a law with a position and its analysis, unless no layout fits or there are too many."""

    @wraps(law)
    def check(view):
        try:
            found = analyse(view)
        except (Contradiction, TooWide):
            return
        law(view, found)

    return check


def counting_is_trying_every_layout(view):
    truth = oracle.layouts(view)
    for core in CORES:
        with using(core):
            try:
                found = analyse(view)
            except Contradiction:
                assert not truth
                continue
        assert found.layouts == len(truth)
        for cell, odds in found.odds.items():
            assert abs(odds - sum(cell in one for one in truth) / len(truth)) < 1e-12
        agreed = oracle.agreed(view)
        assert sorted(found.safe) == sorted(c for c, mine in agreed.items() if not mine)
        assert sorted(found.mined) == sorted(c for c, mine in agreed.items() if mine)


def both_engines_agree(view):
    found = []
    for core in CORES:
        with using(core):
            try:
                one = analyse(view)
                found.append((one.layouts, one.safe, one.mined, one.risks))
            except Contradiction as problem:
                found.append((str(problem),))
            except TooWide:
                return
    first, *others = found
    for other in others:
        assert first[:3] == other[:3]
        assert len(first) == 1 or np.allclose(first[3], other[3], atol=1e-9, equal_nan=True)


@of_what_is_counted
def a_sat_solver_agrees_on_what_is_certain(view, found):
    assert oracle.certain_by_sat(view) == (set(found.safe), set(found.mined))


@of_what_is_counted
def a_model_counter_counts_our_layouts(view, found):
    try:
        import pyganak
    except ImportError:
        return
    counter = pyganak.Counter()
    for clause in read_cnf(cnf(view)):
        counter.add_clause([*clause])
    assert counter.count() == found.layouts


@of_what_is_counted
def proofs_are_accepted_and_spoiled_ones_refused(view, found):
    chance = random.Random(write(view))
    certain = [(cell, False) for cell in found.safe] + [(cell, True) for cell in found.mined]
    for cell, mine in chance.sample(certain, min(3, len(certain))):
        proof = prove(view, cell, mine=mine)
        axioms, steps = proof.cnf(), proof.lrat()
        judge(axioms, steps)
        known = view.board.shape in ("grid", "torus", "hex")  # the shapes that the auditor supports
        stated = None if known else [set(near) for near in view.board.neighbours]
        position = Position.read(write(view), view.board.shape, stated)
        audit(position, axioms, steps)
        lines = axioms.splitlines()
        at = chance.choice([n for n, line in enumerate(lines) if line[:1] not in ("c", "p")])
        literals = lines[at].split()
        literals[0] = str(-int(literals[0])) if literals[0] != "0" else "1"
        spoiled = "\n".join([*lines[:at], " ".join(literals), *lines[at + 1 :], ""])
        try:
            audit(position, spoiled, steps)
        except BadStep:
            continue
        raise AssertionError(f"a spoiled axiom was accepted:\n{spoiled}")


@of_what_is_counted
def explanations_say_what_is_certain(view, found):
    for cell in (*found.safe[:2], *found.mined[:2]):
        told = explanation.explain(view, view.board.name(cell))
        assert told.verdict == ("safe" if cell in found.safe else "mine")
        assert told.argument
    for cell in found.undecided[:1]:
        told = explanation.explain(view, view.board.name(cell))
        assert told.verdict == "undecided"
        for layout in told.layouts:
            mines = frozenset(mined_cells(layout))
            assert len(mines) == view.mines
            assert oracle.fits(view, mines)


def formats_come_back(view):
    if not view.hidden:
        return  # a full board, right or wrong
    for to in FORMATS:
        try:
            text = convert(view, to)
        except BadInput:
            continue
        if to == "minesweepr":
            continue  # it does not say how many mines there are
        [back] = read_any(text, shape=view.board.shape)
        if isinstance(back, type(view)):
            assert back.cells == view.cells
            assert back.mines == view.mines
    assert opb(view).count("\n") >= 2


def strategies_never_mark_wrongly(dealt):
    marks = {}
    for name in STRATEGIES:
        if "csp" in name and dealt.board.cells > 30:
            continue
        game, moves = Game(dealt), []
        play_game(game, strategy(name).player(), after=moves.append)
        for move in moves:
            if move.certain:
                assert dealt.layout[move.cell] == (move.verdict is MINE), name
        if all(move.certain for move in moves):
            marks[name] = {move.cell for move in moves}
    for name, found in marks.items():
        if name != "csp-assign":
            assert found <= marks.get("complete", found | {-1}) or "complete" not in marks, name


def both_engines_play_the_same_game(dealt):
    paths = []
    for core in CORES:
        with using(core):
            moves = []
            try:
                play_game(Game(dealt), strategy("least-risk").player(), after=moves.append)
            except TooWide:
                return
            paths.append([move for move in moves if not move.certain])
    assert all(path == paths[0] for path in paths)


def reviews_find_no_needless_risk(dealt):
    for name in ("least-risk", "guess"):
        game = solve(dealt, name).replay
        assert not review(game).needless
        back = replay.read(replay.write(game))
        assert back.moves == game.moves


def both_engines_play_endings_out_alike(view):
    wins = []
    for core in CORES:
        with using(core):
            try:
                found = analyse(view)
            except (Contradiction, TooWide):
                return
            if found.safe or not found.undecided:
                return
            weighed = found.evaluate()
        assert weighed.cell not in found.mined
        by_cell = {one.cell: one for one in weighed.candidates}
        if not weighed.exact and any(one.dead is False for one in weighed.candidates):
            assert not by_cell[weighed.cell].dead
        if weighed.exact:
            best = max(one.win for one in weighed.candidates)
            assert abs(by_cell[weighed.cell].win - best) < 1e-12
            wins.append({cell: one.win for cell, one in by_cell.items() if one.win is not None})
    for cell in set.intersection(*map(set, wins)) if len(wins) > 1 else ():
        assert abs(wins[0][cell] - wins[1][cell]) < 1e-9


def the_server_says_what_the_library_says(view):
    asked = {"position": write(view), "shape": view.board.shape, "mines": view.mines}
    status, text = answer("analyse", json.dumps(asked).encode())
    try:
        expected = 200, json.loads(json.dumps(analysis.analyse(view).as_json()))
    except (Contradiction, TooWide, BadInput) as refused:
        expected = 422, str(refused)
    said = json.loads(text)
    assert (status, said if status == 200 else said["error"]) == expected
    chance = random.Random(text)
    asked |= {"cell": "r1c1", "cells": ["r1c1", "r1c2"], "board": write(view), "proof": True}
    for name, question in QUESTIONS.items():
        known = {field.name for field in fields(question)}
        body = bytearray(json.dumps({key: asked[key] for key in known & set(asked)}).encode())
        for _ in range(chance.randrange(3)):
            at = chance.randrange(len(body) + 1)
            body[at : at + chance.randrange(3)] = chance.randbytes(chance.randrange(3))
        status, text = answer(name, bytes(body))
        assert status in (200, 400, 422), (name, bytes(body), text)
        assert isinstance(json.loads(text), dict)


def certificates_are_audited(dealt):
    if dealt.board.cells > 36:
        return
    solved, certificate = certify(dealt, "complete")
    with TemporaryDirectory() as folder:
        certificate.write(f"{folder}/a")
        found = audit_game(f"{folder}/a")
        assert found.solved == solved.result.complete
        path = Path(folder, "a", "moves.jsonl")
        moves = [json.loads(line) for line in path.read_text().splitlines()]
        proved = [move for move in moves if "cnf" in move]
        if not proved:
            return
        move = random.Random(len(moves)).choice(proved)
        move["verdict"] = "mine" if move["verdict"] == "safe" else "safe"
        path.write_text("".join(json.dumps(move) + "\n" for move in moves))
        try:
            audit_game(f"{folder}/a")
        except BadStep:
            return
        raise AssertionError("a spoiled certificate was accepted")


def readers_of_cnf_find_the_same_clauses(text):
    try:
        ours = read_cnf(text)
    except BadStep:
        return
    for theirs in oracle.clauses_as_others_read_them(text):
        assert theirs == ours


LAWS = [
    (counting_is_trying_every_layout, small),
    (both_engines_agree, reached(12) | invented(6)),
    (a_sat_solver_agrees_on_what_is_certain, reached(10)),
    (a_model_counter_counts_our_layouts, reached(6)),
    (proofs_are_accepted_and_spoiled_ones_refused, reached(7)),
    (explanations_say_what_is_certain, reached(6)),
    (formats_come_back, reached(9) | invented(9)),
    (strategies_never_mark_wrongly, games(7)),
    (both_engines_play_the_same_game, games(14)),
    (reviews_find_no_needless_risk, games(9)),
    (both_engines_play_endings_out_alike, reached(6)),
    (the_server_says_what_the_library_says, reached(8) | invented(6)),
    (certificates_are_audited, games(6)),
    (readers_of_cnf_find_the_same_clauses, cnf_texts(edits=4)),
]


def ready_test(law, found):
    """Return a failure as a test to paste."""
    if isinstance(found, str):
        made = repr(found)
    elif hasattr(found, "cells") and not hasattr(found, "layout"):
        made = f"read({write(found)!r}, shape={found.board.shape!r})"
    else:
        board, mines = repr(found.board), mined_cells(found.layout)
        made = f"Deal({board}, {board}.layout({mines}), {found.initial})"
    return f"def test_{law.__name__}_here():\n    {law.__name__}({made})\n"


def run(law, inputs, examples, number, tried):
    last = None

    @seed(number)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    @given(inputs)
    def check(value):
        nonlocal last
        last = value
        tried[law.__name__] += 1
        law(value)

    try:
        check()
    except Exception:
        traceback.print_exc()
        print(f"\nThe smallest case found, as a test:\n\n{ready_test(law, last)}")
        return False
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1, help="of CPU time")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--examples", type=int, default=100, help="of each law in a round")
    asked = parser.parse_args()
    first = random.SystemRandom().randrange(1 << 32) if asked.seed is None else asked.seed
    end, tried = time.process_time() + 60 * asked.minutes, Counter()
    rounds = ((number, *pair) for number in itertools.count(first) for pair in LAWS)
    try:
        for number, law, inputs in rounds:
            if time.process_time() > end:
                break
            if not run(law, inputs, asked.examples, number, tried):
                sys.exit(1)
            if sys.stderr.isatty():
                print(f"\r{tried.total():,} cases", end="", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        print("interrupted")
    spent = time.process_time() / 60
    print(f"seed {first}, {spent:.0f} minutes of CPU time, {tried.total():,} cases, no law broken")
    for name, count in tried.most_common():
        print(f"{count:>9,}  {name.replace('_', ' ')}")


if __name__ == "__main__":
    main()
