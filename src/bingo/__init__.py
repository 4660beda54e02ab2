"""Bingo, the Russian two-player domino game: the rules, exactly, and all that is built on them.

>>> from bingo import Deal, Rules, Seat, TILES, parse_move
>>> deal = Deal.start(TILES, Seat.ONE, Rules.named("russian"))
>>> deal.trump
Suit.SIX
>>> deal = deal.play(parse_move("2-1")).play(parse_move("3-3"))
>>> deal.leader, deal.points
(Seat.TWO, BySeat(one=0, two=6))
"""

from bingo.game import (
    BINGO,
    DOUBLES,
    RULESETS,
    TILES,
    BingoError,
    BySeat,
    Claim,
    Close,
    Deal,
    Draw,
    Exchange,
    IllegalMove,
    InvalidNotation,
    InvalidRecord,
    InvalidRules,
    InvalidSetup,
    Match,
    Move,
    Play,
    Record,
    Rules,
    Seat,
    Setup,
    StaleMove,
    Suit,
    Tile,
    View,
    World,
    parse_move,
)

__version__ = "0.1.0"

__all__ = [
    "BINGO",
    "DOUBLES",
    "RULESETS",
    "TILES",
    "BingoError",
    "BySeat",
    "Claim",
    "Close",
    "Deal",
    "Draw",
    "Exchange",
    "IllegalMove",
    "InvalidNotation",
    "InvalidRecord",
    "InvalidRules",
    "InvalidSetup",
    "Match",
    "Move",
    "Play",
    "Record",
    "Rules",
    "Seat",
    "Setup",
    "StaleMove",
    "Suit",
    "Tile",
    "View",
    "World",
    "__version__",
    "parse_move",
]
