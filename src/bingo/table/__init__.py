"""A match at a table, in one process: the one door for moves, the views, the record, the saves."""

from bingo.table.dice import Dice
from bingo.table.saves import Saves, SavesBusy
from bingo.table.table import MatchOver, NothingToUndo, OutOfTurn, Table

__all__ = ["Dice", "MatchOver", "NothingToUndo", "OutOfTurn", "Saves", "SavesBusy", "Table"]
