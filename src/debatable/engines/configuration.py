"""How an index is to be computed: stored with it, so that what is added later is treated alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any, Self

__all__ = ["Configuration"]


@dataclass(frozen=True, slots=True)
class Configuration:
    """Everything that steers the computation of an index.

    Attributes:
        analyzer: Name of the analyzer of claims, premises and queries.
    """

    analyzer: str = "english"

    def as_dict(self) -> dict[str, Any]:
        """Returns plain JSON types."""
        return asdict(self)

    @classmethod
    def of_dict(cls, document: Mapping[str, Any]) -> Self:
        """Reads what `as_dict` wrote; fields of other versions are ignored."""
        known = {field.name for field in fields(cls)}
        return cls(**{name: value for name, value in document.items() if name in known})
