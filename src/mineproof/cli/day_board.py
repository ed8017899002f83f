"""`mineproof generate --day`: the board of a day."""

import sys

from mineproof.cli.files import output_file
from mineproof.cli.json_lines import json_line


def write_day(day: str, level: str, out: str | None, as_json: bool) -> int:
    """Write the board of a day as a corpus of one board, or as JSON."""
    from mineproof.game.board import mined_cells
    from mineproof.game.formats.corpus import header, line
    from mineproof.play.day import VERSION, day_board, day_seed

    dealt, seed = day_board(day, level), day_seed(day, level)
    board, [first] = dealt.board, dealt.initial
    if as_json:
        answer = {
            "day": day,
            "level": level,
            "generator": VERSION,
            "mines": board.names(mined_cells(dealt.layout)),
            "start": board.name(first),
        }
        text = json_line(answer)
    else:
        text = f"{header(board, dealt.mines, 'open', first, seed)}\n{line(dealt.layout)}"
    with output_file(out) as file:
        print(text, file=file or sys.stdout)
    return 0
