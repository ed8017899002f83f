"""The sentences of a report to hand in, and names of settings, strategies and measures.

Sentences are texts of the commands (part `report`). Names come from the recipes, in English; the
table `texts/names` translates them. A name that the table lacks is not translated.
"""

import re
from collections.abc import Iterable

from mineproof.lab.config import Setting
from mineproof.reason.words import CommandTexts, table

_LONG = 24  # characters of a shortened name
_COUNTS = ("mines", "safe_cells")
_OWN_QUESTION = re.compile(r"How does play change with (.*)\?")


class Wording:
    """The wording of a report in one language.

    `players` are the strategies that it names, `given` the names that authors gave to theirs.
    """

    def __init__(
        self, language: str, players: Iterable[str] = (), given: dict[str, str] | None = None
    ) -> None:
        self.language = language
        self._given = given or {}
        self._short = short_names(players) | self._given
        self.say = CommandTexts("report", language)
        self._names = {} if language == "en" else table(language, "names")["lab"]

    def name(self, text: str) -> str:
        """Return a name or a question of a recipe in the language."""
        if text in self._short:
            return self._short[text]
        own = _OWN_QUESTION.fullmatch(text)
        if own and text not in self._names:
            settings = [self.key(key) for key in own[1].split(" and ")]
            return self.say("own question", settings=self.say("and").join(settings))
        return self._names.get(text, text)

    def key(self, setting: str) -> str:
        """Return the name of a setting."""
        return self.name(setting.replace("_", " "))

    def value(self, setting: str, value: Setting | None) -> str:
        """Return the value of a setting; a strategy is code."""
        if value is None:
            return "–"
        return self.player(str(value)) if setting == "strategy" else self.name(str(value))

    def setting(self, key: str, value: Setting | None) -> str:
        """Return a setting with its value: a count is a noun with its number."""
        if key in _COUNTS and isinstance(value, int):
            return self.say.counted(f"count {key}", value)
        words = self.say("setting", key=self.key(key), value=self.value(key, value))
        return re.sub(r"(?<=[\u2e80-\u9fff]) (?=[\u2e80-\u9fff])", "", words)

    def player(self, name: str) -> str:
        """Return the name that its author gave, else its name as code, shortened if it is long."""
        if name in self._given:
            return self._given[name]
        return f"`{self._short.get(name, name)}`"

    def text(self, sentences: Iterable[str]) -> str:
        """Return sentences as a paragraph: Chinese has no spaces between them."""
        return ("" if self.language.startswith("zh") else " ").join(sentences)


def short_names(players: Iterable[str]) -> dict[str, str]:
    """Return short names for players with long names.

    A short name is the last part of the path, with a number if two are equal.

    >>> short_names(["unit", "exec:/usr/bin/python3 /home/me/work/player.py --fast"])
    {'exec:/usr/bin/python3 /home/me/work/player.py --fast': '…player.py --fast'}
    """
    short: dict[str, str] = {}
    for name in players:
        if len(name) > _LONG and name not in short:
            made = f"…{name.rpartition('/')[2][1 - _LONG :]}"
            same = sum(one.startswith(made) for one in short.values())
            short[name] = f"{made} ({same + 1})" if same else made
    return short
