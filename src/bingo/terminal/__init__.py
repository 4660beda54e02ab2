"""Plain line mode: a whole match by typed lines, over ssh, in a screen reader or in a pipe."""

from bingo.terminal.start import BUSY, CLOSED, DONE, INTERRUPTED, run

__all__ = ["BUSY", "CLOSED", "DONE", "INTERRUPTED", "run"]
