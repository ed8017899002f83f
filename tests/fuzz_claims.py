"""Try to get a false claim accepted: `make fuzz-claims MINUTES=10`.

A random position has at most ten hidden cells, so that all layouts can be tried. First the engines
are asked what is certain, and the answer is compared with the layouts. Then proofs of certain cells
are changed at random in many ways: the claim, a clause, a source, a hint of a step, a line, a byte,
the position itself. Whatever the auditor accepts must be true in every layout, and its position
must have one. Most changes are refused; those that are accepted and true are counted, too.

Unlike `make fuzz` this uses no Hypothesis, so it tries some thousand cases a second.
"""

import argparse
import random
import re
import sys
import time
from collections import Counter

import numpy as np

from engines import using
from mineproof import read
from mineproof.base.errors import Contradiction
from mineproof.core.choice import installed
from mineproof.game.board import Board
from mineproof.game.formats.mine import write
from mineproof.game.picture import HIDDEN
from mineproof.game.view import View, view_of
from mineproof.proof.audit import Position, audit
from mineproof.proof.check import BadStep
from mineproof.reason.deduce import analyse
from mineproof.reason.prove import prove
from positions import every_layout

SHAPES = ("grid", "torus", "hex")
MOST_HIDDEN = 10
CHANGES = 60  # of each proof
PROOFS = 2  # of a position
NUMBER = re.compile(r"-?[0-9]+")
PROVED = 0.1  # the share of the positions that are proved, because proofs take most of the time


# Brute force


def certain(view: View, layouts: np.ndarray) -> dict[int, str]:
    """Return the verdict of every hidden cell that is decided."""
    always, ever = layouts.all(axis=0), layouts.any(axis=0)
    return {
        cell: "mine" if always[number] else "safe"
        for number, cell in enumerate(view.hidden)
        if always[number] == ever[number]
    }


# Inputs


def random_position(chance: random.Random) -> View:
    """Return a position of a random board: some safe cells are open, sometimes a clue is wrong."""
    rows, cols = chance.randint(1, 6), chance.randint(2, 6)
    board = Board(rows, cols, chance.choice(SHAPES))
    mines = chance.sample(range(board.cells), chance.randint(0, min(6, board.cells - 1)))
    clues = board.clues(board.layout(mines))
    hidden = {*mines, *chance.sample(range(board.cells), chance.randint(0, min(6, board.cells)))}
    while len(hidden) > MOST_HIDDEN:
        hidden.discard(chance.choice([cell for cell in hidden if cell not in mines]))
    cells = [HIDDEN if cell in hidden else clues[cell] for cell in range(board.cells)]
    if chance.random() < 0.1:
        at = chance.randrange(board.cells)
        if cells[at] >= 0:
            cells[at] = min(6, max(0, cells[at] + chance.choice((-1, 1))))
    return view_of(board, len(mines), cells)


# Changes of a claim: each takes and returns the position, the CNF and the proof as texts


def changed_line(chance, text):
    lines = text.split("\n")
    a, b = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(5):
        case 0:
            del lines[a]
        case 1:
            lines[a], lines[b] = lines[b], lines[a]
        case 2:
            lines.insert(a, lines[b])
        case 3:
            lines[a] = lines[b]
        case 4:
            lines[a] = f"{lines[a]} {lines[b]}"
    return "\n".join(lines)


def changed_number(chance, text):
    lines = text.split("\n")
    at = chance.randrange(len(lines))
    words = lines[at].split(" ")
    numbers = [n for n, word in enumerate(words) if NUMBER.fullmatch(word)]
    if not numbers:
        return changed_line(chance, text)
    number = chance.choice(numbers)
    value = int(words[number])
    words[number] = str(
        chance.choice((-value, value + 1, value - 1, chance.randint(-20, 20), 0, 10**9 + value))
    )
    if chance.random() < 0.15:
        del words[number]
    elif chance.random() < 0.1:
        words.insert(number, str(chance.randint(-12, 12)))
    lines[at] = " ".join(words)
    return "\n".join(lines)


def changed_word(chance, text, board):
    """Exchange the name of a cell, a verdict or a kind of source."""
    lines = text.split("\n")
    remarks = [n for n, line in enumerate(lines) if line.startswith("c ")]
    if not remarks:
        return changed_number(chance, text)
    at = chance.choice(remarks)
    words = lines[at].split(" ")
    place = chance.randrange(1, len(words))
    word = words[place]
    if word in ("safe", "mine"):
        words[place] = "mine" if word == "safe" else "safe"
    elif word.startswith("r"):
        words[place] = f"r{chance.randint(1, board.rows)}c{chance.randint(1, board.cols)}"
    else:
        words[place] = chance.choice(("clue", "count", "helper", "denial", "claim", "witness", ""))
    lines[at] = " ".join(words)
    return "\n".join(lines)


def changed_byte(chance, text):
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice(" \n\r\t0123456789-cpx\x0b\x85\u2028") + text[at + 1 :]


def opposite_claim(cnf):
    """Return the CNF of the opposite claim: the verdict and the denial are exchanged."""
    lines = cnf.split("\n")
    for n, line in enumerate(lines):
        if line.startswith("c claim "):
            lines[n] = line[:-4] + ("mine" if line.endswith("safe") else "safe")
    clauses = [n for n, line in enumerate(lines) if line and line[0] in "-123456789"]
    if clauses:
        denial = lines[clauses[-1]]
        lines[clauses[-1]] = denial[1:] if denial.startswith("-") else f"-{denial}"
    return "\n".join(lines)


def changed(chance, position, cnf, proof, board):
    """Return position, CNF and proof after one to three random changes."""
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        match chance.randrange(10):
            case 0 | 1:
                cnf = changed_number(chance, cnf)
            case 2:
                cnf = changed_line(chance, cnf)
            case 3 | 4:
                cnf = changed_word(chance, cnf, board)
            case 5:
                cnf = opposite_claim(cnf)
            case 6:
                proof = changed_number(chance, proof)
            case 7:
                proof = changed_line(chance, proof)
            case 8:
                at = chance.randrange(len(position))
                position = position[:at] + chance.choice("0123456789H") + position[at + 1 :]
            case 9:
                cnf, proof = changed_byte(chance, cnf), changed_byte(chance, proof)
    return position, cnf, proof


# Laws


class Broken(Exception):
    """A law is broken; the message is the case."""


def check_certainty(view: View, cores: list[str]) -> dict[int, str]:
    """Compare what is certain with brute force, for every engine; return it."""
    layouts = every_layout(view)
    expected = certain(view, layouts) if len(layouts) else {}
    for core in cores:
        try:
            with using(core):
                found = analyse(view)
            said = dict.fromkeys(found.safe, "safe") | dict.fromkeys(found.mined, "mine")
            right = found.layouts == len(layouts) and said == expected
        except Contradiction:
            right = not len(layouts)
        if not right:
            raise Broken(f"{core}: {view!r}")
    return expected


def check_claim(position: str, cnf: str, proof: str, shape: str) -> str:
    """Audit a claim; return "refused" or "true", or raise `Broken` if it is accepted and false."""
    try:
        cell, verdict = audit(Position.read(position.encode(), shape), cnf.encode(), proof.encode())
    except BadStep:
        return "refused"
    case = f"{position!r}, {shape!r}\n{cnf}\n{proof}"
    view = read(position, shape=shape)
    if len(view.hidden) > MOST_HIDDEN + 4:
        return "too large to try"
    layouts = every_layout(view)
    if not len(layouts) or certain(view, layouts).get(view.board.index(cell)) != verdict:
        raise Broken(f"accepted, but not entailed: {cell} is {verdict}\n{case}")
    return "true"


def round_of(chance: random.Random, cores: list[str], tried: Counter) -> None:
    """Check one random position, and changed proofs of some of its certain cells."""
    view = random_position(chance)
    verdicts = check_certainty(view, cores)
    tried["positions"] += 1
    if chance.random() > PROVED:
        return
    position, shape = write(view), view.board.shape
    for cell in chance.sample(sorted(verdicts), min(PROOFS, len(verdicts))):
        proved = prove(view, cell, mine=verdicts[cell] == "mine")
        cnf, proof = proved.cnf(), proved.lrat()
        if check_claim(position, cnf, proof, shape) != "true":
            raise Broken(f"a proof was refused: {view!r}, {cell}")
        tried["proofs"] += 1
        for _ in range(CHANGES):
            new = changed(chance, position, cnf, proof, view.board)
            tried[f"changed claims {check_claim(*new, shape)}"] += 1


def rounds(count: int, seed: int, cores: list[str]) -> Counter:
    """Check that many random positions; return what was tried."""
    chance, tried = random.Random(seed), Counter()
    for _ in range(count):
        round_of(chance, cores, tried)
    return tried


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=1, help="of CPU time")
    parser.add_argument("--seed", type=int, default=None)
    asked = parser.parse_args()
    first = random.SystemRandom().randrange(1 << 32) if asked.seed is None else asked.seed
    tried: Counter = Counter()
    chance, cores = random.Random(first), installed()
    try:
        while time.process_time() < 60 * asked.minutes:
            round_of(chance, cores, tried)
    except KeyboardInterrupt:
        print("interrupted")
    except Broken as problem:
        print(f"seed {first}: {problem}")
        sys.exit(1)
    spent = time.process_time() / 60
    print(f"seed {first}, {spent:.0f} minutes of CPU time, no law broken")
    for name, count in sorted(tried.items()):
        print(f"{count:>11,}  {name}")


if __name__ == "__main__":
    main()
