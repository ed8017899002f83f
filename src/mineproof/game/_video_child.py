"""Read a replay of another program in a separate process, and print it as JSON.

    python -m mineproof.game._video_child evf FILE

ms_toollib may end the whole process on a file that it cannot read. The separate process protects
the caller.
"""

import json
import sys
from typing import Any


def main(kind: str, path: str) -> int:
    """Print the board, the player and every press and release of a mouse button."""
    import ms_toollib

    readers: dict[str, Any] = {
        "avf": ms_toollib.AvfVideo,
        "rmv": ms_toollib.RmvVideo,
        "mvf": ms_toollib.MvfVideo,
        "evf": ms_toollib.EvfVideo,
    }
    video = readers[kind](path)
    video.parse()
    video.analyse()
    side = video.pix_size
    events = []
    for one in video.events:
        if not one.event.is_mouse():
            continue
        mouse = one.event.unwrap_mouse()
        if mouse.mouse != "mv":
            events.append([one.time, mouse.mouse, mouse.y // side, mouse.x // side])
    mines = [[int(value == -1) for value in row] for row in video.board]
    found = {"mines": mines, "player": str(video.player_identifier), "events": events}
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
