"""An index on this machine: a corpus and a generation, opened for searching."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from debatable import lexical, text
from debatable.corpus import Links, Snapshot
from debatable.corpus.links import Ints
from debatable.engines.configuration import Configuration
from debatable.engines.generations import QUALITY, Generation, clusters_name, vectors_name
from debatable.engines.pointer import Pointer
from debatable.engines.tables import Tables
from debatable.errors import CorruptIndexError, InputError

if TYPE_CHECKING:
    from debatable.embedding import Encoder

__all__ = ["LocalIndex"]


class LocalIndex:
    """What ranking methods search in (see `ranking.ArgumentIndex`), read from a folder."""

    def __init__(self, folder: Path) -> None:
        """Opens the current generation; it stays readable when newer ones are made."""
        self.folder = folder
        self.pointer = Pointer.read(folder)
        try:
            self.generation = Generation(self.pointer.generation_path(folder))
        except CorruptIndexError:
            again = Pointer.read(folder)
            if again == self.pointer:
                raise
            self.pointer = again  # a writer was faster: take what is current now
            self.generation = Generation(self.pointer.generation_path(folder))
        self.configuration = Configuration.of_dict(self.generation.manifest.configuration)
        self.snapshot = Snapshot(self.pointer.corpus_path(folder), self.pointer.revision)

    @cached_property
    def tables(self) -> Tables:
        """Keys by row."""
        return Tables.load(self.generation)

    @property
    def links(self) -> Links:
        """Which premise speaks to which claim."""
        return self.tables.links

    @cached_property
    def claims(self) -> lexical.Index:
        """Postings of the claims."""
        return self._postings("claims")

    @cached_property
    def premises(self) -> lexical.Index:
        """Postings of the premises."""
        return self._postings("premises")

    @cached_property
    def conclusions(self) -> lexical.Index:
        """Postings of the claims of each premise."""
        return self._postings("conclusions")

    @cached_property
    def discussions(self) -> lexical.Index:
        """Postings of the discussions of each premise."""
        return self._postings("discussions")

    @cached_property
    def analyzer(self) -> text.Analyzer:
        """What the texts were analysed with."""
        return text.analyzer(self.configuration.analyzer)

    @property
    def has_vectors(self) -> bool:
        """Whether the index was made with an encoder."""
        return bool(self.configuration.encoder)

    @cached_property
    def _encoder(self) -> Encoder:
        from debatable.embedding import encoder

        self._need_vectors()
        return encoder(self.configuration.encoder)

    def encode(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Encodes texts as the index was encoded."""
        return self._encoder(texts)

    @cached_property
    def claim_vectors(self) -> npt.NDArray[np.float16]:
        """Vectors of the claims by row."""
        return self._vectors("claims", "first")

    @cached_property
    def premise_vectors(self) -> npt.NDArray[np.float16]:
        """Vectors of the premises by row, read as the first of the configured ways says."""
        return self._vectors("premises", self.configuration.long_texts[0])

    def premise_vectors_of(self, variant: str) -> npt.NDArray[np.float16]:
        """Vectors of the premises by row, long texts read as the variant says."""
        if self.has_vectors and variant not in self.configuration.long_texts:
            raise InputError(
                f"the index has no {variant!r} vectors of premises",
                where=str(self.folder),
                todo=f"index the corpus with --long-texts {variant}",
            )
        return self._vectors("premises", variant)

    @cached_property
    def claim_clusters(self) -> npt.NDArray[np.int32]:
        """Cluster of each claim row; -1 for empty rows."""
        self._need_vectors()
        return self.generation.array(clusters_name("claims"))

    @cached_property
    def premise_clusters(self) -> npt.NDArray[np.int32]:
        """Cluster of each premise row; -1 for empty rows."""
        self._need_vectors()
        return self.generation.array(clusters_name("premises"))

    @cached_property
    def premise_lengths(self) -> npt.NDArray[np.int32]:
        """Characters of each premise; 0 for empty rows."""
        return self.generation.array("premises.length.npy")

    @cached_property
    def quality(self) -> npt.NDArray[np.float32] | None:
        """Cogency, reasonableness and effectiveness of each link; None where the index has none."""
        if QUALITY not in self.generation.manifest.files:
            return None
        return self.generation.array(QUALITY)

    def cluster_name(self, kind: str, number: int) -> str:
        """Returns the stable id of a cluster of claims or premises."""
        return f"{kind[0]}{number}"

    def tokens(self, text: str) -> list[str]:
        """Analyses a text as the index was analysed."""
        return self.analyzer(text)

    def claim_ids(self, rows: Sequence[int] | Ints) -> list[str]:
        """Returns the ids of claims."""
        keys = [int(key) for key in self.tables.claims[list(rows)]]
        found = self.snapshot.claims(keys)
        return [found[key].id for key in keys]

    def claim_texts(self, rows: Sequence[int] | Ints) -> list[str]:
        """Returns the texts of claims."""
        return self._texts("claims", self.tables.claims[list(rows)])

    def premise_texts(self, rows: Sequence[int] | Ints) -> list[str]:
        """Returns the texts of premises."""
        return self._texts("premises", self.tables.premises[list(rows)])

    def outdated(self) -> bool:
        """Says whether a newer state has become current since this one was opened."""
        return Pointer.read(self.folder) != self.pointer

    def close(self) -> None:
        """Lets go of the generation, so that it may be cleaned up."""
        self.snapshot.close()
        self.generation.close()

    def _need_vectors(self) -> None:
        if not self.has_vectors:
            raise InputError(
                "the index has no vectors and no clusters",
                where=str(self.folder),
                todo="choose a lexical method or index the corpus with an --encoder",
            )

    def _vectors(self, table: str, variant: str) -> npt.NDArray[np.float16]:
        self._need_vectors()
        return self.generation.array(vectors_name(table, variant))

    def _postings(self, field: str) -> lexical.Index:
        return lexical.open(self.generation.folder / "lexical" / field)

    def _texts(self, table: str, keys: Ints) -> list[str]:
        wanted = [int(key) for key in keys]
        found = self.snapshot.texts(table, wanted)
        return [found[key] for key in wanted]
