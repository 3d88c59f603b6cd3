"""Learned stance: a small model that reads two statements together and tells whether they take one side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from debatable.arrays import Floats, Singles
from debatable.errors import InputError
from debatable.learning.pair_reader import PairReader, model_folder

__all__ = ["LearnedStance"]

HEAD = "stance"


@dataclass(frozen=True, slots=True)
class LearnedStance:
    """Asks a reader of pairs; nothing is loaded before the first use.

    It was taught to read a topic first and then what somebody says about it. A claim of the corpus is the topic of
    a query; a query is the topic of a premise.

    Attributes:
        model: Name of a bundled model, or the folder of one.
        threads: How many run it; None for one a core.
    """

    model: str = "stance"
    threads: int | None = None

    @property
    def reader(self) -> PairReader:
        """The model behind it."""
        return PairReader(model_folder(self.model), self.threads)

    def __call__(self, query: str, claims: Sequence[str], similarity: Singles | None = None) -> Floats:
        """Returns P(same stance) for every claim, calibrated; the similarity is not used."""
        if similarity is not None and len(similarity) != len(claims):
            raise InputError(
                f"{len(similarity)} similarities for {len(claims)} claims", todo="give one for each"
            )
        return self.reader.probability(HEAD, claims, [query] * len(claims))

    def logits(self, query: str, claims: Sequence[str]) -> Floats:
        """Returns the evidence of every claim before calibration; above 0 it speaks for the same side."""
        return self.reader.head(HEAD, claims, [query] * len(claims))

    def towards(self, query: str, premises: Sequence[str]) -> Floats:
        """Returns P(premise supports query) for every premise, calibrated."""
        return self.reader.probability(HEAD, [query] * len(premises), premises)
