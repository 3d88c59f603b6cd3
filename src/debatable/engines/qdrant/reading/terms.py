"""What the collection knows of a word: its number in the vectors, and in how many texts it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from debatable.engines.qdrant.connection import Server
from debatable.engines.qdrant.names import term_id, word_list_id
from debatable.engines.qdrant.reading.kept import Kept

__all__ = ["COUNTED", "Asked", "Term", "Terms"]

COUNTED = ("claims", "premises", "debates", "discussions")

ROOM = 200_000
"""Words of which what was read is kept."""


class Term(NamedTuple):
    """A word of the corpus.

    Attributes:
        text: The word.
        number: In the sparse vectors.
        counts: Of claims, premises, debates and named discussions: how many have it, and how often all of them.
        fields: How many premises have it in a field, by position of the ranking.
    """

    text: str
    number: int
    counts: dict[str, tuple[int, int]]
    fields: tuple[int, ...]


class Asked(NamedTuple):
    """A word of a query, with its statistics; rarer ones sort first.

    Attributes:
        n: How many texts have it.
        F: How often all of them together.
        text: The word.
        boost: How often the query says it.
        number: In the sparse vectors.
    """

    n: int
    F: int
    text: str
    boost: int
    number: int


class Terms:
    """The words of one collection; safe to share between threads."""

    def __init__(self, server: Server, collection: str) -> None:
        """Reads nothing yet."""
        self._server = server
        self._collection = collection
        self._known = Kept[str, Term | None](ROOM)

    def of(self, tokens: Sequence[str]) -> list[tuple[Term, int]]:
        """Returns the words of a query that the corpus has, and how often the query says each."""
        counted = Counter(tokens)
        found = self._known.get(list(counted), self._read)
        return [(term, counted[term.text]) for term in found if term is not None]

    def written(self, lists: int) -> dict[str, int]:
        """Returns the words of the corpus as they are written, each with the number of texts that have it.

        Args:
            lists: How many lists of them there are; collections of older versions have none.
        """
        if not lists:
            return {}
        ids = [word_list_id(number) for number in range(lists)]
        records = self._server.ask(
            lambda client: client.retrieve(self._collection, ids, with_payload=True, with_vectors=False)
        )
        found: dict[str, int] = {}
        for record in records:
            found.update((record.payload or {}).get("words", {}))
        return found

    def _read(self, texts: list[str]) -> dict[str, Term | None]:
        ids = [term_id(text) for text in texts]
        records = self._server.ask(
            lambda client: client.retrieve(self._collection, ids, with_payload=True, with_vectors=False)
        )
        known: dict[str, Term | None] = dict.fromkeys(texts)
        for record in records:
            payload: dict[str, Any] = record.payload or {}
            counts = {kind: (payload[kind][0], payload[kind][1]) for kind in COUNTED}
            known[payload["term"]] = Term(
                payload["term"], payload["number"], counts, tuple(payload["fields"])
            )
        return known
