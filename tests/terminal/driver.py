"""Drives the real program through a pseudo-terminal: waits for a prompt, types, reads."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
from pathlib import Path

from bingo.game import Record

TIMEOUT = 60.0
START = "import json, sys\nfrom pathlib import Path\nfrom bingo.terminal import run\n"
START += (
    "asked = json.loads(sys.argv[1])\nasked['saves'] = Path(asked['saves'])\nsys.exit(run(**asked))"
)
PROMPT = re.compile(r"^[^\n]*: $", re.MULTILINE)
CLEAR = "\x1b[2J\x1b[3J\x1b[H"
TILE = re.compile(r"\b[0-6]-[0-6]\b")
KNOWN = {"ruleset": "russian", "opponent": "greedy", "target": 7, "hot_seat": False}


def command(saves: Path, **asked: object) -> list[str]:
    return [sys.executable, "-c", START, json.dumps({"saves": str(saves), **asked})]


def environ(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("LC_")}
    return kept | {"TERM": "xterm", "LANG": "C.UTF-8", "PYTHONUTF8": "1"} | more


class Screen:
    """The program at a terminal of 80 columns; `text` is all it has shown."""

    def __init__(self, saves: Path, argv: list[str] | None = None, **asked: object) -> None:
        self.saves = saves
        self.text = ""
        self._bytes = b""
        self._end, inner = pty.openpty()
        termios.tcsetwinsize(self._end, (24, 80))
        self.process = subprocess.Popen(
            argv or command(saves, **asked),
            stdin=inner,
            stdout=inner,
            stderr=inner,
            start_new_session=True,
            env=environ(BINGO_HOME=str(saves)),
            preexec_fn=_own_terminal,  # noqa: PLW1509 - this test has no threads
        )
        os.close(inner)

    def __enter__(self) -> Screen:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self._end)

    def prompt(self, wanted: str = "") -> str:
        """Wait for a prompt that has `wanted` in it; gives what was shown up to and with it."""
        start = len(self.text)
        while True:
            shown = self.text[start:]
            last = shown.rpartition("\n")[2]
            if PROMPT.fullmatch(last) and wanted in last and not self._more(0):
                return shown
            assert self._more(TIMEOUT), f"no prompt {wanted!r} in {self.text[-2000:]!r}"

    def read(self, characters: int) -> None:
        """Read until so much more has been shown."""
        enough = len(self.text) + characters
        while len(self.text) < enough:
            assert self._more(TIMEOUT), f"nothing more comes after {self.text[-500:]!r}"

    def type(self, line: str) -> None:
        os.write(self._end, f"{line}\n".encode())

    def answer(self, line: str, wanted: str = "") -> str:
        """Type a line and wait for the next prompt; gives what was shown, the line left out."""
        self.type(line)
        shown = self.prompt(wanted)
        return shown.partition("\n")[2] if shown.startswith(line[:1]) or not line else shown

    def key(self, code: bytes) -> None:
        os.write(self._end, code)

    def end(self) -> int:
        """Read to the end; gives the exit code."""
        while self._more(TIMEOUT):
            pass
        return self.process.wait(TIMEOUT)

    def kill(self, how: signal.Signals = signal.SIGKILL) -> int:
        self.process.send_signal(how)
        return self.end()

    def record(self) -> Record:
        return Record.loads((self.saves / "match.bingo").read_text("utf-8"))

    def _more(self, timeout: float) -> bool:
        """Read what has come; False at the end of the program or after the time."""
        if not select.select([self._end], [], [], timeout)[0]:
            return False
        try:
            read = os.read(self._end, 65536)
        except OSError:
            return False
        self._bytes += read
        whole = self._bytes.decode("utf-8", "ignore")
        self.text = whole.replace("\r\n", "\n")
        return bool(read)


def _own_terminal() -> None:
    import fcntl

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def piped(saves: Path, given: bytes, **asked: object) -> subprocess.CompletedProcess[bytes]:
    """The program between two pipes, given all at once."""
    return subprocess.run(
        command(saves, **asked),
        input=given,
        capture_output=True,
        env=environ(),
        timeout=TIMEOUT,
        check=False,
    )


def fits(shown: str) -> bool:
    """Whether a turn's output fits a terminal of 80×24; the path of a file may be longer."""
    lines = shown.split("\n")
    return len(lines) <= 24 and all(len(line) <= 80 or "/" in line for line in lines)
