"""A generation on a server, open for reading."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from debatable import text
from debatable.arrays import Singles
from debatable.engines.local.configuration import Configuration
from debatable.engines.qdrant.connection import Server
from debatable.engines.qdrant.generations import read_manifest, served
from debatable.engines.qdrant.names import dense
from debatable.engines.qdrant.reading.points import Points
from debatable.engines.qdrant.reading.terms import Terms
from debatable.errors import CorruptIndexError, InputError
from debatable.ranking.protocol import Kind

if TYPE_CHECKING:
    from debatable.embedding import Encoder

__all__ = ["OpenCollection"]


class OpenCollection:
    """One collection: it stays the one that is read when another becomes current."""

    def __init__(self, server: Server) -> None:
        """Opens what is current.

        Raises:
            NotAnIndexError: There is no index of that name.
            CorruptIndexError: The collection is unfinished or damaged.
            NewerIndexError: It was written by a newer version.
        """
        self.server = server
        self.where = str(server.address)
        self.name = served(server)
        self.manifest = read_manifest(server, self.name)
        if not self.manifest.whole:
            raise CorruptIndexError(
                f"the collection {self.name} is unfinished",
                where=self.where,
                todo="rebuild the index with: debatable index … --overwrite",
            )
        self.configuration = Configuration.of_dict(self.manifest.configuration)
        self.points = Points(server, self.name)
        self.terms = Terms(server, self.name)

    @cached_property
    def analyzer(self) -> text.Analyzer:
        """What the texts were analysed with."""
        return text.analyzer(self.configuration.analyzer)

    @property
    def has_vectors(self) -> bool:
        """Whether the index was made with an encoder."""
        return bool(self.configuration.encoder)

    @cached_property
    def encoder(self) -> Encoder:
        """What the texts were encoded with."""
        from debatable.embedding import encoder

        self.need_vectors()
        return encoder(self.configuration.encoder)

    def encode(self, content: str) -> Singles:
        """Encodes a text as the index was encoded."""
        return np.asarray(self.encoder([content])[0])

    def vectors_name(self, kind: Kind, variant: str = "") -> str:
        """Returns the name of dense vectors, long texts read as the variant says.

        Raises:
            InputError: The index has none, or none of this variant.
        """
        self.need_vectors()
        known = self.configuration.long_texts
        variant = "first" if kind == "claims" else variant or known[0]
        if kind == "premises" and variant not in known:
            raise InputError(
                f"the index has no {variant!r} vectors of premises",
                where=self.where,
                todo=f"index the corpus with --long-texts {variant}",
            )
        return dense(kind, variant)

    def need_vectors(self) -> None:
        """Raises an InputError where there are no vectors."""
        if not self.has_vectors:
            raise InputError(
                "the index has no vectors and no clusters",
                where=self.where,
                todo="choose a lexical method or index the corpus with an --encoder",
            )
