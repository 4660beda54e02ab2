"""The rules of Bingo as immutable values. Standard library only; no clock, no dice, no I/O."""

from bingo.game.board import Board, Closing, Trick
from bingo.game.deal import Deal
from bingo.game.errors import (
    BingoError,
    IllegalMove,
    InvalidNotation,
    InvalidRecord,
    InvalidRules,
    InvalidSetup,
    StaleMove,
)
from bingo.game.match import Match, lowest_hand
from bingo.game.moves import Claim, Close, Draw, Exchange, Move, Play, parse_move
from bingo.game.record import Record, Refusal
from bingo.game.rules import RULESETS, Option, Rules, options
from bingo.game.scoring import Gain, Outcome
from bingo.game.setup import Setup
from bingo.game.tiles import BINGO, DOUBLES, TILES, BySeat, Seat, Suit, Tile, parse_tiles
from bingo.game.trick import Tables, tables
from bingo.game.view import View
from bingo.game.worlds import World

__all__ = [
    "BINGO",
    "DOUBLES",
    "RULESETS",
    "TILES",
    "BingoError",
    "Board",
    "BySeat",
    "Claim",
    "Close",
    "Closing",
    "Deal",
    "Draw",
    "Exchange",
    "Gain",
    "IllegalMove",
    "InvalidNotation",
    "InvalidRecord",
    "InvalidRules",
    "InvalidSetup",
    "Match",
    "Move",
    "Option",
    "Outcome",
    "Play",
    "Record",
    "Refusal",
    "Rules",
    "Seat",
    "Setup",
    "StaleMove",
    "Suit",
    "Tables",
    "Tile",
    "Trick",
    "View",
    "World",
    "lowest_hand",
    "options",
    "parse_move",
    "parse_tiles",
    "tables",
]
