"""A folder with TREC topics, qrels and a corpus, such as the args.me corpus with the Touché topics."""

from __future__ import annotations

from pathlib import Path

from debatable.errors import InputError
from debatable.evaluation.collections.base import Collection
from debatable.evaluation.judgments import Judgments, Query, read_qrels, read_topics

__all__ = ["load_trec"]

_CORPUS = (".json", ".jsonl", ".csv", ".tsv", ".gz", ".zst")


def load_trec(folder: Path) -> Collection:
    """Reads ``topics*`` and ``qrels*`` of a folder; its other files are the corpus, where they lie.

    Topics that nobody judged are left out.

    Raises:
        InputError: There is not exactly one file of topics, not one of qrels, or no corpus.
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
