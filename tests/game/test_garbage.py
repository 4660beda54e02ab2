"""Text that says nothing, or says what cannot be, is refused in the game's own words."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bingo.game import (
    BingoError,
    Deal,
    InvalidNotation,
    InvalidRules,
    Rules,
    Seat,
    Setup,
    Suit,
    Tile,
    View,
    parse_move,
    parse_tiles,
)
from tests.game import strategies as some
from tests.game.staging import staged

READERS = (
    *(Tile.parse, parse_tiles, Suit.parse, Seat.parse, parse_move),
    *(Rules.parse, Setup.parse, Deal.parse, View.parse),
)
WORDS = """
? ; moves close exchange claim draw 6-6+3 6-6+3(5-5) 6-6+2() 5-5+9 6-4 0-0 7-7 one two led leader
trump turn-up gone points tricks big score first closed may-draw announced waiting-one waiting-two
counted-one counted-two first-70 seat rules russian stock hoyle-1868 target=0 target=1 must_beat=yes
must_beat must_beat=si -1 0 1 13 99 ٣ ² 6 four
"""
SOME_WORDS = tuple(WORDS.split())


def read(parse, text):
    """What comes of reading; anything but a value or a BingoError fails."""
    try:
        value = parse(text)
    except BingoError as error:
        assert str(error), text
        return None
    str(value), repr(value)
    return value


@pytest.mark.parametrize("parse", READERS, ids=lambda parse: parse.__qualname__)
@given(text=st.text(max_size=60))
def test_any_text_is_a_value_or_is_refused(parse, text):
    read(parse, text)


@pytest.mark.parametrize("parse", READERS, ids=lambda parse: parse.__qualname__)
@given(words=st.lists(st.sampled_from(SOME_WORDS), max_size=12))
def test_any_words_are_a_value_or_are_refused(parse, words):
    read(parse, " ".join(words))


def spoilt(rng, text):
    """The line with words left out, doubled, changed over, or replaced."""
    words = text.split(" ")
    for _ in range(rng.choice((1, 1, 2, 4))):
        place = rng.randrange(len(words))
        other = rng.randrange(len(words))
        match rng.randrange(5):
            case 0:
                del words[place]
            case 1:
                words.insert(place, words[other])
            case 2:
                words[place], words[other] = words[other], words[place]
            case 3:
                words[place] = rng.choice(SOME_WORDS) + ";" * words[place].endswith(";")
            case _:
                end = rng.randrange(len(words[place]) + 1)
                words[place] = words[place][:end]
        words = words or [""]
    return " ".join(words)


@settings(max_examples=500)
@given(some.seeds())
def test_a_spoilt_view_is_a_view_or_is_refused(seed):
    rng = random.Random(seed)
    text = spoilt(rng, str(some.random_view(rng)))
    view = read(View.parse, text)
    if view is not None:
        view.legal_moves()
        assert View.parse(str(view)) == view, text


@settings(max_examples=500)
@given(some.seeds())
def test_a_spoilt_deal_is_a_deal_or_is_refused(seed):
    rng = random.Random(seed)
    text = spoilt(rng, str(some.random_deal(rng)))
    deal = read(Deal.parse, text)
    if deal is not None:
        assert Deal.parse(str(deal)) == deal, text
        some.random_finish(rng, deal)


@settings(max_examples=500)
@given(some.seeds())
def test_a_spoilt_position_tells_its_faults_or_can_be_played(seed):
    rng = random.Random(seed)
    text = spoilt(rng, str(Setup.of(some.random_deal(rng))))
    setup = read(Setup.parse, text)
    if setup is None:
        return
    assert Setup.parse(str(setup)) == setup, text
    faults = setup.faults()
    assert all(isinstance(fault, str) and fault for fault in faults), text
    if not faults:
        end = some.random_finish(rng, setup.deal())
        assert end.outcome is not None
        assert Deal.parse(str(end)) == end, text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "seat",
        "seat three",
        "seat one",
        "seat one; rules russian",
        "seat one; rules russian; one; two; leader one",
        "seat one; rules russian; one 6-6; two ?; leader one",
        "seat one; rules russian; one 6-6; two ?; stock ?; leader one",
        "seat one; rules russian; one 6-6; two ?; stock ? 6-6; leader one; moves 6-6 ? 5-5",
        "seat one; rules russian; one 6-6 5-5; two ? ?; stock 4-1; leader two; moves 6-6 5-5 4-4",
        "seat one; rules russian; one ? ?; two ? ?; stock ? 4-1; leader one; moves 6-6 5-5",
        "seat one; rules russian; one 6-6; two 6-6; stock ? 6-6; leader one; moves 6-6 6-6",
        "seat one; rules russian; one 6-6 5-5; two ? ?; turn-up 4-1; leader two; moves 5-4 6-6 6-6",
        "seat one; rules russian; one 6-6; two ?; turn-up 4-1; leader two; moves 5-4+2(6-6) 6-6",
        "seat one; rules russian; one 6-6; two ?; turn-up 4-1; leader two; moves 5-5+2(1-1,2-2)",
        "seat one; rules russian; one 6-6; two ?; turn-up 4-1; leader two; led 5-4; moves 6-6",
        "seat one; rules russian; one 6-6; two ?; turn-up 4-1; leader two; moves 5-5+2(",
        "seat one; rules russian; one 4-4 5-5; two ? ?; turn-up 6-1; leader one; moves 4-4 5-5",
        "seat one; rules russian; one ?; two ?; turn-up 6-1; leader one",
        "seat one; rules russian; one 6-6; two ?; stock ? ? 4-1; leader one; moves 6-6 5-5 6-5 4-4",
        "seat one; rules russian; one 6-6; two ?; turn-up 4-1; leader two; moves close draw claim",
        "seat one; rules russian close_before_draw=yes; one 6-6; two ?; stock 4-1; leader one; "
        "may-draw; moves draw",
        "seat one; rules russian trump_exchange=yes; one 6-6; two ?; stock ? ? ? 4-1; tricks 0 1; "
        "leader two; moves exchange 6-4 6-6",
    ],
)
def test_an_impossible_view_is_refused_or_left_unjudged(text):
    view = read(View.parse, text)
    if view is not None:
        view.legal_moves()


def test_a_refusal_of_notation_names_the_text_and_what_is_wanted():
    for parse in (Tile.parse, parse_move, Suit.parse, Seat.parse):
        with pytest.raises(InvalidNotation, match="'9-9'") as refused:
            parse("9-9")
        assert refused.value.code == "invalid-notation"


def test_unknown_parts_of_a_position_are_refused_with_the_known_ones():
    line = str(Setup.of(staged(turn_up="4-1")))
    for part in ("hand 6-6", "leader one", "stack 6-6"):
        with pytest.raises(InvalidNotation, match=part.split()[0]):
            Setup.parse(f"{line}; {part}")
    with pytest.raises(InvalidRules):
        Setup.parse("rules chess")


@pytest.mark.parametrize(
    "read",
    [
        lambda: Setup.parse("score " + "9" * 5000 + " 0; one 6-4; two 6-6"),
        lambda: Rules.parse("russian target=" + "9" * 5000),
        lambda: Deal.parse("one 6-4; two 6-6; closed one " + "9" * 5000 + " 0 0 0"),
    ],
)
def test_a_number_without_end_is_refused(read):
    with pytest.raises(BingoError):
        read()
