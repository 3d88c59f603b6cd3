"""PyTerrier itself: our stages in its pipelines, and its experiment beside our evaluation."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from debatable.engines import Engine, open_engine
from debatable.errors import InputError, QueryError
from debatable.evaluation import evaluate
from debatable.evaluation.collections import Collection, collection
from debatable.evaluation.runs import collection_engine
from tests.support.indexes import BY_WORDS, cars_index

pytestmark = [
    pytest.mark.release,
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # of packages that PyTerrier needs
    pytest.mark.filterwarnings("ignore::FutureWarning"),
]
pd = pytest.importorskip("pandas", reason="pandas is not installed")
pt = pytest.importorskip("pyterrier", reason="PyTerrier is not installed")

BENCH = Path(__file__).parents[3] / "shared" / "bench"
DEPTH = 100


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    with open_engine(cars_index(tmp_path / "index")) as opened:
        yield opened


@pytest.fixture
def queries() -> Any:
    return pd.DataFrame([("1", "Ban cars"), ("2", "Cars are free")], columns=["qid", "query"])


def test_a_retriever_adds_documents_scores_stances_and_clusters(engine: Engine, queries: Any) -> None:
    from debatable.integrations.pyterrier import COLUMNS, Retriever

    found = Retriever(engine, "bm25")(queries.assign(split="test"))
    assert list(found.columns) == ["qid", "query", "split", *COLUMNS]
    first = found[found.qid == "1"]
    assert dict(zip(first.docno, first.stance, strict=True)) == {"a": "pro", "b": "con"}
    assert list(first["rank"]) == [0, 1] and first.score.is_monotonic_decreasing
    assert set(first.text) == {"Cars are loud", "Cars are free"} and set(first.claim) == {"Ban cars"}
    assert not pt.java.started()


def test_operators_of_pipelines_work(engine: Engine, queries: Any) -> None:
    from debatable.integrations.pyterrier import Reranker, Retriever

    words: Any = Retriever(engine, "bm25")
    assert list((words % 1)(queries).groupby("qid").size()) == [1, 1]
    doubled = (words + words)(queries).set_index(["qid", "docno"]).score
    alone = words(queries).set_index(["qid", "docno"]).score
    assert doubled.to_dict() == pytest.approx((2 * alone).to_dict())
    one = (words % 1) >> Reranker(engine, "bm25f")
    assert list(one(queries).docno) == list((words % 1)(queries).docno)
    assert len((words >> words)(queries)) == len(words(queries))
    assert len(words(queries.head(0))) == 0 and "stance" in words(queries.head(0))
    assert "bm25" in repr(words)


@pytest.mark.parametrize(
    "asked", [["Ban cars", "qwertyuiop"], ["qwertyuiop", "Ban cars"], ["qwertyuiop"], []]
)
def test_scores_are_numbers_where_a_query_finds_nothing(engine: Engine, asked: list[str]) -> None:
    """Guards against columns of Python objects, which an empty answer among others made of all."""
    from debatable.integrations.pyterrier import Reranker, Retriever

    queries = pd.DataFrame([(str(n), text) for n, text in enumerate(asked)], columns=["qid", "query"])
    found = Retriever(engine, "bm25")(queries)
    for frame in (found, Reranker(engine, "bm25f")(found)):
        assert frame.score.dtype.kind == "f" and frame["rank"].dtype.kind == "i"
        assert len(frame) == (2 if "Ban cars" in asked else 0)


def test_a_column_of_a_query_gives_way_to_one_of_a_retriever(engine: Engine, queries: Any) -> None:
    """Guards against two columns of one name, both with the values of the hits."""
    from debatable.integrations.pyterrier import COLUMNS, Retriever

    found = Retriever(engine, "bm25")(queries.assign(claim="asked", year=2020))
    assert sorted(found.columns) == sorted(["qid", "query", "year", *COLUMNS])
    assert set(found.claim) == {"Ban cars"} and set(found.year) == {2020}


@pytest.mark.parametrize("missing", [None, float("nan")])
def test_a_query_that_is_missing_is_refused(engine: Engine, missing: object) -> None:
    """Guards against a search for the word "None" or "nan"."""
    from debatable.integrations.pyterrier import Retriever

    queries = pd.DataFrame({"qid": ["1"], "query": pd.Series([missing], dtype=object)})
    with pytest.raises(QueryError, match="no text"):
        Retriever(engine, "bm25")(queries)


def test_an_iterator_of_documents_becomes_an_index(tmp_path: Path, queries: Any) -> None:
    from debatable.integrations.pyterrier import Indexer

    documents = (
        {"docno": f"d{n}", "text": f"Cars are {word}", "claim": "Ban cars"} for n, word in enumerate("ab")
    )
    retriever = Indexer(tmp_path / "made", configuration=BY_WORDS).index(documents)
    with retriever.engine:
        retriever.method = "bm25"
        assert set(retriever(queries).docno) == {"d0", "d1"}
    with pytest.raises(InputError, match="a document has no 'text'"):
        Indexer(tmp_path / "other", configuration=BY_WORDS).index([{"docno": "d"}])


def test_queries_without_text_are_refused(engine: Engine) -> None:
    from debatable.integrations.pyterrier import Retriever

    with pytest.raises(pt.validate.InputValidationError):
        Retriever(engine)(pd.DataFrame([("1",)], columns=["qid"]))


def bench_collection() -> Collection:
    folder = BENCH / "argquality20"
    return collection(folder if folder.is_dir() else "").reported()


@pytest.mark.parametrize("method", ["bm25f", "best"])
def test_its_experiment_and_our_evaluation_agree(method: str) -> None:
    """Two programs, two implementations of the measures: the same to 1e-6, query by query."""
    pytest.importorskip("pytrec_eval", reason="pytrec_eval has no wheel for this processor")
    from debatable.integrations.pyterrier import Retriever, qrels, topics

    tested = bench_collection()
    with collection_engine(tested) as engine:
        ours = evaluate(
            tested, [method], ["nDCG@10", "AP"], searcher=engine, condensed=False, depth=DEPTH
        ).methods[method]
        judged = qrels(tested, engine)
        for name, metric, k in (("nDCG@10", "ndcg_cut_10", 10), ("AP", "map", DEPTH)):
            stage = Retriever(engine, method, k=k)
            theirs = pt.Experiment([stage], topics(tested), judged, [metric], perquery=True)
            values = dict(zip(theirs.qid, theirs.value, strict=True))
            expected = dict(zip((query.id for query in tested.queries), ours.values[name], strict=True))
            assert values == pytest.approx(expected, abs=1e-6), name
    assert not pt.java.started()
