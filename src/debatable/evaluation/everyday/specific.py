"""Specific everyday claims: each makes one point, and the premises that speak to that point are known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, get_args

from debatable.engines import demo_collection
from debatable.errors import QueryError, UnknownNameError
from debatable.evaluation.everyday.claims import Half
from debatable.evaluation.judgments import Judgment, Judgments
from debatable.evaluation.lines import json_lines
from debatable.evaluation.measures import Success
from debatable.model import Answer
from debatable.progress import Step
from debatable.ranking import Method

__all__ = ["SpecificClaim", "SpecificFigures", "specific_claims", "specific_figures"]


class Engine(Protocol):
    """What answers, as a user would get it, and knows the premises of records."""

    def search(self, query: str, *, method: str | Method, k: int) -> Answer:
        """Answers a claim."""

    def resolve(self, ids: Iterable[str]) -> Mapping[str, str]:
        """Returns the premise id of each record id it knows."""


@dataclass(frozen=True, slots=True)
class SpecificClaim:
    """A claim that makes one point of a debate, as somebody would type it.

    Attributes:
        id: Of the claim.
        text: What is typed.
        half: ``build`` for what settings are chosen on, ``report`` for what is reported; no topic is in both.
        collection: Whose premises answer it.
        topic: The debate it is about.
        query: Id of the query of that debate.
        answers: Records of the premises that speak to the point, for it or against it.
    """

    id: str
    text: str
    half: str
    collection: str
    topic: str
    query: str
    answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SpecificFigures:
    """How often a specific claim is answered to the point.

    Attributes:
        claims: Claims that were asked.
        success_1: Share whose first hit, or a member of it, is an answer.
        success_5: Share with an answer, or a hit that has one as a member, among the first five.
    """

    claims: int
    success_1: float
    success_5: float

    def as_dict(self) -> dict[str, Any]:
        """Returns plain JSON types, shares under the names of their measures."""
        return {
            "specific": self.claims,
            "success@1": round(self.success_1, 4),
            "success@5": round(self.success_5, 4),
        }


def specific_claims(half: Half | str = "report", collection: str = "bundled") -> Sequence[SpecificClaim]:
    """Returns the specific claims of one half on the debates of a collection; none where it has none.

    Raises:
        UnknownNameError: There is no such half.

    >>> len(specific_claims("build")), len(specific_claims("report", "debatepedia"))
    (50, 50)
    """
    if half not in get_args(Half):
        raise UnknownNameError("half of the everyday set", half, get_args(Half))
    rows = (row for _, row in json_lines(demo_collection() / "specific.jsonl.gz"))
    claims = [SpecificClaim(**{**row, "answers": tuple(row["answers"])}) for row in rows]
    return [claim for claim in claims if claim.half == half and claim.collection == collection]


def specific_figures(
    claims: Sequence[SpecificClaim],
    engine: Engine,
    method: str | Method = "best",
    *,
    progress: Step | None = None,
) -> SpecificFigures:
    """Asks every claim and counts how many are answered to the point.

    Args:
        claims: The specific claims.
        engine: What answers.
        method: How it ranks.
        progress: Told how many claims were asked.
    """
    answers = Judgments(Judgment(claim.id, record, 1.0) for claim in claims for record in claim.answers)
    premises = engine.resolve(sorted({row.premise_id for row in answers.rows}))
    judgments = answers.renamed(premises.get)
    successes: dict[int, list[float]] = {1: [], 5: []}
    for done, claim in enumerate(claims, 1):
        clusters = _clusters(engine, claim.text, method, max(successes))
        for k, values in successes.items():
            values.append(Success(k)(clusters, judgments[claim.id]))
        if progress is not None:
            progress(done, len(claims))
    first, five = (sum(values) / len(values) if values else 0.0 for values in successes.values())
    return SpecificFigures(len(claims), first, five)


def _clusters(engine: Engine, text: str, method: str | Method, k: int) -> list[tuple[str, ...]]:
    """Returns the premises of each hit, its members among them; nothing where the claim has no words to search for."""
    try:
        answer = engine.search(text, method=method, k=k)
    except QueryError:
        return []
    return [hit.cluster.members for hit in answer.hits]
