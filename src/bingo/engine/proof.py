"""The search of open play: proof numbers, so that the cheapest proof is tried first.

Among the moves that refute a lead one may need ten times the work of another, and which one shows
only as the work goes on. So open play is searched depth first by proof numbers (A. Nagai, *Df-pn
algorithm for searching AND/OR trees*, 2002): a position keeps how many endings must still come out
for a yes, and how many for a no; the search always goes where the smaller number is. Strict play is
a leaf here: `bingo.engine.search` settles it.
"""

from __future__ import annotations

from bingo.engine.bonus import bonus_open, never_hurts, undrawn_of, wide
from bingo.engine.boxes import (
    YES,
    agreed,
    anything,
    at_least_rank,
    at_most_rank,
    box,
    region,
    within,
)
from bingo.engine.compiled import inner, kernel, lowest, prefetch, times_plus
from bingo.engine.flow import play
from bingo.engine.hashing import bucket_of, hashed, probe, store
from bingo.engine.layout import (
    CLOSE,
    LED,
    STOCK_LEFT,
    TILE_MASK,
    TRICKS,
    State,
)
from bingo.engine.legal_moves import legal
from bingo.engine.memory import AGE, FRAME, FRAMES, KIDS, NODES, PROOF_BITS, PROOFS
from bingo.engine.ordering import worth_trying
from bingo.engine.played_out import limits
from bingo.engine.search import closing_side, result, search, since
from bingo.engine.state import is_over, is_strict, points_of, to_move
from bingo.engine.tables import Array

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
    return times_plus(number, 0x369DEA0F31A53F85, points << 10 ^ goal << 40)


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
def at_sight(
    m: Array, hands: int, stock: int, marks: int, score: int, number: int, goal: int
) -> int:
    """The answer of a position if it shows without search, or -1."""
    if is_over(marks):
        return result(m, marks, score, goal)
    one, two = points_of(score, 0), points_of(score, 1)
    if marks >> LED & TILE_MASK == 0:
        undrawn = undrawn_of(hands, stock, marks)
        bonus = bonus_open(m, hands, marks, undrawn)
        known = limits(m, hands, marks, score, undrawn, bonus, goal)
        if known >= 0:
            return wide(m, score, bonus, goal, within(known, region(one, two)))
    return probe(m, bucket_of(m, number), number, one, two, goal)


@inner
def bonus_of(m: Array, s: State) -> int:
    """Who may still win big points in play: `bonus_open`."""
    hands, stock, marks, _ = s
    return bonus_open(m, hands, marks, undrawn_of(hands, stock, marks))


@inner
def first_guess(hands: int, marks: int, seat: int) -> int:
    """Proof numbers of a position not looked into yet: the mover needs one good move, the other
    seat an answer to each.
    """
    left = hands >> STOCK_LEFT
    if is_strict(hands, marks):
        return pair(2, 2)
    good, bad = 1 + left // 4, 3 + left // 2
    return pair(good, bad) if seat == 0 else pair(bad, good)


@inner
def numbers_of(m: Array, hands: int, stock: int, marks: int, score: int, goal: int) -> int:
    """The proof numbers of a position, kept or guessed."""
    return numbers_at(m, hands, stock, marks, score, hashed(m, hands, marks, score), goal)


@inner
def numbers_at(
    m: Array, hands: int, stock: int, marks: int, score: int, number: int, goal: int
) -> int:
    """The same, where its number in the hash table is known."""
    if not is_over(marks):
        known = kept_proof(m, proof_key(score, number, goal))
        if known >= 0:
            return known
    known = at_sight(m, hands, stock, marks, score, number, goal)
    if known >= 0:
        return PROVED if known & YES else REFUTED
    return first_guess(hands, marks, to_move(marks))


@inner
def shown(m: Array, hands: int, stock: int, marks: int, score: int, goal: int, yes: int) -> int:
    """The box of a settled position; where it is no longer known, its own points."""
    number = hashed(m, hands, marks, score)
    known = at_sight(m, hands, stock, marks, score, number, goal)
    if known >= 0 and known & YES == yes:
        return known
    one, two = points_of(score, 0), points_of(score, 1)
    return within(at_least_rank(goal) if yes else at_most_rank(goal - 1), box(one, one, two, two))


@inner
def keep_answer(m: Array, s: State, number: int, goal: int, yes: int) -> None:
    """Put the answer of a position whose moves have settled it into the hash table."""
    hands, stock, marks, score = s
    found = settled_box(m, hands, stock, marks, score, goal, yes)
    store(m, bucket_of(m, number), number, found, -1, 8 + (hands >> STOCK_LEFT))


@inner
def settled_box(
    m: Array, hands: int, stock: int, marks: int, score: int, goal: int, yes: int
) -> int:
    """The box of a position whose moves have settled it, from the boxes after them."""
    one, two = points_of(score, 0), points_of(score, 1)
    s = (hands, stock, marks, score)
    seat = to_move(marks)
    found = within(anything(yes), region(one, two))
    wished = yes if seat == 0 else YES ^ yes
    bonus = bonus_of(m, s)
    moves = worth_trying(m, legal(m, s), never_hurts(m, score, bonus, goal))
    while moves:
        move = lowest(moves)
        moves &= moves - 1
        hands1, stock1, marks1, score1 = play(m, s, move)
        if wished:
            numbers = numbers_of(m, hands1, stock1, marks1, score1, goal)
            if numbers != (PROVED if yes else REFUTED):
                continue
        answer = since(shown(m, hands1, stock1, marks1, score1, goal, yes), score1, one, two)
        if move == CLOSE:
            answer = within(answer, closing_side(m, score, seat))
        found = agreed(found, answer)
        if wished:
            break
    return wide(m, score, bonus, goal, found)


@inner
def list_moves(m: Array, frame: int, s: State, goal: int) -> int:
    """Write every move with the proof numbers after it into a frame; how many there are."""
    moves = worth_trying(m, legal(m, s), never_hurts(m, s[3], bonus_of(m, s), goal))
    count = 0
    while moves:  # what is kept of them comes slowly from memory: all is asked for first
        move = lowest(moves)
        moves &= moves - 1
        hands, stock, marks, score = play(m, s, move)
        number = hashed(m, hands, marks, score)
        prefetch(m, kin_of(proof_key(score, number, goal)))
        prefetch(m, bucket_of(m, number))
        at = KIDS + 6 * count
        m[at] = hands
        m[at + 1] = stock
        m[at + 2] = marks
        m[at + 3] = score
        m[at + 4] = number
        m[frame + count] = move << 2 * WIDTH
        count += 1
    for i in range(count):
        at = KIDS + 6 * i
        numbers = numbers_at(m, m[at], m[at + 1], m[at + 2], m[at + 3], m[at + 4], goal)
        m[frame + i] |= numbers
    return count


@kernel("int64(int64[::1], int64, int64, int64, int64, int64, int64, int64, int64)")
def prove(
    m: Array,
    hands: int,
    stock: int,
    marks: int,
    score: int,
    goal: int,
    proof: int,
    disproof: int,
    depth: int,
) -> int:
    """Search a position until its proof number or its disproof number reaches a limit.

    Returns both; PROVED or REFUTED where it is settled, and then the answer is in the hash table.
    """
    m[NODES] += 1
    s = (hands, stock, marks, score)
    number = hashed(m, hands, marks, score)
    key = proof_key(score, number, goal)
    if is_strict(hands, marks):
        numbers = PROVED if search(m, hands, stock, marks, score, goal) & YES else REFUTED
        keep_proof(m, key, numbers)
        return numbers
    seat = to_move(marks)
    frame = FRAMES + FRAME * depth
    count = list_moves(m, frame, s, goal)
    while True:
        # what the mover still has to prove is the least of its moves; what the other seat has to
        # is the most, and one for each further move (weak proof numbers)
        best, least, second, worst, unsettled = 0, NEVER, NEVER, 0, 0
        for i in range(count):
            good, bad = m[frame + i] & NUMBER, m[frame + i] >> WIDTH & NUMBER
            if seat:
                good, bad = bad, good
            worst = max(worst, bad)
            unsettled += bad > 0
            if good < least:
                best, least, second = i, good, least
            elif good < second:
                second = good
        if least == 0 or worst == 0:
            yes = YES if (least == 0) == (seat == 0) else 0
            keep_answer(m, s, number, goal, yes)
            numbers = PROVED if yes else REFUTED
            keep_proof(m, key, numbers)
            return numbers
        total = min(worst + unsettled - 1, NEVER)
        numbers = pair(total, least) if seat else pair(least, total)
        if numbers & NUMBER >= proof or numbers >> WIDTH >= disproof:
            keep_proof(m, key, numbers)
            return numbers
        limit, other_limit = (disproof, proof) if seat else (proof, disproof)
        limit = min(limit, second + second // 2 + 1)
        other_limit -= unsettled - 1
        move = m[frame + best] >> 2 * WIDTH
        hands1, stock1, marks1, score1 = play(m, s, move)
        if seat:
            limit, other_limit = other_limit, limit
        numbers = prove(m, hands1, stock1, marks1, score1, goal, limit, other_limit, depth + 1)
        m[frame + best] = numbers | move << 2 * WIDTH
