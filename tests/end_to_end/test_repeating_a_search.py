"""An answer names everything that is needed to repeat its search."""

from __future__ import annotations

from typing import Any

import pytest

import debatable

SEARCHES: list[tuple[str, dict[str, Any]]] = [
    ("Zoos should be banned", {}),
    ("Zoos should be banned", {"stance": "con", "k": 3, "method": "framework-hybrid(stance=polarity)"}),
    ("+zoos should -be banned", {"operators": True, "method": "bm25f"}),
    ("we shoud ban zoos", {"spelling": False, "method": "dense(stance=polarity)"}),
    ("we shoud ban zoos", {"stance": "both", "method": "best(stance=polarity)"}),
    ("Zoos should be banned", {"strict": False, "languages": ["en"], "method": "bm25"}),
    (
        "Zoos should be banned",
        {
            "method": "pipeline(method=dense(stance=polarity),stance_threshold=0.9,relevance=closeness(floor=0.7))"
        },
    ),
]


@pytest.mark.parametrize(("query", "options"), SEARCHES)
def test_a_search_is_repeated_from_its_answer(query: str, options: dict[str, Any]) -> None:
    engine = debatable.demo()
    answer = engine.search(query, **options)
    parameters = dict(answer.parameters)
    assert parameters.pop("generation") == engine.backend.state
    again = engine.search(answer.query, method=answer.method, **parameters)
    left, right = answer.as_dict(explain=True), again.as_dict(explain=True)
    del left["seconds"], right["seconds"]
    assert left == right
    assert answer.hits or answer.weak


def test_ids_and_sources_are_among_what_is_needed() -> None:
    engine = debatable.demo()
    first = engine.search("Zoos should be banned", method="bm25", strict=False).hits
    ids = [hit.premise.id for hit in first[:3]]
    answer = engine.search("Zoos should be banned", method="bm25", strict=False, among=ids)
    assert answer.parameters["among"] == ids and len(answer) <= 3
    parameters = {name: value for name, value in answer.parameters.items() if name != "generation"}
    again = engine.search(answer.query, method=answer.method, **parameters)
    assert [hit.premise.id for hit in again] == [hit.premise.id for hit in answer]
