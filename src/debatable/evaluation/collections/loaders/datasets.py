"""Data sets of the ir_datasets package, by their ids."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from debatable.errors import InputError, MissingExtraError
from debatable.evaluation.collections.base import Collection
from debatable.evaluation.collections.native import save_collection
from debatable.evaluation.judgments import Judgment, Judgments, Query

__all__ = ["load_dataset"]


def load_dataset(identifier: str, into: Path) -> Collection:
    """Loads a data set such as ``beir/webis-touche2020/v2`` and keeps it in our shape under `into`.

    ir_datasets fetches what it does not have; that is the only network here, and the user asked for it.

    Raises:
        MissingExtraError: ir_datasets is not installed.
        InputError: It knows no such data set, or the data set has no documents, queries or qrels.
    """
    try:
        package = importlib.import_module("ir_datasets")
    except ImportError as error:
        raise MissingExtraError("datasets", "data sets of ir_datasets") from error
    try:
        dataset = package.load(identifier)
    except KeyError as error:
        raise InputError(
            f"ir_datasets knows no {identifier!r}", todo="see https://ir-datasets.com"
        ) from error
    for part in ("docs", "queries", "qrels"):
        if not getattr(dataset, f"has_{part}")():
            raise InputError(f"{identifier} has no {part}", todo="name a data set with all three")
    rows = [Judgment(str(r.query_id), str(r.doc_id), float(r.relevance)) for r in dataset.qrels_iter()]
    judged = {row.query_id for row in rows}
    queries = [Query(str(q.query_id), _query_text(q)) for q in dataset.queries_iter() if q.query_id in judged]
    known = {query.id for query in queries}
    judgments = Judgments(row for row in rows if row.query_id in known)
    return save_collection(into, _records(dataset, identifier), queries, judgments)


def _query_text(query: Any) -> str:
    for name in ("text", "title", "query"):
        text = getattr(query, name, None)
        if isinstance(text, str) and text.strip():
            return text.strip()
    return str(query.default_text())


def _records(dataset: Any, source: str) -> Iterator[dict[str, Any]]:
    for document in dataset.docs_iter():
        yield {"id": str(document.doc_id), **_argument(document), "source": source}


def _argument(document: Any) -> dict[str, Any]:
    premises = getattr(document, "premises", None)
    if premises:
        joined = "\n".join(premise.text for premise in premises)
        stance = _stance(premises[0].stance)
        return {"claim": document.conclusion or None, "premise": joined, "stance": stance}
    text = getattr(document, "text", None) or document.default_text()
    claim = getattr(document, "title", None) or None
    return {"claim": claim, "premise": text, "stance": _stance(getattr(document, "stance", None))}


def _stance(value: Any) -> str | None:
    name = str(getattr(value, "name", value)).lower()
    return name if name in ("pro", "con") else None
