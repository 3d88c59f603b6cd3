"""What Dumani, Neumann and Schenkel published (ECIR 2020, Tables 1 and 2), and what was corrected later."""

from __future__ import annotations

__all__ = ["BASELINE", "CORRECTED", "TASK_A", "TASK_B", "VARIANTS"]

BASELINE = "BM25F"
VARIANTS = ("first", "sliding", "sentences")
"""How long premises are read; the rows BERT_512, BERT_sw and BERT_sent of the paper."""

TASK_B: dict[str, tuple[float | None, ...]] = {
    "BM25F": (0.6383, None, 0.6087, None),
    "first": (0.6458, 0.008, 0.6097, 0.085),
    "sliding": (0.6782, 0.002, 0.6467, 0.084),
    "sentences": (0.5943, None, 0.5615, None),
}
"""nDCG@5, its p, nDCG@10, its p."""

TASK_A: dict[str, tuple[float | None, ...]] = {
    "BM25F": (0.6383, None, None, None, 0.6087, None, None, None),
    "first": (0.6309, 0.4409, 0.7744, 0.439, 0.5987, 0.4292, 0.7381, 0.586),
    "sliding": (0.6523, 0.4561, 0.8053, 0.012, 0.6187, 0.4383, 0.7638, 0.203),
    "sentences": (0.5994, 0.4274, 0.7449, None, 0.5665, 0.4135, 0.7067, None),
}
"""Mean, minimum, maximum and p at 5, then at 10."""

CORRECTED: dict[str, tuple[float, float]] = {
    "first": (0.399, 0.455),
    "sliding": (0.455, 0.487),
    "sentences": (0.378, 0.429),
}
"""Task B at 5 and 10 as Fromm et al. (ECIR 2021) found it; their footnote 2 says that both groups agree on it."""
