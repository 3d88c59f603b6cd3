"""Many threads on one index find what one finds, with caches so small that they are always turned over."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from debatable import lexical
from debatable.lexical import BM25F, index, scorer, topk


@pytest.fixture
def crowded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "_SCORERS", 2)
    monkeypatch.setattr(scorer, "_MOST_BYTES", 2_000)
    monkeypatch.setattr(topk, "_SMALL", 0)


@pytest.mark.usefixtures("crowded")
def test_threads_find_the_same() -> None:
    random = np.random.default_rng(2)
    documents = [[f"t{min(z, 60)}" for z in random.zipf(1.4, 20)] for _ in range(2_000)]
    built = lexical.build(documents)
    names = ("BM25", "DFR(G,B,H2)", "LMDirichlet", "Boolean")
    asked = [([f"t{t}" for t in random.choice(60, 4, replace=False)], names[i % 4]) for i in range(300)]

    def ask(question: tuple[list[str], str]) -> object:
        tokens, name = question
        return built.search(tokens, name, 7), BM25F((1.0,)).search([built], tokens, 7)

    expected = [ask(question) for question in asked]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(3):
            assert list(pool.map(ask, asked)) == expected
