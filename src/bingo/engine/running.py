"""Who comes to his mark first in strict play: the search of a race.

The runner needs so many points more, the other seat stops him with so many. An answer holds for all
needs on one side of two limits: a won race for every smaller need and higher bar, a lost one for
every greater need and lower bar. `bingo.engine.race` tells which questions are races.
"""

from __future__ import annotations

from bingo.engine.bounds import always_winning, announced, announcing, captured, worth_of
from bingo.engine.boxes import NO_LIMIT
from bingo.engine.compiled import inner, kernel, lowest, popcount, prefetch, times_plus
from bingo.engine.flow import unbeatable
from bingo.engine.layout import ANNOUNCE, ANNOUNCED, CLOSED, COUNTED, DOUBLES, SEVEN
from bingo.engine.legal_moves import answers, doubles_said
from bingo.engine.memory import AGE, BUCKET, NODES, RACE_BUCKETS, RACES
from bingo.engine.ordering import next_answer, next_lead, worth_trying
from bingo.engine.state import double_of, hand_of, numbers_of
from bingo.engine.tables import BEATEN_STRICT, LAST_TRICK, REANNOUNCE, WORTH, Array

# an answer: up to which need, or from which, it holds; the bar likewise; whether the race is won
BAR = 10
WON = 1 << 20
LOST = 1 | NO_LIMIT << BAR  # whatever the need and the bar
ALL_LOST = LOST  # what every lost answer agrees with
ALL_WON = WON | NO_LIMIT | 1 << BAR  # what every won answer agrees with


# --- what is remembered ---------------------------------------------------------------------------

# The second word of an entry: a won need and bar, a lost need and bar, 10 bits each; then
MOVE = 40  # 6 bits: the move that settled it + 1
SIZE = 46  # 3 bits: tiles in a hand
OLD = 49  # 8 bits
NOTHING = NO_LIMIT << 10 | NO_LIMIT << 20  # won for no need, and lost for none


@inner
def race_key(m: Array, hands: int, marks: int, seat: int) -> int:
    """The number of a position for a runner, points apart."""
    number = times_plus(hands ^ hands >> 31, 0x2545F4914F6CDD1D, marks << 1 | seat)
    number = times_plus(number ^ number >> 32, 0x27D4EB2F165667C5, m[AGE])
    return number ^ number >> 29


@inner
def known(data: int, need: int, bar: int) -> int:
    """The answer that a word of the table has for these needs, or -1."""
    if need <= data & NO_LIMIT and bar >= data >> 10 & NO_LIMIT:
        return data & 0xFFFFF | WON
    if need >= data >> 20 & NO_LIMIT and bar <= data >> 30 & NO_LIMIT:
        return data >> 20 & 0xFFFFF
    return -1


@inner
def keep(m: Array, bucket: int, number: int, found: int, move: int, size: int) -> None:
    """Put an answer into its bucket: with what is known already, or in the least valuable place."""
    age = m[AGE] & 255
    victim, least, data = bucket, 1 << 40, NOTHING
    for at in range(bucket, bucket + BUCKET, 2):
        old = m[at + 1]
        if m[at] == number:
            victim, data = at, old
            break
        value = old >> SIZE & 7
        if old >> OLD & 255 != age:
            value = -1
        if value < least:
            victim, least = at, value
    if found & WON:
        data = data & ~0xFFFFF | found & 0xFFFFF
    else:
        data = data & 0xFFFFF | (found & 0xFFFFF) << 20
    m[victim] = number
    m[victim + 1] = data & 0xFFFFFFFFFF | (move + 1) << MOVE | size << SIZE | age << OLD


# --- the search -----------------------------------------------------------------------------------


@inner
def at_sight(
    m: Array, marks: int, mine: int, his: int, sure: int, runs: bool, need: int, bar: int
) -> int:
    """An answer by bounds for a leader about to lead, or -1; `runs`: the leader is the runner."""
    leader = marks & 1
    spoils = captured(m, his, popcount(sure))
    firm = worth_of(m, sure) + spoils
    cash = firm
    if sure & DOUBLES:
        said = doubles_said(m, marks, mine)
        if said & numbers_of(sure):
            cash += announced(m, said)
    if runs:
        if need <= cash:
            return WON | 1 << BAR | cash
    elif bar <= cash:
        return cash << BAR | 1
    alive = worth_of(m, mine | his)
    if marks >> CLOSED & 3 == 0:
        alive += m[LAST_TRICK]
    if runs:
        denied = always_winning(m, unbeatable(m, his, mine, True), mine, True)
        most = alive - worth_of(m, denied) - captured(m, mine, popcount(denied))
        most += announcing(m, marks, leader, mine & DOUBLES)
    else:
        most = alive - firm + announcing(m, marks, 1 - leader, his & DOUBLES)
    if need > most:
        return NO_LIMIT << BAR | most + 1
    return -1


@inner
def last_trick(m: Array, hands: int, marks: int, seat: int, need: int) -> int:
    """The answer where each seat holds one tile."""
    leader = marks & 1
    led = lowest(hand_of(hands, leader))
    tile = lowest(hand_of(hands, 1 - leader))
    taker = 1 - leader if m[BEATEN_STRICT + led] >> tile & 1 else leader
    worth = m[WORTH + led] + m[WORTH + tile]
    if marks >> CLOSED & 3 == 0:
        worth += m[LAST_TRICK]
    if taker != seat:
        return LOST
    if need <= worth:
        return WON | 1 << BAR | worth
    return NO_LIMIT << BAR | worth + 1


@inner
def settled(own: bool, worth: int, need: int, bar: int) -> int:
    """The answer, if a trick of this worth ends the race, or -1; `own`: the runner has taken it."""
    if own:
        return WON | 1 << BAR | worth if need <= worth else -1
    return worth << BAR | 1 if bar <= worth else -1


@inner
def earlier(answer: int, own: bool, worth: int) -> int:
    """The answer before a trick of this worth was taken, by the runner if `own`."""
    if own:
        return answer & ~NO_LIMIT | min((answer & NO_LIMIT) + worth, NO_LIMIT)
    room = min((answer >> BAR & NO_LIMIT) + worth, NO_LIMIT)
    return answer & ~(NO_LIMIT << BAR) | room << BAR


@inner
def alike(first: int, second: int) -> int:
    """What two answers of the same kind say together."""
    need, other_need = first & NO_LIMIT, second & NO_LIMIT
    bar, other_bar = first >> BAR & NO_LIMIT, second >> BAR & NO_LIMIT
    if first & WON:
        return WON | min(need, other_need) | max(bar, other_bar) << BAR
    return max(need, other_need) | min(bar, other_bar) << BAR


@kernel("int64(int64[::1], int64, int64, int64, int64, int64)")
def run(m: Array, hands: int, marks: int, seat: int, need: int, bar: int) -> int:
    """Whether the runner, `seat`, wins the race, and for which needs that holds.

    need    points the runner still needs, 1 or more
    bar     points with which the other seat stops him, 1 or more
    marks   as of a state between tricks in strict play, nothing announced that waits
    """
    m[NODES] += 1
    leader = marks & 1
    runs = leader == seat
    mine, his = hand_of(hands, leader), hand_of(hands, 1 - leader)
    size = popcount(mine)
    number = race_key(m, hands, marks, seat)
    bucket = RACES + (number & (m[RACE_BUCKETS] - 1)) * BUCKET
    if size > 2:
        prefetch(m, bucket)
    sure = unbeatable(m, mine, his, True)
    answer = at_sight(m, marks, mine, his, sure, runs, need, bar)
    if answer >= 0:
        return answer
    kept = -1
    if size > 2:
        for at in range(bucket, bucket + BUCKET, 2):
            if m[at] == number:
                data = m[at + 1]
                answer = known(data, need, bar)
                if answer >= 0:
                    return answer
                kept = (data >> MOVE & 63) - 1
    said = doubles_said(m, marks, mine) if mine & DOUBLES else 0
    moves = worth_trying(m, mine | said << ANNOUNCE, True)
    found, best = ALL_LOST if runs else ALL_WON, -1
    while moves and best < 0:
        move = kept if kept >= 0 and moves >> kept & 1 else next_lead(m, moves, sure, False)
        moves &= ~(1 << move)
        led, extra, held, lost = move, 0, marks & ~1, marks & ~1
        if move >= ANNOUNCE:
            led, extra = double_of(move - ANNOUNCE), announced(m, said)
            if m[REANNOUNCE] == 0:
                held |= 1 << (ANNOUNCED + leader)
                lost = held
            elif m[REANNOUNCE] == 2:
                held = held & ~(SEVEN << (COUNTED + 7 * leader)) | said << (COUNTED + 7 * leader)
        takers = m[BEATEN_STRICT + led]
        tiles = answers(m, led, his)
        answer = ALL_WON if runs else ALL_LOST
        while tiles:
            tile = next_answer(m, tiles, takers, led)
            tiles ^= 1 << tile
            hands1 = hands ^ (1 << (led + 28 * leader) | 1 << (tile + 28 * (1 - leader)))
            worth = m[WORTH + led] + m[WORTH + tile]
            if takers >> tile & 1:
                taker, marks1 = 1 - leader, lost | 1 - leader
            else:
                taker, marks1 = leader, held | leader
                worth += extra
            if size == 1 and marks >> CLOSED & 3 == 0:
                worth += m[LAST_TRICK]
            own = taker == seat
            after = settled(own, worth, need, bar)
            if after < 0:
                left, room = (need - worth, bar) if own else (need, bar - worth)
                if size == 1:
                    after = LOST
                elif size == 2:
                    after = last_trick(m, hands1, marks1, seat, left)
                else:
                    after = run(m, hands1, marks1, seat, left, room)
                after = earlier(after, own, worth)
            if (after & WON != 0) != runs:
                answer = after
                break
            answer = alike(after, answer)
        if (answer & WON != 0) == runs:
            found, best = answer, move
        else:
            found = alike(answer, found)
    if size > 2:
        keep(m, bucket, number, found, best, size)
    return found
