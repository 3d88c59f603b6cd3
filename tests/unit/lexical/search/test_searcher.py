"""Many threads on one index find what one finds, with caches so small that they are always turned over."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from debatable.lexical import BM25F, Index, Limits, Postings, Searcher

CROWDED = Limits(
    formulas=2, weight_bytes=2_000, rounded_bytes=2_000, rounded_documents=0, uncompiled_postings=5_000
)


def test_threads_find_the_same() -> None:
    random = np.random.default_rng(2)
    documents = [[f"t{min(z, 60)}" for z in random.zipf(1.4, 20)] for _ in range(2_000)]
    built = Index(Postings.build(documents), CROWDED)
    names = ("BM25", "DFR(G,B,H2)", "LMDirichlet", "Boolean")
    asked = [([f"t{t}" for t in random.choice(60, 4, replace=False)], names[i % 4]) for i in range(300)]

    def ask(question: tuple[list[str], str]) -> object:
        tokens, name = question
        return built.search(tokens, name, 7), BM25F((1.0,)).search([built], tokens, 7)

    expected = [ask(question) for question in asked]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(2):
            assert list(pool.map(ask, asked)) == expected


def test_words_that_no_document_has_do_not_pile_up() -> None:
    searcher = Searcher(Postings.build([["x"]]), Limits(weight_bytes=4_000))
    for number in range(100):
        assert searcher.search([f"unknown{number}"], "BM25", 5) == []
    assert searcher.terms == {}
    assert 0 < len(searcher.term_weights("BM25", 1)) < 50
