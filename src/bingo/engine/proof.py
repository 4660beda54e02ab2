"""The search of open play: proof numbers, so that the cheapest proof is tried first.

Among the moves that refute a lead one may need ten times the work of another, and which one shows
only as the work goes on. So open play is searched depth first by proof numbers (A. Nagai, *Df-pn
algorithm for searching AND/OR trees*, 2002): a position keeps how many endings must still come out
for a yes, and how many for a no; the search always goes where the smaller number is. Strict play is
a leaf here: `bingo.engine.search` settles it.
"""

from __future__ import annotations

from bingo.engine.bounds import limits, unbeatable
from bingo.engine.boxes import YES, both, box, region, widened
from bingo.engine.compiled import inner, kernel, lowest, popcount, times_plus
from bingo.engine.hashing import bucket_of, hashed, probe, store
from bingo.engine.layout import (
    CLOSE,
    LED,
    POINTS,
    STOCK_LEFT,
    TILE_MASK,
    TRICKS,
)
from bingo.engine.memory import AGE, MONOTONE, NODES, PROOF_BITS, PROOFS
from bingo.engine.search import bonus_open, closing_side, result, search, since, undrawn_of
from bingo.engine.state import hand_of, is_over, is_strict, legal, play, points_of, to_move
from bingo.engine.tables import AT_70, DEAL_END, HIGHER_WINS, Array

WIDTH = 28
NUMBER = (1 << WIDTH) - 1
BOTH_NUMBERS = (1 << 2 * WIDTH) - 1
NEVER = 1 << 26  # a proof number without hope
PROVED = NEVER << WIDTH  # a yes: nothing to prove, never to be disproved
REFUTED = NEVER
KIN = 4  # entries looked at for one position


@inner
def pair(proof: int, disproof: int) -> int:
    """Two proof numbers in one integer."""
    return min(proof, NEVER) | min(disproof, NEVER) << WIDTH


@inner
def proof_key(score: int, number: int, goal: int) -> int:
    """The key of a position with its points, for one question."""
    points = score & ((1 << TRICKS) - 1)
    return times_plus(number ^ points << 10 ^ goal << 40, 0x369DEA0F31A53F85, 1)


@inner
def kin_of(key: int) -> int:
    """Where the entries begin among which a position may be kept."""
    return PROOFS + (key & ((1 << PROOF_BITS) - KIN)) * 2


@inner
def kept_proof(m: Array, key: int) -> int:
    """The proof numbers kept for a position, or -1."""
    at = kin_of(key)
    for way in range(KIN):
        if m[at + 2 * way] == key:
            return m[at + 2 * way + 1] & BOTH_NUMBERS
    return -1


@inner
def keep_proof(m: Array, key: int, numbers: int) -> None:
    """Keep them; what an earlier solve has left, or took the least work, gives way."""
    at = kin_of(key)
    age = m[AGE] & 63
    victim, least = at, 1 << 62
    for way in range(KIN):
        if m[at + 2 * way] == key:
            victim = at + 2 * way
            break
        old = m[at + 2 * way + 1]
        good, bad = old & NUMBER, old >> WIDTH & NUMBER
        work = min(good, bad) + 8 if good and bad else 4
        if old >> 2 * WIDTH != age:
            work = 0
        if work < least:
            victim, least = at + 2 * way, work
    m[victim] = key
    m[victim + 1] = numbers | age << 2 * WIDTH


@inner
def at_sight(m: Array, hands: int, stock: int, marks: int, score: int, goal: int) -> int:
    """The answer of a position if it shows without search, or -1."""
    if is_over(marks):
        return result(m, marks, score, goal)
    one, two = points_of(score, 0), points_of(score, 1)
    if marks >> LED & TILE_MASK == 0 and m[DEAL_END] == AT_70 and not m[HIGHER_WINS]:
        leader = marks & 1
        mine, his = hand_of(hands, leader), hand_of(hands, 1 - leader)
        undrawn = undrawn_of(hands, stock, marks)
        if m[MONOTONE] and not bonus_open(m, marks, mine | his | undrawn):
            sure = unbeatable(m, mine, his | undrawn, undrawn == 0)
            known = limits(m, hands, marks, score, undrawn, sure, goal)
            if known >= 0:
                return widened(both(known, region(one, two)) | known & YES)
    if one >= 250 or two >= 250:
        return -1
    number = hashed(m, hands, marks, score)
    return probe(m, bucket_of(m, number), number, one, two, goal)


@inner
def first_guess(hands: int, marks: int, seat: int) -> int:
    """Proof numbers of a position not looked into yet: the mover needs one good move, the other
    seat an answer to each.
    """
    left = hands >> STOCK_LEFT
    if is_strict(hands, marks):
        return pair(1, 1)
    good, bad = 1 + left // 4, 3 + left // 2
    return pair(good, bad) if seat == 0 else pair(bad, good)


@inner
def numbers_of(m: Array, hands: int, stock: int, marks: int, score: int, goal: int) -> int:
    """The proof numbers of a position, kept or guessed."""
    if not is_over(marks):
        known = kept_proof(m, proof_key(score, hashed(m, hands, marks, score), goal))
        if known >= 0:
            return known
    known = at_sight(m, hands, stock, marks, score, goal)
    if known >= 0:
        return PROVED if known & YES else REFUTED
    return first_guess(hands, marks, to_move(marks))


@inner
def shown(m: Array, hands: int, stock: int, marks: int, score: int, goal: int, yes: int) -> int:
    """The box of a settled position; where it is no longer known, its own points."""
    known = at_sight(m, hands, stock, marks, score, goal)
    if known >= 0 and known & YES == yes:
        return known
    one, two = points_of(score, 0), points_of(score, 1)
    return box(min(one, 254), min(one, 254), min(two, 254), min(two, 254)) | yes


@inner
def settled_box(
    m: Array, hands: int, stock: int, marks: int, score: int, goal: int, yes: int
) -> int:
    """The box of a position whose moves have settled it, from the boxes after them."""
    one, two = points_of(score, 0), points_of(score, 1)
    s = (hands, stock, marks, score)
    seat = to_move(marks)
    found = region(one, two)
    wished = yes if seat == 0 else YES ^ yes
    moves = legal(m, s)
    while moves:
        move = lowest(moves)
        moves &= moves - 1
        hands1, stock1, marks1, score1 = play(m, s, move)
        if wished:
            numbers = numbers_of(m, hands1, stock1, marks1, score1, goal)
            if numbers != (PROVED if yes else REFUTED):
                continue
        answer = since(
            shown(m, hands1, stock1, marks1, score1, goal, yes), score1, one, two
        )
        if move == CLOSE:
            answer = both(answer, closing_side(m, score, seat))
        found = both(found, answer)
        if wished:
            break
    found |= yes
    left = marks >> LED & TILE_MASK
    alive = hand_of(hands, 0) | hand_of(hands, 1) | undrawn_of(hands, stock, marks)
    if left:
        alive |= 1 << (left - 1)
    if m[MONOTONE] and not bonus_open(m, marks, alive):
        found = widened(found)
    return found


@kernel("int64(int64[::1], int64, int64, int64, int64, int64, int64, int64)")
def prove(
    m: Array, hands: int, stock: int, marks: int, score: int, goal: int, proof: int, disproof: int
) -> int:
    """Search a position until its proof number or its disproof number reaches a limit.

    Returns both; PROVED and REFUTED where it is settled, and then the answer lies in the hash table.
    """
    m[NODES] += 1
    number = hashed(m, hands, marks, score)
    key = proof_key(score, number, goal)
    one, two = points_of(score, 0), points_of(score, 1)
    s = (hands, stock, marks, score)
    if is_strict(hands, marks):
        numbers = PROVED if search(m, hands, stock, marks, score, goal) & YES else REFUTED
        keep_proof(m, key, numbers)
        return numbers
    seat = to_move(marks)
    while True:
        least, second, worst, open_moves, best = NEVER, NEVER, 0, 0, -1
        best_numbers = 0
        moves = legal(m, s)
        while moves:
            move = lowest(moves)
            moves &= moves - 1
            hands1, stock1, marks1, score1 = play(m, s, move)
            numbers = numbers_of(m, hands1, stock1, marks1, score1, goal)
            good, bad = numbers & NUMBER, numbers >> WIDTH
            if seat:
                good, bad = bad, good
            worst = max(worst, bad)
            open_moves += bad > 0
            if good < least:
                least, second, best, best_numbers = good, least, move, numbers
            elif good < second:
                second = good
            if good == 0:
                break
        total = min(worst + max(open_moves - 1, 0), NEVER)
        if least == 0 or worst == 0:
            # settled: the mover has what it wants, or cannot have it
            yes = YES if (least == 0) == (seat == 0) else 0
            if one < 250 and two < 250:
                found = settled_box(m, hands, stock, marks, score, goal, yes)
                size = 8 + (hands >> STOCK_LEFT)
                store(m, bucket_of(m, number), number, found, goal, -1, size)
            numbers = PROVED if yes else REFUTED
            keep_proof(m, key, numbers)
            return numbers
        numbers = pair(total, least) if seat else pair(least, total)
        if numbers & NUMBER >= proof or numbers >> WIDTH >= disproof:
            keep_proof(m, key, numbers)
            return numbers
        limit_good, limit_bad = (disproof, proof) if seat else (proof, disproof)
        good, bad = best_numbers & NUMBER, best_numbers >> WIDTH
        if seat:
            good, bad = bad, good
        child_good = min(limit_good, second + second // 4 + 1)
        child_bad = limit_bad - (open_moves - 1)
        hands1, stock1, marks1, score1 = play(m, s, best)
        if seat:
            prove(m, hands1, stock1, marks1, score1, goal, child_bad, child_good)
        else:
            prove(m, hands1, stock1, marks1, score1, goal, child_good, child_bad)
