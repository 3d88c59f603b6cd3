"""What the explanation of a pick of ``best`` names: who helps it, what was shown before, and the ways it came."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from debatable.model import Explanation
from debatable.ranking.candidates.claim_steps import Dense
from debatable.ranking.diversity.novelty import Novelty
from debatable.ranking.explanations.best import NAMED
from debatable.ranking.methods.best import Best
from debatable.ranking.pipeline import explained
from debatable.ranking.probabilities.specificity import NotSpecific
from debatable.ranking.stance.table import NoStance
from tests.support.brute_backend import BruteBackend, ask

COUNT = NAMED + 4
WAYS = ("through claims", "found directly")


def corpus() -> BruteBackend:
    """One claim; premises ever less like the first, the longer the later; the last hangs on no claim."""
    angles = [0.0, *(0.1 + 0.05 * number for number in range(COUNT - 1))]
    return BruteBackend(
        ["ban cars"],
        ["So. " + "x" * (56 - number) for number in range(COUNT)],
        [(row, 0, 1) for row in range(COUNT - 1)] + [(COUNT - 1, -1, 0)],
        [0],
        list(range(COUNT)),
        query=[1.0, 0.0],
        claim_vectors=[[1.0, 0.0]],
        premise_vectors=[[float(np.cos(angle)), float(np.sin(angle))] for angle in angles],
    )


def parts(tree: Explanation, label: str) -> list[Explanation]:
    return [part for _, part in tree.walk() if part.label == label]


METHOD = Best(
    claims=Dense(temperature=1.0),
    covered=2.0,  # no claim says all of the query
    sentence=55,
    specific=NotSpecific(),
    diversity=Novelty(theta=0.5, novel=0.5),
    stance=NoStance(),
)


def test_those_that_help_most_are_named_and_the_others_counted() -> None:
    first = ask(METHOD, "cars", corpus(), 1)[0]
    tree = first.explanation
    helpers = parts(tree, "k(p,p') P(p'|q)")
    assert len(helpers) == NAMED
    values = [part.value for part in helpers]
    assert values == sorted(values, reverse=True) and min(values) > 0
    (rest,) = parts(tree, "further premises")
    assert rest.note == f"{COUNT - 1 - NAMED} that are like it"
    assert 0 < rest.value <= (COUNT - 1 - NAMED) * min(values) + 1e-9
    assert all(len(str(part.note)) > 40 for part in helpers)  # their texts
    assert not parts(tree, "1 - r(p,p')")
    (new,) = parts(tree, "not said yet")
    assert (new.value, new.rule) == (1.0, "given")


def test_later_picks_name_what_was_shown() -> None:
    hits = ask(METHOD, "cars", corpus(), 3)
    index = corpus()
    for number, hit in enumerate(hits):
        shown = [part.note for part in parts(hit.explanation, "1 - r(p,p')")]
        before = index.texts("premises", np.array([one.premise for one in hits[:number]], np.int64))
        assert shown == [f"shown: {text}" for text in before]
        (new,) = parts(hit.explanation, "not said yet")
        product = float(np.prod([part.value for part in parts(hit.explanation, "1 - r(p,p')")]))
        assert new.value == pytest.approx(product)
        assert hit.explanation.recompute() == pytest.approx(hit.score, abs=1e-6)


def test_later_picks_share_the_notes_of_what_was_shown() -> None:
    # A text of its own for each pick and each pick before took gigabytes for thousands of hits.
    notes: dict[str, list[str]] = {}
    for tree in (hit.explanation for hit in explained(ask(METHOD, "cars", corpus(), COUNT))):
        for part in parts(tree, "1 - r(p,p')"):
            assert part.note is not None
            notes.setdefault(part.note, []).append(part.note)
    assert max(map(len, notes.values())) > 2
    assert all(note is same[0] for same in notes.values() for note in same)


def test_the_ways_to_a_premise_and_their_weights() -> None:
    index = corpus()
    hits = {hit.premise: hit.explanation for hit in ask(METHOD, "cars", index, COUNT)}
    weight = 0.25 + 0.75 / COUNT  # one of all premises has no claim
    for row, tree in hits.items():
        through, direct = (parts(tree, way) for way in WAYS)
        assert bool(through) == (row != COUNT - 1)
        assert len(direct) == 1
        weights = [part.value for part in parts(tree, "weight")]
        assert weights == pytest.approx([1 - weight, weight] if through else [weight])
        strengths = parts(tree, "strength")
        assert {part.value for part in strengths} == {max(60.0 - row, 55.0)}
        short = ", counted as 55" if row > 5 else ""
        assert {part.note for part in strengths} == {f"{60 - row} characters{short}"}
        for part in parts(tree, "P(c|q)"):
            assert part.note == "ban cars" and part.value == pytest.approx(1.0)


def test_a_premise_that_was_not_found_directly_has_one_way() -> None:
    method = replace(METHOD, depth=1)
    hits = {hit.premise: hit.explanation for hit in ask(method, "cars", corpus(), COUNT)}
    ways = {row: [len(parts(tree, way)) for way in WAYS] for row, tree in hits.items()}
    assert ways == {row: [1, int(row == 0)] for row in range(COUNT - 1)}


@pytest.mark.parametrize(
    ("cosine", "weight"), [(1.0, 0.0), (0.95, 0.0), (0.85, 0.5), (0.75, 1.0), (0.2, 1.0)]
)
def test_where_a_claim_says_all_of_the_query_nothing_is_found_directly(cosine: float, weight: float) -> None:
    index = BruteBackend(
        ["ban cars"],
        ["x" * 30, "y" * 30],
        [(0, 0, 1)],
        [0],
        [0, 1],
        query=[1.0, 0.0],
        claim_vectors=[[cosine, float(np.sqrt(1 - cosine**2))]],
        premise_vectors=[[1.0, 0.0], [0.0, 1.0]],
    )
    method = Best(claims=Dense(), direct=0.5, specific=NotSpecific(), stance=NoStance())
    (hit,) = ask(method, "q", index, 1)
    weights = [part.value for part in parts(hit.explanation, "weight")]
    assert weights[-1] == pytest.approx(0.5 * weight, abs=1e-6) or (weight == 0 and len(weights) == 1)
