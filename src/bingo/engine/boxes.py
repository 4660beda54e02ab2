"""What a search has found out, and for which points it holds: one integer.

A yes-or-no answer is proved by a tree in which points matter only where they are compared with 70
or with the low threshold. The answer therefore holds for every pair of points for which all those
comparisons come out the same: a box `low0..high0` by `low1..high1`. This is the partition search of
M. Ginsberg, *Partition Search* (AAAI 1996), with points in the place of card ranks. One stored
answer then serves every score in its box.

Bits: low ONE, high ONE, low TWO, high TWO, 8 each; above them the answer. 255 is without limit.
"""

from __future__ import annotations

from bingo.engine.compiled import inner
from bingo.engine.layout import ENOUGH

NO_LIMIT = 255
YES = 1 << 32
BOX = YES - 1
EVERYWHERE = NO_LIMIT << 8 | NO_LIMIT << 24


@inner
def box(low0: int, high0: int, low1: int, high1: int) -> int:
    """The box of these limits."""
    return low0 | high0 << 8 | low1 << 16 | high1 << 24


@inner
def holds(found: int, one: int, two: int) -> bool:
    """Whether these points lie in the box."""
    return (found & 255) <= one <= (found >> 8 & 255) and (found >> 16 & 255) <= two <= (
        found >> 24 & 255
    )


@inner
def both(first: int, second: int) -> int:
    """The part two boxes share."""
    return (
        max(first & 255, second & 255)
        | min(first & 255 << 8, second & 255 << 8)
        | max(first & 255 << 16, second & 255 << 16)
        | min(first & 255 << 24, second & 255 << 24)
    )


@inner
def before(found: int, one: int, two: int) -> int:
    """The box before so many points were won."""
    low0, high0 = found & 255, found >> 8 & 255
    low1, high1 = found >> 16 & 255, found >> 24 & 255
    if high0 != NO_LIMIT:
        high0 -= one
    if high1 != NO_LIMIT:
        high1 -= two
    return (found & YES) | box(max(low0 - one, 0), high0, max(low1 - two, 0), high1)


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
        return (found | NO_LIMIT << 8) & ~(255 << 16)
    return (found | NO_LIMIT << 24) & ~255
