"""What an engine asks of a backend besides what ranking asks, and the filter of a search."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, Self

from debatable.arrays import Singles
from debatable.engines.configuration import Configured
from debatable.ranking import Backend
from debatable.ranking.protocol import Kind
from debatable.text import Query


@dataclass(frozen=True, slots=True)
class Filter:
    """Which arguments may be found; an empty part lets all pass.

    Attributes:
        sources: Where they may come from.
        languages: Of their premises, as BCP 47 tags; ``en`` stands for ``en-GB``, too.
        ids: Their own or those of their premises.
        query: Its operators restrict premises and their claims.
    """

    sources: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    ids: tuple[str, ...] = ()
    query: Query | None = None

    @property
    def empty(self) -> bool:
        """Whether all pass."""
        return not (self.sources or self.languages or self.ids or (self.query and not self.query.plain))

    def __str__(self) -> str:
        """Describes the filter without its operators.

        >>> str(Filter(sources=("portal",), languages=("en", "de")))
        "from 'portal' in 'en' or 'de'"
        """
        parts = (
            ("from", " or ".join(map(repr, self.sources))),
            ("in", " or ".join(map(repr, self.languages))),
            ("named", " or ".join(map(repr, self.ids[:3])) + (" or …" if len(self.ids) > 3 else "")),
        )
        return " ".join(f"{word} {names}" for word, names in parts if names)


class ServingBackend(Backend, Protocol):
    """A backend that an engine can serve answers from."""

    @property
    def state(self) -> str:
        """Name of the state that is served; another one after every change."""

    def restricted(self, wanted: Filter) -> Backend:
        """Returns the part that passes a filter, searched as if it were all.

        What is computed ahead stays that of the whole: clusters and their number, qualities, and of a premise
        the conclusions and discussions that are searched with it.

        Raises:
            InputError: No argument is of the sources or languages, or has one of the ids.
        """

    def premise_ids(self, argument_ids: Iterable[str]) -> Mapping[str, str]:
        """Maps ids of arguments to ids of their premises: equal texts are one premise."""

    def words(self) -> Mapping[str, int] | None:
        """Returns written words of the whole corpus, each with the number of texts that have it.

        It may hold nothing, or the most frequent ones only; None where the corpus is not in English.
        """

    def info(self) -> dict[str, Any]:
        """Returns counts, state, configuration and versions, as plain JSON types."""

    def health(self) -> dict[str, Any]:
        """Returns a quick sign of life, as plain JSON types."""

    def remarks(self) -> tuple[str, ...]:
        """Returns warnings that do not spoil an answer, such as a node that did not answer."""

    def outdated(self) -> bool:
        """Whether a newer state has become current since this one was opened."""

    def close(self) -> None:
        """Releases everything."""


class IndexBackend(ABC):
    """What backends of an open index share: its configuration, and a cache of its parts by filter.

    Attributes:
        index: The open index.
        parts: How many parts are kept ready for the next search with the same filter.
    """

    index: Configured
    parts = 8

    def __init__(self) -> None:
        """Starts with no parts."""
        self._parts: dict[Filter, Self] = {}
        self._lock = threading.Lock()

    @property
    def has_vectors(self) -> bool:
        """Whether there are vectors."""
        return self.index.has_vectors

    @property
    def encoder(self) -> str:
        """Name of the encoder."""
        return self.index.configuration.encoder

    def tokens(self, text: str) -> list[str]:
        """Analyses a text as the corpus was analysed."""
        return self.index.analyzer(text)

    def encode(self, text: str) -> Singles:
        """Encodes a text as the corpus was encoded."""
        return self.index.encode(text)

    def cluster_id(self, kind: Kind, number: int) -> str:
        """Returns the stable id of a cluster."""
        return f"{kind[0]}{number}"

    def restricted(self, wanted: Filter) -> Self:
        """Returns the part that passes a filter; those asked for last are kept."""
        if wanted.empty:
            return self
        with self._lock:
            part = self._parts.pop(wanted, None)
        if part is None:
            part = self._restricted(wanted)
        with self._lock:
            self._parts[wanted] = part
            while len(self._parts) > self.parts:
                self._parts.pop(next(iter(self._parts)))
        return part

    @abstractmethod
    def _restricted(self, wanted: Filter) -> Self:
        """Returns the part that passes a filter that is not empty."""
