"""Claims as what is retrieved (Dumani and Schenkel 2019): their index, judgments and runs, and premises to judge."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from debatable import lexical
from debatable.arrays import Ints
from debatable.corpus.readers import read
from debatable.errors import InputError
from debatable.evaluation.annotation import PoolItem
from debatable.evaluation.collections import Collection
from debatable.evaluation.judgments import Judged, Judgments, Query, read_judgments
from debatable.evaluation.runs import Run, falling_scores
from debatable.lexical import Formula, Index, Similarity, similarities, similarity
from debatable.lexical.similarities import COMBINED, combined
from debatable.model import text_key
from debatable.plural import counted
from debatable.text import analyzer

QUESTION_MARKS = ("?", "？", "؟")


def is_question(text: str) -> bool:
    """Returns whether a claim is a question: a question mark ends it (Dumani and Schenkel 2019, 3).

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
        """Returns the rows of the claims that repeat a text verbatim."""
        return self.rows.get(text_key(text), ())

    def search(
        self, text: str, similarity: str | Similarity, k: int, among: Ints | None = None
    ) -> list[tuple[str, float]]:
        """Returns the best k claims for a query claim with their scores, without the query; `among` limits the rows."""
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
    index = lexical.build(analyze(text) for text in texts.values())
    return ClaimIndex(index, tuple(texts), texts, dict(premises), dict(rows))


CLAIM_JUDGMENTS = "claim_judgments.jsonl"
"""Name of the file."""

HIGHEST = 3.0
"""Grade of claims that are equal but perhaps for their polarity; 0 is that of unrelated ones."""


def read_claim_judgments(folder: Path, queries: tuple[Query, ...], claims: ClaimIndex) -> Judgments | None:
    """Reads how similar claims are to queries, means from 0 to 3; None where the folder has no such file.

    A claim that repeats the query verbatim is left out: it is never a result.
    """
    names = (CLAIM_JUDGMENTS, f"{CLAIM_JUDGMENTS}.gz")
    path = next((folder / name for name in names if (folder / name).is_file()), None)
    if path is None:
        return None
    keys = {query.id: text_key(query.text) for query in queries}
    rows = []
    for row in read_judgments(path, set(keys), item="claim_id"):
        claim, where = row.premise_id, str(path)
        if claim not in claims.texts:
            raise InputError(f"claim {claim!r} is not in the corpus", where=where, todo="check the ids")
        if not 0.0 <= row.relevance <= HIGHEST:
            todo = "give 0 to 3, as agreement --claim-judgments writes it"
            raise InputError(f"relevance {row.relevance:g} of claim {claim!r}", where=where, todo=todo)
        if text_key(claims.texts[claim]) != keys[row.query_id]:
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
    """Returns the best claims for each query as a run, without the query; scores fall at every rank."""
    if k < 1:
        raise InputError(f"{k} claims a query", todo="use 1 or more")
    rankings = {}
    for query in queries:
        hits = claims.search(query.text, formula, k)
        falling = falling_scores([score for _, score in hits])
        rankings[query.id] = [(claim, score) for (claim, _), score in zip(hits, falling, strict=True)]
    return Run(tag or repr(formula), rankings)


MOST = 50
"""Premises of a query that people can still group by hand."""


def drawn_queries(
    premises: Mapping[str, AbstractSet[str]], count: int, *, most: int = MOST, seed: int = 0
) -> list[str]:
    """Draws queries at random, without those that have no premises or more than `most`; a count of 0 takes all.

    Args:
        premises: The premises of all result claims of each query, by its id.
        count: How many queries.
        most: How many premises a query has at most.
        seed: Of the draw.

    Returns:
        Ids of queries in the order of the mapping.

    >>> drawn_queries({"a": {"1"}, "b": {"1", "2", "3"}, "c": set(), "d": {"2"}}, 0, most=2)
    ['a', 'd']
    """
    if count < 0 or most < 1:
        asked = f"{counted(count, 'query')} of at most {counted(most, 'premise')}"
        raise InputError(asked, todo="give 0 queries or more, and 1 premise or more")
    eligible = [query for query, members in premises.items() if 0 < len(members) <= most]
    if count > len(eligible) or not eligible:
        wanted = counted(count, "query") if count else "queries"
        reason = f"{wanted} cannot be drawn from {len(eligible)} with 1 to {most} premises"
        raise InputError(reason, todo="draw fewer, or allow more premises")
    if not count:
        return eligible
    chosen = np.random.default_rng(seed).permutation(len(eligible))[:count]
    return [eligible[place] for place in sorted(chosen.tolist())]


def premise_pool(
    claims: ClaimIndex,
    pool: Iterable[PoolItem],
    texts: Mapping[str, str],  # text of each premise by the id of its argument
    *,
    count: int = 0,  # how many queries are drawn; 0 for all
    most: int = MOST,  # how many premises a query has at most
    seed: int = 0,  # of the draw
) -> list[PoolItem]:
    """Turns a pool of claims into one of all their premises, for some of its queries.

    Premises of equal text are pooled once for a query, under the smallest id; the order gives no claim away.
    """
    asked: dict[str, str] = {}
    pooled: dict[str, dict[bytes, str]] = {}
    for item in pool:
        asked[item.query_id] = item.query
        once = pooled.setdefault(item.query_id, {})
        for premise in claims.premises[item.item_id]:
            key = text_key(texts[premise])
            once[key] = min(once.get(key, premise), premise)
    premises = {query: set(once.values()) for query, once in pooled.items()}
    return [
        PoolItem(query, asked[query], premise, texts[premise])
        for query in drawn_queries(premises, count, most=most, seed=seed)
        for premise in sorted(premises[query])
    ]


INTERVALS = ("[4, 4]", "[3.5, 4.0)", "[3.0, 3.5)", "[2.5, 3.0)", "[2.0, 2.5)", "[1.5, 2.0)", "[1.0, 1.5)")
"""Ranges of a claim's relevance on the paper's scale from 1 to 4, in the order of its Table 3."""


def interval_of(relevance: float) -> str:
    """Returns the interval of a claim by its grade from 0 to 3, which is one below the paper's scale.

    >>> interval_of(3), interval_of(2.5), interval_of(2.49), interval_of(0)
    ('[4, 4]', '[3.5, 4.0)', '[3.0, 3.5)', '[1.0, 1.5)')
    """
    # A mean such as (1 + 2 + 3) / 3 may miss the end of its interval by rounding.
    steps = int(2 * relevance + 1e-9)
    return INTERVALS[len(INTERVALS) - 1 - steps]


def sampled_triples(
    claims: ClaimIndex,
    judgments: Judgments,
    queries: Iterable[Query],
    texts: Mapping[str, str],
    *,
    each: int = 100,
    seed: int = 0,
) -> tuple[list[PoolItem], dict[str, int]]:
    """Draws premises of judged claims at random, `each` of every interval of the claims' relevance.

    A premise is named by its argument, which names the claim; annotators see query and premise alone. Items are
    ordered by query and id, so that the order gives no interval away.

    Returns:
        The triples as a pool, and how many were drawn of each interval.
    """
    if each < 1:
        raise InputError(f"{each} triples of an interval", todo="use 1 or more")
    asked = {query.id: query for query in queries}
    groups: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for query_id in asked:
        judged = judgments.get(query_id, Judged(()))
        for claim, row in judged.rows.items():
            interval = interval_of(float(judged.relevance[row]))
            groups[interval] += [(query_id, premise) for premise in dict.fromkeys(claims.premises[claim])]
    if not groups:
        raise InputError("no claim was judged for a query", todo="make claim_judgments.jsonl first")
    generator = np.random.default_rng(seed)
    drawn: dict[str, list[str]] = defaultdict(list)
    counts = {}
    for name in INTERVALS:
        members = sorted(groups[name])
        chosen = generator.permutation(len(members))[:each]
        counts[name] = len(chosen)
        for place in chosen.tolist():
            query_id, premise = members[place]
            drawn[query_id].append(premise)
    items = [
        PoolItem(query.id, query.text, premise, texts[premise])
        for query in asked.values()
        for premise in sorted(drawn[query.id])
    ]
    return items, counts
