"""Greedy in the kernel: one trick ahead, in points, from what the seat to move may know.

The short form of `bingo.players.greedy`, whose weights these are, for play-outs. It looks at the
trick, the points, tricks and big points, and at a Sight: what is not seen changes no move.
"""

from __future__ import annotations

import numpy as np

from bingo.engine.compiled import inner, kernel, lowest, popcount
from bingo.engine.flow import unbeatable
from bingo.engine.layout import (
    ANNOUNCE,
    CLAIM,
    CLOSE,
    DOUBLES,
    DRAW,
    ENOUGH,
    EXCHANGE,
    FOUR,
    LED,
    MAY_DRAW,
    SAID,
    SEVEN,
    TILE_MASK,
    TO_GO,
    State,
)
from bingo.engine.legal_moves import doubles_said, legal
from bingo.engine.sight import (
    CERTAIN,
    Sight,
    chance_to_force,
    chance_to_hold,
    sight_of,
    undrawn_of,
)
from bingo.engine.state import big_of, double_of, numbers_of, points_of, tricks_of
from bingo.engine.tables import (
    ANY_TRICK,
    AT_70,
    BEATEN_OPEN,
    BEATEN_STRICT,
    BINGO_BONUS,
    CLAIMED,
    DEAL_END,
    LOW,
    REANNOUNCE,
    SAID_BIG,
    SAID_POINTS,
    TRUMP_DOUBLE,
    TRUMPS,
    WORTH,
    Array,
)

POINT = 64
"""Points are counted in 64ths: whole numbers, the same on every machine."""

# What `bingo.players.greedy.Weights` says, in 64ths of a point.
BIG_POINT = 35 * POINT
SEVENTY = ENOUGH * POINT
MARK = 4 * POINT
CASH_PLAIN, CASH_TRUMP = 38, 54  # for each point of the tile
RANK_TRUMP = 12 * POINT
ANY_TRUMP = 4 * POINT
ANSWER_OPEN, ANSWER_STRICT = POINT, 9 * POINT // 2
CLOSE_MARGIN, CLOSE_DANGER = 2 * POINT, 6 * POINT
FAR_AHEAD = 30
CASHED, CASHED_MOST = 8 * POINT, 12 * POINT  # a plain tile that is worth something, on the average

PRIZES = DOUBLES | 1 << 25 | 1 << 6  # with 6-4 and 3-0: the plain tiles that may be worth something
PLAYS = (1 << CLOSE) - 1  # the moves that play a tile

RANK_PLAIN = np.array(
    [
        4 * POINT * ((higher or 7) + (lower or 7) - 3) // 11
        for higher in range(7)
        for lower in range(higher + 1)
    ],
    dtype=np.int64,
)
"""What a plain tile's power to take a trick is worth, by index."""


# --- what things are worth ------------------------------------------------------------------------


@inner
def worth(t: Array, tile: int) -> int:
    """A tile's points, in 64ths. [2.5]"""
    points: int = t[WORTH + tile]
    return POINT * points


@inner
def announced(t: Array, number: int) -> int:
    """What an announcement of so many doubles is worth. [5.2, 5.3]"""
    value: int = POINT * t[SAID_POINTS + number] + BIG_POINT * t[SAID_BIG + number]
    return value


@inner
def waiting(t: Array, marks: int, seat: int) -> int:
    """What an announcement that waits for a trick will give the seat that takes it. [5.4]"""
    return announced(t, popcount(marks >> (SAID + 7 * seat) & SEVEN))


@inner
def goal(t: Array, score: int, seat: int, won: int) -> int:
    """What it is worth besides that a seat takes a trick and wins these points. [8.1, 8.2]"""
    points = POINT * points_of(score, seat)
    value = 0
    if points + won >= SEVENTY and (points < SEVENTY or t[DEAL_END] == CLAIMED):
        value = SEVENTY
    if tricks_of(score, seat) == 0:
        value += MARK
    if points < POINT * t[LOW] <= points + won:
        value += MARK
    return value


@inner
def own_doubles(t: Array, sight: Sight, marks: int) -> int:
    """The doubles an announcement would be said of if the seat led now, bit n for suit n."""
    seat, hand, _, _, _ = sight
    return doubles_said(t, marks & ~1 | seat, hand) if hand & DOUBLES else 0


@inner
def kept(t: Array, sight: Sight, doubles: int, tile: int) -> int:
    """What a tile is worth as long as it is kept."""
    _, _, unseen, size, strict = sight
    value: int = t[WORTH + tile]
    if t[TRUMPS] >> tile & 1:
        rivals = unseen & t[TRUMPS]
        above = popcount(rivals & t[BEATEN_STRICT + tile])
        value = CASH_TRUMP * value + ANY_TRUMP + RANK_TRUMP
        if above:
            value -= RANK_TRUMP * above // popcount(rivals)
    else:
        value = CASH_PLAIN * value + RANK_PLAIN[tile]
    if tile == 0 and t[BINGO_BONUS] and unseen >> t[TRUMP_DOUBLE] & 1:
        value += 3 * BIG_POINT * size // (10 * popcount(unseen))
    if doubles and numbers_of(1 << tile) & doubles:
        number = popcount(doubles)
        value += (announced(t, number) - announced(t, number - 1)) // 2
    return value // 2 if strict else value


# --- leading --------------------------------------------------------------------------------------


@inner
def lead_value(t: Array, s: State, sight: Sight, doubles: int, move: int) -> int:
    """The chance to hold times what the lead wins, less the rest times what it loses."""
    _, _, marks, score = s
    seat, _, unseen, size, strict = sight
    tile = double_of(move - ANNOUNCE) if move >= ANNOUNCE else move
    value = -kept(t, sight, doubles, tile)
    win = worth(t, tile) + (ANSWER_STRICT if strict else ANSWER_OPEN) + waiting(t, marks, seat)
    lose = worth(t, tile) + waiting(t, marks, 1 - seat)
    beaten = unseen & t[(BEATEN_STRICT if strict else BEATEN_OPEN) + tile]
    prizes = popcount(beaten & PRIZES & ~t[TRUMPS])
    if prizes:
        lose += min(CASHED * prizes * size // popcount(unseen), CASHED_MOST)
    if move >= ANNOUNCE:
        said = announced(t, popcount(doubles))
        if t[ANY_TRICK] and tricks_of(score, seat):
            value += said + goal(t, score, seat, said)
        else:
            win += said
        if t[REANNOUNCE] == 0:
            value -= said // 2
    win += goal(t, score, seat, win)
    lose += goal(t, score, 1 - seat, lose)
    if t[BINGO_BONUS]:
        if tile == t[TRUMP_DOUBLE]:
            lose += BIG_POINT
        elif tile == 0 and t[BINGO_BONUS] == 2 and strict:
            value += BIG_POINT * chance_to_force(t, sight, 0, t[TRUMP_DOUBLE]) // CERTAIN
    chance = chance_to_hold(t, sight, tile)
    return value + (chance * win - (CERTAIN - chance) * lose) // CERTAIN


@inner
def best_lead(t: Array, s: State, sight: Sight, moves: int) -> int:
    """The best lead; of the sure ones alone if they make 70 and nobody draws any more."""
    doubles = own_doubles(t, sight, s[2])
    _, hand, unseen, _, strict = sight
    only = 0
    if strict and prospect(t, s, sight, doubles)[0] >= SEVENTY:
        only = unbeatable(t, hand, unseen, True)
    best, most = 0, -(1 << 40)
    while moves:
        move = lowest(moves)
        moves &= moves - 1
        tile = double_of(move - ANNOUNCE) if move >= ANNOUNCE else move
        if only == 0 or only >> tile & 1:
            value = lead_value(t, s, sight, doubles, move)
            if value > most:
                best, most = move, value
    return best


# --- closing --------------------------------------------------------------------------------------


@inner
def prospect(t: Array, s: State, sight: Sight, doubles: int) -> tuple[int, int]:
    """The points of the leader once the stock is closed: the sure and the expected, in 64ths.

    Sure are those made, and the tiles that nothing unseen can beat, led one after another. To be
    expected is every tile's worth, with what falls to it, times its chance to hold.
    """
    seat, hand, unseen, size, _ = sight
    closed = (seat, hand, unseen, size, 1)
    sure = likely = POINT * points_of(s[3], seat)
    best = 0
    while hand:
        tile = lowest(hand)
        hand &= hand - 1
        chance = chance_to_hold(t, closed, tile)
        if unseen & t[BEATEN_STRICT + tile] == 0:
            sure += worth(t, tile)
        likely += chance * (worth(t, tile) + ANSWER_STRICT) // CERTAIN
        if doubles and numbers_of(1 << tile) & doubles:
            best = max(best, chance)
    if doubles:
        number = popcount(doubles)
        likely += best * announced(t, number) // CERTAIN
        if best == CERTAIN:
            sure += POINT * t[SAID_POINTS + number]
    return sure, likely


@inner
def closes(t: Array, s: State, sight: Sight, moves: int) -> bool:
    """Whether to close: not where a lead makes 70 at once, else where 70 may be expected. [7.1]"""
    _, _, marks, score = s
    seat, _, unseen, _, _ = sight
    doubles = own_doubles(t, sight, marks)
    if t[DEAL_END] == AT_70:
        missing = ENOUGH - points_of(score, seat)
        while moves:
            move = lowest(moves)
            moves &= moves - 1
            tile = double_of(move - ANNOUNCE) if move >= ANNOUNCE else move
            said = t[SAID_POINTS + popcount(doubles)] if move >= ANNOUNCE else 0
            if t[WORTH + tile] + said >= missing and unseen & t[BEATEN_OPEN + tile] == 0:
                return False
    sure, likely = prospect(t, s, sight, doubles)
    if sure >= SEVENTY:
        return True
    needed = SEVENTY + CLOSE_MARGIN
    if to_go(score, 1 - seat) <= 2:
        needed += CLOSE_DANGER
    if points_of(score, seat) - points_of(score, 1 - seat) >= FAR_AHEAD and to_go(score, seat) <= 1:
        return False
    return likely >= needed


@inner
def to_go(score: int, seat: int) -> int:
    """How many big points the seat still needs to win the match. [9.2]"""
    return ((score >> (TO_GO + 4 * seat)) & FOUR) - big_of(score, seat)


# --- answering ------------------------------------------------------------------------------------


@inner
def best_answer(t: Array, s: State, sight: Sight, moves: int) -> int:
    """The cheapest tile that takes the trick where it pays, else the one missed least."""
    _, _, marks, score = s
    seat, _, _, _, strict = sight
    led = (marks >> LED & TILE_MASK) - 1
    takers = t[(BEATEN_STRICT if strict else BEATEN_OPEN) + led]
    doubles = own_doubles(t, sight, marks)
    mine = worth(t, led) + waiting(t, marks, seat)
    his = worth(t, led) + waiting(t, marks, 1 - seat)
    best, most = 0, -(1 << 40)
    while moves:
        tile = lowest(moves)
        moves &= moves - 1
        value = -kept(t, sight, doubles, tile)
        if takers >> tile & 1:
            won = mine + worth(t, tile)
            value += won + goal(t, score, seat, won)
            if tile == 0 and t[BINGO_BONUS] and led == t[TRUMP_DOUBLE]:
                value += BIG_POINT
        else:
            lost = his + worth(t, tile)
            value -= lost + goal(t, score, 1 - seat, lost)
            if led == 0 and t[BINGO_BONUS] == 2 and tile == t[TRUMP_DOUBLE]:
                value -= BIG_POINT
        if value > most:
            best, most = tile, value
    return best


# --- the move -------------------------------------------------------------------------------------


@inner
def greedy_move(t: Array, s: State, undrawn: int) -> int:
    """Greedy's move in a deal that is not over; `undrawn` is that of this state."""
    moves = legal(t, s)
    if moves & (moves - 1) == 0:
        return lowest(moves)
    _, _, marks, score = s
    sight = sight_of(s, undrawn)
    if marks >> LED & TILE_MASK:
        return best_answer(t, s, sight, moves)
    if moves >> CLAIM & 1 and points_of(score, sight[0]) >= ENOUGH:
        return CLAIM
    if moves >> EXCHANGE & 1:
        return EXCHANGE
    if moves >> CLOSE & 1 and closes(t, s, sight, moves & PLAYS):
        return CLOSE
    if marks >> MAY_DRAW & 1:
        return DRAW
    return best_lead(t, s, sight, moves & PLAYS)


@kernel('int64(Array(int64, 1, "C", readonly=True), UniTuple(int64, 4))')
def choose(t: Array, s: State) -> int:
    """Greedy's move, 0 to 38, for the seat to move in a deal that is not over.

    t    the table array of the rules and the trump suit
    s    the state; what its seat to move cannot see changes nothing
    """
    return greedy_move(t, s, undrawn_of(s))
