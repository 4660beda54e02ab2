"""Big points that may still be won in play, and what that means for the search.

While a bonus is open, 70 points that end the deal too soon may cost it; so an answer for some
points need not hold for more.
"""

from __future__ import annotations

from bingo.engine.bounds import meets, utility_for
from bingo.engine.boxes import GOAL, GOALS, NO_LIMIT, widened
from bingo.engine.compiled import inner, popcount
from bingo.engine.layout import DOUBLES, LED, SAID, SEVEN, TILE_MASK, TURN_UP
from bingo.engine.memory import MONOTONE
from bingo.engine.state import face_down, hand_of, is_strict
from bingo.engine.tables import ANY_TRICK, AT_70, BINGO_BONUS, DEAL_END, TRUMP_DOUBLE, Array

MORE = 4  # more may be won than the bonus of bingo


@inner
def undrawn_of(hands: int, stock: int, marks: int) -> int:
    """The set of tiles still to be drawn; empty when the stock is closed."""
    if is_strict(hands, marks):
        return 0
    return face_down(hands, stock, marks) | 1 << (marks >> TURN_UP & TILE_MASK)


@inner
def bonus_open(m: Array, hands: int, marks: int, undrawn: int) -> int:
    """Who may still win big points in play, so that more points can hurt. [4.4, 5.3]

    0 nobody; the bonus of bingo, which goes to whoever plays bingo: 1 ONE, 2 TWO, 3 either; MORE
    where more may be won.
    """
    one, two = hand_of(hands, 0), hand_of(hands, 1)
    led = marks >> LED & TILE_MASK
    if led:
        if marks & 1:
            two |= 1 << (led - 1)
        else:
            one |= 1 << (led - 1)
    drawn = min(popcount(undrawn & DOUBLES), popcount(undrawn) // 2 + 1)  # 1: by the exchange
    if max(popcount(one & DOUBLES), popcount(two & DOUBLES)) + drawn >= 6:
        return MORE
    waiting = max(popcount(marks >> SAID & SEVEN), popcount(marks >> (SAID + 7) & SEVEN))
    if m[ANY_TRICK] and waiting >= 6:
        return MORE
    pair = 1 | 1 << m[TRUMP_DOUBLE]
    if m[BINGO_BONUS] == 0 or (one | two | undrawn) & pair != pair:
        return 0
    if one & pair == pair or two & pair == pair:
        return 0
    return 3 if undrawn & 1 else 1 if one & 1 else 2


@inner
def never_hurts(m: Array, score: int, bonus: int, goal: int) -> bool:
    """Whether more points cannot hurt a seat in this question; `bonus` as of `bonus_open`.

    Points that end the deal too soon may cost a seat big points that it could still win in play.
    With the bonus of bingo that does not matter where 70 alone is good enough for whoever makes it.
    """
    if m[MONOTONE] == 0:
        return False
    if m[DEAL_END] != AT_70 or bonus == 0:
        return True
    return (
        bonus != MORE
        and meets(utility_for(m, score, 0, 1, 0), 0, goal)
        and meets(utility_for(m, score, 1, 1, 0), 1, goal)
    )


@inner
def wide(m: Array, score: int, bonus: int, goal: int, found: int) -> int:
    """The answer to a question, for more points too where those never hurt.

    What it settles besides is given up where more points could hurt that.
    """
    if not never_hurts(m, score, bonus, goal):
        return found
    settled = found >> GOAL & NO_LIMIT
    if settled != goal and not never_hurts(m, score, bonus, settled):
        found = found & ~GOALS | goal << GOAL
    return widened(found)
