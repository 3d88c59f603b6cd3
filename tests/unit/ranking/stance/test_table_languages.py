"""A query in a language that a model was not taught has sides only where a claim has its very words."""

from __future__ import annotations

import pytest

from debatable.engines import Engine
from debatable.learning import AlwaysRelevant
from debatable.model import Stance
from debatable.ranking import Pipeline
from debatable.ranking.methods.best import Best
from debatable.ranking.methods.bm25 import Bm25
from debatable.ranking.relevance.closeness import Closeness
from tests.support.brute_backend import BruteBackend
from tests.support.readers import GivenEvidence

QUERY = "Zoos sollten geschlossen werden."
CLAIMS = ["zoos sollten geschlossen werden", "Zoos sollten bleiben", "Zoos should be closed"]
PREMISES = ["Zoos sind eng", "Zoos sind lehrreich", "Zoos bleiben beliebt", "Zoos are cruel", "Zoos gibt es"]
USES = [(0, 0, 1), (1, 0, -1), (2, 1, 1), (3, 2, 1), (4, -1, 0)]


@pytest.mark.parametrize("kind", [Best, Bm25])
def test_only_the_very_words_tell_a_side(kind: type[Best] | type[Bm25]) -> None:
    model = GivenEvidence({claim: 9.0 for claim in CLAIMS}, premises={premise: 9.0 for premise in PREMISES})
    backend = BruteBackend(CLAIMS, PREMISES, USES, [0, 1, 2], [0, 1, 2, 3, 4], vectors=False)
    engine = Engine(backend, pipeline=Pipeline(relevance=Closeness(AlwaysRelevant(), same=AlwaysRelevant())))
    method = Best(claims="lexical", stance=model) if kind is Best else Bm25(stance=model)  # type: ignore[arg-type]
    answer = engine.search(QUERY, method=method)
    assert {hit.premise.id: hit.stance for hit in answer} == {
        "p0": Stance.PRO,
        "p1": Stance.CON,
        "p2": Stance.UNDECIDED,
        "p3": Stance.UNDECIDED,
        "p4": Stance.UNDECIDED,
    }
    assert model.read == [], "nobody reads what he was not taught"
    reasons = {hit.premise.id: hit.stance_reason for hit in answer}
    assert reasons["p2"].endswith("and nobody can tell how your claim takes that")
    english = engine.search("Zoos should be closed now", method=method)
    assert not english.undecided and model.read
