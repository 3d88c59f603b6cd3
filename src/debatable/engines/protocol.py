"""What an engine asks of a backend besides what ranking asks, and the filter of a search."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from debatable.ranking import Backend
from debatable.text import Query

__all__ = ["Filter", "ServingBackend"]


@dataclass(frozen=True, slots=True)
class Filter:
    """Which arguments may be found; an empty part lets all pass.

    Attributes:
        sources: Where they may come from.
        languages: Of their premises, as BCP 47 tags; ``en`` stands for ``en-GB``, too.
        ids: Their own or those of their premises.
        query: What its operators ask of a premise and its claims.
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
        """Says what is wanted, but for the operators.

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
        """Returns words of the whole corpus as they are written, each with the number of texts that have it.

        It may hold nothing, or the most frequent ones only; None where the corpus is not in English.
        """

    def info(self) -> dict[str, Any]:
        """Returns what is there, as plain JSON types: counts, state, configuration, versions."""

    def health(self) -> dict[str, Any]:
        """Returns a quick sign of life, as plain JSON types."""

    def remarks(self) -> tuple[str, ...]:
        """Says what went wrong lately without spoiling an answer, such as a node that did not answer."""

    def outdated(self) -> bool:
        """Says whether a newer state has become current since this one was opened."""

    def close(self) -> None:
        """Lets go of everything."""
