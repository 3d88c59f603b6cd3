"""The published figures of Lenz et al. (ICCBR 2019), and their hypotheses H1 to H4 judged on both figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from debatable.experiments.protocol import Cell, PaperTable, Row

COLUMNS = ("Time", "P", "R", "AP", "NDCG", "CR", "CP")

_TEXT = {
    1: """
mean                   10.625 .692 .965 .924 .834 .106 .956
median                 11.021 .675 .943 .903 .844 .139 .907
geometric               6.311 .017 .021 .003 .053    - .0
min                    10.515 .604 .840 .798 .856 .171 .744
max                    12.687 .588 .827 .786 .866 .127 .696
p2                      9.663 .650 .908 .836 .825 .140 .846
p3                      8.059 .654 .913 .876 .849 .146 .876
p5                      9.932 .608 .853 .805 .840 .064 .734
p10                     8.831 .575 .810 .746 .843 .174 .676
p1000                   6.969 .479 .667 .584 .802 .184 .471
mean+median            11.676 .692 .965 .923 .835 .115 .948
mean+median+p2+p3      11.520 .692 .965 .918 .841 .116 .952
""",
    2: """
DV                     12.132 .675 .942 .888 .854 .148 .900
FT                     11.312 .675 .943 .909 .847 .141 .914
GL                     12.201 .667 .929 .876 .809 .044 .897
WV                     10.625 .692 .965 .924 .834 .106 .956
DV+WV                  11.737 .696 .970 .934 .855 .097 .958
DV+FT+WV               12.489 .671 .938 .905 .846 .085 .904
InferSent              40.125 .683 .950 .915 .864 .184 .908
USE-D                   8.920 .704 .982 .951 .841 .099 .977
USE-T                  13.785 .713 .994 .972 .848 .120 .992
""",
    3: """
Cosine                 10.625 .692 .965 .924 .834 .106 .956
DynaMax-Jaccard        12.276 .692 .964 .934 .877 .274 .936
MaxPool-Jaccard         9.725 .417 .580 .548 .846 .340 .365
WMD                    88.377 .683 .953 .913 .859 .226 .932
""",
    4: """
DV                     11.241 .633 .888 .842 .867 .286 .767
FT                     10.497 .696 .971 .930 .868 .256 .956
GL                     12.664 .688 .959 .917 .868 .217 .918
WV                     12.276 .692 .964 .934 .877 .274 .936
DV+FT                  13.236 .688 .959 .914 .869 .277 .918
DV+GL                  14.077 .667 .931 .891 .883 .274 .812
DV+WV                  13.580 .667 .929 .893 .862 .258 .850
FT+GL                  16.772 .675 .943 .907 .872 .278 .899
FT+WV                  12.170 .696 .970 .924 .862 .270 .943
GL+WV                  15.250 .679 .949 .903 .867 .192 .853
DV+FT+GL               17.902 .663 .926 .886 .881 .328 .815
DV+FT+WV               15.251 .692 .964 .922 .875 .307 .943
DV+GL+WV               15.550 .679 .947 .905 .877 .304 .872
FT+GL+WV               16.721 .671 .938 .897 .873 .264 .832
DV+FT+GL+WV            18.551 .679 .948 .908 .868 .222 .888
""",
    5: """
USE-T/none             13.785    -    - .972 .848 .120 .992
USE-T/exact            15.541    -    - .925 .843 .136 .992
USE-T/ontology         14.127    -    - .938 .847 .132 .992
WV/none                12.276    -    - .934 .877 .274 .936
WV/exact               13.659    -    - .906 .853 .161 .936
WV/ontology            10.677    -    - .902 .851 .174 .936
DV+FT+WV/none          15.251    -    - .922 .875 .307 .943
DV+FT+WV/exact         19.830    -    - .908 .859 .252 .943
DV+FT+WV/ontology      27.096    -    - .905 .861 .216 .943
""",
    6: """
Earlier-work           10.625 .692 .965 .924 .834 .106 .956
USE-T                  13.785 .713 .994 .972 .848 .120 .992
WV                     12.276 .692 .964 .934 .877 .274 .936
DV+FT+WV               15.251 .692 .964 .922 .875 .307 .943
""",
}


TABLES: dict[int, dict[str, tuple[float | None, ...]]] = {
    number: {
        label: tuple(None if cell == "-" else float(cell) for cell in cells)
        for label, *cells in (line.split() for line in text.strip().splitlines())
    }
    for number, text in _TEXT.items()
}
"""Rows by table and label; ``+`` is the paper's ⊕, None where it gives no figure."""


JUDGED = ("AP", "NDCG", "CR")
LEAST_CP = 0.9
SUPERVISED = ("InferSent", "USE-D", "USE-T")
Side = Literal["ours", "published"]
Best = dict[str, float | None]


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """Two groups of rows, of which the first is supposed to be better."""

    claim: str
    tables: tuple[int, ...]  # where the rows stand
    better: Callable[[int, str], bool]  # whether a row, given its table and label, is of the first group
    other: Callable[[int, str], bool]  # whether it is of the second


EARLIER = ((1, "mean"), (2, "WV"), (3, "Cosine"))
"""Where the earlier approach stands: WV, mean and cosine."""


def hypotheses(supervised: Sequence[str], own: Sequence[str]) -> dict[str, Hypothesis]:
    """Returns the four hypotheses.

    One rule for rows of our own: one that stands in for supervised embeddings counts as such, in H1 and in H3; the
    others count in neither.
    """
    return {
        "H1": Hypothesis(
            "new methods of Tables 1 to 4 improve on WV, mean and cosine",
            (1, 2, 3, 4),
            lambda table, label: (label not in own or label in supervised) and (table, label) not in EARLIER,
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
    """Returns the best of both groups of each hypothesis in Tables 2 to 5, and the verdicts as remarks.

    The row `stand_in` of Table 2 stands for supervised embeddings where there are none.
    """
    last = {row.label: row.cells[-1] for row in tables[2].rows}
    given = [label for label, cell in last.items() if label in SUPERVISED and cell.ours is not None]
    own = [label for label, cell in last.items() if cell.published is None]
    supervised = given or [*SUPERVISED, stand_in]
    rows, remarks = [], []
    for name, hypothesis in hypotheses(supervised, own).items():
        best = {
            side: [_best(tables, hypothesis, group, side) for group in (hypothesis.better, hypothesis.other)]
            for side in ("ours", "published")
        }
        for place, group in enumerate(("its group", "the other")):
            pairs = [(best["ours"][place][key], best["published"][place][key]) for key in JUDGED]
            rows.append(Row(f"{name}, {group}", tuple(Cell(*pair) for pair in pairs)))
        here, there = _verdict(*best["ours"]), _verdict(*best["published"])
        remarks.append(f"{name} ({hypothesis.claim}): {here} here, {there} by the published figures.")
        remarks.append(f"{name} rests on {_grounds(tables, hypothesis)}.")
    if not given:
        remarks.append(f"H1, H3: no supervised encoder in encoders/; {stand_in} stands for them in both.")
    return PaperTable("Hypotheses: best figures of both groups", JUDGED, tuple(rows), tuple(remarks))


def _grounds(tables: Mapping[int, PaperTable], hypothesis: Hypothesis) -> str:
    """Names the rows of either group that have the best figures of ours, measure by measure."""
    groups = hypothesis.better, hypothesis.other
    found = [_leading(tables, hypothesis, group, "ours") for group in groups]
    told = [
        f"{key} {ours[0]:.3f} ({ours[1]}) against {theirs[0]:.3f} ({theirs[1]})"
        for key in JUDGED
        if (ours := found[0][key]) is not None and (theirs := found[1][key]) is not None
    ]
    return "; ".join(told) or "no figure of both groups"


def _best(
    tables: Mapping[int, PaperTable], hypothesis: Hypothesis, group: Callable[[int, str], bool], side: Side
) -> Best:
    """Returns the highest figures of the rows of a group, ours or the published ones."""
    found = _leading(tables, hypothesis, group, side)
    return {key: None if one is None else one[0] for key, one in found.items()}


def _leading(
    tables: Mapping[int, PaperTable], hypothesis: Hypothesis, group: Callable[[int, str], bool], side: Side
) -> dict[str, tuple[float, str] | None]:
    """Returns the highest figures with the rows that have them; CR counts where CP is above .9, as in the paper."""
    best: dict[str, tuple[float, str] | None] = dict.fromkeys(JUDGED)
    rows = [(number, row) for number in hypothesis.tables for row in tables[number].rows]
    for number, row in [(number, row) for number, row in rows if group(number, row.label)]:
        figures = {key: getattr(cell, side) for key, cell in zip(COLUMNS, row.cells, strict=True)}
        for key in JUDGED:
            figure, highest = figures[key], best[key]
            counts = key != "CR" or (figures["CP"] or 0.0) > LEAST_CP
            if counts and figure is not None and (highest is None or figure > highest[0]):
                best[key] = figure, f"{row.label}, Table {number}"
    return best


def _verdict(better: Best, other: Best) -> str:
    pairs = [(better[key], other[key]) for key in JUDGED]
    is_better = [mine > theirs for mine, theirs in pairs if mine is not None and theirs is not None]
    if len(is_better) < 2:
        return "not to be told"
    return "accepted" if sum(is_better) >= 2 else "rejected"
