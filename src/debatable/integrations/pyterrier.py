"""PyTerrier: an index as a transformer, an indexer of documents, and a collection as topics and judgments.

No Java is started: these stages run in Python alone.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from debatable.api import index
from debatable.api import open as open_index
from debatable.engines import Configuration, Engine, Where
from debatable.errors import InputError, MissingExtraError
from debatable.evaluation.collections import Collection
from debatable.evaluation.collections import collection as opened
from debatable.evaluation.runs import falling_scores
from debatable.model import Answer
from debatable.ranking import Method, method_name

try:
    import pandas as pd
    import pyterrier as pt
except ImportError:
    raise MissingExtraError("pyterrier", "transformers of PyTerrier") from None

__all__ = ["Indexer", "Reranker", "Retriever", "qrels", "topics"]

COLUMNS = ("docno", "score", "rank", "stance", "cluster", "relevance", "claim", "text")
"""What a retriever adds to a query."""


class _Searching(pt.Transformer):  # type: ignore[misc]  # the package has no types
    """A stage that asks an engine."""

    def __init__(
        self, engine: Engine | Where, method: str | Method = "best", *, k: int = 100, strict: bool = False
    ) -> None:
        """Takes what is asked.

        Args:
            engine: An engine, or where its index is.
            method: The method, by name or itself.
            k: How many premises a query.
            strict: Whether only what is close to the query is a result; evaluations rank everything.
        """
        self.engine = open_index(engine) if isinstance(engine, str | os.PathLike) else engine
        self.method, self.k, self.strict = method, k, strict

    def __repr__(self) -> str:
        """The stage with its parameters."""
        named = self.method if isinstance(self.method, str) else method_name(self.method)
        return f"{type(self).__name__}({named!r}, k={self.k}, strict={self.strict})"

    def _results(self, query: Mapping[str, Any], **options: Any) -> Iterator[dict[str, Any]]:
        """Yields a row a hit; what the query has by the name of a column of ours gives way to it."""
        answer = self.engine.search(
            query["query"], method=self.method, k=self.k, strict=self.strict, **options
        )
        return ({**query, **row} for row in _rows(answer))


def _frame(rows: Sequence[Mapping[str, Any]], kept: Iterable[str]) -> pd.DataFrame:
    """Returns rows of results as a frame whose scores and ranks are numbers, however many queries found nothing."""
    frame = pd.DataFrame(rows, columns=list(dict.fromkeys([*kept, *COLUMNS])))
    return frame.astype({"score": "float64", "rank": "int64"})


def _rows(answer: Answer) -> Iterator[dict[str, Any]]:
    """Yields a row a hit; scores fall at every rank, so that no tool orders them another way."""
    scores = falling_scores([hit.score for hit in answer.hits])
    for rank, (hit, score) in enumerate(zip(answer.hits, scores, strict=True)):
        values = hit.as_row()
        yield {
            "docno": hit.premise.id,
            "score": score,
            "rank": rank,
            "text": hit.premise.text,
            **{name: values[name] for name in ("stance", "cluster", "relevance", "claim")},
        }


class Retriever(_Searching):
    """Finds premises: from ``qid, query`` to ``docno, score, rank`` with stance, cluster, relevance, claim and text.

    ``docno`` is the id of the premise: records of equal text are one premise, with the id of the first of them.
    """

    def transform(self, inp: pd.DataFrame) -> pd.DataFrame:
        """Returns the premises of every query; other columns of the queries are kept."""
        with pt.validate.any(inp) as v:
            v.query_frame(extra_columns=["query"], mode="queries")
            v.result_frame(extra_columns=["query"], mode="results")
        if v.mode == "results":
            inp = inp[pt.model.query_columns(inp)].drop_duplicates("qid")
        found = [row for query in inp.to_dict("records") for row in self._results(query)]
        return _frame(found, inp.columns)


class Reranker(_Searching):
    """Ranks the documents of another stage anew: those of the index among them, and no others."""

    def transform(self, inp: pd.DataFrame) -> pd.DataFrame:
        """Returns the documents of every query in the order of the method."""
        pt.validate.result_frame(inp, extra_columns=["query"])
        kept = [name for name in pt.model.query_columns(inp) if name in inp]
        found: list[dict[str, Any]] = []
        for _, candidates in inp.groupby("qid", sort=False):
            known = self.engine.resolve(str(name) for name in candidates["docno"])
            if known:
                query = candidates.iloc[0][kept].to_dict()
                found.extend(self._results(query, among=tuple(sorted(known))))
        return _frame(found, kept)


class Indexer(pt.Indexer):  # type: ignore[misc]  # the package has no types
    """Makes an index of documents: ``docno`` and ``text``, and where there are some ``claim``, ``stance`` and so on."""

    def __init__(
        self, into: Where, *, configuration: Configuration | None = None, overwrite: bool = False
    ) -> None:
        """Takes where the index goes, how it is computed, and whether one that is there is replaced."""
        self.into, self.configuration, self.overwrite = into, configuration, overwrite

    def index(self, inp: Iterable[Mapping[str, Any]]) -> Retriever:
        """Makes the index and returns a retriever on it."""
        index(map(_record, inp), into=self.into, configuration=self.configuration, overwrite=self.overwrite)
        return Retriever(self.into)


def _record(document: Mapping[str, Any]) -> dict[str, Any]:
    for name in ("docno", "text"):
        if name not in document:
            raise InputError(
                f"a document has no {name!r}", todo="give dicts with docno and text, as PyTerrier does"
            )
    return {**document, "id": document["docno"], "premise": document["text"]}


def topics(collection: Collection | str | Path) -> pd.DataFrame:
    """Returns the queries of a collection as topics: ``qid``, ``query``."""
    return pd.DataFrame(
        [(query.id, query.text) for query in opened(collection).queries], columns=["qid", "query"]
    )


def qrels(collection: Collection | str | Path, engine: Engine) -> pd.DataFrame:
    """Returns the judgments of a collection, ``qid``, ``docno``, ``label``, by the premises of an engine on its corpus.

    Of records that are one premise, the best judgment counts, as in `debatable.evaluation`.
    """
    judgments = opened(collection).judgments
    premise_of = engine.resolve(sorted({row.premise_id for row in judgments.rows}))
    rows = judgments.renamed(premise_of.get).rows
    odd = next((row.relevance for row in rows if not float(row.relevance).is_integer()), None)
    if odd is not None:
        raise InputError(f"a relevance of {odd} is no grade of trec_eval", todo="judge in whole numbers")
    labels = [(row.query_id, row.premise_id, int(row.relevance)) for row in rows]
    frame = pd.DataFrame(labels, columns=["qid", "docno", "label"])
    return frame.groupby(["qid", "docno"], as_index=False, sort=False).max()
