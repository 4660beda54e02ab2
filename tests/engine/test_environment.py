"""The environment plays as the reference does, and shows each seat what its View tells: no more."""

import copy
import pickle
import random
import threading
import tracemalloc

import numpy as np
import pytest

from bingo.engine.dealing import order_of
from bingo.engine.environment import Environment, IllegalAction
from bingo.engine.layout import MOVES
from bingo.engine.observation import LENGTH, OBSERVATION, PARTS
from bingo.engine.packing import code, pack
from bingo.game import Deal, Play, Rules, Seat, Suit, View, World
from bingo.game.facts import Facts
from bingo.game.tiles import tiles_of
from bingo.game.worlds import Worlds
from tests.game import strategies as some


class Watched:
    """An environment, the arrays it writes to, and the deal of each row in the reference."""

    def __init__(self, rng, rules, rows, **told):
        self.rng = rng
        self.environment = Environment(rows, rules, rng.randrange(2**32), **told)
        self.observations, self.masks, self.rewards, self.dones = self.environment.room()
        self.environment.reset(self.observations, self.masks)
        self.deals = [self.dealt(row) for row in range(rows)]
        self.tempers = [some.random_temper(rng) for _ in Seat]

    def dealt(self, row):
        """The deal just begun in a row."""
        state = tuple(map(int, self.environment.states()[row]))
        rules = self.environment.rules
        score = [rules.target - (state[3] >> 36 + 4 * seat & 15) for seat in Seat]
        deal = Deal.start(order_of(state), Seat(state[2] & 1), rules, tuple(score))
        assert pack(deal) == state
        return deal

    def begin(self, row):
        """Have a row go on with a deal from elsewhere."""
        self.deals[row] = some.random_start(self.rng, self.environment.rules)
        self.environment.begin(row, self.deals[row])
        self.environment.observe(self.observations, self.masks)

    def step(self):
        """A move in every row, here and there."""
        moves = [some.choose(self.rng, deal, self.tempers[deal.to_move]) for deal in self.deals]
        actions = np.array([code(move) for move in moves], dtype=np.int64)
        self.environment.step(actions, self.observations, self.masks, self.rewards, self.dones)
        for row, move in enumerate(moves):
            deal = self.deals[row].play(move)
            one, two = deal.big_points
            assert self.dones[row] == deal.is_over, str(deal)
            assert self.rewards[row] == (one - two if deal.is_over else 0), str(deal)
            self.deals[row] = self.dealt(row) if deal.is_over else deal
            yield row, self.deals[row]


def as_seen(view):
    """What an observation should tell, part by part, from the View alone."""
    facts, rules, board = Facts.of(view), view.rules, view.board
    turn = (lambda pair: pair) if view.seat is Seat.ONE else (lambda pair: pair[::-1])
    gone = [tile for trick in view.played for tile in trick.by]
    last = [[t.announce for t in board.all_tricks if t.leader == s and t.announce] for s in Seat]
    closing = board.closing
    level = fail = 0
    if closing and rules.close_level_at == "closing" and rules.totals_visible:
        few = closing.points[closing.by.other] < rules.low_threshold
        level = 3 if not closing.tricks[closing.by.other] else 2 if few else 1
    if closing and rules.failed_close_3 != "closer_in_deal":
        at_once = rules.failed_close_3 == "closer_at_closing"
        fail = 2 if closing.tricks[closing.by if at_once else closing.by.other] else 3
    counted = [suit for suit in Suit if view.counted is None or suit in _suits(view.counted)]
    return {
        "hand": _ones(28, view.hand),
        "gone": _ones(28, gone),
        "led": _ones(28, [view.trick.led] if view.trick else []),
        "turn_up": _ones(28, [view.turn_up]),
        "held": _ones(28, facts.held),
        "void": _ones(28, tiles_of(facts.excluded)),
        "trump": _ones(7, [view.trump]),
        "counted": _ones(7, counted),
        "stock_left": [view.stock_left],
        "may_draw": [int(board.may_draw)],
        "points": [-1 if p is None else min(p, 127) for p in turn(view.points)],
        "tricks": list(turn(view.tricks)),
        "big_points": list(turn(view.big_points)),
        "to_go": [min(rules.target - brought, 15) for brought in turn(view.score)],
        "announced": [said[-1] if said else 0 for said in turn(last)],
        "waiting": list(turn(board.waiting)),
        "closed": [int(view.closed_by == seat) for seat in turn(tuple(Seat))],
        "level": [level],
        "fail": [fail],
        "first_to_70": [int(board.first_to_70 == seat) for seat in turn(tuple(Seat))],
    }


def _ones(size, members):
    places = {int(getattr(member, "index", member)) for member in members}
    return [int(place in places) for place in range(size)]


def _suits(doubles):
    return {tile.higher for tile in doubles}


def test_every_row_goes_as_in_the_reference_and_shows_what_the_view_tells():
    met = set()
    for seed in range(80):
        rng = random.Random(seed)
        rules = some.random_rules(rng, target=rng.choice((1, 3, 7, 7, 20)))
        watched = Watched(rng, rules, 3, score=None if seed % 2 else (0, 0))
        for step in range(40):
            if step % 9 == seed % 9:
                watched.begin(step % 3)
            for row, deal in watched.step():
                why = f"seed {seed}, row {row}: {deal}"
                seen = watched.observations[row]
                for part, told in as_seen(View.of(deal, deal.to_move)).items():
                    assert seen[PARTS[part]].tolist() == told, f"{part}, {why}"
                    met.update({part} if any(told) else ())
                legal = [code(move) for move in deal.legal_moves()]
                assert np.flatnonzero(watched.masks[row]).tolist() == sorted(legal), why
                assert watched.environment.seats[row] == deal.to_move, why
    assert met == set(PARTS)


# --- secrets --------------------------------------------------------------------------------------


def worlds(rng, view, number):
    """Some worlds of a view drawn at random: another hand, another order of the stock."""
    known = Worlds.of(view)
    facts = known.facts
    for _ in range(number):
        drawn = rng.sample(facts.candidates, facts.size - len(facts.held))
        hand = tuple(sorted((*facts.held, *drawn)))
        rest = [tile for tile in facts.unseen if tile not in hand]
        if weight := known.weight(hand):
            yield World(hand, (*rng.sample(rest, len(rest)), *facts.turn_up_in_stock), weight)


def observed(deal):
    """The observation and the mask of the seat to move in a deal that began at its first lead."""
    environment = Environment(1, deal.rules)
    observations, masks, rewards, dones = environment.room()
    environment.reset(observations, masks)
    environment.begin(0, deal.from_origin())
    for move in deal.history:
        actions = np.array([code(move)], dtype=np.int64)
        environment.step(actions, observations, masks, rewards, dones)
    environment.observe(observations, masks)
    return observations.tobytes(), masks.tobytes(), environment.states()


def test_what_a_seat_cannot_see_may_change_and_every_byte_it_is_shown_stays():
    changed = announced = 0
    for seed in range(300):
        rng = random.Random(seed)
        deal = rng.choice(list(some.playthrough(rng, some.random_start(rng)))[:-1])
        view = View.of(deal, deal.to_move)
        seen, mask, states = observed(deal)
        for world in worlds(rng, view, 4):
            other = view.imagine(world)
            why = f"seed {seed}: {view}\n{deal}\n{other}"
            assert other.hands[view.seat] == deal.hands[view.seat], why
            seen_then, mask_then, states_then = observed(other)
            assert seen_then == seen, why
            assert mask_then == mask, why
            changed += (states_then != states).any()
            announced += any(isinstance(move, Play) and move.announce for move in deal.history)
    assert changed > 300, changed
    assert announced > 100, announced


# --- rows, seeds, threads -------------------------------------------------------------------------


def run(environment, steps, seed=0):
    """Play by chance; yields copies of all that is written."""
    rng = np.random.default_rng(seed)
    observations, masks, rewards, dones = environment.room()
    environment.reset(observations, masks)
    for _ in range(steps):
        chances = rng.random((64, MOVES))[: environment.number]
        actions = np.argmax(chances * masks, axis=1).astype(np.int64)
        environment.step(actions, observations, masks, rewards, dones)
        yield tuple(a.copy() for a in (observations, masks, rewards, dones, environment.seats))


def same(one, two):
    return all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))


def test_a_row_of_a_seed_is_the_same_however_many_rows_there_are():
    few, many = run(Environment(3, seed=5), 120), run(Environment(64, seed=5), 120)
    for step, (one, two) in enumerate(zip(few, many, strict=True)):
        assert same(one, [array[:3] for array in two]), step
    last = list(run(Environment(64, seed=6), 120))[-1]
    assert not same(two, last)


def test_another_reset_deals_other_deals():
    environment = Environment(8, seed=1)
    observations, masks, _, _ = environment.room()
    environment.reset(observations, masks)
    first = environment.states()
    environment.reset(observations, masks)
    assert (environment.states()[:, 0] != first[:, 0]).all()


def test_the_leader_and_the_big_points_brought_are_drawn_by_lot():
    environment = Environment(2_000, Rules(target=3), seed=2, score=None)
    observations, masks, _, _ = environment.room()
    environment.reset(observations, masks)
    to_go = observations[:, PARTS["to_go"]].astype(int)
    counts = np.bincount(environment.seats * 9 + to_go[:, 0] * 3 + to_go[:, 1] - 4, minlength=18)
    assert counts.min() > 2_000 / 18 * 0.6, counts
    fixed = Environment(5, Rules(target=20), seed=2, score=(19, 3))
    observations, masks, _, _ = fixed.room()
    fixed.reset(observations, masks)
    own_first = [(1, 15), (15, 1)]
    assert [own_first[seat] for seat in fixed.seats] == [
        tuple(row) for row in observations[:, PARTS["to_go"]].tolist()
    ]


@pytest.mark.parametrize(
    "copied",
    [copy.copy, copy.deepcopy, lambda environment: pickle.loads(pickle.dumps(environment))],
)
def test_a_copy_goes_on_by_itself_from_where_it_stands(begun, copied):
    environment, arrays = begun
    other, others = copied(environment), [array.copy() for array in arrays]
    untouched = copied(environment)
    before = environment.states()
    for _ in range(40):
        environment.step(np.argmax(arrays[1], axis=1), *arrays)
        other.step(np.argmax(others[1], axis=1), *others)
        assert same((*arrays, environment.seats), (*others, other.seats))
        assert same([environment.states()], [other.states()])
        assert (other.seats == other._rows[:, 6]).all()
    assert same([before], [untouched.states()])
    with pytest.raises(ValueError, match="read-only"):
        other.seats[0] = 1
    environment.reset(*arrays[:2])
    assert not same([environment.states()], [other.states()])


def test_threads_step_environments_of_their_own():
    def play(seed):
        results[seed] = list(run(Environment(64, seed=seed), 60))[-1]

    results = {}
    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for seed in range(4):
        assert same(results[seed], list(run(Environment(64, seed=seed), 60))[-1]), seed


def test_a_step_allocates_no_arrays():
    environment = Environment(2_000)
    observations, masks, rewards, dones = environment.room()
    environment.reset(observations, masks)
    for _ in range(3):
        actions = np.argmax(masks, axis=1)
        tracemalloc.start()
        environment.step(actions, observations, masks, rewards, dones)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert peak < 20_000


# --- what is refused ------------------------------------------------------------------------------


@pytest.fixture
def begun():
    """An environment of four rows after some steps, and its arrays."""
    environment = Environment(4, seed=3)
    arrays = environment.room()
    environment.reset(*arrays[:2])
    for _ in range(3):
        environment.step(np.argmax(arrays[1], axis=1), *arrays)
    return environment, arrays


def test_an_illegal_action_names_its_row_and_changes_nothing(begun):
    environment, arrays = begun
    allowed, masked = (int(np.flatnonzero(arrays[1][2] == which)[0]) for which in (True, False))
    for wrong in (masked, -1, 39, 64 + allowed, allowed - 64, 2**40):
        actions = np.argmax(arrays[1], axis=1)
        actions[2] = wrong
        before = [array.copy() for array in (*arrays, environment.states(), environment.seats)]
        with pytest.raises(IllegalAction) as refused:
            environment.step(actions, *arrays)
        legal = tuple(np.flatnonzero(arrays[1][2]).tolist())
        error = refused.value
        assert (error.row, error.action, error.legal) == (2, wrong, legal)
        choice = " ".join(map(str, legal))
        assert str(error) == f"row 2: action {wrong} is not legal; legal actions: {choice}"
        assert same(before, (*arrays, environment.states(), environment.seats))
        copy = pickle.loads(pickle.dumps(error))
        assert (copy.row, copy.action, copy.legal) == (2, wrong, legal)


def test_arrays_of_another_type_or_shape_are_refused_by_name(begun):
    environment, arrays = begun
    actions = np.argmax(arrays[1], axis=1)
    given = dict(zip(("observations", "masks", "rewards", "dones"), arrays, strict=True))
    given["actions"] = actions
    for name, array in given.items():
        shape = ", ".join(map(str, array.shape))
        wanted = rf"{name} must be an array {array.dtype}\[{shape}\], not "
        for kind in (np.float64, np.dtype(array.dtype).newbyteorder(">"), object):
            other = array.astype(kind)
            if other.dtype != array.dtype:
                with pytest.raises(ValueError, match=rf"{wanted}an array {other.dtype}\["):
                    environment.step(**given | {name: other})
        for other in (array.tolist(), None, 3, memoryview(array), np.ma.masked_array(array)):
            with pytest.raises(TypeError, match=wanted):
                environment.step(**given | {name: other})
        for other in (array[:3], array[None], array[:0], np.repeat(array, 2, axis=0)):
            with pytest.raises(ValueError, match=wanted):
                environment.step(**given | {name: other})
        every_other = np.repeat(array, 2, axis=0)[::2]
        with pytest.raises(ValueError, match=f"{name} must be C-contiguous and aligned"):
            environment.step(**given | {name: every_other})
        if array.itemsize > 1:
            askew = np.zeros(array.nbytes + 1, dtype=np.int8)[1:].view(array.dtype)
            with pytest.raises(ValueError, match=f"{name} must be C-contiguous and aligned"):
                environment.step(**given | {name: askew.reshape(array.shape)})
        fixed = array.copy()
        fixed.setflags(write=False)
        if name != "actions":
            with pytest.raises(ValueError, match=f"{name} must be writable"):
                environment.step(**given | {name: fixed})
    actions.setflags(write=False)
    environment.step(**given)


def test_nothing_goes_before_the_first_reset():
    environment = Environment(2)
    arrays = environment.room()
    deal = some.random_start(random.Random(1), Rules())
    for what in (
        lambda: environment.step(np.zeros(2, np.int64), *arrays),
        lambda: environment.observe(*arrays[:2]),
        lambda: environment.begin(0, deal),
    ):
        with pytest.raises(RuntimeError, match="reset the environment first"):
            what()


def test_an_environment_that_cannot_be_is_refused():
    for number in (0, -1, 2**22 + 1, 2**80):
        with pytest.raises(ValueError, match=rf"number must be .* from 1 to 2\*\*22, not {number}"):
            Environment(number)
    for score in ((7, 0), (0, 7), (-1, 0), [2**70, 1]):
        with pytest.raises(ValueError, match="score must be a whole number from 0 to 6, not "):
            Environment(1, score=score)
    with pytest.raises(ValueError, match="score must be a pair of whole numbers"):
        Environment(1, score=(1, 2, 3))
    for target in (2**31 + 1, 2**63):
        with pytest.raises(ValueError, match=r"rules.target must be .* from 1 to 2\*\*31, not"):
            Environment(1, Rules(target=target))
    assert Environment(1, Rules(target=2**31), score=None).number == 1


@pytest.mark.parametrize("wrong", [2.0, True, "2", [2], float("nan"), np.zeros(2)])
def test_what_is_no_number_no_rules_and_no_score_is_refused_by_name(wrong):
    for name, ask in (
        ("number", lambda: Environment(wrong)),
        ("seed", lambda: Environment(1, seed=wrong)),
        ("score", lambda: Environment(1, score=(0, wrong))),
    ):
        with pytest.raises(TypeError, match=f"{name} must be a whole number, not "):
            ask()
    with pytest.raises(TypeError, match="rules must be of type Rules, not "):
        Environment(1, wrong)
    for score in (3, "00", {0, 1}):
        with pytest.raises(TypeError, match="score must be a pair of whole numbers, by seat"):
            Environment(1, score=score)


def test_any_integer_is_a_seed():
    for seed in (5 - 2**63, 5 + 2**63, np.int64(5)):
        assert same(next(run(Environment(3, seed=seed), 1)), next(run(Environment(3, seed=5), 1)))


def test_a_row_begins_with_a_first_lead_of_its_rules_alone(begun):
    environment, _ = begun
    rng = random.Random(2)
    deal = some.random_start(rng, Rules())
    played = deal.play(deal.legal_moves()[0])
    other = some.random_start(rng, Rules(target=8))
    for wrong in (played, other, some.random_finish(rng, deal)):
        with pytest.raises(ValueError, match="is not the first lead of a deal under russian"):
            environment.begin(0, wrong)
    for row in (4, -1, 2**70):
        with pytest.raises(IndexError, match="row must be from 0 to 3, not "):
            environment.begin(row, deal)
    for row in (1.0, True, None, slice(2), np.array([1, 2])):
        with pytest.raises(TypeError, match="row must be a whole number, not "):
            environment.begin(row, deal)
    with pytest.raises(TypeError, match="deal must be of type Deal, not "):
        environment.begin(0, str(deal))
    with pytest.raises(ValueError, match="read-only"):
        environment.seats[0] = 1


def test_the_parts_of_an_observation_lie_side_by_side():
    observations = np.arange(2 * LENGTH, dtype=np.int8).reshape(2, LENGTH)
    by_name = observations.view(OBSERVATION)
    assert by_name.shape == (2, 1)
    end = 0
    for name, part in PARTS.items():
        assert part.start == end
        assert np.array_equal(by_name[name][:, 0], observations[:, part])
        end = part.stop
    assert end == LENGTH
