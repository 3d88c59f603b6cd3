"""What is wrong with a search is told in one sentence of one type; no other exception comes out."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import debatable
from debatable.engines import Engine
from debatable.errors import ClosedError, DebatableError, InputError, QueryError, UnknownNameError
from debatable.ranking import MAX_HITS, Backend, Question, Scored, method
from tests.support.indexes import cars_index


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    with debatable.open(cars_index(tmp_path_factory.mktemp("cars") / "index")) as engine:
        yield engine


@pytest.mark.parametrize("query", [None, 7, b"cars", ["cars"], "", " \t", "x" * 10_001, "\ud800"])
def test_a_query_that_is_none(engine: Engine, query: Any) -> None:
    with pytest.raises(QueryError):
        engine.search(query, method="bm25")
    with pytest.raises(QueryError):
        engine.search_many(["cars", query], method="bm25")


@pytest.mark.parametrize("query", ["-cars", '-"loud cars" -bikes'])
def test_a_query_that_only_excludes_is_not_called_empty(engine: Engine, query: str) -> None:
    with pytest.raises(QueryError, match="names only what must not be there; add a claim"):
        engine.search(query, method="bm25", operators=True)


@pytest.mark.parametrize("k", [0, -1, MAX_HITS + 1, None, "3", 2.0, True, [3]])
def test_a_number_of_hits_that_is_none(engine: Engine, k: Any) -> None:
    with pytest.raises(QueryError):
        engine.search("cars", method="bm25", k=k)


def test_numbers_of_other_libraries_are_numbers(engine: Engine) -> None:
    assert len(engine.search("cars", method="bm25", k=np.int64(1), strict=False)) == 1  # type: ignore[arg-type]
    second = engine.search("cars", method="bm25", k=1, offset=np.int64(1), strict=False)  # type: ignore[arg-type]
    assert second.hits == engine.search("cars", method="bm25", k=2, strict=False).hits[1:]
    assert second.as_dict()["parameters"]["offset"] == 1 and type(second.parameters["offset"]) is int


@pytest.mark.parametrize("offset", [-1, MAX_HITS, None, "3", 2.0, True])
def test_an_offset_that_is_none(engine: Engine, offset: Any) -> None:
    with pytest.raises(QueryError, match="^the offset is .*; give a whole number from 0 to 9,990$"):
        engine.search("cars", method="bm25", offset=offset)


@pytest.mark.parametrize("stance", [None, "perhaps", "PRO", "", 1, ["pro"]])
def test_a_stance_that_is_none(engine: Engine, stance: Any) -> None:
    with pytest.raises(QueryError, match="give one of any, both, pro, con"):
        engine.search("cars", method="bm25", stance=stance)


@pytest.mark.parametrize("option", ["sources", "languages", "among"])
@pytest.mark.parametrize("given", [None, "portal", 7, [None], ["portal", 7], b"portal"])
def test_a_list_that_is_none(engine: Engine, option: str, given: Any) -> None:
    with pytest.raises(InputError, match=f"{option} is .*; give a list"):
        engine.search("cars", method="bm25", **{option: given})


@pytest.mark.parametrize("option", ["sources", "languages", "among"])
def test_a_name_that_is_no_unicode(engine: Engine, option: str, tmp_path: Path) -> None:
    """It was a TypeError of the JSON library; in a corpus such a name is written with a sign in its place."""
    with pytest.raises(InputError, match="an id or a name is not valid UTF-8"):
        engine.search("cars", method="bm25", **{option: ["\ud800"]})  # type: ignore[arg-type]
    with pytest.raises(InputError, match="not valid UTF-8"):
        engine.resolve(["\ud800"])
    with pytest.raises(InputError, match="not valid UTF-8"):
        debatable.remove(["\ud800"], from_=cars_index(tmp_path / "index"))


@pytest.mark.parametrize("queries", [None, "cars", 7])
def test_queries_that_are_no_list(engine: Engine, queries: Any) -> None:
    with pytest.raises(InputError, match="list"):
        engine.search_many(queries, method="bm25")


@pytest.mark.parametrize("method", ["", "bm24", "bm25(claims=many)", "bm25(", None, 7, object()])
def test_a_method_that_is_none(engine: Engine, method: Any) -> None:
    with pytest.raises((UnknownNameError, InputError)):
        engine.search("cars", method=method)


def test_a_closed_engine(tmp_path: Path) -> None:
    engine = debatable.open(cars_index(tmp_path / "index"))
    engine.search("cars", method="bm25")
    engine.close()
    engine.close()
    calls = (
        lambda: engine.search("cars", method="bm25"),
        lambda: engine.search_many(["cars"], method="bm25"),
        engine.info,
        engine.health,
        engine.outdated,
        lambda: engine.resolve(["a"]),
    )
    for call in calls:
        with pytest.raises(ClosedError, match="the engine is closed; open the index again"):
            call()


def test_mistakes_are_all_of_one_family() -> None:
    for kind in (ClosedError, InputError, QueryError, UnknownNameError):
        assert issubclass(kind, DebatableError)


@pytest.mark.parametrize("score", [float("nan"), float("inf"), -float("inf")])
def test_a_score_that_is_no_number(engine: Engine, score: float) -> None:
    def broken(question: Question, backend: Backend, k: int) -> list[Scored]:
        found = method("bm25")(question, backend, k)
        return [replace(scored, score=score) for scored in found]

    with pytest.raises(QueryError, match="no numbers; choose smaller parameters"):
        engine.search("cars", method=broken, strict=False)


def test_an_engine_does_not_travel_to_another_process(engine: Engine) -> None:
    """Guards against "cannot pickle '_thread.lock' object" where an engine is given to a pool of processes."""
    for travel in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(InputError, match=r"another process; open the index there with debatable\.open"):
            travel(engine)
