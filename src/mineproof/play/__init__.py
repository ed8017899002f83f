"""Players: the strategies of the reports, and players from outside."""
