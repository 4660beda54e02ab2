"""What a search has found out, and for which points it holds: one integer.

A yes-or-no answer is proved by a tree in which points matter only where they are compared with 70
or with the low threshold. The answer therefore holds for every pair of points for which all those
comparisons come out the same: a box `low0..high0` by `low1..high1`. This is the partition search of
M. Ginsberg, *Partition Search* (AAAI 1996), with points in the place of card ranks. One stored
answer then serves every score in its box.

Bits: low ONE, high ONE, low TWO, high TWO, 10 each; above them the answer. 1023 is without limit.
"""

from __future__ import annotations

from bingo.engine.compiled import inner
from bingo.engine.layout import ENOUGH

NO_LIMIT = 1023
YES = 1 << 40
BOX = YES - 1
GOAL = 41  # 10 bits
GOALS = NO_LIMIT << GOAL
EVERYWHERE = NO_LIMIT << 10 | NO_LIMIT << 30


@inner
def box(low0: int, high0: int, low1: int, high1: int) -> int:
    """The box of these limits."""
    return low0 | high0 << 10 | low1 << 20 | high1 << 30


@inner
def holds(found: int, one: int, two: int) -> bool:
    """Whether these points lie in the box."""
    return (found & NO_LIMIT) <= one <= (found >> 10 & NO_LIMIT) and (
        (found >> 20 & NO_LIMIT) <= two <= (found >> 30 & NO_LIMIT)
    )


@inner
def both(first: int, second: int) -> int:
    """The part two boxes share."""
    return (
        max(first & NO_LIMIT, second & NO_LIMIT)
        | min(first & NO_LIMIT << 10, second & NO_LIMIT << 10)
        | max(first & NO_LIMIT << 20, second & NO_LIMIT << 20)
        | min(first & NO_LIMIT << 30, second & NO_LIMIT << 30)
    )


@inner
def at_least_rank(rank: int) -> int:
    """The answer, wherever the points are, of a value that is this or more."""
    return EVERYWHERE | YES | rank << GOAL


@inner
def at_most_rank(rank: int) -> int:
    """The answer, wherever the points are, of a value that is this or less."""
    return EVERYWHERE | (rank + 1) << GOAL


@inner
def agreed(first: int, second: int) -> int:
    """What two answers of the same kind, yes or no, say together."""
    if first & YES:
        return both(first, second) | YES | min(first & GOALS, second & GOALS)
    return both(first, second) | max(first & GOALS, second & GOALS)


@inner
def anything(yes: int) -> int:
    """The answer that any other of its kind, YES or 0, agrees with."""
    return EVERYWHERE | YES | GOALS if yes else EVERYWHERE


@inner
def within(found: int, limits: int) -> int:
    """The answer in a part of its box alone."""
    return both(found, limits) | found & ~BOX


@inner
def before(found: int, one: int, two: int) -> int:
    """The box before so many points were won."""
    low0, high0 = found & NO_LIMIT, found >> 10 & NO_LIMIT
    low1, high1 = found >> 20 & NO_LIMIT, found >> 30 & NO_LIMIT
    if high0 != NO_LIMIT:
        high0 -= one
    if high1 != NO_LIMIT:
        high1 -= two
    return (found & ~BOX) | box(max(low0 - one, 0), high0, max(low1 - two, 0), high1)


@inner
def region(one: int, two: int) -> int:
    """The points on the same side of 70 as these."""
    low0, high0 = (0, ENOUGH - 1) if one < ENOUGH else (ENOUGH, NO_LIMIT)
    low1, high1 = (0, ENOUGH - 1) if two < ENOUGH else (ENOUGH, NO_LIMIT)
    return box(low0, high0, low1, high1)


@inner
def widened(found: int) -> int:
    """The box where more points never hurt: a yes for ONE stays one with more points for ONE and
    fewer for TWO, a no the other way.
    """
    if found & YES:
        return (found | NO_LIMIT << 10) & ~(NO_LIMIT << 20)
    return (found | NO_LIMIT << 30) & ~NO_LIMIT
