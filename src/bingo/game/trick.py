"""What depends on the trump suit: worth, who takes a trick, what may be answered.

The functions at the top read like the clauses. `tables` enumerates them once for each Rules and
trump suit into tuples of small integers; the flow of the deal, and later the compiled engine, use
these tables alone. Sets of tiles are 28-bit integers, bit `tile.index` for each.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from bingo.game.rules import Rules
from bingo.game.tiles import BINGO, TILES, Suit, Tile, mask

TEN_POINTERS = (Tile.parse("6-4"), Tile.parse("3-0"))
ALL_TILES = mask(TILES)


def is_trump(tile: Tile, trump: Suit) -> bool:
    """A trump has a half of the trump suit, or is bingo. [2.3]"""
    return tile is BINGO or tile.has(trump)


def is_trump_double(tile: Tile, trump: Suit) -> bool:
    """The double of the trump suit; bingo when blanks are trumps. [2.4]"""
    return tile.is_double and tile.has(trump)


def worth(tile: Tile, trump: Suit) -> int:
    """What the tile counts in points. [2.5]"""
    if is_trump_double(tile, trump):
        return 28
    if is_trump(tile, trump) or tile.is_double:
        return tile.sum
    return 10 if tile in TEN_POINTERS else 0


def takes(answer: Tile, led: Tile, rules: Rules, trump: Suit, *, strict: bool) -> bool:
    """Whether the answer takes the trick from the led tile. [3.1-3.5]"""
    if answer is BINGO or led is BINGO:
        return answer is BINGO
    if is_trump(answer, trump) and is_trump(led, trump):
        return is_trump_double(answer, trump) or (
            answer.sum > led.sum and not is_trump_double(led, trump)
        )
    if is_trump(answer, trump) or is_trump(led, trump):
        return is_trump(answer, trump)
    return _plain_takes(answer, led, rules, strict=strict)


def _plain_takes(answer: Tile, led: Tile, rules: Rules, *, strict: bool) -> bool:
    """Between plain tiles. [3.3-3.5]"""
    in_higher, in_lower = answer.has(led.higher), answer.has(led.lower)
    if rules.plain_rank == "pip_sum":
        may_win = not strict or in_higher or in_lower or rules.discard_can_win
        return may_win and answer.sum > led.sum
    either = strict and rules.plain_rank == "either_half"
    if not (in_higher or (either and in_lower)):
        return False
    return answer.is_double or (answer.sum > led.sum and not led.is_double)


def called(led: Tile, rules: Rules, trump: Suit) -> tuple[frozenset[Tile], ...]:
    """The duties of strict play, one after the other: a hand answers from the first it can meet.

    The last is every tile. What is beside the duties ("free" bingo, the duty to beat) is not
    told here. [6.2-6.5, 3.6]
    """
    everything = frozenset(TILES)
    trumps = frozenset(tile for tile in TILES if is_trump(tile, trump))
    bingo_is_blank = rules.bingo_suit == "blank" and trump is not Suit.BLANK

    if led is BINGO and bingo_is_blank:
        duties = [_bearing(Suit.BLANK, rules, trump)]
    elif led in trumps:
        return (trumps - {BINGO}, trumps, everything) if bingo_is_blank else (trumps, everything)
    else:
        higher, lower = (_bearing(suit, rules, trump) for suit in (led.higher, led.lower))
        duties = {"second": [higher, lower], "free": [higher | lower], "off": [higher]}[
            rules.follow_lower
        ]
    if rules.must_trump == "must":
        duties.append(trumps)
    return (*duties, everything)


def _bearing(suit: Suit, rules: Rules, trump: Suit) -> frozenset[Tile]:
    """The tiles that answer for a suit when a plain tile bearing it is led. [2.3, 3.6, 6.3]"""
    return frozenset(
        tile
        for tile in TILES
        if tile.has(suit)
        and (
            not is_trump(tile, trump)
            or rules.trump_in_plain_suit
            or (tile is BINGO and rules.bingo_suit == "blank")
        )
    )


@dataclass(frozen=True, slots=True)
class Tables:
    """All of the above, enumerated for one Rules and one trump suit.

    worth           28 numbers, points by tile index [2.5, 2.6]
    trumps          set of the trumps [2.3]
    beaten_by_open, beaten_by_strict
                    28 sets by index of the led tile: the answers that take the trick [3]
    duties          28 tuples of sets by index of the led tile: the first that meets the hand is
                    what must be answered from, in strict play; the last is all tiles [6.2-6.5]
    always          set of the tiles that answer any lead: "free" bingo, or none [3.6]
    lowest_trump    the tile of the trump suit that may be exchanged [7.4]
    trump_double    the double of the trump suit [2.4]
    """

    rules: Rules
    trump: Suit
    worth: tuple[int, ...] = field(init=False, repr=False, compare=False)
    trumps: int = field(init=False, repr=False, compare=False)
    beaten_by_open: tuple[int, ...] = field(init=False, repr=False, compare=False)
    beaten_by_strict: tuple[int, ...] = field(init=False, repr=False, compare=False)
    duties: tuple[tuple[int, ...], ...] = field(init=False, repr=False, compare=False)
    always: int = field(init=False, repr=False, compare=False)
    lowest_trump: Tile = field(init=False, repr=False, compare=False)
    trump_double: Tile = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        rules, trump = self.rules, self.trump

        def beaten(strict: bool) -> tuple[int, ...]:
            return tuple(
                mask(tile for tile in TILES if takes(tile, led, rules, trump, strict=strict))
                for led in TILES
            )

        of_suit = [tile for tile in TILES if tile.has(trump) and not tile.is_double]
        values = {
            "worth": tuple(worth(tile, trump) for tile in TILES),
            "trumps": mask(tile for tile in TILES if is_trump(tile, trump)),
            "beaten_by_open": beaten(False),
            "beaten_by_strict": beaten(True),
            "duties": tuple(tuple(map(mask, called(led, rules, trump))) for led in TILES),
            "always": BINGO.bit if rules.bingo_suit == "free" else 0,
            "lowest_trump": min(of_suit, key=lambda tile: tile.sum),
            "trump_double": next(tile for tile in TILES if is_trump_double(tile, trump)),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def __reduce__(self) -> tuple[object, ...]:
        return tables, (self.rules, self.trump)

    def takes(self, answer: Tile, led: Tile, *, strict: bool) -> bool:
        """Whether the answer takes the trick. [3]"""
        return bool(self.beaten_by(led, strict=strict) & answer.bit)

    def beaten_by(self, led: Tile, *, strict: bool) -> int:
        """The set of answers that take the trick from this tile. [3]"""
        return (self.beaten_by_strict if strict else self.beaten_by_open)[led.index]

    def answers(self, led: Tile, hand: int) -> int:
        """Strict play: the set of tiles of this hand that may answer. [6.2-6.7]"""
        duty = next((duty for duty in self.duties[led.index] if duty & hand), 0)
        allowed = hand & (duty | self.always)
        if self.rules.must_beat:
            return allowed & self.beaten_by_strict[led.index] or allowed
        return allowed

    def excluded(self, led: Tile, answer: Tile) -> int:
        """Strict play: the tiles a hand that answered so cannot hold: the void shown. [6.2-6.6]"""
        if answer.bit & self.always:
            return 0
        shown = 0
        for duty in self.duties[led.index]:
            if duty & answer.bit:
                break
            shown |= duty
        beaten_by = self.beaten_by_strict[led.index]
        if self.rules.must_beat and not answer.bit & beaten_by:
            shown |= (duty | self.always) & beaten_by
        return shown


@lru_cache(maxsize=1024)
def tables(rules: Rules, trump: Suit) -> Tables:
    """The tables of these rules with this trump suit, made once."""
    return Tables(rules, trump)
