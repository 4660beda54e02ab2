"""Compiled code: kept for later, told of once, never stale, and made again where it is damaged."""

import io
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import pytest

import bingo
from bingo.engine import keeping
from bingo.engine.compiled import COMPILED, Notice, tell_in
from bingo.engine.keeping import cache_folder, source_hash
from bingo.engine.layout import CLOSE
from bingo.i18n import Language

pytestmark = pytest.mark.skipif(not COMPILED, reason="nothing is compiled")

TINY = """
from bingo.engine.compiled import kernel
from bingo.engine.layout import CLOSE

@kernel("int64(int64)")
def tiny(number):
    return number + CLOSE
"""
"""A kernel that is compiled in no time; it depends on another file."""

ASK = "from bingo.engine.tiny import tiny; print(tiny(1))"


@pytest.fixture
def package(tmp_path):
    """A folder with the package and a tiny kernel in it."""
    folder = tmp_path / "package"
    shutil.copytree(
        Path(bingo.__file__).parent,
        folder / "bingo",
        ignore=shutil.ignore_patterns("__pycache__"),
    )
    (folder / "bingo" / "engine" / "tiny.py").write_text(TINY, "utf-8")
    return folder


def ask(cache, package, first=""):
    """What a new process answers, and what it says on stderr."""
    environ = os.environ | {"BINGO_CACHE": str(cache), "BINGO_LANG": "en"}
    environ["PYTHONPATH"] = str(package)
    command = [sys.executable, "-c", first + ASK]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip(), " ".join(done.stderr.split())


def test_the_first_use_is_told_and_what_is_kept_is_used_or_made_again(tmp_path, package):
    cache = tmp_path / "cache"
    first, told = ask(cache, package)
    assert first == str(1 + CLOSE)
    assert told == Language.named("en").say("engine.compiling")
    assert ask(cache, package) == (first, "")
    for kind in ("*.nbi", "*.nbc"):
        files = list(cache.rglob(kind))
        assert files
        for file in files:
            file.write_bytes(file.read_bytes()[:40])
        assert ask(cache, package)[0] == first
        assert ask(cache, package) == (first, told)  # what was damaged is gone
        assert ask(cache, package) == (first, "")


def test_a_change_in_another_file_is_not_missed(tmp_path, package):
    cache = tmp_path / "cache"
    before, _ = ask(cache, package)
    layout = package / "bingo" / "engine" / "layout.py"
    text = layout.read_text("utf-8")
    layout.write_text(text.replace("\nCLOSE = 35\n", "\nCLOSE = 39\n"), "utf-8")
    after, _ = ask(cache, package)
    assert (before, after) == ("36", "40")
    assert len(list(cache.glob("engine-*"))) == 2
    layout.write_text(text, "utf-8")
    assert ask(cache, package) == (before, "")


def test_a_change_in_the_game_is_not_missed(tmp_path, package):
    cache = tmp_path / "cache"
    tiny = package / "bingo" / "engine" / "tiny.py"
    of_game = TINY.replace("engine.layout", "game.scoring").replace("CLOSE", "ENOUGH")
    tiny.write_text(of_game, "utf-8")
    assert ask(cache, package)[0] == "71"
    scoring = package / "bingo" / "game" / "scoring.py"
    text = scoring.read_text("utf-8")
    assert "\nENOUGH = 70\n" in text
    scoring.write_text(text.replace("\nENOUGH = 70\n", "\nENOUGH = 80\n"), "utf-8")
    assert ask(cache, package)[0] == "81"


def test_where_nothing_can_be_written_every_start_compiles_and_tells(package, monkeypatch):
    monkeypatch.setenv("HOME", os.devnull)
    monkeypatch.setenv("XDG_CACHE_HOME", os.devnull)
    nowhere = "import tempfile; tempfile.tempdir = '/nowhere'\n"
    for _ in range(2):
        told = Language.named("en").say("engine.compiling")
        assert ask(os.devnull, package, nowhere) == (str(1 + CLOSE), told)


def test_nothing_is_written_into_the_package(tmp_path, package):
    ask(tmp_path / "cache", package)
    assert not [file for file in package.rglob("*") if file.suffix in (".nbi", ".nbc")]


# --- what it depends on ---------------------------------------------------------------------------


@pytest.fixture
def sources(tmp_path):
    """A copy of the package's sources."""
    package = tmp_path / "bingo"
    for room in ("engine", "game"):
        shutil.copytree(
            Path(bingo.__file__).parent / room,
            package / room,
            ignore=shutil.ignore_patterns("__pycache__"),
        )
    return package


def test_a_change_in_any_file_of_the_engine_or_the_game_is_another_code(sources):
    before = source_hash(sources)
    assert before == source_hash()
    seen = {before}
    for file in sorted(sources.rglob("*.py")):
        text = file.read_bytes()
        file.write_bytes(text + b"\n")
        seen.add(source_hash(sources))
        file.write_bytes(text)
    assert len(seen) == 1 + len(list(sources.rglob("*.py")))
    assert source_hash(sources) == before
    (sources / "game" / "trick.py").rename(sources / "game" / "new.py")
    assert source_hash(sources) != before


def test_sources_may_lie_in_an_archive_or_be_compiled_but_must_be_there(tmp_path, sources):
    archive = tmp_path / "bingo.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for file in sources.rglob("*.py"):
            packed.write(file, file.relative_to(tmp_path))
    assert source_hash(zipfile.Path(archive, "bingo/")) == source_hash(sources)
    for file in sources.rglob("*.py"):
        file.rename(file.with_suffix(".pyc"))
    assert source_hash(sources)
    for file in (sources / "game").iterdir():
        file.unlink()
    assert source_hash(sources) == ""


def test_code_whose_sources_cannot_be_read_is_not_kept(monkeypatch):
    monkeypatch.setattr(keeping, "source_hash", lambda: "")
    assert cache_folder() is None


# --- the folder among the temporary files ---------------------------------------------------------

unix = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="users are kept apart another way")


@pytest.fixture
def shared(tmp_path, monkeypatch):
    """A folder of temporary files that all users may write to; no other place can be had."""
    for name in ("BINGO_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", os.devnull)
    monkeypatch.setattr(keeping, "_home_cache", lambda: Path(os.devnull, ".cache"))
    room = tmp_path / "shared"
    room.mkdir()
    room.chmod(0o1777)
    monkeypatch.setattr(tempfile, "tempdir", str(room))
    return room


def ours(room):
    """The folder of the user's own."""
    return room / f"bingo-{os.geteuid() if hasattr(os, 'geteuid') else 'user'}"


def made_afresh(folder, room):
    """Whether this folder was made for the process alone."""
    alone = folder.parent == room and folder != ours(room)
    return alone and not list(folder.iterdir()) and folder.stat().st_mode & 0o777 == 0o700


def test_the_folder_among_the_temporary_files_is_the_users_alone(shared):
    before = os.umask(0)
    try:
        folder = cache_folder()
    finally:
        os.umask(before)
    assert folder == ours(shared) / f"engine-{source_hash()}"
    assert cache_folder() == folder
    if hasattr(os, "geteuid"):
        assert {stat.S_IMODE(path.stat().st_mode) for path in (folder, folder.parent)} == {0o700}


@unix
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o720, 0o702])
def test_a_folder_that_others_could_write_to_is_not_used(shared, mode):
    folder = cache_folder()
    (folder / "planted.nbi").touch()
    for place in (folder, folder.parent):
        place.chmod(mode)
        assert made_afresh(cache_folder(), shared)
        place.chmod(0o755)
    assert cache_folder() == folder


@unix
def test_a_folder_of_another_user_or_a_link_is_not_used(shared, tmp_path, monkeypatch):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir(mode=0o700)
    ours(shared).symlink_to(elsewhere)
    assert made_afresh(cache_folder(), shared)
    assert not list(elsewhere.iterdir())
    ours(shared).unlink()
    ours(shared).touch()
    assert made_afresh(cache_folder(), shared)
    ours(shared).unlink()
    ours(shared).mkdir(mode=0o700)
    (ours(shared) / f"engine-{source_hash()}").symlink_to(elsewhere)
    assert made_afresh(cache_folder(), shared)
    (ours(shared) / f"engine-{source_hash()}").unlink()
    folder = cache_folder()
    assert folder.parent == ours(shared)
    mine = os.geteuid()
    there = shared / f"bingo-{mine + 1}"
    folder.parent.rename(there)  # what another user has put there
    monkeypatch.setattr(os, "geteuid", lambda: mine + 1)
    assert made_afresh(cache_folder(), shared)


@unix
def test_where_others_may_rename_what_is_ours_nothing_is_kept(shared):
    shared.chmod(0o777)
    assert cache_folder() is None
    shared.chmod(0o700)
    assert cache_folder() is not None


AFRESH = """
import os
from pathlib import Path
os.umask(0o77)
Path(os.environ["TMPDIR"], f"bingo-{os.geteuid()}").touch()
from bingo.engine.compiled import FOLDER
assert FOLDER.is_dir() and FOLDER.name.startswith("bingo-")
if not (child := os.fork()):
    raise SystemExit
os.waitpid(child, 0)
assert FOLDER.is_dir()
print(FOLDER)
"""


@unix
def test_a_folder_made_for_one_process_goes_with_it(shared):
    environ = os.environ | {"TMPDIR": str(shared), "HOME": os.devnull}
    command = [sys.executable, "-c", AFRESH]
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert not Path(done.stdout.strip()).exists()


def test_a_folder_told_is_used_wherever_the_process_goes_then(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BINGO_CACHE", "some/where")
    folder = cache_folder()
    assert folder == tmp_path / "some" / "where" / f"engine-{source_hash()}"
    assert folder.is_dir()


# --- what is told ---------------------------------------------------------------------------------


def test_nobody_to_read_is_no_fault(monkeypatch, capsys):
    closed = io.StringIO()
    closed.close()
    for nowhere in (None, closed):
        monkeypatch.setattr(sys, "stderr", nowhere)
        tell_in(Language.named("en"))
    assert capsys.readouterr().out == ""


def test_it_is_told_once():
    told = []
    notice = Notice()
    notice.tell = lambda: told.append(1)
    for _ in range(3):
        notice.give()
    assert told == [1]
