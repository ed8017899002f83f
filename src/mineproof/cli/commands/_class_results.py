"""The results of a class: rows, worst first, as a table for a terminal, as CSV and as a page."""

import csv
import io
from html import escape
from urllib.parse import quote

from mineproof.base.json_object import Json
from mineproof.base.text_width import left, right, width
from mineproof.grade import text
from mineproof.grade.page import html_page
from mineproof.proof.check import escaped
from mineproof.reason.words import CommandTexts

RESULTS = ("look", "not gradable", "failed", "passed")
"""What a teacher looks at first, second, ..."""
_COLUMNS = ("name", "result", "points", "complete", "boards", "wrong", "faults", "note")
_WIDEST = 60  # columns of a value on a terminal; the page and the CSV file have all of it


def rows(results: list[Json], language: str) -> list[Json]:
    """Return a row of figures for each result, worst first."""
    found = [_row(one, language) for one in results]
    return sorted(
        found, key=lambda row: (RESULTS.index(row["result"]), row.get("points"), row["name"])
    )


def _row(result: Json, language: str) -> Json:
    say, answer = CommandTexts("class", language), result["answer"]
    row = {"name": result["name"], "path": result["path"]}
    if answer is None:
        key, values = result["reason"]
        return {**row, "result": "not gradable", "note": say(f"reason {key}", **values)}
    wrong = len(answer["wrong"]) + len(answer["unjustified"])
    faults = len(answer["faults"]) + answer["not_played"]
    graded = CommandTexts("grade", language)
    notes = [line.removeprefix(graded("flag")).strip() for line in text.flag_lines(answer, graded)]
    if wrong:
        notes.append(say.counted("note wrong", wrong))
    if faults:
        first = answer["faults"][0]
        reason = "; ".join([first["reason"], *(x for x in first["lines"] if x[:8] == "stderr: ")])
        notes.append(say.counted("note faults", faults, reason=reason))
    if result["below"]:
        notes.append(
            say("note below", what=say.joined(say(f"below {key}") for key in result["below"]))
        )
    return {
        **row,
        "result": "look" if answer["flags"] else "passed" if answer["passed"] else "failed",
        "points": answer["points"],
        "max": answer["max"],
        **answer["parts"],
        "boards": sum(one["boards"] for one in answer["levels"]),
        **{
            f"{one['level']} %": round(100 * one["complete"]["value"], 1)
            for one in answer["levels"]
        },
        "wrong": wrong,
        "faults": faults,
        "note": escaped(say("semicolon").join(notes)),
    }


def _shown(row: Json, language: str) -> list[str]:
    """Return what a table for people has of a row, in the order of `heads`."""
    say = CommandTexts("class", language)
    values = row | {"result": say(row["result"])}
    if "points" in row:
        shares = [f"{value:g}" for key, value in row.items() if key.endswith(" %")]
        values |= {"points": f"{row['points']:g}", "complete": " / ".join(shares)}
    return [str(values.get(key, "")) for key in _COLUMNS]


def _heads(language: str) -> list[str]:
    """Return the headings of the columns."""
    say = CommandTexts("class", language)
    return [say(f"column {key}") for key in _COLUMNS]


def class_page(
    rows: list[Json], links: dict[str, str], title: str, sums: str, language: str
) -> str:
    """Return the page of a class; `links` are the addresses of the pages of those who have one."""
    names = [escape(name) for name in _heads(language)]
    lines = []
    for row in rows:
        name, *values = (escape(value) for value in _shown(row, language))
        if row["name"] in links:
            name = f'<a href="{quote(links[row["name"]])}">{name}</a>'
        cells = "".join(
            f'<td data-head="{head}">{value}</td>'
            for head, value in zip(names, [name, *values], strict=True)
        )
        lines.append(f'<tr class="{row["result"]}">{cells}</tr>')
    head = "".join(f"<th>{name}</th>" for name in names)
    table = f"<thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody>"
    return html_page(title, f'<p>{escape(sums)}</p><table class="class">{table}</table>', language)


def as_csv(found: list[Json]) -> str:
    """Return the rows as CSV; the heads are keys, in every language."""
    file = io.StringIO()
    columns = dict.fromkeys(key for row in sorted(found, key=len, reverse=True) for key in row)
    writer = csv.DictWriter(file, list(columns))
    writer.writeheader()
    for row in found:
        # A spreadsheet would run a name such as =1+1 as a formula.
        writer.writerow({key: f"'{value}" if str(value)[:1] in set("=+-@") else value
                         for key, value in row.items()})  # fmt: skip
    return file.getvalue()


def as_table(found: list[Json], language: str) -> list[str]:
    """Return the lines of the table, with numbers aligned on the right."""
    lines = [
        [value if len(value) <= _WIDEST else f"{value[: _WIDEST - 1]}…" for value in line]
        for line in (_heads(language), *(_shown(row, language) for row in found))
    ]
    widths = [max(map(width, column)) for column in zip(*lines, strict=True)]
    pads = [left, left, *[right] * (len(widths) - 3), left]
    return [
        "  ".join(pad(value, n) for pad, value, n in zip(pads, line, widths, strict=True)).rstrip()
        for line in lines
    ]
