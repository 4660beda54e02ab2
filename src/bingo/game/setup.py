"""A position as written down: one line of text, perhaps impossible.

    rules russian; one 2-2 5-3 …; two 5-2 3-2 …; stock 5-4 3-3 … 1-1; leader one; points 12 30; …

Only what differs from the start of a deal need be written. A tile that is not known is `?`, so
the same line says what one seat sees. docs/NOTATION.md has the grammar.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING

from bingo.game.board import NONE, Board, Closing, Trick
from bingo.game.errors import InvalidNotation, InvalidSetup
from bingo.game.moves import Play, parse_move
from bingo.game.rules import Rules
from bingo.game.tiles import TILES, BySeat, Seat, Suit, Tile
from bingo.game.trick import is_trump, tables, worth

if TYPE_CHECKING:
    from bingo.game.deal import Deal

Place = Tile | None
"""Where a tile lies: None if which one it is cannot be told."""
Places = tuple[Place, ...]
Doubles = frozenset[Tile]

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

    What a Setup says of doubles announced is known to both seats.
    """

    rules: Rules = field(default_factory=Rules)
    hands: BySeat[Places] = BySeat((), ())
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
            here = set(self._places())
            fill(self, "gone", () if None in here else tuple(t for t in TILES if t not in here))

    def _places(self) -> list[Place]:
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

    def board(self) -> Board:
        """The open part of the position, without any check."""
        assert self.trump is not None
        assert self.turn_up is not None
        assert self.first_leader is not None
        strict = self.closing is not None or not self.stock
        waiting = BySeat(*map(len, self.waiting))
        trick = None
        if self.led is not None:
            trick = Trick(self.leader, self.led.tile, self.led.announce, strict)
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
        return tuple(_faults(self))

    @classmethod
    def parse(cls, text: str) -> Setup:
        """Read a position, possible or not; raises InvalidNotation (InvalidRules for the rules)."""
        given: dict[str, str] = {}
        for part in text.split(";"):
            word, _, rest = part.strip().partition(" ")
            if not word:
                continue
            if word not in _READERS or word in given:
                raise InvalidNotation(
                    f"{word!r} is not a part of a position, once each of: {', '.join(_READERS)}"
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
    if len(words) != 2 or not all(word.isascii() and word.isdigit() for word in words):
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


_READERS: dict[str, Callable[[str], object]] = {
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
    values = {word: _READERS[word](text) for word, text in given.items()}
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
    if setup.turn_up is not None and (not setup.stock or setup.turn_up is not setup.stock[-1]):
        yield f"turn-up {setup.turn_up}"
    if setup.trump is not None and (setup.turn_up is None or setup.trump != setup.turn_up.higher):
        yield f"trump {setup.trump}"
    if setup.gone and None in setup._places():
        yield f"gone {write_places(setup.gone)}"
    if setup.led:
        yield f"led {setup.led}"
    for word in ("points", "tricks", "big", "score", "announced"):
        one, two = getattr(setup, _FIELDS.get(word, word))
        if one or two:
            yield f"{word} {one} {two}"
    if setup.first_leader not in (None, setup.leader):
        yield f"first {setup.first_leader}"
    if setup.closing:
        by, points, tricks = setup.closing
        yield f"closed {by} {points.one} {points.two} {tricks.one} {tricks.two}"
    if setup.may_draw:
        yield "may-draw"
    for seat in Seat:
        if setup.waiting[seat]:
            yield f"waiting-{seat} {write_places(sorted(setup.waiting[seat]))}"
    for seat in Seat:
        counted = setup.counted[seat]
        if counted is not None:
            yield f"counted-{seat} {write_places(sorted(counted))}".strip()
    if setup.first_to_70 is not None:
        yield f"first-70 {setup.first_to_70}"


# --- faults ---------------------------------------------------------------------------------------


def _faults(setup: Setup) -> Iterator[str]:
    places = setup._places()
    hidden = sum(place is None for place in places)
    if hidden:
        yield f"{hidden} tiles are not known: to go on every tile must be told"
    times = Counter(tile for tile in [*places, *(setup.gone or ())] if tile)
    for tile in TILES:
        if times[tile] > 1:
            yield f"{tile} lies in {times[tile]} places"
        elif not hidden and not times[tile]:
            yield f"{tile} is nowhere"
    yield from _trump_faults(setup)
    yield from _size_faults(setup)
    yield from _score_faults(setup)
    yield from _announcement_faults(setup)
    if not hidden and setup.trump is not None:
        yield from _points_faults(setup, setup.trump)


def _trump_faults(setup: Setup) -> Iterator[str]:
    turn_up, trump = setup.turn_up, setup.trump
    if turn_up is None or trump is None:
        yield "the turn-up is not told: write turn-up and the tile [1.4]"
        return
    if setup.stock and setup.stock[-1] is not turn_up:
        yield f"the turn-up {turn_up} is not the last tile of the stock [1.4]"
    lowest = tables(setup.rules, trump).lowest_trump
    exchanged = setup.rules.trump_exchange and turn_up is lowest
    if trump is not turn_up.higher and not exchanged:
        yield f"the turn-up {turn_up} makes {turn_up.higher} trump, not {trump} [1.5]"


def _size_faults(setup: Setup) -> Iterator[str]:
    """Hands, stock and tricks must fit together. [1.2, 4.2, 7.1]"""
    stock, tricks = len(setup.stock), sum(setup.tricks)
    sizes = [len(hand) for hand in setup.hands]
    if setup.led:
        sizes[setup.leader] += 1
    if sizes[0] != sizes[1]:
        yield f"the hands do not match: {sizes[0]} and {sizes[1]} tiles before the trick"
        return
    if stock > 14 or stock % 2:
        yield f"the stock has {stock} tiles: it goes from 14 down by two [1.2]"
        return
    drawn = (14 - stock) // 2
    if setup.closing:
        at_closing = sum(setup.closing.tricks)
        early = at_closing - drawn
        if early not in ((0, 1) if setup.rules.close_before_draw else (0,)):
            yield f"{at_closing} tricks at the closing do not fit {stock} tiles in the stock [7.1]"
            return
        expected = 7 - early - (tricks - at_closing)
    elif stock:
        early = int(setup.may_draw)
        expected = 7 - early
        if tricks != drawn + early:
            yield f"{tricks} tricks do not fit {stock} tiles in the stock [4.2]"
    else:
        expected = 14 - tricks
    if not 1 <= expected <= 7 or sizes[0] != expected:
        yield f"{sizes[0]} tiles in each hand do not fit {tricks} tricks and the stock"


def _score_faults(setup: Setup) -> Iterator[str]:
    rules = setup.rules
    for seat in Seat:
        if setup.score[seat] + setup.big_points[seat] >= rules.target:
            yield f"seat {seat} has won the match already [9.2]"
        if setup.points[seat] and not setup.tricks[seat]:
            yield f"seat {seat} has points but no trick"
        if rules.deal_end == "at_70" and setup.points[seat] >= 70:
            yield f"seat {seat} has 70: the deal is over [8.1]"
    if sum(setup.tricks) and not setup.tricks[setup.leader]:
        yield f"seat {setup.leader} leads but has taken no trick [4.3]"
    if not sum(setup.tricks) and setup.first_leader != setup.leader:
        yield "before the first trick the leader is who leads first [1.3]"
    if setup.first_to_70 is not None and setup.points[setup.first_to_70] < 70:
        yield f"seat {setup.first_to_70} had not 70 first, having less"
    if setup.first_to_70 is None and max(setup.points) >= 70:
        yield "who had 70 first is not told: write first-70 [8.1]"
    if setup.may_draw and (not rules.close_before_draw or setup.closing or setup.led):
        yield "nobody can choose to draw here [7.1]"
    if setup.may_draw and not 2 <= len(setup.stock) >= rules.close_min_stock:
        yield "the stock is too small to choose between closing and drawing [7.1]"
    yield from _closing_faults(setup)


def _closing_faults(setup: Setup) -> Iterator[str]:
    closing, rules = setup.closing, setup.rules
    if closing is None:
        return
    if len(setup.stock) < rules.close_min_stock:
        yield f"a stock of {len(setup.stock)} cannot have been closed [7.1]"
    if rules.close_needs_trick and not closing.tricks[closing.by]:
        yield f"seat {closing.by} closed without a trick [7.1]"
    for seat in Seat:
        if closing.points[seat] > setup.points[seat] or closing.tricks[seat] > setup.tricks[seat]:
            yield f"seat {seat} had more at the closing than now"


def _announcement_faults(setup: Setup) -> Iterator[str]:
    rules, led = setup.rules, setup.led
    for seat in Seat:
        waiting, counted, hand = setup.waiting[seat], setup.counted[seat], setup.hands[seat]
        held = [t for t in hand if t and t.is_double]
        if waiting and (rules.announce_credit != "any_trick" or setup.tricks[seat]):
            yield f"no announcement of seat {seat} can be waiting [5.4]"
        if len(waiting) == 1 or any(not tile.is_double for tile in waiting):
            yield f"the announcement of seat {seat} is not one of doubles [5.1]"
        if (waiting or counted is not None) and not setup.announced[seat]:
            yield f"seat {seat} has announced nothing, but doubles are told [5.1]"
        if counted and not counted <= set(held):
            yield f"doubles counted for seat {seat} are not in his hand [5.5]"
        if seat == setup.leader and led and led.announce and None not in hand:
            number = len([t for t in held if counted is None or t in counted]) + 1
            if not led.tile.is_double or number != led.announce:
                yield f"{led} announces {led.announce} doubles, not the true number [5.1]"
            if not setup.announced[seat]:
                yield f"{led} is not among the announcements of seat {seat} [5.1]"


def _points_faults(setup: Setup, trump: Suit) -> Iterator[str]:
    """Both seats' points are the worth of the tiles gone, and announcements. [2.5, 5.2]"""
    gone = sum(worth(tile, trump) for tile in setup.gone or ())
    beyond = sum(setup.points) - gone
    if beyond < 0 or beyond % 10 or (beyond and not sum(setup.announced)):
        yield f"{sum(setup.points)} points do not come of tiles worth {gone} [2.5]"
    trumps_double = tables(setup.rules, trump).trump_double
    met = is_trump(TILES[0], trump) and {TILES[0], trumps_double} <= set(setup.gone or ())
    if sum(setup.big_points) and not met and not sum(setup.announced):
        yield "nothing played can have won a big point yet [4.4, 5.3]"


def check(setup: Setup) -> None:
    """Raise InvalidSetup if the position has faults."""
    faults = setup.faults()
    if faults:
        raise InvalidSetup(faults)


assert {f.name for f in fields(Setup)} >= set(_FIELDS.values())
