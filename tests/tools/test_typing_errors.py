"""The same seed makes the same typing errors, and each is one."""

from __future__ import annotations

import random

from rapidfuzz.distance import OSA
from tools.typing_errors import attempts, mistyped, untouched_claims, with_error

import debatable


def test_an_error_is_one_edit() -> None:
    rng = random.Random(3)
    for word in ("school", "Zoos", "aa", "committee"):
        for _ in range(200):
            typed = with_error(word, rng)
            assert typed != word and OSA.distance(typed.lower(), word.lower()) <= 1


def test_a_claim_gets_one_or_two_errors_in_long_words() -> None:
    claim = "We should not ban the loud cars of our neighbours"
    typed = [mistyped(claim, random.Random(seed)) for seed in range(50)]
    assert typed == [mistyped(claim, random.Random(seed)) for seed in range(50)]
    changed = [
        sum(one != other for one, other in zip(claim.split(), text.split(), strict=True)) for text in typed
    ]
    assert set(changed) == {1, 2}
    assert all(text.split()[3:5] == ["ban", "the"] for text in typed), "short words are left alone"


def test_claims_without_errors_are_left_alone() -> None:
    claims = untouched_claims()
    assert len(claims) >= 300
    with debatable.demo() as engine:
        assert [claim for claim in claims if engine.corrected(claim) != claim] == []


def test_hits_are_compared_with_those_of_the_claim() -> None:
    with debatable.demo() as engine:
        (one,) = attempts(engine, ["Homework should be abolished"], 1)
    assert one.typed != one.claim and 0 <= one.uncorrected <= one.kept <= 1
    assert one.corrected == one.claim and one.kept == 1
