"""The table of measures: from a name such as ``quality_nDCG@5`` to the object, and back by its repr."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from debatable.errors import DebatableError, InputError, UnknownNameError
from debatable.evaluation.measures import binary, cluster_lists, concordance, gain, partition, stances
from debatable.evaluation.measures.base import Kind, Measure
from debatable.naming import Table

_FAMILIES = (gain, cluster_lists, binary, concordance, partition, stances)
"""The modules of measures; a class of one of them that has a ``NAME`` is a measure."""

_RUN_TOGETHER = re.compile(r"(?P<measure>.+?)(?:_cut)?[_ ]?(?P<k>[1-9][0-9]{0,8})")


def _cut(name: str) -> Any | None:
    """Returns the measure of a name that ends in a cut-off, or None where it does not."""
    plain, at, k = name.rpartition("@")
    if not at:
        _refuse_run_together(name)
    if not at or "@" in plain or not (k.isascii() and k.isdigit() and len(k) < 10):
        return None
    family = MEASURES.parse(plain)
    if not _takes_cut(family):
        raise InputError(f"{plain} has no cut-off", todo=f"write {plain} alone")
    return replace(family, k=int(k))


def _refuse_run_together(name: str) -> None:
    """Refuses ``P5`` and trec_eval's ``P_5`` and ``ndcg_cut_5`` with the name that has the sign before the cut-off."""
    parts = _RUN_TOGETHER.fullmatch(name)
    if parts is None:
        return
    try:
        family = MEASURES.parse(parts["measure"])
    except DebatableError:
        return
    if _takes_cut(family):
        raise UnknownNameError("measure", name, [f"{MEASURES.name(family)}@{parts['k']}"])


def _takes_cut(chosen: Any) -> bool:
    parameters = {one.name for one in fields(chosen)} if is_dataclass(chosen) else set()
    return bool(getattr(chosen, "CUT", True)) and "k" in parameters


def _measures() -> dict[str, type[Measure]]:
    found = [one for module in _FAMILIES for one in vars(module).values() if isinstance(one, type)]
    return {one.NAME: one for one in found if issubclass(one, Measure) and hasattr(one, "NAME")}


MEASURES = Table[Any]("measure", _measures, fold=True, otherwise=_cut)
"""Every measure by name; a cut-off follows it, as in ``nDCG(gain=exponential)@10``."""


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


QUALITY = "quality_"
"""Before the name of a measure: the graded quality is taken for the relevance."""

MeasureChoice = str | Callable[..., float]
"""A name, a measure, or a function of a ranking and the judgments of a query."""


@dataclass(frozen=True, slots=True)
class AskedMeasure:
    """A measure with the name it is reported by."""

    name: str  # of the measure; for a function, its own
    compute: Callable[..., float]  # from what a query was answered and what was judged for it to a value
    quality: bool = False  # whether the graded quality is taken for the relevance

    @property
    def kind(self) -> Kind:
        """What it is called with; a ranking by default."""
        kind: Kind = getattr(self.compute, "KIND", "ranking")
        return kind

    @property
    def cut(self) -> int | None:
        """The rank it looks down to, if it has a cut-off."""
        k: int | None = getattr(self.compute, "k", None)
        return k

    def looks_beyond(self, shown: int) -> bool:
        """Returns whether it looks further down a list than an ordinary answer of `shown` hits goes.

        >>> [asked_measure(name).looks_beyond(10) for name in ("AP", "nDCG@100", "nDCG@10", "MRR", "BCubed")]
        [True, True, False, False, False]
        """
        deep = bool(getattr(self.compute, "DEEP", True)) if self.cut is None else self.cut > shown
        return deep and self.kind != "partition"


def asked_measure(asked: MeasureChoice, *, condensed: bool = False) -> AskedMeasure:
    """Returns a measure by its name, with ``quality_`` before it where the graded quality counts, or the one given.

    Where `condensed`, premises nobody judged are taken out first, by the measures that can.

    >>> asked_measure("quality_ndcg@5").name
    'quality_nDCG@5'
    """
    quality = isinstance(asked, str) and asked.startswith(QUALITY)
    chosen: Any = measure(asked.removeprefix(QUALITY) if isinstance(asked, str) else asked)
    if isinstance(chosen, Measure):
        name = f"{QUALITY if quality else ''}{chosen!r}"
    else:  # not one of ours: as it was asked for, or its own name
        name = asked if isinstance(asked, str) else str(getattr(asked, "__name__", None) or repr(asked))
    if condensed and hasattr(chosen, "condensed"):
        chosen = replace(chosen, condensed=True)
    return AskedMeasure(name, chosen, quality)
