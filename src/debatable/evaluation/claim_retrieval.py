"""Claim retrieval: claims as results, how relevant they are, and methods and runs of any origin scored on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from debatable.arrays import Ints
from debatable.engines import Engine
from debatable.errors import InputError, UnknownNameError
from debatable.evaluation.claims import ClaimIndex, asked_similarities, claim_index, read_claim_judgments
from debatable.evaluation.collections import Collection
from debatable.evaluation.evaluation import Evaluation, uncondensed
from debatable.evaluation.judgments import Judgment, Judgments, Query
from debatable.evaluation.measures import MeasureChoice, asked_measure
from debatable.evaluation.scores import Scores, list_scores
from debatable.lexical import Formula, similarities
from debatable.model import text_key
from debatable.ranking import Question
from debatable.ranking.candidates.claim_steps import CLAIM_STEPS, ClaimStep

CLAIM_MEASURES = (*(f"nDCG(discount=jarvelin)@{cut}" for cut in (1, 2, 5)), "judged@5")
"""nDCG at the cut-offs and with the discount of Dumani and Schenkel 2019, and the share of the first five judged."""


@dataclass(frozen=True, slots=True)
class ClaimRetrieval:
    """Query claims, the claims that may answer them, and how relevant those are."""

    claims: ClaimIndex  # what is searched
    queries: tuple[Query, ...]  # with at least one relevant claim
    relevance: Judgments  # of the claims, query by query
    among: Mapping[str, Ints]  # rows that may be found for each query; a query that is not there may find all
    derived: bool  # whether nobody judged the claims, so that their relevance comes from their premises'
    left_out: int  # how many queries have no relevant claim

    def rankings(self, formula: Formula, k: int) -> list[list[str]]:
        """Returns the best claims for each query, best first, never the query itself."""
        return [
            [claim for claim, _ in self.claims.search(query.text, formula, k, self.among.get(query.id))]
            for query in self.queries
        ]

    def without_queries(self, ranked: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
        """Returns rankings by query id without the claims that repeat the query, which are never a result."""
        found = {}
        for query in self.queries:
            itself = {self.claims.ids[row] for row in self.claims.itself(query.text)}
            found[query.id] = [claim for claim in ranked.get(query.id, ()) if claim not in itself]
        return found


def claim_retrieval(collection: Collection, folder: Path) -> ClaimRetrieval:
    """Prepares the claims of a collection.

    Where the folder has ``claim_judgments.jsonl``, a claim is as relevant as it was judged, and not at all where it was
    not. Elsewhere its relevance is the mean of its premises': where judgments are sparse, over the judged ones, and
    claims without any are left out; otherwise a premise that nobody judged is not relevant.
    """
    claims = claim_index(collection)
    judged = read_claim_judgments(folder, collection.queries, claims)
    condensed = judged is None and collection.is_sparse
    relevance = _derived(claims, collection, condensed) if judged is None else judged
    queries = tuple(q for q in collection.queries if q.id in relevance and relevance[q.id].relevance.any())
    if not queries:
        todo = "judge claims (docs/howto/judgments.md), or use a collection with judged premises"
        raise InputError("no claim is relevant to a query", where=collection.name, todo=todo)
    among = {}
    for query in queries if condensed else ():
        rows = [row for row, claim in enumerate(claims.ids) if claim in relevance[query.id]]
        among[query.id] = np.array(rows, dtype=np.int64)
    left_out = len(collection.queries) - len(queries)
    return ClaimRetrieval(claims, queries, relevance, among, judged is None, left_out)


def _derived(claims: ClaimIndex, collection: Collection, condensed: bool) -> Judgments:
    rows = []
    for query in [query for query in collection.queries if query.id in collection.judgments]:
        judged = collection.judgments[query.id]
        for claim, members in claims.premises.items():
            counted = [one for one in members if one in judged] if condensed else members
            if counted and text_key(claims.texts[claim]) != text_key(query.text):
                rows.append(Judgment(query.id, claim, float(judged.gains(counted).mean())))
    return Judgments(rows)


def asked_claim_methods(names: Sequence[str]) -> dict[str, Formula | ClaimStep]:
    """Returns ways to find claims by name: similarities, ``all`` 196 of them, and claim steps.

    >>> list(asked_claim_methods(["BM25", "hybrid(K=50)"]))
    ['BM25', 'hybrid(K=50)']
    """
    asked: dict[str, Formula | ClaimStep] = {}
    for name in names:
        if name.split("(")[0].strip() in CLAIM_STEPS:
            step = CLAIM_STEPS.parse(name)
            asked[CLAIM_STEPS.name(step)] = step
            continue
        try:
            asked |= {repr(one): one for one in asked_similarities([name])}
        except UnknownNameError as error:
            if error.name != name:
                raise
            known = [*CLAIM_STEPS.names(), *similarities()]
            raise UnknownNameError("way to find claims", name, known) from error
    return asked


def step_rankings(retrieval: ClaimRetrieval, step: ClaimStep, engine: Engine, k: int) -> list[list[str]]:
    """Returns the best claims for each query by a claim step such as ``dense``, never the query itself."""
    backend, found = engine.backend, []
    for query in retrieval.queries:
        allowed = retrieval.among.get(query.id)
        kept = None if allowed is None else {retrieval.claims.ids[row] for row in allowed.tolist()}
        most = k + len(retrieval.claims.itself(query.text)) if kept is None else backend.counts.claims
        question = Question(query.text, backend)
        rows = step(question, backend, "claims", -(-most // step.K)).rows[:most]
        ids = retrieval.without_queries({query.id: backend.ids("claims", rows)})[query.id]
        found.append([claim for claim in ids if kept is None or claim in kept][:k])
    return found


def names_claims(retrieval: ClaimRetrieval, lists: Mapping[str, Sequence[str]]) -> bool:
    """Returns whether a run names claims of the collection rather than its premises."""
    return any(claim in retrieval.claims.texts for ids in lists.values() for claim in ids)


def evaluate_claims(
    name: str,
    retrieval: ClaimRetrieval,
    methods: Mapping[str, Sequence[Sequence[str]]],
    runs: Mapping[str, Mapping[str, Sequence[str]]],
    measures: Sequence[MeasureChoice] = (),
) -> Evaluation:
    """Scores rankings of claims by the relevance of claims.

    Queries without a relevant claim are left out: no ranking of theirs is better than another.

    Args:
        name: Of the collection.
        retrieval: The claims and their relevance.
        methods: Rankings in the order of the queries, by the name of the method.
        runs: Rankings of any origin by the id of the query, by the name of the run.
        measures: By name or as objects; those of Dumani and Schenkel (2019) without them.

    Raises:
        InputError: A run names no claim of the collection.
    """
    condensed = bool(retrieval.among)
    chosen = [asked_measure(one, condensed=condensed) for one in measures or CLAIM_MEASURES]

    def scored(label: str, lists: Mapping[str, Sequence[str]]) -> Scores:
        kept = retrieval.without_queries(lists)
        return list_scores(label, kept, retrieval.queries, retrieval.relevance, chosen)

    ids = [query.id for query in retrieval.queries]
    ours = {label: scored(label, dict(zip(ids, lists, strict=True))) for label, lists in methods.items()}
    for label, lists in runs.items():
        if not names_claims(retrieval, lists):
            raise InputError(
                f"{label} names no claim of {name}", todo="name claims by their ids, as debatable pool does"
            )
    others = {label: scored(label, lists) for label, lists in runs.items()}
    shown = tuple(dict.fromkeys(one.name for one in chosen))
    whole = uncondensed(chosen) if condensed else ()
    return Evaluation(
        name, retrieval.queries, shown, ours, others, condensed, retrieval.relevance, usual=False, whole=whole
    )
