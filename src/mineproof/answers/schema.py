"""The version of the JSON objects."""

SCHEMA = 3
