"""What a player may type: a tile, a place in the hand, a command; in either language."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import cache

from bingo.game import TILES, Claim, Close, Draw, Exchange, Move, Play, Tile
from bingo.i18n import LANGUAGES, Language

COMMANDS: dict[str, tuple[str, ...]] = {
    "help": ("помощь", "справка", "команды", "help", "commands", "?"),
    "hint": ("подсказка", "совет", "hint"),
    "undo": ("отмена", "отменить", "назад", "undo", "back"),
    "rules": ("правила", "правило", "пункт", "rules", "rule"),
    "last": ("взятка", "прошлая", "последняя", "last", "l"),
    "score": ("счёт", "очки", "score", "points", "s"),
    "record": ("запись", "record"),
    "hand": ("камни", "hand", "tiles", "h"),
    "table": ("стол", "table", "t"),
    "language": ("язык", "language", "русский", "english"),
    "resign": ("сдаюсь", "сдаться", "resign"),
    "quit": ("выход", "выйти", "quit", "exit", "q"),
    "close": ("закрыть", "закрываю", "закрыть резерв", "close", "close the stock"),
    "exchange": ("обмен", "обменять", "exchange"),
    "claim": ("заявить", "70", "заявить 70", "claim", "claim 70"),
    "draw": ("добор", "добрать", "draw"),
}
"""Every command with the words for it; the first of each language is the one that is taught."""

MOVES: dict[str, Move] = {
    "close": Close(),
    "exchange": Exchange(),
    "claim": Claim(),
    "draw": Draw(),
}

ALONE = frozenset({*MOVES, "resign", "quit", "undo"})
"""Commands that do something: no word may follow them."""

YES = ("да", "д", "yes", "y")
NO = ("нет", "н", "no", "n")

_ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|[@-_])?")
_DASHES = re.compile(r"\s*[-‐‑‒–—−:/|]\s*")
_CLAUSE = re.compile(r"[1-9][.,][0-9]{1,2}")
_ANNOUNCE = re.compile(
    r"(?P<tile>.+?)\s*(?:\+\s*(?P<number>[0-9]*)|\s(?:объявить|объявляю|announce))"
)


@dataclass(frozen=True)
class Typed:
    """A line understood: a command of COMMANDS or "play", and what follows it.

    `rest` are the words after a command. For "play": the tile by name or `place`, counted from 1;
    `announce` with the number if it was typed, 0 if not, None if nothing is announced.
    """

    command: str
    rest: str = ""
    tile: Tile | None = None
    place: int = 0
    announce: int | None = None


def plain(line: str) -> str:
    """The line without control characters, in small letters, single spaces."""
    line = unicodedata.normalize("NFKC", _ESCAPES.sub("", line))
    seen = "".join(c if unicodedata.category(c)[0] not in "CZ" else " " for c in line)
    return " ".join(seen.split()).casefold()


def understand(line: str) -> Typed | None:
    """What a line means; None if it means nothing."""
    text = plain(line)
    word, _, rest = text.partition(" ")
    if command := _command(text):
        return Typed(command)
    if (command := _command(word)) and command not in ALONE:
        return Typed(command, rest)
    if _CLAUSE.fullmatch(text):
        return Typed("rules", text.replace(",", "."))
    if found := _ANNOUNCE.fullmatch(text):
        number = found["number"] or "0"
        played = _played(found["tile"])
        return replace(played, announce=int(number[:3])) if played else None
    return _played(text)


def is_yes(line: str) -> bool:
    """Whether the answer is yes, in either language."""
    return plain(line) in YES


def is_no(line: str) -> bool:
    """Whether the answer is no, in either language."""
    return plain(line) in NO


def taught(command: str, language: Language) -> str:
    """The word for a command that players of this language are taught."""
    words = COMMANDS[command]
    if language.code == "ru":
        return words[0]
    return next((word for word in words if word.isascii() and word.isalpha()), words[0])


def move_text(move: Move, language: Language) -> str:
    """How a player of this language types a move: "6-6+3", "закрыть"."""
    for command, other in MOVES.items():
        if move == other:
            return taught(command, language)
    return str(move)


def move_meant(typed: Typed, hand: tuple[Tile, ...], legal: tuple[Move, ...]) -> Move | None:
    """The move a line means for a player who sees the hand in this order; None: no such place.

    An announcement typed without its number gets the true one.
    """
    if typed.command in MOVES:
        return MOVES[typed.command]
    if typed.tile is None and typed.place > len(hand):
        return None
    tile = typed.tile or hand[typed.place - 1]
    if typed.announce is None:
        return Play(tile)
    if typed.announce:
        return Play(tile, typed.announce)
    announced = (m for m in legal if isinstance(m, Play) and m.tile is tile and m.announce)
    doubles = sum(held.is_double for held in hand)
    return next(announced, Play(tile, max(doubles, 2)))


def _played(text: str) -> Typed | None:
    """A tile, spelt or spoken, or a place in the hand."""
    if len(text) == 1 and text in "1234567":
        return Typed("play", place=int(text))
    spelt = _DASHES.sub("-", text).replace(" ", "-")
    tile = _tiles().get(spelt)
    return Typed("play", tile=tile) if tile else None


@cache
def _tiles() -> dict[str, Tile]:
    """Every way to name a tile, spaces and dashes written as dashes."""
    names: dict[str, Tile] = {}
    for tile in TILES:
        first, second = str(tile).split("-")
        for text in (f"{first}-{second}", f"{first}{second}", f"{second}-{first}"):
            names[text] = tile
        names[f"{second}{first}"] = tile
        for code in LANGUAGES:
            spoken = Language.named(code).tile(tile).casefold()
            names[spoken.replace(" ", "-")] = tile
    return names


@cache
def _words() -> dict[str, str]:
    return {_folded(word): command for command, words in COMMANDS.items() for word in words}


def _folded(word: str) -> str:
    return word.casefold().replace("ё", "е")


def _command(text: str) -> str | None:
    return _words().get(_folded(text.strip("«»\"'.!")))
