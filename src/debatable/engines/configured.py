"""What an open index reads off its configuration, wherever it lies."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from debatable import text
from debatable.arrays import Singles
from debatable.errors import InputError
from debatable.ranking.protocol import Kind

if TYPE_CHECKING:
    from debatable.embedding import Encoder
    from debatable.engines.local.configuration import Configuration

__all__ = ["Configured"]

ENGLISH = ("english", "krovetz", "lovins", "none", "porter")
"""Stemmers of English, and none."""


class Configured:
    """Analyzer, encoder and vectors of an index, as it was made.

    Attributes:
        configuration: As the manifest has it.
        where: The folder or the address, for errors.
    """

    configuration: Configuration
    where: str

    @cached_property
    def analyzer(self) -> text.Analyzer:
        """What the texts were analysed with."""
        return text.analyzer(self.configuration.analyzer)

    @property
    def in_english(self) -> bool:
        """Whether the texts were analysed as English, or as no language at all."""
        return self.analyzer.stem in ENGLISH

    @property
    def has_vectors(self) -> bool:
        """Whether the index was made with an encoder."""
        return bool(self.configuration.encoder)

    @cached_property
    def encoder(self) -> Encoder:
        """What the texts were encoded with."""
        from debatable.embedding import encoder

        self._need_vectors()
        return encoder(self.configuration.encoder)

    def encode(self, content: str) -> Singles:
        """Encodes a text as the index was encoded."""
        return np.asarray(self.encoder([content])[0])

    def long_texts(self, kind: Kind, variant: str = "") -> str:
        """Returns how long texts of a kind were read: as asked for, else as the index has it first.

        Raises:
            InputError: The index has no vectors, or none of this variant.
        """
        self._need_vectors()
        known = self.configuration.long_texts
        variant = "first" if kind == "claims" else variant or known[0]
        if kind == "premises" and variant not in known:
            raise InputError(
                f"the index has no {variant!r} vectors of premises",
                where=self.where,
                todo=f"index the corpus with --long-texts {variant}",
            )
        return variant

    def _need_vectors(self) -> None:
        if not self.has_vectors:
            raise InputError(
                "the index has no vectors and no clusters",
                where=self.where,
                todo="choose a lexical method or index the corpus with an --encoder",
            )
