"""Everyday and specific claims."""

from __future__ import annotations

import gzip
import math
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from debatable.engines import demo_collection
from debatable.errors import QueryError, UnknownNameError
from debatable.evaluation import collection
from debatable.evaluation.collections import Collection
from debatable.evaluation.everyday import (
    EverydayClaim,
    SpecificClaim,
    everyday_claims,
    everyday_figures,
    specific_claims,
    specific_figures,
)
from debatable.evaluation.judgments import Judgment, Judgments
from debatable.evaluation.lines import json_lines
from debatable.model import Answer, Cluster, Explanation, Hit, Premise, Stance
from debatable.ranking import Method


def claims(half: str) -> list[EverydayClaim]:
    return [claim for of in ("bundled", "debatepedia") for claim in everyday_claims(half, of)]


def test_at_least_three_hundred_claims_and_both_sides_of_every_topic() -> None:
    sided = [claim for half in ("build", "report") for claim in claims(half) if claim.side]
    assert len(sided) >= 300 and len({claim.id for claim in sided}) == len(sided)
    sides = Counter((claim.topic, claim.side) for claim in sided)
    assert all(sides[topic, 1] == sides[topic, -1] for topic in {claim.topic for claim in sided})


def test_no_topic_and_no_text_is_in_both_halves() -> None:
    build, report = claims("build"), claims("report")
    assert not {c.topic for c in build if c.side} & {c.topic for c in report if c.side}
    assert not {c.text.lower() for c in build} & {c.text.lower() for c in report}


def test_reference_queries_are_judged_and_opposites_oppose() -> None:
    judged = collection().judgments
    for half in ("build", "report"):
        by_id = {claim.id: claim for claim in everyday_claims(half)}
        for claim in by_id.values():
            assert not claim.side or claim.query in judged
            if claim.opposite_of:
                other = by_id[claim.opposite_of]
                assert other.side == -claim.side and other.topic == claim.topic


def test_no_claim_repeats_the_corpus() -> None:
    said = {
        row[field].lower()
        for _, row in json_lines(demo_collection() / "corpus.jsonl.gz")
        for field in ("claim", "premise")
    }
    assert not said & {claim.text.lower() for half in ("build", "report") for claim in claims(half)}


def test_a_half_that_is_none() -> None:
    with pytest.raises(UnknownNameError, match="build, report"):
        everyday_claims("both")


JUDGED = Judgments(
    [
        Judgment("q", "p1", 1, stance=Stance.PRO),
        Judgment("q", "p2", 1, stance=Stance.CON),
        Judgment("q", "p3", 1, stance=Stance.PRO),
    ]
)
COLLECTION = Collection("toy", (), JUDGED, (Path("corpus.jsonl"),))


class Told:
    """Answers as it was told: (premise, stance) by query."""

    def __init__(self, answers: dict[str, list[tuple[str, Stance]]]) -> None:
        self.answers = answers

    def search(self, query: str, *, method: str | Method, k: int) -> Answer:
        hits = [
            Hit(Premise(id_, id_), (), stance, 1.0, Cluster(id_, (id_,)), Explanation("score", 1.0))
            for id_, stance in self.answers[query]
        ]
        return Answer(query, str(method), tuple(hits))


def test_shares_by_hand() -> None:
    claims = [
        EverydayClaim("a", "for", "short", "report", 1, "toy", "q", "t"),
        EverydayClaim("b", "against", "short", "report", -1, "toy", "q", "t", opposite_of="a"),
        EverydayClaim("c", "nothing", "short", "report", 1, "toy", "q", "t"),
        EverydayClaim("d", "pizza", "fact", "report", 0),
        EverydayClaim("e", "hello", "greeting", "report", 0),
        EverydayClaim("f", "neighbour", "near", "report", 0, near=True),
    ]
    engine = Told(
        {
            "for": [("p1", Stance.PRO), ("p2", Stance.PRO), ("p3", Stance.UNDECIDED), ("other", Stance.PRO)],
            "against": [("p1", Stance.CON), ("p2", Stance.PRO)],
            "nothing": [],
            "pizza": [("p1", Stance.PRO)],
            "hello": [],
            "neighbour": [("p1", Stance.CON)],
        }
    )
    figures = everyday_figures(claims, COLLECTION, engine)
    assert (figures.claims, figures.hits) == (3, 6)
    assert figures.own == pytest.approx(5 / 6)
    # Decided and of the debate: p1 right, p2 wrong; for the opposite claim p1 con is right, p2 pro is right.
    assert figures.right == pytest.approx(3 / 4)
    assert figures.undecided == pytest.approx(1 / 5)
    assert figures.unanswered == pytest.approx(1 / 3)
    assert figures.flips == pytest.approx(1 / 2)
    assert (figures.off_topic, figures.near_misses) == (1 / 2, 1.0)


HALVES = ("build", "report")


def claim(name: str, *answers: str) -> SpecificClaim:
    return SpecificClaim(name, name, "report", "toy", "t", "q", answers)


class Fixed:
    """Answers with fixed clusters by query, and knows record ``again`` as premise ``p1``."""

    def __init__(self, **clusters: list[tuple[str, ...]]) -> None:
        self.clusters = clusters
        self.asked: list[int] = []

    def search(self, query: str, *, method: str | Method, k: int) -> Answer:
        self.asked.append(k)
        if query not in self.clusters:
            raise QueryError("no words", todo="write some")
        hits = [
            Hit(
                Premise(members[0], members[0]),
                (),
                Stance.PRO,
                1.0,
                Cluster(members[0], members),
                Explanation("score", 1.0),
            )
            for members in self.clusters[query][:k]
        ]
        return Answer(query, str(method), tuple(hits))

    def resolve(self, ids: Iterable[str]) -> dict[str, str]:
        return {record: "p1" for record in ids if record == "again"}


def test_shares_of_specific_claims_by_hand() -> None:
    others = [("x",), ("y",), ("z",), ("u",)]
    engine = Fixed(
        first=[("p1",), ("x",)],
        member=[("x", "p2")],
        fifth=[*others, ("p3", "y")],
        sixth=[*others, ("v",), ("p3",)],
        nothing=[],
    )
    claims = [
        *(claim("first", "again"), claim("member", "p1", "p2"), claim("fifth", "p3")),
        *(claim("sixth", "p3"), claim("nothing", "p1"), claim("refused", "p1")),
    ]
    steps: list[tuple[int, int | None]] = []
    figures = specific_figures(claims, engine, progress=lambda done, total: steps.append((done, total)))
    assert figures.claims == 6
    assert figures.success_1 == pytest.approx(2 / 6), "itself as another record, and by a member"
    assert figures.success_5 == pytest.approx(3 / 6)
    assert set(engine.asked) == {5}
    assert steps[-1] == (6, 6)
    assert figures.as_dict() == {"specific": 6, "success@1": 0.3333, "success@5": 0.5}


def test_a_collection_without_specific_claims_has_none() -> None:
    assert specific_claims("report", "keypoints") == []
    assert specific_figures([], Fixed()).as_dict() == {"specific": 0, "success@1": None, "success@5": None}


def test_every_claim_is_there_once_and_no_topic_is_in_both_halves() -> None:
    for name in ("bundled", "debatepedia"):
        halves = [specific_claims(half, name) for half in HALVES]
        assert [len(half) for half in halves] == [50, 50]
        build, report = ({claim.topic for claim in half} for half in halves)
        assert not build & report
        both = [claim for half in halves for claim in half]
        assert len({claim.id for claim in both}) == len({claim.text.lower() for claim in both}) == 100
        assert all(claim.answers for claim in both)


def test_answers_are_premises_of_the_corpus_and_some_are_judged_for_the_query() -> None:
    found = collection()
    records = {row["id"] for _, row in json_lines(demo_collection() / "corpus.jsonl.gz")}
    for half in HALVES:
        for one in specific_claims(half):
            assert set(one.answers) <= records, one.id
            assert set(one.answers) & set(found.judgments[one.query].rows), one.id


def test_no_claim_repeats_the_corpus_or_another_everyday_claim() -> None:
    corpus = {
        row[field].lower()
        for _, row in json_lines(demo_collection() / "corpus.jsonl.gz")
        for field in ("claim", "premise")
    }
    for name in ("bundled", "debatepedia"):
        for half in HALVES:
            texts = {one.text.lower() for one in specific_claims(half, name)}
            assert not texts & corpus
            assert not texts & {one.text.lower() for one in everyday_claims(half, name)}


def test_the_file_is_packed_without_a_time() -> None:
    packed = (demo_collection() / "specific.jsonl.gz").read_bytes()
    assert packed[4:8] == bytes(4)
    assert gzip.decompress(packed).endswith(b"\n")


def test_a_half_of_specific_claims_that_is_none() -> None:
    with pytest.raises(UnknownNameError, match="build, report"):
        specific_claims("both")


def test_shares_of_nothing_are_undefined() -> None:
    """They were 0: without a specific claim none was answered to the point, without a hit none was right."""
    figures = specific_figures([], Fixed())
    assert math.isnan(figures.success_1) and math.isnan(figures.success_5)
    empty = everyday_figures([], collection(), Fixed())
    assert all(map(math.isnan, (empty.own, empty.right, empty.undecided, empty.flips, empty.off_topic)))
    assert {value for key, value in empty.as_dict().items() if key not in ("claims", "hits")} == {None}
