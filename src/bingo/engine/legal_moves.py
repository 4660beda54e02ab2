"""What may be played over packed integers: the compiled twin of `bingo.game.legal`.

Where they differ, this is wrong. `t` is the array of `bingo.engine.tables`.
"""

from __future__ import annotations

from bingo.engine.compiled import inner
from bingo.engine.layout import (
    ANNOUNCE,
    ANNOUNCED,
    CLAIM,
    CLOSE,
    CLOSED,
    COUNTED,
    DOUBLES,
    DRAW,
    EXCHANGE,
    LED,
    MAY_DRAW,
    STOCK_LEFT,
    TILE_MASK,
    State,
)
from bingo.engine.state import hand_of, is_over, is_strict, numbers_of, tricks_of
from bingo.engine.tables import (
    ALWAYS,
    BEATEN_STRICT,
    CLAIMED,
    CLOSE_MIN_STOCK,
    CLOSE_NEEDS_TRICK,
    DEAL_END,
    DUTY,
    EXCHANGE_ALLOWED,
    LOWEST_TRUMP,
    MUST_BEAT,
    REANNOUNCE,
    STEPS,
    Array,
)


@inner
def answers(t: Array, led: int, hand: int) -> int:
    """Strict play: the set of tiles of this hand that may answer. [6.2-6.7]"""
    duty = t[DUTY + 28 * (STEPS - 1) + led]
    for step in range(STEPS - 2, -1, -1):  # without a branch
        sooner = t[DUTY + 28 * step + led]
        duty = sooner if sooner & hand else duty
    allowed: int = hand & (duty | t[ALWAYS])
    if t[MUST_BEAT]:
        beating: int = allowed & t[BEATEN_STRICT + led]
        if beating:
            return beating
    return allowed


@inner
def doubles_said(t: Array, marks: int, hand: int) -> int:
    """The doubles an announcement of the leader would be said of, bit n for suit n, or 0.

    One of them must be led. [5.1, 5.5]
    """
    seat = marks & 1
    if t[REANNOUNCE] == 0 and marks >> (ANNOUNCED + seat) & 1:
        return 0
    held = numbers_of(hand) & (marks >> (COUNTED + 7 * seat))
    return held if held & (held - 1) else 0


@inner
def may_close(t: Array, hands: int, marks: int, score: int) -> bool:
    """Whether the leader may close, before or after the draw. [7.1]"""
    return (
        (marks >> CLOSED) & 3 == 0
        and hands >> STOCK_LEFT >= t[CLOSE_MIN_STOCK]
        and not (t[CLOSE_NEEDS_TRICK] and tricks_of(score, marks & 1) == 0)
    )


@inner
def may_exchange(t: Array, hands: int, marks: int) -> bool:
    """Whether a leader who has won a trick may exchange. [7.4]"""
    return (
        (marks >> CLOSED) & 3 == 0
        and hands >> STOCK_LEFT > 2
        and hand_of(hands, marks & 1) >> t[LOWEST_TRUMP] & 1 != 0
    )


@inner
def legal(t: Array, s: State) -> int:
    """The legal moves as a set: bit m for move m; 0 only when the deal is over."""
    hands, _, marks, score = s
    if is_over(marks):
        return 0
    if marks >> MAY_DRAW & 1:
        return 1 << CLOSE | 1 << DRAW
    leader = marks & 1
    led = (marks >> LED) & TILE_MASK
    if led:
        hand = hand_of(hands, 1 - leader)
        return answers(t, led - 1, hand) if is_strict(hands, marks) else hand
    hand = hand_of(hands, leader)
    moves = hand
    if hand & DOUBLES:
        moves |= doubles_said(t, marks, hand) << ANNOUNCE
    if may_close(t, hands, marks, score):
        moves |= 1 << CLOSE
    if t[EXCHANGE_ALLOWED] and tricks_of(score, leader) and may_exchange(t, hands, marks):
        moves |= 1 << EXCHANGE
    if t[DEAL_END] == CLAIMED and tricks_of(score, leader):
        moves |= 1 << CLAIM
    return moves
