"""Table 3 of Dumani and Schenkel, SIGIR 2019: are premises of similar claims relevant?"""

from __future__ import annotations

from collections.abc import Mapping

from debatable.evaluation import Judgments
from debatable.experiments.paper_table import Cell, PaperTable, Row
from debatable.experiments.sigir2019.claim_retrieval import ClaimRetrieval

__all__ = ["premise_relevance"]

INTERVALS = (
    ("[4, 4]", 4.0, 79.0, 13.0),
    ("[3.5, 4.0)", 3.5, 71.0, 23.0),
    ("[3.0, 3.5)", 3.0, 61.0, 30.0),
    ("[2.5, 3.0)", 2.5, 53.0, 41.0),
    ("[2.0, 2.5)", 2.0, 17.0, 74.0),
    ("[1.5, 2.0)", 1.5, 2.0, 92.0),
    ("[1.0, 1.5)", 1.0, 6.0, 91.0),
)
"""Label, lower end, and the paper's shares of relevant and of non-relevant premises."""


def premise_relevance(
    claims: ClaimRetrieval, judgments: Judgments, pool: Mapping[str, set[str]]
) -> PaperTable:
    """Returns how many premises of a pooled claim are relevant, by the relevance of the claim.

    Relevance is mapped to the paper's scale from 1 to 4. A claim's is the mean of its other premises', so that no
    premise speaks for itself; a claim with one premise says nothing.
    """
    counts = {label: [0, 0] for label, *_ in INTERVALS}
    top = max(float(judgments[query.id].relevance.max(initial=0.0)) for query in claims.queries) or 1.0
    for query in claims.queries:
        judged = judgments[query.id]
        for claim in pool[query.id]:
            members = list(dict.fromkeys(claims.premises[claim]))
            if claims.condensed:
                members = [member for member in members if member in judged]
            gains = judged.gains(members)
            for gain in gains if len(gains) > 1 else ():
                level = 1 + 3 * (gains.sum() - gain) / (len(gains) - 1) / top
                label = next(name for name, low, *_ in INTERVALS if level >= low - 1e-9)
                counts[label][0 if gain > 0 else 1] += 1
    rows = []
    for label, _, relevant, other in INTERVALS:
        total = sum(counts[label])
        shares = [100 * count / total if total else None for count in counts[label]]
        cells = Cell(shares[0], relevant, 2), Cell(shares[1], other, 2), Cell(float(total), None, 0)
        rows.append(Row(label, cells))
    return PaperTable(
        "Table 3: premise relevance relative to claim relevance",
        ("relevant %", "non-relevant %", "premises"),
        tuple(rows),
        (
            "Claims that any method ranks among the first five; relevance mapped to the paper's 1 to 4.",
            "A claim's relevance is the mean of its other premises', so that no premise speaks for itself.",
        ),
    )
