"""Tables of what was measured: a page says where, and bench/measured has the data.

A line `<!-- table: FILE NAME -->` of a page becomes the table NAME of bench/measured/FILE.json when
the site is built; `<!-- table: bench -->` becomes all tables of a run of `make bench`. Figures keep
the digits of the file: `[41.31, 41.21, 41.41]` is a value with its interval, `[0.13, 0.24]` a value
with half the width of its interval. `at` is the last commit that has the script of a command.
"""

import json
import re
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[2] / "bench" / "measured"
PLACE = re.compile(r"^<!-- table: (\w+)(?: ([\w-]+))? -->$", re.MULTILINE)


def load(name: str) -> dict[str, Any]:
    """A file of measurements; its figures are texts, because 0.30 has more digits than 0.3."""
    text = (DATA / f"{name}.json").read_text()
    data: dict[str, Any] = json.loads(text, parse_float=str)
    return data


def shown(value: Any, *, signed: bool = False) -> str:
    """A value as text.

    >>> shown(["0.13", "0.24"], signed=True), shown(["41.31", "41.21", "41.41"]), shown(20000)
    ('+0.13 ± 0.24', '41.31 [41.21, 41.41]', '20,000')
    """
    if value is None:
        return ""
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, str):
        return f"+{value}" if signed and value[0] not in "+-" else value
    middle, *ends = (shown(one) for one in value)
    return f"{shown(middle, signed=signed)} " + (
        f"± {ends[0]}" if len(ends) == 1 else f"[{', '.join(ends)}]"
    )


def cell(name: str, value: Any) -> str:
    """A value as its column shows it."""
    if value is not None and name in ("command", "seed"):
        return f"`{value}`" if name == "command" else str(value)
    return shown(value, signed=name.startswith(("difference", "gain")))


def table(rows: list[dict[str, Any]]) -> str:
    """Rows as a table in Markdown; a heading is the name of a member."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    lines = [" | ".join(name.replace("_", " ") for name in names), " | ".join("---" for _ in names)]
    for row in rows:
        lines.append(" | ".join(cell(name, row.get(name)) for name in names))
    return "\n".join(f"| {line} |" for line in lines)


def three_digits(text: Any) -> str:
    """A figure of a run with three significant digits.

    >>> three_digits("1420.9"), three_digits("0.08691")
    ('1,421', '0.0869')
    """
    value = float(text)
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def bench_tables(data: dict[str, Any]) -> str:
    """The tables of a run of `make bench`, one for each group of rows."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in data["rows"]:
        middle, low, high = (three_digits(row[key]) for key in ("median", "low", "high"))
        if row["rounds"] == 1:
            low = high = ""
        groups.setdefault(row["group"], []).append(
            {"what": row["name"], "median": f"{middle} {row['unit']}", "least": low, "most": high,
             "rounds": row["rounds"]}
        )  # fmt: skip
    parts = [f"Run of `{data['command']}` on {data['machine']}."]
    parts += [f"### {group}\n\n{table(rows)}" for group, rows in groups.items()]
    return "\n\n".join(parts)


def tables(file: str, name: str | None) -> str:
    """The text that takes the place of one line `<!-- table: … -->`."""
    data = load(file)
    if name is None:
        return bench_tables(data)
    [found] = [one for one in data["tables"] if one["name"] == name]
    command = found.get("command", data.get("command"))
    at = f" at commit {found['at']}" if "at" in found else ""
    how = f" (`{command}`{at})" if command else ""
    unit = found["unit"]
    return f"{unit[0].upper()}{unit[1:]}{how}.\n\n{table(found['rows'])}"


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Fill in the tables of a page (an event of mkdocs)."""
    return PLACE.sub(lambda found: tables(found[1], found[2]), markdown)
