"""The flow of a deal over packed integers: what comes of a move.

The compiled twin of `bingo.game.board`; where they differ, this is wrong. Nothing is changed in
place: `play` gives a new state, so the old one is the undo. `t` is the array of
`bingo.engine.tables`.
"""

from __future__ import annotations

from bingo.engine.compiled import inner, lowest, popcount
from bingo.engine.layout import (
    ABOVE,
    ALL,
    ANNOUNCE,
    ANNOUNCED,
    CLAIM,
    CLOSE,
    CLOSED,
    COUNTED,
    ENOUGH,
    EXCHANGE,
    FAIL,
    FALSE_CLAIM,
    INVINCIBLE,
    LED,
    LEVEL,
    MAY_DRAW,
    SAID,
    SEVEN,
    STOCK_LEFT,
    TILE,
    TILE_MASK,
    TRICKS,
    TURN_UP,
    State,
)
from bingo.engine.legal_moves import doubles_said, may_close
from bingo.engine.scoring import (
    add_big,
    add_points,
    count,
    ended_for,
    fail_now,
    level_now,
    made_at_end,
    seventy,
)
from bingo.engine.state import double_of, hand_of, is_over, is_strict, points_of, tricks_of
from bingo.engine.tables import (
    ANY_TRICK,
    BEATEN_OPEN,
    BEATEN_STRICT,
    BINGO_BONUS,
    BINGO_SAID,
    CLOSE_BEFORE_DRAW,
    INVINCIBLE_ENDS,
    LAST_TRICK,
    LEVEL_AT_CLOSING,
    LOSER_DRAWS_LAST,
    LOWEST_TRUMP,
    REANNOUNCE,
    SAID_BIG,
    SAID_POINTS,
    TRUMP_DOUBLE,
    WORTH,
    Array,
)

LED_CLEAR = ~(TILE_MASK << LED)


@inner
def credit(t: Array, marks: int, score: int, seat: int) -> tuple[int, int]:
    """Credit what the seat has announced. [5.2, 5.3, 5.7]"""
    said = (marks >> (SAID + 7 * seat)) & SEVEN
    number = popcount(said)
    marks &= ~(SEVEN << (SAID + 7 * seat))
    if t[REANNOUNCE] == 2:
        marks = (marks & ~(SEVEN << (COUNTED + 7 * seat))) | said << (COUNTED + 7 * seat)
    if t[BINGO_SAID] and said & 1:
        marks, score = add_points(marks, score, seat, t[BINGO_SAID])
    big_points = t[SAID_BIG + number]
    if big_points:
        if number == 7 and t[INVINCIBLE_ENDS]:
            return ended_for(marks, score, INVINCIBLE, seat, big_points)
        return add_big(marks, score, seat, big_points)
    return add_points(marks, score, seat, t[SAID_POINTS + number])


@inner
def lead(t: Array, s: State, tile: int, announced: bool) -> State:
    """Lead to a trick, perhaps with an announcement. [4.1, 5.1, 5.4]"""
    hands, stock, marks, score = s
    seat = marks & 1
    if announced:
        said = doubles_said(t, marks, hand_of(hands, seat))
        marks |= said << (SAID + 7 * seat)
        if t[REANNOUNCE] == 0:
            marks |= 1 << (ANNOUNCED + seat)
    hands ^= 1 << (tile + 28 * seat)
    marks |= (tile + 1) << LED
    if announced and t[ANY_TRICK] and tricks_of(score, seat):
        marks, score = credit(t, marks, score, seat)
        marks, score = seventy(t, marks, score, seat)
    return hands, stock, marks, score


@inner
def taker_of(t: Array, strict: bool, leader: int, led: int, tile: int) -> int:
    """The seat that takes the trick. [3]"""
    row = BEATEN_STRICT if strict else BEATEN_OPEN
    return 1 - leader if t[row + led] >> tile & 1 else leader


@inner
def unbeatable(t: Array, hand: int, against: int, strict: bool) -> int:
    """The tiles of a hand that take the trick when led, whatever of `against` is answered. [3]"""
    row = BEATEN_STRICT if strict else BEATEN_OPEN
    sure = 0
    while hand:
        tile = lowest(hand)
        hand &= hand - 1
        if against & t[row + tile] == 0:
            sure |= 1 << tile
    return sure


@inner
def answer(t: Array, s: State, tile: int) -> State:
    """Answer, settle the trick in order, and draw or count. [8.8, 4.2]"""
    hands, stock, marks, score = s
    leader = marks & 1
    led = ((marks >> LED) & TILE_MASK) - 1
    hands ^= 1 << (tile + 28 * (1 - leader))
    strict = is_strict(hands, marks)
    taker = taker_of(t, strict, leader, led, tile)
    marks = (marks & LED_CLEAR & ~1) | taker
    score += 1 << (TRICKS + 4 * taker)
    if t[BINGO_BONUS]:
        double = t[TRUMP_DOUBLE]
        if (tile == 0 and led == double) or (led == 0 and tile == double and t[BINGO_BONUS] == 2):
            marks, score = add_big(marks, score, taker, 1)
            if is_over(marks):
                return hands, stock, marks, score
    if marks >> SAID & (SEVEN | SEVEN << 7):
        if not t[ANY_TRICK]:
            marks &= ~(SEVEN << (SAID + 7 * (1 - taker)))
        if marks >> (SAID + 7 * taker) & SEVEN:
            marks, score = credit(t, marks, score, taker)
            if is_over(marks):
                return hands, stock, marks, score
    last = strict and hands & ALL == 0
    worth = t[WORTH + led] + t[WORTH + tile]
    if last and (marks >> CLOSED) & 3 == 0:
        worth += t[LAST_TRICK]
    marks, score = add_points(marks, score, taker, worth)
    marks, score = seventy(t, marks, score, taker)
    if is_over(marks):
        return hands, stock, marks, score
    if not strict:
        if t[CLOSE_BEFORE_DRAW] and may_close(t, hands, marks, score):
            return hands, stock, marks | 1 << MAY_DRAW, score
        return draw(t, (hands, stock, marks, score))
    if last:
        marks, score = count(t, marks, score, made_at_end(t, marks, score))
    return hands, stock, marks, score


@inner
def draw(t: Array, s: State) -> State:
    """The taker draws a tile, then the other seat; the last draw shares out the turn-up. [4.2]"""
    hands, stock, marks, score = s
    taker = marks & 1
    if hands >> STOCK_LEFT > 2:
        first, second = stock & TILE_MASK, stock >> TILE & TILE_MASK
        stock >>= 2 * TILE
    else:
        first, second = marks >> ABOVE & TILE_MASK, marks >> TURN_UP & TILE_MASK
        marks &= ~(TILE_MASK << ABOVE)
        if not t[LOSER_DRAWS_LAST]:
            first, second = second, first
    hands |= 1 << (first + 28 * taker) | 1 << (second + 28 * (1 - taker))
    hands -= 2 << STOCK_LEFT
    return hands, stock, marks & ~(1 << MAY_DRAW), score


@inner
def close(t: Array, s: State) -> State:
    """Close the stock: what depends on the moment of closing is settled. [7.1, 8.3, 8.4]"""
    hands, stock, marks, score = s
    closer = marks & 1
    marks = (marks & ~(1 << MAY_DRAW)) | (closer + 1) << CLOSED
    marks |= fail_now(t, score, closer) << FAIL
    if t[LEVEL_AT_CLOSING]:
        marks |= level_now(t, score, closer) << LEVEL
    return hands, stock, marks, score


@inner
def exchange(t: Array, s: State) -> State:
    """Swap the lowest trump for the turn-up. [7.4]"""
    hands, stock, marks, score = s
    lowest_trump = t[LOWEST_TRUMP]
    turn_up = marks >> TURN_UP & TILE_MASK
    hands ^= (1 << lowest_trump | 1 << turn_up) << 28 * (marks & 1)
    return hands, stock, (marks & ~(TILE_MASK << TURN_UP)) | lowest_trump << TURN_UP, score


@inner
def claim(t: Array, s: State) -> State:
    """Claim 70: true or false, the deal is over. [8.1]"""
    hands, stock, marks, score = s
    seat = marks & 1
    if points_of(score, seat) >= ENOUGH:
        marks, score = count(t, marks, score, 1 << seat)
    else:
        marks, score = ended_for(marks, score, FALSE_CLAIM, 1 - seat, 2)
    return hands, stock, marks, score


@inner
def play(t: Array, s: State, move: int) -> State:
    """The state after a move that is known to be legal."""
    if move < CLOSE:
        if (s[2] >> LED) & TILE_MASK:
            return answer(t, s, move)
        if move >= ANNOUNCE:
            return lead(t, s, double_of(move - ANNOUNCE), True)
        return lead(t, s, move, False)
    if move == CLOSE:
        return close(t, s)
    if move == EXCHANGE:
        return exchange(t, s)
    if move == CLAIM:
        return claim(t, s)
    return draw(t, s)
