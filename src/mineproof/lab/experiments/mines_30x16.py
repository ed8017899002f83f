"""How success and time depend on the number of mines on 30 by 16 cells (report B)."""

from mineproof.lab._mines_sweep import mines_sweep

RECIPE = mines_sweep("mines-30x16", "30x16", (*range(50, 96, 5), 99))
