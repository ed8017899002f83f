"""Players: the published strategies, and players from outside."""
