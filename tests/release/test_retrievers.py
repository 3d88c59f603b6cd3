"""LangChain and LlamaIndex themselves: their retrievers over an index, called as their users call them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from debatable.engines import Engine, open_engine
from debatable.errors import QueryError
from tests.support.indexes import cars_index

pytestmark = [
    pytest.mark.release,
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # of packages that these need
    pytest.mark.filterwarnings("ignore::UserWarning"),
]


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    with open_engine(cars_index(tmp_path / "index")) as opened:
        yield opened


def check(metadata: dict[str, Any]) -> None:
    assert (metadata["stance"], metadata["claim"], metadata["source"]) == ("pro", "Ban cars", "portal")
    assert metadata["url"] == "https://example.org/a" and metadata["rank"] == 1
    assert "relevance" in metadata and metadata["stance_confidence"] > 0.5


def test_langchain(engine: Engine) -> None:
    pytest.importorskip("langchain_core", reason="LangChain is not installed")
    from langchain_core.runnables import RunnableLambda

    from debatable.integrations.langchain import DebatableRetriever

    retriever = DebatableRetriever(engine=engine, method="bm25", stance="pro")
    found = retriever.invoke("Ban cars")
    assert [(one.page_content, one.id) for one in found] == [("Cars are loud", "a")]
    check(found[0].metadata)
    assert asyncio.run(retriever.ainvoke("Ban cars")) == found
    assert retriever.batch(["Ban cars", "Ban cars"]) == [found, found]
    chain = retriever | RunnableLambda(lambda documents: [one.metadata["stance"] for one in documents])
    assert chain.invoke("Ban cars") == ["pro"]
    with pytest.raises(QueryError, match="the query is empty"):
        retriever.invoke("")


def test_llama_index(engine: Engine) -> None:
    pytest.importorskip("llama_index.core", reason="LlamaIndex is not installed")
    from debatable.integrations.llama_index import DebatableRetriever

    retriever = DebatableRetriever(engine, "bm25", stance="pro")
    found = retriever.retrieve("Ban cars")
    assert [(one.text, one.node_id) for one in found] == [("Cars are loud", "a")]
    assert found[0].score == engine.search("Ban cars", method="bm25", stance="pro").hits[0].score
    check(found[0].metadata)
    again = asyncio.run(retriever.aretrieve("Ban cars"))
    assert [(one.text, one.score, one.metadata) for one in again] == [
        (one.text, one.score, one.metadata) for one in found
    ]
