"""Lines on a screen of at most 80 columns; into a pipe or a file they go whole."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterable

WIDTH, NARROWEST = 80, 40


def width() -> int:
    """The columns that are used."""
    return max(min(shutil.get_terminal_size().columns or WIDTH, WIDTH), NARROWEST)


def wrapped(line: str, *, hangs: bool = True) -> str:
    """A line broken for the screen; what follows hangs under its beginning, if it is to."""
    indent = " " * (len(line) - len(line.lstrip()) + 2 * hangs)
    lines = textwrap.wrap(line, width(), subsequent_indent=indent, break_on_hyphens=False)
    return "\n".join(lines)


def tell(lines: Iterable[str]) -> None:
    """Print lines, broken for a person's screen."""
    if sys.stdout is not None and sys.stdout.isatty():
        lines = map(wrapped, lines)
    print("\n".join(lines), flush=True)
