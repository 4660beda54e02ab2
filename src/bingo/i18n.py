"""What the program says, in Russian and English.

Every sentence has a symbolic key, dotted, with its room first: `terminal.your_turn`, `why.6.3`.
The texts lie in `locale/<code>/LC_MESSAGES/bingo.po`, whose first lines say how to add one. Both
languages are equal and complete: `tools/catalogue.py check` keeps them so. A key that is in no
catalogue is an error, never shown to a player.
"""

import gettext
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Self

from bingo.game.tiles import Suit, Tile

LANGUAGES = ("ru", "en")

_ASKED_IN = ("BINGO_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
_READ_RUSSIAN = frozenset({"ru", "rus", "russian", "be", "uk", "kk"})


class UnknownLanguage(ValueError):
    """No catalogue for this language."""

    code = "unknown-language"

    def __init__(self, asked: str) -> None:
        super().__init__(f"no language {asked!r}; known: {', '.join(LANGUAGES)}")
        self.asked = asked
        self.known = LANGUAGES


@dataclass(frozen=True, slots=True)
class Language:
    """One language of the program: `Language.named("ru").say("tile.bingo")`."""

    code: str

    def __post_init__(self) -> None:
        if self.code not in LANGUAGES:
            raise UnknownLanguage(self.code)

    @classmethod
    def named(cls, code: str) -> Self:
        """The language with this code of LANGUAGES; UnknownLanguage if there is none."""
        return cls(code)

    def say(self, key: str, /, **values: object) -> str:
        """The message, its `{fields}` filled from `values`.

        KeyError names a key that is missing, or the field that was given no value.
        """
        message = _catalogue(self.code).messages[key]
        if not isinstance(message, str):
            raise TypeError(f"{key} depends on a number: use count")
        return _filled(key, message, values)

    def count(self, key: str, n: int, /, **values: object) -> str:
        """The message in the form for `n`: 1 взятка, 2 взятки, 5 взяток; `{n}` is filled."""
        catalogue = _catalogue(self.code)
        forms = catalogue.messages[key]
        if isinstance(forms, str):
            raise TypeError(f"{key} has no plural forms: use say")
        return _filled(key, forms[catalogue.plural(abs(n))], {"n": n, **values})

    def tile(self, tile: Tile) -> str:
        """A tile as players say it: «шесть-четыре», «шесть-мыло», «дубль пять», «бинго»."""
        if str(tile) == "0-0":
            return self.say("tile.bingo")
        halves = str(tile).split("-")
        first, second = (self.say(f"tile.half.{half}") for half in halves)  # catalogue: tile.half.*
        if tile.is_double:
            return self.say("tile.double", half=first)
        return self.say("tile.pair", first=first, second=second)

    def suit(self, suit: Suit) -> str:
        """A suit as trump is named: «козыри — пятёрки», «козыри — мыло»."""
        return self.say(f"suit.{int(suit)}")  # catalogue: suit.*


def asked(environ: Mapping[str, str]) -> str:
    """What an environment says of the language, as it is written there; "" if nothing.

    The first of BINGO_LANG, LC_ALL, LC_MESSAGES and LANG that is set decides.
    """
    return next((environ[name] for name in _ASKED_IN if environ.get(name)), "")


def detect(environ: Mapping[str, str]) -> str:
    """The language an environment asks for, "ru" or "en".

    Russian also where Belarusian, Ukrainian or Kazakh is asked for; otherwise English.
    """
    told = asked(environ).lower().replace("-", "_")
    language = told.partition("_")[0].partition(".")[0].partition("@")[0]
    return "ru" if language in _READ_RUSSIAN else "en"


def messages(code: str) -> dict[str, str | list[str]]:
    """The whole catalogue, ready for JSON: key → text, or key → list of plural forms.

    The forms are in the order of Intl.PluralRules: one, few, many (ru); one, other (en).
    Raises UnknownLanguage.
    """
    catalogue = _catalogue(Language.named(code).code)
    return {
        key: message if isinstance(message, str) else list(message)
        for key, message in sorted(catalogue.messages.items())
    }


class _Catalogue(gettext.GNUTranslations):
    """A compiled catalogue whose messages can be listed."""

    _catalog: dict[str | tuple[str, int], str]  # as the standard library keeps it
    plural: Callable[[int], int]
    messages: dict[str, str | tuple[str, ...]]

    def gather(self) -> Self:
        single = {key: text for key, text in self._catalog.items() if isinstance(key, str) and key}
        plurals: dict[str, dict[int, str]] = {}
        for key, text in self._catalog.items():
            if isinstance(key, tuple):
                plurals.setdefault(key[0], {})[key[1]] = text
        self.messages = {
            **single,
            **{key: tuple(forms[i] for i in sorted(forms)) for key, forms in plurals.items()},
        }
        return self


@cache
def _catalogue(code: str) -> _Catalogue:
    compiled = resources.files("bingo") / "locale" / code / "LC_MESSAGES" / "bingo.mo"
    with compiled.open("rb") as file:
        return _Catalogue(file).gather()


def _filled(key: str, text: str, values: Mapping[str, object]) -> str:
    try:
        return text.format_map(values)
    except KeyError as missing:
        raise KeyError(f"{key}: no value for {{{missing.args[0]}}}") from None
