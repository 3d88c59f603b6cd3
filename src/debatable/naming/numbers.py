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


def check_range(
    instance: Any,
    *names: str,
    least: float = -math.inf,
    above: float = -math.inf,
    most: float = math.inf,
    todo: str = "",
) -> None:
    """Checks that some fields of a dataclass are in a range; for its ``__post_init__``, after their types are checked.

    >>> check_range(dataclasses.make_dataclass("Near", [("K", int)])(0), "K", least=1)
    Traceback (most recent call last):
    debatable.errors.InputError: K is 0; give 1 or more

    Args:
        instance: The dataclass.
        names: Of the fields.
        least: The smallest number that they may be.
        above: The largest number that is too small for them.
        most: The largest number that they may be.
        todo: What to do about another number; the range in words without it.

    Raises:
        InputError: One is not in the range.
    """
    for name in names:
        value = getattr(instance, name)
        if not (least <= value <= most and value > above):
            if most < math.inf:
                in_words = f"give {least:,} to {most:,}"
            else:
                in_words = f"give a number above {above}" if above > -math.inf else f"give {least} or more"
            raise InputError(f"{name} is {value}", todo=todo or in_words)
