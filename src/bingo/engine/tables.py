"""One Rules and one trump suit as one array of integers, for the kernels.

What a tile is and what it can do is not told here a second time: `bingo.game.trick.Tables` has
enumerated it, and this file lays it out.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from bingo.engine.given import one_of
from bingo.game.board import ANNOUNCED_POINTS, EMPEROR, INVINCIBLE
from bingo.game.rules import Rules
from bingo.game.scoring import ENOUGH
from bingo.game.tiles import TILES, Suit
from bingo.game.trick import tables

Array = NDArray[np.int64]

STEPS = 4
"""Duties of a led tile at most: higher half, lower half, trumps, every tile. [6.2-6.5]"""

# Where things stand in the array. Rows of 28 by tile index first.
WORTH = 0
BEATEN_OPEN = 28
BEATEN_STRICT = 56
DUTY = 84  # row s at DUTY + 28 * s, for s < STEPS
ANSWERS_OPEN = DUTY + 28 * STEPS  # the leads that this tile takes as an answer
ANSWERS_STRICT = ANSWERS_OPEN + 28
SAID_POINTS = ANSWERS_STRICT + 28  # by number of doubles, 0 to 7 [5.2]
SAID_BIG = SAID_POINTS + 8  # [5.3]
ALWAYS = SAID_BIG + 8
TRUMPS = ALWAYS + 1
LOWEST_TRUMP = ALWAYS + 2  # a tile index
TRUMP_DOUBLE = ALWAYS + 3  # a tile index
BINGO_BONUS = ALWAYS + 4  # 0 none can be won, 1 bingo second, 2 either order [4.4]
INVINCIBLE_ENDS = ALWAYS + 5  # [5.3]
ANY_TRICK = ALWAYS + 6  # [5.4]
REANNOUNCE = ALWAYS + 7  # 0 no, 1 yes, 2 remaining [5.5]
BINGO_SAID = ALWAYS + 8  # points for bingo in an announcement [5.7]
MUST_BEAT = ALWAYS + 9  # [6.6]
CLOSE_BEFORE_DRAW = ALWAYS + 10  # [7.1]
CLOSE_NEEDS_TRICK = ALWAYS + 11
CLOSE_MIN_STOCK = ALWAYS + 12
EXCHANGE_ALLOWED = ALWAYS + 13  # [7.4]
DEAL_END = ALWAYS + 14  # AT_70, EACH, FIRST, CLAIMED [8.1]
LOW = ALWAYS + 15  # [8.2]
LEVEL_AT_CLOSING = ALWAYS + 16  # [8.3]
FAILED_3 = ALWAYS + 17  # 0 opponent at closing, 1 closer at closing, 2 closer in deal [8.4]
FAILED_70 = ALWAYS + 18  # 0 none, 1 add, 2 replace [8.5]
HIGHER_WINS = ALWAYS + 19  # [8.6]
LAST_TRICK = ALWAYS + 20  # [8.7]
LOSER_DRAWS_LAST = ALWAYS + 21  # whether the loser gets the turn-up [4.2]
SIZE = ALWAYS + 22

AT_70, EACH, FIRST, CLAIMED = range(4)


@lru_cache(maxsize=1024, typed=True)
def array(rules: Rules, trump: Suit) -> Array:
    """The array of these rules with this trump suit, made once; it cannot be written to.

    Raises TypeError for what is no Rules or no Suit: an integer is none.
    """
    known = tables(one_of("rules", rules, Rules), one_of("trump", trump, Suit))
    t = np.zeros(SIZE, dtype=np.int64)
    t[WORTH : WORTH + 28] = known.worth
    for beaten, answers, sets in (
        (BEATEN_OPEN, ANSWERS_OPEN, known.beaten_by_open),
        (BEATEN_STRICT, ANSWERS_STRICT, known.beaten_by_strict),
    ):
        t[beaten : beaten + 28] = sets
        t[answers : answers + 28] = [
            sum(1 << led for led in range(28) if sets[led] & tile.bit) for tile in TILES
        ]
    for led, duties in enumerate(known.duties):
        for step in range(STEPS):
            t[DUTY + 28 * step + led] = duties[min(step, len(duties) - 1)]
    for number, points in ANNOUNCED_POINTS.items():
        t[SAID_POINTS + number] = points
    if rules.emperor == "points_70":
        t[SAID_POINTS + EMPEROR] = ENOUGH
    else:
        t[SAID_BIG + EMPEROR] = 1
    t[SAID_BIG + INVINCIBLE] = 3
    t[ALWAYS] = known.always
    t[TRUMPS] = known.trumps
    t[LOWEST_TRUMP] = known.lowest_trump.index
    t[TRUMP_DOUBLE] = known.trump_double.index
    t[BINGO_BONUS] = 0 if trump is Suit.BLANK else 1 + (rules.bingo_bonus == "either_order")
    t[INVINCIBLE_ENDS] = rules.invincible == "ends_deal"
    t[ANY_TRICK] = rules.announce_credit == "any_trick"
    t[REANNOUNCE] = ("no", "yes", "remaining").index(rules.reannounce)
    t[BINGO_SAID] = rules.bingo_in_announce
    t[MUST_BEAT] = rules.must_beat
    t[CLOSE_BEFORE_DRAW] = rules.close_before_draw
    t[CLOSE_NEEDS_TRICK] = rules.close_needs_trick
    t[CLOSE_MIN_STOCK] = rules.close_min_stock
    t[EXCHANGE_ALLOWED] = rules.trump_exchange
    t[DEAL_END] = ("at_70", "play_out_each", "play_out_first", "claim").index(rules.deal_end)
    t[LOW] = rules.low_threshold
    t[LEVEL_AT_CLOSING] = rules.close_level_at == "closing"
    t[FAILED_3] = ("opponent_at_closing", "closer_at_closing", "closer_in_deal").index(
        rules.failed_close_3
    )
    t[FAILED_70] = ("none", "add", "replace").index(rules.failed_close_opp70)
    t[HIGHER_WINS] = rules.neither == "higher_wins_1"
    t[LAST_TRICK] = rules.last_trick_bonus
    t[LOSER_DRAWS_LAST] = rules.last_draw == "loser"
    t.setflags(write=False)
    return t
