"""The result of `grade` as one HTML page without scripts."""

from collections.abc import Iterable
from html import escape

from mineproof.base.json_object import Json
from mineproof.game.formats.reading import read
from mineproof.game.html import table
from mineproof.grade import text
from mineproof.grade.rubric import Rubric
from mineproof.reason.words import CommandTexts

_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;"
    "color:#1c2430;background:#fff}table.figures{border-collapse:collapse}"
    "table.figures td,table.figures th{border:1px solid #cfd8e3;padding:.2rem .6rem;"
    "text-align:right}pre{overflow-x:auto;background:#f2f5f9;padding:.6rem}"
)
_FEW = 10  # claims and missed cells that are drawn


def page_of(answer: Json, rubric: Rubric, language: str = "en") -> str:
    """Return the whole page, from the object for students."""
    assert "seed" not in answer, "a page is for students, too"
    say = text.texts(language)
    title = say("page title", player=answer["player"], against=answer["against"])
    points = say(
        "page points",
        points=f"{answer['points']:g}",
        max=f"{answer['max']:g}",
        verdict=say("passed" if answer["passed"] else "not passed"),
    )
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p><strong>{escape(points)}</strong></p>",
        _points(answer, rubric, say),
        *(f"<p><strong>{escape(line)}</strong></p>" for line in text.flag_lines(answer, say)),
        f"<h2>{escape(say('page complete'))}</h2>",
        f"<pre>{escape(text.levels_table(answer, say))}</pre>",
        f"<p>{escape(text.deduced_line(answer, say))}</p>",
        *_missed(answer, say),
        f"<h2>{escape(say('page smallest'))}</h2>",
        *_smallest(answer, say),
        f"<h2>{escape(say('page sound'))}</h2>",
        *_claims(answer, say),
        f"<h2>{escape(say('page rules'))}</h2>",
        f"<pre>{escape(_joined(text.clause_lines(answer, say)))}</pre>",
        f"<h2>{escape(say('page cost'))}</h2>",
        f"<pre>{escape(_joined(text.cost_lines(answer, say)))}</pre>",
    ]
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8"><title>'
        f"{escape(title)}</title><style>{_STYLE}</style></head><body>{''.join(parts)}</body>"
        "</html>\n"
    )


def _points(answer: Json, rubric: Rubric, say: CommandTexts) -> str:
    rows = "".join(
        f"<tr><th>{escape(say(f'part {part}'))}</th><td>{got:g}</td>"
        f"<td>{rubric.weights[part]:g}</td></tr>"
        for part, got in answer["parts"].items()
    )
    heads = "".join(f"<th>{escape(say(f'page {key}'))}</th>" for key in ("part", "got", "of"))
    return f'<table class="figures"><tr>{heads}</tr>{rows}</table>'


def _missed(answer: Json, say: CommandTexts) -> list[str]:
    lines = [f"<p>{escape(text.missed_lines(answer, say)[0])}</p>"]
    for one in answer["missed"][:_FEW]:
        told = say("page missed", board=one["board"], claim=_claim(one, say))
        lines += [f"<p>{escape(told)}</p>", _board(one), _why(one)]
    return lines


def _smallest(answer: Json, say: CommandTexts) -> list[str]:
    one = answer["smallest"]
    if one is None:
        return [f"<p>{escape(text.smallest_lines(answer, say)[0])}</p>"]
    found = say(
        "page found",
        games=one["games"],
        than=one["than"],
        cells=say.joined(one["given"]),
        claim=_claim(one, say),
    )
    return [f"<p>{escape(found)}</p>", _board(one), _why(one)]


def _claims(answer: Json, say: CommandTexts) -> list[str]:
    lines = [f"<p>{escape(text.sound_lines(answer, say)[0])}</p>"]
    for kind in ("wrong", "unjustified"):
        for one in answer[kind][:_FEW]:
            told = say(f"page {kind}", board=one["board"], claim=_claim(one, say))
            lines += [f"<p>{escape(told)}</p>", _board(one), _why(one)]
            if one["layout"] and not one["why"]:
                picture = escape(text.drawn_full(one["layout"]))
                lines.append(f"<p>{escape(say('page fits'))}</p><pre>{picture}</pre>")
    if answer["faults"]:
        faults = [
            f"{one['board']}: {one['reason']}\n  " + "\n  ".join(one["lines"])
            for one in answer["faults"][:_FEW]
        ]
        many = say.counted("page faults", len(answer["faults"]))
        lines.append(f"<p>{escape(many)}</p><pre>{escape(_joined(faults))}</pre>")
    return lines


def _claim(one: Json, say: CommandTexts) -> str:
    verdict = text.verdict(one, say)
    if "depth" not in one:
        return verdict
    return say("page claim", verdict=verdict, depth=one["depth"], clues=text.clues_of(one, say))


def _board(one: Json) -> str:
    view = read(one["position"])
    cell = view.board.index(one["cell"])
    return table(view.board, view.cells.tolist(), shades={cell: "#f2d06b"})


def _why(one: Json) -> str:
    return "".join(f"<p>{escape(line)}</p>" for line in one.get("why", ()))


def _joined(lines: Iterable[str]) -> str:
    return "\n".join(lines)
