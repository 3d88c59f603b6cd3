"""From the name of a collection to its data: for evaluation, or as training material."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_cache_path

from debatable.corpus.readers import OnError, read
from debatable.engines import demo_collection
from debatable.errors import InputError, RecordError
from debatable.evaluation.collections.base import Collection, native_collection
from debatable.evaluation.collections.loaders import load_beir, load_dataset, load_trec

if TYPE_CHECKING:
    from debatable.learning.training import Material

__all__ = ["collection", "material"]

BUNDLED_COLLECTION, TRAINING_SPLIT = "bundled", "train"
_DATASETS = "ir_datasets:"


def collection(source: Collection | str | Path = "", *, cache: Path | None = None) -> Collection:
    """Returns the collection of a folder, or of ``ir_datasets:ID``, or the bundled one.

    Args:
        source: A folder in our shape, a BEIR folder, or one with TREC topics and qrels; without it the
            collection that ships with the package. A collection is returned as it is.
        cache: Where collections of others are kept in our shape; the user's cache without it.

    Raises:
        InputError: There is no such folder, or it is none of these.

    >>> collection().name
    'bundled'
    """
    if isinstance(source, Collection):
        return source
    name = str(source)
    if name.startswith(_DATASETS):
        return load_dataset(name.removeprefix(_DATASETS), _kept(name, cache))
    folder = Path(source) if name else demo_collection()
    if not folder.is_dir():
        raise InputError("there is no such folder", where=name, todo="give a folder as in docs/evaluation.md")
    if (folder / "qrels").is_dir():
        return load_beir(folder, _kept(str(folder.resolve()), cache, folder.resolve().name))
    if any(folder.glob("qrels*")):
        return load_trec(folder)
    return native_collection(folder)


def _kept(name: str, cache: Path | None, short: str = "") -> Path:
    label = short or name.removeprefix(_DATASETS).replace("/", "-")
    home = cache or user_cache_path("debatable")
    return home / "collections" / f"{label}-{hashlib.blake2b(name.encode(), digest_size=4).hexdigest()}"


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

    >>> found = material("bundled")
    >>> len(found.arguments), len(found.judged)
    (685, 2055)
    """
    from debatable.learning.training import Material

    name, path = str(source), Path(source)
    if name == BUNDLED_COLLECTION or name.startswith(_DATASETS) or _is_collection(path):
        return _of_collection(collection("" if name == BUNDLED_COLLECTION else source), split)
    if split not in ("", "all"):
        raise InputError(f"a corpus has no split {split!r}", where=name, todo="leave --split out")
    return Material(path.resolve().name, tuple(read([path], on_error=on_error, on_skip=on_skip)))


def _is_collection(path: Path) -> bool:
    return path.is_dir() and any(any(path.glob(pattern)) for pattern in ("queries.jsonl*", "qrels*"))


def _of_collection(found: Collection, split: str) -> Material:
    from debatable.learning.training import JudgedPremise, Material

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
