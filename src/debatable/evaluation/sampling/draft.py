"""A sample of query claims in the making: what a person chose so far, from which all else follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from debatable.embedding.words import WordVectors
from debatable.evaluation.sampling.vocabulary import Vocabulary, grown_vocabulary

__all__ = ["SampleDraft"]

LONGEST = 5_000
"""Words and ids that a draft may hold of each kind."""


@dataclass(frozen=True, slots=True)
class SampleDraft:
    """Choices of whoever draws a sample (Dumani and Schenkel 2019, 3).

    Attributes:
        seeds: Words to begin with; none before the first step.
        rounds: How many rounds of suggestions were looked through.
        struck: Suggestions that do not belong to the topic.
        size: How many claims are drawn; 0 while the vocabulary grows.
        seed: Of the draw.
        refused: Ids of claims that were looked at and are not wanted.
    """

    seeds: tuple[str, ...] = ()
    rounds: int = 0
    struck: tuple[str, ...] = ()
    size: int = 0
    seed: int = 0
    refused: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Checks the kinds and numbers of all that is kept."""
        lists = (self.seeds, self.struck, self.refused)
        if not all(len(words) <= LONGEST and all(isinstance(word, str) for word in words) for words in lists):
            raise ValueError("words of a sample are texts, and not too many")
        if not all(isinstance(number, int) and number >= 0 for number in (self.rounds, self.size, self.seed)):
            raise ValueError("numbers of a sample are not negative")

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> SampleDraft:
        """Reads what `plain` wrote."""
        lists = {name: tuple(plain[name]) for name in ("seeds", "struck", "refused")}
        return cls(**lists, rounds=plain["rounds"], size=plain["size"], seed=plain["seed"])

    def plain(self) -> dict[str, Any]:
        """Returns it as JSON types."""
        return {
            name: list(value) if isinstance(value, tuple) else value for name, value in asdict(self).items()
        }

    def vocabulary(self, vectors: WordVectors) -> Vocabulary:
        """Returns the words as they are after the rounds that were looked through."""
        if not self.rounds:
            return Vocabulary((tuple(dict.fromkeys(word.lower() for word in self.seeds)),), ())
        return grown_vocabulary(vectors, self.seeds, lambda _: self.struck, rounds=self.rounds)

    def suggestions(self, vectors: WordVectors) -> tuple[str, ...]:
        """Returns what the next round suggests; nothing where the topic has no more words."""
        grown = grown_vocabulary(vectors, self.seeds, lambda _: self.struck, rounds=self.rounds + 1)
        return grown.rounds[self.rounds + 1] if len(grown.rounds) > self.rounds + 1 else ()
