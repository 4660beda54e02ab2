"""The count at the end of a deal over packed integers: the compiled twin of `bingo.game.scoring`.

Where they differ, this is wrong. What is counted is won here too: points, of which the first 70 is
noted, and big points, which may end the match. `t` is the array of `bingo.engine.tables`.
"""

from __future__ import annotations

from bingo.engine.compiled import inner
from bingo.engine.layout import (
    BIG,
    CLOSED,
    ENOUGH,
    FAIL,
    FAILED_CLOSE,
    FIRST_70,
    FOUR,
    HOW,
    LEVEL,
    MATCH,
    MAY_DRAW,
    NEITHER,
    POINTS,
    SEVENTY,
    TO_GO,
    WINNER,
)
from bingo.engine.state import big_of, is_over, points_of, tricks_of
from bingo.engine.tables import (
    AT_70,
    CLAIMED,
    DEAL_END,
    FAILED_3,
    FAILED_70,
    FIRST,
    HIGHER_WINS,
    LOW,
    Array,
)


@inner
def level(t: Array, marks: int, score: int, seat: int) -> int:
    """1, 2 or 3 for making 70, by what the opponent has. [8.2, 8.3]"""
    if (marks >> LEVEL) & 3 and (marks >> CLOSED) & 3 == seat + 1:
        return (marks >> LEVEL) & 3
    return level_now(t, score, seat)


@inner
def level_now(t: Array, score: int, seat: int) -> int:
    """1, 2 or 3 by what the opponent has at this moment. [8.2]"""
    if tricks_of(score, 1 - seat) == 0:
        return 3
    return 2 if points_of(score, 1 - seat) < t[LOW] else 1


@inner
def fail_now(t: Array, score: int, closer: int) -> int:
    """2 or 3 for a failed close, where it is settled at this moment of closing; else 0. [8.4]"""
    if t[FAILED_3] == 2:
        return 0
    seat = closer if t[FAILED_3] == 1 else 1 - closer
    return 3 if tricks_of(score, seat) == 0 else 2


@inner
def with_big(score: int, seat: int, big_points: int) -> int:
    """The score after a seat has won big points."""
    return score + (big_points << (BIG + 4 * seat))


@inner
def ended(marks: int, score: int, how: int, one: int, two: int) -> tuple[int, int]:
    """Marks and score of a deal that is over, each seat winning so many big points. [8]"""
    winner = 0 if one == two else 1 if one > two else 2
    return (
        (marks & ~(1 << MAY_DRAW)) | how << HOW | winner << WINNER,
        score + (one << BIG) + (two << (BIG + 4)),
    )


@inner
def ended_for(marks: int, score: int, how: int, seat: int, big_points: int) -> tuple[int, int]:
    """The same where one seat wins."""
    if seat:
        return ended(marks, score, how, 0, big_points)
    return ended(marks, score, how, big_points, 0)


@inner
def count(t: Array, marks: int, score: int, made: int) -> tuple[int, int]:
    """The count of a deal that is over; bit s of `made`: the 70 of seat s stands. [8.2-8.6]"""
    closed = (marks >> CLOSED) & 3
    if closed:
        closer = closed - 1
        second = t[DEAL_END] == FIRST and points_of(score, closer) >= ENOUGH
        if not made >> closer & 1 and not second:
            return failed_close(t, marks, score, made)
    if made:
        one = level(t, marks, score, 0) if made & 1 else 0
        two = level(t, marks, score, 1) if made & 2 else 0
        return ended(marks, score, SEVENTY, one, two)
    one, two = points_of(score, 0), points_of(score, 1)
    if t[HIGHER_WINS] and one != two:
        return ended_for(marks, score, NEITHER, 0 if one > two else 1, 1)
    return ended(marks, score, NEITHER, 0, 0)


@inner
def failed_close(t: Array, marks: int, score: int, made: int) -> tuple[int, int]:
    """What the opponent of a failed closer wins. [8.4, 8.5]"""
    closer = ((marks >> CLOSED) & 3) - 1
    other = 1 - closer
    won = (marks >> FAIL) & 3
    if won == 0:
        won = 3 if tricks_of(score, closer) == 0 else 2
    if made >> other & 1 and t[FAILED_70]:
        won = won + 1 if t[FAILED_70] == 1 else 1
    return ended_for(marks, score, FAILED_CLOSE, other, won)


@inner
def add_points(marks: int, score: int, seat: int, points: int) -> tuple[int, int]:
    """Marks and score after a seat has won points: who had 70 first is noted. [8.1]"""
    score += points << (POINTS + 10 * seat)
    if (marks >> FIRST_70) & 3 == 0 and points_of(score, seat) >= ENOUGH:
        marks |= (seat + 1) << FIRST_70
    return marks, score


@inner
def add_big(marks: int, score: int, seat: int, big_points: int) -> tuple[int, int]:
    """The same for big points, which may end the match there and then. [9.2]"""
    score = with_big(score, seat, big_points)
    if big_of(score, seat) >= (score >> (TO_GO + 4 * seat)) & FOUR:
        marks |= MATCH << HOW
    return marks, score


@inner
def seventy(t: Array, marks: int, score: int, seat: int) -> tuple[int, int]:
    """End the deal at once if the seat has 70, where the rules say so. [8.1]"""
    if t[DEAL_END] == AT_70 and not is_over(marks) and points_of(score, seat) >= ENOUGH:
        return count(t, marks, score, 1 << seat)
    return marks, score


@inner
def made_at_end(t: Array, marks: int, score: int) -> int:
    """The seats whose 70 stands when all tiles are played. [8.1]"""
    if t[DEAL_END] == FIRST:
        first = (marks >> FIRST_70) & 3
        return 1 << first >> 1
    one = points_of(score, 0) >= ENOUGH
    two = points_of(score, 1) >= ENOUGH
    if t[DEAL_END] == CLAIMED:
        taker = marks & 1
        return taker + 1 if (two if taker else one) else 0
    return one | two << 1
