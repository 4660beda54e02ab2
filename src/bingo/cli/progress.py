"""A progress bar, or a spinner, on stderr for work that lasts."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress

PATIENCE = 1.0
"""Seconds without a bar."""


class Bar:
    """Counts steps; is seen only on a terminal and only when the work lasts over a second."""

    def __init__(self, title: str, total: int) -> None:
        self._title, self._total, self._done = title, total, 0
        self._since = time.monotonic()
        self._shown: Progress | None = None

    def step(self) -> None:
        """One more step is done."""
        self._done += 1
        if self._shown:
            self._shown.advance(self._shown.task_ids[0])
        elif time.monotonic() - self._since > PATIENCE and _seen():
            self._show()

    def tell(self, line: str, to: TextIO | None = None) -> None:
        """Print a line, on stdout if not told where, without tearing the bar."""
        stream = to or sys.stdout
        if self._shown and stream is not None and stream.isatty():
            self._shown.stop()
            print(line, file=stream)
            self._shown.start()
        else:
            print(line, file=stream)

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import Progress

        self._shown = Progress(
            console=Console(stderr=True),
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._shown.add_task(self._title, total=self._total, completed=self._done)
        self._shown.start()

    def stop(self) -> None:
        """Take the bar away."""
        if self._shown:
            self._shown.stop()


def _seen() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


@contextmanager
def progress(title: str, total: int) -> Iterator[Bar]:
    """A bar for so many steps, taken away at the end."""
    bar = Bar(title, total)
    try:
        yield bar
    finally:
        bar.stop()


@contextmanager
def waiting(title: str) -> Iterator[Callable[[], None]]:
    """A spinner for work of unknown length, shown by what is given here: to be called now and then.

    It is seen only on a terminal and only after a second; taken away at the end.
    """
    from contextlib import ExitStack

    since = time.monotonic()
    with ExitStack() as shown:
        begun = False

        def look() -> None:
            nonlocal begun
            if title and not begun and time.monotonic() - since > PATIENCE and _seen():
                from rich.console import Console

                begun = True
                shown.enter_context(Console(stderr=True).status(title))

        yield look
