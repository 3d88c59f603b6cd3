"""The numbers that parameters may be: of their type, finite, and no larger than makes sense."""

from __future__ import annotations

import dataclasses
import math
from numbers import Integral, Real
from typing import Any

from debatable.errors import InputError

LARGEST = 2**32
"""A number further from zero is a slip: what is counted, weighed or timed here is less, and a seed is, too."""

NUMBERS: dict[Any, str] = {int: "give a whole number", float: "give a number"}
"""What to do about a value that is no number of a type."""

_TYPES: dict[Any, Any] = {"int": int, int: int, "float": float, float: float}


def check_numbers(instance: Any) -> None:
    """Checks the fields of a dataclass that are declared as int or float; for its ``__post_init__``.

    >>> check_numbers(dataclasses.make_dataclass("Near", [("K", int)])(1e30))
    Traceback (most recent call last):
    debatable.errors.InputError: K is 1e+30; give a whole number

    Raises:
        InputError: One is no number of its type, not finite, or too large.
    """
    for field in dataclasses.fields(instance):
        wanted = _TYPES.get(field.type)
        value, name = getattr(instance, field.name), field.name.rstrip("_")
        if wanted is None:
            continue
        number: Any = Integral if wanted is int else Real
        if not isinstance(value, number) or isinstance(value, bool):
            raise InputError(f"{name} is {repr(value)[:80]}", todo=NUMBERS[wanted])
        if value in (math.inf, -math.inf) or value != value:
            raise InputError(f"{name} is {value}", todo="give a finite number")
        if abs(value) > LARGEST:
            raise InputError(
                f"{name} is beyond {'-' if value < 0 else ''}{LARGEST:,}", todo="give one nearer to 0"
            )
