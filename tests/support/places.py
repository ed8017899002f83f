"""The folders of the checkout that tests read."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "mineproof"
EXAMPLES = ROOT / "examples"
BOARDS = ROOT / "tests" / "boards"
