"""Learned stance: a small model that reads two statements together and tells whether they take one side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from debatable.arrays import Floats, Singles
from debatable.errors import InputError
from debatable.learning.learned_model import LearnedModel
from debatable.learning.stance.agreement import PolarityStance
from debatable.text import looks_english

__all__ = ["LearnedStance"]

HEAD = "stance"

BOUND = 4.0
"""Log-odds beyond which a single reading is not believed."""


@dataclass(frozen=True, slots=True)
class LearnedStance(LearnedModel):
    """Asks a reader of pairs; nothing is loaded before the first use.

    It was taught to read a topic first and then what somebody says about it. A claim of the corpus is the topic of
    a query; a query is the topic of a premise. Of two claims, the words that tell a side count as well: where both
    are worded plainly, the word lists are the better reader, and where they are not, the model is.

    Attributes:
        read: How much the model's log-odds count.
        words: How much those of the word lists count beside them.
    """

    model: str = "stance"
    read: float = 1.0
    words: float = 0.3

    def __call__(self, query: str, claims: Sequence[str], similarity: Singles | None = None) -> Floats:
        """Returns P(same stance) for every claim; the similarity is not used."""
        if similarity is not None and len(similarity) != len(claims):
            raise InputError(
                f"{len(similarity)} similarities for {len(claims)} claims", todo="give one for each"
            )
        return np.asarray(1 / (1 + np.exp(-self.logits(query, claims))))

    def reads(self, text: str) -> bool:
        """Says whether a text is English, which it was taught on."""
        return looks_english(text)

    def logits(self, query: str, claims: Sequence[str]) -> Floats:
        """Returns for every claim the log-odds that the query takes its side."""
        return self.read * self._read(claims, [query] * len(claims)) + self.words * _worded(query, claims)

    def between(self, claims: Sequence[str], others: Sequence[str]) -> Floats:
        """Returns for every pair the log-odds that the second takes the side of the first."""
        worded = [float(_worded(other, [claim])[0]) for claim, other in zip(claims, others, strict=True)]
        return self.read * self._read(claims, others) + self.words * np.array(worded)

    def towards(self, query: str, premises: Sequence[str]) -> Floats:
        """Returns for every premise the log-odds that it supports the query, as the model reads it."""
        return self._read([query] * len(premises), premises)

    def skimmed(self, query: str, premises: Sequence[str]) -> Floats:
        """Returns for every premise the log-odds that it supports the query, as the word lists see it."""
        return self.words * _worded(query, premises)

    def _read(self, firsts: Sequence[str], seconds: Sequence[str]) -> Floats:
        _, head = self.reader.card.head(HEAD)
        return np.clip(head.slope * self.reader.head(HEAD, firsts, seconds) + head.shift, -BOUND, BOUND)


def _worded(query: str, claims: Sequence[str]) -> Floats:
    """Returns the log-odds that the word lists give."""
    same = PolarityStance()(query, claims)
    return np.asarray(np.log(same / (1 - same)))
