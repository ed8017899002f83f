"""The type of the JSON object of a grade."""

from typing import Any

JsonObject = dict[str, Any]
"""Members by name; docs/grade.md lists them."""
