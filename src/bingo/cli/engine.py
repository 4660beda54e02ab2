"""The engine as the commands use it: loaded when first needed, and Ctrl-C heard while it works."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from bingo.cli.progress import waiting
from bingo.i18n import Language

T = TypeVar("T")

BREATH = 0.1
"""Seconds between two moments in which Ctrl-C is surely heard, on any system."""


def make_ready(language: Language) -> None:
    """Where the engine must be compiled first, have it say so in this language."""
    from functools import partial

    from bingo.engine.compiled import notice, tell_in

    notice.tell = partial(tell_in, language)


def at_work(title: str, work: Callable[[], T]) -> T:
    """What `work` gives, or raises; done in a thread of its own.

    A kernel hears no Ctrl-C, this thread does: the work is left alone then and ends with the
    program. What lasts over a second is seen on a terminal under its title, if it has one.
    """
    given: list[T] = []
    raised: list[BaseException] = []
    done = threading.Event()

    def run() -> None:
        try:
            given.append(work())
        except BaseException as error:  # raised again where it is waited for
            raised.append(error)
        finally:
            done.set()

    threading.Thread(target=run, daemon=True).start()
    with waiting(title) as look:
        while not done.wait(BREATH):
            look()
    if raised:
        raise raised[0]
    return given[0]
