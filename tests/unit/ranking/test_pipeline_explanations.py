"""Explanations are built for what is shown, in one call for each ranking."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from debatable.model import Explanation, Stance
from debatable.ranking import METHODS, Pipeline, Question
from debatable.ranking.explanations.framework import explain_group
from debatable.ranking.pipeline import explained, unexplained
from debatable.ranking.protocol import DeferredExplanation, Scored
from tests.support.toys import energy


def scored(premise: int, tree: Explanation | DeferredExplanation) -> Scored:
    return Scored(premise, float(premise), Stance.NONE, tree)


def test_explanations_of_one_ranking_are_built_in_one_call_in_their_order() -> None:
    calls = []

    def explain(numbers: Sequence[int]) -> list[Explanation]:
        calls.append(list(numbers))
        return [Explanation(f"number {number}", float(number)) for number in numbers]

    ready = Explanation("ready", 5.0)
    hits = [
        scored(7, DeferredExplanation(4, explain)),
        scored(5, ready),
        scored(3, DeferredExplanation(1, explain)),
    ]
    assert [hit.explanation.label for hit in explained(hits)] == ["number 4", "ready", "number 1"]
    assert calls == [[4, 1]]
    assert [hit.explanation for hit in unexplained(hits)] == [
        Explanation("score", 7.0),
        ready,
        Explanation("score", 3.0),
    ]
    assert calls == [[4, 1]]


@pytest.mark.parametrize("name", ["framework", "framework-hybrid", "framework-paper"])
def test_a_pipeline_explains_what_is_shown_alone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The explanation of every ranked premise used to be built, also where nobody sees one."""
    built: list[str] = []

    def counted(*parts: Any) -> Explanation:
        built.append(parts[-1])
        return explain_group(*parts)

    monkeypatch.setattr("debatable.ranking.methods.framework.explain_group", counted)
    backend, run = energy(), Pipeline(method=METHODS.parse(f"{name}(stance=none)"), context=5)
    question = Question("Use nuclear power", backend)
    plain = run(question, backend, 5, strict=False, explain=False)
    assert len(plain.premises) > 2 and not built
    assert [hit.explanation.parts for hit in plain.premises] == [()] * len(plain.premises)
    shown = run(question, backend, 1, "con", strict=False)
    assert built == [hit.cluster for hit in shown.premises]
    whole = run(question, backend, 5, strict=False)
    assert [hit.score for hit in whole.premises] == [hit.score for hit in plain.premises]
    assert all(hit.explanation.recompute() == pytest.approx(hit.score) for hit in whole.premises)
