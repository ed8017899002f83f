"""`mineproof strategies`: the table of strategies."""

import json as jsonlib
from typing import Annotated

import typer


def strategies(
    json: Annotated[bool, typer.Option("--json", help="One object for programs.")] = False,
) -> int:
    """List the strategies and how they differ.

    \b
    mineproof strategies --json
    """
    from mineproof.answers import SCHEMA
    from mineproof.play.strategies import STRATEGIES

    fields = ("source", "summary", "pairs", "parents", "count", "stuck", "success")
    rows = {
        name: {field: getattr(one, field) for field in fields} for name, one in STRATEGIES.items()
    }
    if json:
        print(jsonlib.dumps({"schema": SCHEMA, "strategies": rows}, ensure_ascii=False))
        return 0
    labels = {
        "pairs": "pairs resolved",
        "parents": "parents",
        "count": "mine count",
        "stuck": "gives up",
        "success": "success means",
    }
    for name, row in rows.items():
        print(f"{name} ({row['source']}): {row['summary']}")
        for field, label in labels.items():
            print(f"    {label:<15}{row[field]}")
    return 0
