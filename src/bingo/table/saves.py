"""Where matches are kept between two starts of the program.

The match in progress is one file, written anew after every move: first beside it, then put in its
place in one step, so that it is whole at any moment, whatever stops the program. A match that is
over goes to the folder `matches`.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from bingo.game import BingoError, InvalidRecord, Record

try:
    import fcntl
except ImportError:  # no file locks on this system: the last to write wins
    fcntl = None  # type: ignore[assignment]

LARGEST = 16 * 2**20
"""Bytes of a file that are read: a match takes about ten kilobytes."""


class SavesBusy(BingoError):
    """Another program has these saves open."""

    code = "saves-busy"


@dataclass(frozen=True)
class Saves:
    """The saves in one folder."""

    folder: Path

    @classmethod
    def default(cls, environ: Mapping[str, str]) -> Saves:
        """The user's own: BINGO_HOME, else XDG_DATA_HOME/bingo, else ~/.local/share/bingo."""
        if home := environ.get("BINGO_HOME"):
            return cls(Path(home))
        if data := environ.get("XDG_DATA_HOME"):
            return cls(Path(data) / "bingo")
        try:
            return cls(Path.home() / ".local" / "share" / "bingo")
        except RuntimeError:  # a user without a home
            return cls(Path("bingo"))

    @property
    def current(self) -> Path:
        """The file of the match in progress."""
        return self.folder / "match.bingo"

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Hold the saves for this program alone; raises SavesBusy, OSError if not writable."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / "lock").open("a") as lock:
            if fcntl is not None:
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    raise SavesBusy(
                        f"another program plays on the saves in {self.folder}"
                    ) from None
            yield

    def load(self) -> Record | None:
        """The match in progress, None if there is none; raises InvalidRecord or OSError.

        A file that does not hold is never lost: `set_aside` keeps it.
        """
        try:
            how = self.current.stat()
        except FileNotFoundError:
            return None
        if not stat.S_ISREG(how.st_mode):
            raise InvalidRecord(0, f"{self.current} is not a file", "not-text")
        if how.st_size > LARGEST:
            raise InvalidRecord(0, f"{self.current} is too large for a record", "not-text")
        try:
            text = self.current.read_text(encoding="utf-8-sig")
        except UnicodeDecodeError as error:
            raise InvalidRecord(0, f"{self.current} is not text: {error}", "not-text") from error
        return Record.loads(text)

    def save(self, record: Record) -> None:
        """Keep the match in progress; raises OSError."""
        _write(self.current, record.dumps())

    def finish(self, record: Record) -> Path:
        """Keep a match that is over, and clear the match in progress; gives its file.

        It is first written as the match in progress, then moved: it is kept once, whenever the
        program is stopped.
        """
        self.save(record)
        day = re.fullmatch(r"[0-9]{1,4}-[0-9]{1,2}-[0-9]{1,2}", record.date)
        path = self._free(day[0] if day else "match")
        if self.current.is_symlink():  # its file may be on another disk
            _write(path, record.dumps())
            self.current.unlink()
        else:
            self.current.rename(path)
        return path

    def reopen(self, path: Path) -> None:
        """Make a match that `finish` has kept the one in progress again; raises OSError."""
        path.rename(self.current)

    def set_aside(self) -> Path:
        """Move a match in progress out of the way, as it is; gives its new place."""
        path = self._free("aside")
        self.current.rename(path)
        return path

    def _free(self, stem: str) -> Path:
        folder = self.folder / "matches"
        folder.mkdir(parents=True, exist_ok=True)
        number = 1
        while (path := folder / f"{stem}-{number}.bingo").exists():
            number += 1
        return path


def _place(path: Path) -> Path:
    """Where a file truly lies, if its name is a link."""
    return Path(os.path.realpath(path)) if path.is_symlink() else path


def _write(path: Path, text: str) -> None:
    """Write a whole file or leave the old one."""
    path = _place(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_suffix(".new")
    with beside.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
