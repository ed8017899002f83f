"""The result of `grade` as plain text, made from its JSON object."""

from collections.abc import Sequence

from mineproof.base.json_object import Json
from mineproof.base.text_width import left, right, width
from mineproof.game.formats.reading import read
from mineproof.game.picture import FLAG, HIDDEN, draw, sketch
from mineproof.grade.rubric import Rubric
from mineproof.play.outside.players import CS50
from mineproof.proof.check import escaped
from mineproof.reason.words import CommandTexts

DRAWN = 1  # claims of a kind that are drawn; the JSON has all
_FEW = 3  # faults and missed cells that are listed
_LABEL = 11  # the width of the word before a result


def text_of(answer: Json, rubric: Rubric, language: str = "en") -> str:
    """Return the whole report."""
    say = CommandTexts("grade", language)
    values = {key: answer[key] for key in ("player", "against", "seed")}
    blocks = [
        say("title", **values),
        "\n".join(smallest_lines(answer, say)),
        levels_table(answer, say),
        deduced_line(answer, say),
        "\n".join([*sound_lines(answer, say), *fault_lines(answer, say)]),
        "\n".join(flag_lines(answer, say)),
        "\n".join(missed_lines(answer, say)),
        "\n".join(clause_lines(answer, say) if rubric.weights["rules"] else []),
        "\n".join(cost_lines(answer, say)),
        _points(answer, rubric, say),
    ]
    return "\n\n".join(block for block in blocks if block)


def levels_table(answer: Json, say: CommandTexts) -> str:
    """Return the table of levels, aligned."""
    return "\n".join(aligned(levels_rows(answer, say)))


def levels_rows(answer: Json, say: CommandTexts) -> list[list[str]]:
    """Return shares of complete boards and of cells, and differences on the same boards."""
    heads = [say(f"column {name}") for name in ("level", "boards", "complete", "cells", "wrong",
             "ms")]  # fmt: skip
    less = say("column less", name=answer["against"])
    rows = [[*heads, less, say("column less ceiling")]]
    for one in answer["levels"]:
        rows.append(
            [
                say(f"level {one['level']}"),
                str(one["boards"]),
                _percent(one["complete"]),
                f"{100 * one['cells_determined']['value']:.1f} %",
                str(one["wrong"]),
                f"{one['ms']:.1f}",
                _points_of(one["against"]["difference"]),
                _points_of(one["ceiling"]["difference"]),
            ]
        )
    return rows


def deduced_line(answer: Json, say: CommandTexts) -> str:
    """Say what share of the built-in strategy's cells the player deduced."""
    share = f"{100 * answer['deduced']:.1f} %"
    text = say("deduced share", share=share, against=answer["against"])
    return _labelled(say, "deduced", text)


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the rows of a table, aligned on the right."""
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(right(*pair) for pair in zip(row, widths, strict=True)) for row in rows]


def sound_lines(answer: Json, say: CommandTexts) -> list[str]:
    """Say whether every claim was entailed; list the first that were not."""
    if answer["sound"] and not any(one["deduced"] for one in answer["levels"]):
        lines = [_labelled(say, "sound", say("sound unknown"))]
    elif answer["sound"]:
        lines = [_labelled(say, "sound", say("sound yes"))]
    else:
        wrong, lucky = len(answer["wrong"]), len(answer["unjustified"])
        lines = [_labelled(say, "sound", say("sound no", wrong=wrong, lucky=lucky))]
    for kind in ("wrong", "unjustified"):
        for one in answer[kind][:DRAWN]:
            claimed = say(f"claim {kind}", verdict=verdict(one, say), board=one["board"])
            lines += [claimed, *_drawn_claim(one, say)]
    return lines


def _drawn_claim(one: Json, say: CommandTexts) -> list[str]:
    """Draw the position of a claim; then why it is wrong, or a layout that contradicts it."""
    lines = [drawn(one["position"], say), *one["why"]]
    if one["layout"] and not one["why"]:
        lines += [say("fits"), drawn_full(one["layout"])]
    return lines


def fault_lines(answer: Json, say: CommandTexts) -> list[str]:
    """Say how many games were lost by faults, and show the first; name what was not played."""
    faults = answer["faults"]
    lines = [_labelled(say, "faults", str(len(faults)) if faults else say("no faults"))]
    for one in faults[:_FEW]:
        values = {**one, "lines": " | ".join(one["lines"])}
        lines.append("  " + escaped(say("fault", **values)))
    for key in ("not played", "too slow", "out of time"):
        if boards := answer[key.replace(" ", "_")]:
            lines.append("  " + say.counted(key, boards))
    return lines


def flag_lines(answer: Json, say: CommandTexts) -> list[str]:
    """Say which results are better than logic and luck explain; a teacher looks at these."""
    lines = []
    for one in answer["flags"]:
        values = (
            {**one, "difference": _points_of(one["difference"])} if "difference" in one else one
        )
        lines.append(_labelled(say, "flag", say(f"flag {one['kind']}", **values)))
    return lines


def missed_lines(answer: Json, say: CommandTexts) -> list[str]:
    """Say in how many games certain cells were missed, and show the first of them."""
    stuck, missed = answer["stuck"], answer["missed"]
    if not stuck:
        return [_labelled(say, "missed", _nothing_missed(answer, say))]
    lines = [_labelled(say, "missed", say("missed some", n=len(missed), stuck=stuck))]
    for one in missed[:_FEW]:
        values = {"board": one["board"], "depth": one["depth"]}
        values |= {"verdict": verdict(one, say), "clues": clues_of(one, say)}
        lines.append("  " + say("missed cell", **values))
    return lines


def _nothing_missed(answer: Json, say: CommandTexts) -> str:
    """Say what is known of a player that was never stuck; a game lost by a fault says nothing."""
    if answer["not_played"]:
        return say("missed unknown")
    if not answer["sound"]:
        return say("missed unsound")
    if not answer["faults"]:
        return say("missed nothing")
    played = _games_without_fault(answer)
    return say.counted("missed nothing without fault", played) if played else say("missed faults")


def _games_without_fault(answer: Json) -> int:
    boards = sum(one["boards"] for one in answer["levels"])
    lost = answer["not_played"] + answer["too_slow"] + len(answer["faults"])
    return int(boards - lost)


def smallest_lines(answer: Json, say: CommandTexts) -> list[str]:
    """Draw the smallest board on which the player errs, with the reason."""
    one = answer["smallest"]
    if one is None and answer["not_played"]:
        return [_labelled(say, "smallest", say("smallest unknown"))]
    if one is None and not _games_without_fault(answer):
        return [_labelled(say, "smallest", say("smallest not played"))]
    if one is None:
        return [_labelled(say, "smallest", say("smallest none"))]
    lines = [_labelled(say, "smallest", smallest_found(one, say))]
    if one["error"] != "missed":
        return [*lines, say("claimed", verdict=verdict(one, say)), *_drawn_claim(one, say)]
    return [
        *lines,
        drawn(one["position"], say),
        decided_by(one, say),
        *sentences(answer, say),
        *one["why"],
    ]


def smallest_found(one: Json, say: CommandTexts) -> str:
    """Say what the smallest board shows, and which cells are given on it."""
    values = {"games": one["games"], "given": say.joined(one["given"])}
    return say(f"smallest {one['error']}", **values, than=one.get("than", ""))


def decided_by(one: Json, say: CommandTexts) -> str:
    """Say what is missed, and by which clues it is certain."""
    values = {"depth": one["depth"], "clues": clues_of(one, say)}
    return say("decided by", verdict=verdict(one, say), **values)


def sentences(answer: Json, say: CommandTexts) -> list[str]:
    """Return the clues of the smallest board as sentences of CS50's project, for a class of it."""
    one = answer["smallest"]
    if not answer["player"].startswith(CS50):
        return []
    view = read(one["position"])
    cells = view.cells.tolist()
    lines = []
    for name in one["clues"]:
        clue = view.board.index(name)
        near = view.board.neighbours[clue]
        hidden = view.board.names(cell for cell in near if cells[cell] == HIDDEN)
        count = cells[clue] - sum(cells[cell] == FLAG for cell in near)
        lines.append(say("sentence", clue=name, cells=f"{{{', '.join(hidden)}}}", count=count))
    return lines


def clause_lines(answer: Json, say: CommandTexts) -> list[str]:
    """Describe the reported clauses, and the first that differs from the reference."""
    told = answer["clauses"]
    if told is None:
        return [_labelled(say, "clauses", say("clauses none"))]
    counts = {key: told[key] for key in ("told", "games", "entailed", "duplicates", "subsumed",
              "largest")}  # fmt: skip
    lines = [_labelled(say, "clauses", say("clauses told", **counts))]
    if told["unchecked"]:
        lines.append(say.counted("clauses unchecked", told["unchecked"]))
    if told["claims_by_clauses"] < told["claims"]:
        counts = {"by_clauses": told["claims_by_clauses"], "claims": told["claims"]}
        lines.append(say("claims by clauses", **counts))
    first = told["first_difference"]
    if first:
        lines.append(say("first difference", **{**first, "kind": say(f"kind {first['kind']}")}))
    if told["units_left"]:
        lines.append(say.counted("units left", told["units_left"]))
    if told["unmade"]:
        lines.append(say("unmade", unmade=told["unmade"]))
    return lines


def cost_lines(answer: Json, say: CommandTexts) -> list[str]:
    """Return the time a game by size and mines, and the clauses if some were reported."""
    if not answer["cost"]:
        return []
    names = ["size", "mines", "ms", *(["clauses"] if answer["clauses"] else [])]
    rows = [[say(f"cost {name}") for name in names]]
    for one in answer["cost"]:
        told = {"ms": f"{one['ms']:.1f}", "clauses": f"{one['clauses']:.0f}"}
        rows.append([str(told.get(name, one[name])) for name in names])
    head, *lines = aligned(rows)
    return [_labelled(say, "cost", head), *(" " * _LABEL + line for line in lines)]


def verdict(one: Json, say: CommandTexts) -> str:
    """Say whether a cell is safe or a mine."""
    return say("safe" if one["verdict"] == "safe" else "mine", cell=one["cell"])


def clues_of(one: Json, say: CommandTexts) -> str:
    """Return the clues that decide a cell, the mine count included."""
    return say.joined(say("count") if clue == "count" else clue for clue in one["clues"])


def drawn(position: str, say: CommandTexts) -> str:
    """Return a position as a picture, with its number of mines."""
    view = read(position)
    return f"{view}\n{say.counted('mines', view.mines)}"


def drawn_full(layout: str) -> str:
    """Return a full board as a picture."""
    found = sketch([line for line in layout.splitlines() if line])
    return draw(found.board, found.cells)


def _points(answer: Json, rubric: Rubric, say: CommandTexts) -> str:
    parts = [
        f"{say(f'part {part}')} {got:g}/{rubric.weights[part]:g}"
        for part, got in answer["parts"].items()
        if rubric.weights[part]
    ]
    got = say(
        "points of",
        points=f"{answer['points']:g}",
        max=f"{answer['max']:g}",
        parts=say.joined(parts),
        verdict=say("passed" if answer["passed"] else "not passed"),
    )
    return _labelled(say, "points", got)


def _labelled(say: CommandTexts, key: str, text: str) -> str:
    return left(say(key), _LABEL) + text


def _percent(rate: dict[str, float]) -> str:
    return f"{100 * rate['value']:.1f} % [{100 * rate['low']:.1f}, {100 * rate['high']:.1f}]"


def _points_of(one: dict[str, float]) -> str:
    return f"{100 * one['value']:+.1f} [{100 * one['low']:+.1f}, {100 * one['high']:+.1f}]"
