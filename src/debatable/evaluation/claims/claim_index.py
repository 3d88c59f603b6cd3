"""Claim retrieval: the claims of a corpus as documents, their judgments, and runs of lexical similarities."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from debatable import lexical
from debatable.arrays import Ints
from debatable.corpus.readers import read
from debatable.errors import InputError
from debatable.evaluation.collections import Collection
from debatable.evaluation.judgments import Judgments, Query, read_judgments
from debatable.evaluation.runs import Run, falling_scores
from debatable.lexical import Formula, Index, Similarity, similarities, similarity
from debatable.lexical.similarities import COMBINED, combined
from debatable.model import text_key
from debatable.text import analyzer

__all__ = [
    "CLAIM_JUDGMENTS",
    "ClaimIndex",
    "asked_similarities",
    "claim_index",
    "claim_run",
    "is_question",
    "paper_similarities",
    "read_claim_judgments",
]

QUESTION_MARKS = ("?", "？", "؟")


def is_question(text: str) -> bool:
    """Tells whether a claim is a question: a question mark ends it (Dumani and Schenkel 2019, 3).

    >>> is_question("Should we ban cars? "), is_question("Ban cars (why not?)")
    (True, False)
    """
    return text.rstrip().endswith(QUESTION_MARKS)


@dataclass(frozen=True, slots=True)
class ClaimIndex:
    """Claims that are searched by their words."""

    index: Index  # one row a claim, analysed without stop words being removed
    ids: tuple[str, ...]  # of the claims by row
    texts: Mapping[str, str]  # of the claims by id
    premises: Mapping[str, Sequence[str]]  # ids of the arguments of each claim
    rows: Mapping[bytes, Sequence[int]]  # rows of the claims of one text: of several languages, or one

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
    """Indexes the claims of a collection."""
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


CLAIM_JUDGMENTS = "claim_judgments.jsonl"
"""Name of the file."""

HIGHEST = 3.0
"""Grade of claims that are equal but perhaps for their polarity; 0 is that of unrelated ones."""


def read_claim_judgments(folder: Path, queries: tuple[Query, ...], claims: ClaimIndex) -> Judgments | None:
    """Reads how similar claims are to queries, means from 0 to 3; None where the folder has no such file.

    A claim that says the query word for word is left out: it is never a result.
    """
    path = next(
        (one for one in (folder / CLAIM_JUDGMENTS, folder / f"{CLAIM_JUDGMENTS}.gz") if one.is_file()), None
    )
    if path is None:
        return None
    keys = {query.id: text_key(query.text) for query in queries}
    rows = []
    for row in read_judgments(path, set(keys), item="claim_id"):
        if row.premise_id not in claims.texts:
            raise InputError(
                f"claim {row.premise_id!r} is not in the corpus", where=str(path), todo="check the ids"
            )
        if not 0.0 <= row.relevance <= HIGHEST:
            raise InputError(
                f"relevance {row.relevance:g} of claim {row.premise_id!r}",
                where=str(path),
                todo="give 0 to 3, as agreement --claim-judgments writes it",
            )
        if text_key(claims.texts[row.premise_id]) != keys[row.query_id]:
            rows.append(row)
    return Judgments(rows)


ALL = "all"
"""Stands for the 196 methods."""


def paper_similarities(lambda_: float = 0.2) -> list[Formula]:
    """Returns the 139 similarities that Dumani and Schenkel (2019) compare, with their smoothing.

    >>> len(paper_similarities())
    139
    """
    smoothed = f"LMJelinekMercer({lambda_:g})"
    return [similarity(smoothed if name.startswith("LMJ") else name) for name in similarities()]


def asked_similarities(names: Iterable[str]) -> list[Formula]:
    """Returns the similarities of some names, each once; ``all`` stands for the 139 and their 57 combinations.

    >>> asked_similarities(["BM25", "BM25(k1=1.2)", "Multi(BM25+Classic)"])
    [BM25, Multi(BM25+Classic)]
    >>> len(asked_similarities(["all"]))
    196
    """
    asked: list[Formula] = []
    for name in names:
        if name == ALL:
            asked += paper_similarities()
            asked += combined(tuple(similarity(member) for member in COMBINED))
        else:
            asked.append(similarity(name))
    return list({repr(one): one for one in asked}.values())


def claim_run(claims: ClaimIndex, queries: Sequence[Query], formula: Formula, k: int, tag: str = "") -> Run:
    """Returns the best claims for each query as a run, without the query itself.

    Scores fall at every rank, so that the order of equal ones stays that of the index wherever the run is read.
    """
    if k < 1:
        raise InputError(f"{k} claims a query", todo="use 1 or more")
    rankings = {}
    for query in queries:
        found = claims.search(query.text, formula, k)
        falling = falling_scores([score for _, score in found])
        rankings[query.id] = [(claim, score) for (claim, _), score in zip(found, falling, strict=True)]
    return Run(tag or repr(formula), rankings)
