"""Sampling of query claims."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from debatable.embedding.words import WordVectors, save_vectors
from debatable.errors import InputError
from debatable.evaluation.sampling import grown_vocabulary, nearest_words, sampled_claims

DEGREES = {"energy": 0, "power": 10, "nuclear": 25, "atoms": 37, "church": 52, "pope": 60, "cat": 170}
"""Words on a circle: the nearest of a word are those with the smallest angle between."""


@pytest.fixture
def circle(tmp_path: Path) -> WordVectors:
    angles = np.radians(list(DEGREES.values()))
    matrix = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32) * 3
    keyed = SimpleNamespace(index_to_key=list(DEGREES), vectors=matrix, vector_size=2)
    return save_vectors(keyed, tmp_path / "circle")


def nobody(suggested: Sequence[str]) -> list[str]:
    return []


def test_the_nearest_words_by_angle(circle: WordVectors) -> None:
    assert nearest_words(circle, ["nuclear", "energy"], 2) == [["atoms", "power"], ["power", "nuclear"]]
    assert len(nearest_words(circle, ["cat"], 50)[0]) == len(DEGREES) - 1


def test_each_round_takes_the_neighbours_of_what_is_new(circle: WordVectors) -> None:
    grown = grown_vocabulary(circle, ["Energy", "energy"], nobody, rounds=3, nearest=2)
    # energy: power, nuclear; power: energy, nuclear, and nuclear: atoms, power; atoms: nuclear, church.
    assert grown.rounds == (("energy",), ("power", "nuclear"), ("atoms",), ("church",))
    assert grown.words == ("energy", "power", "nuclear", "atoms", "church")


def test_a_struck_word_leads_nowhere_and_is_not_suggested_again(circle: WordVectors) -> None:
    asked: list[list[str]] = []

    def strike(suggested: Sequence[str]) -> list[str]:
        asked.append(list(suggested))
        return ["church", "elsewhere"]

    grown = grown_vocabulary(circle, ["energy"], strike, rounds=5, nearest=2)
    assert grown.words == ("energy", "power", "nuclear", "atoms") and grown.struck == ("church",)
    assert sum("church" in words for words in asked) == 1


def test_a_given_list_is_taken_as_it_is(circle: WordVectors) -> None:
    """The 44 words of the paper could not be given: a round had to follow, and a rare word ended everything."""
    grown = grown_vocabulary(None, ["Energy", "enrgy", "energy"], nobody, rounds=0)
    assert (grown.words, grown.without_vector) == (("energy", "enrgy"), ())
    rare = grown_vocabulary(circle, ["energy", "enrgy"], nobody, rounds=1, nearest=2)
    assert rare.rounds == (("energy", "enrgy"), ("power", "nuclear"))
    assert rare.without_vector == ("enrgy",)
    assert grown_vocabulary(circle, ["enrgy"], nobody, rounds=3).rounds == (("enrgy",),)


@pytest.mark.parametrize(
    ("seeds", "options", "message"),
    [
        ([], {}, "there is no seed word"),
        (["energy"], {"rounds": -1}, "-1 rounds; use 0 to 100"),
        (["energy"], {"nearest": 0}, "0 nearest words; use 1 to 1,000"),
    ],
)
def test_what_cannot_be_is_refused(
    circle: WordVectors, seeds: list[str], options: dict[str, int], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        grown_vocabulary(circle, seeds, nobody, **options)


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
        (41, [], "only 40 claims with this word; ask for fewer"),
        (40, ["c1"], "only 39 claims"),
        (1, ["c99"], "the refused claim 'c99' is not in the corpus"),
    ],
)
def test_a_sample_that_cannot_be_is_refused(size: int, refused: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        sampled_claims(CLAIMS, ["coal"], size, refused=refused)
