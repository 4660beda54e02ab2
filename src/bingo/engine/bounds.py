"""What a position comes to at least or at most, before any search.

All of it holds where the deal ends at 70 and no big point can be won in play any more. A seat that
cannot come to 70 with every tile it may still win cannot do better than that nobody does, or than
that a close of the other fails. A leader whose tiles nothing can take may cash them first: what they
bring is his, and lost to the other seat.
"""

from __future__ import annotations

from bingo.engine.boxes import EVERYWHERE, YES, box
from bingo.engine.compiled import inner, lowest, popcount
from bingo.engine.layout import (
    ANNOUNCED,
    CLOSED,
    DOUBLES,
    ENOUGH,
    FAIL,
    LEVEL,
    SAID,
    SEVEN,
)
from bingo.engine.memory import SUMS, UTILITY
from bingo.engine.state import (
    big_of,
    doubles_said,
    hand_of,
    points_of,
    tricks_of,
)
from bingo.engine.tables import (
    ANSWERS_OPEN,
    ANSWERS_STRICT,
    BEATEN_OPEN,
    BEATEN_STRICT,
    BINGO_SAID,
    FAILED_70,
    LAST_TRICK,
    LOW,
    REANNOUNCE,
    SAID_POINTS,
    Array,
)


@inner
def utility(m: Array, winner: int, one: int, two: int) -> int:
    """The rank of a result."""
    return m[UTILITY + winner * 256 + one * 16 + two]


@inner
def utility_for(m: Array, score: int, seat: int, big_points: int) -> int:
    """The rank if a seat now wins so many big points; 0 of them: if nobody wins."""
    one, two = big_of(score, 0), big_of(score, 1)
    if big_points == 0:
        return utility(m, 0, one, two)
    if seat:
        return utility(m, 2, one, two + big_points)
    return utility(m, 1, one + big_points, two)


@inner
def worth_of(m: Array, tiles: int) -> int:
    """What a set of tiles counts in points. [2.5]"""
    return (
        m[SUMS + (tiles & 127)]
        + m[SUMS + 128 + (tiles >> 7 & 127)]
        + m[SUMS + 256 + (tiles >> 14 & 127)]
        + m[SUMS + 384 + (tiles >> 21)]
    )


@inner
def unbeatable(m: Array, hand: int, against: int, strict: bool) -> int:
    """The tiles of a hand that take the trick when led, whatever of `against` is answered."""
    row = BEATEN_STRICT if strict else BEATEN_OPEN
    sure = 0
    rest = hand
    while rest:
        tile = lowest(rest)
        rest &= rest - 1
        if m[row + tile] & against == 0:
            sure |= 1 << tile
    return sure


@inner
def always_winning(m: Array, sure: int, against: int, strict: bool) -> int:
    """Those of the unbeatable tiles that also take every trick they answer."""
    row = ANSWERS_STRICT if strict else ANSWERS_OPEN
    kept = 0
    rest = sure
    while rest:
        tile = lowest(rest)
        rest &= rest - 1
        if against & ~(m[row + tile] & m[ANSWERS_STRICT + tile]) == 0:
            kept |= 1 << tile
    return kept


@inner
def announcing(m: Array, marks: int, seat: int, doubles: int) -> int:
    """The most a seat may still be credited with in points, leading any of these doubles."""
    said = popcount(marks >> (SAID + 7 * seat) & SEVEN)
    total = m[SAID_POINTS + said] + (m[BINGO_SAID] if said else 0)
    if m[REANNOUNCE] == 0 and marks >> (ANNOUNCED + seat) & 1:
        return total
    for number in range(2, popcount(doubles) + 1):
        total += m[SAID_POINTS + number] + m[BINGO_SAID]
    return total


@inner
def cannot(m: Array, marks: int, score: int, seat: int) -> int:
    """The best rank for a seat that cannot come to 70, told for the other seat to beat."""
    closed = marks >> CLOSED & 3
    if closed == 0:
        return utility_for(m, score, seat, 0)
    fail = marks >> FAIL & 3
    if closed == seat + 1:
        return utility_for(m, score, 1 - seat, fail if fail else 2)
    return utility_for(m, score, seat, fail if fail else 3)


@inner
def level_with(m: Array, marks: int, score: int, seat: int, goal: int) -> int:
    """An answer for `seat` making 70 at once: YES and the box of what the other seat may have.

    The answer is the one wished for by `seat`, or -1 if its 70 is not enough for that.
    """
    other = 1 - seat
    closed = marks >> CLOSED & 3
    wanted = YES if seat == 0 else 0
    if closed == other + 1:
        fail = marks >> FAIL & 3
        if fail == 0:
            fail = 3 if tricks_of(score, other) == 0 else 2
        value = utility_for(m, score, seat, fail + m[FAILED_70])
        return wanted | EVERYWHERE if (value >= goal) == (seat == 0) else -1
    settled = marks >> LEVEL & 3
    if settled and closed == seat + 1:
        value = utility_for(m, score, seat, settled)
        return wanted | EVERYWHERE if (value >= goal) == (seat == 0) else -1
    if tricks_of(score, other) == 0:
        value = utility_for(m, score, seat, 3)
        return wanted | EVERYWHERE if (value >= goal) == (seat == 0) else -1
    value = utility_for(m, score, seat, 1)
    if (value >= goal) == (seat == 0):
        return wanted | EVERYWHERE
    if points_of(score, other) >= m[LOW]:
        return -1
    value = utility_for(m, score, seat, 2)
    if (value >= goal) != (seat == 0):
        return -1
    high = m[LOW] - 1
    return wanted | (box(0, 255, 0, high) if other else box(0, high, 0, 255))


@inner
def limits(m: Array, hands: int, marks: int, score: int, undrawn: int, sure: int, goal: int) -> int:
    """An answer by bounds for a leader about to lead, or -1; `sure` are his unbeatable tiles.

    [7.2, 8.1-8.5]
    """
    leader = marks & 1
    other = 1 - leader
    mine, his = hand_of(hands, leader), hand_of(hands, other)
    strict = undrawn == 0
    my_points, his_points = points_of(score, leader), points_of(score, other)
    if sure:
        cash = worth_of(m, sure)
        said = doubles_said(m, marks, mine)
        if said and sure & DOUBLES:
            cash += announced_with(m, sure, said)
        if my_points + cash >= ENOUGH:
            found = level_with(m, marks, score, leader, goal)
            if found >= 0:
                return at_least(found, leader, max(ENOUGH - cash, 0))
    alive = worth_of(m, mine | his | undrawn)
    if marks >> CLOSED & 3 == 0:
        alive += m[LAST_TRICK]
    his_most = alive - worth_of(m, sure) + announcing(m, marks, other, (his | undrawn) & DOUBLES)
    if his_points + his_most < ENOUGH:
        value = cannot(m, marks, score, other)
        if (value >= goal) == (leader == 0):
            found = EVERYWHERE | (YES if leader == 0 else 0)
            return at_most(found, other, ENOUGH - 1 - his_most)
    denied = always_winning(m, unbeatable(m, his, mine | undrawn, strict), mine | undrawn, strict)
    my_most = alive - worth_of(m, denied) + announcing(m, marks, leader, (mine | undrawn) & DOUBLES)
    if my_points + my_most < ENOUGH:
        value = cannot(m, marks, score, leader)
        if (value >= goal) == (other == 0):
            found = EVERYWHERE | (YES if other == 0 else 0)
            return at_most(found, leader, ENOUGH - 1 - my_most)
    return -1


@inner
def announced_with(m: Array, sure: int, said: int) -> int:
    """The points of the announcement, if one of its doubles is sure to hold. [5.2, 5.7]"""
    for number in range(7):
        if said >> number & 1 and sure >> number * (number + 3) // 2 & 1:
            return m[SAID_POINTS + popcount(said)] + (m[BINGO_SAID] if said & 1 else 0)
    return 0


@inner
def at_least(found: int, seat: int, points: int) -> int:
    """The answer, for a seat with so many points or more."""
    return found | points << 16 * seat


@inner
def at_most(found: int, seat: int, points: int) -> int:
    """The answer, for a seat with so many points or fewer."""
    return (found & ~(255 << (16 * seat + 8))) | points << (16 * seat + 8)
