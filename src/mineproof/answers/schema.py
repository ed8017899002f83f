"""The version of the objects that programs rely on."""

SCHEMA = 2
