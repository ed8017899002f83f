"""The formats of boards and positions: `reading.py` recognises them, `convert.py` writes them."""
