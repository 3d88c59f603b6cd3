"""The pruned search against scoring every document, for every similarity."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from importlib.util import find_spec
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debatable import lexical
from debatable.lexical import Index, Limits, Postings, Statistics, similarities, similarity
from debatable.lexical.postings.inversion import LENGTHS, encode

NAMES = [*similarities(), "Axiomatic(F3LOG,ql=|q|)", "Multi(Axiomatic(F3EXP,ql=4)+LMDirichlet(mu=20)+BM25)"]
# Every shortcut of the search sets in on a few documents.
EAGER = Limits(listed_share=4, sample=2, group=8, candidates=9, cell_postings=4)
WAYS = {
    "listed": replace(EAGER, listed_documents=0, pruned_documents=0),
    "rounded": replace(EAGER, listed_documents=1000, pruned_documents=0),
    "summed": replace(EAGER, rounded_documents=0),
    "everything": replace(EAGER, rounded_documents=1000),
}
if find_spec("numba"):
    WAYS["compiled"] = replace(EAGER, unranked_postings=0, ranked_share=8)


@pytest.fixture(params=WAYS)
def limits(request: pytest.FixtureRequest) -> Limits:
    return WAYS[request.param]


def _brute_force(
    documents: list[list[str]], gone: set[int], query: list[str], name: str, k: int
) -> list[tuple[int, float]]:
    """Straight from the definition: one document and one term at a time."""
    live = {row: Counter(tokens) for row, tokens in enumerate(documents) if row not in gone}
    N = sum(1 for counts in live.values() if counts)
    T = sum(counts.total() for counts in live.values())
    formula = similarity(name).for_query(len(query))
    clauses = []
    for term, boost in Counter(query).items():
        n = sum(1 for counts in live.values() if term in counts)
        F = sum(counts[term] for counts in live.values())
        clauses.append((n, term, boost, Statistics(N, T, n, F)))
    scores = {}
    for row, counts in live.items():
        dl = float(LENGTHS[encode(np.array([counts.total()]))][0])
        parts = [
            formula.score(np.array([float(counts[term])]), np.array([dl]), s, float(boost))[0]
            for _, term, boost, s in sorted(clauses, key=lambda c: c[:2])
            if term in counts
        ]
        if parts:
            scores[row] = float(np.float32(sum(parts, 0.0)))
    return sorted(scores.items(), key=lambda item: (-item[1], item[0]))[:k]


def _same(found: list[tuple[int, float]], expected: list[tuple[int, float]], what: object) -> None:
    assert len(found) == len(expected), what
    close = [(row, score) for row, score in expected]
    for (row, score), (wanted, value) in zip(found, close, strict=True):
        assert abs(score - value) <= 1e-6 * abs(value) + 1e-12, (what, found, expected)
        assert row == wanted or np.isclose(score, dict(expected).get(row, score), rtol=1e-6), what


def _zipf(count: int, seed: int) -> list[list[str]]:
    random = np.random.default_rng(seed)
    lengths = random.integers(0, 60, count)
    return [[f"t{min(int(z), 40)}" for z in random.zipf(1.4, length)] for length in lengths]


GONE = {3, 4, 17, 59}


def test_pruned_search_equals_brute_force() -> None:
    documents, random = _zipf(60, 3), np.random.default_rng(7)
    queries = [[f"t{min(int(z), 41)}" for z in random.zipf(1.3, size)] for size in (1, 7)]
    start = Postings.build(documents[:40])
    indexes = {
        way: Index(start, limits).add(documents[40:]).delete(sorted(GONE)) for way, limits in WAYS.items()
    }
    for name, query in product(NAMES, queries):
        expected = _brute_force(documents, GONE, query, name, 100)
        for (way, index), k in product(indexes.items(), (1, 4, 100)):
            _same(index.search(query, name, k), expected[:k], (way, name, query, k))


def test_pruned_search_equals_scoring_all(limits: Limits) -> None:
    index = Index(Postings.build(_zipf(300, 5)), limits)
    for name in NAMES:
        random = np.random.default_rng(11)
        for length in (3, 9):
            query = [f"t{min(int(z), 41)}" for z in random.zipf(1.2, length)]
            everything = index.search(query, name, 300)
            scores = index.score(query, np.arange(300), name)
            assert everything == [(row, float(scores[row])) for row, _ in everything], name
            assert everything == sorted(everything, key=lambda hit: (-hit[1], hit[0])), name
            for k in (1, 5, 20):
                assert index.search(query, name, k) == everything[:k], (name, k)
            for size in (3, 50):
                among = random.choice(300, size, replace=False)
                chosen = set(among.tolist())
                expected = [hit for hit in everything if hit[0] in chosen][:5]
                assert index.search(query, name, 5, among) == expected, (name, size)


@pytest.mark.parametrize("name", ["BM25", "Boolean", "LMDirichlet(mu=20)", "Axiomatic(F3LOG,ql=|q|)"])
def test_rare_words_that_go_together(name: str, limits: Limits) -> None:
    """A document that has several rare words of the query is one document, however often it is listed."""
    random = np.random.default_rng(13)
    documents = []
    for row in range(400):
        rare = [f"r{row // 20}.{word}" for word in range(4) if random.random() < 0.5]
        documents.append(rare + [f"c{int(z)}" for z in random.zipf(1.5, int(random.integers(1, 9))) if z < 9])
    index = Index(Postings.build(documents), limits)
    for topic in range(20):
        chosen = random.choice(4, int(random.integers(2, 5)), replace=False)
        query = [f"r{topic}.{word}" for word in chosen] + [f"c{topic % 3}"] * (topic % 3)
        scores = index.score(query, np.arange(len(documents)), name)
        has = [row for row, tokens in enumerate(documents) if not set(query).isdisjoint(tokens)]
        best = sorted(((row, float(scores[row])) for row in has), key=lambda hit: (-hit[1], hit[0]))
        for k in (1, 2, 3, 7, 15, 40):
            assert index.search(query, name, k) == best[:k], (query, k)


@pytest.mark.parametrize("name", ["BM25", pytest.param("Axiomatic(F3LOG,ql=|q|)", marks=pytest.mark.slow)])
def test_a_query_of_thousands_of_words(name: str) -> None:
    query = [f"w{number}" for number in range(2000)]
    postings = Postings.build(
        [[f"w{number % 2000}" for number in range(row, row + 40)] for row in range(0, 3600, 9)]
    )
    scores = Index(postings).score(query, np.arange(400), name)
    order = np.lexsort((np.arange(len(scores)), -scores))[:6]
    for way, limits in WAYS.items():
        found = Index(postings, limits).search(query, name, 6)
        assert found == [(int(row), float(scores[row])) for row in order], way


@pytest.mark.parametrize("name", ["BM25", "LMDirichlet", "Boolean"])
def test_a_build_in_many_segments_equals_one(name: str, limits: Limits) -> None:
    documents = _zipf(200, 9)
    whole = Index(Postings.build(documents), limits)
    cut = Index(Postings.build(documents, segment_tokens=500), limits)
    assert len(cut.postings.segments) > 5 and len(whole.postings.segments) == 1
    for query in (["t1"], ["t2", "t9", "t30"], ["t1", "t3", "t4", "t5"]):
        assert cut.search(query, name, 7) == whole.search(query, name, 7)


words = st.lists(st.text("abcde", min_size=1, max_size=1), max_size=12)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.lists(words, max_size=4), min_size=1, max_size=4),
    st.sets(st.integers(0, 15)),
    words,
    st.sampled_from(NAMES),
)
def test_adding_and_deleting_equals_rebuilding(
    batches: list[list[list[str]]], gone: set[int], query: list[str], name: str
) -> None:
    documents = [tokens for batch in batches for tokens in batch]
    gone = {row for row in gone if row < len(documents)}
    grown: Index = lexical.build(batches[0])
    for batch in batches[1:]:
        grown = grown.add(batch)
    grown = grown.delete(sorted(gone))
    rebuilt = lexical.build([[] if row in gone else tokens for row, tokens in enumerate(documents)])
    assert (grown.N, grown.T) == (rebuilt.N, rebuilt.T)
    assert grown.search(query, name, 10) == rebuilt.search(query, name, 10)
    rows = np.arange(len(documents))
    assert grown.score(query, rows, name).tolist() == rebuilt.score(query, rows, name).tolist()


@settings(max_examples=200, deadline=None)
@given(st.lists(st.lists(st.text(), max_size=6), min_size=1, max_size=5), st.lists(st.text()), st.data())
def test_nothing_raises_and_nothing_is_nan(
    documents: list[list[str]], query: list[str], data: st.DataObject
) -> None:
    known = [token for tokens in documents for token in tokens]
    if known:
        query = query + data.draw(st.lists(st.sampled_from(known), max_size=5))
    name = data.draw(st.sampled_from(NAMES))
    for _, score in lexical.build(documents).search(query, name):
        assert np.isfinite(score)
