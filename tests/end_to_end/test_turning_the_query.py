"""A query of the opposite polarity swaps pro and con."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

import debatable
from debatable.corpus.readers import read
from debatable.engines import Configuration, make_index, open_engine
from debatable.model import Stance

TURNED = [
    ("We should abandon fossil fuels", "We should not abandon fossil fuels"),
    ("We should abandon fossil fuels", "We should keep using fossil fuels"),
    ("Zoos should be banned", "Zoos should be allowed"),
    ("The death penalty should be abolished", "The death penalty should be kept"),
    ("Schools should require uniforms", "Schools should not require uniforms"),
    ("Voting should be compulsory", "Voting should not be compulsory"),
    ("Assisted dying should be legal", "Assisted dying should be illegal"),
]


@pytest.fixture(scope="module")
def engine() -> debatable.Engine:
    return debatable.demo()


@pytest.mark.parametrize("method", ["best", "framework", "framework-hybrid", "bm25f"])
@pytest.mark.parametrize(("query", "turned"), TURNED)
def test_on_the_bundled_corpus(engine: debatable.Engine, method: str, query: str, turned: str) -> None:
    before = {
        hit.premise.id: hit.stance for hit in engine.search(query, method=method, k=20, strict=False).hits
    }
    after = {
        hit.premise.id: hit.stance for hit in engine.search(turned, method=method, k=20, strict=False).hits
    }
    both = [premise for premise in before if premise in after]
    assert len(both) >= 5 and Stance.NONE not in before.values()
    assert all(after[premise] is before[premise] * Stance.CON for premise in both)


def test_on_opposite_claims_of_keypoints(shared: Path, tmp_path: Path) -> None:
    """Claims towards which most premises have another stance than towards the query oppose the query."""
    folder = shared / "bench" / "keypoints"
    judged = [json.loads(line) for line in (folder / "judgments.jsonl").read_text().splitlines()]
    towards = {row["premise_id"]: (row["query_id"], row["stance"]) for row in judged if row["stance"]}
    votes: Counter[tuple[str, str]] = Counter()
    for argument in read([folder / "corpus.jsonl"]):
        if argument.claim and argument.id in towards and argument.stance is not Stance.NONE:
            query, stance = towards[argument.id]
            votes[query, argument.claim.text] += 1 if argument.stance.value == stance else -1
    opposite = {query: claim for (query, claim), vote in votes.items() if vote < 0}
    assert len(opposite) >= 20
    make_index(read([folder / "corpus.jsonl"]), tmp_path / "index", configuration=Configuration(encoder=""))
    right = total = 0
    with open_engine(tmp_path / "index") as engine:
        known = engine.resolve(towards)
        stances = {known[record]: (query, Stance(stance)) for record, (query, stance) in towards.items()}
        for query, claim in opposite.items():
            for hit in engine.search(claim, method="framework", k=10, strict=False).hits:
                topic, stance = stances.get(hit.premise.id, ("", Stance.NONE))
                if topic == query:
                    total += 1
                    right += hit.stance is stance * Stance.CON
    assert total >= 150
    assert right / total >= 0.9, f"{right} of {total} stances are turned"
