"""The backend on a Qdrant server: what ranking and engines ask, answered by requests."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from debatable.arrays import Bools, Floats, Ints, Matrix, Singles
from debatable.engines.filter import Filter
from debatable.engines.qdrant import names
from debatable.engines.qdrant.address import Address
from debatable.engines.qdrant.connection import Connect, Server, connected
from debatable.engines.qdrant.generations import current
from debatable.engines.qdrant.reading.collection import OpenCollection
from debatable.engines.qdrant.reading.field_search import FieldSearch
from debatable.engines.qdrant.reading.filters import claimless as claimless_filter
from debatable.engines.qdrant.reading.nearest import nearest
from debatable.engines.qdrant.reading.parts import Part
from debatable.engines.qdrant.reading.points import Payload
from debatable.engines.qdrant.reading.posting_lists import PostingLists
from debatable.engines.qdrant.reading.restriction import restricted_part
from debatable.engines.qdrant.reading.told import arguments_of, health, info, premise_ids
from debatable.engines.qdrant.reading.whole_links import WholeLinks, all_rows
from debatable.engines.qdrant.reading.word_search import WordSearch
from debatable.lexical import BM25F, Similarity
from debatable.model import Argument, Claim, Premise
from debatable.ranking import Counts, LinkRows, Ranked
from debatable.ranking.protocol import Kind, RelationMemory

__all__ = ["QdrantBackend"]

PARTS = 8
"""How many parts of an index are kept ready for the next search with the same filter."""


class QdrantBackend:
    """An open collection, or those of its links that pass a filter; safe to share between threads.

    Rows of a part are those of the whole; the point of a row is found by its number.
    """

    def __init__(
        self, index: OpenCollection, whole: QdrantBackend | None = None, part: Part | None = None
    ) -> None:
        """Looks at an open collection.

        Args:
            index: The collection.
            whole: The backend of all of it, which remembers; itself without it.
            part: What is there; all without it.
        """
        self.index = index
        self._part = part
        self._whole = self if whole is None else whole
        self._parts: dict[Filter, QdrantBackend] = {}
        self._lock = threading.Lock()
        if whole is None:
            self._lists = PostingLists(index.points)
            self._known = WholeLinks(index.points)
            self._relations = RelationMemory()
        else:
            self._lists, self._known, self._relations = whole._lists, whole._known, whole._relations
        self._words = WordSearch(index, self._lists, part)
        self._fields = FieldSearch(index, self._lists, part)

    @classmethod
    def open(cls, where: str | os.PathLike[str] | Address, connect: Connect = connected) -> QdrantBackend:
        """Opens the index at an address."""
        address = where if isinstance(where, Address) else Address.of(where)
        return cls(OpenCollection(Server(address, connect)))

    # What there is

    @cached_property
    def counts(self) -> Counts:
        """How much there is to search."""
        known = self.index.manifest.counts
        if self._part is None:
            return Counts(known["claims"], known["premises"], known["claimless"], known["claim_clusters"])
        part = self._part
        return Counts(len(part.claims), len(part.premises), len(part.alone), known["claim_clusters"])

    @property
    def has_vectors(self) -> bool:
        """Whether there are vectors."""
        return self.index.has_vectors

    @property
    def encoder(self) -> str:
        """Name of the encoder."""
        return self.index.configuration.encoder

    @property
    def state(self) -> str:
        """Name of the collection."""
        return self.index.name

    def rows(self, kind: Kind) -> Ints:
        """Returns the rows of all claims or premises that are there."""
        return self._all_rows(kind) if self._part is None else self._part.rows(kind)

    def tokens(self, text: str) -> list[str]:
        """Analyses a text as the corpus was analysed."""
        return self.index.analyzer(text)

    def encode(self, text: str) -> Singles:
        """Encodes a text as the corpus was encoded."""
        return self.index.encode(text)

    # Searching and scoring

    def search(self, kind: Kind, tokens: Sequence[str], similarity: str | Similarity, k: int) -> Ranked:
        """Finds at most k claims or premises by their words."""
        return self._words.search(kind, [tokens], similarity, k)[0]

    def search_fields(self, ranking: BM25F, tokens: Sequence[str], k: int) -> Ranked:
        """Finds at most k premises by the words of conclusion, full argument and discussion."""
        return self._fields.search(ranking, tokens, k)

    def nearest(self, kind: Kind, vector: Singles, k: int, *, claimless: bool = False) -> Ranked:
        """Finds at most k rows by cosine above 0."""
        wanted = None
        if self._part is not None:
            wanted = self._part.filter(kind, claimless=claimless)
        elif claimless:
            wanted = claimless_filter()
        return nearest(self.index, kind, vector, k, wanted)

    def score(
        self, kind: Kind, tokens: Sequence[str], rows: Ints, similarity: str | Similarity = "BM25"
    ) -> Floats:
        """Scores given claims or premises by their words."""
        return self._words.score(kind, tokens, rows, similarity)

    def score_fields(self, ranking: BM25F, tokens: Sequence[str], rows: Ints) -> Floats:
        """Scores given premises by the words of conclusion, full argument and discussion."""
        return self._fields.score(ranking, tokens, rows)

    def cosines(self, kind: Kind, vector: Singles, rows: Ints) -> Floats:
        """Compares given claims or premises with a unit vector."""
        return np.asarray(self.vectors(kind, rows) @ vector, np.float64)

    def vectors(self, kind: Kind, rows: Ints, variant: str = "") -> Matrix:
        """Returns the vectors of given rows."""
        name = self.index.vectors_name(kind, variant)
        return self.index.points.dense(kind, rows, name, self.index.encoder.dimensions)

    def similar_premises(self, rows: Ints, N: int) -> Ints:  # noqa: N803 (the symbol of the paper)
        """Returns the N premises most similar to each given one by BM25, and itself."""
        distinct, place = np.unique(rows, return_inverse=True)
        queries = [self.tokens(text) for text in self.texts("premises", distinct)]
        found = self._words.search("premises", queries, "BM25", N + 1)
        return np.concatenate([np.zeros(0, np.int64), *(found[at].rows for at in place.tolist())])

    # Links and clusters

    def links(self, kind: Kind, rows: Ints) -> LinkRows:
        """Returns the links of given claims or premises."""
        return self._known.of(kind, rows) if self._part is None else self._part.links_of(kind, rows)

    def claimless(self, premises: Ints) -> Bools:
        """Says of given premises whether they hang on no claim."""
        if self._part is not None:
            return np.isin(premises, self._part.alone)
        return np.array([not said["claims"] for said in self._said("premises", premises)], np.bool_)

    def clusters(self, kind: Kind, rows: Ints) -> Ints:
        """Returns the cluster of given claims or premises."""
        said = self._said(kind, rows)
        if kind == "premises":
            self._known.remember(said)
        return np.array([one["cluster"] for one in said], np.int64)

    def claims_of_clusters(self, clusters: Ints) -> Ints:
        """Returns the claims of given claim clusters, rising."""
        return self._known.members("claims", clusters)

    def premises_of_clusters(self, clusters: Ints) -> Ints:
        """Returns the premises of given premise clusters that are there, rising."""
        if self._part is not None:
            return self._part.premises_of_clusters(clusters)
        return self._known.members("premises", clusters)

    def claim_frequencies(self, premise_clusters: Ints) -> tuple[Ints, Ints]:
        """Returns cf(p+) and cf(p-) of given premise clusters."""
        known = self._known if self._part is None else self._part
        return known.claim_frequencies(premise_clusters)

    @property
    def relations(self) -> RelationMemory:
        """What models read of pairs of claims, of the whole index."""
        return self._relations

    def cluster_id(self, kind: Kind, number: int) -> str:
        """Returns the stable id of a cluster."""
        return f"{kind[0]}{number}"

    def lengths(self, premises: Ints) -> Ints:
        """Returns how many characters given premises have."""
        return np.array([said["length"] for said in self._said("premises", premises)], np.int64)

    def quality(self, links: Ints) -> Floats | None:
        """Returns cogency, reasonableness and effectiveness of given links."""
        if not self.index.manifest.quality:
            return None
        premises, places = names.split_link(links)
        said = self._said("premises", premises)
        found = [one["links"][place]["quality"] for one, place in zip(said, places.tolist(), strict=True)]
        return np.array(found, np.float64).reshape(len(links), 3)

    # Texts and what hits show

    def ids(self, kind: Kind, rows: Ints) -> list[str]:
        """Returns the ids of given claims or premises."""
        return [said["id"] for said in self._said(kind, rows)]

    def texts(self, kind: Kind, rows: Ints) -> list[str]:
        """Returns the texts of given claims or premises."""
        return [said["text"] for said in self._said(kind, rows)]

    def claims(self, rows: Ints) -> list[Claim]:
        """Returns given claims whole."""
        return [Claim(said["id"], said["text"], said["language"]) for said in self._said("claims", rows)]

    def premises(self, rows: Ints) -> list[Premise]:
        """Returns given premises whole."""
        return [Premise(said["id"], said["text"], said["language"]) for said in self._said("premises", rows)]

    def arguments(self, premises: Ints) -> list[tuple[Argument, ...]]:
        """Returns the arguments of given premises."""
        passing = None if self._part is None else self.links("premises", premises).number
        return arguments_of(self.index.points, premises, passing)

    # Serving

    def restricted(self, wanted: Filter) -> QdrantBackend:
        """Returns the part that passes a filter; those asked for last are kept."""
        if wanted.empty:
            return self
        with self._lock:
            found = self._parts.pop(wanted, None)
        if found is None:
            part = restricted_part(self.index, self._lists, wanted, self._part)
            found = QdrantBackend(self.index, self._whole, part)
        with self._lock:
            self._parts[wanted] = found
            while len(self._parts) > PARTS:
                self._parts.pop(next(iter(self._parts)))
        return found

    def words(self) -> Mapping[str, int] | None:
        """Returns the words of the whole index as they are written, None where it is not in English."""
        lists = self.index.manifest.counts.get("word_lists", 0)
        return self.index.terms.written(lists) if self.index.in_english else None

    def premise_ids(self, argument_ids: Iterable[str]) -> Mapping[str, str]:
        """Maps ids of arguments to ids of their premises."""
        return premise_ids(self.index, list(argument_ids))

    def info(self) -> dict[str, Any]:
        """Returns what is there."""
        return info(self.index)

    def health(self) -> dict[str, Any]:
        """Returns how much the collection holds, after a look at whether all of it is there."""
        return health(self.index)

    def remarks(self) -> tuple[str, ...]:
        """Says which nodes did not answer lately."""
        return self.index.server.remarks()

    def outdated(self) -> bool:
        """Says whether a newer state has become current."""
        return current(self.index.server) != self.index.name

    def close(self) -> None:
        """Ends the connections."""
        self.index.server.close()

    def _said(self, kind: Kind, rows: Ints) -> list[Payload]:
        return self.index.points.payloads(kind, rows)

    def _all_rows(self, kind: Kind) -> Ints:
        return all_rows(self.index.points, kind)
