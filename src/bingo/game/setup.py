"""A position as written down: one line of text, perhaps impossible.

    rules russian; one 2-2 5-3 …; two 5-2 3-2 …; stock 5-4 3-3 … 1-1; leader one; points 12 30; …

Only what differs from the start of a deal need be written. A tile that is not known is `?`, so
the same line says what one seat sees. docs/NOTATION.md has the grammar.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from bingo.game.board import NONE, Board, Closing, Trick
from bingo.game.errors import InvalidNotation, InvalidSetup
from bingo.game.faults import faults
from bingo.game.moves import Play, parse_move
from bingo.game.rules import LONGEST_NUMBER, Rules
from bingo.game.tiles import TILES, BySeat, Doubles, Seat, Suit, Tile
from bingo.game.trick import tables

if TYPE_CHECKING:
    from bingo.game.deal import Deal

Place = Tile | None
"""Where a tile lies: None if which one it is cannot be told."""
Places = tuple[Place, ...]

NO_HANDS: BySeat[Places] = BySeat((), ())
NO_DOUBLES: BySeat[Doubles] = BySeat(frozenset(), frozenset())
NO_COUNTED: BySeat[Doubles | None] = BySeat(None, None)


@dataclass(frozen=True, slots=True, repr=False)
class Setup:
    """A position between two moves, in so many fields as it takes to go on from it.

    rules         the Rules
    hands         tiles held by each seat
    stock         the undrawn tiles in the order they will be drawn, the turn-up last
    leader        who leads the trick in progress, or the next one
    turn_up       the tile that lies, or lay last, face up; by default the last of the stock
    trump         by default the higher half of the turn-up
    gone          tiles played before, by index; by default all that are nowhere else
    led           the lead of the trick in progress (its tile is in no hand)
    points, tricks, big_points
                  of this deal, so far
    score         big points each seat brought to the deal [9.2]
    first_leader  who led to the first trick; by default the leader
    closing       who closed, and what both had then [7.1]
    may_draw      the leader chooses between closing and drawing [7.1 close_before_draw]
    announced     how often each seat has announced [5.5]
    waiting       doubles of an announcement not yet won or lost between tricks [5.4 any_trick]
    counted       doubles of the last credited announcement that are still held [5.5 remaining]
    first_to_70   the seat that had 70 first [8.1]

    A position is told to both seats, all of it but the tiles that a seat cannot see; so are the
    points where totals are hidden afterwards (9.5), and the doubles it names as announced.
    """

    rules: Rules = field(default_factory=Rules)
    hands: BySeat[Places] = NO_HANDS
    stock: Places = ()
    leader: Seat = Seat.ONE
    turn_up: Place = None
    trump: Suit | None = None
    gone: tuple[Tile, ...] | None = None
    led: Play | None = None
    points: BySeat[int] = NONE
    tricks: BySeat[int] = NONE
    big_points: BySeat[int] = NONE
    score: BySeat[int] = NONE
    first_leader: Seat | None = None
    closing: Closing | None = None
    may_draw: bool = False
    announced: BySeat[int] = NONE
    waiting: BySeat[Doubles] = NO_DOUBLES
    counted: BySeat[Doubles | None] = NO_COUNTED
    first_to_70: Seat | None = None

    def __post_init__(self) -> None:
        fill = object.__setattr__
        fill(self, "hands", BySeat(*(_sorted(hand) for hand in self.hands)))
        if self.turn_up is None and self.stock:
            fill(self, "turn_up", self.stock[-1])
        if self.trump is None and self.turn_up is not None:
            fill(self, "trump", self.turn_up.higher)
        if self.first_leader is None:
            fill(self, "first_leader", self.leader)
        if self.gone is None:
            here = set(self.places)
            fill(self, "gone", () if None in here else tuple(t for t in TILES if t not in here))

    @property
    def places(self) -> list[Place]:
        """Every tile in play: the hands, the stock, the led one."""
        on_table = [self.led.tile] if self.led else []
        return [*self.hands.one, *self.hands.two, *self.stock, *on_table]

    @classmethod
    def of(cls, deal: Deal) -> Setup:
        """The position a deal stands in, without how it came about."""
        board = deal.board
        trick = board.trick
        return cls(
            rules=board.rules,
            hands=BySeat[Places](*deal.hands),
            stock=deal.stock,
            leader=board.leader,
            turn_up=board.turn_up,
            trump=board.trump,
            led=Play(trick.led, trick.announce) if trick else None,
            points=board.points,
            tricks=board.tricks,
            big_points=board.big_points,
            score=board.score,
            first_leader=board.first_leader,
            closing=board.closing,
            may_draw=board.may_draw,
            announced=board.announced,
            waiting=BySeat(
                *(
                    said if waits and not (trick and trick.leader == seat) else frozenset()
                    for seat, said, waits in zip(Seat, deal.said, board.waiting, strict=True)
                )
            ),
            counted=BySeat(
                *(
                    None if counted is None else counted & set(hand)
                    for counted, hand in zip(deal.counted, deal.hands, strict=True)
                )
            ),
            first_to_70=board.first_to_70,
        )

    def deal(self) -> Deal:
        """The deal that goes on from here; raises InvalidSetup with every fault."""
        from bingo.game.deal import Deal

        return Deal.from_setup(self)

    @property
    def said_with_lead(self) -> Doubles:
        """The doubles in hand of which the number announced with the lead was said. [5.1, 5.5]"""
        if self.led is None or not self.led.announce:
            return frozenset()
        counted = self.counted[self.leader]
        held = frozenset(t for t in self.hands[self.leader] if t and t.is_double)
        return held if counted is None else held & counted

    def board(self) -> Board:
        """The open part of the position, without any check."""
        assert self.trump is not None
        assert self.turn_up is not None
        assert self.first_leader is not None
        strict = self.closing is not None or not self.stock
        waiting = BySeat(*map(len, self.waiting))
        trick = None
        if self.led is not None:
            shown = tuple(sorted(self.said_with_lead)) if self.rules.announce_form == "show" else ()
            trick = Trick(self.leader, self.led.tile, self.led.announce, strict, shown)
            at_once = self.rules.announce_credit == "any_trick" and self.tricks[self.leader]
            if self.led.announce and not at_once:
                waiting = waiting.put(self.leader, self.led.announce)
        return Board(
            tables=tables(self.rules, self.trump),
            score=self.score,
            first_leader=self.first_leader,
            turn_up=self.turn_up,
            stock_left=len(self.stock),
            leader=self.leader,
            to_move=self.leader.other if self.led else self.leader,
            hand_size=len(self.hands[self.leader]) + (self.led is not None),
            may_draw=self.may_draw,
            trick=trick,
            points=self.points,
            tricks=self.tricks,
            big_points=self.big_points,
            closing=self.closing,
            announced=self.announced,
            waiting=waiting,
            first_to_70=self.first_to_70,
        )

    def faults(self) -> tuple[str, ...]:
        """Everything that is wrong with the position, in words; empty if it can be played."""
        return tuple(faults(self))

    def check(self, seen_by: Seat | None = None) -> None:
        """Raise InvalidSetup, with every fault, if the position cannot be played.

        As one seat sees it, the tiles out of its sight need not be known.
        """
        found = tuple(faults(self, seen_by))
        if found:
            raise InvalidSetup(found)

    @classmethod
    def parse(cls, text: str) -> Setup:
        """Read a position, possible or not; raises InvalidNotation (InvalidRules for the rules)."""
        given: dict[str, str] = {}
        for part in text.split(";"):
            word, _, rest = part.strip().partition(" ")
            if not word:
                continue
            if word not in READERS or word in given:
                raise InvalidNotation(
                    f"{word!r} is not a part of a position, once each of: {', '.join(READERS)}"
                )
            given[word] = rest.strip()
        return cls(**_read(given))  # type: ignore[arg-type]

    def __str__(self) -> str:
        return "; ".join(_write(self))

    def __repr__(self) -> str:
        return f"Setup.parse({str(self)!r})"


def _sorted(places: Sequence[Place]) -> Places:
    return tuple(sorted((tile for tile in places if tile), key=lambda t: t.index)) + (None,) * sum(
        tile is None for tile in places
    )


# --- text -----------------------------------------------------------------------------------------


def write_places(places: Sequence[Place]) -> str:
    """Tiles parted by spaces, `?` for one that is not known."""
    return " ".join("?" if tile is None else str(tile) for tile in places)


def _places(text: str) -> Places:
    return tuple(None if word == "?" else Tile.parse(word) for word in text.split())


def _tiles(text: str) -> tuple[Tile, ...]:
    return tuple(sorted(map(Tile.parse, text.split())))


def _numbers(text: str) -> BySeat[int]:
    words = text.split()
    numbers = [w for w in words if w.isascii() and w.isdigit() and len(w) <= LONGEST_NUMBER]
    if len(words) != 2 or numbers != words:
        raise InvalidNotation(f"{text!r}: two numbers are wanted, for seat one and seat two")
    return BySeat(int(words[0]), int(words[1]))


def _closing(text: str) -> Closing:
    words = text.split()
    if len(words) != 5:
        raise InvalidNotation(f"{text!r}: write closed one 12 30 1 2 (seat, points, tricks)")
    points, tricks = (_numbers(" ".join(words[i : i + 2])) for i in (1, 3))
    return Closing(Seat.parse(words[0]), points, tricks)


def _lead(text: str) -> Play:
    move = parse_move(text)
    if not isinstance(move, Play):
        raise InvalidNotation(f"{text!r}: only a tile can be led")
    return move


def _flag(text: str) -> bool:
    if text:
        raise InvalidNotation(f"{text!r}: nothing is wanted after may-draw")
    return True


def _doubles(text: str) -> Doubles:
    return frozenset(_tiles(text))


READERS: dict[str, Callable[[str], object]] = {
    "rules": Rules.parse,
    "one": _places,
    "two": _places,
    "stock": _places,
    "leader": Seat.parse,
    "turn-up": Tile.parse,
    "trump": Suit.parse,
    "gone": _tiles,
    "led": _lead,
    "points": _numbers,
    "tricks": _numbers,
    "big": _numbers,
    "score": _numbers,
    "first": Seat.parse,
    "closed": _closing,
    "may-draw": _flag,
    "announced": _numbers,
    "waiting-one": _doubles,
    "waiting-two": _doubles,
    "counted-one": _doubles,
    "counted-two": _doubles,
    "first-70": Seat.parse,
}
"""The parts of a position line: each word, and how what it tells is read."""
_FIELDS = {
    "turn-up": "turn_up",
    "big": "big_points",
    "first": "first_leader",
    "closed": "closing",
    "may-draw": "may_draw",
    "first-70": "first_to_70",
}
_PAIRS: dict[str, tuple[str, str, BySeat[object]]] = {
    "hands": ("one", "two", BySeat((), ())),
    "waiting": ("waiting-one", "waiting-two", BySeat(*NO_DOUBLES)),
    "counted": ("counted-one", "counted-two", BySeat(*NO_COUNTED)),
}


def _read(given: dict[str, str]) -> dict[str, object]:
    values = {word: READERS[word](text) for word, text in given.items()}
    read: dict[str, object] = {
        name: BySeat(values.pop(one, none.one), values.pop(two, none.two))
        for name, (one, two, none) in _PAIRS.items()
    }
    return read | {_FIELDS.get(word, word): value for word, value in values.items()}


def _write(setup: Setup) -> Iterator[str]:
    """The parts of the line, those left out that a reader fills in for himself."""
    yield f"rules {setup.rules}"
    yield f"one {write_places(setup.hands.one)}".strip()
    yield f"two {write_places(setup.hands.two)}".strip()
    if setup.stock:
        yield f"stock {write_places(setup.stock)}"
    yield f"leader {setup.leader}"
    yield from _write_trump(setup)
    if setup.gone != replace(setup, gone=None).gone:
        yield f"gone {write_places(setup.gone or ())}".strip()
    if setup.led:
        yield f"led {setup.led}"
    for word in ("points", "tricks", "big", "score", "announced"):
        one, two = getattr(setup, _FIELDS.get(word, word))
        if one or two:
            yield f"{word} {one} {two}"
    if setup.first_leader != setup.leader:
        yield f"first {setup.first_leader}"
    if setup.closing:
        by, points, tricks = setup.closing
        yield f"closed {by} {points.one} {points.two} {tricks.one} {tricks.two}"
    if setup.may_draw:
        yield "may-draw"
    yield from _write_doubles(setup)
    if setup.first_to_70 is not None:
        yield f"first-70 {setup.first_to_70}"


def _write_trump(setup: Setup) -> Iterator[str]:
    if setup.turn_up is not None and (not setup.stock or setup.turn_up is not setup.stock[-1]):
        yield f"turn-up {setup.turn_up}"
    if setup.trump is not None and (setup.turn_up is None or setup.trump != setup.turn_up.higher):
        yield f"trump {setup.trump}"


def _write_doubles(setup: Setup) -> Iterator[str]:
    for seat, waiting in zip(Seat, setup.waiting, strict=True):
        if waiting:
            yield f"waiting-{seat} {write_places(sorted(waiting))}"
    for seat, counted in zip(Seat, setup.counted, strict=True):
        if counted is not None:
            yield f"counted-{seat} {write_places(sorted(counted))}".strip()
