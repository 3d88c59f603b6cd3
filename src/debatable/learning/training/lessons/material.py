"""What a model can learn from: links of a corpus and judgments of a collection, as plain texts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from debatable.model import Argument, Stance

__all__ = ["JudgedPremise", "Link", "Material"]


@dataclass(frozen=True, slots=True)
class JudgedPremise:
    """A premise that somebody judged for a query.

    Attributes:
        query: Text of the query.
        premise: Text of the premise.
        relevance: Graded; not above 0 for what is not relevant.
        cluster: Group of premises that say the same, or None for a group of its own.
        stance: Of the premise towards the query.
        quality: Graded quality, where somebody judged it.
    """

    query: str
    premise: str
    relevance: float
    cluster: str | None = None
    stance: Stance = Stance.NONE
    quality: float | None = None


@dataclass(frozen=True, slots=True)
class Link:
    """A premise that belongs to a target: to the claim it was said about, or to a query it is relevant for."""

    target: str
    premise: str
    sign: int


@dataclass(frozen=True, slots=True)
class Material:
    """One corpus or collection.

    Attributes:
        name: Of the collection, or of the first file of the corpus.
        arguments: Links of the corpus.
        judged: What is known about queries; empty for a corpus alone.
    """

    name: str
    arguments: tuple[Argument, ...]
    judged: tuple[JudgedPremise, ...] = ()

    def links(self) -> Iterator[Link]:
        """Yields the links of the corpus, then those of the judgments, signed where a stance is known."""
        for argument in self.arguments:
            if argument.claim is not None:
                yield Link(argument.claim.text, argument.premise.text, argument.stance.sign)
        for row in self.judged:
            if row.relevance > 0:
                yield Link(row.query, row.premise, row.stance.sign)
