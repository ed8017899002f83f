"""Players from outside: a class of a Python file, or a program that speaks the line protocol."""
