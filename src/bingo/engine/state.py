"""The flow of a deal over packed integers: what may be played, and what comes of it.

The compiled twin of `bingo.game.board`, `legal` and `scoring`; where they differ, this is wrong.
Nothing is changed in place: `play` gives a new state, so the old one is the undo. `t` is the array
of `bingo.engine.tables`.
"""

from __future__ import annotations

from bingo.engine.compiled import inner, popcount
from bingo.engine.layout import (
    ABOVE,
    ALL,
    ANNOUNCE,
    ANNOUNCED,
    BIG,
    CLAIM,
    CLOSE,
    CLOSED,
    COUNTED,
    DOUBLES,
    DRAW,
    ENOUGH,
    EXCHANGE,
    FAIL,
    FAILED_CLOSE,
    FALSE_CLAIM,
    FIRST_70,
    FOUR,
    HOW,
    INVINCIBLE,
    LED,
    LEVEL,
    MATCH,
    MAY_DRAW,
    NEITHER,
    POINTS,
    SAID,
    SEVEN,
    SEVENTY,
    STOCK_LEFT,
    TEN,
    TILE,
    TILE_MASK,
    TO_GO,
    TRICKS,
    TURN_UP,
    WINNER,
    State,
)
from bingo.engine.tables import (
    ALWAYS,
    ANY_TRICK,
    AT_70,
    BEATEN_OPEN,
    BEATEN_STRICT,
    BINGO_BONUS,
    BINGO_SAID,
    CLAIMED,
    CLOSE_BEFORE_DRAW,
    CLOSE_MIN_STOCK,
    CLOSE_NEEDS_TRICK,
    DEAL_END,
    DUTY,
    EXCHANGE_ALLOWED,
    FAILED_3,
    FAILED_70,
    FIRST,
    HIGHER_WINS,
    INVINCIBLE_ENDS,
    LAST_TRICK,
    LEVEL_AT_CLOSING,
    LOSER_DRAWS_LAST,
    LOW,
    LOWEST_TRUMP,
    MUST_BEAT,
    REANNOUNCE,
    SAID_BIG,
    SAID_POINTS,
    STEPS,
    TRUMP_DOUBLE,
    WORTH,
    Array,
)

LED_CLEAR = ~(TILE_MASK << LED)


# --- reading a state ------------------------------------------------------------------------------


@inner
def hand_of(hands: int, seat: int) -> int:
    """The set of tiles a seat holds."""
    return (hands >> 28 * seat) & ALL


@inner
def points_of(score: int, seat: int) -> int:
    """A seat's points in this deal."""
    return (score >> (POINTS + 10 * seat)) & TEN


@inner
def tricks_of(score: int, seat: int) -> int:
    """How many tricks a seat has taken."""
    return (score >> (TRICKS + 4 * seat)) & FOUR


@inner
def big_of(score: int, seat: int) -> int:
    """Big points a seat has won in this deal."""
    return (score >> (BIG + 4 * seat)) & FOUR


@inner
def is_over(marks: int) -> bool:
    """Whether the deal has ended."""
    return (marks >> HOW) & 7 != 0


@inner
def to_move(marks: int) -> int:
    """The seat to move, 0 or 1; without meaning when the deal is over."""
    leader = marks & 1
    return 1 - leader if (marks >> LED) & TILE_MASK else leader


@inner
def is_strict(hands: int, marks: int) -> bool:
    """Whether the stock is closed or exhausted. [6]"""
    return (marks >> CLOSED) & 3 != 0 or hands >> STOCK_LEFT == 0


# --- what may be played ---------------------------------------------------------------------------


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
def double_of(number: int) -> int:
    """The index of the double of a suit: 0, 2, 5, 9, 14, 20, 27."""
    return number * (number + 3) // 2


@inner
def numbers_of(tiles: int) -> int:
    """The doubles of a set of tiles, bit n for the double of suit n."""
    return (
        (tiles & 1)
        | (tiles >> 1 & 2)
        | (tiles >> 3 & 4)
        | (tiles >> 6 & 8)
        | (tiles >> 10 & 16)
        | (tiles >> 15 & 32)
        | (tiles >> 21 & 64)
    )


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


# --- the count ------------------------------------------------------------------------------------


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


# --- what comes of a move -------------------------------------------------------------------------


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
