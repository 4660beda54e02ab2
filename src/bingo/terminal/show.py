"""A position drawn readably: all of it, or what one seat sees of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bingo.game import Board, BySeat, Move, Record, Seat, Setup, Trick, View
from bingo.game.setup import write_places
from bingo.i18n import Language
from bingo.terminal.news import story_lines
from bingo.terminal.tell import (
    Names,
    capital,
    in_hand,
    lead_text,
    name_of,
    outcome_lines,
    pair,
    points_line,
    score_line,
    sentence,
    stock_line,
    trick_line,
)

NOBODY = BySeat("", "")


def grouped(n: int) -> str:
    """A large number in groups of three digits: 77 520."""
    return f"{n:,}".replace(",", " ")


def position_lines(
    language: Language, setup: Setup, board: Board | None = None, legal: Sequence[Move] = ()
) -> list[str]:
    """Every part of a position, possible or not.

    `board` tells the tricks that led to it, `legal` the legal moves, where there are any.
    """
    lines = [
        language.say("cli.show.rules", rules=setup.rules),
        *_trump_lines(language, setup),
        *_hands(language, setup),
        *_tables_lines(language, setup),
        *_played(language, setup, board.played if board else ()),
    ]
    if board and board.outcome:
        return lines + outcome_lines(language, NOBODY, board)
    if setup.led:
        trick = Trick(setup.leader, setup.led.tile, setup.led.announce)
        lead = lead_text(language, NOBODY, trick)
        lines.append(language.say("cli.show.trick", lead=lead))
    return lines + _to_move(language, setup.leader.other if setup.led else setup.leader, legal)


def _trump_lines(language: Language, setup: Setup) -> Iterator[str]:
    """Trumps, the turn-up and the stock."""
    if setup.trump is not None:
        yield language.say("terminal.trumps_are", suit=language.suit(setup.trump))
    if setup.turn_up is not None:
        yield language.say("cli.show.turn-up", tile=setup.turn_up)
    tiles = write_places(setup.stock)
    if setup.closing:
        closing = setup.closing
        yield language.say(
            "cli.show.closed",
            name=name_of(language, NOBODY, closing.by),
            points=pair(language, NOBODY, closing.points),
            tricks=pair(language, NOBODY, closing.tricks),
        )
        if tiles:
            yield language.say("cli.show.out-of-play", tiles=tiles)
    elif tiles:
        yield language.say("cli.show.stock", tiles=tiles)
    else:
        yield language.say("cli.show.no-stock")


def _hands(language: Language, setup: Setup) -> Iterator[str]:
    for seat in Seat:
        tiles = write_places(setup.hands[seat]) or language.say("cli.show.nothing")
        yield f"{name_of(language, NOBODY, seat)}: {tiles}"


def _tables_lines(language: Language, setup: Setup) -> Iterator[str]:
    """The score, points and tricks, announcements."""
    score = pair(language, NOBODY, setup.score)
    yield language.say("cli.show.score", score=score, target=setup.rules.target)
    yield language.say("cli.show.points", points=pair(language, NOBODY, setup.points))
    yield language.say("cli.show.tricks", tricks=pair(language, NOBODY, setup.tricks))
    if any(setup.big_points):
        yield language.say("cli.show.big", big=pair(language, NOBODY, setup.big_points))
    if any(setup.announced):
        yield language.say("cli.show.announced", times=pair(language, NOBODY, setup.announced))
    for seat in Seat:
        name = name_of(language, NOBODY, seat)
        if waiting := setup.waiting[seat]:
            yield language.say("cli.show.waiting", name=name, tiles=write_places(sorted(waiting)))
        if counted := setup.counted[seat]:
            yield language.say("cli.show.counted", name=name, tiles=write_places(sorted(counted)))
    if setup.may_draw:
        yield language.say("cli.show.may-draw")


def _played(language: Language, setup: Setup, tricks: Sequence[Trick]) -> Iterator[str]:
    """The tiles gone, those of known tricks with their tricks."""
    known = {tile for trick in tricks for tile in trick.by}
    if gone := [tile for tile in setup.gone or () if tile not in known]:
        yield language.say("cli.show.gone", tiles=write_places(gone))
    yield from tricks_lines(language, tricks, sum(setup.tricks) - len(tricks) + 1)


def _to_move(language: Language, seat: Seat, legal: Sequence[Move]) -> list[str]:
    name = name_of(language, NOBODY, seat)
    lines = [language.say("cli.show.to-move", name=name)]
    if legal:
        lines.append(language.say("cli.show.legal", moves=" ".join(map(str, legal))))
    return lines


def tricks_lines(language: Language, tricks: Sequence[Trick], first: int) -> list[str]:
    """The tricks played, numbered."""
    return [
        f"{n:2}. {trick_line(language, NOBODY, trick)}" for n, trick in enumerate(tricks, first)
    ]


def seen_lines(language: Language, view: View) -> list[str]:
    """What one seat sees of a deal, what it does not, and in how many worlds that can be."""
    first = sum(view.origin.tricks) + 1
    name = name_of(language, NOBODY, view.seat)
    lines = [
        language.say("cli.show.rules", rules=view.rules),
        language.say("cli.show.seen-by", name=name),
        stock_line(language, NOBODY, view),
        language.say("cli.show.hand", tiles=write_places(in_hand(view))),
        score_line(language, NOBODY, view),
        points_line(language, NOBODY, view),
        *tricks_lines(language, view.played, first),
    ]
    if view.is_over:
        return [*lines, *outcome_lines(language, NOBODY, view)]
    if view.trick:
        lead = lead_text(language, NOBODY, view.trick)
        lines.append(language.say("cli.show.trick", lead=lead))
    if view.to_move is not None:
        lines += _to_move(language, view.to_move, view.legal_moves())
    worlds = grouped(view.worlds_count())
    return [
        *lines,
        language.say("cli.show.unseen", tiles=write_places(view.unseen)),
        language.say("cli.show.worlds", n=worlds),
    ]


def deal_lines(language: Language, names: Names, record: Record, number: int) -> list[str]:
    """A finished deal in full: both hands and the stock as dealt, every trick, the count.

    Deals are numbered from 1.
    """
    deal = record.deals[number - 1]
    start, end = deal.from_origin(), View.of(deal, Seat.ONE)
    head = language.say("terminal.deal", n=number)
    first = sentence(language, names, end.board.first_leader, "terminal.first_lead")
    views = [View.of(start, seat) for seat in Seat]
    lines = [
        f"{head} {score_line(language, names, views[0])}",
        first,
        stock_line(language, names, views[0]),
        language.say("terminal.dealt"),
    ]
    for view in views:
        lines.append(
            f"  {capital(name_of(language, names, view.seat))}: {write_places(in_hand(view))}"
        )
    lines.append("  " + language.say("cli.show.stock", tiles=write_places(deal.origin.stock)))
    return [*lines, *story_lines(language, names, end), *outcome_lines(language, names, end)]
