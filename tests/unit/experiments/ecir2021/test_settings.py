"""Settings of Table 1, and the choice among them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from debatable.errors import InputError
from debatable.evaluation import Judgment, Judgments
from debatable.experiments import leave_one_out
from debatable.experiments.ecir2021.settings import (
    SCORED,
    Reading,
    Setting,
    coresets,
    held_out,
    kmeans,
    most_chosen,
    rescored,
    top_k,
)
from debatable.ranking.diversity.premise_ranker import BiasedCoreset, TopK


def test_each_query_is_scored_with_the_setting_chosen_without_it() -> None:
    values = np.array([[0.9, 0.1, 0.1, 0.1], [0.2, 0.3, 0.3, 0.3], [0.2, 0.3, 0.3, 0.3]])
    found = leave_one_out(values)
    # Without query 1 the second setting leads (of equals the first); without another, the first does.
    assert found.chosen.tolist() == [1, 0, 0, 0]
    assert found.values.tolist() == [0.2, 0.1, 0.1, 0.1]
    assert found.mean == pytest.approx(0.125)
    assert found.mean < values.mean(axis=1).max(), "choosing on the query itself would look better"
    with pytest.raises(InputError, match="two queries or more"):
        leave_one_out([[1.0]])


def reading(query: str) -> Reading:
    """Two premises that say the same, one that says something else, one that is not relevant."""
    groups = {"a": "x", "b": "x", "c": "y"}
    judged = Judgments(Judgment(query, name, 1.0, group) for name, group in groups.items())[query]
    return Reading(
        judged,
        ("a", "b", "c", "d"),
        np.array([0.9, 0.8, 0.6, 0.05]),
        np.array([0.1, 0.2, 0.3, 0.4]),
        None,
        {"encoder": np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]])},
    )


def test_tau_comes_before_the_ranker() -> None:
    assert Setting(0.7, "encoder", TopK()).ranked(reading("q"), 5) == ["a", "b"]
    assert Setting(0.1, "encoder", BiasedCoreset(0.5)).ranked(reading("q"), 2) == ["a", "c"]
    assert Setting(0.0, "encoder", BiasedCoreset(0.0)).ranked(reading("q"), 2) == ["a", "d"]


def test_the_best_setting_of_the_others_is_taken() -> None:
    readings = [reading("q1"), reading("q2"), reading("q3")]
    settings = [Setting(0.0, "encoder", TopK()), Setting(0.1, "encoder", BiasedCoreset(0.5))]
    told: list[int] = []
    found = held_out(settings, readings, 2, lambda: told.append(1))
    # a, b gains at the first rank alone, a, c at both.
    assert found.values.tolist() == [1.0, 1.0, 1.0]
    chosen = replace(found, chosen=np.zeros(3, np.int64))
    assert rescored(chosen, settings, readings, 2, "alpha_nDCG@2").tolist() == [0.5, 0.5, 0.5]
    assert most_chosen(found, settings) == "τ = 0.1, α = 0.5, cos, encoder for 3 of 3 queries"
    assert len(told) == 2


def test_top_k_ranks_by_any_relevance() -> None:
    one = reading("q")
    # Of two gains the first: 1 of 1 + 1 with the discount of ECIR 2020, 1 of 1 + 1/log2(3) with the standard one.
    half, standard = "alpha_nDCG@2", "alpha_nDCG(discount=standard)@2"
    assert top_k([one], [one.relevance], 2, half).tolist() == [0.5]
    assert top_k([one], [one.relevance], 2, standard).tolist() == pytest.approx([1 / (1 + 1 / np.log2(3))])
    assert top_k([one], [one.similarity], 2, half).tolist() == pytest.approx([0.5])
    assert top_k([one], [np.array([1.0, 0.0, 1.0, 0.0])], 2, half).tolist() == [1.0]
    assert SCORED.format(2) == standard


def test_every_choice_of_the_paper_is_tried() -> None:
    tried = coresets(["encoder", "claims"])
    assert {setting.ranker.distance for setting in tried} == {"cos", "l1", "l2"}  # type: ignore[attr-defined]
    assert {setting.representation for setting in tried} == {"encoder", "claims"}
    assert len(set(map(str, tried))) == len(tried)
    assert {setting.ranker.alpha for setting in coresets(["encoder"], (0.0,))} == {0.0}  # type: ignore[attr-defined]
    assert len(kmeans(["encoder"], 3)) == len({setting.tau for setting in tried})
