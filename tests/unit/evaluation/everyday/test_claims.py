"""The everyday set itself: well formed, balanced, and split by topic."""

from __future__ import annotations

from collections import Counter

import pytest

from debatable.engines import demo_collection
from debatable.errors import UnknownNameError
from debatable.evaluation import collection
from debatable.evaluation.everyday import EverydayClaim, everyday_claims
from debatable.evaluation.lines import json_lines


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
