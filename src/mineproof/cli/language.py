"""The language of the commands: that of `--language`, else that of the locale.

Only texts for people depend on it. JSON never does.
"""

import os
import re
from collections.abc import Mapping

import click

from mineproof.base.arguments import shown
from mineproof.cli.parameter_types import Name

ENGLISH, TRADITIONAL = "en", "zh-Hant"
NAMES = (ENGLISH, TRADITIONAL)
_REGIONS = ("tw", "hk", "mo")  # where Traditional Chinese is used


def of_locale(name: str) -> str | None:
    """Return the supported language of a locale, or None.

    Locales of Simplified Chinese (zh_CN, zh_SG, and zh alone) get None: their readers see English,
    unless they choose Traditional Chinese by name.

    >>> of_locale("zh_TW.UTF-8"), of_locale("zh-Hant-CN"), of_locale("en_GB"), of_locale("zh_CN")
    ('zh-Hant', 'zh-Hant', 'en', None)
    """
    language, *subtags = re.split(r"[-_]", re.split(r"[.@]", name.strip().lower())[0])
    if language in ("en", "c", "posix"):
        return ENGLISH
    if language != "zh" or "hans" in subtags:
        return None
    traditional = "hant" in subtags or any(region in subtags for region in _REGIONS)
    return TRADITIONAL if traditional else None


def of_environment(environment: Mapping[str, str]) -> str:
    """Return the language of LANGUAGE, LC_ALL, LC_MESSAGES and LANG, read as gettext does.

    The default is English.

    >>> of_environment({"LANG": "zh_TW.UTF-8"}), of_environment({"LANG": "fr_FR.UTF-8"})
    ('zh-Hant', 'en')
    >>> of_environment({"LANGUAGE": "fr:zh_HK:en", "LANG": "en_US.UTF-8"})
    'zh-Hant'
    """
    locales = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next((one for one in locales if one), "")
    if locale in ("C", "POSIX"):
        return ENGLISH
    listed = [one for one in environment.get("LANGUAGE", "").split(":") if one]
    languages = (of_locale(one) for one in (*listed, locale))
    return next((one for one in languages if one is not None), ENGLISH)


class LanguageName(Name):
    """The name of a language, in any case."""

    def __init__(self) -> None:
        super().__init__("language", lambda: NAMES)

    def find(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the name of a language as texts spell it; an unknown one is a usage error."""
        wanted = value.strip().replace("_", "-").lower()
        found = next((name for name in NAMES if name.lower() == wanted), None)
        if found is None:
            self.fail(f"unknown language {shown(value)}: one of {', '.join(NAMES)}", param, ctx)
        return found


_BEFORE = "mineproof.language"  # in the data that the contexts of one call share


def _keep(ctx: click.Context, _param: click.Parameter, value: str | None) -> None:
    ctx.meta[_BEFORE] = value


before_command = click.Option(
    ["--language"],
    type=LanguageName(),
    metavar="NAME",
    expose_value=False,
    callback=_keep,
    help="The default of the commands' option --language.",
)
"""The option before the name of a command."""


def default_language() -> str:
    """Return the language that was typed before the command, else that of the environment."""
    ctx = click.get_current_context(silent=True)
    typed: str | None = ctx.meta.get(_BEFORE) if ctx else None
    return typed or of_environment(os.environ)


language = click.option(
    "--language",
    type=LanguageName(),
    metavar="NAME",
    default=default_language,
    show_default="that of the locale",
    help="en or zh-Hant: of texts for people, never of JSON.",
)
