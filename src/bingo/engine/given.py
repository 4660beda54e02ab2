"""What callers give at the doors of the engine, checked in one place.

TypeError: not the kind of thing wanted. ValueError: the kind of thing, but not as it must be. Each
says which argument, what is wanted and what was given. A bool is no number.
"""

from __future__ import annotations

import reprlib
from operator import index
from typing import Any, TypeVar

import numpy as np
from numpy.typing import DTypeLike, NDArray

from bingo.engine.layout import State
from bingo.game.rules import Rules

T = TypeVar("T")

MOST = 1 << 26
"""Rows of an array that is made for the caller, at most."""
LIMIT = 1 << 60
"""Each integer of a state is below this."""

_short = reprlib.Repr()
_short.maxstring = _short.maxother = 60


def described(given: object) -> str:
    """What was given, in a few words."""
    if isinstance(given, np.ndarray):
        return f"an array {_shaped(given.dtype, given.shape)}"
    if isinstance(given, int) and given.bit_length() > 128:
        return f"a number of {given.bit_length()} bits"
    return _short.repr(given)


def whole(name: str, given: object, least: int | None = None, most: int | None = None) -> int:
    """A whole number, perhaps of numpy, from `least` to `most`."""
    if isinstance(given, bool) or not hasattr(given, "__index__"):
        raise TypeError(f"{name} must be a whole number, not {described(given)}")
    try:
        number = index(given)
    except TypeError:  # an array of several numbers
        raise TypeError(f"{name} must be a whole number, not {described(given)}") from None
    low = least is not None and number < least
    if low or (most is not None and number > most):
        bounds = f"from {least}" + ("" if most is None else f" to {_bound(most)}")
        raise ValueError(f"{name} must be a whole number {bounds}, not {described(number)}")
    return number


def _bound(number: int) -> str:
    """A number as it is thought of: `2**61`, `2**60 - 1`."""
    for less in (0, 1):
        if number >= 1 << 20 and (number + less).bit_count() == 1:
            return f"2**{(number + less).bit_length() - 1}" + " - 1" * less
    return str(number)


def pair(name: str, given: object, most: int) -> tuple[int, int]:
    """Two whole numbers by seat, each from 0 to `most`."""
    if not isinstance(given, tuple | list):
        raise TypeError(f"{name} must be a pair of whole numbers, by seat, not {described(given)}")
    if len(given) != 2:
        raise ValueError(f"{name} must be a pair of whole numbers, by seat, not {described(given)}")
    one, two = (whole(name, number, 0, most) for number in given)
    return one, two


def one_of(name: str, given: object, kind: type[T]) -> T:
    """A value of this type."""
    if not isinstance(given, kind):
        raise TypeError(f"{name} must be of type {kind.__name__}, not {described(given)}")
    return given


def rules_or_usual(given: Rules | None) -> Rules:
    """The Rules, `Rules()` if None."""
    return Rules() if given is None else one_of("rules", given, Rules)


def array_of(
    name: str,
    given: object,
    kind: DTypeLike,
    *shape: int | None,
    copied: bool = False,
    written: bool = False,
) -> NDArray[Any]:
    """An array of this type and shape, None for any length, as a kernel may be given it.

    It must lie as a kernel needs it already, or may be `copied` for that.
    """
    if not isinstance(given, np.ndarray) or (type(given) is not np.ndarray and _masked(given)):
        raise TypeError(f"{name} must be {_wanted(kind, shape)}, not {described(given)}")
    if given.dtype != kind or (given.shape != shape and not _fits(given.shape, shape)):
        raise ValueError(f"{name} must be {_wanted(kind, shape)}, not {described(given)}")
    flags = given.flags
    if not (flags.c_contiguous and flags.aligned):
        if copied:
            return np.require(given, requirements=("C_CONTIGUOUS", "ALIGNED"))
        raise ValueError(f"{name} must be C-contiguous and aligned")
    if written and not flags.writeable:
        raise ValueError(f"{name} must be writable")
    return given


def _masked(given: NDArray[Any]) -> bool:
    """Whether some of its elements are to be passed over: no kernel would."""
    return hasattr(given, "mask")


def _fits(found: tuple[int, ...], shape: tuple[int | None, ...]) -> bool:
    """Whether this is the shape wanted."""
    return len(found) == len(shape) and all(
        wanted in (None, n) for n, wanted in zip(found, shape, strict=True)
    )


def _wanted(kind: DTypeLike, shape: tuple[int | None, ...]) -> str:
    return f"an array {_shaped(np.dtype(kind), shape)}"


def _shaped(kind: np.dtype[Any], shape: tuple[int | None, ...]) -> str:
    """How docstrings tell of an array: `int64[n, 4]`."""
    return f"{kind}[{', '.join('n' if n is None else str(n) for n in shape)}]"


def state(name: str, given: object) -> State:
    """The four integers of a state; that they are a position is not looked at."""
    if not isinstance(given, tuple | list | np.ndarray):
        raise TypeError(f"{name} must be four integers (a state), not {described(given)}")
    if len(given) != 4:
        raise ValueError(f"{name} must be four integers (a state), not {described(given)}")
    hands, stock, marks, score = (whole(name, number, 0, LIMIT - 1) for number in given)
    return hands, stock, marks, score
