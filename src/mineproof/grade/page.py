"""The result of `grade` as one HTML page without scripts."""

from collections.abc import Iterable
from html import escape

from mineproof.game.formats import read
from mineproof.game.html import table
from mineproof.grade import text
from mineproof.grade.json_type import JsonObject
from mineproof.grade.rubric import Rubric

_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;"
    "color:#1c2430;background:#fff}table.figures{border-collapse:collapse}"
    "table.figures td,table.figures th{border:1px solid #cfd8e3;padding:.2rem .6rem;"
    "text-align:right}pre{overflow-x:auto;background:#f2f5f9;padding:.6rem}"
)
_FEW = 10  # claims and missed cells that are drawn


def page_of(answer: JsonObject, rubric: Rubric) -> str:
    """The whole page."""
    title = f"{answer['player']} against {answer['against']}"
    parts = [
        f"<h1>{escape(title)}</h1>",
        (
            f"<p>Seed {answer['seed']}. <strong>{answer['points']:g} of {answer['max']:g} points,"
            f" {'passed' if answer['passed'] else 'not passed'}.</strong></p>"
        ),
        _points(answer, rubric),
        "<h2>Complete?</h2>",
        f"<pre>{escape(text.levels_table(answer))}</pre>",
        *_missed(answer),
        "<h2>The smallest board</h2>",
        *_smallest(answer),
        "<h2>Sound?</h2>",
        *_claims(answer),
        "<h2>By the rules?</h2>",
        f"<pre>{escape(_joined(text.clause_lines(answer)))}</pre>",
        "<h2>At what cost?</h2>",
        f"<pre>{escape(_joined(text.cost_lines(answer)))}</pre>",
    ]
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}'
        f"</title><style>{_STYLE}</style></head><body>{''.join(parts)}</body></html>\n"
    )


def _points(answer: JsonObject, rubric: Rubric) -> str:
    rows = "".join(
        f"<tr><th>{part}</th><td>{got:g}</td><td>{rubric.weights[part]:g}</td></tr>"
        for part, got in answer["parts"].items()
    )
    head = "<tr><th>part</th><th>points</th><th>of</th></tr>"
    return f'<table class="figures">{head}{rows}</table>'


def _missed(answer: JsonObject) -> list[str]:
    lines = [f"<p>{escape(text.missed_lines(answer)[0])}</p>"]
    for one in answer["missed"][:_FEW]:
        lines += [f"<p>{escape(one['board'])}: {escape(_claim(one))}</p>", _board(one), _why(one)]
    return lines


def _smallest(answer: JsonObject) -> list[str]:
    one = answer["smallest"]
    if one is None:
        return [f"<p>{escape(text.smallest_lines(answer)[0])}</p>"]
    found = (
        f"Found in {one['games']} games; {one['than']} finds what is missed."
        f" Given: {', '.join(one['given'])}. {_claim(one)}"
    )
    return [f"<p>{escape(found)}</p>", _board(one), _why(one)]


def _claims(answer: JsonObject) -> list[str]:
    lines = [f"<p>{'Yes.' if answer['sound'] else 'No.'}</p>"]
    for kind in ("wrong", "unjustified"):
        for one in answer[kind][:_FEW]:
            lines += [f"<p>{kind}, {escape(one['board'])}: {escape(_claim(one))}</p>", _board(one)]
            lines.append(_why(one))
            if one["layout"] and not one["why"]:
                picture = escape(text.drawn_full(one["layout"]))
                lines.append(f"<p>This layout fits:</p><pre>{picture}</pre>")
    if answer["faults"]:
        faults = [
            f"{one['board']}: {one['reason']}\n  " + "\n  ".join(one["lines"])
            for one in answer["faults"][:_FEW]
        ]
        lines.append(f"<p>{len(answer['faults'])} faults</p><pre>{escape(_joined(faults))}</pre>")
    return lines


def _claim(one: JsonObject) -> str:
    verdict = "safe" if one["verdict"] == "safe" else "a mine"
    depth = f", depth {one['depth']}, by {', '.join(one['clues'])}" if "depth" in one else ""
    return f"{one['cell']} is {verdict}{depth}"


def _board(one: JsonObject) -> str:
    view = read(one["position"])
    cell = view.board.index(one["cell"])
    return table(view.board, view.cells.tolist(), shades={cell: "#f2d06b"})


def _why(one: JsonObject) -> str:
    return "".join(f"<p>{escape(line)}</p>" for line in one.get("why", ()))


def _joined(lines: Iterable[str]) -> str:
    return "\n".join(lines)
