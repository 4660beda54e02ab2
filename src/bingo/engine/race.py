"""Strict play as a race: who comes to his mark first?

Where nobody draws any more and no bonus is left, nearly every question about a deal comes to one:
does a seat, the *runner*, make 70 before the other seat has so many points? The other seat's bar is
70 too, or the low threshold where two big points are asked for. Such a question needs neither big
points nor the count of a deal, only what both still need; so it has a search of its own, many times
lighter than that of `bingo.engine.search`.

An answer holds for all needs on one side of two limits: a won race for every smaller need and
higher bar, a lost one for every greater need and lower bar.
"""

from __future__ import annotations

from bingo.engine.bounds import (
    always_winning,
    announced,
    announcing,
    at_least,
    at_most,
    captured,
    fail_of,
    meets,
    no_less,
    no_more,
    utility_for,
    worth_of,
)
from bingo.engine.boxes import NO_LIMIT
from bingo.engine.compiled import inner, kernel, lowest, popcount, prefetch, times_plus
from bingo.engine.flow import unbeatable
from bingo.engine.layout import (
    ALL_COUNTED,
    ANNOUNCE,
    ANNOUNCED,
    CLOSED,
    COUNTED,
    DOUBLES,
    ENOUGH,
    HANDS,
    LEVEL,
    SEVEN,
)
from bingo.engine.legal_moves import answers, doubles_said
from bingo.engine.memory import AGE, MONOTONE, NODES, RACE_BUCKETS, RACES
from bingo.engine.ordering import next_answer, next_lead
from bingo.engine.state import double_of, hand_of, numbers_of, points_of
from bingo.engine.tables import (
    ANY_TRICK,
    AT_70,
    BEATEN_STRICT,
    BINGO_SAID,
    DEAL_END,
    FAILED_70,
    HIGHER_WINS,
    LAST_TRICK,
    LOW,
    REANNOUNCE,
    SAID_POINTS,
    WORTH,
    Array,
)

# an answer: the need up to which, or from which, it holds; the bar likewise; whether it is won
BAR = 10
WON = 1 << 20
RUNNER = 1 << 10  # of a question: whether TWO runs; below it the bar


# --- the question ---------------------------------------------------------------------------------


@inner
def race_for(m: Array, marks: int, score: int, goal: int) -> int:
    """The race that "does ONE reach `goal`?" comes to, or -1: the runner and the points of the bar.

    [8.2-8.6]
    """
    if m[MONOTONE] == 0 or m[DEAL_END] != AT_70 or m[HIGHER_WINS] or m[ANY_TRICK]:
        return -1
    closed = marks >> CLOSED & 3
    if closed:
        runner = closed - 1
        least = fail_of(m, marks, score, runner, 2)
        if meets(utility_for(m, score, 1 - runner, least, 0), runner, goal):
            sure = fail_of(m, marks, score, runner, 0)
            more = utility_for(m, score, 1 - runner, sure + 1, 0)
            if sure and m[FAILED_70] == 1 and not meets(more, runner, goal):
                return (1 - runner) << BAR | ENOUGH
            return -1
    else:
        runner = 1 if meets(utility_for(m, score, 0, 0, 0), 0, goal) else 0
    level = marks >> LEVEL & 3 if closed else 0
    if level:
        low = level
        high = level
    else:
        low, high = 1, 2
    if meets(utility_for(m, score, runner, low, 0), runner, goal):
        bar = ENOUGH
    elif meets(utility_for(m, score, runner, high, 0), runner, goal):
        bar = m[LOW]
        if points_of(score, 1 - runner) >= bar:
            return -1
    else:
        return -1
    return runner << BAR | bar


@inner
def told(m: Array, marks: int, score: int, race: int, answer: int) -> int:
    """The answer to a race as one of `bingo.engine.boxes`."""
    runner, bar = race >> BAR, race & NO_LIMIT
    need, room = answer & NO_LIMIT, answer >> BAR & NO_LIMIT
    closed = marks >> CLOSED & 3
    adds = closed and closed != runner + 1  # what 70 adds to a failed close
    level = marks >> LEVEL & 3 if closed else 0
    if adds:
        level = fail_of(m, marks, score, 1 - runner, 0) + 1
    elif level == 0:
        level = 1 if bar == ENOUGH else 2
    if answer & WON:
        found = no_less(utility_for(m, score, runner, level, 0), runner)
        found = at_least(found, runner, max(ENOUGH - need, 0))
        return at_most(found, 1 - runner, max(bar - room, 0))
    if adds:
        best = utility_for(m, score, runner, level - 1, 0)
    elif bar != ENOUGH:
        best = utility_for(m, score, runner, 1, 0)
    elif closed:
        best = utility_for(m, score, 1 - runner, fail_of(m, marks, score, runner, 2), 0)
    else:
        best = utility_for(m, score, 0, 0, 0)
    found = at_most(no_more(best, runner), runner, max(ENOUGH - need, 0))
    return at_least(found, 1 - runner, max(bar - room, 0))


# --- the table ------------------------------------------------------------------------------------

# The second word of an entry: a won need and bar, a lost need and bar, 10 bits each; then
MOVE = 40  # 6 bits: the move that settled it + 1
SIZE = 46  # 3 bits: tiles in a hand
OLD = 49  # 8 bits
NEVER_WON = NO_LIMIT << BAR  # won for no need at all
NEVER_LOST = NO_LIMIT
UNKNOWN = NEVER_WON | NEVER_LOST << 20


@inner
def race_key(m: Array, hands: int, marks: int, seat: int) -> int:
    """The number of a position for a runner, points apart."""
    number = times_plus(hands ^ hands >> 31, 0x2545F4914F6CDD1D, marks << 1 | seat)
    number = times_plus(number ^ number >> 32, 0x27D4EB2F165667C5, m[AGE])
    return number ^ number >> 29


@inner
def known_race(data: int, need: int, bar: int) -> int:
    """The answer that a word of the table has for these needs, or -1."""
    if need <= data & NO_LIMIT and bar >= data >> 10 & NO_LIMIT:
        return data & 0xFFFFF | WON
    if need >= data >> 20 & NO_LIMIT and bar <= data >> 30 & NO_LIMIT:
        return data >> 20 & 0xFFFFF
    return -1


@inner
def keep(m: Array, at: int, number: int, found: int, move: int, size: int) -> None:
    """Put an answer into its bucket: with what is known already, or in the least valuable place."""
    age = m[AGE] & 255
    victim, least, data = at, 1 << 40, UNKNOWN
    for way in range(4):
        old = m[at + 2 * way + 1]
        if m[at + 2 * way] == number:
            victim, data = at + 2 * way, old
            break
        value = old >> SIZE & 7
        if old >> OLD & 255 != age:
            value = -1
        if value < least:
            victim, least = at + 2 * way, value
    if found & WON:
        data = data & ~0xFFFFF | found & 0xFFFFF
    else:
        data = data & 0xFFFFF | (found & 0xFFFFF) << 20
    m[victim] = number
    m[victim + 1] = data & 0xFFFFFFFFFF | (move + 1) << MOVE | size << SIZE | age << OLD


# --- the search -----------------------------------------------------------------------------------


@inner
def quick(
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
def last_race(m: Array, hands: int, marks: int, seat: int, need: int) -> int:
    """The answer where each seat holds one tile."""
    leader = marks & 1
    led = lowest(hand_of(hands, leader))
    tile = lowest(hand_of(hands, 1 - leader))
    taker = 1 - leader if m[BEATEN_STRICT + led] >> tile & 1 else leader
    worth = m[WORTH + led] + m[WORTH + tile]
    if marks >> CLOSED & 3 == 0:
        worth += m[LAST_TRICK]
    if taker != seat:
        return NO_LIMIT << BAR | 1
    if need <= worth:
        return WON | 1 << BAR | worth
    return NO_LIMIT << BAR | worth + 1


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
    at = RACES + (number & (m[RACE_BUCKETS] - 1)) * 8
    if size > 2:
        prefetch(m, at)
    sure = unbeatable(m, mine, his, True)
    answer = quick(m, marks, mine, his, sure, runs, need, bar)
    if answer >= 0:
        return answer
    kept = -1
    if size > 2:
        for way in range(4):
            if m[at + 2 * way] == number:
                data = m[at + 2 * way + 1]
                answer = known_race(data, need, bar)
                if answer >= 0:
                    return answer
                kept = (data >> MOVE & 63) - 1
    moves = mine
    said = doubles_said(m, marks, mine) if mine & DOUBLES else 0
    if said:
        moves |= said << ANNOUNCE
        if m[REANNOUNCE] == 1:
            rest = said
            while rest:
                moves &= ~(1 << double_of(lowest(rest)))
                rest &= rest - 1
    # what all leads that fail have in common
    low, high = 1, NO_LIMIT
    if not runs:
        low, high = NO_LIMIT, 1
    best, found = -1, 0
    while moves:
        move = kept if kept >= 0 and moves >> kept & 1 else next_lead(m, moves, sure, False)
        moves &= ~(1 << move)
        led, extra, said_marks, led_marks = move, 0, marks & ~1, marks & ~1
        if move >= ANNOUNCE:
            led = double_of(move - ANNOUNCE)
            extra = m[SAID_POINTS + popcount(said)] + (m[BINGO_SAID] if said & 1 else 0)
            if m[REANNOUNCE] == 2:
                counted = ~(SEVEN << (COUNTED + 7 * leader))
                said_marks = marks & ~1 & counted | said << (COUNTED + 7 * leader)
            elif m[REANNOUNCE] == 0:
                led_marks |= 1 << (ANNOUNCED + leader)
                said_marks = led_marks
        after = hands ^ 1 << (led + 28 * leader)
        takers = m[BEATEN_STRICT + led]
        tiles = answers(m, led, his)
        least, most = (1, NO_LIMIT) if not runs else (NO_LIMIT, 1)
        settled = False
        while tiles:
            tile = next_answer(m, tiles, takers, led)
            tiles ^= 1 << tile
            then = after ^ 1 << (tile + 28 * (1 - leader))
            worth = m[WORTH + led] + m[WORTH + tile]
            if takers >> tile & 1:
                taker, marks1 = 1 - leader, led_marks | 1 - leader
            else:
                taker, marks1 = leader, said_marks | leader
                worth += extra
            if size == 1 and marks >> CLOSED & 3 == 0:
                worth += m[LAST_TRICK]
            if taker == seat:
                if need <= worth:
                    answer = WON | 1 << BAR | worth
                elif size == 1:
                    answer = NO_LIMIT << BAR | worth + 1
                else:
                    if size == 2:
                        answer = last_race(m, then, marks1, seat, need - worth)
                    else:
                        answer = run(m, then, marks1, seat, need - worth, bar)
                    answer = answer & ~NO_LIMIT | min((answer & NO_LIMIT) + worth, NO_LIMIT)
            elif bar <= worth:
                answer = worth << BAR | 1
            elif size == 1:
                answer = NO_LIMIT << BAR | 1
            else:
                if size == 2:
                    answer = last_race(m, then, marks1, seat, need)
                else:
                    answer = run(m, then, marks1, seat, need, bar - worth)
                room = min((answer >> BAR & NO_LIMIT) + worth, NO_LIMIT)
                answer = answer & ~(NO_LIMIT << BAR) | room << BAR
            if (answer & WON != 0) != runs:
                settled = True
                break
            if runs:
                least = min(least, answer & NO_LIMIT)
                most = max(most, answer >> BAR & NO_LIMIT)
            else:
                least = max(least, answer & NO_LIMIT)
                most = min(most, answer >> BAR & NO_LIMIT)
        if not settled:
            best = move
            found = least | most << BAR | (WON if runs else 0)
            break
        if runs:
            low = max(low, answer & NO_LIMIT)
            high = min(high, answer >> BAR & NO_LIMIT)
        else:
            low = min(low, answer & NO_LIMIT)
            high = max(high, answer >> BAR & NO_LIMIT)
    if best < 0:
        found = low | high << BAR | (0 if runs else WON)
    if size > 2:
        keep(m, at, number, found, best, size)
    return found


@inner
def raced(m: Array, hands: int, marks: int, score: int, goal: int) -> int:
    """The answer for a leader about to lead in strict play, no bonus left; -1 where it is no race.

    More points never hurt.
    """
    race = race_for(m, marks, score, goal)
    if race < 0:
        return -1
    runner, bar = race >> BAR, race & NO_LIMIT
    need, room = ENOUGH - points_of(score, runner), bar - points_of(score, 1 - runner)
    marks1 = marks & (1 | 3 << CLOSED | ALL_COUNTED | 3 << ANNOUNCED)
    answer = run(m, hands & HANDS, marks1, runner, need, room)
    return told(m, marks, score, race, answer)
