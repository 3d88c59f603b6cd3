"""Which member of a group is shown first, by each of the ways there are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from debatable.clustering.representatives import REPRESENTATIVES
from debatable.errors import InputError
from debatable.ranking import Question
from debatable.ranking.diversity.groups import shown_first
from tests.support.brute_backend import BruteBackend

# Premise 0 is the longest, 1 lies between the others, 2 is the most like the query, 3 has the best argument.
TEXTS = ["cars are very loud indeed", "loud cars", "ban loud cars", "no cars"]
QUALITY = [[1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1], [1, 1, 1], [0, 0, 0]]
USES = [(0, 0, 1), (1, 0, 1), (2, 0, 1), (3, 0, 1), (3, 1, 1), (0, 1, -1)]


def backend(*, vectors: bool = True, quality: bool = True) -> BruteBackend:
    return BruteBackend(
        ["ban cars", "forbid cars"],
        TEXTS,
        USES,
        [0, 1],
        [0, 0, 0, 0],
        query=[1.0, 0.0],
        claim_vectors=[[1.0, 0.0]] * 2,
        premise_vectors=[[0.0, 1.0], [0.6, 0.8], [1.0, 0.0], [0.28, 0.96]],
        quality=[list(map(float, row)) for row in QUALITY] if quality else None,
        vectors=vectors,
    )


def first(name: str, index: BruteBackend, *groups: list[int]) -> list[list[int]]:
    pick = REPRESENTATIVES[name]
    return shown_first(pick, Question("ban cars", index), index, [np.array(rows) for rows in groups])


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("longest", [0, 1, 2, 3]),
        ("medoid", [3, 0, 1, 2]),
        ("relevance", [2, 0, 1, 3]),
        ("quality", [3, 0, 1, 2]),
    ],
)
def test_the_one_that_is_picked_comes_first_and_the_others_by_row(name: str, expected: list[int]) -> None:
    assert first(name, backend(), [0, 1, 2, 3]) == [expected]


@pytest.mark.parametrize(
    ("name", "expected"), [("longest", 0), ("medoid", 1), ("relevance", 2), ("quality", 2)]
)
def test_only_members_of_the_group_are_looked_at(name: str, expected: int) -> None:
    others = [row for row in (0, 1, 2) if row != expected]
    assert first(name, backend(), [3], [0, 1, 2]) == [[3], [expected, *others]]


def test_quality_is_the_best_sum_that_a_premise_has_with_any_of_its_claims() -> None:
    # Of 0 the sums are 1 and 0, of 1 it is 1, of 2 it is 2, of 3 they are 1 and 3.
    assert first("quality", backend(), [2, 3]) == [[3, 2]]
    assert first("quality", backend(), [0, 2]) == [[2, 0]]
    assert first("quality", backend(), [0, 1]) == [[0, 1]]  # tied: the longer one


def test_without_vectors_words_say_what_is_relevant() -> None:
    assert first("relevance", backend(vectors=False), [0, 1, 2]) == [[2, 0, 1]]
    assert first("relevance", backend(vectors=False), [0, 3]) == [[3, 0]]


@pytest.mark.parametrize("name", REPRESENTATIVES)
def test_who_stands_alone_is_shown_whatever_is_known(name: str) -> None:
    assert first(name, backend(vectors=False, quality=False), [2], [1]) == [[2], [1]]


def test_an_index_without_quality_says_so() -> None:
    with pytest.raises(InputError, match="quality"):
        first("quality", backend(quality=False), [0, 1])


@pytest.mark.parametrize("name", ["longest", "medoid", "relevance"])
def test_all_groups_are_asked_for_at_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A backend on a server is asked once a search, not once a hit."""
    index = backend()
    asked: list[str] = []

    def noted(name: str, answer: Callable[..., Any]) -> Callable[..., Any]:
        def note(*given: Any) -> Any:
            asked.append(name)
            return answer(*given)

        return note

    for operation in ("texts", "vectors", "cosines"):
        monkeypatch.setattr(index, operation, noted(operation, getattr(index, operation)))
    first(name, index, [0, 1], [2], [2, 3], [0, 3])
    assert sorted(asked) == sorted({*asked})


def test_where_every_group_has_one_member_nothing_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    index = backend()
    monkeypatch.setattr(index, "texts", lambda *_: pytest.fail("there is nothing to choose"))
    assert first("medoid", index, [3], [0]) == [[3], [0]]
