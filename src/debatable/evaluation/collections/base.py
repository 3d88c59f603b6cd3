"""A collection: a corpus, queries and judgments."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path

from debatable.corpus.readers import read
from debatable.errors import InputError
from debatable.evaluation.judgments import Judgments, Query

__all__ = ["Collection"]


@dataclass(frozen=True, slots=True)
class Collection:
    """What is searched, what is asked, and what is known about the answers.

    Attributes:
        name: Name of the folder or data set.
        queries: In their order.
        judgments: By query id and record id.
        corpus: Files that the readers of the corpus understand.
        published: Rankings of others as they stand, by the name of their method and query id.
    """

    name: str
    queries: tuple[Query, ...]
    judgments: Judgments
    corpus: tuple[Path, ...]
    published: Mapping[str, Mapping[str, Sequence[str]]] = field(default_factory=dict)

    @property
    def splits(self) -> tuple[str, ...]:
        """The splits there are, in the order of their first query."""
        return tuple(dict.fromkeys(query.split for query in self.queries if query.split))

    @property
    def has_clusters(self) -> bool:
        """Whether the judgments group premises that say the same."""
        return any(row.cluster is not None for row in self.judgments.rows)

    @property
    def is_sparse(self) -> bool:
        """Whether judged premises are few: then lists are condensed to them.

        Judgments are sparse where fewer than a half of the corpus was judged for any query and premises
        judged as not relevant are among them; without those, a premise not judged is not relevant.
        """
        enough = 2 * len({row.premise_id for row in self.judgments.rows})
        refused = any(row.relevance <= 0 for row in self.judgments.rows)
        return refused and sum(1 for _ in islice(read(self.corpus, on_error="skip"), enough + 1)) > enough

    def texts(self) -> dict[str, str]:
        """Returns the text of every premise by the id of its record, and of every claim by its id."""
        texts: dict[str, str] = {}
        for argument in read(self.corpus, on_error="skip"):
            texts[argument.id] = argument.premise.text
            if argument.claim is not None:
                texts[argument.claim.id] = argument.claim.text
        return texts

    def of_split(self, split: str) -> Collection:
        """Returns the collection with the queries of one split alone."""
        if split not in self.splits:
            shown = ", ".join(self.splits) or "none"
            raise InputError(f"{self.name} has no split {split!r}", todo=f"there are: {shown}")
        queries = tuple(query for query in self.queries if query.split == split)
        kept = {query.id for query in queries}
        rows = (row for row in self.judgments.rows if row.query_id in kept)
        return replace(self, queries=queries, judgments=Judgments(rows))

    def reported(self, split: str = "") -> Collection:
        """Returns the part to report: the split named, or all; by default dev or test where there is one."""
        chosen = split or next((name for name in ("dev", "test") if name in self.splits), "all")
        return self if chosen == "all" else self.of_split(chosen)

    def with_published(
        self, rankings: Mapping[str, Mapping[str, Sequence[str]]], *, alone: bool = False
    ) -> Collection:
        """Returns the collection with more rankings of others, by name and query id, or with these `alone`."""
        return replace(self, published={**({} if alone else self.published), **rankings})

    def content_hash(self) -> str:
        """Returns a hash of the corpus files: the same corpus has the same index."""
        digest = hashlib.blake2b(digest_size=16)
        for path in self.corpus:
            digest.update(path.name.encode())
            with path.open("rb") as stream:
                while block := stream.read(2**20):
                    digest.update(block)
        return digest.hexdigest()
