"""Where nothing is close, what the nearest claims have is shown as such."""

from __future__ import annotations

import pytest

import debatable
from debatable.engines import Engine
from debatable.model import Explanation, Stance
from debatable.ranking import Backend, Pipeline, Question, Scored
from debatable.ranking.relevance.closeness import Closeness
from tests.support.brute_backend import BruteBackend
from tests.support.readers import GivenRelevance

READ = {"c0": 0.05, "c1": 0.03, "c2": 1e-6, "c3": 0.02}
"""What is read of claims whose cosines and those of their premises are .4: P(relevant) of .23, .19, .001 and .16."""


def engine(read: dict[str, float] | None = None, cosine: float = 0.4, *, language: str = "en") -> Engine:
    vectors = [[cosine, (1 - cosine**2) ** 0.5]] * 4
    backend = BruteBackend(
        list(READ),
        [f"premise {row}" for row in range(4)],
        [(row, row, 1) for row in range(4)],
        [0] * 4,
        [*range(4)],
        query=[1.0, 0.0],
        claim_vectors=vectors,
        premise_vectors=vectors,
    )
    backend.info = lambda: {"languages": {language: 4}}  # type: ignore[method-assign]
    return Engine(
        backend,
        pipeline=Pipeline(
            relevance=Closeness(GivenRelevance(read or READ), 0.4, GivenRelevance(), estimate=None)
        ),
    )


def by_row(question: Question, backend: Backend, k: int) -> list[Scored]:
    """Ranks premises by rising row, each through the claim of its row, on sides in turn."""
    return [
        Scored(
            row,
            9.0 - row,
            Stance.CON if row % 2 else Stance.PRO,
            Explanation("row", 9.0 - row),
            (row,),
            confidence=0.9,
        )
        for row in range(4)
    ][:k]


def ids(hits: tuple[debatable.Hit, ...]) -> str:
    return " ".join(hit.premise.id for hit in hits)


NEAREST = "nothing speaks to this claim exactly; these premises are on the nearest claims: ‘c0’, ‘c1’, ‘c3’"


def test_premises_of_the_nearest_claims_are_hits_with_their_sides_and_a_remark() -> None:
    answer = engine().search("ban cars", method=by_row)
    assert (answer.closeness, answer.as_dict()["closeness"]) == ("nearest", "nearest")
    assert (ids(answer.pro), ids(answer.con), ids(answer.weak)) == ("p0", "p1 p3", "p2")
    assert answer.remarks == (NEAREST,)
    assert all(hit.relevance is not None and hit.relevance < 0.4 for hit in answer)


def test_a_remark_names_one_claim_or_none() -> None:
    answer = engine({**READ, "c1": 1e-6, "c3": 1e-6}).search("ban cars", method=by_row)
    assert answer.remarks == (
        "nothing speaks to this claim exactly; these premises are on the nearest claim: ‘c0’",
    )


def test_what_is_close_is_shown_without_what_is_near() -> None:
    answer = engine({**READ, "c0": 0.9}).search("ban cars", method=by_row)
    assert (answer.closeness, ids(answer.hits), ids(answer.weak)) == ("close", "p0", "p1 p2 p3")
    assert answer.remarks == ()


@pytest.mark.parametrize("k", [1, 2, 4])
def test_where_nothing_is_similar_nothing_is_near(k: int) -> None:
    answer = engine(cosine=0.1).search("ban cars", method=by_row, k=k)
    assert (answer.closeness, answer.hits, len(answer.weak)) == ("none", (), k)
    assert answer.remarks == ("nothing close to this claim among 4 premises",)


def test_one_side_of_what_is_nearest_can_be_asked_for() -> None:
    answer = engine().search("ban cars", method=by_row, stance="con")
    assert (answer.closeness, ids(answer.hits)) == ("nearest", "p1 p3")


def test_not_strict_nobody_asks_how_close_it_is() -> None:
    answer = engine().search("Die Autos sollen verboten werden", method=by_row, strict=False)
    assert (answer.closeness, len(answer.hits), answer.remarks) == ("", 4, ())


FOREIGN = "the claim seems to be in another language than the corpus (English)"


@pytest.mark.parametrize(
    "query", ["Die Autos sollen verboten werden", "禁止汽车", "Il faut interdire les voitures"]
)
def test_a_claim_in_another_language_is_said_to_be_in_one(query: str) -> None:
    assert engine().search(query, method=by_row).remarks == (FOREIGN, NEAREST)
    assert engine(language="de").search(query, method=by_row).remarks == (NEAREST,)


@pytest.mark.parametrize("query", ["Ban cars", "Vuvuzelas", "42", "Café", "fhqwhgads wibble"])
def test_what_is_not_another_language_is_not_said_to_be_one(query: str) -> None:
    assert FOREIGN not in engine().search(query, method=by_row).remarks


def test_the_demo_shows_the_debate_of_a_word() -> None:
    with debatable.demo() as demo:
        answer = demo.search("tuition", method="best(stance=polarity)")
    assert answer.closeness == "nearest" and len(answer.hits) >= 5
    assert {hit.arguments[0].discussion for hit in answer} == {"Tuition-free university"}
