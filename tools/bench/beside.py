"""A line of ours, and beneath it what is measured beside it."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from typing import NamedTuple

from tools.bench.rivals import NotInstalled, Rival
from tools.bench.sizes import Sizes
from tools.bench.timing import Work, progress, rates, ratio, told, told_rate


class Beside(NamedTuple):
    """Another program: its name, who makes its work ready, and how many times as fast we aim at."""

    name: str
    prepare: Callable[[Sizes], Rival]
    aim: float | None = None


def side_by_side(
    name: str, work: Work, other: Beside, sizes: Sizes, runs: int, note: str = ""
) -> list[float]:
    """Two lines: ours, and theirs with the ratio, or how to get it. Gives our speeds."""
    try:
        with progress(f"{other.name}: made ready"):
            rival = other.prepare(sizes)
    except NotInstalled as fault:
        (ours,) = rates(name, [work], runs)
        told_rate(name, ours, note)
        told(f"  {other.name}", "not measured", str(fault))
        return ours
    ours, theirs = rates(name, [work, rival.work], runs)
    told_rate(name, ours, note)
    told_rate(f"  {other.name}", theirs, rival.note)
    met = median(ours) / median(theirs)
    aim = (
        "" if other.aim is None else f"aim {other.aim:g}: {'met' if met >= other.aim else 'missed'}"
    )
    told("  ours to theirs", ratio(ours, theirs), aim)
    return ours
