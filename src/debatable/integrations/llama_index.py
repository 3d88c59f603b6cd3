"""LlamaIndex: an index as a retriever, with stance, relevance, claim and source in the metadata."""

from __future__ import annotations

import asyncio
from typing import Any

from debatable.engines import Engine, StanceChoice
from debatable.errors import MissingExtraError
from debatable.model import Answer
from debatable.ranking import Method

try:
    from llama_index.core.retrievers import BaseRetriever
    from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode
except ImportError:
    raise MissingExtraError("llama-index", "retrievers of LlamaIndex") from None

__all__ = ["DebatableRetriever", "nodes"]


class DebatableRetriever(BaseRetriever):  # type: ignore[misc]  # the package may not be there
    """Finds premises for and against a claim; ``aretrieve`` does so in a thread."""

    def __init__(
        self,
        engine: Engine,
        method: str | Method = "best",
        *,
        k: int = 10,
        stance: StanceChoice = "any",
        **options: Any,
    ) -> None:
        """Takes what is asked.

        Args:
            engine: ``debatable.open(…)`` or ``debatable.demo()``.
            method: The method, by name or itself.
            k: How many nodes at most.
            stance: ``any``, ``pro``, ``con``, or ``both`` for the better half of each.
            options: Of LlamaIndex, such as a callback manager.
        """
        self.engine, self.method, self.k, self.stance = engine, method, k, stance
        super().__init__(**options)

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return nodes(
            self.engine.search(query_bundle.query_str, method=self.method, k=self.k, stance=self.stance)
        )

    async def _aretrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        return await asyncio.to_thread(self._retrieve, query_bundle)


def nodes(answer: Answer) -> list[NodeWithScore]:
    """Returns the hits of an answer as nodes with their scores, best first."""
    found = []
    for row in answer.as_rows():
        content, name, score = row.pop("premise"), row.pop("premise_id"), row.pop("score")
        found.append(NodeWithScore(node=TextNode(text=content, id_=name, metadata=row), score=score))
    return found
