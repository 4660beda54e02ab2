"""Installed where nothing can be written, for a user whose home cannot be written to either."""

import os
import shutil
import stat
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import pytest

from bingo.engine.compiled import COMPILED
from bingo.engine.keeping import source_hash
from bingo.i18n import Language

ROOT = Path(__file__).parent.parent.parent
STRAY = ("__pycache__", "*.pyc", "*.egg-info", ".*", "build", "*.nbi", "*.nbc")
NOBODY = 65534

pytestmark = [
    pytest.mark.skipif(not COMPILED, reason="nothing is compiled"),
    pytest.mark.skipif(not hasattr(os, "geteuid"), reason="the rights to files are told otherwise"),
]

SMALL = """
from bingo.engine import array, legal, pack
from bingo.game import Deal, Rules
deal = Deal.parse("rules russian; one 4-2 4-4; two 5-4 6-4; leader one; turn-up 4-1; "
                  "points 63 18; tricks 8 4")
print(legal(array(deal.rules, deal.trump), *pack(deal)).bit_count())
"""

WHOLE = """
from bingo.engine import Environment, Worlds, playouts, random_deals, solve
from bingo.game import Deal
deal = Deal.parse("rules russian; one 4-2 4-4; two 5-4 6-4; leader one; turn-up 4-1; "
                  "points 63 18; tricks 8 4")
assert random_deals(10, 1).deals == 10
assert Environment(2).number == 2
print(int(solve(deal).value))
"""


@pytest.fixture(scope="module")
def place():
    """A folder that every user can go through (that of `tmp_path` he cannot)."""
    folder = Path(tempfile.mkdtemp(prefix="bingo-test-"))
    folder.chmod(0o755)
    yield folder
    for path in (folder, *folder.rglob("*")):
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o755)
    shutil.rmtree(folder)


@pytest.fixture(scope="module")
def installed(place):
    """The package as pip installs it into a folder, which then cannot be written to."""
    sources, target = place / "sources", place / "installed"
    shutil.copytree(ROOT / "src", sources / "src", ignore=shutil.ignore_patterns(*STRAY))
    for name in ("pyproject.toml", "LICENSE", "README.md"):
        shutil.copy(ROOT / name, sources)
    options = ["--no-deps", "--no-index", "--no-build-isolation", "--disable-pip-version-check"]
    pip = [sys.executable, "-m", "pip", "install", "-qq", *options]
    subprocess.run([*pip, "--no-compile", "--target", target, sources], check=True)
    shutil.rmtree(sources)
    _forbid(target)
    return target


def _forbid(folder):
    """Let nobody write there, root neither once it has laid down its powers."""
    for path in (folder, *folder.rglob("*")):
        path.chmod(path.stat().st_mode & ~(stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH))


def _powerless(command, **options):
    """Run a command as one who has no rights but those that files give him.

    Root becomes nobody or, where nobody cannot get at this Python, lays down its powers.
    """
    if os.geteuid():
        return subprocess.run(command, check=False, **options)
    nobody = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    with suppress(OSError):
        python = [sys.executable, "-c", "import numba"]
        if subprocess.run(python, check=False, **options, **nobody).returncode == 0:
            return subprocess.run(command, check=False, **options, **nobody)
    if not shutil.which("setpriv"):
        pytest.skip("root cannot lay down its powers: setpriv (util-linux) is not there")
    return subprocess.run(["setpriv", "--bounding-set=-all", *command], check=False, **options)


@pytest.fixture
def ask(place, installed, request):
    """Run a program with the installed package: what it prints, and what it says on stderr."""
    home, room = place / f"{request.node.name}-home", place / f"{request.node.name}-temporary"
    home.mkdir(mode=0o555)
    room.mkdir()
    room.chmod(0o1777)
    environ = {"PATH": os.environ.get("PATH", ""), "HOME": str(home), "TMPDIR": str(room)}
    environ |= {"PYTHONPATH": str(installed), "BINGO_LANG": "en", "PYTHONWARNINGS": "error"}

    def answer(program):
        command = [sys.executable, "-c", program]
        told = {"env": environ, "cwd": "/", "capture_output": True, "text": True}
        done = _powerless(command, **told)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip(), " ".join(done.stderr.split())

    answer.room, answer.home = room, home
    return answer


def check(ask, installed, program, wanted):
    """Told once, kept among the temporary files, found there again; nothing else is left."""
    before = sorted(installed.rglob("*"))
    where = "import bingo; from bingo.engine.compiled import FOLDER; print(bingo.__file__, FOLDER)"
    found, _, folder = ask(where)[0].partition(" ")
    assert Path(found) == installed / "bingo" / "__init__.py"
    told = Language.named("en").say("engine.compiling")
    assert ask(program) == (wanted, told)
    assert ask(program) == (wanted, "")
    (parent,) = ask.room.iterdir()
    assert Path(folder) == parent / f"engine-{source_hash()}"
    assert parent.name == f"bingo-{parent.stat().st_uid}"
    assert list(Path(folder).rglob("*.nbc"))
    assert not list(ask.home.iterdir())
    assert sorted(installed.rglob("*")) == before


def test_a_kernel_goes_to_the_temporary_files_where_nothing_else_can_be_written(ask, installed):
    check(ask, installed, SMALL, "2")


@pytest.mark.soak
def test_everything_does(ask, installed):
    check(ask, installed, WHOLE, "2")
