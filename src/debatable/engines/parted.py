"""What was ranked, parted into hits and the rest, and what an answer says about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from debatable.model import ClosenessLevel, Hit
from debatable.plural import counted
from debatable.ranking import Backend

__all__ = ["Parted"]

NAMED, LONGEST = 3, 120
"""How many of the nearest claims a remark names, and how many characters of each."""


@dataclass(frozen=True, slots=True)
class Parted:
    """Hits and the rest.

    Attributes:
        hits: What is shown.
        weak: What was found but is not shown.
        level: How close the hits are; empty where nobody asked.
        alone: Whether one claim alone seems close, which may be chance.
    """

    hits: tuple[Hit, ...]
    weak: tuple[Hit, ...] = ()
    level: ClosenessLevel | Literal[""] = ""
    alone: bool = False

    def remarks(self, backend: Backend) -> tuple[str, ...]:
        """Returns what a user should know where nothing is close."""
        if self.level == "nearest":
            return (f"nothing speaks to this claim exactly; these premises are {self._nearest()}",)
        remarks = []
        if self.weak and not self.hits:
            count = backend.counts.premises
            remarks.append(f"nothing close to this claim among {counted(count, 'premise')}")
        if self.alone:
            count = backend.counts.claims
            remarks.append(f"one of {counted(count, 'claim')} alone seems close, which may be chance")
        return tuple(remarks)

    def _nearest(self) -> str:
        """Names the nearest claims, the most relevant first."""
        by_relevance = sorted(self.hits, key=lambda hit: -(hit.relevance or 0.0))
        claims = dict.fromkeys(" ".join(hit.claims[0].text.split()) for hit in by_relevance if hit.claims)
        if not claims:
            return "the nearest"
        texts = [text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…" for text in claims]
        named = ", ".join(f"‘{text}’" for text in texts[:NAMED])
        return f"on the nearest {'claim' if len(claims) == 1 else 'claims'}: {named}"
