"""Sentences about tricks, gains, outcomes and the table, shared by the terminal and the commands.

No name is bent by a case, and nobody does anything in a past tense that has a gender: «Игорь берёт
взятку». Whoever is named by the pronoun alone is addressed: «вы берёте взятку»; such sentences have
two keys, `….you` and `….name`. An empty name is told as the seat. Lines may be longer than the
screen: whoever prints them wraps them.
"""

from __future__ import annotations

from collections.abc import Iterator

from bingo.game import Board, BySeat, Gain, Match, Outcome, Rules, Seat, Tile, Trick, View
from bingo.i18n import Language

Names = BySeat[str]
RUSSIAN = Rules()


def name_of(language: Language, names: Names, seat: Seat) -> str:
    """The player's name, or the seat if none is told."""
    return names[seat] or language.say(f"terminal.seat.{seat}")  # catalogue: terminal.seat.*


def about(language: Language, names: Names, seat: Seat, key: str, **values: object) -> str:
    """What a player does, as it stands within a sentence: "you take the trick"."""
    # catalogue: terminal.* gain.line.* outcome.* cli.replay.drawn.*
    name = name_of(language, names, seat)
    if name == language.say("terminal.you"):
        return language.say(f"{key}.you", **values)  # catalogue: elsewhere
    return language.say(f"{key}.name", name=name, **values)  # catalogue: elsewhere


def sentence(language: Language, names: Names, seat: Seat, key: str, **values: object) -> str:
    """What a player does, as a sentence: "You take the trick"."""
    return capital(about(language, names, seat, key, **values))


def capital(text: str) -> str:
    """The text with a capital letter first."""
    return text[:1].upper() + text[1:]


def pair(language: Language, names: Names, values: BySeat[int]) -> str:
    """Both values with their names: "Igor 24, Sergei 10"."""
    return ", ".join(f"{name_of(language, names, seat)} {values[seat]}" for seat in Seat)


# --- tricks and gains -----------------------------------------------------------------------------


def lead_text(language: Language, names: Names, trick: Trick) -> str:
    """Who leads what: "Igor leads 6-6 and announces 3 doubles, showing 5-5 4-4"."""
    if not trick.announce:
        return about(language, names, trick.leader, "terminal.lead", tile=trick.led)
    said = announced_text(language, trick.announce)
    text = about(language, names, trick.leader, "terminal.announce", tile=trick.led, said=said)
    shown = " ".join(map(str, trick.shown))
    return text + (language.say("terminal.announced_shown", tiles=shown) if shown else "")


def announced_text(language: Language, number: int) -> str:
    """What is said of so many doubles: "3 doubles", "king"."""
    return language.say(f"announce.{number}")  # catalogue: announce.*


def trick_line(
    language: Language,
    names: Names,
    trick: Trick,
    points: BySeat[int] | BySeat[None] | None = None,
) -> str:
    """One trick in whole sentences: who leads and answers what, who takes it, what it brings.

    `points` are the totals after it, left out where they are None (9.5) or not given. A trick in
    progress tells the lead alone.
    """
    lead = capital(lead_text(language, names, trick))
    if trick.answer is None or trick.taker is None:
        return f"{lead}."
    other = trick.leader.other
    if trick.taker == other:
        rest = about(language, names, other, "terminal.answer_takes", tile=trick.answer)
    else:
        rest = about(language, names, other, "terminal.answer", tile=trick.answer)
        rest += f". {sentence(language, names, trick.leader, 'terminal.takes')}"
    text = f"{lead}. {capital(rest)}" if trick.announce else f"{lead}, {rest}"
    if won := _won(trick):
        text += f", +{language.count('count.points', won)}"
    if points is not None and points.one is not None and points.two is not None:
        text += language.say("terminal.trick_points", one=points.one, two=points.two)
    return f"{text}."


def gain_line(
    language: Language,
    names: Names,
    gain: Gain,
    rules: Rules = RUSSIAN,
    trick: Trick | None = None,
) -> str:
    """What a seat wins, for what, and the clause: "Igor wins 40 points: announced doubles [5.2].".

    `rules` are asked for the gains of section 8 alone. With the `trick` whose line has told the sum
    of its points, a part of them is told as one.
    """
    worth = (
        language.count("count.points", gain.points)
        if gain.points
        else language.count("count.big_points", gain.big_points)
    )
    what = gain_what(language, gain, rules)
    if trick and is_part(trick, gain):
        return language.say("gain.part", what=what, worth=worth, clause=gain.clause)
    told = {"what": what, "worth": worth, "clause": gain.clause}
    return sentence(language, names, gain.seat, "gain.line", **told)


def is_part(trick: Trick, gain: Gain) -> bool:
    """Whether a gain is a part of the points that the line of the trick tells."""
    return gain.seat == trick.taker and 0 < gain.points < _won(trick)


def _won(trick: Trick) -> int:
    """The points that the trick brings its taker."""
    return sum(gain.points for gain in trick.gains if gain.seat == trick.taker)


def unpaid_lines(language: Language, board: Board, trick: Trick) -> Iterator[str]:
    """What becomes of an announcement made with this trick and not credited by it. [5.4]"""
    if not trick.announce or trick.taker in (None, trick.leader):
        return
    if board.rules.announce_credit == "any_trick":
        later = board.played[board.played.index(trick) :]
        if board.tricks[trick.leader] > sum(t.taker == trick.leader for t in later):
            return  # credited at the lead
        if board.outcome is None or later[1:]:
            yield language.say("terminal.announcement_waits")
            return
    yield language.say("terminal.announcement_lost")


def gain_what(language: Language, gain: Gain, rules: Rules = RUSSIAN) -> str:
    """What a gain is for: "tiles", "70 points, the opponent has fewer than 20"."""
    clause = gain.clause
    if clause == "5.3":
        return language.say("gain.5.3.invincible" if gain.big_points == 3 else "gain.5.3.emperor")
    if clause in ("8.2", "8.3"):
        key = f"gain.{clause}.{gain.big_points}"
        if gain.big_points == 2:
            return language.say(key, low=rules.low_threshold)  # catalogue: gain.*
        return language.say(key)  # catalogue: gain.*
    if clause == "8.4" and gain.big_points == 3:
        return language.say(f"gain.8.4.{rules.failed_close_3}")  # catalogue: gain.*
    return language.say(f"gain.{clause}")  # catalogue: gain.*


# --- the count of a deal --------------------------------------------------------------------------


def outcome_lines(language: Language, names: Names, seen: Board | View) -> list[str]:
    """The whole count of a deal that is over, line by line, each with its clause.

    First the points of each seat by tiles, announcements and bonuses, then the big points, then
    the score of the match. Empty while the deal goes on.
    """
    board = seen.board if isinstance(seen, View) else seen
    if board.outcome is None:
        return []
    lines = [_how(language, names, board, board.outcome)]
    for seat in Seat:
        lines += _points_lines(language, names, board, seat)
    lines += _big_points_lines(language, names, board, board.outcome)
    score = BySeat(*(board.score[seat] + board.big_points[seat] for seat in Seat))
    told = pair(language, names, score)
    return [*lines, language.say("outcome.score", target=board.rules.target, score=told)]


def _how(language: Language, names: Names, board: Board, outcome: Outcome) -> str:
    """How the deal ended, in one line."""
    if outcome.how == "failed_close" and board.closed_by is not None:
        return sentence(language, names, board.closed_by, "outcome.failed_close")
    if outcome.how == "false_claim":
        return sentence(language, names, board.leader, "outcome.false_claim")
    return language.say(f"outcome.{outcome.how}")  # catalogue: outcome.*


def _points_lines(language: Language, names: Names, board: Board, seat: Seat) -> Iterator[str]:
    """The points of a seat and where they come from. [2.5, 5.2, 5.3, 5.7, 8.7]"""
    yield language.say(
        "outcome.seat",
        name=name_of(language, names, seat),
        points=language.count("count.points", board.points[seat]),
        tricks=language.count("count.tricks", board.tricks[seat]),
    )
    gains = _gains(board, seat)
    tiles = _counted_tiles(board, seat)
    by_tiles = sum(gain.points for gain in gains if gain.clause == "2.5")
    earlier = board.points[seat] - sum(gain.points for gain in gains)
    if earlier:
        yield language.say("outcome.earlier", n=earlier)
    if by_tiles:
        told = ", ".join(f"{tile} ({board.tables.worth[tile.index]})" for tile in tiles)
        yield language.say("outcome.tiles", tiles=told, n=by_tiles)
    for gain in gains:
        if gain.points and gain.clause != "2.5":
            what = gain_what(language, gain)
            yield language.say("outcome.bonus", what=what, n=gain.points, clause=gain.clause)


def _big_points_lines(
    language: Language, names: Names, board: Board, outcome: Outcome
) -> Iterator[str]:
    """The big points, those won on the way first. [4.4, 5.3, 8]"""
    on_the_way = [g for seat in Seat for g in _gains(board, seat) if g.big_points]
    for gain in (*on_the_way, *outcome.gains):
        yield gain_line(language, names, gain, board.rules)
    if outcome.how == "neither" and not outcome.gains:
        yield language.say("outcome.nobody")


def _gains(board: Board, seat: Seat) -> list[Gain]:
    return [gain for trick in board.all_tricks for gain in trick.gains if gain.seat == seat]


def _counted_tiles(board: Board, seat: Seat) -> list[Tile]:
    """The tiles that brought the seat points, the dearest first. [2.5]"""
    worth = board.tables.worth
    tiles = [
        tile
        for trick in board.played
        if any(gain.clause == "2.5" and gain.seat == seat for gain in trick.gains)
        for tile in (trick.led, trick.answer)
        if tile and worth[tile.index]
    ]
    return sorted(tiles, key=lambda tile: -worth[tile.index])


# --- the table ------------------------------------------------------------------------------------


def in_hand(view: View) -> tuple[Tile, ...]:
    """The hand as it is shown: trumps from the strongest, then plain tiles by their halves."""

    def place(tile: Tile) -> tuple[int, ...]:
        if not is_trump(view, tile):
            return 1, -tile.higher.spots, -tile.lower.spots
        tables = view.board.tables
        return 0, -(tile.index == 0), -(tile is tables.trump_double), -tile.sum

    return tuple(sorted(view.hand, key=place))


def is_trump(view: View, tile: Tile) -> bool:
    """Whether the tile is a trump in this deal. [2.3]"""
    return bool(tile.bit & view.board.tables.trumps)


def view_lines(
    language: Language, names: Names, view: View, match: Match, *, last: bool = True
) -> list[str]:
    """The table as a seat sees it: score, trumps and stock, points, the last trick, its hand.

    `match` is the match as it stood before this deal. `last` tells the last trick too.
    """
    lines = [
        language.say("terminal.deal", n=match.deals + 1) + " " + score_line(language, names, view),
        stock_line(language, names, view),
        points_line(language, names, view),
    ]
    if last and view.played:
        told = trick_line(language, names, view.played[-1])
        lines.append(language.say("terminal.last_trick", trick=told))
    if view.trick:
        lines.append(trick_line(language, names, view.trick))
    return [*lines, *hand_lines(language, view)]


def score_line(language: Language, names: Names, view: View) -> str:
    """The big points, those won in this deal included. [9.1]"""
    score = BySeat(*(view.score[seat] + view.big_points[seat] for seat in Seat))
    told = pair(language, names, score)
    return language.say("outcome.score", target=view.rules.target, score=told)


def stock_line(language: Language, names: Names, view: View) -> str:
    """Trumps, the turn-up, what is left of the stock and whether strict play holds."""
    trumps = language.say("terminal.trumps_are", suit=language.suit(view.trump))
    if view.closed_by is not None:
        closed = sentence(language, names, view.closed_by, "terminal.stock_closed")
        return f"{trumps} {closed}"
    if view.stock_left == 0:
        return f"{trumps} {language.say('terminal.stock_empty')}"
    left = language.count("count.tiles", view.stock_left)
    return f"{trumps} {language.say('terminal.stock_left', tile=view.turn_up, left=left)}"


def points_line(language: Language, names: Names, view: View) -> str:
    """Points and tricks of both; no points where they are hidden. [9.5]"""
    tricks = language.say("terminal.tricks", tricks=pair(language, names, view.tricks))
    one, two = view.points
    if one is None or two is None:
        return f"{language.say('terminal.points_hidden')} {tricks}"
    points = pair(language, names, BySeat(one, two))
    return f"{language.say('terminal.points', points=points)} {tricks}"


def hand_lines(language: Language, view: View) -> list[str]:
    """The hand by places: trumps on one line, plain tiles on the next."""
    placed = list(enumerate(in_hand(view), start=1))
    trumps = "  ".join(f"{n}) {tile}" for n, tile in placed if is_trump(view, tile))
    plain = "  ".join(f"{n}) {tile}" for n, tile in placed if not is_trump(view, tile))
    lines = [language.say("terminal.hand_trumps", tiles=trumps)] if trumps else []
    return lines + ([language.say("terminal.hand_plain", tiles=plain)] if plain else [])
