"""From what stands on the command line to text, positions and records."""

from __future__ import annotations

import sys
from pathlib import Path

from bingo.cli.errors import STDIN, UNUSABLE, WRONG, Refused, printable, refused
from bingo.game import BingoError, Deal, InvalidSetup, Record, Seat, Setup, View
from bingo.game.moves import split_moves
from bingo.i18n import Language

LIMIT = 16 * 2**20
"""No record is so long: a match takes about ten kilobytes."""


def read_text(language: Language, name: str) -> str:
    """The text of a file, or of standard input for STDIN; Refused if it cannot be read as text."""
    if not name:
        raise Refused(language.say("cli.error.missing", name="''"), "empty", UNUSABLE)
    try:
        if name == STDIN:
            data = sys.stdin.buffer.read(LIMIT + 1) if sys.stdin else b""
        else:
            with Path(name).open("rb") as file:
                data = file.read(LIMIT + 1)
        if len(data) > LIMIT:
            raise _unreadable(language, "cli.error.huge", name)
        text = data.decode("utf-8-sig")
    except FileNotFoundError:
        raise _unreadable(language, "cli.error.no-file", name) from None
    except IsADirectoryError:
        raise _unreadable(language, "cli.error.folder", name) from None
    except UnicodeDecodeError:
        raise _unreadable(language, "cli.error.not-text", name) from None
    except (OSError, ValueError) as error:
        from bingo.terminal.faults import system_text

        fact = system_text(language, error) if isinstance(error, OSError) else str(error)
        sentence = language.say("cli.error.unreadable", name=called(name), fact=fact)
        raise Refused(sentence, "unreadable", UNUSABLE) from None
    if "\0" in text:
        raise _unreadable(language, "cli.error.not-text", name)
    if not text.strip():
        raise Refused(language.say("cli.error.empty", name=called(name)), "empty", WRONG)
    return text


def _unreadable(language: Language, key: str, name: str) -> Refused:
    # catalogue: cli.error.huge cli.error.no-file cli.error.folder cli.error.not-text
    sentence = language.say(key, name=called(name), limit=LIMIT // 2**20)
    return Refused(sentence, "unreadable", UNUSABLE)


def called(name: str) -> str:
    """How a file is named in what is printed."""
    return "stdin" if name == STDIN else printable(name)


def is_json(text: str) -> bool:
    """Whether a record is in its JSON form."""
    return text.lstrip().startswith("{")


def read_record(language: Language, name: str) -> Record:
    """The record in a file, verified; Refused tells line and fact."""
    text = read_text(language, name)
    try:
        return (Record.from_json if is_json(text) else Record.loads)(text)
    except BingoError as error:
        raise refused(language, error, called(name)) from error
    except RecursionError:
        sentence = f"{called(name)}: {language.say('cli.error.too-much')}"
        raise Refused(sentence, "invalid-record", WRONG) from None


def position_text(language: Language, place: str) -> str:
    """The line of a position: the word itself, or what a file or stdin holds."""
    if place != STDIN and (";" in place or " " in place) and not _exists(place):
        return place
    text = read_text(language, place)
    if text.lstrip()[0] in "[{":
        sentence = language.say("cli.error.is-record", name=called(place))
        raise Refused(sentence, "invalid-notation", WRONG)
    lines = (line.strip() for line in text.splitlines())
    return " ".join(line for line in lines if line and not line.startswith("#"))


def _exists(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):
        return False


def read_position(language: Language, text: str) -> tuple[Setup | Deal | View, tuple[str, ...]]:
    """A View where a seat is told, else a Deal; a Setup, with its faults, where neither can be.

    Refused if it is not notation or a move in it is against the rules.
    """
    seat, rest = None, text
    try:
        if text.split()[:1] == ["seat"]:
            name, _, rest = text.partition(";")
            seat = Seat.parse(name.split(maxsplit=1)[-1])
        setup = Setup.parse(split_moves(rest)[0])
        try:
            setup.check(seen_by=seat)
        except InvalidSetup as error:
            return setup, error.faults
        return (Deal if seat is None else View).parse(text), ()
    except BingoError as error:
        raise refused(language, error) from error


def read_deal(language: Language, place: str) -> Deal:
    """The deal that stands in a position; Refused with every fault if none can."""
    position, faults = read_position(language, position_text(language, place))
    if faults:
        raise refused(language, InvalidSetup(faults))
    if not isinstance(position, Deal):
        raise Refused(language.say("cli.error.view"), "invalid-setup", WRONG)
    return position
