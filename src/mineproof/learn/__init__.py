"""Exercises: positions of real games where one kind of argument is the easiest that leads on."""
