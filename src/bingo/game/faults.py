"""Why a position cannot be: every fault, in words, with the clause it breaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from bingo.game.scoring import ENOUGH
from bingo.game.tiles import BINGO, TILES, Seat, Suit
from bingo.game.trick import tables, worth

if TYPE_CHECKING:
    from bingo.game.setup import Setup


def faults(setup: Setup, seen_by: Seat | None = None) -> Iterator[str]:
    """Everything that is wrong with the position, in words.

    Tiles that are not known are a fault, but for those out of the sight of the seat `seen_by`.
    """
    places = setup.places
    hidden = sum(place is None for place in places)
    if seen_by is not None:
        if None in setup.hands[seen_by]:
            yield f"seat {seen_by} does not know its own hand"
    elif hidden:
        yield f"{hidden} tiles are not known: to go on every tile must be told"
    times = Counter(tile for tile in [*places, *(setup.gone or ())] if tile)
    for tile in TILES:
        if times[tile] > 1:
            yield f"{tile} lies in {times[tile]} places"
        elif not hidden and not times[tile]:
            yield f"{tile} is nowhere"
    told = len(places) + len(setup.gone or ())
    if hidden and told != len(TILES):
        yield f"{told} tiles are told, those not known counted, instead of {len(TILES)}"
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
    if min(*setup.points, *setup.tricks, *setup.big_points, *setup.score, *setup.announced) < 0:
        yield "points, tricks and scores cannot be less than nothing"
    for seat in Seat:
        if setup.score[seat] + setup.big_points[seat] >= rules.target:
            yield f"seat {seat} has won the match already [9.2]"
        if setup.points[seat] and not setup.tricks[seat]:
            yield f"seat {seat} has points but no trick"
        if setup.big_points[seat] and not setup.tricks[seat]:
            yield f"seat {seat} has won a big point but no trick [4.4, 5.4]"
        if rules.deal_end == "at_70" and setup.points[seat] >= ENOUGH:
            yield f"seat {seat} has 70: the deal is over [8.1]"
    if sum(setup.tricks) and not setup.tricks[setup.leader]:
        yield f"seat {setup.leader} leads but has taken no trick [4.3]"
    if not sum(setup.tricks) and setup.first_leader != setup.leader:
        yield "before the first trick the leader is who leads first [1.3]"
    if setup.first_to_70 is not None and setup.points[setup.first_to_70] < ENOUGH:
        yield f"seat {setup.first_to_70} had not 70 first, having less"
    if setup.first_to_70 is None and max(setup.points) >= ENOUGH:
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
    led_then = (
        closing.tricks[closing.by] if sum(closing.tricks) else (closing.by == setup.first_leader)
    )
    if not led_then or (closing.tricks == setup.tricks and closing.by != setup.leader):
        yield f"seat {closing.by} closed but did not lead then [7.1]"
    for seat in Seat:
        if closing.points[seat] > setup.points[seat] or closing.tricks[seat] > setup.tricks[seat]:
            yield f"seat {seat} had more at the closing than now"


def _announcement_faults(setup: Setup) -> Iterator[str]:
    rules, led = setup.rules, setup.led
    played = {*(setup.gone or ()), *([led.tile] if led else ())}
    for seat in Seat:
        waiting, counted, hand = setup.waiting[seat], setup.counted[seat], setup.hands[seat]
        held = [t for t in hand if t and t.is_double]
        if waiting and (rules.announce_credit != "any_trick" or setup.tricks[seat]):
            yield f"no announcement of seat {seat} can be waiting [5.4]"
        if len(waiting) == 1 or any(not tile.is_double for tile in waiting):
            yield f"the announcement of seat {seat} is not one of doubles [5.1]"
        if (waiting or counted is not None) and not setup.announced[seat]:
            yield f"seat {seat} has announced nothing, but doubles are told [5.1]"
        if setup.announced[seat] > _leads(setup, seat):
            yield f"seat {seat} has announced more often than it has led [5.1]"
        if rules.reannounce == "no" and setup.announced[seat] > 1:
            yield f"seat {seat} has announced twice, which may be done once [5.5]"
        if rules.reannounce != "remaining" and counted is not None:
            yield f"the doubles counted for seat {seat} have no meaning here [5.5]"
        if None not in hand and not waiting <= {*hand, *played}:
            yield f"doubles waiting for seat {seat} were never in that hand [5.1]"
        if counted and not counted <= set(held):
            yield f"doubles counted for seat {seat} are not in that hand [5.5]"
        if seat == setup.leader and led and led.announce and None not in hand:
            number = len(setup.said_with_lead) + 1
            if not led.tile.is_double or number != led.announce:
                yield f"{led} announces {led.announce} doubles, not the true number [5.1]"
            if not setup.announced[seat]:
                yield f"{led} is not among the announcements of seat {seat} [5.1]"


def _leads(setup: Setup, seat: Seat) -> int:
    """How often the seat has led so far. [4.3]"""
    first = seat == setup.first_leader
    not_yet = setup.led is None and seat == setup.leader
    return setup.tricks[seat] + first - not_yet


def _points_faults(setup: Setup, trump: Suit) -> Iterator[str]:
    """Both seats' points are the worth of the tiles gone, and announcements. [2.5, 5.2]"""
    gone = sum(worth(tile, trump) for tile in setup.gone or ())
    beyond = sum(setup.points) - gone
    if beyond < 0 or beyond % 10 or (beyond and not sum(setup.announced)):
        yield f"{sum(setup.points)} points do not come of tiles worth {gone} [2.5]"
    double = tables(setup.rules, trump).trump_double
    met = double is not BINGO and {BINGO, double} <= set(setup.gone or ())
    if sum(setup.big_points) and not met and not sum(setup.announced):
        yield "nothing played can have won a big point yet [4.4, 5.3]"
