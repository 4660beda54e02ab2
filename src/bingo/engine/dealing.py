"""Deals shuffled and played to the end by chance, millions a second in one call."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from bingo.engine.compiled import MASK_63, inner, kernel, lowest, popcount
from bingo.engine.dice import below, roll, seeded
from bingo.engine.flow import play
from bingo.engine.given import rules_or_usual, whole
from bingo.engine.layout import (
    ABOVE,
    ALL,
    ALL_COUNTED,
    CLOSED,
    FOUR,
    HOW,
    HOWS,
    STOCK_LEFT,
    TILE,
    TILE_MASK,
    TO_GO,
    TURN_UP,
    State,
)
from bingo.engine.legal_moves import legal
from bingo.engine.packing import move_of, pack
from bingo.engine.state import big_of, is_over, points_of, tricks_of
from bingo.engine.tables import Array, array
from bingo.game.deal import Deal
from bingo.game.rules import Rules
from bingo.game.tiles import TILES, BySeat, Seat, Suit, Tile, tiles_of

LONGEST = 64
"""More moves than any deal has."""
ROOM = 28 + LONGEST
"""What a kernel needs to deal and to write moves down in."""
LOW_31 = (1 << 31) - 1
AT_ONCE = 1 << 20
"""Deals played in one call: between two calls Ctrl-C is heard."""
FAR = 1 << 61
"""No deal of a seed has a higher number."""

TRUMP_OF = np.array([tile.higher for tile in TILES], dtype=np.int64)
"""The trump suit by index of the turn-up. [1.5]"""


class Ends(NamedTuple):
    """How many deals ended how, in the words of `bingo.game.scoring.Outcome`."""

    seventy: int
    failed_close: int
    false_claim: int
    neither: int
    invincible: int
    match: int


class RandomDeals(NamedTuple):
    """Sums over deals played by chance.

    deals       how many
    plies       moves made
    ends        how many ended how [8.1]
    big_points  by seat, bonuses and final count [4.4, 5.3, 8]
    points      by seat, as they stood at the end [2.5, 5.2]
    tricks      by seat, taken
    closed      by seat, how often it closed the stock [7.1]
    """

    deals: int
    plies: int
    ends: Ends
    big_points: BySeat[int]
    points: BySeat[int]
    tricks: BySeat[int]
    closed: BySeat[int]


# Where the sums of a call stand: how often by HOW from 1, then by seat.
PLIES = 0
WON = len(HOWS)
MADE = WON + 2
TAKEN = MADE + 2
SHUT = TAKEN + 2
SUMS = SHUT + 2


# --- the parts ------------------------------------------------------------------------------------


@inner
def two_drawn(tiles: Array, left: int, dice: int) -> tuple[int, int]:
    """Take two of the first `left` tiles away, each two as likely but for a part in 2**21.

    One word of the dice tells both places, as in N. Brackett-Rozinsky and D. Lemire, *Batched
    Ranged Random Integer Generation* (2024).
    """
    chance = below(dice, 1 << 31) * left
    place = chance >> 31
    one = tiles[place]
    tiles[place] = tiles[left - 1]
    place = (chance & LOW_31) * (left - 1) >> 31
    two = tiles[place]
    tiles[place] = tiles[left - 2]
    return one, two


@inner
def dealt(tiles: Array, dice: int, leader: int, to_go: int) -> tuple[State, int]:
    """A new deal and the dice after it. [1.2, 1.4]

    `tiles` is room for 28 numbers. They are shuffled from the end, by R. Durstenfeld, *Algorithm
    235: Random permutation* (1964): the turn-up first, the hands last.
    """
    for tile in range(28):
        tiles[tile] = tile
    dice = roll(dice)
    turn_up, above = two_drawn(tiles, 28, dice)
    marks = leader | turn_up << TURN_UP | above << ABOVE | ALL_COUNTED
    stock = 0
    for left in range(26, 14, -2):
        dice = roll(dice)
        one, two = two_drawn(tiles, left, dice)
        stock = stock << 2 * TILE | one << TILE | two
    hands = 14 << STOCK_LEFT
    for left in range(14, 0, -2):
        dice = roll(dice)
        one, two = two_drawn(tiles, left, dice)
        hands |= 1 << one | 1 << 28 + two
    return (hands, stock, marks, to_go), dice


@inner
def trump_of(s: State) -> int:
    """The trump suit at the start of a deal. [1.5]"""
    trump: int = TRUMP_OF[s[2] >> TURN_UP & TILE_MASK]
    return trump


@inner
def nth(bits: int, n: int) -> int:
    """The place of the n-th bit set, counted from 0.

    The first six steps are taken without a branch: a processor would guess a random n wrongly.
    """
    for step in range(6):
        bits = bits & (bits - 1) if n > step else bits
    for _ in range(6, n):
        bits &= bits - 1
    return lowest(bits)


@inner
def random_move(moves: int, dice: int) -> int:
    """One of a set of moves, each as likely, told by this state of the dice."""
    return nth(moves, below(dice, popcount(moves)))


@inner
def finished(t: Array, s: State, dice: int, line: Array) -> tuple[State, int]:
    """The end of a deal played by chance, and how many moves it took; `line` is given the moves."""
    plies = 0
    while not is_over(s[2]):
        dice = roll(dice)
        move = random_move(legal(t, s), dice)
        line[plies] = move
        s = play(t, s, move)
        plies += 1
    return s, plies


@inner
def add_deal(sums: Array, s: State, plies: int) -> None:
    """Add a deal that is over to the sums."""
    _, _, marks, score = s
    sums[PLIES] += plies
    sums[marks >> HOW & 7] += 1
    for seat in range(2):
        sums[WON + seat] += big_of(score, seat)
        sums[MADE + seat] += points_of(score, seat)
        sums[TAKEN + seat] += tricks_of(score, seat)
        sums[SHUT + seat] += (marks >> CLOSED & 3) == seat + 1


# --- the kernels ----------------------------------------------------------------------------------


@kernel(
    'void(Array(int64, 2, "C", readonly=True), int64, int64, int64, int64, int64[::1], int64[::1])'
)
def _play_out(
    tables: Array,
    to_go: int,
    seed: int,
    first: int,
    number: int,
    room: Array,
    sums: Array,
) -> None:
    """Deals `first` to `first + number - 1` of a seed, added to the sums."""
    tiles, line = room[:28], room[28:]
    for stream in range(first, first + number):
        s, dice = dealt(tiles, seeded(seed, stream), stream & 1, to_go)
        s, plies = finished(tables[trump_of(s)], s, dice, line)
        add_deal(sums, s, plies)


@kernel('UniTuple(int64, 5)(Array(int64, 2, "C", readonly=True), int64, int64, int64, int64[::1])')
def _write_down(
    tables: Array, to_go: int, seed: int, stream: int, room: Array
) -> tuple[int, int, int, int, int]:
    """One of these deals: its first state and how many moves it has, the moves in the room."""
    tiles, line = room[:28], room[28:]
    s, dice = dealt(tiles, seeded(seed, stream), stream & 1, to_go)
    _, plies = finished(tables[trump_of(s)], s, dice, line)
    return s[0], s[1], s[2], s[3], plies


# --- for Python -----------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def all_tables(rules: Rules) -> Array:
    """The table arrays of these rules, a row for each trump suit; it cannot be written to."""
    tables = np.stack([array(rules, trump) for trump in Suit])
    tables.setflags(write=False)
    return tables


def to_go(rules: Rules, score: tuple[int, int] = (0, 0)) -> int:
    """The score of a state at the start of a deal: what ends the match for each seat. [9.2]"""
    one, two = (min(rules.target - brought, FOUR) for brought in score)
    return one << TO_GO | two << TO_GO + 4


def order_of(s: State) -> tuple[Tile, ...]:
    """The order of the 28 tiles, as `Deal.start` takes it, of which this is the first state."""
    hands, stock, marks, _ = s
    undrawn = [TILES[stock >> TILE * place & TILE_MASK] for place in range(12)]
    last = [TILES[marks >> place & TILE_MASK] for place in (ABOVE, TURN_UP)]
    return (*tiles_of(hands & ALL), *tiles_of(hands >> 28 & ALL), *undrawn, *last)


def random_deals(
    number: int, seed: int, rules: Rules | None = None, *, first: int = 0
) -> RandomDeals:
    """Deals shuffled and played to the end by moves of which each legal one is as likely.

    number  how many, from 0
    seed    any integer, modulo 2**63
    rules   `Rules()` if not told; nobody brings big points to a deal
    first   the number of the first deal; those with an even number are led by ONE [1.3]

    Deal n of a seed is the same whatever the number and the first, on every machine; another
    process may play the next ones, and the sums add up. Raises ValueError for a number or first
    that is not from 0 to 2**61, TypeError for what is no whole number or no Rules.
    """
    rules, seed = rules_or_usual(rules), whole("seed", seed) & MASK_63
    number, first = whole("number", number, 0, FAR), whole("first", first, 0, FAR)
    tables, start = all_tables(rules), to_go(rules)
    sums = np.zeros(SUMS, dtype=np.int64)
    room = np.empty(ROOM, dtype=np.int64)
    for next_one in range(first, first + number, AT_ONCE):
        some = min(AT_ONCE, first + number - next_one)
        _play_out(tables, start, seed, next_one, some, room, sums)
    plies, *rest = sums.tolist()
    ends, by_seat = rest[: WON - 1], rest[WON - 1 :]
    pairs = [BySeat(*by_seat[place : place + 2]) for place in range(0, len(by_seat), 2)]
    return RandomDeals(number, plies, Ends(*ends), *pairs)


def random_deal(which: int, seed: int, rules: Rules | None = None) -> Deal:
    """Deal `which` of a seed as `random_deals` plays it, played again by the reference to its end.

    Raises ValueError for a number that is not from 0 to 2**61, TypeError as `random_deals` does.
    """
    rules, seed = rules_or_usual(rules), whole("seed", seed) & MASK_63
    which = whole("which", which, 0, FAR)
    room = np.empty(ROOM, dtype=np.int64)
    *s, plies = _write_down(all_tables(rules), to_go(rules), seed, which, room)
    deal = Deal.start(order_of((s[0], s[1], s[2], s[3])), Seat(which & 1), rules)
    t = array(rules, deal.trump)
    for move in room[28 : 28 + plies].tolist():
        deal = deal.play(move_of(pack(deal), t, move))
    return deal
