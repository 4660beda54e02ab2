"""Two people at one screen: whoever looks sees no tile of the other."""

import random
import re

import pytest

from bingo.game import Seat
from tests.terminal.driver import CLEAR, Screen, fits, piped

ASKED = {
    "language": "ru",
    "ruleset": "russian",
    "target": 7,
    "hot_seat": True,
    "names": ["Игорь", "Сергей"],
}
EXAMPLES = {"6-4", "6-6"}  # of what may be typed
TILE = re.compile(r"(?<![\d-])[0-6]-[0-6](?![\d-])")


@pytest.mark.parametrize("seed", [1, 2])
def test_no_tile_of_the_other_is_seen(tmp_path, seed):
    chance = random.Random(seed)
    handed = 0
    with Screen(tmp_path, **ASKED, seed=seed) as screen:
        shown = screen.prompt()
        for _ in range(90):
            last = shown.rpartition("\n")[2]
            if "Ещё партию" in shown:
                break
            if "Очередь" in last:
                handed += 1
                on_screen = screen.text.rpartition(CLEAR)[2]
                assert not TILE.findall(on_screen), on_screen
                shown = screen.answer("")
                continue
            if "следующий кон" in last:
                shown = screen.answer("")
                continue
            seat = Seat.ONE if last.startswith("Игорь") else Seat.TWO
            looked = chance.choice(["last", "record", "hand", "score", "hint", "стол", "record 9"])
            screen.answer(looked)
            deal = screen.record().deals[-1]
            assert deal.to_move is seat
            on_screen = screen.text.rpartition(CLEAR)[2]
            open_to_all = {deal.turn_up, deal.origin.turn_up}
            hidden = {str(t) for t in {*deal.hands[seat.other], *deal.stock} - open_to_all}
            seen = {
                f"{max(t)}-{min(t)}" for t in (tile.split("-") for tile in TILE.findall(on_screen))
            }
            assert not seen & hidden - EXAMPLES, on_screen
            shown = screen.answer(str(chance.randrange(1, 8)))
            if "Ваш" not in shown and "нет»" in shown:
                shown = screen.answer("")
            assert fits(shown.rpartition(CLEAR)[2]), shown
        assert handed > 8
        assert "Traceback" not in screen.text


def test_no_undo_between_two_people(tmp_path):
    with Screen(tmp_path, **ASKED, seed=3) as screen:
        screen.prompt("Очередь")
        screen.answer("")
        assert "назад не берут" in screen.answer("отмена")


def test_in_a_pipe_a_line_parts_the_players(tmp_path):
    done = piped(tmp_path, b"\n1\n\n1\n", **ASKED, seed=3)
    shown = done.stdout.decode()
    assert done.returncode == 0
    assert shown.count("-" * 40) >= 2
    assert "\x1b" not in shown


def test_after_a_stop_the_screen_is_handed_over_first(tmp_path):
    with Screen(tmp_path, **ASKED, seed=3) as screen:
        screen.prompt("Очередь")
        screen.answer("")
        screen.answer("1", "Очередь")
        screen.kill()
    with Screen(tmp_path, language="ru", resume=True) as screen:
        shown = screen.prompt("Очередь")
        assert "Сергей" in shown or "Игорь" in shown
        assert not TILE.findall(shown)
