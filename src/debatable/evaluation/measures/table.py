"""The table of measures: from a name such as ``alpha_nDCG@5`` to the object, and back by its repr."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any

from debatable.errors import InputError, UnknownNameError
from debatable.evaluation.measures.base import Measure
from debatable.evaluation.measures.binary import AP, RR, BPref, JudgedShare, Precision, Recall
from debatable.evaluation.measures.cluster_lists import TaskAMax, TaskAMean, TaskAMin
from debatable.evaluation.measures.concordance import Completeness, Correctness, PairwiseAccuracy
from debatable.evaluation.measures.gain import NDCG, GraphNDCG
from debatable.evaluation.measures.novelty import AlphaNDCG
from debatable.evaluation.measures.partition import ARI, BCubed, VMeasure
from debatable.evaluation.measures.stances import StanceAccuracy, StanceMacroF1

__all__ = ["measure", "measures"]

_TABLE: dict[str, type[Any]] = {
    family.NAME: family
    for family in (
        AlphaNDCG,
        TaskAMean,
        TaskAMin,
        TaskAMax,
        NDCG,
        Precision,
        Recall,
        AP,
        RR,
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
}
_NAME = re.compile(r"(?P<name>\w+)(?:\((?P<parameters>[\w=,\s]*)\))?(?:@(?P<k>\d{1,9}))?")


def measures() -> tuple[str, ...]:
    """Returns the names of all families.

    >>> "alpha_nDCG" in measures()
    True
    """
    return tuple(_TABLE)


def measure(name: str) -> Any:
    """Returns the measure of a name; case does not matter.

    >>> measure("alpha_ndcg@5"), measure("nDCG(gain=exponential)@10"), measure("P(condensed)@5")
    (alpha_nDCG@5, nDCG(gain=exponential)@10, P(condensed)@5)
    """
    match = _NAME.fullmatch(name.strip())
    known = {family.lower(): family for family in _TABLE}
    base = "" if match is None else match["name"].lower()
    if match is None or base not in known:
        raise UnknownNameError("measure", name, _TABLE)
    family = _TABLE[known[base]]
    given: dict[str, Any] = {} if match["k"] is None else {"k": int(match["k"])}
    for part in filter(None, map(str.strip, (match["parameters"] or "").split(","))):
        key, value = _parameter(family, part)
        given[key] = value
    return family(**given)


def _parameter(family: type[Measure], part: str) -> tuple[str, str | bool]:
    key, _, value = (piece.strip() for piece in part.partition("="))
    known = {parameter.name: parameter.default for parameter in fields(family) if parameter.name != "k"}
    if not known:
        raise InputError(f"{family.NAME} has no parameter {key!r}", todo=f"write {family.NAME} alone")
    if key not in known:
        raise UnknownNameError(f"parameter of {family.NAME}", key, known)
    if isinstance(known[key], bool) != (value == ""):
        right = key if isinstance(known[key], bool) else f"{key}={known[key]}"
        raise InputError(f"{part!r} in {family.NAME}", todo=f"write it as {right!r}")
    return key, value or True
