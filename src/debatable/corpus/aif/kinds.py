"""The kinds of nodes of an argument graph, and what schemes do to a stance."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from debatable.model import Stance

__all__ = ["SIGNS", "Kind"]


class Kind(StrEnum):
    """What a node is: information, a locution, or one of the schemes between them.

    >>> [kind.value for kind in Kind if kind.is_scheme]
    ['RA', 'CA', 'MA', 'PA', 'TA', 'YA']
    """

    I = "I"  # noqa: E741 - the name AIF gives it
    L = "L"
    RA = "RA"
    CA = "CA"
    MA = "MA"
    PA = "PA"
    TA = "TA"
    YA = "YA"

    @property
    def is_scheme(self) -> bool:
        """Whether nodes of this kind are S-nodes."""
        return self not in (Kind.I, Kind.L)

    @property
    def is_argument(self) -> bool:
        """Whether the kind belongs to the argument itself, not to the dialogue it was made in."""
        return self not in (Kind.L, Kind.TA, Kind.YA)


SIGNS: Mapping[Kind, Stance] = MappingProxyType({Kind.RA: Stance.PRO, Kind.CA: Stance.CON})
"""What speaks through an inference is for, through a conflict against."""
