"""Compiled code: kept for later, told of once, never stale, and made again where it is damaged."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import bingo
from bingo.engine.compiled import COMPILED, Notice
from bingo.i18n import Language

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")

ASK = """
import numpy as np
from bingo.engine import array, legal
from bingo.game import Rules, Suit
print(legal(array(Rules(), Suit.SIX), 1 | 14 << 56, 0, 0, 0))
"""


def ask(cache, package=None):
    """What a new process answers, and what it says on stderr."""
    environ = os.environ | {"BINGO_CACHE": str(cache), "BINGO_LANG": "en"}
    if package:
        environ["PYTHONPATH"] = str(package)
    command = [sys.executable, "-c", ASK]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip(), " ".join(done.stderr.split())


def test_the_first_use_is_told_and_what_is_kept_is_used_or_made_again(tmp_path):
    first, told = ask(tmp_path)
    assert told == Language.named("en").say("engine.compiling")
    assert ask(tmp_path) == (first, "")
    for kind in ("*.nbi", "*.nbc"):
        files = list(tmp_path.rglob(kind))
        assert files
        for file in files:
            file.write_bytes(file.read_bytes()[:40])
        assert ask(tmp_path)[0] == first


def test_a_change_in_another_file_is_not_missed(tmp_path):
    package = tmp_path / "package"
    shutil.copytree(Path(bingo.__file__).parent, package / "bingo")
    cache = tmp_path / "cache"
    before, _ = ask(cache, package)
    layout = package / "bingo" / "engine" / "layout.py"
    text = layout.read_text("utf-8")
    layout.write_text(text.replace("\nCLOSE = 35\n", "\nCLOSE = 39\n"), "utf-8")
    after, _ = ask(cache, package)
    assert before != after
    assert len(list(cache.glob("engine-*"))) == 2
    layout.write_text(text, "utf-8")
    assert ask(cache, package) == (before, "")


def test_nothing_is_written_into_the_package(tmp_path):
    package = tmp_path / "package"
    shutil.copytree(
        Path(bingo.__file__).parent, package / "bingo", ignore=shutil.ignore_patterns("__pycache__")
    )
    ask(tmp_path / "cache", package)
    assert not [file for file in package.rglob("*") if file.suffix in (".nbi", ".nbc")]


def test_it_is_told_once():
    told = []
    notice = Notice()
    notice.tell = lambda: told.append(1)
    for _ in range(3):
        notice.give()
    assert told == [1]
