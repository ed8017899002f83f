"""The type of the JSON object that a grade is told in."""

from typing import Any

JsonObject = dict[str, Any]
"""Members by name; docs/grade.md lists them."""
