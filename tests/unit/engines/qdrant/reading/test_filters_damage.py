"""A changed field that a filter of the server goes by: a point that is not found any more is missed, in a sentence."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from benchmarks.damage import FILTERED, hurt_field, hurt_value

from debatable.engines import Configuration, Filter, QdrantIndex
from debatable.engines.qdrant.address import Address
from debatable.engines.qdrant.backend import QdrantBackend
from debatable.engines.qdrant.names import MANIFEST
from debatable.engines.qdrant.reading.points import CHECKSUM, checksum
from debatable.errors import CorruptIndexError
from debatable.lexical import BM25F
from debatable.ranking.protocol import Kind
from debatable.text import parse_query
from tests.support.corpora import made_up
from tests.support.qdrant_memory import Memory
from tests.support.word_encoder import WORDS, registered

ADDRESS = Address.of("qdrant://localhost:6333/debates")
COLLECTION = "debates.000001"
CORPUS = made_up(1, size=24)
ADDED = ("premises", "members", "has_claim", "keys", "words_again", "text_checksum")
"""Fields that earlier versions did not write."""


def plain(value: Any) -> Any:
    """Returns arrays as lists."""
    if isinstance(value, np.ndarray):
        return value.tolist()
    return [plain(one) for one in value] if isinstance(value, tuple | list) else value


def part(backend: QdrantBackend, **wanted: Any) -> Any:
    found = backend.restricted(Filter(**wanted))
    words = found.search("premises", backend.tokens("cars power"), "BM25", 5)
    return plain(
        [found.rows("premises"), found.rows("claims"), found.links("claims", found.rows("claims")), words]
    )


def every(kind: Kind) -> Any:
    return np.arange(
        len({one.claim.text if kind == "claims" else one.premise.id for one in CORPUS if one.claim}) - 2
    )


ASKED: dict[str, Callable[[QdrantBackend], Any]] = {
    "rows": lambda backend: plain([backend.rows("claims"), backend.rows("premises")]),
    "links": lambda backend: plain(backend.links("claims", every("claims"))),
    "claims of clusters": lambda backend: plain(
        backend.claims_of_clusters(backend.clusters("claims", every("claims")))
    ),
    "premises of clusters": lambda backend: plain(
        backend.premises_of_clusters(backend.clusters("premises", every("premises")[::2]))
    ),
    "claim frequencies": lambda backend: plain(backend.claim_frequencies(np.arange(5))),
    "nearest": lambda backend: plain(
        backend.nearest("premises", backend.encode("cars in the city"), 3, claimless=True)
    ),
    "source": lambda backend: part(backend, sources=(CORPUS[0].source,)),
    "language": lambda backend: part(backend, languages=("en",)),
    "both": lambda backend: part(backend, sources=(CORPUS[0].source,), languages=("en",)),
    "ids": lambda backend: part(backend, ids=(CORPUS[0].id, CORPUS[3].id, CORPUS[5].premise.id)),
    "operators": lambda backend: part(backend, query=parse_query("cars -noise", backend.tokens)),
    "premise ids": lambda backend: dict(backend.premise_ids([CORPUS[0].id, CORPUS[3].id])),
    "other similarity": lambda backend: plain(
        backend.search("premises", backend.tokens("cars power"), "BM25(k1=0.7)", 3)
    ),
    "other fields": lambda backend: plain(
        backend.search_fields(BM25F((1.0, 1.0, 1.0)), backend.tokens("cars power"), 3)
    ),
}


@pytest.fixture(scope="module")
def memory() -> Iterator[Memory]:
    with registered():
        server = Memory()
        QdrantIndex(ADDRESS, server).create(CORPUS, configuration=Configuration(encoder=WORDS))
        yield server


@pytest.fixture(scope="module")
def points(memory: Memory) -> list[Any]:
    return [one for one in memory.scroll(COLLECTION, limit=10_000)[0] if one.id != MANIFEST]


@pytest.fixture(scope="module")
def expected(memory: Memory) -> dict[str, Any]:
    return {name: ask(QdrantBackend.open(ADDRESS, memory)) for name, ask in ASKED.items()}


def test_nothing_is_asked_that_finds_nothing(expected: dict[str, Any]) -> None:
    assert all(expected.values()) and all(expected["claim frequencies"])


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("field", FILTERED)
def test_a_point_that_a_filter_misses_is_not_left_out_silently(
    memory: Memory, points: list[Any], expected: dict[str, Any], field: str, step: int
) -> None:
    """A premise whose kind had a bit flipped was not among the candidates any more, and nobody said so."""
    chance, refused, hurt_points = random.Random(5), 0, 0
    having = [one for one in points if one.payload["kind"] in ("claims", "premises")]
    for point in having[::step]:
        hurt = deepcopy(point.payload)
        if not hurt_field(hurt, field, chance):
            continue
        hurt_points += 1
        memory.overwrite_payload(COLLECTION, hurt, [point.id])
        try:
            for name, ask in ASKED.items():
                try:
                    assert ask(QdrantBackend.open(ADDRESS, memory)) == expected[name], (name, point.id)
                except CorruptIndexError as said:
                    refused += 1
                    assert str(said).endswith("; run: debatable verify")
            assert QdrantIndex(ADDRESS, memory).verify()
        finally:
            memory.overwrite_payload(COLLECTION, point.payload, [point.id])
    assert hurt_points and refused


@pytest.mark.parametrize("sealed", [True, False])
def test_points_of_earlier_versions_answer_the_same(
    points: list[Any], expected: dict[str, Any], sealed: bool
) -> None:
    with registered():
        old = Memory()
        QdrantIndex(ADDRESS, old).create(CORPUS, configuration=Configuration(encoder=WORDS))
        for point in points:
            payload = {name: value for name, value in point.payload.items() if name not in (*ADDED, CHECKSUM)}
            if payload["kind"] == "terms":
                payload["premises"] = point.payload["premises"]
            seal = {CHECKSUM: checksum(payload)} if sealed else {}
            old.overwrite_payload(COLLECTION, payload | seal, [point.id])
        old.set_payload(COLLECTION, {"format": 1}, [MANIFEST])
        old.delete_payload(COLLECTION, [CHECKSUM], [MANIFEST])
        for name, ask in ASKED.items():
            assert ask(QdrantBackend.open(ADDRESS, old)) == expected[name], name
        assert QdrantIndex(ADDRESS, old).verify() == []
        QdrantIndex(ADDRESS, old).remove([CORPUS[0].id])
        payloads = [one.payload for one in old.scroll("debates.000002", limit=10_000)[0]]
        assert all("members" in one for one in payloads if one["kind"] in ("claims", "premises"))


def test_a_point_of_another_kind_is_not_lost_by_a_change(memory: Memory, points: list[Any]) -> None:
    """The copy had one premise less, and its manifest said so."""
    point = next(one for one in points if one.payload["kind"] == "premises")
    memory.overwrite_payload(COLLECTION, {**point.payload, "kind": "premiser"}, [point.id])
    try:
        with pytest.raises(CorruptIndexError, match="premises are there"):
            QdrantIndex(ADDRESS, memory).remove([CORPUS[-1].id])
    finally:
        memory.overwrite_payload(COLLECTION, point.payload, [point.id])


def test_a_changed_manifest_is_refused(memory: Memory) -> None:
    (manifest,) = memory.retrieve(COLLECTION, [MANIFEST])
    refused = 0
    for seed in range(60):
        hurt = deepcopy(manifest.payload)
        name = hurt_value(hurt, random.Random(seed))
        if name in (
            "written",
            "format",
        ):  # when it was written is not compared; a later format is another sentence
            continue
        memory.overwrite_payload(COLLECTION, hurt, [MANIFEST])
        try:
            with pytest.raises(CorruptIndexError, match="the manifest .* cannot be read"):
                QdrantBackend.open(ADDRESS, memory)
            refused += 1
        finally:
            memory.overwrite_payload(COLLECTION, manifest.payload, [MANIFEST])
    assert refused > 40
