"""Why a position cannot be: every fault, in words, with the clause it breaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from bingo.game.errors import Fault
from bingo.game.scoring import ENOUGH
from bingo.game.tiles import BINGO, TILES, Seat, Suit
from bingo.game.trick import tables, worth

if TYPE_CHECKING:
    from bingo.game.setup import Setup


def faults(setup: Setup, seen_by: Seat | None = None) -> Iterator[Fault]:
    """Everything that is wrong with the position, in words.

    Tiles that are not known are a fault, but for those out of the sight of the seat `seen_by`.
    """
    places = setup.places
    hidden = sum(place is None for place in places)
    if seen_by is not None:
        if None in setup.hands[seen_by]:
            yield Fault(f"seat {seen_by} does not know its own hand", "own-hand", seat=seen_by)
    elif hidden:
        yield Fault(
            f"{hidden} tiles are not known: to go on every tile must be told", "hidden", n=hidden
        )
    times = Counter(tile for tile in [*places, *(setup.gone or ())] if tile)
    for tile in TILES:
        if times[tile] > 1:
            yield Fault(f"{tile} lies in {times[tile]} places", "twice", tile=tile, n=times[tile])
        elif not hidden and not times[tile]:
            yield Fault(f"{tile} is nowhere", "nowhere", tile=tile)
    told = len(places) + len(setup.gone or ())
    if hidden and told != len(TILES):
        yield Fault(
            f"{told} tiles are told, those not known counted, instead of {len(TILES)}",
            "count",
            n=told,
            all=len(TILES),
        )
    yield from _trump_faults(setup)
    yield from _size_faults(setup)
    yield from _score_faults(setup)
    yield from _announcement_faults(setup)
    if not hidden and setup.trump is not None:
        yield from _points_faults(setup, setup.trump)


def _trump_faults(setup: Setup) -> Iterator[Fault]:
    turn_up, trump = setup.turn_up, setup.trump
    if turn_up is None or trump is None:
        yield Fault("the turn-up is not told: write turn-up and the tile [1.4]", "turn-up")
        return
    if setup.stock and setup.stock[-1] is not turn_up:
        yield Fault(
            f"the turn-up {turn_up} is not the last tile of the stock [1.4]",
            "turn-up-last",
            tile=turn_up,
        )
    lowest = tables(setup.rules, trump).lowest_trump
    exchanged = setup.rules.trump_exchange and turn_up is lowest
    if trump is not turn_up.higher and not exchanged:
        yield Fault(
            f"the turn-up {turn_up} makes {turn_up.higher} trump, not {trump} [1.5]",
            "trump",
            tile=turn_up,
            true=turn_up.higher,
            given=trump,
        )


def _size_faults(setup: Setup) -> Iterator[Fault]:
    """Hands, stock and tricks must fit together. [1.2, 4.2, 7.1]"""
    stock, tricks = len(setup.stock), sum(setup.tricks)
    sizes = [len(hand) for hand in setup.hands]
    if setup.led:
        sizes[setup.leader] += 1
    if sizes[0] != sizes[1]:
        yield Fault(
            f"the hands do not match: {sizes[0]} and {sizes[1]} tiles before the trick",
            "hands",
            one=sizes[0],
            two=sizes[1],
        )
        return
    if stock > 14 or stock % 2:
        yield Fault(
            f"the stock has {stock} tiles: it goes from 14 down by two [1.2]", "stock", n=stock
        )
        return
    drawn = (14 - stock) // 2
    if setup.closing:
        at_closing = sum(setup.closing.tricks)
        early = at_closing - drawn
        if early not in ((0, 1) if setup.rules.close_before_draw else (0,)):
            yield Fault(
                f"{at_closing} tricks at the closing do not fit {stock} tiles in the stock [7.1]",
                "closing-tricks",
                tricks=at_closing,
                stock=stock,
            )
            return
        expected = 7 - early - (tricks - at_closing)
    elif stock:
        early = int(setup.may_draw)
        expected = 7 - early
        if tricks != drawn + early:
            yield Fault(
                f"{tricks} tricks do not fit {stock} tiles in the stock [4.2]",
                "tricks",
                tricks=tricks,
                stock=stock,
            )
    else:
        expected = 14 - tricks
    if not 1 <= expected <= 7 or sizes[0] != expected:
        yield Fault(
            f"{sizes[0]} tiles in each hand do not fit {tricks} tricks and the stock",
            "sizes",
            n=sizes[0],
            tricks=tricks,
        )


def _score_faults(setup: Setup) -> Iterator[Fault]:
    rules = setup.rules
    if min(*setup.points, *setup.tricks, *setup.big_points, *setup.score, *setup.announced) < 0:
        yield Fault("points, tricks and scores cannot be less than nothing", "negative")
    for seat in Seat:
        if setup.score[seat] + setup.big_points[seat] >= rules.target:
            yield Fault(f"seat {seat} has won the match already [9.2]", "won", seat=seat)
        if setup.points[seat] and not setup.tricks[seat]:
            yield Fault(f"seat {seat} has points but no trick", "points-no-trick", seat=seat)
        if setup.big_points[seat] and not setup.tricks[seat]:
            yield Fault(
                f"seat {seat} has won a big point but no trick [4.4, 5.4]",
                "big-no-trick",
                seat=seat,
            )
        if rules.deal_end == "at_70" and setup.points[seat] >= ENOUGH:
            yield Fault(f"seat {seat} has 70: the deal is over [8.1]", "seventy", seat=seat)
    if sum(setup.tricks) and not setup.tricks[setup.leader]:
        yield Fault(
            f"seat {setup.leader} leads but has taken no trick [4.3]",
            "leads-no-trick",
            seat=setup.leader,
        )
    if not sum(setup.tricks) and setup.first_leader != setup.leader:
        yield Fault("before the first trick the leader is who leads first [1.3]", "first-leader")
    if setup.first_to_70 is not None and setup.points[setup.first_to_70] < ENOUGH:
        yield Fault(
            f"seat {setup.first_to_70} had not 70 first, having less",
            "not-first",
            seat=setup.first_to_70,
        )
    if setup.first_to_70 is None and max(setup.points) >= ENOUGH:
        yield Fault("who had 70 first is not told: write first-70 [8.1]", "who-first")
    if setup.may_draw and (not rules.close_before_draw or setup.closing or setup.led):
        yield Fault("nobody can choose to draw here [7.1]", "no-choice")
    if setup.may_draw and not 2 <= len(setup.stock) >= rules.close_min_stock:
        yield Fault(
            "the stock is too small to choose between closing and drawing [7.1]", "small-stock"
        )
    yield from _closing_faults(setup)


def _closing_faults(setup: Setup) -> Iterator[Fault]:
    closing, rules = setup.closing, setup.rules
    if closing is None:
        return
    if len(setup.stock) < rules.close_min_stock:
        yield Fault(
            f"a stock of {len(setup.stock)} cannot have been closed [7.1]",
            "not-closable",
            n=len(setup.stock),
        )
    if rules.close_needs_trick and not closing.tricks[closing.by]:
        yield Fault(
            f"seat {closing.by} closed without a trick [7.1]", "closed-no-trick", seat=closing.by
        )
    led_then = (
        closing.tricks[closing.by] if sum(closing.tricks) else (closing.by == setup.first_leader)
    )
    if not led_then or (closing.tricks == setup.tricks and closing.by != setup.leader):
        yield Fault(
            f"seat {closing.by} closed but did not lead then [7.1]",
            "closed-no-lead",
            seat=closing.by,
        )
    for seat in Seat:
        if closing.points[seat] > setup.points[seat] or closing.tricks[seat] > setup.tricks[seat]:
            yield Fault(f"seat {seat} had more at the closing than now", "closing-more", seat=seat)


def _announcement_faults(setup: Setup) -> Iterator[Fault]:
    rules, led = setup.rules, setup.led
    played = {*(setup.gone or ()), *([led.tile] if led else ())}
    for seat in Seat:
        waiting, counted, hand = setup.waiting[seat], setup.counted[seat], setup.hands[seat]
        held = [t for t in hand if t and t.is_double]
        if waiting and (rules.announce_credit != "any_trick" or setup.tricks[seat]):
            yield Fault(
                f"no announcement of seat {seat} can be waiting [5.4]", "no-waiting", seat=seat
            )
        if len(waiting) == 1 or any(not tile.is_double for tile in waiting):
            yield Fault(
                f"the announcement of seat {seat} is not one of doubles [5.1]",
                "no-doubles",
                seat=seat,
            )
        if (waiting or counted is not None) and not setup.announced[seat]:
            yield Fault(
                f"seat {seat} has announced nothing, but doubles are told [5.1]",
                "announced-nothing",
                seat=seat,
            )
        if setup.announced[seat] > _leads(setup, seat):
            yield Fault(
                f"seat {seat} has announced more often than it has led [5.1]",
                "announced-often",
                seat=seat,
            )
        if rules.reannounce == "no" and setup.announced[seat] > 1:
            yield Fault(
                f"seat {seat} has announced twice, which may be done once [5.5]",
                "announced-twice",
                seat=seat,
            )
        if rules.reannounce != "remaining" and counted is not None:
            yield Fault(
                f"the doubles counted for seat {seat} have no meaning here [5.5]",
                "counted-no-meaning",
                seat=seat,
            )
        if None not in hand and not waiting <= {*hand, *played}:
            yield Fault(
                f"doubles waiting for seat {seat} were never in that hand [5.1]",
                "waiting-not-held",
                seat=seat,
            )
        if counted and not counted <= set(held):
            yield Fault(
                f"doubles counted for seat {seat} are not in that hand [5.5]",
                "counted-not-held",
                seat=seat,
            )
        if seat == setup.leader and led and led.announce and None not in hand:
            number = len(setup.said_with_lead) + 1
            if not led.tile.is_double or number != led.announce:
                yield Fault(
                    f"{led} announces {led.announce} doubles, not the true number [5.1]",
                    "number",
                    move=led,
                    n=led.announce,
                )
            if not setup.announced[seat]:
                yield Fault(
                    f"{led} is not among the announcements of seat {seat} [5.1]",
                    "lead-not-announced",
                    move=led,
                    seat=seat,
                )


def _leads(setup: Setup, seat: Seat) -> int:
    """How often the seat has led so far. [4.3]"""
    first = seat == setup.first_leader
    not_yet = setup.led is None and seat == setup.leader
    return setup.tricks[seat] + first - not_yet


def _points_faults(setup: Setup, trump: Suit) -> Iterator[Fault]:
    """Both seats' points are the worth of the tiles gone, and announcements. [2.5, 5.2]"""
    gone = sum(worth(tile, trump) for tile in setup.gone or ())
    beyond = sum(setup.points) - gone
    if beyond < 0 or beyond % 10 or (beyond and not sum(setup.announced)):
        yield Fault(
            f"{sum(setup.points)} points do not come of tiles worth {gone} [2.5]",
            "points",
            points=sum(setup.points),
            worth=gone,
        )
    double = tables(setup.rules, trump).trump_double
    met = double is not BINGO and {BINGO, double} <= set(setup.gone or ())
    if sum(setup.big_points) and not met and not sum(setup.announced):
        yield Fault("nothing played can have won a big point yet [4.4, 5.3]", "no-big")
