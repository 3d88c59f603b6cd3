"""What answers the queries of a collection, and the methods it is asked with."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from debatable.embedding import ENCODERS, Encoder
from debatable.embedding import encoder as parse_encoder
from debatable.engines import (
    Configuration,
    Engine,
    collection_index,
    demo_collection,
    demo_index,
    open_engine,
)
from debatable.errors import DebatableError, InputError, RecordError
from debatable.evaluation.collections import Collection
from debatable.model import Answer
from debatable.progress import Progress
from debatable.ranking import METHODS, Method, method, method_name

__all__ = [
    "Searcher",
    "asked_methods",
    "collection_engine",
    "is_method",
    "method_label",
    "searcher_of",
    "servable",
]


class Searcher(Protocol):
    """What can be evaluated: anything that answers a query and knows its premises by record id."""

    def search(self, query: str, *, method: str | Method, k: int, strict: bool) -> Answer:
        """Returns the best k premises; not strict, all that was ranked are hits, each on a side."""

    def resolve(self, ids: Iterable[str]) -> Mapping[str, str]:
        """Returns the premise id of each record id it knows."""


@contextmanager
def collection_engine(
    collection: Collection,
    index: Path | None = None,
    *,
    encoder: str | Encoder = "",
    long_texts: tuple[str, ...] = ("first",),
    clusters: str = "",
    cache: Path | None = None,
    on_skip: Callable[[RecordError], None] | None = None,
    progress: Progress | None = None,
) -> Iterator[Engine]:
    """Opens an engine on the corpus of a collection.

    Args:
        collection: Whose corpus is searched.
        index: Index of the corpus; without it one is made in the cache, once.
        encoder: Of the index that is made, by name or itself; the bundled one without it.
        long_texts: Vectors of premises that the index is to have.
        clusters: How claims and premises of the index that is made are clustered; as usual without it.
        cache: Where indexes are kept; the user's cache folder without it.
        on_skip: Told of each record that is left out of the index.
        progress: Told about each step of making it.
    """
    with _encoder_name(encoder) as name:
        usual = Configuration()
        how = Configuration(encoder=name, long_texts=long_texts, clusters=clusters or usual.clusters)
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
    """Gives an encoder of one's own a name while its index is made and searched.

    The name says what its vectors are, so that an index in the cache serves the encoder that made it alone.
    """
    if isinstance(given, str):
        yield given or Configuration().encoder
        return
    known = ENCODERS.name(parse_encoder(given))
    if known in ENCODERS and ENCODERS[known] == given:
        yield known
        return
    name = f"own-{hashlib.sha256(given.fingerprint.encode()).hexdigest()[:16]}"
    ENCODERS.register(name, given, replace=True)
    try:
        yield name
    finally:
        ENCODERS.unregister(name)


def method_label(asked: str | Method) -> str:
    """Returns the name that a method is reported by: the one it was asked for by, or its own.

    >>> from debatable.ranking import method
    >>> method_label("bm25( claims=5 )"), method_label(method("bm25( claims=5 )"))
    ('bm25( claims=5 )', 'bm25(claims=5)')
    """
    if isinstance(asked, str):
        return asked
    own: str | None = getattr(asked, "__name__", None)
    return method_name(asked) if own is None else own  # a plain function has one


def asked_methods(
    asked: Iterable[str | Method] | None = None, *, known: bool = True
) -> dict[str, str | Method]:
    """Returns methods by the name they are reported by, each once; all there are where none is named.

    Args:
        asked: Names or methods.
        known: Whether names must be in the table of methods; another searcher may have names of its own.
    """
    if isinstance(asked, str):
        raise InputError(f"methods are {asked[:80]!r}, not a list", todo=f"write [{asked[:80]!r}]")
    found: dict[str, str | Method] = {}
    for one in METHODS if asked is None else asked:
        name = method_label(one)
        if _itself(found.setdefault(name, one), known) != _itself(one, known):
            raise InputError(f"two methods are called {name!r}", todo="give one of them another name")
    return found


def _itself(asked: str | Method, known: bool) -> str | Method:
    return method(asked) if known or not isinstance(asked, str) else asked


def is_method(name: str) -> bool:
    """Tells whether a method of that name and those parameters can be asked.

    >>> is_method("bm25(claims=5)"), is_method("bm52")
    (True, False)
    """
    try:
        method(name)
    except DebatableError:
        return False
    return True


def servable(
    searcher: Searcher, methods: Mapping[str, str | Method], query: str
) -> tuple[dict[str, str | Method], dict[str, DebatableError]]:
    """Returns the methods that an index can serve, and what the others lack, by name."""
    served: dict[str, str | Method] = {}
    left_out: dict[str, DebatableError] = {}
    for name, asked in methods.items():
        try:
            searcher.search(query, method=asked, k=1, strict=False)
        except DebatableError as error:
            left_out[name] = error
        else:
            served[name] = asked
    return served, left_out
