"""Specific everyday claims: the set itself, and its figures by hand."""

from __future__ import annotations

import gzip
from collections.abc import Iterable

import pytest

from debatable.engines import demo_collection
from debatable.errors import QueryError, UnknownNameError
from debatable.evaluation import collection
from debatable.evaluation.everyday import SpecificClaim, everyday_claims, specific_claims, specific_figures
from debatable.evaluation.lines import json_lines
from debatable.model import Answer, Cluster, Explanation, Hit, Premise, Stance
from debatable.ranking import Method

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


def test_shares_by_hand() -> None:
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
    assert specific_figures([], Fixed()).as_dict() == {"specific": 0, "success@1": 0.0, "success@5": 0.0}


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


def test_a_half_that_is_none() -> None:
    with pytest.raises(UnknownNameError, match="build, report"):
        specific_claims("both")
