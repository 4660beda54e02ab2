"""Many deals side by side as rows of integers, and the kernels that go through all of them.

`bingo.engine.environment` is the door to it. Each row has dice of its own, so it deals the same
whatever the number of rows.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bingo.engine.compiled import inner, kernel
from bingo.engine.dealing import dealt, trump_of
from bingo.engine.dice import below, roll, seeded
from bingo.engine.flow import play
from bingo.engine.layout import FOUR, MOVES, TO_GO, State
from bingo.engine.legal_moves import legal
from bingo.engine.observation import NOTES, Observation, see, write
from bingo.engine.state import big_of, is_over, to_move
from bingo.engine.tables import Array

Observations = NDArray[np.int8]
Masks = NDArray[np.bool_]
Rewards = NDArray[np.float32]
Dones = NDArray[np.bool_]

# A row: the state in four integers, then
DICE = 4
TRUMP = 5
SEAT = 6  # the seat to move
LEGAL = 7  # its legal moves as a set
NOTED = 8  # what has been seen (`bingo.engine.observation`)
ROW = NOTED + NOTES

# What all rows share, in one array
BROUGHT = 0  # the score of a new state; -1 if the big points brought are drawn by lot
TARGET = 1
SHOWN = 2  # whether doubles announced are shown [5.6]
HIDDEN = 3  # whether totals are not shown [9.5]
TILES = 4  # room for 28 tiles
COMMON = TILES + 28


@inner
def state_of(row: Array) -> State:
    """The state a row holds."""
    return row[0], row[1], row[2], row[3]


@inner
def keep(row: Array, s: State) -> None:
    """Have the row hold a state."""
    row[0], row[1], row[2], row[3] = s


@inner
def deal_anew(row: Array, common: Array) -> None:
    """Have the row go on with a new deal, the leader drawn by lot. [1.2, 1.3]"""
    dice = roll(row[DICE])
    leader = below(dice, 2)
    score = common[BROUGHT]
    if score < 0:
        score = 0
        for seat in range(2):
            dice = roll(dice)
            needed = common[TARGET] - below(dice, common[TARGET])
            score |= min(needed, FOUR) << TO_GO + 4 * seat
    s, dice = dealt(common[TILES:], dice, leader, score)
    keep(row, s)
    row[DICE] = dice
    row[TRUMP] = trump_of(s)
    row[NOTED:] = 0


@inner
def show(t: Array, row: Array, hidden: bool, observation: Observation) -> None:
    """Write what the seat to move knows, and note what it may do."""
    s = state_of(row)
    write(observation, s, row[NOTED:], row[TRUMP], hidden)
    row[SEAT] = to_move(s[2])
    row[LEGAL] = legal(t, s)


@kernel("void(int64[:, ::1], int64)")
def seed_all(rows: Array, seed: int) -> None:
    """Give every row dice of its own."""
    for number in range(len(rows)):
        rows[number, DICE] = seeded(seed, number)


@kernel("void(int64[:, ::1], int64[::1])")
def deal_all(rows: Array, common: Array) -> None:
    """A new deal in every row."""
    for number in range(len(rows)):
        deal_anew(rows[number], common)


@kernel('int64(int64[:, ::1], Array(int64, 1, "C", readonly=True))')
def first_wrong(rows: Array, actions: Array) -> int:
    """The first row whose action is not a legal move, or -1 if all are."""
    for number in range(len(rows)):
        action = actions[number]
        if action < 0 or action >= MOVES or rows[number, LEGAL] >> action & 1 == 0:
            return number
    return -1


@kernel(
    'void(Array(int64, 2, "C", readonly=True), int64[:, ::1], int64[::1],'
    ' Array(int64, 1, "C", readonly=True), float32[::1], boolean[::1])'
)
def play_all(
    tables: Array, rows: Array, common: Array, actions: Array, rewards: Rewards, dones: Dones
) -> None:
    """A move in every row, known to be legal; a deal that is over makes way for a new one."""
    for number in range(len(rows)):
        row, move = rows[number], actions[number]
        t, s = tables[row[TRUMP]], state_of(row)
        after = play(t, s, move)
        over = is_over(after[2])
        dones[number] = over
        rewards[number] = big_of(after[3], 0) - big_of(after[3], 1) if over else 0
        if over:
            deal_anew(row, common)
        else:
            see(t, row[NOTED:], s, move, after, common[SHOWN] != 0)
            keep(row, after)


@kernel(
    'void(Array(int64, 2, "C", readonly=True), int64[:, ::1], int64[::1],'
    " int8[:, ::1], boolean[:, ::1])"
)
def show_all(
    tables: Array, rows: Array, common: Array, observations: Observations, masks: Masks
) -> None:
    """Write what the seats to move know and may do."""
    hidden = common[HIDDEN] != 0
    for number in range(len(rows)):
        row = rows[number]
        show(tables[row[TRUMP]], row, hidden, observations[number])
        for move in range(MOVES):
            masks[number, move] = row[LEGAL] >> move & 1 != 0
