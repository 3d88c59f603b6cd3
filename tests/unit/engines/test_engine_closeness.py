"""Hits are what is close to the query, sides what is sure; the rest is told as such."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import debatable
from debatable.engines import Engine
from debatable.model import Explanation, Stance
from debatable.ranking import Backend, Pipeline, Question, Scored, StanceChoice
from debatable.ranking.relevance.closeness import Closeness
from debatable.ranking.relevance.weights import WITHOUT_VECTORS
from tests.support.brute_backend import BruteBackend
from tests.support.readers import GivenRelevance


def read_as(chance: float) -> float:
    """Returns what a model must read, so that a premise is close with this probability where there are no vectors."""
    odds = (np.log(chance / (1 - chance)) - WITHOUT_VECTORS.bias) / WITHOUT_VECTORS.read
    return float(1 / (1 + np.exp(-odds)))


CHANCES = {name: read_as(p) for name, p in {"c0": 0.9, "c1": 0.2, "c2": 0.55, "c3": 0.3, "c4": 0.75}.items()}
SIDES = {
    0: (Stance.PRO, 0.9),
    1: (Stance.CON, 0.9),
    2: (Stance.CON, 0.6),
    3: (Stance.PRO, 0.8),
    4: (Stance.NONE, 0.5),
}


def by_row(question: Question, backend: Backend, k: int) -> list[Scored]:
    """Ranks premises by rising row, each through the claim of its row."""
    return [
        Scored(row, 9.0 - row, SIDES[row][0], Explanation("row", 9.0 - row), (row,), confidence=SIDES[row][1])
        for row in range(5)
    ][:k]


def engine(floor: float = 0.5, level: float = 0.55) -> Engine:
    backend = BruteBackend(
        list(CHANCES),
        [f"premise {row}" for row in range(5)],
        [(row, row, 1) for row in range(5)],
        [0] * 5,
        [*range(5)],
        vectors=False,
    )
    return Engine(
        backend,
        pipeline=Pipeline(
            stance_threshold=level, relevance=Closeness(GivenRelevance(CHANCES), floor, GivenRelevance())
        ),
    )


def ids(hits: tuple[debatable.Hit, ...]) -> str:
    return " ".join(hit.premise.id for hit in hits)


def test_hits_are_close_and_the_rest_is_weak_in_the_order_of_rank() -> None:
    answer = engine().search("cars", method=by_row)
    assert (ids(answer.hits), ids(answer.weak)) == ("p0 p2 p4", "p1 p3")
    assert all(hit.relevance is not None and hit.relevance >= 0.5 for hit in answer.hits)
    assert all(hit.relevance is not None and hit.relevance < 0.5 for hit in answer.weak)
    assert not answer.remarks, "something is close"


@pytest.mark.parametrize(("floor", "close"), [(0.0, 5), (0.6, 2), (0.8, 1), (1.0, 0)])
def test_the_floor_parts_them(floor: float, close: int) -> None:
    answer = engine(floor).search("cars", method=by_row)
    assert (len(answer.hits), len(answer.weak)) == (close, 5 - close)
    far = ("nothing close to this claim among 5 premises",)
    assert answer.remarks == (() if close else far)


def test_what_is_exactly_as_close_as_the_floor_is_a_hit() -> None:
    least = engine().search("cars", method=by_row).hits[-1]
    assert least.relevance is not None
    assert ids(engine(least.relevance).search("cars", method=by_row).hits).split()[-1] == least.premise.id


def test_sides_below_the_level_are_undecided() -> None:
    answer = engine(floor=0.0, level=0.7).search("cars", method=by_row)
    assert (ids(answer.pro), ids(answer.con), ids(answer.undecided)) == ("p0 p3", "p1", "p2 p4")
    assert {hit.stance for hit in answer.undecided} == {Stance.UNDECIDED}
    assert [hit.stance_confidence for hit in answer] == [0.9, 0.9, 0.6, 0.8, 0.5]


def test_one_side_is_of_those_that_are_sure() -> None:
    sure = engine(floor=0.0, level=0.85)
    assert ids(sure.search("cars", method=by_row, stance="pro").hits) == "p0"
    assert ids(sure.search("cars", method=by_row, stance="con").hits) == "p1"
    assert ids(sure.search("cars", method=by_row, stance="both", k=4).hits) == "p0 p1 p2 p3"


def test_not_strict_everything_ranked_is_a_hit_and_has_its_side() -> None:
    far = engine(floor=1.0, level=1.0)
    answer = far.search("cars", method=by_row, strict=False)
    assert ids(answer.hits) == "p0 p1 p2 p3 p4" and answer.weak == () and answer.remarks == ()
    assert [hit.stance for hit in answer] == [SIDES[row][0] for row in range(5)]
    assert {hit.relevance for hit in answer} == {None}
    model = far.pipeline.relevance.model
    assert isinstance(model, GivenRelevance) and model.read == []


@pytest.mark.parametrize(("row", "remarked"), [(0, True), (1, False)])
def test_an_estimated_side_is_remarked_on_where_it_is_shown(row: int, remarked: bool) -> None:
    """Premise 0 is close, premise 1 is not."""

    def estimated(question: Question, backend: Backend, k: int) -> list[Scored]:
        return [replace(hit, estimated=hit.premise == row) for hit in by_row(question, backend, k)]

    remarks = engine().search("cars", method=estimated).remarks
    assert [("estimated" in remark) for remark in remarks] == [True] * remarked


def test_nothing_ranked_is_nothing_close_and_nothing_weak() -> None:
    answer = engine().search("cars", method=lambda question, backend, k: [])
    assert (answer.hits, answer.weak, answer.remarks) == ((), (), ())


def test_a_side_without_hits_is_not_taken_for_the_whole_answer() -> None:
    """Of the side against alone the answer said nothing at all, or that nothing was close to the claim."""

    def for_it(question: Question, backend: Backend, k: int) -> list[Scored]:
        return [replace(hit, stance=Stance.PRO, confidence=0.9) for hit in by_row(question, backend, k)]

    def asked(floor: float, stance: StanceChoice, **options: Any) -> tuple[str, ...]:
        return engine(floor).search("cars", method=for_it, stance=stance, **options).remarks

    assert asked(0.0, "con") == ("nothing was found against this claim",)
    assert asked(1.0, "pro") == ("nothing close was found for this claim among 5 premises",)
    assert asked(1.0, "both") == ("nothing close to this claim among 5 premises",)
    assert asked(0.0, "pro") == asked(0.0, "con", strict=False) == ()
    assert asked(0.0, "con", offset=10) == (), "earlier pages may have had some"


OFF_TOPIC = ("How do I bake sourdough bread", "My printer is out of paper")
ON_TOPIC = ("We should abandon fossil fuels", "Zoos should be closed")


def test_the_demo_has_nothing_close_to_what_it_does_not_speak_of() -> None:
    with debatable.demo() as demo:
        premises = demo.health()["counts"]["premises"]
        for query in OFF_TOPIC:
            answer = demo.search(query)
            assert answer.hits == () and len(answer.weak) == 10
            assert answer.remarks == (f"nothing close to this claim among {premises:,} premises",)
            assert len(demo.search(query, strict=False).hits) == 10
        for query in ON_TOPIC:
            answer = demo.search(query)
            assert len(answer.pro) >= 3 and len(answer.con) >= 3 and not answer.remarks
            assert all(hit.stance_reason and hit.stance_confidence >= 0.55 for hit in answer.pro + answer.con)


def crowded(*near: float) -> Engine:
    """A thousand claims with a premise each, the first of which are so close."""
    names = [f"c{row}" for row in range(1_000)]
    backend = BruteBackend(
        names,
        [f"premise {row}" for row in range(1_000)],
        [(row, row, 1) for row in range(1_000)],
        [0] * 1_000,
        [*range(1_000)],
        vectors=False,
    )
    read = {name: read_as(near[row] if row < len(near) else 0.05) for row, name in enumerate(names)}
    return Engine(
        backend, pipeline=Pipeline(relevance=Closeness(GivenRelevance(read), 0.4, GivenRelevance()))
    )


def in_rows(question: Question, backend: Backend, k: int) -> list[Scored]:
    """Ranks the first premises by rising row."""
    return [
        Scored(row, 999.0 - row, Stance.PRO, Explanation("row", 999.0 - row), (row,), confidence=0.9)
        for row in range(k)
    ]


CHANCE = (
    "nothing close to this claim among 1,000 premises",
    "one of 1,000 claims alone seems close, which may be chance",
)


@pytest.mark.parametrize("k", [1, 3, 20])
@pytest.mark.parametrize(
    ("near", "shown"), [((0.8,), 0), ((0.8, 0.5), 2), ((0.99,), 1), ((0.8, 0.1, 0.1, 0.1, 0.5), 2)]
)
def test_one_claim_of_many_that_alone_is_close_is_no_hit(near: tuple[float, ...], shown: int, k: int) -> None:
    answer = crowded(*near).search("cars", method=in_rows, k=k)
    among = min(k, sum(value >= 0.4 for value in near))
    assert len(answer.hits) == (among if shown else 0), "however few are asked for"
    assert answer.remarks == (() if shown else CHANCE)
    assert len(answer.hits) + len(answer.weak) == k
    assert shown or answer.weak[0].relevance == pytest.approx(near[0])


def test_a_short_answer_is_the_beginning_of_a_longer_one_and_pages_share_nothing() -> None:
    """Three hits were asked for, the second and third were not close, and the fourth was not looked at."""
    there = crowded(0.8, 0.1, 0.1, 0.7, 0.6, *[0.1] * 6, 0.9)
    whole = [hit.premise.id for hit in there.search("cars", method=in_rows, k=10)]
    assert whole == ["p0", "p3", "p4"]
    for k in range(1, 10):
        assert [hit.premise.id for hit in there.search("cars", method=in_rows, k=k)] == whole[:k]
    pages = [there.search("cars", method=in_rows, k=4, offset=offset) for offset in range(0, 20, 4)]
    assert [[hit.premise.id for hit in page] for page in pages] == [["p0", "p3", "p4"], [], ["p11"], [], []]
    listed = [hit.premise.id for page in pages for hit in (*page.hits, *page.weak)]
    assert sorted(listed) == sorted(f"p{row}" for row in range(20))


def test_the_other_side_is_company_as_well() -> None:
    def two_sides(question: Question, backend: Backend, k: int) -> list[Scored]:
        """Ranks premises of the first claim for the query, then the one of the second against it."""
        sides = [Stance.CON if row == 1 else Stance.PRO for row in range(k)]
        return [
            Scored(row, 99.0 - row, side, Explanation("row", 99.0 - row), (int(row == 1),), confidence=0.9)
            for row, side in enumerate(sides)
        ]

    there = crowded(0.8, 0.5)
    assert len(there.search("cars", method=two_sides, k=12).hits) == 12
    assert len(there.search("cars", method=two_sides, k=12, stance="pro").hits) == 12
    assert len(crowded(0.8, 0.1).search("cars", method=two_sides, k=12, stance="pro").hits) == 0
