"""What is asked the queries of a collection: an engine on its corpus, or a searcher of one's own."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from debatable.embedding import ENCODERS, Encoder
from debatable.embedding import encoder as parse_encoder
from debatable.engines import (
    READ,
    Configuration,
    Engine,
    collection_index,
    demo_collection,
    demo_index,
    open_engine,
)
from debatable.errors import InputError, RecordError
from debatable.evaluation.collections import Collection
from debatable.model import Answer
from debatable.progress import Progress
from debatable.ranking import Method


class Searcher(Protocol):
    """What can be evaluated: anything that answers a query and knows its premises by record id."""

    def search(self, query: str, *, method: str | Method, k: int, strict: bool) -> Answer:
        """Returns the best k premises; not strict, all that was ranked are hits, each on a side."""

    def resolve(self, ids: Iterable[str]) -> Mapping[str, str]:
        """Returns the premise id of each record id it knows."""


@contextmanager
def collection_engine(
    collection: Collection,  # whose corpus is searched
    index: Path | None = None,  # index of the corpus; without it one is made in the cache, once
    *,
    encoder: str | Encoder = "",  # of the index that is made, by name or itself; the bundled one without it
    long_texts: tuple[str, ...] = ("first",),  # vectors of premises that the index is to have
    clusters: str = "",  # how claims and premises of the index that is made are clustered; as usual without it
    read: str = READ,  # model that reads claims for the index that is made; none if empty
    cache: Path | None = None,  # where indexes are kept; the user's cache folder without it
    on_skip: Callable[[RecordError], None] | None = None,  # called with each record left out of the index
    progress: Progress | None = None,  # called with each step of making it
) -> Iterator[Engine]:
    """Opens an engine on the corpus of a collection."""
    with _encoder_name(encoder) as name:
        usual = Configuration(read=READ)
        how = Configuration(
            encoder=name, long_texts=long_texts, clusters=clusters or usual.clusters, read=read
        )
        if index is not None:
            folder = index
        elif collection.corpus[0].parent == demo_collection() and how == usual:
            folder = demo_index(progress)
        else:
            folder = collection_index(
                collection, configuration=how, cache=cache, on_skip=on_skip, progress=progress
            )
        with open_engine(folder, exact=True) as engine:
            yield engine


@contextmanager
def searcher_of(
    collection: Collection, given: Searcher | None, encoder: str | Encoder, progress: Progress | None
) -> Iterator[Searcher]:
    """Returns the searcher that is given, or opens an engine on the corpus of a collection."""
    if given is None:
        with collection_engine(collection, encoder=encoder, progress=progress) as engine:
            yield engine
    elif encoder:
        raise InputError("a searcher and an encoder are given", todo="leave one of them out")
    else:
        yield given


@contextmanager
def _encoder_name(given: str | Encoder) -> Iterator[str]:
    """Gives an encoder of one's own, or one of a folder, a name while its index is made and searched."""
    if isinstance(given, str) and (not given or given in ENCODERS or not Path(given).expanduser().is_dir()):
        yield given or Configuration().encoder
        return
    own = parse_encoder(given)
    registered = ENCODERS.name(own)
    if registered in ENCODERS and ENCODERS[registered] == own:
        yield registered
        return
    name = f"own-{hashlib.sha256(own.fingerprint.encode()).hexdigest()[:16]}"
    ENCODERS.register(name, own, replace=True)
    try:
        yield name
    finally:
        ENCODERS.unregister(name)
