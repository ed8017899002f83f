"""Shared parts of the benchmarks: programs that take turns, CPU times, and a table with spreads.

`contest` lets programs take turns, round by round, so that other load on the machine affects all
equally. Ratios are computed within a round, and their spread is that of the rounds.
"""

import argparse
import json
import platform
import statistics
import time
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from mineproof import Game, deal
from mineproof.core.choice import engine
from mineproof.lab._numbers import three_digits


def numbers(about, **defaults):
    """Return the options of a program that are numbers, by name; the other values are usual."""
    parser = argparse.ArgumentParser(description=about.split("\n")[0])
    for name, usual in defaults.items():
        parser.add_argument(f"--{name}", type=int, default=usual)
    return parser.parse_args()


@dataclass
class Row:
    """One row: the median over rounds, with minimum and maximum."""

    group: str
    name: str
    median: float
    low: float
    high: float
    unit: str
    rounds: int


def row(group, name, values, unit):
    middle = statistics.median(values)
    return Row(group, name, middle, min(values), max(values), unit, len(values))


def contest(contestants, rounds):
    """Return the CPU seconds of each contestant, a number for each round.

    A contestant is a function without arguments that returns how many items it processed (None:
    one); the time is that of one item.
    """
    spent = {name: [] for name in contestants}
    for _ in range(rounds):
        for name, run in contestants.items():
            began = time.process_time()
            done = run()
            spent[name].append((time.process_time() - began) / (1 if done is None else done))
    return spent


def ratios(spent, name, base):
    """Return the speed relative to `base`, a number for each round."""
    return [slow / fast for slow, fast in zip(spent[base], spent[name], strict=True)]


def ratio_rows(group, spent, base):
    return [
        row(group, f"{name} beside {base}", ratios(spent, name, base), "times as fast")
        for name in spent
        if name != base
    ]


def show(rows):
    """Return the rows as lines for people."""
    lines, group = [], None
    for one in rows:
        if one.group != group:
            group = one.group
            lines += ["", group]
        spread = f"[{three_digits(one.low)}, {three_digits(one.high)}]" if one.rounds > 1 else ""
        lines.append(f"  {one.name:<58}{three_digits(one.median):>9} {one.unit:<16} {spread}")
    return "\n".join(lines)


def write(path, command, rows, **more):
    """Write rows to a JSON file, a line each; docs/ shows those that stand in bench/measured."""
    head = "".join(f" {json.dumps(key)}: {json.dumps(it)},\n" for key, it in more.items())
    lines = ",\n".join(f"  {json.dumps(one, ensure_ascii=False)}" for one in rows)
    path.write_text(f'{{\n "command": {json.dumps(command)},\n{head} "rows": [\n{lines}\n ]\n}}\n')


def machine():
    """Describe the environment of the figures, without naming the machine."""
    packages = []
    for name in ("mineproof", "numpy", "python-sat", "ms_toollib"):
        try:
            packages.append(f"{name} {version(name)}")
        except ImportError:
            packages.append(f"no {name}")
    model = ""
    if Path("/proc/cpuinfo").exists():
        names = [
            line for line in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in line
        ]
        model = f"{len(names)} x {names[0].split(':')[1].strip()}, " if names else ""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{model}{platform.system()} {platform.machine()}, {python}, {', '.join(packages)}"


def settle(deducer, clue_of, todo):
    """Open cells, and all that are safe then, until nothing more is; return the opened ones."""
    opened = []
    while todo:
        for cell in todo:
            deducer.open(cell, clue_of(cell))
        opened += todo
        todo, _ = deducer.deduce()
    return opened


def stuck_positions(count):
    """Return expert boards from an open start on which logic is stuck."""
    found, number = [], 0
    while len(found) < count:
        game = Game(deal("expert", start="open", seed=5, number=number))
        number += 1
        settle(engine().deducer(game.deal.board, 99), game.open, list(game.view.initial))
        if not game.won:
            found.append(game.view)
    return found
