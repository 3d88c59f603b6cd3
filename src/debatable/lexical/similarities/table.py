"""The similarities by name: the list of all 139, and sums of several (Lucene's MultiSimilarity)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from itertools import combinations, product
from typing import Any, Self

from debatable.errors import InputError
from debatable.lexical.similarities.formula import Formula, Numbers, Statistics
from debatable.naming import Table, split_arguments, split_name


@dataclass(frozen=True, slots=True, repr=False)
class Multi(Formula):
    """Plain sum of the members' scores, without rescaling."""

    members: tuple[Formula, ...]

    def __post_init__(self) -> None:
        """Checks that there is something to add."""
        if not self.members:
            raise InputError("Multi has no members", todo="write it as Multi(BM25+Classic)")

    def for_query(self, length: int) -> Self:
        """Prepares every member."""
        return type(self)(tuple(member.for_query(length) for member in self.members))

    def score(self, tf: Numbers, dl: Numbers, statistics: Statistics, boost: Numbers = 1.0) -> Any:
        """Returns the sum."""
        return sum(member.score(tf, dl, statistics, boost) for member in self.members)

    def __repr__(self) -> str:
        """Returns the name, members joined by a plus."""
        return f"Multi({'+'.join(map(repr, self.members))})"


def combined(members: tuple[Formula, ...]) -> list[Multi]:
    """Returns every combination of two or more members: 57 for six (Dumani and Schenkel 2019, footnote 4).

    >>> from debatable.lexical.similarities.bm25 import Boolean, Classic
    >>> combined((Boolean(), Classic()))
    [Multi(Boolean+Classic)]
    """
    sizes = range(2, len(members) + 1)
    return [Multi(chosen) for size in sizes for chosen in combinations(members, size)]


def _multi(text: str) -> Formula | None:
    """Returns the sum that a name spells, whose members are joined by a plus; None for another name."""
    if not (text.startswith("Multi(") and text.endswith(")")):
        return None
    _, arguments = split_name(text)
    members = [member for argument in arguments for member in split_arguments(argument, "+")]
    return Multi(tuple(map(SIMILARITIES.parse, members)))


HOMES: Mapping[str, tuple[str, tuple[float, ...] | None]] = {
    "BM25": ("bm25", ()),
    "Classic": ("bm25", ()),
    "Boolean": ("bm25", ()),
    "LMDirichlet": ("language_models", ()),
    "LMJelinekMercer": ("language_models", (0.1,)),
    "DFR": ("dfr", None),
    "DFI": ("dfi", None),
    "IB": ("information_based", None),
    "Axiomatic": ("axiomatic", None),
}
"""The module of each family and its values by default; None where values have to be given."""


class Families(Mapping[str, Any]):
    """The families by name, each loaded when it is asked for: a search needs one or two."""

    def __getitem__(self, name: str) -> Any:
        """Returns a similarity with its default values, or the class of one that has none."""
        home, values = HOMES[name]
        family = getattr(import_module(f"debatable.lexical.similarities.{home}"), name)
        return family if values is None else family(*values)

    def __iter__(self) -> Iterator[str]:
        """The names."""
        return iter(HOMES)

    def __len__(self) -> int:
        """How many there are."""
        return len(HOMES)


SIMILARITIES = Table[Formula](
    "similarity", Families(), base=Formula, positional=True, otherwise=_multi, shown=repr
)
"""The families by name; beside them ``Multi(…+…)``."""

_DIVERGENCE = ("DFR(Ine,B,Z)", "DFI(ChiSquared)", "IB(SPL,DF,H1)")
COMBINED = (*_DIVERGENCE, "Axiomatic(F1LOG)", "BM25", "LMJelinekMercer(0.2)")
"""The members of combinations by default: DFR, Axiomatic, BM25 and the language model are those that Dumani and
Schenkel (2019) name; they do not name their best DFI and IB."""


@lru_cache(maxsize=1024)
def similarity(name: str) -> Formula:
    """Returns the similarity of a name; parameters may be given.

    >>> similarity("DFR(Ine,B,Z(0.3))")
    DFR(Ine,B,Z)
    >>> similarity("Multi(Axiomatic(F1LOG)+BM25(b=0.4))")
    Multi(Axiomatic(F1LOG)+BM25(b=0.4))
    """
    return SIMILARITIES.parse(name)


def similarities() -> list[str]:
    """Returns the names of the 139 similarities of Lucene 7.6, generated from the tables of parts.

    >>> len(similarities())
    139
    """
    from debatable.lexical.similarities.axiomatic import VARIANTS, Axiomatic
    from debatable.lexical.similarities.dfi import INDEPENDENCE_MEASURES
    from debatable.lexical.similarities.dfr import AFTER_EFFECTS, BASIC_MODELS
    from debatable.lexical.similarities.information_based import DISTRIBUTIONS, LAMBDAS
    from debatable.lexical.similarities.normalization import NORMALIZATIONS

    single = ["BM25", "Classic", "Boolean", "LMDirichlet", "LMJelinekMercer(0.1)"]
    dfr = [f"DFR({','.join(parts)})" for parts in product(BASIC_MODELS, AFTER_EFFECTS, NORMALIZATIONS)]
    dfi = [f"DFI({measure})" for measure in INDEPENDENCE_MEASURES]
    ib = [f"IB({','.join(parts)})" for parts in product(DISTRIBUTIONS, LAMBDAS, NORMALIZATIONS)]
    axiomatic = [repr(Axiomatic(variant)) for variant in VARIANTS]
    return [*single, *dfr, *dfi, *ib, *axiomatic]
