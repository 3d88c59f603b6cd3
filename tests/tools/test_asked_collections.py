"""Collections that are asked in every wording, and a stance model that reads no pair twice."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tools.asked_collections import (
    COLLECTIONS,
    SPECIFIC,
    WORDINGS,
    asked_collections,
    query_wordings,
    remembered,
    remembering,
)

from debatable.arrays import Floats
from debatable.evaluation import collection
from debatable.evaluation.everyday import specific_claims
from debatable.learning import LearnedStance
from debatable.ranking import method
from debatable.ranking.methods.best import Best
from debatable.ranking.methods.framework import Framework
from debatable.ranking.stance.table import NoStance, stance_stage

Pairs = list[tuple[str, str]]


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Pairs:
    """Puts a reader in place that says how much longer the second text is, and tells what it was asked."""
    asked: Pairs = []

    def lengths(_: LearnedStance, firsts: list[str], seconds: list[str]) -> Floats:
        asked.extend(zip(firsts, seconds, strict=True))
        return np.array([float(len(b) - len(a)) for a, b in zip(firsts, seconds, strict=True)])

    monkeypatch.setattr(LearnedStance, "_read", lengths)
    return asked


def test_a_pair_is_read_once_and_each_way_round_by_itself(read: Pairs) -> None:
    with remembered(None) as model:
        assert model.towards("ab", ["a", "abc", "a"]).tolist() == [-1.0, 1.0, -1.0]
        assert model.towards("ab", ["abc", ""]).tolist() == [1.0, -2.0]
        assert model.towards("a", ["ab"]).tolist() == [1.0]
    assert read == [("ab", "a"), ("ab", "abc"), ("ab", ""), ("a", "ab")]


def test_what_was_read_is_kept_for_the_next_run(read: Pairs, tmp_path: Path) -> None:
    file = tmp_path / "readings.jsonl"
    for _ in range(2):
        with remembered(file) as model:
            assert model.towards("ü\n", ["abc"]).tolist() == [1.0]
    assert read == [("ü\n", "abc")]
    assert [json.loads(line) for line in file.read_text("utf-8").splitlines()] == [["ü\n", "abc", 1.0]]


def test_what_was_read_is_kept_when_a_run_breaks_off(read: Pairs, tmp_path: Path) -> None:
    file = tmp_path / "readings.jsonl"
    with pytest.raises(KeyboardInterrupt), remembered(file) as model:
        model.towards("a", ["abc"])
        raise KeyboardInterrupt
    assert json.loads(file.read_text("utf-8")) == ["a", "abc", 2.0]


def test_only_the_model_that_ships_is_replaced() -> None:
    with remembered(None) as model:
        stage = stance_stage(model)
        assert remembering(Best(length=0.5), model) == Best(length=0.5, stance=stage)
        other = Best(stance=NoStance())
        assert remembering(other, model) is other
        assert remembering(method("bm25"), model) == method("bm25")
        assert remembering(method("framework(stance=learned)"), model) == replace(Framework(), stance=stage)


def test_a_collection_is_scored_as_evaluate_scores_it(tmp_path: Path) -> None:
    from debatable.evaluation import evaluate

    made = []
    for asked in asked_collections(tmp_path, every=19):
        made.append((asked, asked("bm25f")))
    ((asked, scores),) = made  # the folder is empty: the bundled one alone
    expected = evaluate(asked.collection, ["bm25f"]).methods["bm25f"]
    assert asked.measures == ("alpha_nDCG@5", "alpha_nDCG@10")
    for name in asked.measures:
        assert scores.values[name].tolist() == expected.values[name].tolist()
    assert len(asked.collection.queries) == 3
    assert asked.values(scores).shape == (3, 2)


def test_specific_claims_are_asked_of_the_index_of_their_debates(tmp_path: Path) -> None:
    claims = specific_claims("build")[::10]
    answered = []
    for asked in asked_collections(tmp_path, every=10, wordings=True, specific=True):
        if asked.collection.name != SPECIFIC + "bundled":
            continue
        assert asked.topics == tuple(f"s-{claim.topic}" for claim in claims)
        assert asked.measures == ("nDCG@5", "nDCG@10")
        assert asked.wordings == (), "they are in one wording"
        for claim, value in zip(claims, asked("bm25").values["nDCG@5"], strict=True):
            hits = asked.engine.search(claim.text, method="bm25", k=5, strict=False).hits
            answers = set(asked.engine.resolve(claim.answers).values())
            answered.append(any(hit.premise.id in answers for hit in hits))
            assert bool(value > 0) is answered[-1]
    assert set(answered) == {True, False}


def test_wordings_are_of_five_kinds_for_every_query_and_repeat_none() -> None:
    for name in ("bundled", *COLLECTIONS):
        kinds = query_wordings(name)
        assert list(kinds) == ["plain", "question", "negated", "everyday", "terse"]
        assert len({frozenset(texts) for texts in kinds.values()}) == 1, "each kind has the same queries"
    queries = {query.id: query.text for query in collection().queries}
    for texts in query_wordings("bundled").values():
        assert texts.keys() == queries.keys()
        assert not {text.lower() for text in texts.values()} & {text.lower() for text in queries.values()}
    assert query_wordings("another") == {}


def test_the_wordings_are_packed_without_a_time() -> None:
    assert WORDINGS.read_bytes()[4:8] == bytes(4)


def test_figures_of_a_query_are_averaged_over_its_wordings(tmp_path: Path) -> None:
    for asked in asked_collections(tmp_path, every=19, wordings=True):
        assert asked.topics == tuple(query.id.rsplit("-", 1)[0] for query in asked.collection.queries)
        separately = [asked.values(asked("bm25f"))]
        for texts in asked.wordings:
            queries = tuple(replace(query, text=texts[query.id]) for query in asked.collection.queries)
            worded = replace(asked, collection=replace(asked.collection, queries=queries))
            separately.append(worded.values(worded("bm25f")))
        assert len(separately) == 6
        assert asked.mean_values("bm25f") == pytest.approx(np.mean(separately, axis=0))
        assert asked.mean_values("bm25f") != pytest.approx(separately[0])


def test_a_query_whose_id_has_no_hyphen_is_a_topic_of_its_own(tmp_path: Path) -> None:
    for asked in asked_collections(tmp_path, every=29):
        queries = tuple(replace(query, id=f"d{at}") for at, query in enumerate(asked.collection.queries))
        alone = replace(asked, collection=replace(asked.collection, queries=queries))
        assert alone.topics == ("d0", "d1")
        assert alone.wordings == ()
