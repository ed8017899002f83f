"""A small fixed workload of the plain Python code, for bench/instructions.py.

Each part ends with a mark, a call that no other code makes: there callgrind writes its count.
"""

import json
import os

os.environ["MINEPROOF_ENGINE"] = "python"

from dataclasses import replace
from functools import partial

import numpy as np
from proofs import chain
from table import stuck_positions

from mineproof import Game, View, analyse, deal, play_game, read, strategy
from mineproof.answers import explanation
from mineproof.counting import exact
from mineproof.game.clues import clues_and_sea
from mineproof.game.deal import layouts
from mineproof.game.formats.mine import write
from mineproof.proof.check import judge
from mineproof.web import questions


def deduction():
    play_game(Game(deal("expert", start="open", seed=2, number=1)), strategy("complete").player())


def guesses():
    play_game(Game(deal("expert", start="safe", seed=2)), strategy("least-risk").player())


def counting():
    for view in VIEWS:
        told, sea = clues_and_sea(view)
        exact.analyse(told, len(sea), view.mines)


def resolution(name="saturate"):
    for number in range(2):
        play_game(Game(deal("medium", seed=3, number=number)), strategy(name).player())


def explaining():
    explanation.explain(read("1 1 1 / # # #", mines=1), "r2c1")


def judging():
    judge(*chain(300))


def dealing():
    layouts("expert", start="safe", seed=1, count=100)


def reading():
    for _ in range(20):
        for view in VIEWS:
            read(write(view))


def lists_and_arrays():
    for _ in range(100):
        for view in VIEWS:
            rows = np.asarray(view)
            View.from_array(rows.tolist(), 99)
            View.from_array(rows, 99)


def wide_arrays():
    for view in VIEWS:
        rows = np.asarray(view).astype(int)
        for _ in range(100):
            View.from_array(rows, 99)


def odds_and_json():
    for view in VIEWS:
        answer = analyse(view)
        for _ in range(20):
            json.dumps(answer.odds)
            replace(answer, think=None).as_json()


def texts_to_json():
    for view in VIEWS:
        body = json.dumps({"position": write(view), "best": False}).encode()
        for _ in range(10):
            assert questions.answer("analyse", body)[0] == 200


PARTS = {
    "deducing an expert board": deduction,
    "an expert game of least-risk": guesses,
    "counting stuck positions": counting,
    "resolution on medium boards": resolution,
    "assignment on medium boards": partial(resolution, "assignment"),
    "two-literal on medium boards": partial(resolution, "two-literal"),
    "explaining a cell": explaining,
    "judging a proof": judging,
    "dealing boards": dealing,
    "reading and writing texts": reading,
    "positions from lists and arrays": lists_and_arrays,
    "positions from arrays of wide integers": wide_arrays,
    "odds by name, and as JSON": odds_and_json,
    "answers of the server, from text to JSON": texts_to_json,
}

if __name__ == "__main__":
    VIEWS = stuck_positions(3)
    for part in PARTS.values():  # run once before measuring, to leave out one-time costs
        part()
    os.getpriority(os.PRIO_PROCESS, 0)
    for part in PARTS.values():
        part()
        os.getpriority(os.PRIO_PROCESS, 0)
