"""What the seat to move may know, in the kernel: its hand, the unseen tiles as one set, chances.

The other hand and the undrawn tiles are never told apart, so permuting them changes nothing here.
What earlier answers and announcements tell is left out. The short form of `bingo.players.sight`.
"""

from __future__ import annotations

from math import comb

import numpy as np

from bingo.engine.compiled import inner, popcount
from bingo.engine.layout import ALL, State
from bingo.engine.state import face_down, hand_of, is_strict, to_move
from bingo.engine.tables import ALWAYS, BEATEN_OPEN, BEATEN_STRICT, DUTY, STEPS, Array

CERTAIN = 1024
"""Chances are counted in 1024ths: whole numbers, the same on every machine."""

Sight = tuple[int, int, int, int, int]
"""What the seat to move reckons with: `(seat, hand, unseen, size, strict)`.

unseen  the tiles of the other hand and the stock together, without a turn-up that lies there
size    how many of them the other seat holds
strict  1 in strict play, 0 in open play
"""


def _none_of() -> np.ndarray[tuple[int], np.dtype[np.int16]]:
    """Hypergeometric chances of none, at `unseen << 8 | size << 5 | bad`."""
    chances = np.zeros(29 << 8, dtype=np.int16)
    for unseen in range(29):
        for size in range(min(unseen, 7) + 1):
            for bad in range(unseen + 1):
                ways = CERTAIN * comb(unseen - bad, size) // comb(unseen, size)
                chances[unseen << 8 | size << 5 | min(bad, 31)] = ways
    return chances


NONE_OF = _none_of()


@inner
def undrawn_of(s: State) -> int:
    """The set of the undrawn tiles but for the turn-up, closed or not."""
    hands, stock, marks, _ = s
    return face_down(hands, stock, marks)


@inner
def sight_of(s: State, undrawn: int) -> Sight:
    """What the seat to move reckons with; `undrawn` is that of this state."""
    hands, _, marks, _ = s
    seat = to_move(marks)
    other = hand_of(hands, 1 - seat)
    strict = 1 if is_strict(hands, marks) else 0
    return seat, hand_of(hands, seat), other | undrawn, popcount(other), strict


@inner
def none_of(sight: Sight, tiles: int) -> int:
    """The chance that the other seat holds none of these tiles."""
    _, _, unseen, size, _ = sight
    return int(NONE_OF[popcount(unseen) << 8 | size << 5 | popcount(unseen & tiles)])


@inner
def chance_to_hold(t: Array, sight: Sight, led: int) -> int:
    """The chance that nothing the other seat may answer takes this lead. [4.1, 6.2-6.5]

    In strict play the first duty that can be met decides: what beats must be among its tiles.
    """
    _, _, unseen, _, strict = sight
    if not strict:
        return none_of(sight, t[BEATEN_OPEN + led])
    beaten = unseen & t[BEATEN_STRICT + led]
    if not beaten:
        return CERTAIN
    chance, before, always = 0, 0, t[ALWAYS] & beaten
    for step in range(STEPS):
        duty = unseen & t[DUTY + 28 * step + led]
        beating = before | duty & beaten | always
        chance += none_of(sight, beating) - none_of(sight, beating | duty)
        before |= duty
        if before == unseen:
            break
    return chance


@inner
def chance_to_force(t: Array, sight: Sight, led: int, tile: int) -> int:
    """The chance that the duties of strict play leave the other seat this tile alone."""
    chance, before = 0, 0
    for step in range(STEPS):
        duty = t[DUTY + 28 * step + led]
        if duty == ALL:
            break
        if duty >> tile & 1:
            others = before | duty & ~(1 << tile)
            chance += none_of(sight, others) - none_of(sight, before | duty)
        before |= duty
    return chance
