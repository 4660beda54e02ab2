"""The search of open play: proof numbers, so that the cheapest proof is tried first.

Among the moves that refute a lead one may need ten times the work of another, and which one shows
only as the work goes on. So open play is searched depth first by proof numbers (A. Nagai, *Df-pn
algorithm for searching AND/OR trees*, 2002): a position keeps how many endings must still come out
for a yes, and how many for a no; the search always goes where the smaller number is. Strict play is
a leaf here: `bingo.engine.search` settles it.
"""

from __future__ import annotations

from bingo.engine.bounds import limits
from bingo.engine.boxes import YES, both, box, region, widened
from bingo.engine.compiled import inner, kernel, lowest, times_plus
from bingo.engine.flow import play, unbeatable
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
from bingo.engine.memory import AGE, FRAME, FRAMES, MONOTONE, NODES, PROOF_BITS, PROOFS
from bingo.engine.search import (
    bonus_open,
    closing_side,
    result,
    search,
    since,
    undrawn_of,
    worth_trying,
)
from bingo.engine.state import hand_of, is_over, is_strict, points_of, to_move
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
    number = hashed(m, hands, marks, score)
    return probe(m, bucket_of(m, number), number, one, two, goal)


@inner
def is_monotone(m: Array, s: State) -> bool:
    """Whether more points cannot hurt from here on."""
    hands, stock, marks, _ = s
    alive = hand_of(hands, 0) | hand_of(hands, 1) | undrawn_of(hands, stock, marks)
    led = marks >> LED & TILE_MASK
    if led:
        alive |= 1 << (led - 1)
    return m[MONOTONE] != 0 and not bonus_open(m, marks, alive)


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
    return box(one, one, two, two) | yes


@inner
def keep_answer(m: Array, s: State, number: int, goal: int, yes: int) -> None:
    """Put the answer of a position whose moves have settled it into the hash table."""
    hands, stock, marks, score = s
    found = settled_box(m, hands, stock, marks, score, goal, yes)
    store(m, bucket_of(m, number), number, found, goal, -1, 8 + (hands >> STOCK_LEFT))


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
    monotone = is_monotone(m, s)
    moves = worth_trying(m, legal(m, s), monotone)
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
            answer = both(answer, closing_side(m, score, seat))
        found = both(found, answer)
        if wished:
            break
    found |= yes
    return widened(found) if monotone else found


@inner
def list_moves(m: Array, frame: int, s: State, goal: int) -> int:
    """Write every move with the proof numbers after it into a frame; how many there are."""
    moves = worth_trying(m, legal(m, s), is_monotone(m, s))
    count = 0
    while moves:
        move = lowest(moves)
        moves &= moves - 1
        hands, stock, marks, score = play(m, s, move)
        numbers = numbers_of(m, hands, stock, marks, score, goal)
        m[frame + count] = numbers | move << 2 * WIDTH
        count += 1
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
        limit = min(limit, second + second // 4 + 1)
        other_limit -= unsettled - 1
        move = m[frame + best] >> 2 * WIDTH
        hands1, stock1, marks1, score1 = play(m, s, move)
        if seat:
            limit, other_limit = other_limit, limit
        numbers = prove(m, hands1, stock1, marks1, score1, goal, limit, other_limit, depth + 1)
        m[frame + best] = numbers | move << 2 * WIDTH
