"""What a model can learn from a collection, or from a corpus without queries."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from debatable.corpus.readers import OnError, read
from debatable.errors import InputError, RecordError
from debatable.evaluation.collections.base import Collection
from debatable.evaluation.collections.sources import collection
from debatable.learning.training import JudgedPremise, Material

__all__ = ["BUNDLED_COLLECTION", "material"]

BUNDLED_COLLECTION = "bundled"
TRAINING_SPLIT = "train"


def material(
    source: str | Path,
    split: str = "",
    *,
    on_error: OnError = "stop",
    on_skip: Callable[[RecordError], None] | None = None,
) -> Material:
    """Returns what there is to learn from.

    Args:
        source: ``bundled``, a collection as ``evaluate`` takes it, or a corpus as ``index`` takes it.
        split: Part of the queries whose judgments count, or all; by default train where there is one.
        on_error: What a bad record of a corpus does; those of a collection are left out, as ``evaluate`` does.
        on_skip: Told of each record of a corpus that is left out.

    Raises:
        InputError: There is no such thing, or it cannot be read.

    >>> found = material("bundled")
    >>> len(found.arguments), len(found.judged)
    (685, 2055)
    """
    name, path = str(source), Path(source)
    if name == BUNDLED_COLLECTION or name.startswith("ir_datasets:") or _is_collection(path):
        return _of_collection(collection("" if name == BUNDLED_COLLECTION else source), split)
    if split not in ("", "all"):
        raise InputError(f"a corpus has no split {split!r}", where=name, todo="leave --split out")
    return Material(path.resolve().name, tuple(read([path], on_error=on_error, on_skip=on_skip)))


def _is_collection(path: Path) -> bool:
    return path.is_dir() and any(any(path.glob(pattern)) for pattern in ("queries.jsonl*", "qrels*"))


def _of_collection(found: Collection, split: str) -> Material:
    chosen = split or (TRAINING_SPLIT if TRAINING_SPLIT in found.splits else "all")
    part = found if chosen == "all" else found.of_split(chosen)
    arguments = tuple(read(part.corpus, on_error="skip"))
    premises = {argument.id: argument.premise.text for argument in arguments}
    queries = {query.id: query.text for query in part.queries}
    judged = tuple(
        JudgedPremise(
            queries[row.query_id],
            premises[row.premise_id],
            row.relevance,
            row.cluster,
            row.stance,
            row.quality,
        )
        for row in part.judgments.rows
        if row.premise_id in premises and row.query_id in queries
    )
    return Material(part.name, arguments, judged)
