"""Judges a player from outside: is it sound, complete, by the rules, and at what cost?"""
