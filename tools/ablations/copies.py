"""Copies of the package in which a few lines are changed."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import bingo

PACKAGE = Path(bingo.__file__).parent


class Change(NamedTuple):
    """A piece of text in a file of `engine/`, and what stands there instead."""

    file: str
    old: str
    new: str


class Technique(NamedTuple):
    """A technique, and the changes that take it away, or bring it in where `added`."""

    name: str
    told: str
    changes: tuple[Change, ...]
    added: bool = False


class NotOnce(ValueError):
    """The old text of a change does not stand in its file exactly once."""


FEWER_KERNELS = (
    Change(
        "played_out.py",
        "    if m[DEAL_END] == AT_70:\n        if not m[HIGHER_WINS]:\n",
        "    if True:\n        if True:\n",
    ),
    Change(
        "asking.py",
        '@kernel("boolean(int64[::1], int64, int64, int64, int64, int64)")\ndef reaches(',
        "@inner\ndef reaches(",
    ),
    Change(
        "asking.py",
        '@kernel("int64(int64[::1], int64, int64, int64, int64, int64, int64)")\ndef rank(',
        "@inner\ndef rank(",
    ),
)
"""Made in every copy, also the one called unchanged: what only other rules need, and entry points
that are not used here, are left out. The search goes through the same positions; it compiles in
less than half the time.
"""


def applied(name: str, change: Change, text: str) -> str:
    """The text with the change; raises NotOnce."""
    found = text.count(change.old)
    if found != 1:
        raise NotOnce(
            f"{name}: this stands {found} times in engine/{change.file}, not once:\n{change.old}"
        )
    return text.replace(change.old, change.new)


def texts(name: str, changes: Iterable[Change]) -> dict[str, str]:
    """The files of `engine/` that change, as they become; raises NotOnce."""
    found: dict[str, str] = {}
    for change in changes:
        if change.file not in found:
            found[change.file] = (PACKAGE / "engine" / change.file).read_text(encoding="utf-8")
        found[change.file] = applied(name, change, found[change.file])
    return found


def copy_to(folder: Path, name: str, changes: Iterable[Change]) -> None:
    """Put `bingo/` with these changes into a folder, in place of what is there; raises NotOnce."""
    changed = texts(name, changes)
    package = folder / "bingo"
    shutil.rmtree(package, ignore_errors=True)
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    for file, text in changed.items():
        (package / "engine" / file).write_text(text, encoding="utf-8")
