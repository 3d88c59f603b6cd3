"""What every method must do, on corpora full of ties."""

from __future__ import annotations

import random

import numpy as np
import pytest

from debatable.ranking import method
from tests.support.brute_backend import BruteBackend, ask

WORDS = ["cars", "planes", "loud", "stink", "ban", "keep", "fast", "city"]
METHODS = (
    "bm25(stance=none)",
    "bm25f(stance=none)",
    "claims(stance=none)",
    "claims(claims=dense,stance=none)",
    "dense(stance=none)",
    "framework(stance=none)",
    "framework(claims=hybrid,stance=none,reach=cluster)",
    "framework(claims=dense,stance=none,split=false,normalise=all)",
    "quixote(stance=none,shortest=3)",
    "quixote(stance=none,shortest=3,expansion=none,split=false)",
    "best(stance=none)",
    "best(stance=none,claims=lexical,length=0)",
)


def corpus(seed: int) -> BruteBackend:
    """Few words, few vectors, few clusters: nearly everything is tied with something."""
    rng = random.Random(seed)
    claims = [" ".join(rng.sample(WORDS, 2)) for _ in range(6)]
    premises = [" ".join(rng.choices(WORDS, k=rng.choice((2, 3)))) for _ in range(14)]
    uses = [
        (row, rng.choice((-1, *range(6))), rng.choice((-1, 0, 1)))
        for row in [*range(14), *rng.choices(range(14), k=8)]
    ]
    uses = [(row, claim, sign if claim >= 0 else 0) for row, claim, sign in uses]
    vectors = [[1.0, 0.0], [0.8, 0.6], [0.6, 0.8], [0.0, 1.0]]
    return BruteBackend(
        claims,
        premises,
        uses,
        [rng.randrange(4) for _ in claims],
        [rng.randrange(9) for _ in premises],
        query=[1.0, 0.0],
        claim_vectors=[rng.choice(vectors) for _ in claims],
        premise_vectors=[rng.choice(vectors) for _ in premises],
        quality=[[rng.randrange(3), 1, 0] for _ in uses],
    )


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", METHODS)
def test_lists_fall_repeat_nothing_and_are_explained(name: str, seed: int) -> None:
    index = corpus(seed)
    ranking = method(name)
    whole = ask(ranking, "ban cars", index, 50)
    assert whole
    scores = [hit.score for hit in whole]
    if not name.startswith("best"):  # its scores are what is left to say when a premise is picked
        assert scores == sorted(scores, reverse=True)
    said = [member for hit in whole for member in hit.members]
    premises = [hit.premise for hit in whole]
    assert len(set(premises)) == len(premises)
    assert len(set(said)) == len(said)
    hanging = {row: {claim for p, claim, _ in index.uses if p == row and claim >= 0} for row in range(14)}
    for hit in whole:
        assert hit.members[0] == hit.premise
        assert hit.explanation.value == hit.score
        assert hit.explanation.recompute() == pytest.approx(hit.score, abs=1e-9)
        assert len(set(hit.claims)) == len(hit.claims)
        if "reach=cluster" not in name:
            assert set(hit.claims) <= set().union(*(hanging[row] for row in hit.members))
        assert 0.5 <= hit.confidence <= 1.0


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", METHODS)
def test_a_shorter_list_is_the_beginning_of_a_longer_one(name: str, seed: int) -> None:
    """However ties fall: who is cut off must not depend on where."""
    index = corpus(seed)
    ranking = method(name)
    whole = ask(ranking, "ban cars", index, 50)
    for k in range(1, len(whole) + 1):
        some = ask(ranking, "ban cars", index, k)
        assert [(hit.premise, hit.score) for hit in some] == [(hit.premise, hit.score) for hit in whole[:k]]


@pytest.mark.parametrize("name", ["bm25(stance=none)", "dense(stance=none)", "bm25f(stance=none)"])
def test_of_equal_premises_the_smaller_row_comes_first(name: str) -> None:
    count = 9
    index = BruteBackend(
        ["ban cars"],
        ["cars are loud"] * count,
        [(row, 0, 1) for row in range(count)],
        [0],
        list(range(count)),
        query=[1.0, 0.0],
        claim_vectors=[[1.0, 0.0]],
        premise_vectors=[[0.6, 0.8]] * count,
    )
    hits = ask(method(name), "cars", index, 5)
    assert [hit.premise for hit in hits] == [0, 1, 2, 3, 4]
    assert len({hit.score for hit in hits}) == 1


def test_dense_ranks_by_the_cosine_and_leaves_out_what_points_away() -> None:
    cosines = [0.0, 0.6, -0.6, 1.0, 0.8]
    index = BruteBackend(
        ["c"],
        [f"premise {row}" for row in range(5)],
        [(row, 0, 1) for row in range(5)],
        [0],
        list(range(5)),
        query=[1.0, 0.0],
        claim_vectors=[[1.0, 0.0]],
        premise_vectors=[[cosine, float(np.sqrt(1 - cosine**2))] for cosine in cosines],
    )
    hits = ask(method("dense(stance=none)"), "q", index, 9)
    assert [hit.premise for hit in hits] == [3, 4, 1]
    assert [hit.score for hit in hits] == pytest.approx([1.0, 0.8, 0.6], abs=1e-6)
