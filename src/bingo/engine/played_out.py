"""What shows at sight where a deal does not end at 70, or the higher points alone may win.

Where all tiles are played, points decide nothing before the count, so the worst that can still come
of a position is one count: the seat has what it is sure to win, the other seat all the rest. If
that is good enough, everything is. Where a claim, or 70 itself, ends the deal, a seat that comes to
70 first also stops what the other has. [8.1, 8.6]
"""

from __future__ import annotations

from bingo.engine import bounds
from bingo.engine.bonus import MORE
from bingo.engine.bounds import (
    always_winning,
    announced,
    announcing,
    at_least,
    at_most,
    at_stake,
    captured,
    meets,
    utility,
    utility_for,
    worth_of,
    yes_for,
)
from bingo.engine.boxes import NO_LIMIT
from bingo.engine.compiled import inner, kernel, popcount
from bingo.engine.flow import unbeatable
from bingo.engine.layout import (
    CLOSED,
    DOUBLES,
    ENOUGH,
    FIRST_70,
    SAID,
    SEVEN,
    TRICKS,
    WINNER,
)
from bingo.engine.legal_moves import doubles_said
from bingo.engine.memory import MONOTONE
from bingo.engine.scoring import count, with_big
from bingo.engine.state import big_of, hand_of, numbers_of, points_of, tricks_of
from bingo.engine.tables import (
    ANY_TRICK,
    AT_70,
    BINGO_BONUS,
    CLAIMED,
    DEAL_END,
    EACH,
    FIRST,
    HIGHER_WINS,
    LAST_TRICK,
    LEVEL_AT_CLOSING,
    LOW,
    TRUMP_DOUBLE,
    Array,
)


@inner
def made(m: Array, marks: int, one: int, two: int, lone: bool) -> int:
    """The seats whose 70 stands, bit by seat: of the leader before that of the other seat, which
    does not stand at all if the leader is `lone`. [8.1]
    """
    seats = (1 if one >= ENOUGH else 0) | (2 if two >= ENOUGH else 0)
    if m[DEAL_END] == EACH:
        return seats
    if m[DEAL_END] == FIRST and marks >> FIRST_70 & 3:
        return marks >> FIRST_70 & 3
    leader = 1 << (marks & 1)
    return leader if seats & leader else 0 if lone else seats


@inner
def good(
    m: Array, marks: int, score: int, seat: int, own: int, other: int, goal: int, lone: bool
) -> bool:
    """Whether a count with these points, and all else as in the score, is good for a seat."""
    one, two = (other, own) if seat else (own, other)
    score = score >> TRICKS << TRICKS | one | two << 10
    marks, score = count(m, marks, score, made(m, marks, one, two, lone))
    value = utility(m, marks >> WINNER & 3, big_of(score, 0), big_of(score, 1))
    return meets(value, seat, goal)


@inner
def widest(
    m: Array, marks: int, score: int, seat: int, own: int, other: int, goal: int, lone: bool
) -> int:
    """The answer of a count that is good for a seat: for so many points of its own or more, and
    of the other's or fewer. More points never hurt.
    """
    low, high = -1, other
    if good(m, marks, score, seat, 0, other, goal, lone):
        low = 0
    elif own >= m[LOW] and good(m, marks, score, seat, m[LOW], other, goal, lone):
        low = m[LOW]
    elif own >= ENOUGH and good(m, marks, score, seat, ENOUGH, other, goal, lone):
        low = ENOUGH
    if low < 0:  # the higher wins: half of what lies between for each
        low, middle = own, (own + other + 1) // 2
        if own > other and good(m, marks, score, seat, middle, middle, goal, lone):
            low = high = middle
        elif own > other and good(m, marks, score, seat, middle, middle - 1, goal, lone):
            low, high = middle, middle - 1
    elif good(m, marks, score, seat, low, NO_LIMIT, goal, lone):
        high = NO_LIMIT
    elif other < ENOUGH and good(m, marks, score, seat, low, ENOUGH - 1, goal, lone):
        high = ENOUGH - 1
    elif other < m[LOW] and good(m, marks, score, seat, low, m[LOW] - 1, goal, lone):
        high = m[LOW] - 1
    return at_most(at_least(yes_for(seat, goal), seat, low), 1 - seat, high)


@inner
def earlier(found: int, seat: int, own: int, other: int, goal: int) -> int:
    """The answer of a count, before a seat wins so many points more, and the other so many."""
    low = max((found >> 20 * seat & NO_LIMIT) - own, 0)
    high = found >> (20 * (1 - seat) + 10) & NO_LIMIT
    if high != NO_LIMIT:
        high -= other
    return at_most(at_least(yes_for(seat, goal), seat, low), 1 - seat, high)


@inner
def says_six(m: Array, marks: int, seat: int, hand: int, undrawn: int) -> bool:
    """Whether a seat may yet announce six doubles, or wait to be credited with them. [5.3]"""
    drawn = min(popcount(undrawn & DOUBLES), popcount(undrawn) // 2 + 1)  # 1: by the exchange
    return (
        popcount(hand & DOUBLES) + drawn >= 6 or popcount(marks >> (SAID + 7 * seat) & SEVEN) >= 6
    )


@inner
def bonus_of(m: Array, own: int, other: int) -> int:
    """1 if a seat may win the bonus, with the tiles that it and the other may hold. [4.4]"""
    return own & other >> m[TRUMP_DOUBLE] & 1 if m[BINGO_BONUS] else 0


@inner
def so_far(score: int, seat: int, takes: bool, loses: bool, bonus: int) -> int:
    """The score when a seat has perhaps taken a trick, the other perhaps one too, and a bonus."""
    other = 1 - seat
    score += (1 << (TRICKS + 4 * seat)) if takes and tricks_of(score, seat) == 0 else 0
    score += (1 << (TRICKS + 4 * other)) if loses and tricks_of(score, other) == 0 else 0
    return with_big(score, other, bonus)


@inner
def cashed(
    m: Array, hands: int, marks: int, score: int, undrawn: int, sure: int, bonus: int, goal: int
) -> int:
    """Whether it is good for the leader to cash his sure tiles and lose all the rest, or -1."""
    leader = marks & 1
    other = 1 - leader
    mine, his = hand_of(hands, leader), hand_of(hands, other)
    taken = popcount(sure)
    won = worth_of(m, sure) + (0 if undrawn else captured(m, his, taken))
    last = 0 if marks >> CLOSED & 3 else m[LAST_TRICK]
    lost = worth_of(m, mine | his | undrawn) + last - won
    lost += announcing(m, marks, other, (his | undrawn) & DOUBLES)
    every = undrawn == 0 and sure == mine
    if every:
        won, lost, bonus = won + last, 0, 0
    said = doubles_said(m, marks, mine)
    if said & numbers_of(sure):
        won += announced(m, said)
    then = so_far(score, leader, sure != 0, not every, bonus)
    own, rival = points_of(score, leader) + won, points_of(score, other)
    if good(m, marks, then, leader, own, rival + lost, goal, False) and not (
        m[DEAL_END] == CLAIMED and not meets(utility_for(m, then, leader, 2, 0), leader, goal)
    ):
        found = widest(m, marks, then, leader, own, rival + lost, goal, False)
        return earlier(found, leader, won, lost, goal)
    ends = m[DEAL_END] == CLAIMED or m[DEAL_END] == AT_70
    if ends and own >= ENOUGH and good(m, marks, score, leader, own, rival, goal, False):
        found = widest(m, marks, score, leader, own, rival, goal, False)
        low = max(found >> 20 * leader & NO_LIMIT, ENOUGH)
        return earlier(
            at_least(found & ~(NO_LIMIT << 20 * leader), leader, low), leader, won, 0, goal
        )
    return -1


@inner
def denied(
    m: Array, hands: int, marks: int, score: int, undrawn: int, bonus: int, goal: int
) -> int:
    """Whether the most that the leader may win is still good for the other seat, or -1."""
    leader = marks & 1
    other = 1 - leader
    mine, his = hand_of(hands, leader), hand_of(hands, other)
    against = mine | undrawn
    strict = undrawn == 0
    kept = always_winning(m, unbeatable(m, his, against, strict), against, strict)
    won = worth_of(m, kept) + (captured(m, mine, popcount(kept)) if strict else 0)
    said = announcing(m, marks, leader, against & DOUBLES)
    lost = worth_of(m, mine | his | undrawn) - won + said
    lost += 0 if marks >> CLOSED & 3 else m[LAST_TRICK]
    every = strict and kept == his
    if every:  # an earlier trick may be enough for what he says [5.4]
        lost, bonus = said if m[ANY_TRICK] else 0, 0
    claims = m[DEAL_END] == CLAIMED
    ends = claims or m[DEAL_END] == AT_70
    own, most = points_of(score, other), points_of(score, leader) + lost
    if ends or (m[LEVEL_AT_CLOSING] and not strict):  # the leader may settle it before
        then = so_far(score, other, False, not every, bonus)
        if claims and not meets(utility_for(m, then, other, 2, 0), other, goal):
            return -1
        if good(m, marks, then, other, own, most, goal, claims):
            found = widest(m, marks, then, other, own, most, goal, claims)
            return earlier(found, other, 0, lost, goal)
        if not ends or most >= ENOUGH:
            return -1
    then = so_far(score, other, kept != 0, not every, bonus)
    lone = claims and kept == 0
    if not good(m, marks, then, other, own + won, most, goal, lone):
        return -1
    found = widest(m, marks, then, other, own + won, most, goal, lone)
    if ends and found >> (20 * leader + 10) & NO_LIMIT >= ENOUGH:
        found = at_most(found, leader, ENOUGH - 1)
    return earlier(found, other, won, lost, goal)


@kernel("int64(int64[::1], int64, int64, int64, int64, int64)")
def corners(m: Array, hands: int, marks: int, score: int, undrawn: int, goal: int) -> int:
    """The answer by the two corners, or -1; a kernel of its own, being long and seldom asked."""
    leader = marks & 1
    other = 1 - leader
    mine, his = hand_of(hands, leader), hand_of(hands, other)
    my_bonus = bonus_of(m, mine | undrawn, his | undrawn)
    his_bonus = bonus_of(m, his | undrawn, mine | undrawn)
    if at_stake(score, leader, my_bonus) or at_stake(score, other, his_bonus):
        return -1
    if says_six(m, marks, leader, mine, undrawn) or says_six(m, marks, other, his, undrawn):
        return -1
    escapes = m[DEAL_END] == CLAIMED and tricks_of(score, leader) > 0  # by a false claim
    if escapes and meets(utility_for(m, score, other, 2, 0), leader, goal):
        return yes_for(leader, goal)
    sure = unbeatable(m, mine, his | undrawn, undrawn == 0)
    found = cashed(m, hands, marks, score, undrawn, sure, his_bonus, goal)
    return found if found >= 0 else denied(m, hands, marks, score, undrawn, my_bonus, goal)


@inner
def limits(
    m: Array, hands: int, marks: int, score: int, undrawn: int, bonus: int, goal: int
) -> int:
    """An answer by bounds for a leader about to lead, or -1; `bonus` as of `bonus_open`.

    Those of `bingo.engine.bounds` where the deal simply ends at 70.
    """
    if m[MONOTONE] == 0:
        return -1
    if m[DEAL_END] == AT_70:
        if not m[HIGHER_WINS]:
            if bonus == MORE:
                return -1
            return bounds.limits(m, hands, marks, score, undrawn, bonus, goal)
        if bonus:
            return -1
    return corners(m, hands, marks, score, undrawn, goal)
