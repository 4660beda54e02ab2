"""What the seat to move knows, as a row of small integers for programs that learn.

All of it is what `bingo.game.view.View` tells, and `bingo.game.facts.Facts` gathers: nothing here
depends on the other hand or the order of the stock.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bingo.engine.compiled import inner, popcount
from bingo.engine.layout import (
    ANNOUNCE,
    CLOSE,
    CLOSED,
    COUNTED,
    EXCHANGE,
    FAIL,
    FIRST_70,
    FOUR,
    LED,
    LEVEL,
    MAY_DRAW,
    SAID,
    SEVEN,
    STOCK_LEFT,
    TILE_MASK,
    TO_GO,
    TURN_UP,
    State,
)
from bingo.engine.legal_moves import doubles_said
from bingo.engine.state import big_of, double_of, hand_of, is_strict, points_of, to_move, tricks_of
from bingo.engine.tables import (
    ALWAYS,
    BEATEN_STRICT,
    DUTY,
    MUST_BEAT,
    STEPS,
    Array,
)

Observation = NDArray[np.int8]

OBSERVATION = np.dtype(
    [
        (name, np.int8, (size,))
        for name, size in (
            ("hand", 28),
            ("gone", 28),
            ("led", 28),
            ("turn_up", 28),
            ("held", 28),
            ("void", 28),
            ("trump", 7),
            ("counted", 7),
            ("stock_left", 1),
            ("may_draw", 1),
            ("points", 2),
            ("tricks", 2),
            ("big_points", 2),
            ("to_go", 2),
            ("announced", 2),
            ("waiting", 2),
            ("closed", 2),
            ("level", 1),
            ("fail", 1),
            ("first_to_70", 2),
        )
    ]
)
"""The parts of an observation by name: `observations.view(OBSERVATION)["hand"]` is [rows, 1, 28].

Where there are two numbers, the first is the own one of the seat to move, the second the other
seat's. By tile or suit there is a number for each, 1 or 0.

| index   | part        | what                                                                     |
|---------|-------------|--------------------------------------------------------------------------|
| 0-27    | hand        | the own tiles                                                            |
| 28-55   | gone        | tiles of tricks that were taken                                          |
| 56-83   | led         | the tile to be answered; none at a lead                                  |
| 84-111  | turn_up     | the tile that lies, or lay last, face up under the stock [1.4, 7.4]      |
| 112-139 | held        | tiles the other seat is known to hold: the turn-up drawn or exchanged    |
|         |             | for, doubles shown [4.2, 5.6, 7.4]                                       |
| 140-167 | void        | tiles the other seat cannot hold, by its answers in strict play [6]      |
| 168-174 | trump       | the trump suit, from blank to six [1.5]                                  |
| 175-181 | counted     | by suit: the own double counts in an announcement, if held [5.5]         |
| 182     | stock_left  | tiles not drawn, 0 to 14                                                 |
| 183     | may_draw    | 1: the choice is between closing and drawing [7.1]                       |
| 184-185 | points      | 0 to 127, more as 127; -1 each where totals are not shown [9.5]          |
| 186-187 | tricks      | taken                                                                    |
| 188-189 | big_points  | won in this deal                                                         |
| 190-191 | to_go       | big points that end the match, counted from the deal; more than 15 as 15 |
| 192-193 | announced   | the number of doubles last announced in this deal; 0 none [5.1]          |
| 194-195 | waiting     | the number announced that is not yet won or lost; 0 none [5.4]           |
| 196-197 | closed      | 1: closed the stock [7.1]                                                |
| 198     | level       | what the closer wins with 70, where settled at closing and shown [8.3]   |
| 199     | fail        | what a failed close costs, where settled at closing [8.4]                |
| 200-201 | first_to_70 | 1: had 70 first; 0 where totals are not shown [8.1]                      |
"""

LENGTH = OBSERVATION.itemsize
"""Numbers in an observation."""


def _slices() -> Mapping[str, slice]:
    fields: Mapping[str, Any] = OBSERVATION.fields or {}
    places = ((name, int(place), kind.itemsize) for name, (kind, place, *_) in fields.items())
    return MappingProxyType({name: slice(place, place + size) for name, place, size in places})


PARTS = _slices()
"""The same as slices: `observations[:, PARTS["hand"]]`."""

HAND_AT = PARTS["hand"].start
GONE_AT = PARTS["gone"].start
LED_AT = PARTS["led"].start
TURN_UP_AT = PARTS["turn_up"].start
HELD_AT = PARTS["held"].start
VOID_AT = PARTS["void"].start
TRUMP_AT = PARTS["trump"].start
COUNTED_AT = PARTS["counted"].start
NUMBERS_AT = PARTS["stock_left"].start
MOST = 127

# What has been seen and no state tells, by place in an array of integers: sets of tiles or numbers.
GONE = 0
HELD = 1  # by seat: tiles it is known to hold
VOID = 3  # by seat: tiles it cannot hold
ANNOUNCED = 5  # by seat: the number last announced
NOTES = 7


# --- what a move shows ----------------------------------------------------------------------------


@inner
def excluded(t: Array, led: int, tile: int) -> int:
    """Strict play: the tiles a hand that answered so cannot hold. [6.2-6.6]"""
    if t[ALWAYS] >> tile & 1:
        return 0
    shown, duty = 0, 0
    for step in range(STEPS):
        duty = t[DUTY + 28 * step + led]
        if duty >> tile & 1:
            break
        shown |= duty
    beating = t[BEATEN_STRICT + led]
    if t[MUST_BEAT] and not beating >> tile & 1:
        shown |= (duty | t[ALWAYS]) & beating
    return shown


@inner
def see(t: Array, notes: Array, s: State, move: int, after: State, shown: bool) -> None:
    """Note what a move shows both seats; `shown`: doubles announced are shown. [5.6]"""
    hands, _, marks, _ = s
    seat = to_move(marks)
    if move < CLOSE:
        see_tile(t, notes, s, move, shown)
    elif move == EXCHANGE:
        notes[HELD + seat] |= 1 << (marks >> TURN_UP & TILE_MASK)
    if hands >> STOCK_LEFT > after[0] >> STOCK_LEFT == 0:
        turn_up = marks >> TURN_UP & TILE_MASK
        drawer = 0 if after[0] >> turn_up & 1 else 1
        notes[HELD + drawer] |= 1 << turn_up


@inner
def see_tile(t: Array, notes: Array, s: State, move: int, shown: bool) -> None:
    """The same for a tile led or answered."""
    hands, _, marks, _ = s
    seat = to_move(marks)
    tile = move
    if move >= ANNOUNCE:
        tile = double_of(move - ANNOUNCE)
        said = doubles_said(t, marks, hand_of(hands, seat))
        notes[ANNOUNCED + seat] = popcount(said)
        if shown:
            for suit in range(7):
                notes[HELD + seat] |= (said >> suit & 1) << double_of(suit)
    notes[HELD + seat] &= ~(1 << tile)
    led = marks >> LED & TILE_MASK
    if led:
        notes[GONE] |= 1 << tile | 1 << led - 1
        if is_strict(hands, marks):
            notes[VOID + seat] |= excluded(t, led - 1, tile)


# --- the observation ------------------------------------------------------------------------------


@inner
def write_set(row: Observation, start: int, size: int, bits: int) -> None:
    """A number for each of the first bits: 1 if it is set."""
    for place in range(size):
        row[start + place] = bits >> place & 1


@inner
def write(row: Observation, s: State, notes: Array, trump: int, hidden: bool) -> None:
    """The observation of the seat to move; `hidden`: totals are not shown. [9.5]"""
    hands, _, marks, _ = s
    seat = to_move(marks)
    led = marks >> LED & TILE_MASK
    write_set(row, HAND_AT, 28, hand_of(hands, seat))
    write_set(row, GONE_AT, 28, notes[GONE])
    write_set(row, LED_AT, 28, 1 << led >> 1)
    write_set(row, TURN_UP_AT, 28, 1 << (marks >> TURN_UP & TILE_MASK))
    write_set(row, HELD_AT, 28, notes[HELD + 1 - seat])
    write_set(row, VOID_AT, 28, notes[VOID + 1 - seat])
    write_set(row, TRUMP_AT, 7, 1 << trump)
    write_set(row, COUNTED_AT, 7, marks >> COUNTED + 7 * seat)
    write_numbers(row, s, notes, hidden)


@inner
def write_numbers(row: Observation, s: State, notes: Array, hidden: bool) -> None:
    """The end of an observation, from the stock on."""
    hands, _, marks, score = s
    seat = to_move(marks)
    row[NUMBERS_AT] = hands >> STOCK_LEFT
    row[NUMBERS_AT + 1] = marks >> MAY_DRAW & 1
    for which in range(2):
        who = which ^ seat
        at = NUMBERS_AT + 2 + which
        row[at] = -1 if hidden else min(points_of(score, who), MOST)
        row[at + 2] = tricks_of(score, who)
        row[at + 4] = big_of(score, who)
        row[at + 6] = score >> TO_GO + 4 * who & FOUR
        row[at + 8] = notes[ANNOUNCED + who]
        row[at + 10] = popcount(marks >> SAID + 7 * who & SEVEN)
        row[at + 12] = (marks >> CLOSED & 3) == who + 1
        row[at + 16] = not hidden and (marks >> FIRST_70 & 3) == who + 1
    row[NUMBERS_AT + 16] = 0 if hidden else marks >> LEVEL & 3
    row[NUMBERS_AT + 17] = marks >> FAIL & 3
