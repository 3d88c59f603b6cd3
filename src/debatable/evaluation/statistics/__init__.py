"""Statistics over queries and annotators: intervals, significance, effect sizes, agreement."""

from debatable.evaluation.statistics.agreement import alpha_interval, krippendorff_alpha
from debatable.evaluation.statistics.intervals import (
    Interval,
    bootstrap,
    bootstrap_groups,
    bootstrap_mean,
    or_dash,
)
from debatable.evaluation.statistics.significance import (
    adjust_bonferroni,
    adjust_holm,
    cliffs_delta,
    cohens_d,
    correction,
    paired_t,
    paired_t_matrix,
    randomisation,
    significance_test,
    welch_t,
    wilcoxon,
)

__all__ = [
    "Interval",
    "adjust_bonferroni",
    "adjust_holm",
    "alpha_interval",
    "bootstrap",
    "bootstrap_groups",
    "bootstrap_mean",
    "cliffs_delta",
    "cohens_d",
    "correction",
    "krippendorff_alpha",
    "or_dash",
    "paired_t",
    "paired_t_matrix",
    "randomisation",
    "significance_test",
    "welch_t",
    "wilcoxon",
]
