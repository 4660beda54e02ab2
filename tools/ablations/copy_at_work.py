"""A copy of the package in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Any

from tools.ablations.copies import FEWER_KERNELS, Change, copy_to

ROOT = Path(__file__).resolve().parent.parent.parent


class Died(RuntimeError):
    """The process has ended without an answer."""


class CopyAtWork:
    """Asks a copy with these changes; a context that ends its process.

    A process that has ended is started again by the next question.
    """

    def __init__(self, folder: Path, name: str, changes: Iterable[Change] = ()) -> None:
        copy_to(folder, name, (*FEWER_KERNELS, *changes))
        self._folder = folder
        self._process: subprocess.Popen[str] | None = None

    def ask(self, *question: object) -> dict[str, Any]:
        """The answer of `tools.ablations.worker`; raises Died."""
        process = self._process or self._start()
        assert process.stdin and process.stdout
        try:
            print(json.dumps(question), file=process.stdin, flush=True)
            line = process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            self._end()
            raise Died(f"{question} has no answer from {self._folder}")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _start(self) -> subprocess.Popen[str]:
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(self._folder), str(ROOT)]),
            "BINGO_CACHE": str(self._folder / "cache"),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tools.ablations.worker"],
            cwd=self._folder,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        file = Path(self.ask("where")["file"])
        if file.parent.parent.resolve() != self._folder.resolve():
            raise ImportError(f"{file} was imported, not the copy in {self._folder}")
        return self._process

    def _end(self) -> None:
        if self._process:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def __enter__(self) -> CopyAtWork:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end()
