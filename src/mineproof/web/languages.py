"""The languages that questions may name."""

from typing import Literal

Language = Literal["en", "zh-Hant"]
