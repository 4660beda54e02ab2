"""What a copy of the package does: it is asked line by line, in a process of its own.

    endings NAME NUMBER     {"ranks": …, "nodes": …}, nothing remembered before
    again NAME              {"seconds": …}, of one going through of the endings asked for before
    deal PLACE LIMIT        {"ranks": …, "nodes": …}; the process ends where it takes longer
    deals PLACES            {"seconds": …}, of all these deals

Seconds are those of the processor. Only the kernels that a value needs are imported.
"""

from __future__ import annotations

import json
import re
import signal
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import bingo
from bingo.engine.asking import rank_each
from bingo.engine.memory import BUCKETS, NODES, RACE_BITS, RACE_BUCKETS, Memory
from bingo.engine.packing import pack
from bingo.engine.tables import Array
from bingo.game import Deal, Suit
from tools.ablations import sets
from tools.bench.positions import RULES

ENOUGH = 0.15
"""Seconds that are long enough to be measured."""
WHOLE = 16
"""Binary logarithm of the buckets of the hash table, as `Solver` has it."""


def strict_buckets() -> int:
    """STRICT_BUCKETS of this copy's `solver.py`; to import that would compile much more."""
    text = (Path(bingo.__file__).parent / "engine" / "solver.py").read_text(encoding="utf-8")
    found = re.search(r"^STRICT_BUCKETS = 1 << (\d+)$", text, re.MULTILINE)
    if not found:
        raise ValueError("engine/solver.py tells STRICT_BUCKETS in another way now")
    return 1 << int(found[1])


@cache
def _memory(trump: Suit) -> Memory:
    return Memory(RULES, trump, bits=WHOLE)


def rank(memory: Memory, states: Array, *, strict: bool) -> Array:
    """The ranks of states; as `Solver.ranks` does it."""
    memory.m[BUCKETS] = min(strict_buckets(), 1 << WHOLE) if strict else 1 << WHOLE
    memory.m[RACE_BUCKETS] = min(strict_buckets(), 1 << RACE_BITS) if strict else 1 << RACE_BITS
    ranks = np.zeros(len(states), dtype=np.int64)
    rank_each(memory.m, states, ranks)
    return ranks


@cache
def _by_trump(name: str, number: int) -> dict[Suit, Array]:
    found = sets.named(name, number)
    trumps = sorted({deal.trump for deal in found})
    return {t: np.array([pack(deal) for deal in found if deal.trump == t]) for t in trumps}


@cache
def _deals() -> list[Deal]:
    return sets.deals()


def endings(name: str, number: int) -> dict[str, Any]:
    """Values and positions searched, each trump with a new memory."""
    ranks: list[int] = []
    nodes = 0
    for trump, states in _by_trump(name, number).items():
        memory = Memory(RULES, trump, bits=WHOLE)
        ranks += rank(memory, states, strict=True).tolist()
        nodes += int(memory.m[NODES])
    return {"ranks": ranks, "nodes": nodes}


def again(name: str, number: int) -> dict[str, Any]:
    """How long they take."""

    def work() -> None:
        for trump, states in _by_trump(name, number).items():
            rank(_memory(trump), states, strict=True)

    return {"seconds": _seconds(work)}


def deal(place: int, limit: float) -> dict[str, Any]:
    """Value and positions searched of one deal, with a new memory."""
    asked = _deals()[place]
    memory = Memory(RULES, asked.trump, bits=WHOLE)
    signal.setitimer(signal.ITIMER_PROF, limit)  # what comes then ends the process
    ranks = rank(memory, np.array([pack(asked)]), strict=False).tolist()
    signal.setitimer(signal.ITIMER_PROF, 0)
    return {"ranks": ranks, "nodes": int(memory.m[NODES])}


def deals(places: list[int]) -> dict[str, Any]:
    """How long these deals take."""

    def work() -> None:
        for place in places:
            rank(_memory(_deals()[place].trump), np.array([pack(_deals()[place])]), strict=False)

    return {"seconds": _seconds(work)}


def _seconds(work: Callable[[], None]) -> float:
    """Of the work, done as often as it takes to measure it."""
    before, times = time.process_time(), 0
    while time.process_time() - before < ENOUGH:
        work()
        times += 1
    return (time.process_time() - before) / times


def main() -> None:
    """Answer what is asked until nothing is."""
    asked: dict[str, Callable[..., dict[str, Any]]] = {
        "endings": endings,
        "again": again,
        "deal": deal,
        "deals": deals,
    }
    for line in sys.stdin:
        name, *given = json.loads(line)
        answer = asked[name](*given) if name in asked else {"file": bingo.__file__}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
