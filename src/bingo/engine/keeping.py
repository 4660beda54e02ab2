"""Where compiled code is kept: a folder for this very code, which nobody but the user can write to.

Whoever can write there can have the next start run what he likes, so among the temporary files,
which all users share, nothing is taken on trust.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import os
import re
import shutil
import stat
import sys
import tempfile
import time
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import llvmlite
import numba
import numpy as np

MONTH = 30 * 24 * 3600.0
SOURCES = ("game", "engine")
OTHERS = stat.S_IWGRP | stat.S_IWOTH
"""May others write to it?"""


def source_hash(package: Traversable | None = None) -> str:
    """A hash of all that the machine code depends on; "" where the files cannot be read.

    Those of `engine/` and of `game/`, for kernels have values of the game compiled into them (what
    trump a turn-up makes, by how many points a deal is won): whole, since no list of such values
    would stay true. And what compiles them: Numba, LLVM, numpy, Python.
    """
    package = package or resources.files("bingo")
    versions = numba.__version__, llvmlite.__version__, np.__version__, sys.implementation.cache_tag
    digest = hashlib.sha256(" ".join(map(str, versions)).encode())
    for room in SOURCES:
        files = [file for file in package.joinpath(room).iterdir() if _is_code(file.name)]
        if not files:
            return ""
        for file in sorted(files, key=lambda file: file.name):
            digest.update(f"{room}/{file.name}\0".encode() + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _is_code(name: str) -> bool:
    return name.endswith((".py", ".pyc"))


def cache_folder() -> Path | None:
    """Where compiled code is kept: the first of these that can be written to, None if none can.

    BINGO_CACHE, the user's cache folder, a folder of the user's own among the temporary ones; where
    others could write to that, one made for this process alone. The package itself may be installed
    read-only.
    """
    name = source_hash()
    if not name:
        return None
    name = f"engine-{name}"
    for place in (_told("BINGO_CACHE"), _told("XDG_CACHE_HOME", "bingo"), _home_cache()):
        if place is not None and _usable(place / name):
            return _used(place / name)
    room = _temporary()
    if room is None:
        return None
    return _own(room, name) or _made_for_this_process(room)


def _used(folder: Path) -> Path:
    """The folder, its use noted; what nobody has used for long is removed beside it."""
    with contextlib.suppress(OSError):
        folder.touch()
        _forget_old(folder)
    return folder


def _forget_old(folder: Path) -> None:
    """Remove the code of other versions that nobody has used for a month."""
    for other in folder.parent.iterdir():
        with contextlib.suppress(OSError):  # another process may be at it
            ours = re.fullmatch(r"engine-[0-9a-f]{16}", other.name) and not other.is_symlink()
            if ours and time.time() - other.stat().st_mtime > MONTH:
                shutil.rmtree(other, ignore_errors=True)


# --- the places -----------------------------------------------------------------------------------


def _told(name: str, below: str = "") -> Path | None:
    """The folder an environment variable names, or one below it."""
    if not os.environ.get(name):
        return None
    with contextlib.suppress(OSError):  # the folder we are in may be gone
        return Path(os.environ[name], below).absolute()
    return None


def _home_cache() -> Path | None:
    try:
        return Path.home() / ".cache" / "bingo"
    except RuntimeError:
        return None


def _temporary() -> Path | None:
    """The folder of temporary files, if what is ours there stays ours."""
    with contextlib.suppress(OSError):
        room = Path(tempfile.gettempdir())
        mode = room.stat().st_mode
        if not hasattr(os, "geteuid") or not mode & OTHERS or mode & stat.S_ISVTX:
            return room
    return None


def _own(room: Path, name: str) -> Path | None:
    """A folder of the user's own among the temporary files; None if it may be another's."""
    parent = room / f"bingo-{os.geteuid() if hasattr(os, 'geteuid') else 'user'}"
    for folder in (parent, parent / name):
        with contextlib.suppress(OSError):
            folder.mkdir(mode=stat.S_IRWXU)
        if not _ours_alone(folder) or not _usable(folder):
            return None
    return _used(parent / name)


def _made_for_this_process(room: Path) -> Path | None:
    """A folder that was not there before; it is removed when the process ends."""
    with contextlib.suppress(OSError):
        folder = Path(tempfile.mkdtemp(prefix="bingo-", dir=room))
        atexit.register(_remove, folder, os.getpid())
        return folder
    return None


def _remove(folder: Path, process: int) -> None:
    if os.getpid() == process:  # and not a child of it
        shutil.rmtree(folder, ignore_errors=True)


# --- what is asked of a place ---------------------------------------------------------------------


def _usable(folder: Path) -> bool:
    """Whether the folder is there, or can be made, is ours and can be written to."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=stat.S_IRWXU)
        with tempfile.TemporaryFile(dir=folder):
            pass
        return not hasattr(os, "geteuid") or folder.stat().st_uid == os.geteuid()
    except OSError:
        return False


def _ours_alone(folder: Path) -> bool:
    """Whether it is a folder, not a link to one, that is ours and nobody else's to write to."""
    try:
        found = folder.lstat()
    except OSError:
        return False
    if not stat.S_ISDIR(found.st_mode):
        return False
    if not hasattr(os, "geteuid"):  # a system that keeps the temporary files of users apart
        return True
    return found.st_uid == os.geteuid() and not found.st_mode & OTHERS
