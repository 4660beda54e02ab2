"""What a position comes to at least or at most, before any search.

All of it holds where the deal ends at 70 and no big point can be won in play any more. A seat that
cannot come to 70 with every tile it may still win can at best have nobody come to it, or see the
other's close fail. A leader whose tiles nothing can take may cash them first: what they
bring is his, and lost to the other seat.
"""

from __future__ import annotations

from bingo.engine.boxes import EVERYWHERE, NO_LIMIT, YES
from bingo.engine.compiled import inner, lowest, popcount
from bingo.engine.flow import unbeatable
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
from bingo.engine.legal_moves import doubles_said
from bingo.engine.memory import SUMS, UTILITY
from bingo.engine.state import big_of, hand_of, points_of, tricks_of
from bingo.engine.tables import (
    ANSWERS_OPEN,
    ANSWERS_STRICT,
    BINGO_SAID,
    FAILED_70,
    LAST_TRICK,
    LOW,
    REANNOUNCE,
    SAID_POINTS,
    WORTH,
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
def captured(m: Array, hand: int, taken: int) -> int:
    """The least worth of the tiles a hand must play to so many tricks it does not take."""
    kept = popcount(hand) - taken
    if taken == 0 or kept > 2:
        return 0
    first = second = 0
    rest = hand
    while rest:
        worth = m[WORTH + lowest(rest)]
        rest &= rest - 1
        if worth > first:
            first, second = worth, first
        elif worth > second:
            second = worth
    total = worth_of(m, hand)
    if kept == 0:
        return total
    return total - first if kept == 1 else total - first - second


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
def meets(value: int, seat: int, goal: int) -> bool:
    """Whether a result is good enough for a seat: ONE wants the goal, TWO wants less."""
    return (value >= goal) == (seat == 0)


@inner
def yes_for(seat: int) -> int:
    """The answer a seat wishes for, everywhere."""
    return EVERYWHERE | YES if seat == 0 else EVERYWHERE


@inner
def fail_of(m: Array, marks: int, score: int, closer: int, unsettled: int) -> int:
    """What a failed close costs; `unsettled` where only the end will tell. [8.4]"""
    fail = marks >> FAIL & 3
    return fail if fail else 2 if tricks_of(score, closer) else unsettled


@inner
def with_70(m: Array, marks: int, score: int, seat: int, goal: int) -> int:
    """Whether 70 is good enough for a seat: now, and later no better than now.

    An answer: good enough or not, and what the other seat may have for that. [8.2, 8.3, 8.5]
    """
    other = 1 - seat
    closed = marks >> CLOSED & 3
    if closed == other + 1:
        won = fail_of(m, marks, score, other, 3) + m[FAILED_70]
    elif closed and marks >> LEVEL & 3:
        won = marks >> LEVEL & 3
    elif tricks_of(score, other) == 0:
        won = 3
    else:
        one_is_enough = meets(utility_for(m, score, seat, 1), seat, goal)
        if one_is_enough == meets(utility_for(m, score, seat, 2), seat, goal):
            won = 1
        elif points_of(score, other) < m[LOW]:
            return at_most(yes_for(seat), other, m[LOW] - 1)
        else:
            return at_least(yes_for(other), other, m[LOW])
    return yes_for(seat) if meets(utility_for(m, score, seat, won), seat, goal) else yes_for(other)


@inner
def without_70(m: Array, marks: int, score: int, seat: int, goal: int) -> bool:
    """Whether the best that can come of not making 70 is good enough for a seat. [8.4, 8.6]"""
    closed = marks >> CLOSED & 3
    if closed == 0:
        value = utility_for(m, score, seat, 0)
    elif closed == seat + 1:
        value = utility_for(m, score, 1 - seat, fail_of(m, marks, score, seat, 2))
    else:
        value = utility_for(m, score, seat, fail_of(m, marks, score, 1 - seat, 3))
    return meets(value, seat, goal)


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
    my_70 = with_70(m, marks, score, leader, goal)
    if (my_70 & YES == 0) == (leader == 0):
        return my_70
    his_70 = with_70(m, marks, score, other, goal)
    if (his_70 & YES == 0) == (other == 0):
        return his_70
    # 70 is what either seat needs, or needs to deny
    spoils = captured(m, his, popcount(sure)) if strict else 0
    cash = worth_of(m, sure) + spoils
    said = doubles_said(m, marks, mine)
    if said and sure & DOUBLES:
        cash += announced_with(m, sure, said)
    if my_points + cash >= ENOUGH:
        return at_least(my_70, leader, max(ENOUGH - cash, 0))
    alive = worth_of(m, mine | his | undrawn)
    if marks >> CLOSED & 3 == 0:
        alive += m[LAST_TRICK]
    his_tiles = alive - spoils - worth_of(m, sure)
    his_most = his_tiles + announcing(m, marks, other, (his | undrawn) & DOUBLES)
    if his_points + his_most < ENOUGH and not without_70(m, marks, score, other, goal):
        return at_most(yes_for(leader), other, ENOUGH - 1 - his_most)
    denied = always_winning(m, unbeatable(m, his, mine | undrawn, strict), mine | undrawn, strict)
    my_tiles = alive - worth_of(m, denied)
    if strict:
        my_tiles -= captured(m, mine, popcount(denied))
    my_most = my_tiles + announcing(m, marks, leader, (mine | undrawn) & DOUBLES)
    if my_points + my_most < ENOUGH and not without_70(m, marks, score, leader, goal):
        return at_most(yes_for(other), leader, ENOUGH - 1 - my_most)
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
    return found | points << 20 * seat


@inner
def at_most(found: int, seat: int, points: int) -> int:
    """The answer, for a seat with so many points or fewer."""
    return (found & ~(NO_LIMIT << (20 * seat + 10))) | points << (20 * seat + 10)
