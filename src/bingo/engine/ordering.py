"""Which move the search tries first. Nothing depends on it but time."""

from __future__ import annotations

from bingo.engine.compiled import inner, lowest
from bingo.engine.layout import ALL, ANNOUNCE, CLAIM, CLOSE, SEVEN
from bingo.engine.memory import DROP, TAKE
from bingo.engine.state import numbers_of
from bingo.engine.tables import WORTH, Array


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
