"""Filling in the tiles that a seat cannot see: by chance, or in every way.

A row of integers describes worlds of one kind (`bingo.engine.pasts.Kind`): the state without the
tiles that differ, and those tiles. `bingo.engine.worlds` makes the rows.
"""

from __future__ import annotations

from bingo.engine.compiled import inner, kernel, lowest
from bingo.engine.dice import below, roll, seeded
from bingo.engine.layout import ABOVE, TILE
from bingo.engine.state import numbers_of
from bingo.engine.tables import Array

UP_TO = 0  # chances of this kind and the ones before it, below 2**62
HANDS = 1
MARKS = 2
SCORE = 3
SHIFT = 4  # 0 if seat ONE holds the unseen hand, 28 if TWO does
WEIGHT = 5
MANY = 6  # how many tiles of the pool are in the hand
POOL = 7  # how many tiles the pool has
REST = 8  # how many tiles lie in the stock unseen
PLACES = 9  # then MANY + REST tiles: first the pool, then those surely in the stock
ROW = PLACES + 28

_HALF = 1 << 31


@inner
def put(row: Array, hand: int, tiles: Array, states: Array, place: int) -> None:
    """Write a state: this hand, and these tiles undrawn in their order."""
    stock = 0
    marks = row[MARKS]
    count = row[REST]
    for drawn in range(count - 1):
        stock |= tiles[drawn] << TILE * drawn
    if count:
        marks |= tiles[count - 1] << ABOVE
    states[place, 0] = row[HANDS] | hand << row[SHIFT]
    states[place, 1] = stock
    states[place, 2] = marks
    states[place, 3] = row[SCORE]


@inner
def spread(tiles: int, places: Array) -> int:
    """Write the tiles of a set by index; how many they are."""
    count = 0
    while tiles:
        places[count] = lowest(tiles)
        tiles &= tiles - 1
        count += 1
    return count


# --- by chance ------------------------------------------------------------------------------------


@inner
def pick(rows: Array, dice: int) -> tuple[int, int]:
    """A kind by its chances, without bias; with the dice after it."""
    last = len(rows) - 1
    if last == 0:
        return 0, dice
    total = int(rows[last, UP_TO])
    fair = _HALF * _HALF // total * total
    number = fair
    while number >= fair:
        dice = roll(dice)
        high = below(dice, _HALF)
        dice = roll(dice)
        number = high * _HALF + below(dice, _HALF)
    number %= total
    first = 0
    while first < last:
        middle = (first + last) // 2
        if number < rows[middle, UP_TO]:
            last = middle
        else:
            first = middle + 1
    return first, dice


@kernel("void(int64[:, ::1], boolean, int64, int64[::1], int64[:, ::1])")
def sample_states(rows: Array, closed: bool, seed: int, tiles: Array, states: Array) -> None:
    """Fill in states by chance: a kind, its tiles from the pool, the order of an open stock.

    `tiles` is room for 28.
    """
    dice = seeded(seed, 0)
    for place in range(len(states)):
        kind, dice = pick(rows, dice)
        row = rows[kind]
        many, count = row[MANY], row[MANY] + row[REST]
        for i in range(count):
            tiles[i] = row[PLACES + i]
        hand = 0
        for i in range(many):
            dice = roll(dice)
            other = i + below(dice, row[POOL] - i)
            hand |= 1 << tiles[other]
            tiles[other] = tiles[i]
        if closed:
            rest = 0
            for i in range(many, count):
                rest |= 1 << tiles[i]
            spread(rest, tiles[many:])
        else:
            for i in range(many, count - 1):
                dice = roll(dice)
                other = i + below(dice, count - i)
                tiles[i], tiles[other] = tiles[other], tiles[i]
        put(row, hand, tiles[many:], states, place)


# --- in every way ---------------------------------------------------------------------------------


@inner
def next_choice(chosen: Array, among: int) -> bool:
    """The next choice of as many of the first numbers, rising; False after the last."""
    many = len(chosen)
    place = many - 1
    while place >= 0 and chosen[place] == among - many + place:
        place -= 1
    if place < 0:
        return False
    chosen[place] += 1
    for after in range(place + 1, many):
        chosen[after] = chosen[after - 1] + 1
    return True


@inner
def next_order(tiles: Array, count: int) -> bool:
    """The next order of these tiles, as words follow in a dictionary; False after the last."""
    place = count - 2
    while place >= 0 and tiles[place] > tiles[place + 1]:
        place -= 1
    if place < 0:
        return False
    other = count - 1
    while tiles[other] < tiles[place]:
        other -= 1
    tiles[place], tiles[other] = tiles[other], tiles[place]
    low, high = place + 1, count - 1
    while low < high:
        tiles[low], tiles[high] = tiles[high], tiles[low]
        low, high = low + 1, high - 1
    return True


@kernel(
    "void(int64[:, ::1], int64[::1], int64[::1], int64[::1], boolean, int64[::1], int64[:, ::1])"
)
def list_states(
    rows: Array,
    row_of: Array,
    candidates: Array,
    chosen: Array,
    closed: bool,
    tiles: Array,
    listed: Array,
) -> None:
    """Fill in every state: hands in the order of their tiles, then the orders of an open stock.

    `row_of` has the row by the numbers of the candidate doubles in the hand, -1 for no hand;
    `chosen` the first choice of candidates, 0, 1, 2 …; `tiles` is room for 28. What is listed has
    five columns: a state and its weight.
    """
    place = 0
    more = True
    while more:
        hand = 0
        for i in range(len(chosen)):
            hand |= 1 << candidates[chosen[i]]
        more = next_choice(chosen, len(candidates))
        kind = row_of[numbers_of(hand)]
        if kind < 0:
            continue
        row = rows[kind]
        unseen = 0
        for i in range(row[MANY] + row[REST]):
            unseen |= 1 << row[PLACES + i]
        count = spread(unseen & ~hand, tiles)
        order = True
        while order:
            put(row, hand, tiles, listed, place)
            listed[place, 4] = row[WEIGHT]
            place += 1
            order = not closed and next_order(tiles, count)
