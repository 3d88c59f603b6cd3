"""Weights as sparse vectors, against the definitions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from debatable.engines import make_index
from debatable.engines.local.open_index import OpenIndex
from debatable.engines.qdrant.writing.documents import (
    LEAST,
    Documents,
    FieldWeights,
    counts,
    documents_of,
    stored_formula,
    weights,
)
from debatable.errors import InputError
from debatable.lexical import BM25F
from tests.support.corpora import made_up
from tests.support.indexes import BY_WORDS


@pytest.fixture
def index(tmp_path: Path) -> OpenIndex:
    make_index(made_up(1), tmp_path / "index", configuration=BY_WORDS)
    return OpenIndex(tmp_path / "index")


@pytest.fixture
def documents(index: OpenIndex) -> Documents:
    return documents_of(index)


def test_counts_are_those_of_the_postings(index: OpenIndex, documents: Documents) -> None:
    n, F = counts(documents.premises)
    postings = index.postings("premises").postings
    for number, term in enumerate(documents.vocabulary):
        known = postings.term(term)
        assert (n[number], F[number]) == (known.n, known.F)


@pytest.mark.parametrize("name", ["BM25", "DFR(Ine,B,Z(0.3))", "LMDirichlet(mu=20)", "DFI(ChiSquared)"])
@pytest.mark.parametrize("kind", ["claims", "premises"])
def test_a_product_of_vectors_is_the_score(
    index: OpenIndex, documents: Documents, name: str, kind: str
) -> None:
    rows = documents.claims if kind == "claims" else documents.premises
    weighed = weights(rows, stored_formula(name))
    lexical = index.postings(kind)
    for term in documents.vocabulary:
        for row, score in lexical.search([term], name, 1_000):
            found = weighed[row, documents.vocabulary.index(term)]
            assert found == pytest.approx(score or LEAST, rel=1e-6)


def test_fields_are_those_of_bm25f(index: OpenIndex, documents: Documents) -> None:
    from debatable.engines import LocalBackend

    backend, ranking = LocalBackend(index), BM25F((2.0, 1.0, 0.5))
    found = FieldWeights(documents, ranking)
    premises = documents.premises.shape[0]
    weighed = found.of(0, premises).toarray()
    half = np.vstack([found.of(0, 7).toarray(), found.of(7, premises).toarray()])
    assert np.array_equal(weighed, half)
    for number, term in enumerate(documents.vocabulary):
        expected = backend.score_fields(ranking, [term], np.arange(premises))
        assert weighed[:, number] == pytest.approx(expected, rel=1e-9, abs=1e-12)
        assert found.n[number] == np.count_nonzero(expected)


def test_what_depends_on_the_query_cannot_be_stored() -> None:
    with pytest.raises(InputError, match="depend on the query"):
        stored_formula("Axiomatic(F3LOG,ql=|q|)")
