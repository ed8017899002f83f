"""The engines: what can be counted, deduced and weighed, by the engine in use.

`engine()` of `choice.py` is the one switch. `protocol.py` says what an engine can do; `_plain.py`
is the readable reference on the standard library alone, `_compiled.py` the fast one in C++, which
`_interface.py` loads, on a machine or in a browser. Rooms above ask `engine()`, never which one it
is.
"""
