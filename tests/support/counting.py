"""A backend and models that count what they are asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from debatable.arrays import Floats, Singles
from debatable.engines import Filter, ServingBackend
from debatable.learning import RelevanceModel, StanceModel

__all__ = ["CountingRelevance", "CountingStance", "Log", "counted"]


@dataclass
class Log:
    """What was asked, text by text."""

    tokenised: list[str] = field(default_factory=list)
    encoded: list[str] = field(default_factory=list)
    judged: list[tuple[str, ...]] = field(default_factory=list)
    read: list[tuple[str, ...]] = field(default_factory=list)


class _Counting:
    """Answers as another backend does, and writes down which texts it was given."""

    def __init__(self, backend: ServingBackend, log: Log) -> None:
        self._backend, self._log = backend, log

    def __getattr__(self, name: str) -> Any:
        return getattr(self._backend, name)

    def tokens(self, text: str) -> list[str]:
        self._log.tokenised.append(text)
        return self._backend.tokens(text)

    def encode(self, text: str) -> Singles:
        self._log.encoded.append(text)
        return self._backend.encode(text)

    def restricted(self, wanted: Filter) -> Any:
        return _Counting(cast(ServingBackend, self._backend.restricted(wanted)), self._log)


def counted(backend: ServingBackend, log: Log) -> ServingBackend:
    """Returns a backend that counts."""
    return cast(ServingBackend, _Counting(backend, log))


@dataclass(frozen=True)
class CountingStance:
    """Judges as another model does, and writes down the texts of each inference."""

    model: StanceModel
    log: Log

    def __call__(self, query: str, claims: Sequence[str]) -> Floats:
        self.log.judged.append(tuple(claims))
        return self.model(query, claims)


@dataclass(frozen=True)
class CountingRelevance:
    """Judges as another model does, and writes down the texts of each call."""

    model: RelevanceModel
    log: Log

    def __call__(self, query: str, texts: Sequence[str]) -> Floats:
        self.log.read.append(tuple(texts))
        return self.model(query, texts)
