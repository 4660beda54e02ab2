"""Counts of move sequences from the positions in tests/perft, and their legal moves in order."""

import copy
from pathlib import Path

import pytest

from bingo.game import Deal
from bingo.game.perft import divide, perft
from tests.game.test_twin import twin_of

FILES = sorted((Path(__file__).parent.parent / "perft").glob("*.txt"))
WITH_THE_ORACLE = 4


def cases():
    """The blocks of the files: name, position, legal moves, counts by depth."""
    for file in FILES:
        for block in file.read_text(encoding="utf-8").split("\n\n"):
            lines = [line for line in block.splitlines() if line and not line.startswith("#")]
            if not lines:
                continue
            parts = [line.split(maxsplit=1) for line in lines]
            told = {word: rest for word, rest in parts if word != "count"}
            counts = [tuple(map(int, rest.split())) for word, rest in parts if word == "count"]
            yield pytest.param(told["position"], told["legal"], counts, id=told["name"])


CASES = list(cases())


@pytest.mark.parametrize(("position", "legal", "counts"), CASES)
def test_counts_are_as_written(position, legal, counts):
    deal = Deal.parse(position)
    assert str(deal) == position
    for depth, count in counts:
        assert perft(deal, depth) == count, f"depth {depth} of {position}"


@pytest.mark.parametrize(("position", "legal", "counts"), CASES)
def test_legal_moves_are_as_written_in_order(position, legal, counts):
    assert " ".join(map(str, Deal.parse(position).legal_moves())) == legal


@pytest.mark.parametrize(("position", "legal", "counts"), CASES)
def test_the_oracle_counts_the_same(position, legal, counts):
    line, _, moves = position.partition("; moves")
    twin = twin_of(Deal.parse(line))
    for move in moves.split():
        twin.play(move)
    for depth, count in counts[:WITH_THE_ORACLE]:
        if count <= 1_000:
            assert sequences(twin, depth) == count, f"depth {depth} of {position}"


def sequences(twin, depth):
    if depth == 0:
        return 1
    total = 0
    for move in twin.legal():
        after = copy.deepcopy(twin)
        after.play(move)
        total += sequences(after, depth - 1)
    return total


@pytest.mark.parametrize(("position", "legal", "counts"), CASES)
def test_divide_splits_the_count_by_first_move_in_order(position, legal, counts):
    deal = Deal.parse(position)
    depth = min(3, len(counts))
    parts = divide(deal, depth)
    assert tuple(parts) == deal.legal_moves()
    assert sum(parts.values()) == perft(deal, depth)
    assert perft(deal, 0) == 1


def test_a_deal_that_is_over_counts_at_depth_0_alone():
    deal = Deal.parse(CASES[0].values[0])
    while not deal.is_over:
        deal = deal.play(deal.legal_moves()[0])
    assert [perft(deal, depth) for depth in range(4)] == [1, 0, 0, 0]


def test_a_depth_below_the_first_is_refused():
    deal = Deal.parse(CASES[0].values[0])
    with pytest.raises(ValueError, match="depth"):
        perft(deal, -1)
    with pytest.raises(ValueError, match="depth"):
        divide(deal, 0)


def test_there_are_positions_enough():
    assert len(CASES) >= 12
    assert any(counts[-1][1] == 0 for _, _, counts in (case.values for case in CASES))
