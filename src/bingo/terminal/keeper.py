"""Keeping the match after every move, and going on without when the disk will not."""

from __future__ import annotations

from pathlib import Path

from bingo.game import Record
from bingo.i18n import Language
from bingo.table import Saves
from bingo.terminal.ask import Lines


class Keeper:
    """Writes the record into the saves; without saves it keeps nothing.

    A write that fails is told once and tried again with the next move: the match goes on.
    """

    def __init__(self, saves: Saves | None, lines: Lines) -> None:
        self.saves = saves
        self._lines = lines
        self._kept: Record | None = None
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
            self.saves.save(record)
        except OSError as error:
            self._tell(error, language)
            return False
        self._kept, self._told = record, False
        return True

    def finish(self, record: Record, language: Language) -> Path | None:
        """Put a match that is over away; its file, None if it could not be written."""
        if self.saves is None:
            return None
        try:
            path = self.saves.finish(record)
        except OSError as error:
            self._tell(error, language)
            return None
        self._kept = None
        return path

    def _tell(self, error: OSError, language: Language) -> None:
        if not self._told:
            self._told = True
            self._lines.tell(language.say("terminal.not_saved", error=error.strerror or error))
