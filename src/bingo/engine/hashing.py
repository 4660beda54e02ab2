"""The hash table of the search: answers, each with the box of points for which it holds.

A position is stored without its points, and its trick counts only as none or some. Several answers
for one position lie side by side, for different questions and boxes. A bucket is one cache line.
"""

from __future__ import annotations

from bingo.engine.boxes import BOX, GOAL, GOALS, YES, both, holds
from bingo.engine.compiled import inner, times_plus
from bingo.engine.layout import BIG
from bingo.engine.memory import AGE, BUCKET, BUCKETS, TABLE, WAYS
from bingo.engine.state import tricks_of
from bingo.engine.tables import Array

# The second word of an entry, above the answer and its box
MOVE = 51  # 6 bits: the move that settled it + 1, 0 for none
OLD = 57  # 3 bits: the age
WORK = 60  # 3 bits: how much work the answer may save


@inner
def hashed(m: Array, hands: int, marks: int, score: int) -> int:
    """A number for the position without its points."""
    some = (tricks_of(score, 0) != 0) | (tricks_of(score, 1) != 0) << 1
    rest = score >> BIG << 2 | some
    number = times_plus(hands ^ hands >> 31, 0x2545F4914F6CDD1D, marks)
    number = times_plus(number ^ number >> 32, 0x27D4EB2F165667C5, rest ^ m[AGE] << 40)
    return number ^ number >> 29


@inner
def bucket_of(m: Array, number: int) -> int:
    """Where the bucket of a position begins."""
    return TABLE + (number & (m[BUCKETS] - 1)) * BUCKET


@inner
def probe(m: Array, at: int, number: int, one: int, two: int, goal: int) -> int:
    """The stored answer that serves this question at these points, or -1."""
    for way in range(WAYS):
        if m[at + 2 * way] == number:
            data = m[at + 2 * way + 1]
            asked = data >> GOAL & 1023
            serves = asked >= goal if data & YES else asked <= goal
            if serves and holds(data, one, two):
                return data & (GOALS | YES | BOX)
    return -1


@inner
def stored_move(m: Array, at: int, number: int) -> int:
    """A move that has settled this position, or -1."""
    for way in range(WAYS):
        if m[at + 2 * way] == number:
            return (m[at + 2 * way + 1] >> MOVE & 63) - 1
    return -1


@inner
def store(m: Array, at: int, number: int, found: int, move: int, size: int) -> None:
    """Keep an answer, in the place of the least valuable in its bucket."""
    age = m[AGE] & 7
    victim, least = at, 1 << 40
    for way in range(WAYS):
        data = m[at + 2 * way + 1]
        value = data >> WORK
        if data >> OLD & 7 != age:
            value -= 64
        if (
            m[at + 2 * way] == number
            and (data ^ found) & YES == 0
            and (data & GOALS <= found & GOALS) == (found & YES != 0)
            and both(data, found) == data & BOX
        ):
            value -= 128
        if value < least:
            victim, least = at + 2 * way, value
    m[victim] = number
    work = min(size // 3, 7)
    m[victim + 1] = found | (move + 1) << MOVE | age << OLD | work << WORK
