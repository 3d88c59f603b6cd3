"""Average linkage against scipy's on random and real vectors."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.cluster.hierarchy import cophenet, is_valid_linkage, linkage

from debatable.clustering import average_linkage
from tests.oracle.clustering.trees import same_tree


def scipy_tree(vectors: NDArray[np.floating]) -> NDArray[np.float64]:
    return linkage(vectors.astype(np.float32).astype(np.float64), "average")


@pytest.mark.parametrize(("rows", "columns"), [(2, 1), (3, 2), (50, 1), (300, 2), (1000, 8), (2000, 30)])
@pytest.mark.parametrize("seed", [0, 1])
def test_same_joins_on_random_vectors(rows: int, columns: int, seed: int) -> None:
    vectors = np.random.default_rng(seed).normal(size=(rows, columns)).astype(np.float32)
    assert same_tree(average_linkage(vectors), scipy_tree(vectors))


@pytest.mark.parametrize("offset", [0.0, 100.0])
def test_same_joins_in_rounds_on_tight_groups(offset: float) -> None:
    random = np.random.default_rng(5)
    centres = random.normal(size=(40, 16)) + offset
    vectors = centres[random.integers(40, size=600)] + 0.01 * random.normal(size=(600, 16))
    tree = average_linkage(vectors, memory=4 * 100**2)
    assert same_tree(tree, scipy_tree(vectors))


@pytest.mark.parametrize("rows", [400, pytest.param(5000, marks=pytest.mark.slow)])
def test_same_joins_on_real_vectors(shared: Path, rows: int) -> None:
    from sklearn.decomposition import TruncatedSVD
    from sklearn.feature_extraction.text import TfidfVectorizer

    lines = (shared / "bench" / "perspectrum" / "corpus.jsonl").read_text(encoding="utf-8").splitlines()
    texts = list(dict.fromkeys(json.loads(line)["premise"] for line in lines))[: 2 * rows]
    features = TfidfVectorizer(sublinear_tf=True, ngram_range=(1, 2)).fit_transform(texts)
    vectors = TruncatedSVD(48, random_state=0).fit_transform(features).astype(np.float32)
    # Texts of the same words in another order have equal vectors, whose ties scipy breaks its own way.
    vectors = np.unique(vectors.round(6), axis=0)[:rows]
    assert len(vectors) == rows
    assert same_tree(average_linkage(vectors), scipy_tree(vectors))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(0, 8), min_size=2, max_size=24), st.integers(0, 400))
def test_a_valid_tree_even_when_everything_is_tied(values: list[int], memory: int) -> None:
    vectors = np.array(values, dtype=np.float32)[:, None]
    tree = average_linkage(vectors, memory=memory)
    assert is_valid_linkage(tree)
    assert (np.diff(tree[:, 2]) >= 0).all()
    equal = cophenet(tree) == 0
    assert (equal == (np.abs(vectors - vectors.T)[np.triu_indices(len(values), 1)] == 0)).all()
