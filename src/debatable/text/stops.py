"""Stop lists by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["STOPS"]

_LUCENE = """a an and are as at be but by for if in into is it no not of on or such that the their then there
these they this to was will with"""

STOPS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "none": frozenset(),
        "lucene": frozenset(_LUCENE.split()),
    }
)
