"""`mineproof strategies`: the table of strategies."""

import json

from mineproof.cli import options


@options.command
@options.as_json
def strategies(as_json: bool) -> int:
    """List the strategies and how they differ.

    \b
    mineproof strategies --json
    """
    from mineproof.answers import catalogue, schema
    from mineproof.cli.engine_notice import warn_if_engine_is_missing

    warn_if_engine_is_missing()
    rows = catalogue.strategies()
    if as_json:
        print(json.dumps({"schema": schema.SCHEMA, "strategies": rows}, ensure_ascii=False))
        return 0
    for name, row in rows.items():
        print(f"{name} ({row['source']}): {row['summary']}")
        differences = {
            "pairs resolved": row["pairs"],
            "parents": row["parents"],
            "mine count": row["count"],
            "gives up": row["stuck"],
            "success means": row["success"],
        }
        for label, text in differences.items():
            print(f"    {label:<15}{text}")
    return 0
