"""How the kernels are compiled: once, kept on disk, never served stale.

`kernel` compiles an entry point for an explicit signature and keeps the machine code in a folder
named after a hash of every file of `engine/` (Numba by itself does not notice a change in another
file than the function's own). `inner` marks what kernels are made of: it is compiled into them.

With NUMBA_DISABLE_JIT=1 both leave the Python functions as they are.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import numba
from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.core import config as _config
from numba.extending import intrinsic

from bingo.i18n import Language, detect

F = TypeVar("F", bound=Callable[..., Any])
config: Any = _config
codegen: Any = cgutils
_njit: Any = njit

MONTH = 30 * 24 * 3600.0

COMPILED = not config.DISABLE_JIT
"""False under NUMBA_DISABLE_JIT=1."""


def source_hash() -> str:
    """A hash of all that the machine code depends on: the files of `engine/` and Numba itself."""
    digest = hashlib.sha256(f"{numba.__version__} {sys.implementation.cache_tag}".encode())
    for file in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_folder() -> Path | None:
    """Where compiled code is kept: the first of these that can be written to, None if none can.

    BINGO_CACHE, the user's cache folder, a folder of the user's own among the temporary ones. The
    package itself may be installed read-only.
    """
    user = getattr(os, "getuid", lambda: "user")()
    places = [
        _told("BINGO_CACHE"),
        _told("XDG_CACHE_HOME", "bingo"),
        _home_cache(),
        _temporary() / f"bingo-{user}",
    ]
    for place in filter(None, places):
        folder = place / f"engine-{source_hash()}"
        if _usable(folder):
            with contextlib.suppress(OSError):
                folder.touch()
                _forget_old(folder)
            return folder
    return None


def _forget_old(folder: Path) -> None:
    """Remove the code of other versions that nobody has used for a month."""
    for other in folder.parent.iterdir():
        with contextlib.suppress(OSError):  # another process may be at it
            ours = re.fullmatch(r"engine-[0-9a-f]{16}", other.name) and not other.is_symlink()
            if ours and time.time() - other.stat().st_mtime > MONTH:
                shutil.rmtree(other, ignore_errors=True)


def _told(name: str, below: str = "") -> Path | None:
    """The folder an environment variable names, or one below it."""
    return Path(os.environ[name], below) if os.environ.get(name) else None


def _temporary() -> Path:
    """The folder of temporary files, or one that is not there."""
    try:
        return Path(tempfile.gettempdir())
    except FileNotFoundError:
        return Path(os.devnull)


def _home_cache() -> Path | None:
    try:
        return Path.home() / ".cache" / "bingo"
    except RuntimeError:
        return None


def _usable(folder: Path) -> bool:
    """Whether the folder is there, or can be made, is ours and can be written to."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:
        return False
    return not hasattr(os, "getuid") or folder.stat().st_uid == os.getuid()


FOLDER = cache_folder() if COMPILED else None


@contextmanager
def _kept_in_folder() -> Iterator[None]:
    """Have Numba keep what is compiled meanwhile in our folder, and nobody else's code."""
    before = config.CACHE_DIR
    config.CACHE_DIR = str(FOLDER)
    try:
        yield
    finally:
        config.CACHE_DIR = before


def tell_in(language: Language) -> None:
    """Say in one line on stderr that the engine is being compiled."""
    print(language.say("engine.compiling"), file=sys.stderr, flush=True)


def _tell() -> None:
    tell_in(Language.named(detect(os.environ)))


class Notice:
    """What is done before the first kernel is compiled, once in a process."""

    def __init__(self) -> None:
        self.tell: Callable[[], None] = _tell
        self._told = False

    def give(self) -> None:
        """Tell, unless it has been told."""
        if not self._told:
            self._told = True
            self.tell()


notice = Notice()
"""`notice.tell` may be put in another way, by the terminal in its own."""


def _on_disk(function: Callable[..., Any]) -> bool:
    """Whether the machine code of an entry point is kept already."""
    return FOLDER is not None and any(FOLDER.rglob(f"*.{function.__name__}-*.nbi"))


def kernel(signature: str) -> Callable[[F], F]:
    """An entry point, compiled for this signature; it releases the GIL."""

    def compiled(function: F) -> F:
        if not COMPILED:
            return function
        options = {"nogil": True, "error_model": "numpy", "_nrt": False}
        if not _on_disk(function):
            notice.give()
        if FOLDER is None:
            made: F = _njit(signature, **options)(function)
            return made
        try:
            with _kept_in_folder():
                kept: F = _njit(signature, cache=True, **options)(function)
        except (
            Exception
        ):  # what is kept is damaged, or there is no room: whatever Numba meets there
            notice.give()
            shutil.rmtree(FOLDER, ignore_errors=True)
            FOLDER.mkdir(parents=True, exist_ok=True)
            kept = _njit(signature, **options)(function)
        return kept

    return compiled


def inner(function: F) -> F:
    """A part of kernels, compiled where it is used."""
    options = {"nogil": True, "error_model": "numpy", "_nrt": False, "forceinline": True}
    made: F = _njit(**options)(function)
    return made


# --- instructions that Python has no operator for -------------------------------------------------

MASK_63 = (1 << 63) - 1


def _unary(name: str) -> Any:
    """The LLVM intrinsic of this name on a 64-bit integer."""

    @intrinsic
    def build(_: Any, x: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            (value,) = arguments
            wide = context.cast(builder, value, signature.args[0], types.int64)
            if name == "ctpop":
                return builder.ctpop(wide)
            return builder.cttz(wide, codegen.true_bit)

        return types.int64(x), code

    return build


def _modular() -> Any:
    """`x * factor + addend` modulo 2**63. Numba's own `*` and `+` must not overflow."""

    @intrinsic
    def build(_: Any, x: Any, factor: Any, addend: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            wide = [
                context.cast(builder, value, kind, types.int64)
                for value, kind in zip(arguments, signature.args, strict=True)
            ]
            total = builder.add(builder.mul(wide[0], wide[1]), wide[2])
            return builder.and_(total, context.get_constant(types.int64, MASK_63))

        return types.int64(x, factor, addend), code

    return build


def _prefetching() -> Any:
    """Have the processor fetch an element of an array that is needed soon."""

    @intrinsic
    def build(_: Any, array: Any, index: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kind = signature.args[0]
            data = context.make_array(kind)(context, builder, arguments[0]).data
            place = builder.bitcast(builder.gep(data, [arguments[1]]), ir.PointerType())
            word = ir.IntType(32)
            shape = ir.FunctionType(ir.VoidType(), [ir.PointerType(), word, word, word])
            fetch = codegen.get_or_insert_function(builder.module, shape, "llvm.prefetch.p0")
            builder.call(fetch, [place, word(0), word(3), word(1)])
            return context.get_dummy_value()

        return types.void(array, index), code

    return build


def _prefetch(array: Any, index: int) -> None:
    """Have an element of an array fetched that is needed soon."""


def _popcount(x: int) -> int:
    """How many bits are set."""
    return int(x).bit_count()


def _lowest(x: int) -> int:
    """The place of the lowest bit set; x is not 0."""
    return (int(x) & -int(x)).bit_length() - 1


def _times_plus(x: int, factor: int, addend: int) -> int:
    """`x * factor + addend` modulo 2**63."""
    return (int(x) * int(factor) + int(addend)) & MASK_63


prefetch: Callable[[Any, int], None] = _prefetching() if COMPILED else _prefetch
popcount: Callable[[int], int] = _unary("ctpop") if COMPILED else _popcount
lowest: Callable[[int], int] = _unary("cttz") if COMPILED else _lowest
times_plus: Callable[[int, int, int], int] = _modular() if COMPILED else _times_plus
