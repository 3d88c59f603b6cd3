"""The backend on this machine: what ranking and engines ask, answered from an open index or a part of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import numpy as np

from debatable import lexical
from debatable.arrays import Bools, Floats, Ints, Matrix, Singles, distinct
from debatable.corpus import Links
from debatable.corpus.links import expand, grouped
from debatable.engines.local.fields import Discussions
from debatable.engines.local.open_index import OpenIndex, passing_links
from debatable.engines.local.tables import ClusterLinks
from debatable.engines.protocol import Filter, IndexBackend
from debatable.lexical import BM25F, FieldPostings, JoinedField, Similarity
from debatable.model import Argument, Claim, Premise
from debatable.ranking import Counts, LinkRows, Ranked
from debatable.ranking.protocol import Kind
from debatable.ranking.relations import RelationMemory

MOST_REMEMBERED = 100_000
"""Premises whose neighbours are kept for the next query."""


class LocalBackend(IndexBackend):
    """An open index, or the part of it that passes a filter; rows of a part are those of the whole."""

    index: OpenIndex

    def __init__(
        self, index: OpenIndex, passing: Bools | None = None, relations: RelationMemory | None = None
    ) -> None:
        """Looks at an open index.

        Args:
            index: The index.
            passing: Which of its links are there; all without it.
            relations: Relations between its claims; those of the index without them.
        """
        super().__init__()
        self.index = index
        self._passing = passing
        self._similar: dict[tuple[int, int], tuple[int, ...]] = {}
        self._postings: dict[str, lexical.Index] = {}
        self._relations = relations

    @classmethod
    def open(cls, folder: Path, *, exact: bool = False) -> LocalBackend:
        """Opens the index in a folder; arguments as of `OpenIndex`."""
        return cls(OpenIndex(folder, exact=exact))

    # What there is

    @cached_property
    def counts(self) -> Counts:
        """How much there is to search."""
        premises = distinct(self._links.premise)
        return Counts(
            len(distinct(self._links.claim[self._links.claim >= 0])),
            len(premises),
            int(np.count_nonzero(self._alone[premises])),
            self._cluster_links.count,
        )

    @property
    def state(self) -> str:
        """Name of the generation, and what tells it from one of another index with the same name."""
        return f"{self.index.pointer.generation}-{self.index.generation.digest}"

    def rows(self, kind: Kind) -> Ints:
        """Returns the rows of all claims or premises that are there."""
        return self._claim_rows if kind == "claims" else self._premise_rows

    @cached_property
    def _claim_rows(self) -> Ints:
        rows = distinct(self._links.claim)
        return np.asarray(rows[rows >= 0], np.int64)

    @cached_property
    def _premise_rows(self) -> Ints:
        return np.asarray(distinct(self._links.premise), np.int64)

    # Searching and scoring

    def search(self, kind: Kind, tokens: Sequence[str], similarity: str | Similarity, k: int) -> Ranked:
        """Finds at most k claims or premises by their words."""
        return _ranked(self._field(kind).search(tokens, similarity=similarity, k=k))

    def search_fields(self, ranking: BM25F, tokens: Sequence[str], k: int) -> Ranked:
        """Finds at most k premises by the words of conclusion, full argument and discussion."""
        return _ranked(ranking.search(self._fields, tokens, k=k, searcher=self._field("premises").searcher))

    def nearest(self, kind: Kind, vector: Singles, k: int, *, claimless: bool = False) -> Ranked:
        """Finds at most k rows by cosine above 0."""
        among = self._there(kind)
        if claimless and self.counts.claimless < len(self._alone):
            among = self._rows_alone
        return self.index.vectors(kind).nearest(vector, k, among)

    def score(
        self, kind: Kind, tokens: Sequence[str], rows: Ints, similarity: str | Similarity = "BM25"
    ) -> Floats:
        """Scores given claims or premises by their words."""
        return self._field(kind).score(tokens, rows, similarity=similarity)

    def score_fields(self, ranking: BM25F, tokens: Sequence[str], rows: Ints) -> Floats:
        """Scores given premises by the words of conclusion, full argument and discussion."""
        return ranking.score(self._fields, tokens, rows, searcher=self._field("premises").searcher)

    def cosines(self, kind: Kind, vector: Singles, rows: Ints) -> Floats:
        """Compares given claims or premises with a unit vector."""
        return self.index.vectors(kind).cosines(vector, rows)

    def vectors(self, kind: Kind, rows: Ints, variant: str = "") -> Matrix:
        """Returns the vectors of given rows."""
        return self.index.vectors(kind, variant).of(rows)

    def similar_premises(self, rows: Ints, N: int) -> Ints:  # noqa: N803 (the symbol of the paper)
        """Returns the N premises most similar to each given one by BM25, and itself."""
        cached = self._similar
        if len(cached) > MOST_REMEMBERED:
            self._similar = cached = {}
        missing = np.array([row for row in rows.tolist() if (row, N) not in cached], np.int64)
        for row, text in zip(missing.tolist(), self.texts("premises", missing), strict=True):
            hits = self._field("premises").search(self.tokens(text), similarity="BM25", k=N + 1)
            cached[row, N] = tuple(near for near, _ in hits)
        return np.array([near for row in rows.tolist() for near in cached[row, N]], np.int64)

    # Links and clusters

    def links(self, kind: Kind, rows: Ints) -> LinkRows:
        """Returns the links of given claims or premises."""
        links = self._links
        numbers = links.of_claims(rows) if kind == "claims" else links.of_premises(rows)
        return LinkRows(links.premise[numbers], links.claim[numbers], links.sign[numbers], numbers)

    def claimless(self, premises: Ints) -> Bools:
        """Returns which of given premises have no claim."""
        return np.asarray(self._alone[premises])

    def clusters(self, kind: Kind, rows: Ints) -> Ints:
        """Returns the cluster of given claims or premises."""
        return np.asarray(self.index.clusters(kind)[rows])

    def claims_of_clusters(self, clusters: Ints) -> Ints:
        """Returns the claims of given claim clusters, rising."""
        return self._cluster_links.claims_of(clusters)

    def premises_of_clusters(self, clusters: Ints) -> Ints:
        """Returns the premises of given premise clusters that are there, rising."""
        return np.sort(expand(*self._premises_by_cluster, np.asarray(clusters, np.int64)))

    def claim_frequencies(self, premise_clusters: Ints) -> tuple[Ints, Ints]:
        """Returns cf(p+) and cf(p-) of given premise clusters."""
        counted = self._cluster_links
        return np.asarray(counted.support[premise_clusters]), np.asarray(counted.attack[premise_clusters])

    @property
    def relations(self) -> RelationMemory:
        """Relations between claims of the whole index, read ahead or so far."""
        if self._relations is None:
            self._relations = RelationMemory(self.index.relations)
        return self._relations

    def lengths(self, premises: Ints) -> Ints:
        """Returns how many characters given premises have."""
        return np.asarray(self.index.premise_lengths[premises], np.int64)

    def one_sentence(self, premises: Ints) -> Bools:
        """Says of given premises whether they are a single sentence."""
        return np.asarray(self.index.one_sentence[premises])

    def quality(self, links: Ints) -> Floats | None:
        """Returns cogency, reasonableness and effectiveness of given links."""
        whole = self.index.quality
        return None if whole is None else np.asarray(whole[self._numbers(links)], np.float64)

    # Texts and what hits show

    def ids(self, kind: Kind, rows: Ints) -> list[str]:
        """Returns the ids of given claims or premises."""
        return [text.id for text in (self.claims(rows) if kind == "claims" else self.premises(rows))]

    def texts(self, kind: Kind, rows: Ints) -> list[str]:
        """Returns the texts of given claims or premises."""
        keys = self._keys(kind, rows)
        by_key = self.index.snapshot.texts(kind, keys)
        return [by_key[key] for key in keys]

    def claims(self, rows: Ints) -> list[Claim]:
        """Returns given claims whole."""
        keys = self._keys("claims", rows)
        by_key = self.index.snapshot.claims(keys)
        return [by_key[key] for key in keys]

    def premises(self, rows: Ints) -> list[Premise]:
        """Returns given premises whole."""
        keys = self._keys("premises", rows)
        by_key = self.index.snapshot.premises(keys)
        return [by_key[key] for key in keys]

    def arguments(self, premises: Ints) -> list[tuple[Argument, ...]]:
        """Returns the arguments of given premises, by their key."""
        keys = [self._links.argument[self._links.of_premise(row)].tolist() for row in premises.tolist()]
        by_key = self.index.snapshot.arguments([key for some in keys for key in some])
        return [tuple(by_key[key] for key in some) for some in keys]

    # Serving

    def _restricted(self, wanted: Filter) -> Self:
        passing = passing_links(self.index, wanted)
        kept = passing if self._passing is None else passing & self._passing
        return type(self)(self.index, kept, self.relations)

    def words(self) -> Mapping[str, int] | None:
        """Returns the words of the whole index as they are written, None where it is not in English."""
        return self.index.words() if self.index.in_english else None

    def premise_ids(self, argument_ids: Iterable[str]) -> Mapping[str, str]:
        """Maps ids of arguments to ids of their premises."""
        return self.index.snapshot.premise_ids(argument_ids)

    def info(self) -> dict[str, Any]:
        """Returns what is there."""
        return self.index.info()

    def health(self) -> dict[str, Any]:
        """Returns how much the generation holds, after a check that all files are there and none is cut off."""
        self.index.generation.check_sizes()
        self.index.snapshot.check_size()
        self.index.outdated()  # raises where the folder is no index any more
        return {"counts": dict(self.index.generation.manifest.counts)}

    def remarks(self) -> tuple[str, ...]:
        """Returns no warnings: a disk answers or fails."""
        return ()

    def outdated(self) -> bool:
        """Whether a newer state has become current."""
        return self.index.outdated()

    def close(self) -> None:
        """Closes the index."""
        self.index.close()

    def _numbers(self, links: Ints) -> Ints:
        """Returns the numbers of given links in the whole index."""
        return links if self._passing is None else np.asarray(np.flatnonzero(self._passing)[links])

    @cached_property
    def _links(self) -> Links:
        whole, kept = self.index.tables.links, self._passing
        if kept is None:
            return whole
        parts = (whole.premise[kept], whole.claim[kept], whole.sign[kept], whole.argument[kept])
        return Links(*parts, premises=whole.premises, claims=whole.claims)

    @cached_property
    def _cluster_links(self) -> ClusterLinks:
        return ClusterLinks.of(self._links, self.index.clusters("claims"), self.index.clusters("premises"))

    @cached_property
    def _premises_by_cluster(self) -> tuple[Ints, Ints]:
        """The premises that are there, cluster after cluster, and where each cluster starts."""
        whole = self.index.clusters("premises")
        there = np.full(len(whole), -1, np.int64)
        rows = self.rows("premises")
        there[rows] = whole[rows]
        return grouped(there, int(whole.max(initial=-1)) + 1)

    @cached_property
    def _alone(self) -> Bools:
        """Which premise rows have links, but none to a claim."""
        alone = np.zeros(self._links.premises, dtype=np.bool_)
        alone[self._links.premise] = True
        alone[self._links.premise[self._links.claim >= 0]] = False
        return alone

    @cached_property
    def _rows_alone(self) -> Ints:
        """The rows of premises without a claim."""
        return np.flatnonzero(self._alone)

    def _there(self, kind: Kind) -> Ints | None:
        """Returns the rows of a part; None for the whole."""
        return None if self._passing is None else self.rows(kind)

    def _field(self, name: str) -> lexical.Index:
        whole = self.index.postings(name)
        if self._passing is None:
            return whole
        if name not in self._postings:
            away = np.ones(len(whole), dtype=np.bool_)
            away[self._there("claims" if name == "claims" else "premises")] = False
            self._postings[name] = whole.delete(away)
        return self._postings[name]

    @cached_property
    def _fields(self) -> tuple[FieldPostings, ...]:
        """The fields of BM25F: conclusion, full argument, discussion; those of a part are of the whole."""
        premises = self._field("premises").searcher.postings
        there = np.zeros(len(premises), dtype=np.bool_)
        there[self._there("premises")] = True
        conclusions = self.index.conclusions(there)
        named, claims, whole_premises = (
            self.index.postings(name).searcher.postings for name in ("discussions", "claims", "premises")
        )
        return (
            conclusions,
            JoinedField((conclusions, premises)),
            Discussions(named, claims, whole_premises, self.index.claim_pairs, there),
        )

    def _keys(self, kind: Kind, rows: Ints) -> list[int]:
        keys: list[int] = self.index.keys(kind)[rows].tolist()
        return keys


def _ranked(hits: Sequence[tuple[int, float]]) -> Ranked:
    return Ranked(
        np.array([row for row, _ in hits], np.int64), np.array([score for _, score in hits], np.float64)
    )
