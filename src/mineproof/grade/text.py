"""The result of `grade` for people, as plain text; made from the object that programs get."""

from mineproof.game.formats import read
from mineproof.game.picture import draw, sketch
from mineproof.grade.json_type import JsonObject
from mineproof.grade.rubric import Rubric

_FEW = 3  # claims, faults and missed cells that are shown; the JSON has all


def text_of(answer: JsonObject, rubric: Rubric) -> str:
    """The whole report."""
    blocks = [
        f"{answer['player']} against {answer['against']}, seed {answer['seed']}",
        levels_table(answer),
        "\n".join(sound_lines(answer)),
        "\n".join(missed_lines(answer)),
        "\n".join(smallest_lines(answer)),
        "\n".join(clause_lines(answer)),
        "\n".join(cost_lines(answer)),
        "\n".join(_points(answer, rubric)),
    ]
    return "\n\n".join(block for block in blocks if block)


def levels_table(answer: JsonObject) -> str:
    """Shares of complete boards and of cells, and differences on the same boards."""
    rows = [("level", "boards", "complete", "cells", "wrong", "ms", f"less {answer['against']}",
             "less ceiling")]  # fmt: skip
    for one in answer["levels"]:
        rows.append(
            (
                one["level"],
                str(one["boards"]),
                _percent(one["complete"]),
                f"{100 * one['cells_determined']['value']:.1f} %",
                str(one["wrong"]),
                f"{one['ms']:.1f}",
                _points_of(one["against"]["difference"]),
                _points_of(one["ceiling"]["difference"]),
            )
        )
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    lines = [
        "  ".join(word.rjust(width) for word, width in zip(row, widths, strict=True))
        for row in rows
    ]
    return "\n".join(lines)


def sound_lines(answer: JsonObject) -> list[str]:
    lines = []
    if answer["sound"]:
        lines.append("sound      yes: every claim was entailed by what was seen")
    else:
        wrong, lucky = len(answer["wrong"]), len(answer["unjustified"])
        lines.append(f"sound      no: {wrong} claims wrong, {lucky} right that nothing entailed")
    for one in answer["wrong"][:_FEW]:
        opposite = "a mine" if one["verdict"] == "safe" else "safe"
        lines += [f"wrong: {one['cell']} is {opposite} (board {one['board']})"]
        lines += [drawn(one["position"]), *one["why"]]
        if not one["why"]:
            lines += ["this layout fits:", drawn_full(one["layout"])]
    for one in answer["unjustified"][:_FEW]:
        verdict = "safe" if one["verdict"] == "safe" else "a mine"
        lines += [f"unjustified: that {one['cell']} is {verdict} (board {one['board']})"]
        lines += [drawn(one["position"])]
        if one["layout"]:
            lines += ["this layout fits as well:", drawn_full(one["layout"])]
    faults = answer["faults"]
    lines.append(f"faults     {len(faults) or 'none'}")
    for one in faults[:_FEW]:
        lines.append(f"  {one['board']}: {one['reason']}; last lines: {' | '.join(one['lines'])}")
    if answer["not_played"]:
        lines.append(f"  {answer['not_played']} boards were not played after faults in a row: lost")
    return lines


def missed_lines(answer: JsonObject) -> list[str]:
    stuck, missed = answer["stuck"], answer["missed"]
    if not stuck and answer["not_played"]:
        return ["missed     not known: too many faults"]
    if not stuck:
        return ["missed     nothing: it never guessed and never gave up"]
    games = f"{len(missed)} of the {stuck} games in which it guessed or gave up"
    lines = [f"missed     something certain in {games}"]
    for one in missed[:_FEW]:
        verdict = "safe" if one["verdict"] == "safe" else "a mine"
        clues = ", ".join(one["clues"])
        lines.append(f"  {one['board']}: {one['cell']} is {verdict}, depth {one['depth']}: {clues}")
    return lines


def smallest_lines(answer: JsonObject) -> list[str]:
    one = answer["smallest"]
    if one is None and answer["not_played"]:
        return ["smallest   not searched: too many faults"]
    if one is None:
        return ["smallest   no small board was found on which it misses anything"]
    verdict = "safe" if one["verdict"] == "safe" else "a mine"
    return [
        (
            f"smallest   the smallest board found in {one['games']} games on which it misses what"
            f" {one['than']} finds"
        ),
        f"given {', '.join(one['given'])}; where it stops:",
        drawn(one["position"]),
        f"{one['cell']} is {verdict} (depth {one['depth']}, by {', '.join(one['clues'])})",
        *one["why"],
    ]


def clause_lines(answer: JsonObject) -> list[str]:
    told = answer["clauses"]
    if told is None:
        return ["clauses    none were told"]
    lines = [
        (
            f"clauses    {told['told']} told in {told['games']} games: {told['entailed']} entailed,"
            f" {told['duplicates']} duplicate, {told['subsumed']} subsumed; largest base"
            f" {told['largest']}"
        )
    ]
    first = told["first_difference"]
    if first:
        lines.append(
            f"first difference to the reference: board {first['board']}, line {first['step']}:"
            f" {first['clause']} ({first['kind']}: {first['text']})"
        )
    if told["units_left"]:
        lines.append(f"a unit was left in the base in {told['units_left']} stuck games")
    if told["unmade"]:
        lines.append(f"a resolvent that was never made: board {told['unmade']}")
    return lines


def cost_lines(answer: JsonObject) -> list[str]:
    if not answer["cost"]:
        return ["cost       not measured"]
    lines = ["cost       size     mines   ms a game   clauses a game"]
    for one in answer["cost"]:
        clauses = f"{one['clauses']:.0f}"
        lines.append(
            f"           {one['size']:<8} {one['mines']:>5} {one['ms']:>11.1f} {clauses:>16}"
        )
    return lines


def _points(answer: JsonObject, rubric: Rubric) -> list[str]:
    parts = [f"{part} {got:g}/{rubric.weights[part]:g}" for part, got in answer["parts"].items()]
    verdict = "passed" if answer["passed"] else "not passed"
    return [f"points     {answer['points']:g} of {answer['max']:g} ({', '.join(parts)}): {verdict}"]


def drawn(position: str) -> str:
    """A position as a picture, with its number of mines."""
    view = read(position)
    mines = "1 mine" if view.mines == 1 else f"{view.mines} mines"
    return f"{view}\n({mines})"


def drawn_full(layout: str) -> str:
    """A full board as a picture."""
    found = sketch([line for line in layout.splitlines() if line])
    return draw(found.board, found.cells)


def _percent(rate: dict[str, float]) -> str:
    return f"{100 * rate['value']:.1f} % [{100 * rate['low']:.1f}, {100 * rate['high']:.1f}]"


def _points_of(one: dict[str, float]) -> str:
    return f"{100 * one['value']:+.1f} [{100 * one['low']:+.1f}, {100 * one['high']:+.1f}]"
