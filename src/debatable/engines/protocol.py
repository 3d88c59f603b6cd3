"""What an engine asks of a backend besides what ranking asks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from debatable.engines.filter import Filter
from debatable.ranking import Backend

__all__ = ["ServingBackend"]


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
