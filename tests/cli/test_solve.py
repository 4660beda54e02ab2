"""The command `bingo`: solve, and replay --solve."""

import contextlib
import os
import random
import re
import signal
import subprocess
import sys
import threading

import pytest

from bingo.cli.engine import at_work, make_ready
from bingo.cli.progress import waiting
from bingo.engine import Equity
from bingo.engine.compiled import COMPILED, notice
from bingo.game import RULESETS, BySeat, Deal, Record, Rules, Seat, Setup
from bingo.game.moves import CLAIM
from bingo.i18n import LANGUAGES, Language
from tests.cli.told import FINE, UNUSABLE, WRONG, played
from tests.game import strategies as some

ENDING = (
    "rules russian; one 0-0 3-3 6-4; two 4-4 5-0 6-6; leader one; turn-up 4-2; points 34 30; "
    "tricks 6 5; first two"
)
ROW = re.compile(r"^  (\S+) +([+-]?\d+(?:[.,]\d)?)\s?%?(?:  (best|лучший))?$", re.MULTILINE)


# --- by brute force -------------------------------------------------------------------------------


def worth(deal: Deal, utility) -> float:
    """What a deal comes to for seat ONE, by trying everything."""
    if deal.outcome is not None:
        winner = deal.outcome.winner
        return utility(0 if winner is None else winner + 1, *deal.big_points)
    values = [worth(deal.play(move), utility) for move in deal.legal_moves()]
    return min(values) if deal.to_move else max(values)


def net(winner: int, one: int, two: int) -> float:
    return one - two


def ending(seed: int, rules: Rules) -> Deal:
    """A position in strict play, three tiles a hand or fewer, from the random deals of a seed."""
    rng = random.Random(seed)
    while True:
        start = some.random_start(rng, rules)
        for deal in some.playthrough(rng, start):
            if deal.board.strict and len(deal.hands.one) == len(deal.hands.two) <= 3:
                if not deal.is_over:
                    return deal
                break


CASES = [(seed, name) for name in RULESETS for seed in range(6)]


@pytest.mark.parametrize(("seed", "name"), CASES)
def test_values_are_those_of_brute_force(bingo, seed, name):
    deal = ending(seed, Rules.named(name))
    sign = -1 if deal.to_move else 1
    values = {str(m): sign * worth(deal.play(m), net) for m in deal.legal_moves()}
    told = bingo("solve", deal)
    assert (told.code, told.err) == (FINE, ""), f"seed {seed}: {deal}"
    rows = {move: (int(n), bool(best)) for move, n, best in ROW.findall(told.out)}
    best = max(values.values())
    assert rows == {move: (n, n == best) for move, n in values.items()}, f"seed {seed}: {deal}"
    assert f"\nValue: {best:+d}. " in told.out.replace("Value: 0.", "Value: +0.")
    assert [n for _, n, _ in ROW.findall(told.out)] == [
        f"{n:+d}" if n else "0" for n in sorted(values.values(), reverse=True)
    ]


@pytest.mark.parametrize(("seed", "name"), CASES[::3])
def test_chances_are_those_of_brute_force(bingo, seed, name):
    deal = ending(seed, Rules.named(name))
    utility = Equity.of(deal.rules).utility(deal.score, deal.first_leader)

    def chance(after: Deal) -> float:
        return 1 - worth(after, utility) if deal.to_move else worth(after, utility)

    values = {str(move): chance(deal.play(move)) for move in deal.legal_moves()}
    told = bingo("solve", deal, "--equity")
    assert (told.code, told.err) == (FINE, "")
    rows = {move: (n, bool(best)) for move, n, best in ROW.findall(told.out)}
    best = max(values.values())
    assert rows == {
        move: (f"{100 * n:.1f}", n == pytest.approx(best)) for move, n in values.items()
    }, f"seed {seed}: {deal}"
    assert f"\nValue: {100 * best:.1f}%. " in told.out


# --- what is printed ------------------------------------------------------------------------------


def test_a_position_is_solved_in_words(bingo):
    told = bingo("solve", ENDING)
    assert told.err == ""
    assert told.out.startswith(
        "To move: first seat\n"
        "Value: +2. When both know every tile and make no mistake, first seat wins 2 big points "
        "more than the other in this deal.\n\n"
        "The moves and their values:\n"
        "  0-0    +2  best\n"
        "  0-0+2  +2  best\n"
        "  3-3    +1\n"
        "  3-3+2  +1\n"
        "  6-4     0\n\n"
        "Best play by both:\n"
        "12. First seat leads 0-0, second seat answers 4-4. First seat takes the trick, "
        "+42 points. Points 76:30.\n"
    )
    assert re.search(
        r"\nMatch score, to 7: first seat 2, second seat 0\.\n\nPositions searched: \d+\n$",
        told.out,
    )
    russian = bingo("solve", ENDING, "--lang", "ru").out
    assert russian.startswith(
        "Ход: первое место\n"
        "Оценка: +2. Если оба знают все камни и не ошибаются, первое место получает за этот кон "
        "на 2 больших очка больше соперника.\n\n"
        "Ходы и их оценки:\n"
        "  0-0    +2  лучший\n"
    )
    assert "\nЛучшая игра обоих:\n12. Первое место заходит с 0-0, " in russian
    assert re.search(r"\nПросмотрено позиций: \d+\n$", russian)
    assert re.findall("[A-Za-z]{2,}", russian) == []


def test_chances_are_told_in_words(bingo):
    line = ENDING.replace("leader one", "leader two; score 5 6")
    told = bingo("solve", line, "--equity").out.splitlines()
    chance = re.fullmatch(
        r"Value: (\d+\.\d)%\. When both know every tile of this deal and make no mistake, "
        r"that is the chance to win the match for second seat\.",
        told[1],
    )[1]
    russian = bingo("solve", line, "--equity", "--lang", "ru").out.splitlines()
    assert russian[1] == (
        f"Оценка: {chance.replace('.', ',')} %. Если в этом кону оба знают все камни и не "
        "ошибаются, с такой вероятностью партию выигрывает второе место."
    )


def test_nobody_ahead_is_told_in_words(bingo):
    even = next(
        deal for seed in range(99) for deal in [ending(seed, Rules())] if worth(deal, net) == 0
    )
    assert (
        "\nValue: 0. When both know every tile and make no mistake, they win equally"
        in bingo("solve", even).out
    )
    assert (
        "\nОценка: 0. Если оба знают все камни и не ошибаются, больших очков"
        in bingo("solve", even, "--lang", "ru").out
    )


@pytest.mark.parametrize("seed", range(8))
def test_the_best_line_ends_as_the_value_says(bingo, seed):
    """From the middle of a trick too, and with closing, claims and draws in it."""
    rules = Rules.parse("russian close_before_draw=yes deal_end=claim trump_exchange=yes")
    rng = random.Random(seed)
    start = some.random_start(rng, rules)
    deal = rng.choice([d for d in some.playthrough(rng, start) if not d.is_over][8:] or [start])
    out = bingo("solve", deal).out
    value = int(re.search(r"^Value: ([+-]?\d+)\.", out, re.MULTILINE)[1])
    one, two = map(int, re.search(r"first seat (\d+), second seat (\d+)\.\n\nPos", out).groups())
    net = one - deal.score.one - two + deal.score.two
    assert value == (-net if deal.to_move else net), f"seed {seed}: {deal}"


def test_a_position_may_stand_in_a_file_or_on_stdin(bingo, tmp_path):
    path = tmp_path / "position"
    path.write_text(ENDING.replace("; ", ";\n"), "utf-8")
    assert bingo("solve", path) == bingo("solve", "-", given=ENDING) == bingo("solve", ENDING)


# --- what is refused ------------------------------------------------------------------------------


def test_a_deal_that_is_over_is_refused(bingo):
    line = f"{ENDING}; moves 0-0 4-4"
    told = bingo("solve", line)
    assert (told.code, told.out) == (WRONG, "")
    assert told.err == "bingo: The deal is over: there is nothing to solve. [deal-over]\n"
    assert bingo("solve", line, "--lang", "ru").err == (
        "bingo: Кон уже окончен: решать нечего. [deal-over]\n"
    )


def test_a_position_with_unknown_tiles_is_refused(bingo):
    told = bingo("solve", ENDING.replace("3-3", "?"))
    assert told.code == WRONG
    assert "tiles not known: 1; to go on every tile must be told" in told.err


def test_chances_in_an_endless_match_are_refused(bingo):
    line = ENDING.replace("russian", f"russian target={10**8}")
    assert bingo("solve", line).code == FINE
    told = bingo("solve", line, "--equity")
    assert (told.code, told.out) == (UNUSABLE, "")
    assert "at most 30 big points, not 100000000. [too-much]" in told.err
    russian = bingo("solve", line, "--equity", "--lang", "ru").err
    assert "не больше чем до 30 больших очков" in russian


# --- replay ---------------------------------------------------------------------------------------


def finished(seed: int, name: str) -> Record:
    """A record of one deal that begins with an ending and is played out at random."""
    rng = random.Random(seed)
    setup = Setup.of(ending(seed, Rules.named(name)))
    while len(setup.stock) == 14:  # closed at once: taken for a deal not begun [1.3]
        setup = Setup.of(ending(rng.randrange(2**32), Rules.named(name)))
    return Record(setup.rules, (some.random_finish(rng, setup.deal()),), BySeat("Igor", "Olga"))


@pytest.mark.parametrize("name", RULESETS)
def test_a_replay_tells_what_was_given_away(bingo, name):
    for seed in range(8):
        record = finished(seed, name)
        told = bingo("replay", "-", "--solve", given=record.dumps())
        assert (told.code, told.err) == (FINE, ""), f"seed {seed}: {record}"
        lost = BySeat(0, 0)
        lines, values = [], []
        stand = record.deals[0].from_origin()
        values.append(worth(stand, net))
        for move in record.deals[0].history:
            before, stand = stand, stand.play(move)
            was, now = (worth(deal, net) for deal in (before, stand))
            if was != now:
                seat = before.to_move
                lost = lost.put(seat, lost[seat] + abs(was - now))
                lines.append((str(move), ("Igor", "Olga")[seat], str(abs(was - now))))
            if len(stand.played) > len(before.played) and not stand.is_over:
                values.append(now)
        found = re.findall(
            r"^    (\S+): (\w+) gives away (\d) big points? ", told.out, re.MULTILINE
        )
        assert [(m.lower(), *rest) for m, *rest in found] == lines, f"seed {seed}: {record}"
        assert f"given away in this deal: Igor {lost.one}, Olga {lost.two}.\n" in told.out
        assert values_told(told.out) == values, f"seed {seed}: {record}"


def values_told(out: str) -> list[int]:
    """The values for Igor that a replay tells after its tricks."""
    found = re.findall(
        r"^    Value: (?:(\w+) \+(\d) big points?|level in big points)\.$", out, re.MULTILINE
    )
    return [int(n or 0) * (1 if name == "Igor" else -1) for name, n in found]


def test_in_a_whole_match_what_is_given_away_makes_the_result(bingo):
    record = played(1, "russian target=3")
    out = bingo("replay", "-", "--solve", given=record.dumps()).out
    assert out == bingo("replay", "-", "--solve", "--open", given=record.dumps()).out
    for deal, told in zip(record.deals, out.split("\n\n"), strict=False):
        assert all(" ".join(map(str, deal.origin.hands[seat])) in told for seat in Seat)
        igor, other = map(int, re.search(r"deal: Igor (\d+), Сергей (\d+)\.", told).groups())
        one, two = deal.big_points
        assert values_told(told)[0] - igor + other == one - two, deal


def test_a_replay_without_solving_tells_no_value(bingo, match):
    out = bingo("replay", match, "--open", "--deal", 1).out
    solved = bingo("replay", match, "--solve", "--deal", 1).out
    judged = re.compile(r"    Value: .*\n|    \S+: \S+ gives away .*\n|Big points given away .*\n")
    assert out == judged.sub("", solved) != solved


def test_a_loss_is_told_in_russian_and_to_whoever_is_addressed(bingo):
    record = next(
        record
        for seed in range(99)
        for record in [finished(seed, "russian")]
        if worth(record.deals[0].from_origin(), net) != worth(record.deals[0], net)
    )
    told = bingo("replay", "-", "--solve", "--lang", "ru", given=record.dumps()).out
    line = re.compile(
        r"^    \S+: (Igor|Olga) отдаёт (1 большое очко|[234] больших очка|[5-9] больших очков) "
        r"\(было [+-]?\d, стало [+-]?\d\), лучше \S[^.]*\.$",
        re.MULTILINE,
    )
    assert line.search(told)
    assert re.search(r"^Отдано за кон больших очков: Igor \d, Olga \d\.$", told, re.MULTILINE)
    assert re.search(r"^    Оценка: (Igor|Olga) \+\d больш", told, re.MULTILINE)
    assert re.findall("[A-Za-z]{2,}", re.sub("Igor|Olga", "", told)) == []
    for human in ("one", "two"):
        own = f'[Opponent "greedy"]\n[Human "{human}"]\n'
        text = re.sub(r"(\[One .*\n)\[Two .*\n", r'[One ""]\n[Two ""]\n' + own, record.dumps())
        told = bingo("replay", "-", "--solve", "--lang", "ru", given=text)
        assert told.code == FINE, told.err
        assert (": вы отдаёте " in told.out) == (
            f": {('Igor', 'Olga')[human == 'two']} отдаёт "
            in bingo("replay", "-", "--solve", "--lang", "ru", given=record.dumps()).out
        )


def test_a_deal_broken_off_in_a_trick_is_judged_to_its_last_move(bingo):
    deal = Deal.parse(f"{ENDING}; moves 6-4")
    told = bingo("replay", "-", "--solve", given=Record(deal.rules, (deal,)).dumps()).out
    assert told.endswith(
        "First seat leads 6-4.\n"
        "    6-4: first seat gives away 2 big points (+2 before, 0 after), better 0-0 or 0-0+2.\n"
        "    Value: level in big points.\n"
        "The deal is not played to its end.\n"
        "Big points given away in this deal: first seat 2, second seat 0.\n\n"
    )


@pytest.mark.parametrize("code", LANGUAGES)
def test_moves_that_are_no_tiles_are_told_by_their_words(bingo, code):
    """A false claim gives something away."""
    rules = Rules.parse("russian deal_end=claim")
    deals = (Setup.of(ending(seed, rules)).deal() for seed in range(999))
    deal = next(
        deal
        for deal in deals
        if CLAIM in deal.legal_moves() and worth(deal.play(CLAIM), net) != worth(deal, net)
    )
    record = Record(rules, (deal.play(CLAIM),), BySeat("Igor", "Olga"))
    told = bingo("replay", "-", "--solve", "--lang", code, given=record.dumps()).out
    word = {"ru": "Заявить", "en": "Claim"}[code]
    assert f"\n    {word}: {('Igor', 'Olga')[deal.to_move]} " in told


# --- Ctrl-C, and what is seen while it works ------------------------------------------------------


def test_ctrl_c_is_heard_while_the_engine_works(bingo, monkeypatch):
    over = threading.Event()

    def solve(deal, equity):
        os.kill(os.getpid(), signal.SIGINT)
        over.wait()

    monkeypatch.setattr("bingo.engine.solve", solve)
    told = bingo("solve", ENDING)
    over.set()
    assert (told.code, told.out, told.err) == (130, "", "\n")


def test_interrupted_in_a_kernel_it_leaves_at_once():
    """A deal of the slowest kind; on a terminal a spinner says that it is being searched."""
    if not COMPILED:
        pytest.skip("no kernels under NUMBA_DISABLE_JIT")
    pty = pytest.importorskip("pty")
    make = ["deal", "--seed", "10", "--ruleset", "hoyle-1868"]
    command = [sys.executable, "-m", "bingo"]
    slow = subprocess.run([*command, *make], capture_output=True, text=True, check=True).stdout
    master, slave = pty.openpty()
    environ = os.environ | {"BINGO_LANG": "en", "TERM": "xterm"}
    process = subprocess.Popen(
        [*command, "solve", slow.strip()], env=environ, stdout=subprocess.PIPE, stderr=slave
    )
    os.close(slave)
    told = b""
    with contextlib.suppress(OSError):  # a terminal that nobody holds any more
        while part := os.read(master, 4096):
            if b"Searching" in part and b"Searching" not in told:
                process.send_signal(signal.SIGINT)
            told += part
    os.close(master)
    out = process.communicate()[0]
    if b"Searching" not in told:
        pytest.skip("solved in less than a second")
    assert (process.returncode, out) == (130, b""), told


def test_what_work_raises_is_raised_where_it_is_waited_for():
    with pytest.raises(ZeroDivisionError):
        at_work("", lambda: 1 // 0)
    assert at_work("", lambda: 7) == 7


@pytest.mark.parametrize(
    ("patience", "terminal", "title", "seen"),
    [(-1, True, "Searching", 1), (1000, True, "Searching", 0), (-1, False, "Searching", 0),
     (-1, True, "", 0)],
)  # fmt: skip
def test_a_spinner_is_seen_only_on_a_terminal_and_only_in_long_work(
    monkeypatch, patience, terminal, title, seen
):
    shown = []

    def status(_, text):
        shown.append(text)
        return contextlib.nullcontext()

    monkeypatch.setattr("rich.console.Console.status", status)
    monkeypatch.setattr("bingo.cli.progress.PATIENCE", patience)
    monkeypatch.setattr("bingo.cli.progress._seen", lambda: terminal)
    with waiting(title) as look:
        look()
        look()
    assert shown == [title] * seen


@pytest.mark.parametrize("code", LANGUAGES)
def test_compiling_is_told_in_the_language_of_the_command(capsys, monkeypatch, code):
    monkeypatch.setattr(notice, "tell", None)
    make_ready(Language.named(code))
    notice.tell()
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", Language.named(code).say("engine.compiling") + "\n")


# --- bench ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", LANGUAGES)
def test_bench_says_where_speeds_are_measured(bingo, code):
    told = bingo("bench", "--lang", code)
    assert (told.code, told.err) == (FINE, "")
    assert "make bench" in told.out
    assert "--signature" in told.out
