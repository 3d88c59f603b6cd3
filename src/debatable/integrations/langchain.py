"""LangChain: an index as a retriever, with stance, relevance, claim and source in the metadata."""

from __future__ import annotations

from typing import Any

from debatable.engines import Engine, StanceChoice
from debatable.errors import MissingExtraError
from debatable.model import Answer

try:
    from langchain_core.callbacks import CallbackManagerForRetrieverRun
    from langchain_core.documents import Document
    from langchain_core.retrievers import BaseRetriever
    from pydantic import ConfigDict
except ImportError:
    raise MissingExtraError("langchain", "retrievers of LangChain") from None

__all__ = ["DebatableRetriever", "documents"]


class DebatableRetriever(BaseRetriever):  # type: ignore[misc]  # the package may not be there
    """Finds premises for and against a claim; ``ainvoke`` does so in a thread.

    Attributes:
        engine: What is asked: ``debatable.open(…)`` or ``debatable.demo()``.
        method: The method, by name or itself.
        k: How many documents at most.
        stance: ``any``, ``pro``, ``con``, or ``both`` for the better half of each.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    engine: Engine
    method: Any = "best"  # Method is a protocol, which pydantic cannot check
    k: int = 10
    stance: StanceChoice = "any"

    def _get_relevant_documents(
        self, query: str, *, run_manager: CallbackManagerForRetrieverRun
    ) -> list[Document]:
        del run_manager  # of the interface; a search has no callbacks
        return documents(self.engine.search(query, method=self.method, k=self.k, stance=self.stance))


def documents(answer: Answer) -> list[Document]:
    """Returns the hits of an answer as documents, best first."""
    found = []
    for row in answer.as_rows():
        content, name = row.pop("premise"), row.pop("premise_id")
        found.append(Document(page_content=content, id=name, metadata=row))
    return found
