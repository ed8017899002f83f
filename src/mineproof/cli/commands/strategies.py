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
    from mineproof.answers.schema import SCHEMA
    from mineproof.base.json_object import json_of
    from mineproof.cli.engine_notice import warn_if_engine_is_missing
    from mineproof.play.strategies import STRATEGIES

    warn_if_engine_is_missing()
    if as_json:
        answer = {"schema": SCHEMA, "strategies": json_of(STRATEGIES)}
        print(json.dumps(answer, ensure_ascii=False))
        return 0
    for name, row in STRATEGIES.items():
        print(f"{name} ({row.source}): {row.summary}")
        differences = {
            "pairs resolved": row.pairs,
            "parents": row.parents,
            "mine count": row.count,
            "gives up": row.stuck,
            "success means": row.success_rule,
        }
        for label, text in differences.items():
            print(f"    {label:<15}{text}")
    return 0
