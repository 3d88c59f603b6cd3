"""A question is analysed, encoded and judged once, whatever stages it goes through."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from debatable.engines import Engine, LocalBackend, make_index
from debatable.engines.configuration import Configuration
from debatable.learning import AlwaysRelevant, PolarityStance
from debatable.ranking import METHODS, Pipeline, Question, method
from debatable.ranking.relevance.closeness import Closeness
from tests.support.brute_backend import BruteBackend
from tests.support.corpora import made_up
from tests.support.counting import CountingRelevance, CountingStance, Log, counted
from tests.support.relevance import without_model

QUERY = "Cars should be banned from the city"
FIRST = tuple(
    f"{name}-{form}" for name in ("framework", "framework-paper") for form in ("sentences", "sliding")
)
"""Methods that want vectors which are not made here."""


@pytest.fixture(scope="module", params=["linked", "mixed"])
def backend(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[LocalBackend]:
    folder = tmp_path_factory.mktemp(request.param) / "index"
    without = 0.0 if request.param == "linked" else 0.25
    make_index(made_up(4, without=without), folder, configuration=Configuration())
    opened = LocalBackend.open(folder)
    yield opened
    opened.close()


def asked(name: str, backend: LocalBackend, **options: Any) -> Log:
    log = Log()
    ranking: Any = method(name)
    counting = replace(ranking, stance=CountingStance(PolarityStance(), log))
    closeness = Closeness(CountingRelevance(AlwaysRelevant(), log), same=AlwaysRelevant())
    answer = Engine(counted(backend, log), pipeline=Pipeline(relevance=closeness)).search(
        QUERY, method=counting, k=5, **options
    )
    assert answer.hits
    return log


@pytest.mark.parametrize("name", [name for name in METHODS if name not in FIRST and not without_model(name)])
def test_a_search_asks_once(name: str, backend: LocalBackend) -> None:
    parts: dict[str, Any] = {"stance": "both", "sources": ["portal", "forum"]}
    for options in ({}, {"strict": False}, parts):
        check_that_all_is_asked_once(name, backend, options)


def check_that_all_is_asked_once(name: str, backend: LocalBackend, options: dict[str, Any]) -> None:
    log = asked(name, backend, **options)
    assert log.tokenised.count(QUERY) == 1
    by_words = name in (
        "bm25",
        "bm25f",
        "claims",
        "framework",
        "framework-first",
        "framework-paper",
        "framework-paper-first",
        "quixote",
        "quixote-paper",
    )
    strict = options.get("strict", True)
    assert log.encoded == [QUERY] * (strict or not by_words), "closeness looks at the vector, too"
    assert len(log.read) == strict, "all that is read for closeness is read at once"
    assert all(len(set(texts)) == len(texts) <= Closeness().read for texts in log.read)
    claims = {argument.claim.text for argument in made_up(4) if argument.claim}
    inferences = [texts for texts in log.judged if claims.intersection(texts)]
    assert len(inferences) == 1, "the stances of claims are inferred at once"
    texts = [text for inference in log.judged for text in inference]
    assert len(texts) == len(set(texts)), "no text is judged twice"
    assert len(log.judged) <= 1 + (backend.counts.claimless > 0), (
        "premises without claims speak for themselves"
    )


def test_a_question_asks_nothing_before_it_must() -> None:
    log = Log()
    question = Question("cars", counted(BruteBackend(["cars"], ["stink"], [(0, 0, 1)], [0], [0]), log))
    assert (log.tokenised, log.encoded) == ([], [])
    for _ in range(3):
        assert question.tokens == ["cars"] and question.vector.tolist() == [1.0]
    assert (log.tokenised, log.encoded) == (["cars"], ["cars"])
