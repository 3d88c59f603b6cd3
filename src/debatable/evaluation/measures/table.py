"""The table of measures: from a name such as ``alpha_nDCG@5`` to the object, and back by its repr."""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from typing import Any

from debatable.errors import DebatableError, InputError, UnknownNameError
from debatable.evaluation.measures.binary import AP, RR, BPref, JudgedShare, Precision, Recall
from debatable.evaluation.measures.cluster_lists import TaskAMax, TaskAMean, TaskAMin
from debatable.evaluation.measures.concordance import Completeness, Correctness, PairwiseAccuracy
from debatable.evaluation.measures.gain import NDCG, GraphNDCG
from debatable.evaluation.measures.novelty import AlphaNDCG
from debatable.evaluation.measures.partition import ARI, BCubed, VMeasure
from debatable.evaluation.measures.stances import StanceAccuracy, StanceMacroF1
from debatable.evaluation.measures.success import MRR, Success
from debatable.naming import Table

__all__ = ["MEASURES", "measure", "measures"]

_FAMILIES: tuple[type[Any], ...] = (
    AlphaNDCG,
    TaskAMean,
    TaskAMin,
    TaskAMax,
    NDCG,
    Precision,
    Recall,
    AP,
    RR,
    Success,
    MRR,
    BPref,
    JudgedShare,
    GraphNDCG,
    Correctness,
    Completeness,
    PairwiseAccuracy,
    BCubed,
    ARI,
    VMeasure,
    StanceAccuracy,
    StanceMacroF1,
)

_RUN_TOGETHER = re.compile(r"(?P<measure>.+?)(?:_cut)?[_ ]?(?P<k>[1-9][0-9]{0,8})")


def _cut(name: str) -> Any | None:
    """Returns the measure of a name that ends in a cut-off, or None where it does not."""
    plain, at, k = name.rpartition("@")
    if not at:
        _refuse_run_together(name)
    if not at or "@" in plain or not (k.isascii() and k.isdigit() and len(k) < 10):
        return None
    found = MEASURES.parse(plain)
    if not _takes_cut(found):
        raise InputError(f"{plain} has no cut-off", todo=f"write {plain} alone")
    return replace(found, k=int(k))


def _refuse_run_together(name: str) -> None:
    """Refuses ``P5`` and trec_eval's ``P_5`` and ``ndcg_cut_5`` with the name that has the sign before the cut-off."""
    parts = _RUN_TOGETHER.fullmatch(name)
    if parts is None:
        return
    try:
        found = MEASURES.parse(parts["measure"])
    except DebatableError:
        return
    if _takes_cut(found):
        raise UnknownNameError("measure", name, [f"{MEASURES.name(found)}@{parts['k']}"])


def _takes_cut(found: Any) -> bool:
    return (
        is_dataclass(found) and getattr(found, "CUT", True) and "k" in {field.name for field in fields(found)}
    )


MEASURES = Table[Any]("measure", {one.NAME: one for one in _FAMILIES}, fold=True, otherwise=_cut)
"""Every family by name; a cut-off follows it, as in ``nDCG(gain=exponential)@10``."""


def measures() -> tuple[str, ...]:
    """Returns the names of all families.

    >>> "alpha_nDCG" in measures()
    True
    """
    return MEASURES.names()


def measure(name: Any) -> Any:
    """Returns the measure of a name; case does not matter. A measure is returned as it is.

    >>> measure("alpha_ndcg@5"), measure("nDCG(gain=exponential)@10"), measure("P(condensed)@5")
    (alpha_nDCG@5, nDCG(gain=exponential)@10, P(condensed)@5)

    A measure of one's own gets a name, and a cut-off where it has a field ``k``:

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Found:
    ...     k: int = 10
    ...     def __call__(self, ranking, judged):
    ...         return float(any(judged.gains(ranking[: self.k])))
    >>> MEASURES.register("found", Found)
    >>> measure("found@3")
    Found(k=3)
    >>> MEASURES.unregister("found")
    """
    return MEASURES.parse(name)
