"""``debatable evaluate … --claims``: how good are methods, or runs of any origin, at finding claims."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from debatable.cli.printing.terminal import note, progress
from debatable.errors import InputError
from debatable.plural import counted

if TYPE_CHECKING:
    from debatable.evaluation import Collection, Evaluation
    from debatable.evaluation.claim_retrieval import ClaimRetrieval
    from debatable.lexical import Formula
    from debatable.ranking.candidates.claim_steps import ClaimStep

DEPTH = 100
"""Claims a query that methods rank at least, for measures without a cut-off."""


def is_about_claims(collection: str, runs: Sequence[Path]) -> bool:
    """Returns whether runs are to be scored on claims: claims were judged, and the runs name some."""
    from debatable.evaluation.claims import CLAIM_JUDGMENTS
    from debatable.evaluation.runs import read_runs

    folder = Path(collection)
    if not collection or not any((folder / f"{CLAIM_JUDGMENTS}{end}").is_file() for end in ("", ".gz")):
        return False
    from debatable.evaluation import collection as load
    from debatable.evaluation.claims import claim_index

    known = claim_index(load(collection)).texts
    named = [claim for made in read_runs(runs).values() for ids in made.ids().values() for claim in ids]
    return any(claim in known for claim in named)


def claims_evaluated(
    source: str,
    names: Sequence[str],
    runs: Sequence[Path],
    measures: Sequence[str],
    split: str,
    index: Path | None,
) -> Evaluation:
    """Scores ways to find claims, and runs of claims, on the claims of a collection."""
    from debatable.evaluation import collection as load
    from debatable.evaluation.claim_retrieval import asked_claim_methods, claim_retrieval, evaluate_claims
    from debatable.evaluation.runs import read_runs

    methods = asked_claim_methods(names)
    lists = {name: made.ids() for name, made in read_runs(runs).items()}
    judged = load(source).reported(split)
    retrieval = claim_retrieval(judged, Path(source) if source else judged.corpus[0].parent)
    queries = {query.id for query in judged.queries}
    for name, by_query in lists.items():
        if not queries & set(by_query):
            raise InputError(f"{name} answers no query of {judged.name}", todo="check the ids of its queries")
    if retrieval.derived:
        note("nobody judged claims: a claim's relevance is the mean of that of its premises")
    if retrieval.left_out:
        note(f"left out: {counted(retrieval.left_out, 'query')} without a relevant claim")
    return evaluate_claims(
        judged.name, retrieval, _rankings(retrieval, judged, methods, index), lists, measures
    )


def _rankings(
    retrieval: ClaimRetrieval,
    judged: Collection,
    methods: Mapping[str, Formula | ClaimStep],
    index: Path | None,
) -> dict[str, list[list[str]]]:
    """Returns the claims that each method finds for each query."""
    from debatable.cli.collection_index import engine_of
    from debatable.evaluation.claim_retrieval import step_rankings
    from debatable.lexical import Formula as LexicalFormula

    ranked: dict[str, list[list[str]]] = {}
    steps = {name: one for name, one in methods.items() if not isinstance(one, LexicalFormula)}
    with progress() as show:
        for name, one in methods.items():
            if isinstance(one, LexicalFormula):
                ranked[name] = retrieval.rankings(one, DEPTH)
                if show is not None:
                    show("similarities", len(ranked), len(methods) - len(steps))
        if steps:
            with engine_of(judged, index, show) as engine:
                ranked |= {name: step_rankings(retrieval, one, engine, DEPTH) for name, one in steps.items()}
    return {name: ranked[name] for name in methods}
