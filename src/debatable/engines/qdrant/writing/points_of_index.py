"""The points of an index: one a claim, one a premise, one a term."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from qdrant_client import models

from debatable.arrays import Ints
from debatable.engines.local.open_index import OpenIndex
from debatable.engines.local.tables import EMPTY, ClusterLinks
from debatable.engines.qdrant import names
from debatable.engines.qdrant.reading.filters import tag_prefixes
from debatable.engines.qdrant.reading.points import CHECKSUM, TEXT_CHECKSUM, Payload, checksum
from debatable.engines.qdrant.writing.documents import (
    Documents,
    FieldWeights,
    Rows,
    counts,
    stored_formula,
    weights,
)
from debatable.lexical import BM25F
from debatable.ranking.protocol import Kind

SIMILARITIES = ("BM25", "DFR(Ine,B,Z(0.3))")
"""Whose weights are stored: those that the methods ask for by default."""

RANKINGS = (BM25F((2.0, 1.0, 0.5)),)
"""Over fields, whose weights are stored: that of the method bm25f."""

CHUNK = 500

LISTED = 5_000
"""Words in one point, as they are written."""


@dataclass(frozen=True)
class PointsOfIndex:
    """Makes the points of an index on this machine."""

    index: OpenIndex
    documents: Documents
    similarities: Sequence[str] = SIMILARITIES
    rankings: Sequence[BM25F] = field(default=RANKINGS)

    @cached_property
    def _weights(self) -> dict[Kind, list[Rows]]:
        formulas = [stored_formula(name) for name in self.similarities]
        texts = {"claims": self.documents.claims, "premises": self.documents.premises}
        return {kind: [weights(texts[kind], formula) for formula in formulas] for kind in names.KINDS}

    @cached_property
    def _fields(self) -> list[FieldWeights]:
        return [FieldWeights(self.documents, ranking) for ranking in self.rankings]

    @cached_property
    def lengths(self) -> Ints:
        """Words of the conclusions, of itself and of the discussion of each premise."""
        return self.documents.lengths()

    @cached_property
    def _cluster_links(self) -> ClusterLinks:
        index = self.index
        return ClusterLinks.of(index.tables.links, index.clusters("claims"), index.clusters("premises"))

    @cached_property
    def _members(self) -> dict[Kind, Ints]:
        """How many claims or premises each cluster has."""
        clusters = {kind: self.index.clusters(kind)[self.index.keys(kind) != EMPTY] for kind in names.KINDS}
        return {kind: np.bincount(of[of >= 0]) for kind, of in clusters.items()}

    def _counted(self, kind: Kind, row: int) -> Payload:
        """Returns cluster and words of a text, and what shows that a point is missing or was changed."""
        texts = self.documents.claims if kind == "claims" else self.documents.premises
        cluster, words = int(self.index.clusters(kind)[row]), int(texts[[row]].sum())
        members = int(self._members[kind][cluster]) if cluster >= 0 else 0
        return {"cluster": cluster, "members": members, "words": words, "words_again": words}

    def terms(self) -> Iterator[models.PointStruct]:
        """Yields the point of each term."""
        documents = self.documents
        parts = {
            "claims": documents.claims,
            "premises": documents.premises,
            "debates": documents.debates,
            "discussions": documents.discussions,
        }
        counted = {name: np.stack(counts(rows), axis=1).tolist() for name, rows in parts.items()}
        fields = [of.n.tolist() for of in self._fields]
        for number, term in enumerate(documents.vocabulary):
            payload = {name: of_terms[number] for name, of_terms in counted.items()}
            payload |= {
                "kind": "terms",
                "term": term,
                "number": number,
                "fields": [n[number] for n in fields],
            }
            yield models.PointStruct(id=names.term_id(term), vector={}, payload=_sealed(payload))

    def word_lists(self) -> Iterator[models.PointStruct]:
        """Yields points with the written words of the corpus, some in each."""
        entries = list(self.words.items())
        for number, start in enumerate(range(0, len(entries), LISTED)):
            payload = {"kind": "words", "words": dict(entries[start : start + LISTED])}
            yield models.PointStruct(id=names.word_list_id(number), vector={}, payload=_sealed(payload))

    @cached_property
    def words(self) -> Mapping[str, int]:
        """The written words."""
        return self.index.words()

    def claims(self) -> Iterator[models.PointStruct]:
        """Yields the point of each claim."""
        keys = self.index.keys("claims")
        speaking = np.bincount(self.documents.speaks.indices, minlength=len(keys))
        for start in range(0, len(keys), CHUNK):
            rows = np.arange(start, min(start + CHUNK, len(keys)))
            rows = rows[keys[rows] != EMPTY]
            by_key = self.index.snapshot.claims(keys[rows].tolist())
            dense = self._dense("claims", rows)
            for place, row in enumerate(rows.tolist()):
                claim = by_key[int(keys[row])]
                yield models.PointStruct(
                    id=names.point_ids("claims", [row])[0],
                    vector={
                        **{name: vectors[place] for name, vectors in dense.items()},
                        **self._sparse("claims", row),
                        **_vector(names.claims_debate, self.documents.debates, row),
                    },
                    payload=_sealed(
                        {
                            "kind": "claims",
                            "id": claim.id,
                            "text": claim.text,
                            "language": claim.language,
                            "premises": int(speaking[row]),
                            **self._counted("claims", row),
                        }
                    ),
                )

    def premises(self) -> Iterator[models.PointStruct]:
        """Yields the point of each premise."""
        keys = self.index.keys("premises")
        for start in range(0, len(keys), CHUNK):
            stop = min(start + CHUNK, len(keys))
            rows = np.arange(start, stop)
            rows = rows[keys[rows] != EMPTY]
            dense = self._dense("premises", rows)
            fields = [of.of(start, stop) for of in self._fields]
            for place, (row, payload) in enumerate(zip(rows.tolist(), self._payloads(rows), strict=True)):
                vector: dict[str, Any] = {name: vectors[place] for name, vectors in dense.items()}
                vector |= self._sparse("premises", row)
                vector |= _vector(names.premises_discussion, self.documents.discussions, row)
                for number, stored_weights in enumerate(fields):
                    vector |= _vector(names.field_weights(number), stored_weights, row - start)
                yield models.PointStruct(
                    id=names.point_ids("premises", [row])[0], vector=vector, payload=_sealed(payload)
                )

    def _payloads(self, rows: Ints) -> Iterator[dict[str, Any]]:
        index, links = self.index, self.index.tables.links
        keys = index.keys("premises")[rows].tolist()
        by_key = index.snapshot.premises(keys)
        places = [links.of_premise(row) for row in rows.tolist()]
        together = np.concatenate([np.zeros(0, np.int64), *places])
        arguments = index.snapshot.arguments(links.argument[together].tolist())
        support, attack = self._cluster_links.support, self._cluster_links.attack
        for row, key, own in zip(rows.tolist(), keys, places, strict=True):
            premise = by_key[key]
            cluster = int(index.clusters("premises")[row])
            conclusions, _, discussion = self.lengths[row].tolist()
            claims = np.unique(links.claim[own])
            claimless = bool((links.claim[own] < 0).all())
            payloads = [self._link(number, arguments) for number in own.tolist()]
            yield {
                "kind": "premises",
                "id": premise.id,
                "text": premise.text,
                "language": premise.language,
                "languages": tag_prefixes(premise.language),
                "length": int(index.premise_lengths[row]),
                "one_sentence": bool(index.one_sentence[row]),
                **self._counted("premises", row),
                "support": int(support[cluster]),
                "attack": int(attack[cluster]),
                "conclusions": conclusions,
                "discussion": discussion,
                "named": bool(self.documents.named[row]),
                "claims": claims[claims >= 0].tolist(),
                "claimless": claimless,
                "has_claim": not claimless,
                "keys": sorted({names.id_key(id_) for id_ in (premise.id, *(one["id"] for one in payloads))}),
                "links": payloads,
            }

    def _link(self, number: int, arguments: dict[int, Any]) -> dict[str, Any]:
        links, quality = self.index.tables.links, self.index.quality
        argument, claim = arguments[int(links.argument[number])], int(links.claim[number])
        payload = {
            "order": number,
            "claim": claim,
            "claim_cluster": int(self.index.clusters("claims")[claim]) if claim >= 0 else EMPTY,
            "sign": int(links.sign[number]),
            "id": argument.id,
            "stance": argument.stance.value,
            "source": argument.source,
            "url": argument.url,
            "discussion": argument.discussion,
        }
        if quality is not None:
            payload["quality"] = [float(value) for value in quality[number]]
        return payload

    def _dense(self, kind: Kind, rows: Ints) -> dict[str, list[list[float]]]:
        if not self.index.has_vectors:
            return {}
        variants = self.index.configuration.variants(kind)
        return {
            names.dense(kind, variant): self.index.vectors(kind, variant).of(rows).tolist()
            for variant in variants
        }

    def _sparse(self, kind: Kind, row: int) -> dict[str, Any]:
        rows = self.documents.claims if kind == "claims" else self.documents.premises
        vectors = _vector(names.words(kind), rows, row)
        for place, stored_weights in enumerate(self._weights[kind]):
            vectors |= _vector(names.weights(kind, place), stored_weights, row)
        return vectors


def _sealed(payload: Payload) -> Payload:
    """Returns a payload with its checksum, and that of its text."""
    if "text" in payload:
        payload = {**payload, TEXT_CHECKSUM: checksum({"text": payload["text"]})}
    return {**payload, CHECKSUM: checksum(payload)}


def _vector(name: str, rows: Rows, row: int) -> dict[str, Any]:
    """Returns one row as a named sparse vector; nothing where it is empty."""
    here = slice(rows.indptr[row], rows.indptr[row + 1])
    indices = rows.indices[here].tolist()
    return {name: models.SparseVector(indices=indices, values=rows.data[here].tolist())} if indices else {}
