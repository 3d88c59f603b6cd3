"""Searching a part of an index: of some sources or languages, or what a query's operators allow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import cast

import numpy as np
import numpy.typing as npt

from debatable.corpus import Links
from debatable.engines.local import LocalIndex
from debatable.engines.tables import Tables
from debatable.errors import InputError
from debatable.lexical import Index, allowed_rows
from debatable.text import Query

__all__ = ["Filter", "FilteredIndex"]

Mask = npt.NDArray[np.bool_]
Vectors = npt.NDArray[np.float16]


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

    def links(self, index: LocalIndex) -> Mask:
        """Returns which links of an index pass.

        Raises:
            InputError: No argument is of the sources or languages, or has one of the ids.
        """
        passing = np.ones(len(index.links), dtype=np.bool_)
        if self.sources or self.languages or self.ids:
            keys = index.snapshot.argument_keys(self.sources, self.languages, self.ids)
            passing = np.isin(index.links.argument, np.array(keys, np.int64))
            if not passing.any():
                raise InputError(
                    f"no argument {self._wanted()}",
                    where=str(index.folder),
                    todo="'debatable info' lists the sources and languages of an index",
                )
        rows = None if self.query is None else self._rows(index, self.query)
        if rows is not None:
            there = np.zeros(index.links.premises, dtype=np.bool_)
            there[rows] = True
            passing &= there[index.links.premise]
        return passing

    def _wanted(self) -> str:
        parts = (
            ("from", " or ".join(map(repr, self.sources))),
            ("in", " or ".join(map(repr, self.languages))),
            ("named", " or ".join(map(repr, self.ids[:3])) + (" or …" if len(self.ids) > 3 else "")),
        )
        return " ".join(f"{word} {names}" for word, names in parts if names)

    @staticmethod
    def _rows(index: LocalIndex, query: Query) -> npt.NDArray[np.int64] | None:
        def tokens_of(rows: Sequence[int]) -> list[list[list[str]]]:
            links = [index.links.of_premise(row) for row in rows]
            spoken_to = [np.unique(index.links.claim[found]) for found in links]
            known = np.unique(np.concatenate(spoken_to))
            known = known[known >= 0]
            claims = {
                row: index.tokens(text)
                for row, text in zip(known.tolist(), index.claim_texts(known), strict=True)
            }
            premises = map(index.tokens, index.premise_texts(rows))
            return [
                [premise, *(claims[row] for row in of.tolist() if row >= 0)]
                for premise, of in zip(premises, spoken_to, strict=True)
            ]

        return allowed_rows((index.premises, index.conclusions), query, tokens_of)


class FilteredIndex(LocalIndex):
    """An index as if it had only some of its links, with the premises and claims that they join.

    Rows keep their numbers, so whatever is computed ahead by row stays in use. It lives as long as the index.
    """

    def __init__(self, index: LocalIndex, passing: Mask) -> None:
        """Narrows an index to some of its links."""
        self.folder, self.pointer, self.generation = index.folder, index.pointer, index.generation
        self.configuration, self.snapshot = index.configuration, index.snapshot
        self._index = index
        self._passing = passing
        links = index.links
        self._links = Links(
            links.premise[passing],
            links.claim[passing],
            links.sign[passing],
            links.argument[passing],
            premises=links.premises,
            claims=links.claims,
        )
        self._premises = np.zeros(links.premises, dtype=np.bool_)
        self._premises[self._links.premise] = True
        self._claims = np.zeros(links.claims, dtype=np.bool_)
        self._claims[self._links.claim[self._links.claim >= 0]] = True

    @property
    def tables(self) -> Tables:
        """Keys by row, and the links that are left."""
        whole = self._index.tables
        return Tables(whole.claims, whole.premises, self._links)

    def encode(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """Encodes texts as the index was encoded."""
        return self._index.encode(texts)

    @cached_property
    def claims(self) -> Index:
        """Postings of the claims."""
        return self._index.claims.delete(~self._claims)

    @cached_property
    def premises(self) -> Index:
        """Postings of the premises."""
        return self._index.premises.delete(~self._premises)

    @cached_property
    def conclusions(self) -> Index:
        """Postings of the claims of each premise."""
        return self._index.conclusions.delete(~self._premises)

    @cached_property
    def discussions(self) -> Index:
        """Postings of the discussions of each premise."""
        return self._index.discussions.delete(~self._premises)

    @cached_property
    def quality(self) -> npt.NDArray[np.float32] | None:
        """Cogency, reasonableness and effectiveness of each link."""
        whole = self._index.quality
        return None if whole is None else whole[self._passing]

    @cached_property
    def claim_vectors(self) -> Vectors:
        """Vectors of the claims by row."""
        return _masked(self._index.claim_vectors, self._claims)

    @cached_property
    def premise_vectors(self) -> Vectors:
        """Vectors of the premises by row."""
        return _masked(self._index.premise_vectors, self._premises)

    def premise_vectors_of(self, variant: str) -> Vectors:
        """Vectors of the premises by row, long texts read as the variant says."""
        return _masked(self._index.premise_vectors_of(variant), self._premises)


class _Masked:
    """Vectors of which some rows are read as 0, like those of rows that nothing lives in."""

    def __init__(self, vectors: Vectors, there: Mask) -> None:
        self.vectors, self.there = vectors, there
        self.shape, self.dtype = vectors.shape, vectors.dtype

    def __len__(self) -> int:
        return len(self.vectors)

    def __getitem__(self, rows: slice | Sequence[int] | npt.NDArray[np.integer]) -> Vectors:
        part = np.array(self.vectors[rows])
        part[~self.there[rows]] = 0
        return part


def _masked(vectors: Vectors, there: Mask) -> Vectors:
    # Methods only index vectors and take their length, so this is vectors to them.
    return cast(Vectors, _Masked(vectors, there))
