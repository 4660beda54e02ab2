"""Where the parts of a state lie in its four integers. docs/ARCHITECTURE.md has the picture.

A state is a tuple `(hands, stock, marks, score)`. Each is below 2**60, so signed 64-bit arithmetic
holds it. What is ONE's lies lower; what is TWO's lies a width above it.
"""

from __future__ import annotations

State = tuple[int, int, int, int]
"""A position as the kernels hold it: `(hands, stock, marks, score)`."""

TILES = 28
ALL = (1 << TILES) - 1
DOUBLES = sum(1 << number * (number + 3) // 2 for number in range(7))

# hands: 28 bits for ONE, 28 for TWO, then how many tiles are undrawn
STOCK_LEFT = 56  # 4 bits
HANDS = (1 << STOCK_LEFT) - 1

# stock: the undrawn tiles in the order they will be drawn, 5 bits each, the next one lowest; but
# for the last two, which are in `marks`
TILE = 5
TILE_MASK = (1 << TILE) - 1

# marks
LEADER = 0  # 1 bit
LED = 1  # 5 bits: index + 1 of the tile led, 0 between tricks
MAY_DRAW = 6  # 1 bit [7.1]
TURN_UP = 7  # 5 bits [1.4]
ABOVE = 12  # 5 bits: the tile that is drawn along with the turn-up, 0 once it is drawn
SAID = 17  # 7 bits a seat: the doubles of an announcement not yet won or lost [5.4]
COUNTED = 31  # 7 bits a seat: the doubles that count when announcing again, else all [5.5]
ANNOUNCED = 45  # 1 bit a seat: has announced, where that may be done once [5.5]
CLOSED = 47  # 2 bits: 0 nobody, 1 ONE, 2 TWO [7.1]
LEVEL = 49  # 2 bits: what the closer wins with 70, where that is settled at closing [8.3]
FAIL = 51  # 2 bits: what a failed close costs, where that is settled at closing [8.4]
FIRST_70 = 53  # 2 bits: 0 nobody, 1 ONE, 2 TWO [8.1]
HOW = 55  # 3 bits: how the deal ended, 0 while it lasts
WINNER = 58  # 2 bits: who won the deal: 0 nobody, 1 ONE, 2 TWO [9.3]
SEVEN = 127
ALL_COUNTED = SEVEN << COUNTED | SEVEN << (COUNTED + 7)

# score
POINTS = 0  # 10 bits a seat
TRICKS = 20  # 4 bits a seat
BIG = 28  # 4 bits a seat: big points won in this deal
TO_GO = 36  # 4 bits a seat: big points that end the match for the seat, counted from the deal [9.2]
TEN = 1023
FOUR = 15
ONCE_TRICKS = 1 << TRICKS

# moves: 0 to 27 plays that tile; then
ANNOUNCE = 28  # + 0 to 6: leads the double of that suit and announces
CLOSE = 35
EXCHANGE = 36
CLAIM = 37
DRAW = 38
MOVES = 39

# how a deal ends, in the words of `bingo.game.scoring.Outcome`
HOWS = ("", "seventy", "failed_close", "false_claim", "neither", "invincible", "match")
SEVENTY, FAILED_CLOSE, FALSE_CLAIM, NEITHER, INVINCIBLE, MATCH = range(1, 7)
ENOUGH = 70
