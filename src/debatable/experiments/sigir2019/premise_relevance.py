"""Table 3 of Dumani and Schenkel, SIGIR 2019: are premises of similar claims relevant?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import isfinite
from typing import Literal

from debatable.errors import InputError
from debatable.evaluation.annotation import TASKS, Annotation, agreement, by_item
from debatable.evaluation.claims import INTERVALS, ClaimIndex, interval_of
from debatable.evaluation.judgments import Judgments
from debatable.experiments.paper_table import Cell, PaperTable, Row
from debatable.experiments.sigir2019.published import PREMISE_ALPHA, TABLE_3
from debatable.plural import counted

__all__ = ["premise_relevance", "verdict"]

TASK = TASKS["binary-relevance"]
Verdict = Literal["relevant", "discordant", "non-relevant", "other"]
VERDICTS: tuple[Verdict, ...] = ("relevant", "discordant", "non-relevant", "other")


def verdict(values: Sequence[int | str]) -> Verdict:
    """Returns what several people amount to: other where one of them could not tell, discordant where they differ.

    >>> verdict([1, 1]), verdict([0, 0]), verdict([1, 0]), verdict([1, 2])
    ('relevant', 'non-relevant', 'discordant', 'other')
    """
    if any(value in TASK.ungraded for value in values):
        return "other"
    if len(set(values)) > 1:
        return "discordant"
    return "non-relevant" if values[0] == TASK.lowest else "relevant"


def premise_relevance(
    claims: ClaimIndex, relevance: Judgments, annotations: Sequence[Annotation], place: str
) -> PaperTable:
    """Returns what people said of premises, by the relevance of the claim the premise was drawn from.

    Args:
        claims: The claims with their premises.
        relevance: Of the claims, from 0 to 3, as people judged them.
        annotations: Of premises, which are named by their arguments.
        place: Where the annotations came from, for errors.

    Raises:
        InputError: A premise is unknown, or its claim was not judged for the query, or no premise was judged twice.
    """
    claim_of = {premise: claim for claim, members in claims.premises.items() for premise in members}
    counts = {label: Counter[str]() for label in INTERVALS}
    once = 0
    for (query_id, premise), given in by_item(annotations, TASK.name).items():
        claim = claim_of.get(premise)
        if claim is None:
            raise InputError(
                f"premise {premise!r} has no claim in the corpus", where=place, todo="check the ids"
            )
        if query_id not in relevance or claim not in relevance[query_id]:
            raise InputError(
                f"the claim of premise {premise!r} was not judged for query {query_id!r}",
                where=place,
                todo="draw premises with: debatable pool --triples",
            )
        if len(given) < 2:
            once += 1
            continue
        label = interval_of(float(relevance[query_id].gains([claim])[0]))
        counts[label][verdict([annotation.value for annotation in given])] += 1
    if not any(map(bool, counts.values())):
        raise InputError(
            "no premise was judged by two people", where=place, todo=f"annotate with --task {TASK.name}"
        )
    return PaperTable(
        "Table 3: premise relevance relative to claim relevance",
        (*(f"{name} %" for name in VERDICTS), "premises"),
        tuple(_row(label, counts[label]) for label in INTERVALS),
        _remarks(annotations, once),
    )


def _row(label: str, counts: Counter[str]) -> Row:
    total = counts.total()
    shares = [
        Cell(100 * counts[name] / total if total else None, published, 2)
        for name, published in zip(VERDICTS, TABLE_3[label], strict=True)
    ]
    return Row(label, (*shares, Cell(float(total), 100.0, 0)))


def _remarks(annotations: Sequence[Annotation], once: int) -> tuple[str, ...]:
    alpha = agreement(annotations, TASK.name).alpha["nominal"]
    told = str(alpha) if isfinite(alpha.value) else "cannot be told, since all said the same"
    return (
        "Premises of judged claims by the mean relevance of the claim, judged by two people or more.",
        f"Krippendorff's alpha (nominal): {told}; the paper's is {PREMISE_ALPHA}.",
        *([f"Left out: {counted(once, 'premise')} that one person judged."] if once else []),
    )
