"""A package, so that pytest closes its browser after the last test of this folder (conftest.py)."""
