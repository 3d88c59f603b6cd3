"""Other orders and lengths than those of the engine, and the place of one premise."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, cast

import pytest

from debatable.engines import Engine
from debatable.model import Answer, Argument, Cluster, Explanation, Hit, Premise, Stance, StanceReason
from debatable.ranking.relevance.closeness import Closeness
from debatable.service.refusals import Refused
from debatable.service.routes.parameters import LENGTHS, MOST, Search, Sort
from debatable.service.search import answer_of, closeness, in_order, of_length, placed, reason


def hit(
    name: str, length: int = 5, *, relevance: float | None = None, sure: float = 1.0, said: int = 1
) -> Hit:
    premise = Premise(name, "x" * length)
    members = (name, *(f"{name}{number}" for number in range(1, said)))
    return Hit(
        premise,
        (),
        Stance.PRO,
        1.0,
        Cluster(name, members),
        Explanation("score", 1.0),
        (Argument(f"argument {name}", premise),),
        stance_confidence=sure,
        relevance=relevance,
    )


HITS = (
    hit("a", 20, relevance=None, sure=0.6, said=1),
    hit("b", 10, relevance=0.2, sure=0.9, said=3),
    hit("c", 30, relevance=0.9, sure=0.6, said=3),
    hit("d", 10, relevance=0.0, sure=0.5, said=2),
)


@pytest.mark.parametrize(
    ("sort", "expected"),
    [("close", "cbad"), ("sure", "bacd"), ("said", "bcda"), ("short", "bdac"), ("long", "cabd")],
)
def test_hits_in_another_order_the_better_of_equal_ones_first(sort: Sort, expected: str) -> None:
    assert "".join(one.premise.id for one in in_order(HITS, sort)) == expected


def test_every_length_is_of_one_kind() -> None:
    bounds = [LENGTHS[name] for name in ("short", "medium", "long")]
    assert bounds[0][0] == 0
    assert [first for first, _ in bounds[1:]] == [last for _, last in bounds[:-1]] == [200, 600]


@pytest.mark.parametrize(
    ("length", "kept"),
    [("short", [0, 199]), ("medium", [200, 599]), ("long", [600, 5000])],
)
def test_hits_of_a_length_are_kept(length: str, kept: list[int]) -> None:
    hits = tuple(hit(str(size), size) for size in (5000, 600, 599, 200, 199, 0))
    answer = of_length(Answer("q", "bm25", hits, weak=hits, remarks=("a remark",)), length, 9)
    for found in (answer.hits, answer.weak):
        assert sorted(len(one.premise.text) for one in found) == kept
    assert answer.remarks == ("a remark",)


def test_the_best_of_a_length_are_kept_and_only_so_many() -> None:
    hits = tuple(hit(name, size) for name, size in (("a", 300), ("b", 5), ("c", 7), ("d", 1)))
    answer = of_length(Answer("q", "bm25", hits), "short", 2)
    assert [one.premise.id for one in answer.hits] == ["b", "c"]


def test_pages_of_a_length_hold_k_premises_and_together_all_of_them() -> None:
    close = tuple(hit(f"close {number}", 5) for number in range(4))
    weak = tuple(hit(f"weak {number}", 5) for number in range(3))
    pages = [of_length(Answer("q", "bm25", close, weak=weak), "short", 3, offset) for offset in (0, 3, 6)]
    shown = [[one.premise.id for one in (*page.hits, *page.weak)] for page in pages]
    assert shown == [
        ["close 0", "close 1", "close 2"],
        ["close 3", "weak 0", "weak 1"],
        ["weak 2"],
    ]
    assert [len(page.hits) for page in pages] == [3, 1, 0]
    assert not any(page.remarks for page in pages)  # there are close ones of that length, on earlier pages


def test_where_nothing_is_of_a_length_that_is_told() -> None:
    nothing = of_length(Answer("q", "bm25", (hit("a", 300),)), "short", 2)
    assert nothing.hits == () and nothing.remarks == ("nothing that is close to this claim is short",)
    assert of_length(Answer("q", "bm25", (), weak=(hit("a", 300),)), "short", 2).remarks == ()


def asked(**options: object) -> Search:
    return Search.model_validate({"q": "q", **options})


@dataclass
class Asked:
    """An engine with a fixed answer that remembers how it was asked."""

    answer: Answer
    options: list[dict[str, Any]] = field(default_factory=list)

    def search(self, query: str, **options: Any) -> Answer:
        self.options.append(options)
        return replace(self.answer, query=query, hits=self.answer.hits[: options["k"]])


def test_a_length_is_looked_for_among_more_hits_than_are_shown() -> None:
    hits = (*(hit(f"long {number}", 300) for number in range(5)), hit("short", 5))
    engine = Asked(Answer("", "bm25", hits))
    found = answer_of(cast(Engine, engine), "q", asked(k=2, length="short"))
    assert [one.premise.id for one in found.hits] == ["short"]
    whole = answer_of(cast(Engine, engine), "q", asked(k=2, stance="con", source=["", "s"]))
    assert len(whole.hits) == 2
    assert [one["k"] for one in engine.options] == [MOST, 2]
    assert (engine.options[1]["stance"], engine.options[1]["sources"]) == ("con", ["s"])
    assert found.parameters["k"] == 2 and found.parameters["length"] == "short"


def test_a_search_is_sorted_as_asked() -> None:
    engine = cast(Engine, Asked(Answer("", "bm25", HITS)))
    for sort, expected in (("best", "abcd"), ("long", "cabd")):
        found = answer_of(engine, "q", asked(sort=sort))
        assert "".join(one.premise.id for one in found.hits) == expected
        assert found.parameters["sort"] == sort


@pytest.mark.parametrize(
    ("name", "rank"),
    [("a", 1), ("b", 2), ("b2", 2), ("argument c", 3), ("w", 5), ("argument w", 5)],
)
def test_the_place_of_a_premise_is_counted_over_what_is_close_and_then_what_is_not(
    name: str, rank: int
) -> None:
    engine = Asked(Answer("", "bm25", HITS, weak=(hit("w"),)))
    assert placed(cast(Engine, engine), asked(k=1), name)[0] == rank
    assert engine.options[0]["k"] == MOST


def test_a_premise_that_is_not_found_has_no_place() -> None:
    engine = Asked(Answer("", "bm25", HITS, weak=(hit("w"),)))
    with pytest.raises(Refused, match="not among the first 100"):
        placed(cast(Engine, engine), asked(k=1), "nothing")


def test_what_is_shown_as_close_is_not_called_not_close() -> None:
    floor = Closeness().floor
    assert closeness(floor) == "fairly close to your claim"
    assert closeness(floor - 0.01) == "not close to your claim"


def test_a_premise_of_the_very_claim_speaks_to_it_without_another_in_between() -> None:
    """It said that the premise speaks for 'Ban cars', which the claim "Ban cars" agrees with."""
    for sign, probability, asked, expected in (
        (1, 0.9, "ban cars", "Speaks for this very claim."),
        (-1, 0.9, "Ban cars", "Speaks against this very claim."),
        (1, 0.9, "Ban vans", "Speaks for ‘Ban cars’, which your claim agrees with."),
        (1, 0.9, "", "Speaks for ‘Ban cars’, which your claim agrees with."),
        (1, 0.1, "Ban cars", "Speaks for ‘Ban cars’, which your claim opposes."),
    ):
        shown = replace(hit("a"), reason=StanceReason("link", probability, "Ban cars", sign))
        assert reason(shown, asked) == expected, (sign, probability, asked)
    alone = replace(hit("a"), reason=StanceReason("own words", 0.9))
    assert reason(alone, "").startswith("Its own words speak for")
