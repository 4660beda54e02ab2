"""The value of a state, found by yes-or-no questions.

The plain results, those that the count of a deal can give, are halved from one big point on; then
what lies between two of them, where bonuses are left.
"""

from __future__ import annotations

from bingo.engine.bonus import bonus_open, undrawn_of
from bingo.engine.bounds import utility
from bingo.engine.boxes import YES
from bingo.engine.compiled import inner, kernel
from bingo.engine.layout import WINNER
from bingo.engine.memory import AGE, AGES, PROOFS
from bingo.engine.proof import NEVER, PROVED, prove
from bingo.engine.search import search
from bingo.engine.state import big_of, is_over, is_strict
from bingo.engine.tables import ANY_TRICK, DEAL_END, EACH, Array

MOST = 4
"""The most that the count of a deal gives one seat. [8.2, 8.5]"""
MORE = 9
"""More big points than that nobody wins from any position on."""
LOWEST, HIGHEST = 0, 1023
"""Between them lies every rank."""


@inner
def plain(m: Array, score: int, more: int) -> int:
    """The rank if ONE wins so many big points more; below nothing TWO wins them."""
    one, two = big_of(score, 0), big_of(score, 1)
    if more > 0:
        return utility(m, 1, one + more, two)
    if more < 0:
        return utility(m, 2, one, two - more)
    return utility(m, 0, one, two)


@kernel("boolean(int64[::1], int64, int64, int64, int64, int64)")
def reaches(m: Array, hands: int, stock: int, marks: int, score: int, goal: int) -> bool:
    """Whether ONE can reach this rank from a state."""
    if is_over(marks):
        winner = marks >> WINNER & 3
        return utility(m, winner, big_of(score, 0), big_of(score, 1)) >= goal
    if is_strict(hands, marks):
        return search(m, hands, stock, marks, score, goal) & YES != 0
    return prove(m, hands, stock, marks, score, goal, NEVER, NEVER, 0) == PROVED


@inner
def between(m: Array, hands: int, stock: int, marks: int, score: int) -> bool:
    """Whether a deal may come to a result that is not a plain one. [4.4, 5.3, 8.1]"""
    if m[DEAL_END] == EACH or m[ANY_TRICK]:
        return True
    return bonus_open(m, hands, marks, undrawn_of(hands, stock, marks)) > 0


@inner
def next_rank(m: Array, score: int, low: int, high: int, wanted: int) -> int:
    """Of the ranks a deal may still come to, those over `low` and under `high`, one by its place.

    The number of them where `wanted` is -1.
    """
    one, two = big_of(score, 0), big_of(score, 1)
    found, last = 0, low
    while True:
        least = high
        for winner in range(3):
            for a in range(MORE + 1):
                for b in range(MORE + 1):
                    rank = utility(m, winner, min(one + a, 15), min(two + b, 15))
                    if last < rank < least:
                        least = rank
        if least == high:
            return found
        if found == wanted:
            return least
        found += 1
        last = least


@kernel("int64(int64[::1], int64, int64, int64, int64, int64, int64)")
def rank(m: Array, hands: int, stock: int, marks: int, score: int, low: int, high: int) -> int:
    """The rank of the value of a state for ONE, known to lie from `low` to `high`."""
    if is_over(marks):
        return utility(m, marks >> WINNER & 3, big_of(score, 0), big_of(score, 1))
    reached, missed = low, high + 1
    rises = True
    for more in range(-MOST, MOST):
        rises = rises and plain(m, score, more) <= plain(m, score, more + 1)
    # the plain results halved, from one big point for ONE
    least, most = -MOST, MOST
    more = 1
    while rises and least < most:
        goal = plain(m, score, more)
        if goal <= reached:
            least = more
        elif goal >= missed:
            most = more - 1
        elif reaches(m, hands, stock, marks, score, goal):
            reached = goal
            least = more
        else:
            missed = goal
            most = more - 1
        more = (least + most + 1) // 2
    if rises and reached > LOWEST and not between(m, hands, stock, marks, score):
        return reached
    while True:
        count = next_rank(m, score, reached, missed, -1)
        if count == 0:
            return reached
        goal = next_rank(m, score, reached, missed, count // 2)
        if reaches(m, hands, stock, marks, score, goal):
            reached = goal
        else:
            missed = goal


@kernel("void(int64[::1])")
def forget(m: Array) -> None:
    """Make sure that nothing remembered is taken for part of the next deal."""
    m[AGE] = (m[AGE] + 1) & AGES
    if m[AGE] == 0:  # all ages have been; what is left of them must go
        for at in range(PROOFS, m.size):
            m[at] = 0


@kernel("void(int64[::1], int64[:, ::1], int64[::1])")
def rank_each(m: Array, states: Array, ranks: Array) -> None:
    """Write the rank of each state into `ranks`; each is another deal."""
    for row in range(states.shape[0]):
        forget(m)
        hands, stock, marks, score = states[row]
        ranks[row] = rank(m, hands, stock, marks, score, LOWEST, HIGHEST)
