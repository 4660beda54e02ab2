"""A changed copy beside the unchanged one: positions searched, and time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import exp, log
from statistics import fmean, median
from typing import Any

from tools.ablations.copy_at_work import CopyAtWork, Died
from tools.ablations.sets import DEALS, ENDINGS

Told = Callable[[str], None]


class WrongValue(AssertionError):
    """A changed search gives other values."""


@dataclass(frozen=True)
class Found:
    """One set: positions of both copies, the median of the ratios of time.

    by_one   the geometric mean of the ratios of positions, position by position; 1 where unknown
    killed   how many took too long; they are in none of the figures
    """

    name: str
    before: int
    after: int
    time: float
    by_one: float = 1.0
    killed: int = 0


def endings(
    name: str, base: CopyAtWork, changed: CopyAtWork, number: int, runs: int, told: Told
) -> Found:
    """One of the sets of endings; raises WrongValue."""
    told(f"{name}: positions")
    first, second = (copy.ask("endings", name, number) for copy in (base, changed))
    if first["ranks"] != second["ranks"]:
        raise WrongValue(f"{name}: {_differing(first['ranks'], second['ranks'])}")
    ratio = _alternating(base, changed, ("again", name, number), runs, told)
    return Found(name, first["nodes"], second["nodes"], ratio)


def deals(base: CopyAtWork, changed: CopyAtWork, runs: int, limit: float, told: Told) -> Found:
    """The whole deals; raises WrongValue."""
    before: list[dict[str, Any]] = []
    after: list[dict[str, Any]] = []
    ended = []
    for place, seed in enumerate(DEALS):
        told(f"deal {seed}")
        first = base.ask("deal", place, limit)
        try:
            second = changed.ask("deal", place, limit)
        except Died:
            continue
        if first["ranks"] != second["ranks"]:
            raise WrongValue(f"deal of seed {seed}: {first['ranks']}, not {second['ranks']}")
        ended.append(place)
        before.append(first)
        after.append(second)
    if not ended:
        return Found("deals", 0, 0, float("nan"), float("nan"), len(DEALS))
    ratios = [log(b["nodes"] / a["nodes"]) for a, b in zip(before, after, strict=True)]
    return Found(
        "deals",
        sum(one["nodes"] for one in before),
        sum(one["nodes"] for one in after),
        _alternating(base, changed, ("deals", ended), runs, told),
        exp(fmean(ratios)),
        len(DEALS) - len(ended),
    )


def every_set(
    base: CopyAtWork, changed: CopyAtWork, number: int, runs: int, limit: float, told: Told
) -> list[Found]:
    """All sets; raises WrongValue."""
    found = [endings(name, base, changed, number, runs, told) for name in ENDINGS]
    return [*found, deals(base, changed, runs, limit, told)]


def _alternating(
    base: CopyAtWork, changed: CopyAtWork, question: tuple[object, ...], runs: int, told: Told
) -> float:
    ratios: list[float] = []
    for run in range(runs):
        told(f"{question[0]}: run {run + 1} of {runs}")
        copies = (base, changed) if run % 2 else (changed, base)
        seconds = {copy: copy.ask(*question)["seconds"] for copy in copies}
        ratios.append(seconds[changed] / seconds[base])
    return median(ratios)


def _differing(first: list[int], second: list[int]) -> str:
    places = [i for i, (a, b) in enumerate(zip(first, second, strict=True)) if a != b]
    return f"{len(places)} ranks differ, the first at {places[0]}"
