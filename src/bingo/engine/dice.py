"""Chance in the kernels: a small generator whose state is one integer, the same on every machine.

A linear congruential step modulo 2**63 and the output permutation XSH-RS of M. E. O'Neill, *PCG: A
Family of Simple Fast Space-Efficient Statistically Good Algorithms for Random Number Generation*
(2014). For games, not for secrets.
"""

from __future__ import annotations

from bingo.engine.compiled import inner, times_plus

_MULTIPLIER = 6364136223846793005
_INCREMENT = 1442695040888963407
_WORD = (1 << 32) - 1


@inner
def seeded(seed: int, stream: int) -> int:
    """The state for a seed and a stream: each pair its own sequence."""
    state = times_plus(stream, _MULTIPLIER, seed)
    for _ in range(3):
        state = roll(state ^ (state >> 29))
    return state


@inner
def roll(state: int) -> int:
    """The next state."""
    return times_plus(state, _MULTIPLIER, _INCREMENT)


@inner
def below(state: int, number: int) -> int:
    """A number from 0 below `number` (at most 2**31), told by this state."""
    word = ((state ^ (state >> 22)) >> (21 + (state >> 60))) & _WORD
    return (word * number) >> 32
