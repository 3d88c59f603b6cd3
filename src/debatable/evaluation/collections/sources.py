"""From the name of a collection to its data: our folders, BEIR, TREC, ir_datasets; for evaluation or training."""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from platformdirs import user_cache_path

from debatable.corpus.readers import OnError, read
from debatable.engines import demo_collection
from debatable.errors import InputError, MissingExtraError, RecordError
from debatable.evaluation.collections.base import (
    Collection,
    collection_file,
    native_collection,
    save_collection,
)
from debatable.evaluation.judgments import Judgment, Judgments, Query
from debatable.evaluation.lines import json_lines
from debatable.evaluation.trec_files import read_qrels, read_topics
from debatable.model import Stance

if TYPE_CHECKING:
    from debatable.learning.training import Material

BUNDLED_COLLECTION, TRAINING_SPLIT, _DATASETS = "bundled", "train", "ir_datasets:"
_CORPUS = (".json", ".jsonl", ".csv", ".tsv", ".gz", ".zst")


def load_beir(folder: Path, into: Path) -> Collection:
    """Reads a BEIR folder and keeps it in our shape under `into`.

    The title of a document becomes the claim, its text the premise. Each file of ``qrels`` is a split;
    queries that nobody judged are left out.

    Raises:
        InputError: A file is missing, or a query that was judged.
    """
    files = [path for end in ("*.tsv.gz", "*.tsv") for path in (folder / "qrels").glob(end)]
    tables = {path.name.partition(".tsv")[0]: path for path in files}  # rather a file than its packed form
    if not tables:
        raise InputError("there is no qrels/*.tsv", where=str(folder), todo="give a whole BEIR folder")
    rows: list[Judgment] = []
    splits: dict[str, str] = {}
    for split, table in sorted(tables.items()):
        judgments = read_qrels(table)
        rows.extend(judgments.rows)
        splits.update(dict.fromkeys(judgments, split))
    queries_file = collection_file(folder, "queries.jsonl")
    queries = [
        Query(_field(record, "_id", place), _field(record, "text", place), splits[str(record["_id"])])
        for place, record in json_lines(queries_file)
        if str(record.get("_id")) in splits
    ]
    if unknown := splits.keys() - {query.id for query in queries}:
        reason = f"query {min(unknown)!r} of qrels/{splits[min(unknown)]}.tsv is not there"
        raise InputError(reason, where=str(queries_file), todo="add it, or take its judgments out")
    records = _beir_records(collection_file(folder, "corpus.jsonl"))
    return replace(save_collection(into, records, queries, Judgments(rows)), name=folder.resolve().name)


def _beir_records(path: Path) -> Iterator[dict[str, Any]]:
    for place, record in json_lines(path):
        metadata = record.get("metadata")
        yield {
            "id": _field(record, "_id", place),
            "claim": record.get("title") or None,
            "premise": _text(record, place),
            "stance": _stance(metadata.get("stance")) if isinstance(metadata, dict) else None,
            "source": path.resolve().parent.name,
        }


def _text(record: dict[str, Any], place: str) -> str:
    """Returns the text of a document; one without any is left out later, as every premise without a text is."""
    text = record.get("text")
    return "" if isinstance(text, str) and not text.strip() else _field(record, "text", place)


def _field(record: dict[str, Any], key: str, place: str) -> str:
    value = record.get(key)
    if not isinstance(value, str | int) or not str(value).strip():
        todo = "give a BEIR folder as its authors publish it"
        raise InputError(f"{key} is missing", where=place, todo=todo)
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
        reason = f"ir_datasets knows no {identifier!r}"
        raise InputError(reason, todo="see https://ir-datasets.com") from error
    return _loaded(dataset, identifier, into)


def _loaded(dataset: Any, identifier: str, into: Path) -> Collection:
    """Keeps documents, queries and judgments of a data set in our shape."""
    for part in ("docs", "queries", "qrels"):
        if not getattr(dataset, f"has_{part}")():
            raise InputError(f"{identifier} has no {part}", todo="name a data set with all three")
    rows = [_dataset_judgment(row) for row in dataset.qrels_iter()]
    judged = {row.query_id for row in rows}
    queries = [Query(str(q.query_id), _query_text(q)) for q in dataset.queries_iter() if q.query_id in judged]
    query_ids = {query.id for query in queries}
    judgments = Judgments(row for row in rows if row.query_id in query_ids)
    return save_collection(into, _dataset_records(dataset, identifier), queries, judgments)


def _dataset_judgment(row: Any) -> Judgment:
    """Returns a judgment with its quality and stance, where the data set has them."""
    quality, stance = getattr(row, "quality", None), _stance(getattr(row, "stance", None))
    return Judgment(
        str(row.query_id),
        str(row.doc_id),
        float(row.relevance),
        stance=Stance(stance) if stance else Stance.NONE,
        quality=None if quality is None else float(quality),
    )


def _query_text(query: Any) -> str:
    texts = (getattr(query, name, None) for name in ("text", "title", "query"))
    given = (text.strip() for text in texts if isinstance(text, str) and text.strip())
    return next(given, None) or str(query.default_text())


def _dataset_records(dataset: Any, source: str) -> Iterator[dict[str, Any]]:
    for document in dataset.docs_iter():
        premises = getattr(document, "premises", None)
        if premises:
            claim, text = document.conclusion, "\n".join(premise.text for premise in premises)
            stance = premises[0].stance
        else:
            claim, stance = getattr(document, "title", None), getattr(document, "stance", None)
            text = getattr(document, "text", None) or document.default_text()
        yield {
            "id": str(document.doc_id),
            "claim": claim or None,
            "premise": text,
            "stance": _stance(stance),
            "source": source,
        }


def _stance(value: Any) -> str | None:
    name = str(getattr(value, "name", value)).lower()
    return name if name in ("pro", "con") else None


def load_trec(folder: Path) -> Collection:
    """Reads ``topics*`` and ``qrels*`` of a folder; its other files are the corpus, where they lie.

    Qrels that have ``quality`` in their name, as those of Touché 2021, grade the quality of what the others grade the
    relevance of. Judgments of other topics are left out.

    Raises:
        InputError: A file is missing, or none of the topics was judged.
    """
    topics_file = _one(folder, "topics")
    of_quality = sorted(path for path in folder.glob("qrels*quality*") if path.is_file())
    qrels_file = _one(folder, "qrels", without=of_quality)
    judgments = read_qrels(qrels_file)
    if of_quality:
        judgments = _with_quality(judgments, _one(folder, "qrels*quality"))
    topics = read_topics(topics_file)
    corpus = tuple(
        path
        for path in sorted(folder.iterdir())
        if path.is_file() and path.suffix in _CORPUS and path not in (topics_file, qrels_file, *of_quality)
    )
    if not corpus:
        todo = "put args.me JSON or JSON lines there"
        raise InputError("there is no corpus file", where=str(folder), todo=todo)
    queries = tuple(Query(number, text) for number, text in topics.items())
    rows = [row for row in judgments.rows if row.query_id in topics]
    if not rows:
        reason = f"none of its topics is in {topics_file.name}"
        raise InputError(reason, where=str(qrels_file), todo="use the same ids in both")
    return Collection(folder.resolve().name, queries, Judgments(rows), corpus)


def _with_quality(judgments: Judgments, path: Path) -> Judgments:
    """Returns judgments with the grades of quality of a file.

    Raises:
        InputError: Something was judged for its quality but not for its relevance.
    """
    quality = {(row.query_id, row.premise_id): row.relevance for row in read_qrels(path).rows}
    known = {(row.query_id, row.premise_id) for row in judgments.rows}
    if unknown := [key for key in quality if key not in known]:
        query, premise = unknown[0]
        reason = f"premise {premise!r} of query {query!r} has a quality and no relevance"
        raise InputError(reason, where=str(path), todo="judge both, or leave it out")
    return Judgments(
        replace(row, quality=quality.get((row.query_id, row.premise_id))) for row in judgments.rows
    )


def _one(folder: Path, start: str, without: Sequence[Path] = ()) -> Path:
    files = sorted(path for path in folder.glob(f"{start}*") if path.is_file() and path not in without)
    if len(files) != 1:
        reason = f"{len(files)} files named {start}*"
        raise InputError(reason, where=str(folder), todo="put exactly one there")
    return files[0]


class Dataset(Protocol):
    """A data set of ir_datasets, as ``ir_datasets.load`` returns it or as one builds it."""

    def docs_iter(self) -> Iterator[Any]:
        """Yields the documents."""

    def queries_iter(self) -> Iterator[Any]:
        """Yields the queries."""

    def qrels_iter(self) -> Iterator[Any]:
        """Yields the judgments."""


def collection(source: Collection | Dataset | str | Path = "", *, cache: Path | None = None) -> Collection:
    """Returns the collection of a folder, or of ``ir_datasets:ID``, or the bundled one.

    Args:
        source: A folder in our shape, a BEIR folder, or one with TREC topics and qrels; or a data set of
            ir_datasets; without it the collection that ships with the package. A collection is returned as it is.
        cache: Where collections of others are kept in our shape; the user's cache without it.

    Raises:
        InputError: There is no such folder, or it is none of these.

    >>> collection().name
    'bundled'
    """
    if isinstance(source, Collection):
        return source
    if not isinstance(source, str | Path):
        return _dataset_collection(source, cache)
    name = str(source)
    if name.startswith(_DATASETS):
        return load_dataset(name.removeprefix(_DATASETS), _kept(name, cache))
    folder = Path(source) if name else demo_collection()
    if not folder.is_dir():
        raise InputError("there is no such folder", where=name, todo="give a folder as in docs/evaluation.md")
    if (folder / "qrels").is_dir():
        return load_beir(folder, _kept(str(folder.resolve()), cache, folder.resolve().name))
    return load_trec(folder) if _is_trec(folder) else native_collection(folder)


def _is_trec(folder: Path) -> bool:
    """Returns whether queries and judgments of a folder are those of TREC files.

    Qrels beside our own queries and judgments are a copy for other tools, as ``agreement --qrels`` writes it.
    """
    topics, qrels, queries, judgments = (
        any(folder.glob(f"{name}*")) for name in ("topics", "qrels", "queries.jsonl", "judgments.jsonl")
    )
    return (topics or not (queries and judgments)) if qrels else topics and not queries


def _dataset_collection(dataset: Dataset, cache: Path | None) -> Collection:
    if not all(hasattr(dataset, f"{part}_iter") for part in ("docs", "queries", "qrels")):
        kind = type(dataset).__name__
        raise InputError(
            f"the collection is of type {kind}", todo="give a folder or a data set of ir_datasets"
        )
    own = getattr(dataset, "dataset_id", None)
    name = str(own()) if callable(own) else f"local-{_content_hash(dataset)}"
    return _loaded(dataset, name, _kept(f"{_DATASETS}{name}", cache))


def _content_hash(dataset: Dataset) -> str:
    """Returns a hash of all that a data set without a name holds."""
    digest = hashlib.blake2b(digest_size=8)
    for part in (dataset.docs_iter(), dataset.queries_iter(), dataset.qrels_iter()):
        for record in part:
            digest.update(repr(record).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def _kept(name: str, cache: Path | None, short: str = "") -> Path:
    label = short or name.removeprefix(_DATASETS).replace("/", "-")
    home = cache or user_cache_path("debatable")
    return home / "collections" / f"{label}-{hashlib.blake2b(name.encode(), digest_size=4).hexdigest()}"


def material(
    source: str | Path,  # ``bundled``, a collection as ``evaluate`` takes it, or a corpus as for ``index``
    split: str = "",  # part of the queries whose judgments count, or all; by default train where there is one
    *,
    on_error: OnError = "stop",  # what a bad record of a corpus does; those of a collection are left out
    on_skip: Callable[[RecordError], None] | None = None,  # called with each record of a corpus left out
) -> Material:
    """Returns the training material of a collection, or of a corpus without queries.

    >>> bundled = material("bundled")
    >>> len(bundled.arguments), len(bundled.judged)
    (685, 2055)
    """
    from debatable.learning.training import JudgedPremise, Material

    name, path = str(source), Path(source)
    is_folder = path.is_dir() and any(any(path.glob(files)) for files in ("queries.jsonl*", "qrels*"))
    if name != BUNDLED_COLLECTION and not name.startswith(_DATASETS) and not is_folder:
        if split not in ("", "all"):
            raise InputError(f"a corpus has no split {split!r}", where=name, todo="leave --split out")
        return Material(path.resolve().name, tuple(read([path], on_error=on_error, on_skip=on_skip)))
    whole = collection("" if name == BUNDLED_COLLECTION else source)
    chosen = split or (TRAINING_SPLIT if TRAINING_SPLIT in whole.splits else "all")
    part = whole if chosen == "all" else whole.of_split(chosen)
    arguments = tuple(read(part.corpus, on_error="skip"))
    premises = {argument.id: argument.premise.text for argument in arguments}
    queries = {query.id: query.text for query in part.queries}
    rows = [row for row in part.judgments.rows if row.premise_id in premises and row.query_id in queries]
    judged = []
    for row in rows:
        query, premise = queries[row.query_id], premises[row.premise_id]
        judged.append(JudgedPremise(query, premise, row.relevance, row.cluster, row.stance, row.quality))
    return Material(part.name, arguments, tuple(judged))
