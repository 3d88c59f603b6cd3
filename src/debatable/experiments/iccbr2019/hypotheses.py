"""The paper's hypotheses H1 to H4, judged by one stated rule on our figures and on the published ones.

Of two groups of rows, each has its best AP, NDCG and CR; CR counts only in rows whose CP is above .9, as in the paper.
A hypothesis is accepted where its group is better in at least two of the three. On the published tables the rule
comes to the paper's own verdicts: H1, H2, H3 accepted, H4 rejected.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from debatable.experiments.iccbr2019.published import COLUMNS
from debatable.experiments.paper_table import Cell, PaperTable, Row

__all__ = ["hypothesis_table"]

JUDGED = ("AP", "NDCG", "CR")
LEAST_CP = 0.9
SUPERVISED = ("InferSent", "USE-D", "USE-T")
Side = Literal["ours", "published"]
Best = dict[str, float | None]


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """Two groups of rows, of which the first is said to be better.

    Attributes:
        says: What is said.
        tables: Where the rows stand.
        better: Whether a row, given its table and label, is of the first group.
        other: Whether it is of the second.
    """

    says: str
    tables: tuple[int, ...]
    better: Callable[[int, str], bool]
    other: Callable[[int, str], bool]


def hypotheses(supervised: Sequence[str], own: Sequence[str]) -> dict[str, Hypothesis]:
    """Returns the four hypotheses; rows of our own count in H3 and H4 alone, and where they are named."""
    return {
        "H1": Hypothesis(
            "new methods improve on WV, mean and cosine",
            (2, 3, 4),
            lambda table, label: label not in own and (table, label) not in ((2, "WV"), (3, "Cosine")),
            lambda table, label: (table, label) == (2, "WV"),
        ),
        "H2": Hypothesis(
            "concatenations are better than single embeddings (DynaMax-Jaccard)",
            (4,),
            lambda table, label: "⊕" in label,
            lambda table, label: "⊕" not in label,
        ),
        "H3": Hypothesis(
            "supervised embeddings are better than unsupervised ones",
            (2,),
            lambda table, label: label in supervised,
            lambda table, label: label not in (*SUPERVISED, *own),
        ),
        "H4": Hypothesis(
            "similarity of schemes improves on none",
            (5,),
            lambda table, label: not label.endswith("/none"),
            lambda table, label: label.endswith("/none"),
        ),
    }


def hypothesis_table(tables: Mapping[int, PaperTable], stand_in: str) -> PaperTable:
    """Returns the best of both groups of each hypothesis, and the verdicts as remarks.

    Args:
        tables: Tables 2 to 5.
        stand_in: Label of the row of Table 2 that stands for supervised embeddings where there is none.
    """
    given = [
        row.label for row in tables[2].rows if row.label in SUPERVISED and row.cells[-1].ours is not None
    ]
    published = {row.label for row in tables[2].rows if row.cells[-1].published is not None}
    own = [row.label for row in tables[2].rows if row.label not in published]
    supervised = given or [*SUPERVISED, stand_in]
    rows, remarks = [], []
    for name, hypothesis in hypotheses(supervised, own).items():
        best = {
            side: [_best(tables, hypothesis, group, side) for group in (hypothesis.better, hypothesis.other)]
            for side in ("ours", "published")
        }
        for place, group in enumerate(("its group", "the other")):
            pairs = [(best["ours"][place][key], best["published"][place][key]) for key in JUDGED]
            rows.append(Row(f"{name}, {group}", tuple(Cell(mine, other) for mine, other in pairs)))
        here, there = _verdict(*best["ours"]), _verdict(*best["published"])
        remarks.append(f"{name} ({hypothesis.says}): {here} here, {there} by the published figures.")
    if not given:
        remarks.append(f"H3: no supervised encoder in encoders/; {stand_in} stands for them.")
    return PaperTable("Hypotheses: best figures of both groups", JUDGED, tuple(rows), tuple(remarks))


def _best(
    tables: Mapping[int, PaperTable], hypothesis: Hypothesis, group: Callable[[int, str], bool], side: Side
) -> Best:
    """The highest figures of the rows of a group, ours or the published ones."""
    best: Best = dict.fromkeys(JUDGED)
    for number in hypothesis.tables:
        for row in tables[number].rows:
            if not group(number, row.label):
                continue
            figures = {key: getattr(cell, side) for key, cell in zip(COLUMNS, row.cells, strict=True)}
            for key in JUDGED:
                figure, known = figures[key], best[key]
                counts = key != "CR" or (figures["CP"] or 0.0) > LEAST_CP
                if counts and figure is not None and (known is None or figure > known):
                    best[key] = figure
    return best


def _verdict(better: Best, other: Best) -> str:
    pairs = [(better[key], other[key]) for key in JUDGED]
    told = [mine > theirs for mine, theirs in pairs if mine is not None and theirs is not None]
    if len(told) < 2:
        return "not to be told"
    return "accepted" if sum(told) >= 2 else "rejected"
