"""What a position comes to at least or at most, before any search.

All of it holds where the deal ends at 70 and no big point can be won in play any more but the bonus
of bingo, which is reckoned with. A seat that cannot come to 70 with every tile it may still win can
at best have nobody come to it, or see the other's close fail. A leader whose tiles nothing can take
may cash them first: what they bring is his, and lost to the other seat. Other ends of a deal are in
`bingo.engine.played_out`.
"""

from __future__ import annotations

from bingo.engine.boxes import NO_LIMIT, YES, at_least_rank, at_most_rank
from bingo.engine.compiled import inner, lowest, popcount
from bingo.engine.flow import unbeatable
from bingo.engine.layout import (
    ANNOUNCED,
    CLOSED,
    DOUBLES,
    ENOUGH,
    FAIL,
    FOUR,
    LEVEL,
    SAID,
    SEVEN,
    TO_GO,
)
from bingo.engine.legal_moves import doubles_said
from bingo.engine.memory import SUMS, UTILITY
from bingo.engine.state import big_of, hand_of, numbers_of, points_of, tricks_of
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
def utility_for(m: Array, score: int, seat: int, big_points: int, more: int) -> int:
    """The rank if a seat now wins so many big points, nobody where 0; and `more` by a bonus."""
    one, two = big_of(score, 0), big_of(score, 1)
    winner = seat + 1 if big_points else 0
    if seat:
        return utility(m, winner, one, min(two + big_points + more, 15))
    return utility(m, winner, min(one + big_points + more, 15), two)


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
def no_less(rank: int, seat: int) -> int:
    """The answer of a value that is this or better for a seat."""
    return at_most_rank(rank) if seat else at_least_rank(rank)


@inner
def no_more(rank: int, seat: int) -> int:
    """The answer of a value that is this or worse for a seat."""
    return at_least_rank(rank) if seat else at_most_rank(rank)


@inner
def yes_for(seat: int, goal: int) -> int:
    """The answer a seat wishes for, everywhere."""
    return at_most_rank(goal - 1) if seat else at_least_rank(goal)


@inner
def fail_of(m: Array, marks: int, score: int, closer: int, unsettled: int) -> int:
    """What a failed close costs; `unsettled` where only the end will tell. [8.4]"""
    fail = marks >> FAIL & 3
    return fail if fail else 2 if tricks_of(score, closer) else unsettled


@inner
def with_70(m: Array, marks: int, score: int, seat: int, goal: int, more: int) -> int:
    """Whether 70 is good enough for a seat: now, and later no better than now.

    An answer, with `more` big points won by a bonus: good enough or not, and what the other seat
    may have for that. [8.2, 8.3, 8.5]
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
        one = utility_for(m, score, seat, 1, more)
        two = utility_for(m, score, seat, 2, more)
        if not meets(two, seat, goal):
            return no_more(two, seat)
        if meets(one, seat, goal):
            return no_less(one, seat)
        if points_of(score, other) < m[LOW]:
            return at_most(no_less(two, seat), other, m[LOW] - 1)
        return at_least(no_more(one, seat), other, m[LOW])
    rank = utility_for(m, score, seat, won, more)
    return no_less(rank, seat) if meets(rank, seat, goal) else no_more(rank, seat)


@inner
def at_stake(score: int, seat: int, bonus: int) -> bool:
    """Whether a bonus would end the match. [9.2]"""
    return bonus != 0 and big_of(score, seat) + bonus >= score >> (TO_GO + 4 * seat) & FOUR


@inner
def without_70(m: Array, marks: int, score: int, seat: int, own: int, his: int) -> int:
    """The rank of the best that can come for a seat of not making 70. [8.4, 8.6]

    With `own` big points for it by a bonus, or `his` for the other seat: they may end the match
    before the seat pays for its close. [9.2]
    """
    other = 1 - seat
    closed = marks >> CLOSED & 3
    if closed == 0:
        return utility_for(m, score, seat, 0, own)
    if closed != seat + 1:
        return utility_for(m, score, seat, fail_of(m, marks, score, other, 3), own)
    best = utility_for(m, score, other, fail_of(m, marks, score, seat, 2), 0)
    if own:
        best = better(best, utility_for(m, score, seat, 0, own), seat)
    if at_stake(score, other, his):
        best = better(best, utility_for(m, score, other, 0, his), seat)
    return best


@inner
def better(first: int, second: int, seat: int) -> int:
    """Of two ranks the one a seat likes better."""
    return min(first, second) if seat else max(first, second)


@inner
def limits(
    m: Array, hands: int, marks: int, score: int, undrawn: int, bonus: int, goal: int
) -> int:
    """An answer by bounds for a leader about to lead, or -1.

    `bonus` tells who may still win the big point of bingo: bit s for seat s. [7.2, 8.1-8.5]
    """
    leader = marks & 1
    other = 1 - leader
    mine, his = hand_of(hands, leader), hand_of(hands, other)
    strict = undrawn == 0
    my_points, his_points = points_of(score, leader), points_of(score, other)
    my_bonus, his_bonus = bonus >> leader & 1, bonus >> other & 1
    my_best = with_70(m, marks, score, leader, goal, my_bonus)
    if (my_best & YES == 0) == (leader == 0):
        return my_best
    his_best = with_70(m, marks, score, other, goal, his_bonus)
    if (his_best & YES == 0) == (other == 0):
        return his_best
    # 70 is what either seat needs, or needs to deny
    my_worth, his_worth = worth_of(m, mine), worth_of(m, his)
    alive = my_worth + his_worth + worth_of(m, undrawn)
    said = doubles_said(m, marks, mine) if mine & DOUBLES else 0
    most = my_points + my_worth + announced(m, said) + (his_worth if strict else 0)
    said_by_him = announcing(m, marks, other, (his | undrawn) & DOUBLES)
    if marks >> CLOSED & 3 == 0:
        alive += m[LAST_TRICK]
    least = his_points + alive - my_worth - (his_worth if strict else 0) + said_by_him
    if most >= ENOUGH or least < ENOUGH:
        sure = unbeatable(m, mine, his | undrawn, strict)
        if bonus:
            sure &= ~1  # bingo may win the bonus, and with it the match, before 70
        spoils = captured(m, his, popcount(sure)) if strict else 0
        firm = worth_of(m, sure) + spoils
        cash = firm
        if said & numbers_of(sure):
            cash += announced(m, said)
        if my_points + cash >= ENOUGH:
            my_70 = with_70(m, marks, score, leader, goal, 0) if my_bonus else my_best
            if (my_70 & YES != 0) == (leader == 0):
                return at_least(my_70, leader, max(ENOUGH - cash, 0))
        his_most = alive - firm + said_by_him
        if his_points + his_most < ENOUGH:
            best = without_70(m, marks, score, other, his_bonus, my_bonus)
            if not meets(best, other, goal):
                return at_most(no_more(best, other), other, ENOUGH - 1 - his_most)
    my_tiles = alive + announcing(m, marks, leader, (mine | undrawn) & DOUBLES)
    if my_points + my_tiles - his_worth - (my_worth if strict else 0) < ENOUGH:
        denied = always_winning(
            m, unbeatable(m, his, mine | undrawn, strict), mine | undrawn, strict
        )
        my_most = my_tiles - worth_of(m, denied)
        if strict:
            my_most -= captured(m, mine, popcount(denied))
        if my_points + my_most < ENOUGH:
            best = without_70(m, marks, score, leader, my_bonus, his_bonus)
            if not meets(best, leader, goal):
                return at_most(no_more(best, leader), leader, ENOUGH - 1 - my_most)
    return -1


@inner
def announced(m: Array, said: int) -> int:
    """The points of an announcement of these doubles; 0 for none. [5.2, 5.7]"""
    if said == 0:
        return 0
    points: int = m[SAID_POINTS + popcount(said)] + (m[BINGO_SAID] if said & 1 else 0)
    return points


@inner
def at_least(found: int, seat: int, points: int) -> int:
    """The answer, for a seat with so many points or more."""
    return found | points << 20 * seat


@inner
def at_most(found: int, seat: int, points: int) -> int:
    """The answer, for a seat with so many points or fewer."""
    return (found & ~(NO_LIMIT << (20 * seat + 10))) | points << (20 * seat + 10)
