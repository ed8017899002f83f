"""`mineproof strategies`: the table of strategies."""

from mineproof.cli import options
from mineproof.cli.json_lines import json_line


@options.command
@options.as_json
def strategies(as_json: bool) -> int:
    """List the strategies and how they differ.

    \b
    mineproof strategies --json
    """
    from mineproof.base.json_object import json_of
    from mineproof.cli.engine_notice import warn_if_engine_is_missing
    from mineproof.play.strategies import STRATEGIES

    warn_if_engine_is_missing()
    if as_json:
        print(json_line({"strategies": json_of(STRATEGIES)}))
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
