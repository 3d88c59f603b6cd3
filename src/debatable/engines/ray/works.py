"""The work of a worker on a chunk: pure functions, so that any worker may do it, and do it again."""

from __future__ import annotations

import platform
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from debatable import text
from debatable.clustering.linkage.neighbours import Cell, nearest_in
from debatable.embedding import encoder
from debatable.lexical.postings.vocabulary import encoded
from debatable.version import VERSION

Arrays: TypeAlias = Mapping[str, NDArray[Any]]
"""What is made of a chunk: arrays of plain numbers by name."""

ChunkT = TypeVar("ChunkT", contravariant=True)


class Work(Protocol[ChunkT]):
    """One kind of work.

    Attributes:
        gpu: Whether it runs on a GPU where there is one.
        fingerprint: Names everything but the chunk that the result depends on.
    """

    @property
    def gpu(self) -> bool: ...  # noqa: D102
    @property
    def fingerprint(self) -> str: ...  # noqa: D102

    def __call__(self, chunk: ChunkT) -> Arrays:
        """Does it."""
        ...


@dataclass(frozen=True, slots=True)
class Analysis:
    """Texts to tokens.

    >>> [list(tokens) for tokens in token_lists(Analysis("english")(["Cars are loud", "", "loud cars"]))]
    [['car', 'loud'], [], ['loud', 'car']]
    """

    analyzer: str
    gpu: bool = False

    @property
    def fingerprint(self) -> str:
        """The analyzer, and the programs whose tables it reads."""
        return f"analysis {self.analyzer} {VERSION} {platform.python_version()}"

    def __call__(self, chunk: Sequence[str]) -> Arrays:
        """Returns the distinct terms, the number of each token's term, and how many tokens each text has."""
        analyze = text.analyzer(self.analyzer)
        seen: defaultdict[str, int] = defaultdict()
        seen.default_factory = seen.__len__
        lists = [analyze(one) for one in chunk]
        numbers = np.fromiter(map(seen.__getitem__, chain.from_iterable(lists)), np.int32)
        terms = [encoded(term) for term in seen]
        return {
            "letters": np.frombuffer(b"".join(terms), np.uint8),
            "ends": np.cumsum([0, *map(len, terms)], dtype=np.int64),
            "terms": numbers,
            "lengths": np.array([len(tokens) for tokens in lists], np.int64),
        }


def token_lists(made: Arrays) -> list[list[str]]:
    """Returns the tokens of each text from what `Analysis` made of them."""
    letters, ends = made["letters"].tobytes(), made["ends"].tolist()
    terms = [
        letters[start:stop].decode("utf-8", "surrogatepass")
        for start, stop in zip(ends, ends[1:], strict=False)
    ]
    tokens = [terms[number] for number in made["terms"].tolist()]
    stops = np.cumsum(made["lengths"]).tolist()
    return [tokens[start:stop] for start, stop in zip([0, *stops], stops, strict=False)]


@dataclass(frozen=True, slots=True)
class Encoding:
    """Texts to vectors, in half precision, as they are stored.

    Attributes:
        encoder: Name of the encoder, with how it reads long texts.
        known: Its fingerprint here; a worker with another model would give other vectors.
        gpu: Whether it runs on a GPU where there is one.
    """

    encoder: str
    known: str
    gpu: bool

    @property
    def fingerprint(self) -> str:
        """That of the encoder."""
        return f"encoding {self.known}"

    def __call__(self, chunk: Sequence[str]) -> Arrays:
        """Returns one vector a text, on one core; raises an InputError where the worker has another model."""
        encode = encoder(self.encoder, threads=1)
        if encode.fingerprint != self.known:
            from debatable.errors import InputError

            raise InputError(
                "is another model for a worker than here", where=encode.name, todo="install the same one"
            )
        return {"vectors": encode(chunk).astype(np.float16)}


@dataclass(frozen=True, slots=True)
class Neighbours:
    """A cell of vectors to their nearest neighbours.

    Attributes:
        count: How many of each.
        cells: Fingerprint of the cells they are looked for in.
    """

    count: int
    cells: str
    gpu: bool = False

    @property
    def fingerprint(self) -> str:
        """The number of neighbours, and the cells."""
        return f"neighbours {self.count} {self.cells}"

    def __call__(self, chunk: Cell) -> Arrays:
        """Returns places among the candidates of the cell, and distances."""
        rows, far = nearest_in(chunk, self.count)
        return {"found": rows, "far": far}
