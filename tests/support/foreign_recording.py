"""Recordings that ms_toollib writes."""

import pytest

ms_toollib = pytest.importorskip("ms_toollib")

CLICKS = {"left": ("lc", "lr"), "right": ("rc", "rr"), "both": ("lc", "rc", "rr", "lr")}


def recorded(path, dealt, clicks):
    """Let ms_toollib play some clicks on a board, and write its recording."""
    board, clues = dealt.board, dealt.board.clues(dealt.layout)
    rows = [
        [-1 if dealt.layout[r * board.cols + c] else clues[r * board.cols + c] for c in
         range(board.cols)]
        for r in range(board.rows)
    ]  # fmt: skip
    video = ms_toollib.BaseVideo(rows, 16)
    for kind, cell in clicks:
        row, col = divmod(cell, board.cols)
        for event in CLICKS[kind]:
            video.step(event, (row * 16 + 8, col * 16 + 8))
    video.software, video.player_identifier, video.country = "test", "Ada", "XX"
    video.race_identifier = video.unique_identifier = ""
    video.device_uuid, video.mode = b"", 0
    video.generate_evf_v4_raw_data()
    path.write_bytes(bytes(video.raw_data) + bytes(3))  # an empty checksum
    return video
