"""The result of `grade` as one HTML page without scripts, and the frame of each such page."""

from collections.abc import Iterable, Sequence
from html import escape

from mineproof.base.json_object import Json
from mineproof.game.formats.reading import read
from mineproof.game.html import table
from mineproof.grade import text
from mineproof.grade.rubric import Rubric
from mineproof.reason.words import CommandTexts

_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:1rem auto;padding:0 1rem;"
    "color:#1c2430;background:#fff;overflow-wrap:anywhere}h1{font-size:1.4rem}"
    "h2{font-size:1.1rem;margin:1.2rem 0 .4rem}h2::first-letter{text-transform:uppercase}"
    "p{margin:.4rem 0}pre{overflow-x:auto;background:#f2f5f9;padding:.6rem;margin:.4rem 0}"
    ".wide{overflow-x:auto}.figures,.class{border-collapse:collapse}"
    ".figures td,.figures th{border:1px solid #cfd8e3;padding:.2rem .6rem;text-align:right;"
    "overflow-wrap:normal}.class{width:100%}"
    ".class td,.class th{border-bottom:1px solid #cfd8e3;padding:.3rem .6rem;text-align:left;"
    "vertical-align:top;white-space:nowrap}.class td:first-child,.class td:last-child"
    "{white-space:normal;min-width:8rem}.look,.failed{background:#fdf0e6}.not{background:#f2f5f9}"
    # On a phone each row of a class is a card, and each value stands beside its heading.
    "@media(max-width:45rem){.class thead{display:none}.class tr{display:block;margin:0 0 .8rem;"
    "border:1px solid #cfd8e3;padding:.3rem 0}.class td{display:inline-block;border:0;"
    "padding:.1rem .6rem}.class td:first-child,.class td:last-child{display:block}"
    ".class td:first-child{font-weight:bold}.class td:nth-child(n+3):nth-last-child(n+2)::before"
    "{content:attr(data-head) ' ';color:#51606f}.class td:empty{display:none!important}}"
)


def html_page(title: str, body: str, language: str) -> str:
    """Return a whole page: of a player, or of a class, whose table has the class `class`."""
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8"><meta '
        'name="viewport" content="width=device-width,initial-scale=1"><title>'
        f"{escape(title)}</title><style>{_STYLE}</style></head><body><h1>{escape(title)}</h1>"
        f"{body}</body></html>\n"
    )


def page_of(answer: Json, rubric: Rubric, language: str = "en") -> str:
    """Return the whole page, from the object for students."""
    assert "seed" not in answer, "a page is for students, too"
    say = CommandTexts("grade", language)
    title = say("page title", player=answer["player"], against=answer["against"])
    points = say(
        "page points",
        points=f"{answer['points']:g}",
        max=f"{answer['max']:g}",
        verdict=say("passed" if answer["passed"] else "not passed"),
    )
    parts = [
        f"<p><strong>{escape(points)}</strong></p>",
        *(f"<p><strong>{_told(line)}</strong></p>" for line in text.flag_lines(answer, say)),
        f"<h2>{escape(say('page smallest'))}</h2>",
        *_smallest(answer, say),
        f"<h2>{escape(say('points'))}</h2>",
        _points(answer, rubric, say),
        f"<h2>{escape(say('page complete'))}</h2>",
        _figures(text.levels_rows(answer, say)),
        f"<p>{_told(text.deduced_line(answer, say))}</p>",
        *_missed(answer, say),
        f"<h2>{escape(say('page sound'))}</h2>",
        *_claims(answer, say),
        *(
            _lines("page rules", text.clause_lines(answer, say), say)
            if rubric.weights["rules"]
            else []
        ),
        *_lines("page cost", text.cost_lines(answer, say), say),
    ]
    return html_page(title, "".join(parts), language)


def _points(answer: Json, rubric: Rubric, say: CommandTexts) -> str:
    heads = [say(f"page {key}") for key in ("part", "got", "of")]
    rows = [
        [say(f"part {part}"), f"{got:g}", f"{rubric.weights[part]:g}"]
        for part, got in answer["parts"].items()
        if rubric.weights[part]
    ]
    return _figures([heads, *rows])


def _figures(rows: Sequence[Sequence[str]]) -> str:
    """A table whose first row and first column are headings."""
    lines = [
        "".join(
            f"<{tag}>{escape(cell)}</{tag}>"
            for column, cell in enumerate(row)
            for tag in ["td" if number and column else "th"]
        )
        for number, row in enumerate(rows)
    ]
    return (
        f'<div class="wide"><table class="figures"><tr>{"</tr><tr>".join(lines)}</tr></table></div>'
    )


def _lines(heading: str, lines: Sequence[str], say: CommandTexts) -> list[str]:
    """A heading and lines as they are; nothing if there is no line."""
    return [f"<h2>{escape(say(heading))}</h2>", _verbatim(lines)] if lines else []


def _told(line: str) -> str:
    """The result of a line of text with a word before it; the heading says that word already."""
    return escape(line.split("  ", 1)[-1].strip())


def _verbatim(lines: Iterable[str]) -> str:
    return f"<pre>{escape(chr(10).join(lines))}</pre>"


def _missed(answer: Json, say: CommandTexts) -> list[str]:
    lines = [f"<p>{_told(text.missed_lines(answer, say)[0])}</p>"]
    for one in answer["missed"][: text.DRAWN]:
        told = say("page missed", board=one["board"], claim=_claim(one, say))
        lines += [f"<p>{escape(told)}</p>", _board(one), _why(one)]
    return lines


def _smallest(answer: Json, say: CommandTexts) -> list[str]:
    one = answer["smallest"]
    if one is None:
        lines = [f"<p>{_told(text.smallest_lines(answer, say)[0])}</p>"]
        return [*lines, *([_fault(answer)] if answer["faults"] else [])]
    lines = [text.smallest_found(one, say)]
    if one["error"] == "missed":
        lines += [text.decided_by(one, say), *text.sentences(answer, say)]
        return [*(f"<p>{escape(line)}</p>" for line in lines), _board(one), _why(one)]
    return [
        f"<p>{escape(lines[0])}</p>",
        *_drawn_claim(say("claimed", verdict=_claim(one, say)), one, say),
    ]


def _claims(answer: Json, say: CommandTexts) -> list[str]:
    lines = [f"<p>{_told(text.sound_lines(answer, say)[0])}</p>"]
    for kind in ("wrong", "unjustified"):
        for one in answer[kind][: text.DRAWN]:
            told = say(f"claim {kind}", board=one["board"], verdict=text.verdict(one, say))
            lines += _drawn_claim(told, one, say)
    if answer["faults"]:
        many = say.counted("page faults", len(answer["faults"]))
        lines.append(f"<p>{escape(many)}</p>")
        if answer["smallest"]:  # else the first stands there
            lines.append(_fault(answer))
    return lines


def _fault(answer: Json) -> str:
    """The first fault, with the last lines exchanged."""
    one = answer["faults"][0]
    return _verbatim([f"{one['board']}: {one['reason']}", *(f"  {line}" for line in one["lines"])])


def _drawn_claim(told: str, one: Json, say: CommandTexts) -> list[str]:
    """A claim, its position, and why it is wrong or a layout that contradicts it."""
    lines = [f"<p>{escape(told)}</p>", _board(one), _why(one)]
    if one["layout"] and not one["why"]:
        lines += [f"<p>{escape(say('fits'))}</p>", _verbatim([text.drawn_full(one["layout"])])]
    return lines


def _claim(one: Json, say: CommandTexts) -> str:
    verdict = text.verdict(one, say)
    if "depth" not in one:
        return verdict
    return say("page claim", verdict=verdict, depth=one["depth"], clues=text.clues_of(one, say))


def _board(one: Json) -> str:
    view = read(one["position"])
    cell = view.board.index(one["cell"])
    drawn = table(view.board, view.cells.tolist(), shades={cell: "#f2d06b"})
    return f'<div class="wide">{drawn}</div>'


def _why(one: Json) -> str:
    return "".join(f"<p>{escape(line)}</p>" for line in one.get("why", ()))
