"""Speaking and asking, line by line: nothing but text and line breaks.

No cursor is moved and nothing is painted, so that it works over ssh, in a screen reader and in a
pipe. Whatever comes in, of any length, in any bytes, is a line or the end of input.
"""

from __future__ import annotations

import io
import os
import select
import shutil
import signal
import sys
import textwrap
import threading
from typing import TextIO

from bingo.terminal.words import plain

WIDTH = 79
LONGEST = 4096
"""Characters of a line that are read; the rest of it is thrown away."""
ENDLESS = 1 << 20
"""A line that goes on longer than this is no player: it is the end of input."""


class EndOfInput(Exception):
    """Nobody will type any more."""


class OutputClosed(Exception):
    """Nobody listens any more."""


class Lines:
    """The two streams of a conversation."""

    def __init__(self, given: TextIO | None, told: TextIO | None) -> None:
        self._in, self._out = given, told
        for stream in (given, told):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        self.width = WIDTH
        if self.is_terminal:
            columns = shutil.get_terminal_size().columns or WIDTH
            self.width = max(min(columns - 1, WIDTH), 20)

    @property
    def is_terminal(self) -> bool:
        """Whether a person sees the output on a screen."""
        return self._out is not None and _is_tty(self._out)

    def tell(self, *lines: str) -> None:
        """Tell lines, wrapped for the screen; raises OutputClosed."""
        for line in lines:
            self._write("\n".join(self._wrapped(line)) + "\n")
        self._flush()

    def ask(self, prompt: str) -> str:
        """Ask for a line; raises EndOfInput or OutputClosed.

        What comes from a pipe is told too, so that the whole reads as a conversation.
        """
        *above, last = self._wrapped(prompt)
        self._write("".join(f"{line}\n" for line in above) + f"{last} ")
        self._flush()
        line = self._read()
        if line is None:
            self.tell("")
            raise EndOfInput
        if self._in is not None and not _is_tty(self._in):
            self._write(f"{plain(line)[: self.width - len(last) - 1]}\n")
        return line

    def hand_over(self) -> None:
        """Put out of sight what one player has seen before the other looks."""
        if self.is_terminal and os.environ.get("TERM", "dumb") != "dumb":
            self._write("\x1b[2J\x1b[3J\x1b[H")
        elif self.is_terminal:  # one that obeys nothing: what was shown is moved out of sight
            self.tell(*[""] * max(shutil.get_terminal_size().lines, 24))
        else:
            self.tell("", "-" * 40, "")

    def _wrapped(self, line: str) -> list[str]:
        indent = " " * (len(line) - len(line.lstrip()) + 2)
        return textwrap.wrap(
            line,
            self.width,
            subsequent_indent=indent,
            break_on_hyphens=False,
            break_long_words=False,  # the path of a file stays whole, to be copied
        ) or [""]

    def _read(self) -> str | None:
        """A line, or None at the end of input."""
        if self._in is None:
            return None
        try:
            if _is_tty(self._in):
                _wait_for_line(self._in)
            line = self._in.readline(LONGEST)
            length = len(line)
            rest = line
            while rest and not rest.endswith("\n"):
                rest = self._in.readline(LONGEST)
                length += len(rest)
                if length > ENDLESS:
                    return None
        except (OSError, ValueError):  # the terminal is gone, or the stream is closed
            return None
        return line or None

    def _write(self, text: str) -> None:
        if self._out is None:
            return
        try:
            self._out.write(text)
        except (OSError, ValueError) as error:
            raise OutputClosed from error

    def _flush(self) -> None:
        if self._out is None:
            return
        try:
            self._out.flush()
        except (OSError, ValueError) as error:
            raise OutputClosed from error


def _wait_for_line(stream: TextIO) -> None:
    """Wait until a line is typed; Ctrl-C ends the wait even if it comes just before it begins.

    A signal between the last step of Python and the system's own wait would be noticed only when
    the wait is over, so signals are heard through a pipe that is waited for as well.
    """
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        return
    if not _by_lines(stream):  # more lines may have been read than one, and wait in the stream
        return
    heard, told = os.pipe()
    os.set_blocking(told, False)
    before = signal.set_wakeup_fd(told, warn_on_full_buffer=False)
    try:
        typing = stream.fileno()
        while typing not in select.select([typing, heard], [], [])[0]:
            os.read(heard, 64)
    finally:
        signal.set_wakeup_fd(before)
        os.close(heard)
        os.close(told)


def _by_lines(stream: TextIO) -> bool:
    """Whether the terminal hands over what is typed a line at a time."""
    import termios

    try:
        return bool(termios.tcgetattr(stream.fileno())[3] & termios.ICANON)
    except termios.error:
        return False


def _is_tty(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except ValueError:
        return False
