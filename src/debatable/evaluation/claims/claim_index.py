"""The claims of a corpus, indexed as documents of their own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from debatable import lexical
from debatable.arrays import Ints
from debatable.corpus.readers import read
from debatable.errors import InputError
from debatable.evaluation.collections import Collection
from debatable.lexical import Index, Similarity
from debatable.model import text_key
from debatable.text import analyzer

__all__ = ["ClaimIndex", "claim_index", "is_question"]

QUESTION_MARKS = ("?", "？", "؟")


def is_question(text: str) -> bool:
    """Tells whether a claim is a question: a question mark ends it (Dumani and Schenkel 2019, 3).

    >>> is_question("Should we ban cars? "), is_question("Ban cars (why not?)")
    (True, False)
    """
    return text.rstrip().endswith(QUESTION_MARKS)


@dataclass(frozen=True, slots=True)
class ClaimIndex:
    """Claims that are searched by their words.

    Attributes:
        index: One row a claim, analysed without stop words being removed.
        ids: Of the claims by row.
        texts: Of the claims by id.
        premises: Ids of the arguments of each claim.
        rows: Rows of the claims of one text: of several languages, or one.
    """

    index: Index
    ids: tuple[str, ...]
    texts: Mapping[str, str]
    premises: Mapping[str, Sequence[str]]
    rows: Mapping[bytes, Sequence[int]]

    @property
    def questions(self) -> int:
        """How many of the claims are questions."""
        return sum(map(is_question, self.texts.values()))

    def itself(self, text: str) -> Sequence[int]:
        """Returns the rows of the claims that say a text word for word."""
        return self.rows.get(text_key(text), ())

    def search(
        self, text: str, similarity: str | Similarity, k: int, among: Ints | None = None
    ) -> list[tuple[str, float]]:
        """Returns the best claims for a query claim with their scores, never the query itself.

        Args:
            text: The query claim.
            similarity: Name or object of the similarity.
            k: How many claims at most.
            among: Rows to choose from; all where None.
        """
        itself = self.itself(text)
        hits = self.index.search(analyzer("standard")(text), similarity, k + len(itself), among)
        return [(self.ids[row], score) for row, score in hits if row not in itself][:k]


def claim_index(collection: Collection) -> ClaimIndex:
    """Indexes the claims of a collection.

    Raises:
        InputError: The corpus has no claims.
    """
    texts: dict[str, str] = {}
    premises: dict[str, list[str]] = defaultdict(list)
    for argument in read(collection.corpus, on_error="skip"):
        if argument.claim is not None:
            texts.setdefault(argument.claim.id, argument.claim.text)
            premises[argument.claim.id].append(argument.id)
    if not texts:
        raise InputError("no premise has a claim", where=collection.name, todo="use a collection with claims")
    analyze = analyzer("standard")
    rows: dict[bytes, list[int]] = defaultdict(list)
    for row, text in enumerate(texts.values()):
        rows[text_key(text)].append(row)
    return ClaimIndex(
        index=lexical.build(analyze(text) for text in texts.values()),
        ids=tuple(texts),
        texts=texts,
        premises=dict(premises),
        rows=dict(rows),
    )
