"""What every measure is: a frozen object with one call, whose repr is its name and parses back."""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import ClassVar, Literal

from debatable.errors import InputError, UnknownNameError
from debatable.evaluation.judgments import Judged
from debatable.evaluation.runs.trec import Ranking, ordered

Kind = Literal["ranking", "clusters", "stances", "partition"]


@dataclass(frozen=True, slots=True, repr=False)
class Measure(ABC):
    """The common part of all measures."""

    NAME: ClassVar[str]
    KIND: ClassVar[Kind] = "ranking"
    CUT: ClassVar[bool] = True
    DEEP: ClassVar[bool] = True
    """Whether without a cut-off it is taken of a deep answer; if not, of one of ordinary length."""
    CHOICES: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """Values that parameters may have."""

    k: int | None = None

    def __post_init__(self) -> None:
        """Refuses cut-offs that make no sense, and values of parameters that are not among their choices."""
        if self.k is not None and self.k < 1:
            raise InputError(f"cut-off {self.k} of {self.NAME}", todo="use 1 or more")
        if self.k is not None and not self.CUT:
            raise InputError(f"{self.NAME} has no cut-off", todo=f"write {self.NAME} alone")
        for name, choices in self.CHOICES.items():
            if getattr(self, name) not in choices:
                raise UnknownNameError(name, getattr(self, name), choices)

    def __repr__(self) -> str:
        """Returns the name that parses back: parameters where they differ from the default."""
        shown = []
        for parameter in fields(self):
            value = getattr(self, parameter.name)
            if parameter.name == "k" or value == parameter.default:
                continue
            shown.append(parameter.name if value is True else f"{parameter.name}={value}")
        inside = f"({','.join(shown)})" if shown else ""
        return f"{self.NAME}{inside}{'' if self.k is None else f'@{self.k}'}"


def condensed(ids: Sequence[str], judged: Judged) -> list[str]:
    """Returns the judged premises of a ranking alone, in its order (Sakai 2007)."""
    return [identifier for identifier in ids if identifier in judged]


def ranked_ids(ranking: Ranking, judged: Judged, condense: bool) -> list[str]:
    """Returns the ids of a ranking best first, those that were judged alone where it is to be condensed."""
    return condensed(ordered(ranking), judged) if condense else ordered(ranking)
