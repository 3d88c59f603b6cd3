"""Collections as others publish them: BEIR folders, TREC topics with qrels, data sets of ir_datasets."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from debatable.errors import InputError, MissingExtraError
from debatable.evaluation.collections.base import Collection, save_collection
from debatable.evaluation.judgments import Judgment, Judgments, Query, read_qrels, read_topics
from debatable.evaluation.lines import json_lines

__all__ = ["load_beir", "load_dataset", "load_trec"]


def load_beir(folder: Path, into: Path) -> Collection:
    """Reads a BEIR folder and keeps it in our shape under `into`.

    The title of a document becomes the claim, its text the premise. Each file of ``qrels`` is a split;
    queries that nobody judged are left out.
    """
    tables = sorted((folder / "qrels").glob("*.tsv"))
    if not tables:
        raise InputError("there is no qrels/*.tsv", where=str(folder), todo="give a whole BEIR folder")
    rows: list[Judgment] = []
    splits: dict[str, str] = {}
    for table in tables:
        judgments = read_qrels(table)
        rows.extend(judgments.rows)
        splits.update(dict.fromkeys(judgments, table.stem))
    queries = [
        Query(_field(record, "_id", place), _field(record, "text", place), splits[str(record["_id"])])
        for place, record in json_lines(folder / "queries.jsonl")
        if str(record.get("_id")) in splits
    ]
    return save_collection(into, _beir_records(folder / "corpus.jsonl"), queries, Judgments(rows))


def _beir_records(path: Path) -> Iterator[dict[str, Any]]:
    for place, record in json_lines(path):
        metadata = record.get("metadata")
        stance = str(metadata.get("stance") or "").lower() if isinstance(metadata, dict) else ""
        yield {
            "id": _field(record, "_id", place),
            "claim": record.get("title") or None,
            "premise": _field(record, "text", place),
            "stance": stance if stance in ("pro", "con") else None,
            "source": path.resolve().parent.name,
        }


def _field(record: dict[str, Any], key: str, place: str) -> str:
    value = record.get(key)
    if not isinstance(value, str | int) or not str(value).strip():
        raise InputError(
            f"{key} is missing", where=place, todo="give a BEIR folder as its authors publish it"
        )
    return str(value)


def load_dataset(identifier: str, into: Path) -> Collection:
    """Loads a data set such as ``beir/webis-touche2020/v2`` and keeps it in our shape under `into`.

    ir_datasets fetches what it does not have; that is the only network here, and the user asked for it.
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
    return save_collection(into, _dataset_records(dataset, identifier), queries, judgments)


def _query_text(query: Any) -> str:
    for name in ("text", "title", "query"):
        text = getattr(query, name, None)
        if isinstance(text, str) and text.strip():
            return text.strip()
    return str(query.default_text())


def _dataset_records(dataset: Any, source: str) -> Iterator[dict[str, Any]]:
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


_CORPUS = (".json", ".jsonl", ".csv", ".tsv", ".gz", ".zst")


def load_trec(folder: Path) -> Collection:
    """Reads ``topics*`` and ``qrels*`` of a folder; its other files are the corpus, where they lie.

    Topics that nobody judged are left out.
    """
    topics_file, qrels_file = _one(folder, "topics"), _one(folder, "qrels")
    judgments = read_qrels(qrels_file)
    topics = read_topics(topics_file)
    corpus = tuple(
        path
        for path in sorted(folder.iterdir())
        if path.is_file() and path.suffix in _CORPUS and path not in (topics_file, qrels_file)
    )
    if not corpus:
        raise InputError(
            "there is no corpus file", where=str(folder), todo="put args.me JSON or JSON lines there"
        )
    queries = tuple(Query(number, text) for number, text in topics.items() if number in judgments)
    known = {query.id for query in queries}
    rows = (row for row in judgments.rows if row.query_id in known)
    return Collection(folder.resolve().name, queries, Judgments(rows), corpus)


def _one(folder: Path, start: str) -> Path:
    found = sorted(path for path in folder.glob(f"{start}*") if path.is_file())
    if len(found) != 1:
        raise InputError(
            f"{len(found)} files named {start}*", where=str(folder), todo="put exactly one there"
        )
    return found[0]
