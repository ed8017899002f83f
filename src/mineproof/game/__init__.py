"""The control module: boards, deals, games and file formats. It uses no logic."""
