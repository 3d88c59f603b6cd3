from __future__ import annotations

import pytest

from debatable.errors import InputError
from debatable.evaluation.sampling import sampled_claims

CLAIMS = {f"c{number}": f"Coal is reason {number}" for number in range(40)} | {
    "twin": "coal is REASON 7?",
    "cat": "Cats purr",
    "part": "Charcoal is black",
}


def test_claims_with_a_word_of_the_topic_each_wording_once() -> None:
    whole = sampled_claims(CLAIMS, ["coal"], 40)
    assert whole.candidates == 40
    assert {query.id for query in whole.queries} == {f"c{number}" for number in range(40)}
    assert all(query.text == CLAIMS[query.id] for query in whole.queries)


def test_the_draw_follows_the_seed() -> None:
    draws = [tuple(query.id for query in sampled_claims(CLAIMS, ["coal"], 5, seed=s).queries) for s in (0, 1)]
    assert draws[0] != draws[1]
    assert draws[0] == tuple(query.id for query in sampled_claims(CLAIMS, ["coal"], 5, seed=0).queries)


def test_a_refused_claim_gives_its_place_to_the_next() -> None:
    first = [query.id for query in sampled_claims(CLAIMS, ["coal"], 6).queries]
    again = [query.id for query in sampled_claims(CLAIMS, ["coal"], 5, refused=[first[1]]).queries]
    assert again == [first[0], *first[2:]]


@pytest.mark.parametrize(
    ("size", "refused", "message"),
    [
        (0, [], "a sample of 0 claims; use 1 or more"),
        (41, [], "only 40 claims with one of 1 word; ask for fewer"),
        (40, ["c1"], "only 39 claims"),
        (1, ["c99"], "the refused claim 'c99' is not in the corpus"),
    ],
)
def test_what_cannot_be_is_refused(size: int, refused: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        sampled_claims(CLAIMS, ["coal"], size, refused=refused)
