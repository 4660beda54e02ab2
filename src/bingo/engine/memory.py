"""The one array of a search: tables, utilities, sums, orders, counters, the hash table.

It begins with the tables, so it is also the `t` of `bingo.engine.flow`; one array passed is much
cheaper for the kernels than several.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from bingo.engine.tables import ANSWERS_OPEN, DEAL_END, EACH, FAILED_70, SIZE, WORTH, Array, array
from bingo.game.rules import Rules
from bingo.game.tiles import Suit

UTILITY = SIZE  # 3 x 16 x 16 ranks: by winner of the deal, big points of ONE, of TWO
SUMS = UTILITY + 768  # 4 x 128: what each seven tiles in a row are worth, by subset
TAKE = SUMS + 512  # 28: how gladly a tile is answered that takes the trick, `<< 5 | tile`
DROP = TAKE + 28  # 28: how gladly a tile is given away, the same way
MONOTONE = DROP + 28  # 1 if more points, and more big points, never hurt a seat
AGE = MONOTONE + 1  # which solve this is: entries of earlier ones do not match
AGES = 0xFFFFF
NODES = MONOTONE + 2  # positions searched
BUCKETS = MONOTONE + 3  # of the hash table, a power of two
RACE_BUCKETS = MONOTONE + 4
FRAME = 20  # moves of one position at most
FRAMES = MONOTONE + 8  # a frame for each move of a line, 60 at most
PROOF_BITS = 17
KIDS = FRAMES + 60 * FRAME
PROOFS = (KIDS + 6 * FRAME + 8) // 8 * 8  # proof numbers, two words an entry
RACES = PROOFS + (2 << PROOF_BITS)
RACE_BITS = 15
TABLE = RACES + (8 << RACE_BITS)  # the hash table, in cache lines
WAYS = 4  # entries in a bucket, two words each
BUCKET = 2 * WAYS

Utility = Callable[[int, int, int], float]
"""What a result is worth to ONE: `utility(winner, one, two)`, by the winner of the deal (0 nobody,
1 ONE, 2 TWO) and the big points each seat has won in it."""


def net(winner: int, one: int, two: int) -> float:
    """The usual utility: big points of ONE less those of TWO."""
    return float(one - two)


class Memory:
    """The array for one Rules, trump suit and utility, and the values that its ranks stand for.

    `bits` is the binary logarithm of the number of buckets; a bucket takes 64 bytes.
    """

    def __init__(self, rules: Rules, trump: Suit, utility: Utility = net, bits: int = 16) -> None:
        t = array(rules, trump)
        self.m = m = _in_cache_lines(TABLE + (BUCKET << bits))
        m[:SIZE] = t
        results = [(w, one, two) for w in range(3) for one in range(16) for two in range(16)]
        worths = [utility(*result) for result in results]
        self.values = sorted(set(worths))
        ranks = {value: rank for rank, value in enumerate(self.values)}
        m[UTILITY:SUMS] = [ranks[worth] for worth in worths]
        for part in range(4):
            for subset in range(128):
                m[SUMS + 128 * part + subset] = sum(
                    t[WORTH + 7 * part + bit] for bit in range(7) if subset >> bit & 1
                )
        for tile in range(28):
            worth, rank = 8 * t[WORTH + tile], int(t[ANSWERS_OPEN + tile]).bit_count()
            m[TAKE + tile] = 1000 + worth - 4 * rank << 5 | tile
            m[DROP + tile] = 1000 - worth - 2 * rank << 5 | tile
        m[MONOTONE] = is_monotone(m) and t[FAILED_70] != 2
        m[BUCKETS] = 1 << bits
        m[RACE_BUCKETS] = 1 << RACE_BITS

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Make a copy, or what comes out of a pickle: its array begins a cache line too."""
        self.values, self.m = state["values"], _in_cache_lines(len(state["m"]))
        self.m[:] = state["m"]


def _in_cache_lines(size: int) -> Array:
    """So many zeros, the first at the beginning of a cache line of 64 bytes."""
    room = np.zeros(size + 8, dtype=np.int64)
    first = -room.ctypes.data % 64 // 8
    return room[first : first + size]


def is_monotone(m: Array) -> bool:
    """Whether a result with more big points for ONE, or fewer for TWO, is never worse for ONE.

    Who has won the deal may change with them, towards who has won more. [9.3]
    """
    ranks = m[UTILITY : UTILITY + 768].reshape(3, 16, 16)
    one, two = slice(1, None), slice(None, -1)  # one big point more, and without it
    better = [
        (ranks[:, one, :], ranks[:, two, :]),
        (ranks[:, :, two], ranks[:, :, one]),
        (ranks[1, one, :], ranks[0, two, :]),
        (ranks[0, :, two], ranks[2, :, one]),
    ]
    if m[DEAL_END] == EACH:  # one more 70 may leave the deal without a winner
        better.append((ranks[1, one, two], ranks[0, one, one]))
        better.append((ranks[0, one, one], ranks[2, two, one]))
    return all(bool((more >= less).all()) for more, less in better)
