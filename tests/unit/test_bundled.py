"""The bundled collection keeps its promises."""

from __future__ import annotations

import gzip
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from debatable.embedding import BUNDLED, KnownVectors, VectorCache, encoder
from debatable.embedding.cache import keys_of
from debatable.engines import demo_collection
from debatable.engines.cached import demo_vectors

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "demo").glob("*.toml"))


def rows(name: str) -> list[dict[str, Any]]:
    with gzip.open(demo_collection() / f"{name}.jsonl.gz", "rt", encoding="utf-8") as stream:
        return [json.loads(line) for line in stream]


def test_the_shipped_files_are_compiled_from_the_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "tools"))
    try:
        from compile_demo import compiled  # type: ignore[import-not-found]
    finally:
        sys.modules.pop("compile_demo", None)
    for name, content in compiled().items():
        shipped = (demo_collection() / name).read_bytes()
        assert gzip.decompress(shipped) == gzip.decompress(content), "run: make demo-corpus"


def test_there_are_enough_controversies_claims_premises_and_queries() -> None:
    assert len(SOURCES) >= 15
    topics = Counter(row["discussion"] for row in rows("corpus"))
    assert len(topics) == len(SOURCES) and min(topics.values()) >= 30
    claims = {(row["discussion"], row["claim"]) for row in rows("corpus")}
    assert min(Counter(topic for topic, _ in claims).values()) >= 4
    queries = Counter(row["query_id"].rsplit("-", 1)[0] for row in rows("queries"))
    assert len(queries) == len(SOURCES) and min(queries.values()) >= 2


def test_every_text_is_there_once_and_every_judgment_speaks_of_one() -> None:
    corpus, queries = rows("corpus"), rows("queries")
    assert len({row["premise"] for row in corpus}) == len(corpus) == len({row["id"] for row in corpus})
    asked = {row["text"] for row in queries}
    assert not asked & {row["claim"] for row in corpus}, "queries are worded anew"
    ids, query_ids = {row["id"] for row in corpus}, {row["query_id"] for row in queries}
    for judgment in rows("judgments"):
        assert judgment["premise_id"] in ids and judgment["query_id"] in query_ids
        assert judgment["relevance"] in (1, 2) and judgment["stance"] in ("pro", "con")


def test_both_sides_are_in_balance_and_most_ideas_are_said_again() -> None:
    by_query: dict[str, list[dict[str, Any]]] = {}
    for judgment in rows("judgments"):
        by_query.setdefault(judgment["query_id"], []).append(judgment)
    for judgments in by_query.values():
        stances = Counter(judgment["stance"] for judgment in judgments)
        assert abs(stances["pro"] - stances["con"]) <= 1
        said = Counter(judgment["cluster"] for judgment in judgments)
        assert sum(times >= 2 for times in said.values()) >= len(said) / 2


def test_a_claim_and_its_opposite_flip_the_stance() -> None:
    """The link's stance towards its claim and the judged one towards an aligned query agree or flip as a whole."""
    stance = {row["id"]: (row["claim"], row["stance"]) for row in rows("corpus")}
    agreement: dict[tuple[str, str], set[bool]] = {}
    for judgment in rows("judgments"):
        claim, link = stance[judgment["premise_id"]]
        agreement.setdefault((judgment["query_id"], claim), set()).add(link == judgment["stance"])
    assert all(len(values) == 1 for values in agreement.values())
    assert {True} in agreement.values() and {False} in agreement.values()


def test_the_shipped_vectors_are_of_the_shipped_texts_and_encoder() -> None:
    texts = sorted({row[field] for row in rows("corpus") for field in ("claim", "premise")})
    cache = VectorCache(demo_vectors() / encoder(BUNDLED).fingerprint)
    assert len(cache) == len(texts), "run: make demo-corpus"
    assert (cache.find(keys_of(texts)) >= 0).all(), "run: make demo-corpus"
    some = texts[::8]
    shipped, made = KnownVectors(encoder(BUNDLED), demo_vectors())(some), encoder(BUNDLED)(some)
    assert (shipped * made).sum(axis=1).min() > 0.999, "processors differ in the last digits, and no more"
    assert np.abs(np.linalg.norm(shipped, axis=1) - 1).max() < 1e-3
