"""Tests, corrections, intervals and clustering measures against scipy and scikit-learn."""

from __future__ import annotations

import itertools
import math
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from sklearn import metrics

from debatable.errors import InputError, UnknownNameError
from debatable.evaluation import (
    adjust_bonferroni,
    adjust_holm,
    bootstrap_mean,
    cliffs_delta,
    cohens_d,
    measure,
    paired_t,
    randomisation,
    welch_t,
    wilcoxon,
)
from debatable.evaluation.statistics.significance import correction, paired_t_matrix, significance_test


@pytest.fixture
def paired() -> tuple[np.ndarray, np.ndarray]:
    generator = np.random.default_rng(3)
    a = generator.random(30)
    return a, np.clip(a + generator.normal(0.08, 0.15, 30), 0, 1)


def test_p_values_equal_scipys(paired: tuple[np.ndarray, np.ndarray]) -> None:
    a, b = paired
    assert paired_t(a, b) == pytest.approx(stats.ttest_rel(a, b).pvalue)
    assert welch_t(a, b) == pytest.approx(stats.ttest_ind(a, b, equal_var=False).pvalue)
    assert wilcoxon(a, b) == pytest.approx(stats.wilcoxon(a, b).pvalue)


def test_p_of_all_pairs_is_that_of_each(paired: tuple[np.ndarray, np.ndarray]) -> None:
    a, b = paired
    values = np.array([a, b, a, a + 0.25, 1 - b, np.full(30, 0.5)])
    found = paired_t_matrix(values)
    for one, other in itertools.product(range(len(values)), repeat=2):
        if {one, other} == {0, 3} or {one, other} == {2, 3}:
            assert found[one, other] < 1e-100  # a constant difference, up to rounding
        else:
            assert found[one, other] == pytest.approx(paired_t(values[one], values[other]), rel=1e-9)
    assert np.isnan(paired_t_matrix(values[:, :1])).all()


def test_randomisation_counts_all_signs_of_few_queries() -> None:
    a, b = np.array([0.4, 0.7, 0.2, 0.9, 0.5]), np.array([0.1, 0.6, 0.3, 0.5, 0.1])
    difference = a - b
    means = [abs(np.dot(signs, difference)) for signs in itertools.product([1, -1], repeat=5)]
    assert randomisation(a, b) == np.mean([mean >= abs(difference.sum()) - 1e-12 for mean in means])


def test_randomisation_of_many_queries_is_near_scipys_and_repeats(
    paired: tuple[np.ndarray, np.ndarray],
) -> None:
    a, b = paired
    theirs = stats.permutation_test(
        (a, b), lambda x, y: np.mean(x - y), permutation_type="samples", n_resamples=9999, rng=1
    ).pvalue
    assert randomisation(a, b) == pytest.approx(theirs, abs=0.01)
    assert randomisation(a, b) == randomisation(a, b)


def test_no_difference_is_not_significant() -> None:
    same = [0.1, 0.5, 0.9]
    for test in (paired_t, wilcoxon, randomisation):
        assert test(same, same) == 1.0
    assert welch_t([0.5, 0.5], [0.5, 0.5]) == 1.0
    assert welch_t([0.5, 0.5], [0.6, 0.6]) == 0.0
    assert paired_t([0.5, 0.75], [0.25, 0.5]) == 0.0


def test_welch_of_a_side_that_never_varies_is_the_test_of_one_sample() -> None:
    """SciPy's warning of a precision loss came through; its p is right."""
    assert welch_t([0.5] * 5, [0.1, 0.2, 0.3, 0.4, 0.5]) == pytest.approx(
        stats.ttest_1samp([0.1, 0.2, 0.3, 0.4, 0.5], 0.5).pvalue
    )
    assert welch_t([0.0, 0.0], [0.0, 1.0, 1.0]) == pytest.approx(stats.ttest_1samp([0, 1, 1], 0.0).pvalue)


def test_what_is_undefined_for_a_query_has_no_p() -> None:
    """Randomisation had a p of 0 there, as if no difference were surer."""
    for test in (paired_t, welch_t, wilcoxon, randomisation):
        assert math.isnan(test([0.1, math.nan, 0.3], [0.2, 0.3, 0.1])), test


def test_holm_by_hand() -> None:
    assert adjust_holm([0.01, 0.02, 0.03, 0.005]).tolist() == pytest.approx([0.03, 0.04, 0.04, 0.02])
    assert adjust_bonferroni([0.3, 0.5]).tolist() == [0.6, 1.0]
    assert correction("none")([0.3]).tolist() == [0.3]


def test_effect_sizes_by_hand() -> None:
    assert cohens_d([1.0, 2.0, 4.0], [0.0, 1.0, 1.0]) == pytest.approx((5 / 3) / np.std([1, 1, 3], ddof=1))
    assert cliffs_delta([1, 1], [1, 1]) == 0.0


def test_the_bootstrap_interval_is_near_scipys(paired: tuple[np.ndarray, np.ndarray]) -> None:
    a, _ = paired
    ours = bootstrap_mean(a, rounds=9999)
    theirs = stats.bootstrap((a,), np.mean, method="percentile", n_resamples=9999, rng=2).confidence_interval
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=0.01)
    assert ours.value == pytest.approx(a.mean())
    assert bootstrap_mean(a) == bootstrap_mean(a)


def test_values_of_other_queries_are_refused() -> None:
    with pytest.raises(InputError, match="2 values against 1"):
        paired_t([1, 2], [1])
    with pytest.raises(UnknownNameError, match="did you mean 'wilcoxon'"):
        significance_test("wilcoxson")
    with pytest.raises(UnknownNameError, match="holm"):
        correction("holms")


def test_clustering_measures_equal_scikit_learns() -> None:
    generator = np.random.default_rng(5)
    for _ in range(200):
        n = int(generator.integers(2, 40))
        found = generator.integers(0, generator.integers(1, 8), n)
        truth = generator.integers(0, generator.integers(1, 8), n)
        assert measure("ARI")(found, truth) == pytest.approx(
            metrics.adjusted_rand_score(truth, found), abs=1e-12
        )
        assert measure("V")(found, truth) == pytest.approx(metrics.v_measure_score(truth, found), abs=1e-9)


def test_bcubed_equals_its_definition() -> None:
    """Mean over items of the share of their cluster (class) that is of their class (cluster)."""
    generator = np.random.default_rng(6)
    for _ in range(100):
        n = int(generator.integers(1, 25))
        found, truth = generator.integers(0, 5, n), generator.integers(0, 5, n)
        precision = np.mean([(truth[found == a] == b).mean() for a, b in zip(found, truth, strict=True)])
        recall = np.mean([(found[truth == b] == a).mean() for a, b in zip(found, truth, strict=True)])
        assert measure("BCubed(part=precision)")(found, truth) == pytest.approx(precision)
        assert measure("BCubed(part=recall)")(found, truth) == pytest.approx(recall)


def test_labels_of_other_items_are_refused() -> None:
    with pytest.raises(InputError, match="label the same items"):
        measure("ARI")([0, 1], [0])
    assert measure("ARI")([], []) == measure("V")([], []) == measure("BCubed")([], []) == 1.0


@pytest.mark.parametrize("rounds", [99, 999])
def test_randomisation_never_says_that_chance_is_impossible(rounds: int) -> None:
    """The observed signs are one of those that chance can give; without them p was 0."""
    a, b = np.linspace(1, 2, 40), np.zeros(40)
    assert randomisation(a, b, rounds=rounds) == 1 / (rounds + 1)


@settings(deadline=None)
@given(st.lists(st.floats(0.0, 1.0), min_size=1, max_size=8))
def test_corrections_by_their_definitions(p: list[float]) -> None:
    holm, bonferroni = adjust_holm(p).tolist(), adjust_bonferroni(p).tolist()
    order = sorted(range(len(p)), key=lambda at: p[at])
    least = 0.0
    for step, at in enumerate(order):
        least = max(least, min(1.0, (len(p) - step) * p[at]))
        assert holm[at] == pytest.approx(least)
        assert bonferroni[at] == pytest.approx(min(1.0, len(p) * p[at]))
        assert p[at] <= holm[at] + 1e-12 <= bonferroni[at] + 2e-12


@pytest.mark.parametrize("test", ["t", "welch", "wilcoxon", "randomisation"])
def test_p_does_not_depend_on_which_comes_first(test: str, paired: tuple[np.ndarray, np.ndarray]) -> None:
    a, b = paired
    p = significance_test(test)
    assert p(a, b) == pytest.approx(p(b, a), abs=0.01)
    assert p(a + 3, b + 3) == pytest.approx(p(a, b), rel=1e-6)
    assert 0 < p(a, b) < p(a, np.roll(a, 1)) <= 1


def test_effects_have_the_sign_of_the_difference() -> None:
    a, b = [0.5, 0.7, 0.9], [0.4, 0.5, 0.6]
    assert cohens_d(a, b) == pytest.approx(0.2 / 0.1) == -cohens_d(b, a)
    # Of nine pairs 0.5 is above one, level with one and below one; 0.7 and 0.9 are above all.
    assert cliffs_delta(a, b) == pytest.approx((1 - 1 + 3 + 3) / 9)
    assert cliffs_delta(a, b) == -cliffs_delta(b, a) > 0
    assert cliffs_delta([2, 3], [0, 1]) == 1.0 and cliffs_delta([1], [1]) == 0.0
    assert math.isnan(cliffs_delta([], []))


def test_an_effect_without_a_spread_is_undefined() -> None:
    """It was 0, as if methods that differ by as much for every query did not differ."""
    a = np.array([0.1, 0.5, 0.6])
    for one, other in (([1.0], [0.0]), ([2, 3], [1, 2]), (a, a), (a + 0.25, a), ([], [])):
        assert math.isnan(cohens_d(one, other)), (one, other)


def test_a_test_that_cannot_be_made_has_no_p() -> None:
    """Over one query p was 1, as if the methods had been found to be alike; scipy has NaN there as well."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert math.isnan(stats.ttest_rel([2], [1]).pvalue)
        assert math.isnan(stats.ttest_ind([2], [1, 1], equal_var=False).pvalue)
    assert math.isnan(paired_t([2], [1])) and math.isnan(paired_t([1], [1]))
    assert math.isnan(welch_t([2], [1, 1])) and math.isnan(welch_t([2, 2], [1]))
    for test in (paired_t, welch_t, wilcoxon, randomisation):
        assert math.isnan(test([], [])), test


def test_a_p_that_is_undefined_is_not_corrected_and_not_counted() -> None:
    """statsmodels and scipy correct the others as if it were not there (`nan_policy="omit"`)."""
    for adjust, alone in ((adjust_holm, [0.02, 0.03]), (adjust_bonferroni, [0.02, 0.06])):
        found = adjust([0.01, math.nan, 0.03]).tolist()
        assert [found[0], found[2]] == pytest.approx(alone) == adjust([0.01, 0.03]).tolist()
        assert math.isnan(found[1])
        assert np.isnan(adjust([math.nan])).all() and adjust([]).tolist() == []


def test_a_difference_that_never_varies_is_certain_and_none_is_chance() -> None:
    assert paired_t([2, 3, 4], [1, 2, 3]) == 0.0 and paired_t([1, 2], [1, 2]) == 1.0
    assert welch_t([2, 2], [1, 1]) == 0.0 and welch_t([2, 2], [2, 2]) == 1.0
    assert wilcoxon([1, 2], [1, 2]) == randomisation([1, 2], [1, 2]) == 1.0
    table = paired_t_matrix(np.array([[1.0, 2.0], [2.0, 3.0], [1.0, 2.0]]))
    assert table.tolist() == [[1, 0, 1], [0, 1, 0], [1, 0, 1]]


@pytest.mark.parametrize("n", [1, 2, 13, 14])
def test_all_in_one_direction_is_as_seldom_as_two_of_all_signs(n: int) -> None:
    p = randomisation(np.arange(1.0, n + 1), np.zeros(n), rounds=20_000)
    assert p == pytest.approx(2 / 2**n, rel=1e-9 if n <= 13 else 1.2)
    assert p > 0


@pytest.mark.parametrize("zeros", [0, 1, 4])
def test_wilcoxon_ranks_what_differs_and_counts_all_signs(zeros: int) -> None:
    """Share of the sign patterns whose sum of signed ranks is as far from 0; queries without a difference are none."""
    difference = np.array([0.5, -0.1, 0.4, 0.3, -0.2, 0.6])
    ranks = stats.rankdata(np.abs(difference))
    observed = abs(np.dot(np.sign(difference), ranks))
    sums = [abs(np.dot(signs, ranks)) for signs in itertools.product([1, -1], repeat=len(ranks))]
    expected = np.mean([each >= observed for each in sums])
    a = np.concatenate([np.zeros(zeros), difference])
    assert wilcoxon(a, np.zeros(len(a))) == pytest.approx(expected)
