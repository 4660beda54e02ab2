"""What can be wrong, each fault with a type and a stable code.

BingoError
├── InvalidNotation   the text is not written in the game's notation
├── InvalidRules      an unknown ruleset, option or value
├── InvalidSetup      a position that cannot be; lists every fault
├── InvalidRecord     a record that disagrees with the rules; names line and fact
├── IllegalMove       not allowed now; names the clause and the legal moves
└── StaleMove         the move was meant for another moment
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from bingo.game.moves import Move


class BingoError(Exception):
    """The root of all errors of the game; `code` is stable and meant for programs."""

    code: ClassVar[str] = "error"


class InvalidNotation(BingoError, ValueError):
    """A text that is not notation: says which text, and what was expected."""

    code = "invalid-notation"


class InvalidRules(BingoError, ValueError):
    """An unknown ruleset, an unknown option, or a value the option does not take."""

    code = "invalid-rules"


class Fault(str):
    """One thing that is wrong with a position, told in English.

    `kind` and the values `told` are what it takes to tell it in another language.
    """

    kind: str
    told: dict[str, object]

    def __new__(cls, text: str, kind: str = "", **told: object) -> Fault:
        """The fault with this text."""
        fault = super().__new__(cls, text)
        fault.kind, fault.told = kind, told
        return fault


class InvalidSetup(BingoError, ValueError):
    """A position that cannot be. `faults` holds every fault found, not the first alone."""

    code = "invalid-setup"

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(self.faults))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.faults,)


class InvalidRecord(BingoError, ValueError):
    """A record that does not hold. `line` counts from 1 (0: the whole file).

    The fact is told in English. The common kinds of faults have a name, `kind`, and values, `told`,
    with which they can be told in another language; "" otherwise.
    """

    code = "invalid-record"

    def __init__(self, line: int, fact: str, kind: str = "", **told: object) -> None:
        self.line = line
        self.fact = fact
        self.kind = kind
        self.told = told
        super().__init__(f"line {line}: {fact}" if line else fact)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.line, self.fact, self.kind), {"told": self.told}

    def at(self, line: int) -> InvalidRecord:
        """The same fault, found in this line."""
        return InvalidRecord(line, self.fact, self.kind, **self.told)


class IllegalMove(BingoError, ValueError):
    """A move that is not allowed now.

    `move` is what was tried, `clause` the clause of the rules that forbids it, `legal_moves`
    what may be played instead. The deal it was tried on is unchanged.
    """

    code = "illegal-move"

    def __init__(self, move: Move, clause: str, legal_moves: Sequence[Move]) -> None:
        self.move = move
        self.clause = clause
        self.legal_moves = tuple(legal_moves)
        legal = " ".join(map(str, self.legal_moves)) or "none, the deal is over"
        super().__init__(f"{move} is not allowed [{clause}]; legal moves: {legal}")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.move, self.clause, self.legal_moves)


class StaleMove(BingoError):
    """A move meant for another moment: the table has gone on, or gone back, since."""

    code = "stale-move"

    def __init__(self, expected: int, got: int) -> None:
        self.expected = expected
        self.got = got
        super().__init__(f"the move is meant for ply {got}, the table is at ply {expected}")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.expected, self.got)
