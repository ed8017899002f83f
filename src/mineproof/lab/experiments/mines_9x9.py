"""How success and time depend on the number of mines on 9 by 9 cells (report B)."""

from mineproof.lab._mines_sweep import mines_sweep

RECIPE = mines_sweep("mines-9x9", "9x9", range(4, 19, 2))
