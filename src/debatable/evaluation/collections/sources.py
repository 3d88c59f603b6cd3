"""From what a user names to a collection: the kind of folder is seen by its files."""

from __future__ import annotations

import hashlib
from pathlib import Path

from platformdirs import user_cache_path

from debatable.engines import demo_collection
from debatable.errors import InputError
from debatable.evaluation.collections.base import Collection
from debatable.evaluation.collections.loaders import load_beir, load_dataset, load_trec
from debatable.evaluation.collections.native import native_collection

__all__ = ["collection"]

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
