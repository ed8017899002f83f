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
    from mineproof import answers

    rows = answers.strategies()
    if json:
        print(jsonlib.dumps({"schema": answers.SCHEMA, "strategies": rows}, ensure_ascii=False))
        return 0
    for name, row in rows.items():
        print(f"{name} ({row['source']}): {row['summary']}")
        told = {
            "pairs resolved": row["pairs"],
            "parents": row["parents"],
            "mine count": row["count"],
            "gives up": row["stuck"],
            "success means": row["success"],
        }
        for label, text in told.items():
            print(f"    {label:<15}{text}")
    return 0
