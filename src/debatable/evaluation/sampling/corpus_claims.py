"""The claims of a corpus and all of its texts, which word vectors are trained on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from debatable.corpus.readers import read
from debatable.embedding.words import WordVectors, train_words
from debatable.errors import InputError, RecordError

__all__ = ["CorpusClaims", "corpus_claims"]


@dataclass(frozen=True, slots=True)
class CorpusClaims:
    """What a sample is drawn from.

    Attributes:
        claims: Texts by id.
        premises: Texts.
    """

    claims: dict[str, str]
    premises: list[str]

    def vectors(self, folder: Path, seed: int = 0) -> WordVectors:
        """Trains word vectors on all texts into a folder; the same seed gives the same ones."""
        return train_words([*self.claims.values(), *self.premises], folder, seed=seed)


def corpus_claims(
    corpora: Sequence[Path], format: str = "auto", on_skip: Callable[[RecordError], None] | None = None
) -> CorpusClaims:
    """Reads a corpus; bad records are left out and told.

    Raises:
        InputError: It cannot be read, or no premise has a claim.
    """
    claims: dict[str, str] = {}
    premises: list[str] = []
    for argument in read(corpora, format=format, on_error="skip", on_skip=on_skip):
        premises.append(argument.premise.text)
        if argument.claim is not None:
            claims.setdefault(argument.claim.id, argument.claim.text)
    if not claims:
        raise InputError("no premise has a claim", where=str(corpora[0]), todo="use a corpus with claims")
    return CorpusClaims(claims, premises)
