"""The table of ranking methods by name."""

from __future__ import annotations

from debatable.clustering.representatives import Medoid
from debatable.learning import AlwaysRelevant, LearnedStance, LoadedModel
from debatable.naming import Table
from debatable.ranking.candidates.claim_steps import Dense as DenseClaims
from debatable.ranking.candidates.claim_steps import Hybrid, Lexical
from debatable.ranking.clusters import QueryTime
from debatable.ranking.diversity.premise_ranker import OnePerCluster, TopK
from debatable.ranking.methods.best import Best
from debatable.ranking.methods.bm25 import Bm25
from debatable.ranking.methods.bm25f import Bm25f
from debatable.ranking.methods.claims import Claims
from debatable.ranking.methods.dense import Dense
from debatable.ranking.methods.diverse import Diverse
from debatable.ranking.methods.framework import Framework
from debatable.ranking.methods.quixote import Quixote
from debatable.ranking.probabilities.specificity import Specificity
from debatable.ranking.protocol import Method
from debatable.ranking.relevance.filters import SimilarityFilter
from debatable.ranking.stance.table import NoStance, ReadStance


def _framework_online(vectors: str) -> Framework:
    return Framework(claims=Lexical(K=5), clusters=QueryTime(vectors=vectors))


def _framework_paper(vectors: str) -> Framework:
    """The paper's own run: K claims by DFR, premises of their clusters, clustered at query time."""
    return Framework(
        claims=Lexical(K=5, temperature=1.0),
        stance=NoStance(),
        clusters=QueryTime(vectors=vectors),
        reach="cluster",
        normalise="all",
        split=False,
    )


SMALL_STANCE = ReadStance(
    model=LearnedStance("small-stance", ahead="stance"),
    pairs_read=0,
    first_claims=3,
    first_premises=8,
    readings=12,
    batch=2,
    one_sided=-99.0,
    premise_evidence_weight=1.2,
    point_weight=0.0,
    point_slope=1.0,
    evidence_slope=0.75,
)
"""Asks the small stance model for more texts than the usual one is asked for, in a fraction of the time.

It misreads claims more often, so premises are read beside them whether or not the claims stand on one side.
"""

METHODS: Table[Method] = Table(
    "method",
    {
        "bm25": Bm25(),
        "bm25f": Bm25f(),
        "claims": Claims(),
        "dense": Dense(),
        "framework": Framework(),
        "framework-dense": Framework(claims=DenseClaims(K=50, temperature=0.15), representative=Medoid()),
        "framework-first": _framework_online("first"),
        "framework-hybrid": Framework(claims=Hybrid(K=50, temperature=0.15), representative=Medoid()),
        "framework-paper": Framework(
            claims=Lexical(temperature=1.0), stance=NoStance(), reach="cluster", normalise="all", split=False
        ),
        "framework-paper-first": _framework_paper("first"),
        "framework-paper-sentences": _framework_paper("sentences"),
        "framework-paper-sliding": _framework_paper("sliding"),
        "framework-sentences": _framework_online("sentences"),
        "framework-sliding": _framework_online("sliding"),
        "quixote": Quixote(),
        "quixote-paper": Quixote(claims=Lexical(temperature=1.0), stance=NoStance(), split=False),
        "diverse": Diverse(),
        "zero-shot": Diverse(relevance=SimilarityFilter(), ranker=TopK()),
        "relevance": Diverse(ranker=TopK()),
        "kmeans": Diverse(ranker=OnePerCluster()),
        "best": Best(),
        "fast": Best(relevance=AlwaysRelevant(), stance=SMALL_STANCE, specific=Specificity(read=10)),
    },
)
"""Every method with its defaults."""


def method(name: str | Method) -> Method:
    """Returns a method by its name, with parameters where given; a method itself is returned as it is.

    >>> method("bm25(claims=5)").claims
    5
    """
    return METHODS.parse(name)


def method_name(method: Method) -> str:
    """Returns the name that parses back to a method.

    >>> method_name(method("framework(claims=hybrid(K=50),stance=none)"))
    'framework(claims=hybrid(K=50),stance=none)'
    """
    return METHODS.name(method)


def load_ahead(method: Method) -> None:
    """Begins to load the models that read, where a method has any, beside what it needs before."""
    specific = getattr(method, "specific", None)
    models = [getattr(method, name, None) for name in ("stance", "relevance")]
    for model in (*models, getattr(specific, "model", None), getattr(specific, "matching", None)):
        if isinstance(model, LoadedModel):
            model.begin()
