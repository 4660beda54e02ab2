"""Whether four integers are a position, and an array of integers the table of some rules.

The short form of `bingo.game.faults`: what no deal comes to would be searched, or played on,
without end or sense. What `pack` gives is sound, and so is all that legal moves make of it.
"""

from __future__ import annotations

import numpy as np

from bingo.engine.compiled import inner, kernel, popcount
from bingo.engine.given import LIMIT, array_of, state
from bingo.engine.layout import (
    ABOVE,
    ALL,
    CLOSED,
    ENOUGH,
    FAIL,
    FIRST_70,
    FOUR,
    HOW,
    HOWS,
    LED,
    LEVEL,
    MAY_DRAW,
    SAID,
    SEVEN,
    STOCK_LEFT,
    TILE,
    TILE_MASK,
    TILES,
    TO_GO,
    TURN_UP,
    WINNER,
    State,
)
from bingo.engine.packing import MOST_BIG, MOST_POINTS
from bingo.engine.state import big_of, hand_of, is_over, points_of, tricks_of
from bingo.engine.tables import (
    ALWAYS,
    ANSWERS_STRICT,
    ANY_TRICK,
    AT_70,
    BEATEN_OPEN,
    CLOSE_BEFORE_DRAW,
    CLOSE_MIN_STOCK,
    CLOSE_NEEDS_TRICK,
    DEAL_END,
    DUTY,
    FAILED_3,
    LEVEL_AT_CLOSING,
    LOWEST_TRUMP,
    SIZE,
    STEPS,
    TRUMP_DOUBLE,
    TRUMPS,
    Array,
)

FAULTS = (
    "",
    "its integers are not from 0 below 2**60",
    "its marks have no meaning",
    "a tile lies in two places or is none of the 28 [1.1]",
    "its hands, stock and tricks do not fit together [1.2, 4.2]",
    "its turn-up is no trump of this table [1.5]",
    "no deal comes to its points, tricks and big points",
    "nobody can choose to draw there [7.1]",
    "its closing is none of these rules [7.1, 8.3, 8.4]",
    "no announcement of these rules can be waiting there [5.1, 5.4]",
)
SOUND, RANGE, MARKS, PLACES, SIZES, TRUMP, SCORE, DRAWING, CLOSING, SAYING = range(len(FAULTS))
INT64 = np.dtype(np.int64)
ROWS = 16
"""What `first_fault` tells is `row * ROWS + fault`."""
FINE, NO_TABLE = -1, -2

_SCORE_LIMIT = 1 << TO_GO + 8
_ORDINARY = 128
"""Of a table all that is neither a tile nor a set of tiles is below this."""


# --- the parts ------------------------------------------------------------------------------------


@inner
def state_of(row: Array) -> State:
    """The state in a row of int64[n, 4]."""
    return int(row[0]), int(row[1]), int(row[2]), int(row[3])


@inner
def is_table(t: Array) -> bool:
    """Whether these may be the tables of some rules: kernels reckon with no other numbers."""
    for place in range(SIZE):
        sets = BEATEN_OPEN <= place < ANSWERS_STRICT + TILES or place in (ALWAYS, TRUMPS)
        if t[place] < 0 or t[place] > (ALL if sets else _ORDINARY):
            return False
    for led in range(TILES):
        if t[DUTY + TILES * (STEPS - 1) + led] != ALL:
            return False
    return t[LOWEST_TRUMP] < TILES and t[TRUMP_DOUBLE] < TILES


@inner
def has_meaning(marks: int) -> bool:
    """Whether each part of the marks is one of the values it may have."""
    return (
        marks >> LED & TILE_MASK <= TILES
        and marks >> TURN_UP & TILE_MASK < TILES
        and marks >> CLOSED & 3 < 3
        and marks >> FIRST_70 & 3 < 3
        and marks >> FAIL & 3 != 1
        and marks >> HOW & 7 < len(HOWS)
        and marks >> WINNER & 3 < (3 if is_over(marks) else 1)
    )


@inner
def tiles_in_play(hands: int, stock: int, marks: int) -> int:
    """The set of the tiles in the hands, in the stock and led, or -1 if one is there twice."""
    left = hands >> STOCK_LEFT
    found = hand_of(hands, 0)
    more = hand_of(hands, 1)
    led = marks >> LED & TILE_MASK
    twice = found & more
    found |= more
    if led:
        twice |= found & 1 << (led - 1)
        found |= 1 << (led - 1)
    if left:
        for place in range(left):
            tile = stock >> TILE * place & TILE_MASK
            if place == left - 2:
                tile = marks >> ABOVE & TILE_MASK
            if place == left - 1:
                tile = marks >> TURN_UP & TILE_MASK
            twice |= found & 1 << tile
            found |= 1 << tile
    return found if twice == 0 and found <= ALL else -1


@inner
def sizes_fit(t: Array, hands: int, marks: int, score: int, tiles: int) -> bool:
    """Whether hands, stock and tricks fit together; `tiles` are those in play. [1.2, 4.2]"""
    leader = marks & 1
    size = popcount(hand_of(hands, 1 - leader))
    on_table = 1 if marks >> LED & TILE_MASK else 0
    tricks = tricks_of(score, 0) + tricks_of(score, 1)
    if popcount(hand_of(hands, leader)) + on_table != size or size < 1 or size > 7:
        return False
    if popcount(tiles) + 2 * tricks != TILES or (tricks and not tricks_of(score, leader)):
        return False
    if marks >> CLOSED & 3 or hands >> STOCK_LEFT == 0:
        return True
    return size == 7 - (marks >> MAY_DRAW & 1)


@inner
def score_fits(t: Array, marks: int, score: int) -> bool:
    """Whether a deal that is not over may come to these points and big points."""
    first = (marks >> FIRST_70 & 3) - 1
    high = 0
    for seat in range(2):
        points, big_points = points_of(score, seat), big_of(score, seat)
        high = max(high, points)
        if (points or big_points) and not tricks_of(score, seat):
            return False
        if big_points > MOST_BIG or big_points >= score >> TO_GO + 4 * seat & FOUR:
            return False
    if high > MOST_POINTS or (high >= ENOUGH and t[DEAL_END] == AT_70):
        return False
    return points_of(score, first) >= ENOUGH if first >= 0 else high < ENOUGH


@inner
def closing_fits(t: Array, hands: int, marks: int, score: int) -> bool:
    """Whether the stock may have been closed so, or not. [7.1, 8.3, 8.4]"""
    closer = (marks >> CLOSED & 3) - 1
    level, fail = marks >> LEVEL & 3, marks >> FAIL & 3
    if closer < 0:
        return level == 0 and fail == 0
    return (
        hands >> STOCK_LEFT >= t[CLOSE_MIN_STOCK]
        and (not t[CLOSE_NEEDS_TRICK] or tricks_of(score, closer) > 0)
        and (level != 0) == (t[LEVEL_AT_CLOSING] != 0)
        and (fail != 0) == (t[FAILED_3] != 2)
    )


@inner
def may_choose_to_draw(t: Array, hands: int, marks: int) -> bool:
    """Whether the leader may choose between closing and drawing. [7.1]"""
    return (
        t[CLOSE_BEFORE_DRAW] != 0
        and marks >> CLOSED & 3 == 0
        and marks >> LED & TILE_MASK == 0
        and hands >> STOCK_LEFT >= t[CLOSE_MIN_STOCK]
    )


@inner
def announcements_fit(t: Array, marks: int, score: int) -> bool:
    """Whether these announcements may be neither won nor lost yet. [5.1, 5.4]"""
    for seat in range(2):
        said = marks >> SAID + 7 * seat & SEVEN
        if said:
            leads = marks & 1 == seat and marks >> LED & TILE_MASK != 0
            waits = tricks_of(score, seat) == 0 if t[ANY_TRICK] else leads
            if said & (said - 1) == 0 or not waits:
                return False
    return True


@inner
def fault_alone(s: State) -> int:
    """What is wrong with a state under any rules; of a deal that is over little is asked."""
    hands, stock, marks, score = s
    if min(hands, stock, marks, score) < 0 or score >= _SCORE_LIMIT:
        return RANGE
    if max(hands, stock, marks) >= LIMIT:
        return RANGE
    if not has_meaning(marks):
        return MARKS
    left = hands >> STOCK_LEFT
    if is_over(marks):
        return SOUND
    if left > 14 or left & 1:
        return SIZES
    if stock >> TILE * max(left - 2, 0) or (left == 0 and marks >> ABOVE & TILE_MASK):
        return PLACES
    return SOUND if tiles_in_play(hands, stock, marks) >= 0 else PLACES


@inner
def fault_of(t: Array, s: State) -> int:
    """What is wrong with a state under the rules of a table: one of FAULTS."""
    hands, stock, marks, score = s
    fault = fault_alone(s)
    if fault != SOUND or is_over(marks):
        return fault
    if not sizes_fit(t, hands, marks, score, tiles_in_play(hands, stock, marks)):
        return SIZES
    if t[TRUMPS] >> (marks >> TURN_UP & TILE_MASK) & 1 == 0:
        return TRUMP
    if not score_fits(t, marks, score):
        return SCORE
    if marks >> MAY_DRAW & 1 and not may_choose_to_draw(t, hands, marks):
        return DRAWING
    if not closing_fits(t, hands, marks, score):
        return CLOSING
    return SOUND if announcements_fit(t, marks, score) else SAYING


@kernel('int64(Array(int64, 1, "C", readonly=True), Array(int64, 2, "C", readonly=True))')
def first_fault(t: Array, states: Array) -> int:
    """The first row that is no position, and why: `row * ROWS + fault`; FINE, or NO_TABLE."""
    if not is_table(t):
        return NO_TABLE
    for row in range(len(states)):
        fault = fault_of(t, state_of(states[row]))
        if fault != SOUND:
            return row * ROWS + fault
    return FINE


# --- for the doors --------------------------------------------------------------------------------


def table(name: str, given: object) -> Array:
    """An array that may be the table of some rules; what is in it `positions` looks at."""
    t: Array = array_of(name, given, INT64, SIZE, copied=True)
    return t


def positions(name: str, given: object, t: Array) -> Array:
    """int64[n, 4], each row a position under the rules of a table.

    TypeError or ValueError for anything else; it names the first row that is none, and why.
    """
    states: Array = array_of(name, given, INT64, None, 4, copied=True)
    found = int(first_fault(t, states))
    if found == NO_TABLE:
        raise ValueError("t is not the table array of any rules: `array` makes one")
    if found != FINE:
        row, fault = divmod(found, ROWS)
        s = tuple(states[row].tolist())
        raise ValueError(f"{name}, row {row}: {s} is no position: {FAULTS[fault]}")
    return states


def position(name: str, given: object, t: Array) -> State:
    """The same for one state."""
    s = state(name, given)
    found = int(first_fault(t, np.array([s], dtype=np.int64)))
    if found != FINE:
        raise ValueError(f"{name}: {s} is no position: {FAULTS[found]}")
    return s
