"""`python -m mineproof` is `mineproof`."""

from mineproof.cli import main

main()
