"""How success and time depend on the number of mines on 16 by 16 cells (report B)."""

from mineproof.lab._mines_sweep import mines_sweep

RECIPE = mines_sweep("mines-16x16", "16x16", range(19, 32, 2))
