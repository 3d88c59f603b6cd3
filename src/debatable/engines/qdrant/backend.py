"""The backend on a Qdrant server: what ranking and engines ask, answered by requests."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Self

import numpy as np

from debatable.arrays import Bools, Floats, Ints, Matrix, Singles
from debatable.engines.protocol import Filter, IndexBackend
from debatable.engines.qdrant import names
from debatable.engines.qdrant.address import Address
from debatable.engines.qdrant.connection import Connect, Server
from debatable.engines.qdrant.generations import current
from debatable.engines.qdrant.reading.candidates import nearest
from debatable.engines.qdrant.reading.collection import OpenCollection, argument
from debatable.engines.qdrant.reading.field_search import FieldSearch
from debatable.engines.qdrant.reading.filters import named
from debatable.engines.qdrant.reading.parts import Part, restricted_part
from debatable.engines.qdrant.reading.points import Payload
from debatable.engines.qdrant.reading.postings import PostingLists
from debatable.engines.qdrant.reading.whole_links import WholeLinks, all_rows
from debatable.engines.qdrant.reading.word_search import WordSearch
from debatable.lexical import BM25F, Similarity
from debatable.model import Argument, Claim, Premise
from debatable.ranking import Counts, LinkRows, Ranked
from debatable.ranking.protocol import Kind
from debatable.ranking.relations import RelationMemory


class QdrantBackend(IndexBackend):
    """An open collection, or the part of it that passes a filter; rows of a part are those of the whole."""

    index: OpenCollection

    def __init__(
        self, index: OpenCollection, whole: QdrantBackend | None = None, part: Part | None = None
    ) -> None:
        """Looks at an open collection.

        Args:
            index: The collection.
            whole: The backend of all of it, whose caches are shared; itself without it.
            part: What is there; all without it.
        """
        super().__init__()
        self.index = index
        self._part = part
        self._whole = self if whole is None else whole
        if whole is None:
            self._lists = PostingLists(index.points)
            self._whole_links = WholeLinks(index.points)
            self._relations = RelationMemory()
        else:
            self._lists, self._whole_links = whole._lists, whole._whole_links
            self._relations = whole._relations
        self._words = WordSearch(index, self._lists, part)
        self._fields = FieldSearch(index, self._lists, part)

    @classmethod
    def open(cls, where: str | os.PathLike[str] | Address, connect: Connect | None = None) -> QdrantBackend:
        """Opens the index at an address."""
        address = where if isinstance(where, Address) else Address.of(where)
        server = Server(address, connect)
        try:
            return cls(OpenCollection(server))
        except BaseException:
            server.close()
            raise

    # What there is

    @cached_property
    def counts(self) -> Counts:
        """How much there is to search."""
        counts = self.index.manifest.counts
        if self._part is None:
            return Counts(counts["claims"], counts["premises"], counts["claimless"], counts["claim_clusters"])
        part = self._part
        return Counts(len(part.claims), len(part.premises), len(part.alone), counts["claim_clusters"])

    @property
    def state(self) -> str:
        """Name of the collection."""
        return self.index.name

    def rows(self, kind: Kind) -> Ints:
        """Returns the rows of all claims or premises that are there."""
        if self._part is None:
            return all_rows(self.index.points, kind, self.index.manifest.counts[kind])
        return self._part.rows(kind)

    # Searching and scoring

    def search(self, kind: Kind, tokens: Sequence[str], similarity: str | Similarity, k: int) -> Ranked:
        """Finds at most k claims or premises by their words."""
        return self._words.search(kind, [tokens], similarity, k)[0]

    def search_fields(self, ranking: BM25F, tokens: Sequence[str], k: int) -> Ranked:
        """Finds at most k premises by the words of conclusion, full argument and discussion."""
        return self._fields.search(ranking, tokens, k)

    def nearest(self, kind: Kind, vector: Singles, k: int, *, claimless: bool = False) -> Ranked:
        """Finds at most k rows by cosine above 0."""
        if self._part is None:
            return nearest(self.index, kind, vector, k, None, claimless=claimless)
        return nearest(self.index, kind, vector, k, self._part.filter(kind, claimless=claimless))

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
        hits = self._words.search("premises", queries, "BM25", N + 1)
        return np.concatenate([np.zeros(0, np.int64), *(hits[at].rows for at in place.tolist())])

    # Links and clusters

    def links(self, kind: Kind, rows: Ints) -> LinkRows:
        """Returns the links of given claims or premises."""
        return self._whole_links.of(kind, rows) if self._part is None else self._part.links_of(kind, rows)

    def claimless(self, premises: Ints) -> Bools:
        """Returns which of given premises have no claim."""
        if self._part is not None:
            return np.isin(premises, self._part.alone)
        return np.array([not payload["claims"] for payload in self._payloads("premises", premises)], np.bool_)

    def clusters(self, kind: Kind, rows: Ints) -> Ints:
        """Returns the cluster of given claims or premises."""
        payloads = self._payloads(kind, rows)
        if kind == "premises":
            self._whole_links.cache_frequencies(payloads)
        return np.array([one["cluster"] for one in payloads], np.int64)

    def claims_of_clusters(self, clusters: Ints) -> Ints:
        """Returns the claims of given claim clusters, rising."""
        return self._whole_links.members("claims", clusters)

    def premises_of_clusters(self, clusters: Ints) -> Ints:
        """Returns the premises of given premise clusters that are there, rising."""
        if self._part is not None:
            return self._part.premises_of_clusters(clusters)
        return self._whole_links.members("premises", clusters)

    def claim_frequencies(self, premise_clusters: Ints) -> tuple[Ints, Ints]:
        """Returns cf(p+) and cf(p-) of given premise clusters."""
        links = self._whole_links if self._part is None else self._part
        return links.claim_frequencies(premise_clusters)

    @property
    def relations(self) -> RelationMemory:
        """Cached relations between claims, of the whole index."""
        return self._relations

    def lengths(self, premises: Ints) -> Ints:
        """Returns how many characters given premises have."""
        return np.array([payload["length"] for payload in self._payloads("premises", premises)], np.int64)

    def one_sentence(self, premises: Ints) -> Bools:
        """Says of given premises whether they are a single sentence; of none where that was not stored."""
        payloads = self._payloads("premises", premises)
        return np.array([payload.get("one_sentence", False) for payload in payloads], np.bool_)

    def quality(self, links: Ints) -> Floats | None:
        """Returns cogency, reasonableness and effectiveness of given links."""
        if not self.index.manifest.quality:
            return None
        premises, places = names.split_link(links)
        payloads = self._payloads("premises", premises)
        pairs = zip(payloads, places.tolist(), strict=True)
        qualities = [payload["links"][place]["quality"] for payload, place in pairs]
        return np.array(qualities, np.float64).reshape(len(links), 3)

    # Texts and what hits show

    def ids(self, kind: Kind, rows: Ints) -> list[str]:
        """Returns the ids of given claims or premises."""
        return [payload["id"] for payload in self._payloads(kind, rows)]

    def texts(self, kind: Kind, rows: Ints) -> list[str]:
        """Returns the texts of given claims or premises."""
        return [payload["text"] for payload in self._payloads(kind, rows)]

    def claims(self, rows: Ints) -> list[Claim]:
        """Returns given claims whole."""
        return [Claim(one["id"], one["text"], one["language"]) for one in self._payloads("claims", rows)]

    def premises(self, rows: Ints) -> list[Premise]:
        """Returns given premises whole."""
        return [Premise(one["id"], one["text"], one["language"]) for one in self._payloads("premises", rows)]

    def arguments(self, premises: Ints) -> list[tuple[Argument, ...]]:
        """Returns the arguments of given premises."""
        payloads = self._payloads("premises", premises)
        claim_rows = sorted({claim for payload in payloads for claim in payload["claims"]})
        claims = dict(zip(claim_rows, self.index.points.payloads("claims", claim_rows), strict=True))
        kept = None if self._part is None else set(self.links("premises", premises).number.tolist())
        arguments = []
        for row, payload in zip(premises, payloads, strict=True):
            numbers = names.link_number(row, np.arange(len(payload["links"])))
            links = zip(payload["links"], numbers.tolist(), strict=True)
            passing = [link for link, number in links if kept is None or number in kept]
            arguments.append(tuple(argument(payload, link, claims) for link in passing))
        return arguments

    # Serving

    def _restricted(self, wanted: Filter) -> Self:
        part = restricted_part(self.index, self._lists, wanted, self._part)
        return type(self)(self.index, self._whole, part)

    def words(self) -> Mapping[str, int] | None:
        """Returns the written words of the whole index, None where it is not in English."""
        lists = self.index.manifest.counts.get("word_lists", 0)
        return self.index.terms.written(lists) if self.index.in_english else None

    def premise_ids(self, argument_ids: Iterable[str]) -> Mapping[str, str]:
        """Maps ids of arguments to ids of their premises."""
        wanted = set(argument_ids)
        if not wanted:
            return {}
        passing = named(sorted(wanted), ("links[].id",), self.index.manifest.twice)
        points = self.index.points
        payloads = (points.checked(one) for records in points.records(passing) for one in records)
        pairs = ((link["id"], payload["id"]) for payload in payloads for link in payload["links"])
        return {id_: premise for id_, premise in pairs if id_ in wanted}

    def info(self) -> dict[str, Any]:
        """Returns counts, generation, size and configuration as plain JSON types."""
        manifest, status = self.index.manifest, self._status()
        return {
            "arguments": manifest.counts["links"],
            "premises": manifest.counts["premises"],
            "claims": manifest.counts["claims"],
            **{name: dict(counts) for name, counts in manifest.corpus.items()},
            "generation": self.index.name,
            "points": status.points_count,
            "status": str(status.status.value),
            "similarities": [*manifest.similarities, *manifest.rankings],
            "configuration": dict(manifest.configuration),
            "versions": dict(manifest.versions),
        }

    def health(self) -> dict[str, Any]:
        """Returns how much the collection holds, and its status on the server."""
        counts = dict(self.index.manifest.counts)
        return {"counts": counts, "collection": str(self._status().status.value)}

    def _status(self) -> Any:
        return self.index.server.ask(lambda client: client.get_collection(self.index.name))

    def remarks(self) -> tuple[str, ...]:
        """Returns a warning about nodes that did not answer lately."""
        return self.index.server.remarks()

    def outdated(self) -> bool:
        """Whether a newer state has become current."""
        return current(self.index.server) != self.index.name

    def close(self) -> None:
        """Ends the connections."""
        self.index.server.close()

    def _payloads(self, kind: Kind, rows: Ints) -> list[Payload]:
        return self.index.points.payloads(kind, rows)
