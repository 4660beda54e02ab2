"""Measuring in turn on one core, and printing what comes of it."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from statistics import fmean, median
from typing import TypeVar

Thing = TypeVar("Thing")

Work = Callable[[], int]
"""Does a run's work and says how much it was."""

CAN_HOLD = hasattr(os, "sched_setaffinity")

clock: Callable[[], float] = time.process_time if CAN_HOLD else time.perf_counter
"""Seconds. On one core it is the processor's time, of every thread, so that other people's work on
the machine does not count; where threads may run side by side it has to be the time of day.
"""


@contextmanager
def one_core() -> Iterator[str]:
    """Hold the process, and every thread it will start, to one core; gives a line that says so.

    Where that cannot be done (it needs sched_setaffinity) the line says that.
    """
    if not CAN_HOLD:
        yield "not held to one core (this system has no way to), time of day"
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield f"one core of {len(before)}, ours and theirs in turn, processor time"
    finally:
        os.sched_setaffinity(0, before)


@contextmanager
def progress(text: str) -> Iterator[None]:
    """Show on stderr what is being done, until it is."""
    print(f"\r{text:<70}", end="", file=sys.stderr, flush=True)
    try:
        yield
    finally:
        print(f"\r{'':<70}\r", end="", file=sys.stderr, flush=True)


def rates(name: str, works: Sequence[Work], runs: int) -> list[list[float]]:
    """What each did in a second of each run: a list for each of the works.

    In every run each works once, one after the other, so that what else the machine does falls on
    all alike. One run more, not counted, comes first.
    """
    found: list[list[float]] = [[] for _ in works]
    for run in range(runs + 1):
        with progress(f"{name}: run {run} of {runs}" if run else f"{name}: warming up"):
            for work, speeds in zip(works, found, strict=True):
                before = clock()
                done = work()
                speeds.append(done / (clock() - before))
    return [speeds[1:] for speeds in found]


def times(name: str, work: Callable[[Thing], object], things: Sequence[Thing]) -> list[float]:
    """Seconds that the work takes for each thing, once, in order."""
    found = []
    for number, thing in enumerate(things, 1):
        with progress(f"{name}: {number} of {len(things)}"):
            before = clock()
            work(thing)
            found.append(clock() - before)
    return found


# --- telling --------------------------------------------------------------------------------------


def told(name: str, value: str, note: str = "") -> None:
    """Print a line at once."""
    print(f"{name:<36}{value:>24}   {note}".rstrip(), flush=True)


def told_rate(name: str, speeds: Sequence[float], note: str = "") -> None:
    """A line with the median speed."""
    told(name, f"{median(speeds):,.0f} a second", note)


def told_times(name: str, seconds: Sequence[float], note: str = "") -> None:
    """A line with median, mean and worst."""
    spread = f"mean {short(fmean(seconds))}, worst {short(max(seconds))}, of {len(seconds)}"
    told(name, f"{short(median(seconds))} median", f"{spread}; {note}" if note else spread)


def short(seconds: float) -> str:
    """A time with its unit: `17.5 µs`, `12.0 ms`, `3.10 s`."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} µs"


def ratio(ours: Sequence[float], theirs: Sequence[float]) -> str:
    """Our median to theirs, and the least and most of any run: `8.9 times (8.5 to 9.2)`."""
    by_run = [one / other for one, other in zip(ours, theirs, strict=True)]
    return (
        f"{median(ours) / median(theirs):.2f} times ({min(by_run):.2f} to {max(by_run):.2f} by run)"
    )
