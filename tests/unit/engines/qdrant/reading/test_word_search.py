"""Search by words on a server: by stored weights wherever there are any."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from qdrant_client import models

from debatable.engines import Configuration, LocalBackend, QdrantIndex, make_index
from debatable.engines.qdrant.address import Address
from debatable.engines.qdrant.backend import QdrantBackend
from debatable.engines.qdrant.names import KINDS
from debatable.lexical import BM25F
from debatable.ranking import Question, method
from tests.support.corpora import made_up
from tests.support.qdrant_memory import Memory

ADDRESS = Address.of("qdrant://localhost:6333/debates")
CORPUS = made_up(1)


class QueryTerm(Memory):
    """Writes down which sparse vectors are searched."""

    def __init__(self) -> None:
        super().__init__()
        self.searched: list[str] = []

    def query_batch_points(self, name: str, requests: Sequence[models.QueryRequest]) -> Any:
        self.searched += [str(request.using) for request in requests if request.using]
        return self.client.query_batch_points(name, requests)


@pytest.fixture(scope="module")
def asked() -> QueryTerm:
    memory = QueryTerm()
    QdrantIndex(ADDRESS, memory).create(CORPUS, configuration=Configuration(encoder=""))
    return memory


@pytest.mark.parametrize("name", ["BM25", "BM25(k1=1.2,b=0.75)", "DFR(Ine,B,Z(0.3))", "DFR(Ine,B,Z)"])
def test_stored_weights_are_searched_by_whatever_name_they_are_asked_for(asked: QueryTerm, name: str) -> None:
    """Those of DFR(Ine,B,Z(0.3)) were never found under its shorter name, and whole posting lists were read."""
    backend = QdrantBackend.open(ADDRESS, asked)
    asked.searched.clear()
    for kind in KINDS:
        assert len(backend.search(kind, backend.tokens(CORPUS[0].premise.text), name, 5).rows)
    place = 0 if name.startswith("BM25") else 1
    assert asked.searched == [f"{kind}_weights_{place}" for kind in KINDS]


@pytest.mark.parametrize("name", ["BM25(k1=0.9,b=0.4)", "DFR(Ine,B,Z(0.2))"])
def test_other_parameters_are_other_weights(asked: QueryTerm, name: str) -> None:
    backend = QdrantBackend.open(ADDRESS, asked)
    asked.searched.clear()
    backend.search("premises", backend.tokens(CORPUS[0].premise.text), name, 5)
    assert set(asked.searched) == {"premises_words"}


@pytest.mark.parametrize("name", ["best", "bm25", "bm25f", "framework"])
def test_no_method_reads_posting_lists_of_a_whole_index(asked: QueryTerm, name: str) -> None:
    backend = QdrantBackend.open(ADDRESS, asked)
    asked.searched.clear()
    assert method(name)(Question(CORPUS[0].premise.text, backend), backend, 5)
    assert not {f"{kind}_words" for kind in KINDS} & {*asked.searched}


def test_fields_are_counted_once_whatever_their_weights(asked: QueryTerm, tmp_path: Path) -> None:
    """Each k1 and b had counts of its own, which were kept as long as the index was open."""
    make_index(CORPUS, tmp_path / "index", configuration=Configuration(encoder=""))
    local, server = LocalBackend.open(tmp_path / "index"), QdrantBackend.open(ADDRESS, asked)
    tokens = local.tokens(CORPUS[0].premise.text)
    for weights in ((1.0, 1.0, 0.0), (0.0, 1.0, 0.0), (0.5, 2.0, 0.0), (0.0, 0.0, 1.0), (1.0, 1.0, 1.0)):
        for k1 in (0.9, 1.2):
            ranking = BM25F(weights, k1, 0.4)
            due, found = (backend.search_fields(ranking, tokens, 10) for backend in (local, server))
            assert found.rows.tolist() == due.rows.tolist()
            assert found.scores.tolist() == pytest.approx(due.scores.tolist())
    local.close()
    counted = server._fields._counted
    assert len({fields for fields, _ in counted}) <= 4
