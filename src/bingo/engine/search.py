"""The double-dummy search: may ONE reach a value, all tiles known?

`search` answers one yes-or-no question ("is the value at least `goal`?", a zero-window search) and
says for which points the answer holds (`boxes`). Values are ranks in the table of utilities that
lies in the same array. One array `m` holds all: tables, utilities, counters, history, the hash
table, so that a call passes little.
"""

from __future__ import annotations

from bingo.engine.bonus import bonus_open, never_hurts, undrawn_of, wide
from bingo.engine.bounds import at_least, at_most, utility
from bingo.engine.boxes import (
    EVERYWHERE,
    NO_LIMIT,
    YES,
    agreed,
    anything,
    at_least_rank,
    at_most_rank,
    before,
    both,
    box,
    region,
    widened,
    within,
)
from bingo.engine.compiled import inner, kernel, lowest, popcount, prefetch
from bingo.engine.flow import answer as answer_state
from bingo.engine.flow import lead, play, unbeatable
from bingo.engine.hashing import bucket_of, hashed, probe, store, stored_move
from bingo.engine.layout import (
    CLOSE,
    CLOSED,
    ENOUGH,
    HOW,
    LED,
    LEVEL,
    NEITHER,
    SEVENTY,
    TILE_MASK,
    WINNER,
)
from bingo.engine.legal_moves import answers, legal
from bingo.engine.memory import NODES
from bingo.engine.ordering import next_answer, next_lead, worth_trying
from bingo.engine.played_out import limits
from bingo.engine.race import raced
from bingo.engine.state import (
    big_of,
    hand_of,
    is_over,
    points_of,
    tricks_of,
)
from bingo.engine.tables import (
    BEATEN_OPEN,
    BEATEN_STRICT,
    CLAIMED,
    DEAL_END,
    HIGHER_WINS,
    LEVEL_AT_CLOSING,
    LOW,
    Array,
)

# --- the end of a deal ----------------------------------------------------------------------------


@inner
def result(m: Array, marks: int, score: int, goal: int) -> int:
    """The answer where the deal is over."""
    one, two = points_of(score, 0), points_of(score, 1)
    winner = (marks >> WINNER) & 3
    big0, big1 = big_of(score, 0), big_of(score, 1)
    rank = utility(m, winner, big0, big1)
    yes = rank >= goal
    found = region(one, two)
    how = (marks >> HOW) & 7
    if how == SEVENTY and winner:
        taker = winner - 1
        other = points_of(score, 1 - taker)
        settled = (marks >> LEVEL) & 3 and (marks >> CLOSED) & 3 == winner
        if other < ENOUGH and tricks_of(score, 1 - taker) and not settled:
            is_low = other < m[LOW]
            change = -1 if is_low else 1
            if taker:
                changed = utility(m, 2, big0, big1 + change)
            else:
                changed = utility(m, 1, big0 + change, big1)
            if (changed >= goal) == yes:
                rank = min(rank, changed) if yes else max(rank, changed)
            elif is_low:
                found = both(found, at_most(EVERYWHERE, 1 - taker, m[LOW] - 1))
            else:
                found = both(found, at_least(EVERYWHERE, 1 - taker, m[LOW]))
    elif how == NEITHER and m[HIGHER_WINS]:
        found = box(one, one, two, two)
    return within(at_least_rank(rank) if yes else at_most_rank(rank), found)


# --- the search -----------------------------------------------------------------------------------


@inner
def closing_side(m: Array, score: int, closer: int) -> int:
    """The box in which a closing settles the same. [8.3]"""
    if m[LEVEL_AT_CLOSING] == 0:
        return EVERYWHERE
    is_low = points_of(score, 1 - closer) < m[LOW]
    low, high = (0, m[LOW] - 1) if is_low else (m[LOW], NO_LIMIT)
    return box(low, high, 0, NO_LIMIT) if closer else box(0, NO_LIMIT, low, high)


@inner
def since(found: int, score: int, one: int, two: int) -> int:
    """The answer seen from where the points were these."""
    return before(found, points_of(score, 0) - one, points_of(score, 1) - two)


@inner
def last_trick(m: Array, hands: int, stock: int, marks: int, score: int, goal: int) -> int:
    """The answer where each seat holds one tile and so has no choice."""
    leader = marks & 1
    one, two = points_of(score, 0), points_of(score, 1)
    s = lead(m, (hands, stock, marks, score), lowest(hand_of(hands, leader)), False)
    _, _, marks1, score1 = answer_state(m, s, lowest(hand_of(hands, 1 - leader)))
    return within(since(result(m, marks1, score1, goal), score1, one, two), region(one, two))


@kernel("int64(int64[::1], int64, int64, int64, int64, int64)")
def search(m: Array, hands: int, stock: int, marks: int, score: int, goal: int) -> int:
    """Whether ONE can reach a value of rank `goal`, and the points for which that holds.

    The deal is not over. Returns an answer of `bingo.engine.boxes`. A call goes through whole
    tricks: every lead, and every answer to it.
    """
    m[NODES] += 1
    leader = marks & 1
    led_before = marks >> LED & TILE_MASK != 0
    wanted = YES if leader == 0 else 0
    one, two = points_of(score, 0), points_of(score, 1)
    mine, his = hand_of(hands, leader), hand_of(hands, 1 - leader)
    size = popcount(his)
    stores = size > 2 and not led_before
    number, bucket, kept = 0, 0, -1
    if stores:
        number = hashed(m, hands, marks, score)
        bucket = bucket_of(m, number)
        prefetch(m, bucket)
    undrawn = undrawn_of(hands, stock, marks)
    strict = undrawn == 0
    sure = unbeatable(m, mine, his | undrawn, strict)
    here = region(one, two)
    bonus = bonus_open(m, hands, marks, undrawn)
    monotone = never_hurts(m, score, bonus, goal)
    if not led_before:
        known = limits(m, hands, marks, score, undrawn, bonus, goal)
        if known >= 0:
            return wide(m, score, bonus, goal, within(known, here))
    if stores:
        known = probe(m, bucket, number, one, two, goal)
        if known >= 0:
            return known
        kept = stored_move(m, bucket, number)
    if strict and bonus == 0 and not led_before:
        known = raced(m, hands, marks, score, goal)
        if known >= 0:
            found = widened(within(known, here))
            if stores:
                store(m, bucket, number, found, -1, size)
            return found
    moves = 1
    if not led_before:
        moves = worth_trying(m, legal(m, (hands, stock, marks, score)), monotone)
    holding = sure if strict else unbeatable(m, mine, his, strict)
    found, best = within(anything(YES ^ wanted), here), -1
    while moves and best < 0:
        hands1, stock1, marks1, score1 = hands, stock, marks, score
        if led_before:
            move = 0
        else:
            if kept >= 0 and moves >> kept & 1:
                move = kept
            else:
                move = next_lead(m, moves, holding, (two if leader else one) >= ENOUGH)
            hands1, stock1, marks1, score1 = play(m, (hands, stock, marks, score), move)
        moves &= ~(1 << move)
        led = (marks1 >> LED & TILE_MASK) - 1
        if is_over(marks1):
            answer = since(result(m, marks1, score1, goal), score1, one, two)
        elif led < 0:
            answer = search(m, hands1, stock1, marks1, score1, goal)
            answer = since(answer, score1, one, two)
            if move == CLOSE:
                answer = within(answer, closing_side(m, score, leader))
        else:
            at_lead = since(region(points_of(score1, 0), points_of(score1, 1)), score1, one, two)
            answer = within(anything(wanted), at_lead)
            tiles = answers(m, led, his) if strict else his
            takers = m[(BEATEN_STRICT if strict else BEATEN_OPEN) + led]
            while tiles:
                tile = next_answer(m, tiles, takers, led)
                tiles ^= 1 << tile
                hands2, stock2, marks2, score2 = answer_state(
                    m, (hands1, stock1, marks1, score1), tile
                )
                if is_over(marks2):
                    known = result(m, marks2, score2, goal)
                elif size == 2 and strict and m[DEAL_END] != CLAIMED:
                    known = last_trick(m, hands2, stock2, marks2, score2, goal)
                else:
                    known = search(m, hands2, stock2, marks2, score2, goal)
                known = since(known, score2, one, two)
                if known & YES != wanted:
                    answer = within(known, at_lead)
                    break
                answer = agreed(known, answer)
        if answer & YES == wanted:
            best = move
            found = within(answer, here)
        else:
            found = agreed(answer, found)
    found = wide(m, score, bonus, goal, found)
    if stores:
        store(m, bucket, number, found, best, size + (0 if strict else 4))
    return found
