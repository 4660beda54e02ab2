"""Keeping the match after every move, and going on without when the disk will not."""

from __future__ import annotations

import contextlib
from pathlib import Path

from bingo.game import Record
from bingo.i18n import Language
from bingo.table import Saves
from bingo.terminal.ask import Lines
from bingo.terminal.faults import system_text


class Keeper:
    """Writes the record into the saves; without saves it keeps nothing.

    A write that fails is told once and tried again with the next move: the match goes on.
    """

    def __init__(self, saves: Saves | None, lines: Lines) -> None:
        self.saves = saves
        self._lines = lines
        self._kept: Record | None = None
        self._finished: Path | None = None
        self._due: tuple[Record, OSError] | None = None
        self._told = False

    def knows(self, record: Record) -> None:
        """Take note that this record lies in the saves as it is."""
        self._kept = record

    def keep(self, record: Record, language: Language) -> bool:
        """Keep the match in progress; whether it lies in the saves now."""
        if self.saves is None:
            return False
        if record is self._kept:
            return True
        try:
            if self._finished is not None:  # the last move of a match was taken back
                finished, self._finished = self._finished, None
                with contextlib.suppress(OSError):  # it stays where it is
                    self.saves.reopen(finished)
            self.saves.save(record)
        except OSError as error:
            self._tell(error, language)
            return False
        self._kept, self._told, self._due = record, False, None
        return True

    def finish(self, record: Record, language: Language) -> Path | None:
        """Put a match that is over away; its file, None if it could not be written."""
        if self.saves is None:
            return None
        try:
            path = self.saves.finish(record)
        except OSError as error:
            self._due = record, error
            self._tell(error, language)
            return None
        self._kept, self._finished, self._due = record, path, None
        return path

    def begin(self, language: Language) -> None:
        """Another match: what was finished stays as it is.

        A match that could not be put away is not written over: the other one is not kept.
        """
        self._kept = self._finished = None
        if self._due is None or self.saves is None:
            return
        (record, error), self._told = self._due, True
        if self.finish(record, language) is None:
            told = system_text(language, error)
            path = self.saves.current
            self._lines.tell(language.say("terminal.no_saves", path=path, error=told))
            self.saves = None
        self._kept = self._finished = None
        self._told = False

    def _tell(self, error: OSError, language: Language) -> None:
        if not self._told:
            self._told = True
            told = system_text(language, error)
            self._lines.tell(language.say("terminal.not_saved", error=told))
