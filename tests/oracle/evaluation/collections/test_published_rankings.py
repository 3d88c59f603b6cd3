"""The published rankings of argquality20 against the figures known for them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from debatable.evaluation import collection, measure


@pytest.mark.parametrize(
    ("model", "relevance", "quality"),
    [("DirichletLM", 0.617, 0.688), ("DPH", 0.580, 0.571), ("BM25", 0.454, 0.328)],
)
def test_peers_of_argquality20(shared: Path, model: str, relevance: float, quality: float) -> None:
    found = collection(shared / "bench" / "argquality20")
    rankings = found.published[model]
    for judgments, expected in ((found.judgments, relevance), (found.judgments.by_quality(), quality)):
        values = [measure("nDCG@5")(rankings[query.id], judgments[query.id]) for query in found.queries]
        assert float(np.mean(values)) == pytest.approx(expected, abs=5e-4)


@pytest.mark.parametrize(
    ("name", "queries", "sparse", "clusters"),
    [
        ("keypoints", 23, False, True),
        ("perspectrum", 680, False, True),
        ("debatepedia", 158, False, True),
        ("touche2020", 49, True, False),
        ("argquality20", 10, False, False),
    ],
)
def test_every_shared_collection_is_read(
    shared: Path, name: str, queries: int, sparse: bool, clusters: bool
) -> None:
    found = collection(shared / "bench" / name)
    assert (len(found.queries), found.is_sparse, found.has_clusters) == (queries, sparse, clusters)
