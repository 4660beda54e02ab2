"""Which moves the search tries, and which first. Nothing depends on the order but time."""

from __future__ import annotations

from bingo.engine.compiled import inner, lowest, popcount
from bingo.engine.layout import ALL, ANNOUNCE, CLAIM, CLOSE, SEVEN
from bingo.engine.memory import DROP, TAKE
from bingo.engine.state import double_of, numbers_of
from bingo.engine.tables import REANNOUNCE, WORTH, Array


@inner
def pick(m: Array, row: int, tiles: int) -> int:
    """The tile that stands highest in a row of the array, and how high: `value << 5 | tile`."""
    best = 0
    while tiles:
        best = max(best, m[row + lowest(tiles)])
        tiles &= tiles - 1
    return best


@inner
def next_answer(m: Array, tiles: int, takers: int, led: int) -> int:
    """The answer to try next: take a trick that is worth it, else give the least away."""
    taking, dropping = tiles & takers, tiles & ~takers
    if dropping == 0:
        return pick(m, TAKE, taking) & 31
    drop = pick(m, DROP, dropping)
    if taking == 0:
        return drop & 31
    take = pick(m, TAKE, taking)
    stake = 8 * m[WORTH + led] << 5
    return take & 31 if take + stake >= drop - stake else drop & 31


@inner
def next_lead(m: Array, moves: int, sure: int, has_70: bool) -> int:
    """The leader's move to try next: claim what is made, close, announce or cash what is sure."""
    if has_70 and moves >> CLAIM & 1:
        return CLAIM
    if moves >> CLOSE & 1:
        return CLOSE
    announced = moves >> ANNOUNCE & SEVEN
    if announced:
        certain = announced & numbers_of(sure)
        if certain:
            return ANNOUNCE + lowest(certain)
        return ANNOUNCE + lowest(announced)
    tiles = moves & ALL
    if tiles & sure:
        return pick(m, TAKE, tiles & sure) & 31
    if tiles:
        return pick(m, DROP, tiles) & 31
    return lowest(moves)


@inner
def worth_trying(m: Array, moves: int, monotone: bool) -> int:
    """The moves without those that another is never worse than.

    Where points cannot hurt and one may announce again, to announce is never worse than not to.
    """
    said = moves >> ANNOUNCE & SEVEN
    if said and monotone and m[REANNOUNCE] == 1 and popcount(said) < 6:
        return moves & ~doubles_of(said)
    return moves


@inner
def doubles_of(numbers: int) -> int:
    """The set of the doubles of these suits."""
    tiles = 0
    while numbers:
        tiles |= 1 << double_of(lowest(numbers))
        numbers &= numbers - 1
    return tiles
