"""Claims as people phrase them: are hits on the right side and to the point, and is nothing off topic answered?"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, Protocol, get_args

from debatable.engines import demo_collection
from debatable.errors import QueryError, check_name
from debatable.evaluation.collections import Collection
from debatable.evaluation.judgments import Judgment, Judgments
from debatable.evaluation.lines import json_lines
from debatable.evaluation.measures import Success
from debatable.model import Answer
from debatable.progress import Step
from debatable.ranking import Method

Half = Literal["build", "report"]


@dataclass(frozen=True, slots=True)
class EverydayClaim:
    """A claim as somebody would type it."""

    id: str
    text: str
    kind: str  # its style: evaluative, ironic, a question and so on; for off-topic lines what they are
    half: str  # ``build`` for choosing settings, ``report`` for reporting; no topic is in both
    side: int  # +1 where it agrees with its reference query, -1 where it opposes it, 0 off topic
    collection: str = ""  # where its reference query is judged; empty off topic
    query: str = ""  # id of that query
    topic: str = ""
    near: bool = False  # whether an off-topic line is about something that neighbours a debate
    against: tuple[str, ...] = ()  # collections that hold nothing on an off-topic line
    opposite_of: str = ""  # id of the claim whose opposite it is


def everyday_claims(half: Half | str = "report", collection: str = "bundled") -> Sequence[EverydayClaim]:
    """Returns one half of the set: the claims on the debates of a collection, and lines that it holds nothing on.

    >>> {claim.side for claim in everyday_claims()} == {-1, 0, 1}
    True
    """
    signs = {"aligned": 1, "opposed": -1, "off": 0}
    claims = []
    for row in _rows("everyday.jsonl.gz", half):
        fields = {**row, "side": signs[row["side"]], "against": tuple(row.get("against", ()))}
        claim = EverydayClaim(**fields)
        if claim.collection == collection if claim.side else collection in claim.against:
            claims.append(claim)
    return claims


def _rows(name: str, half: str) -> Iterator[dict[str, Any]]:
    """Yields the lines of one half of a bundled file."""
    check_name("half of the everyday set", half, get_args(Half))
    return (row for _, row in json_lines(demo_collection() / name) if row["half"] == half)


class Engine(Protocol):
    """What answers as a user gets it: with a relevance floor and undecided sides."""

    def search(self, query: str, *, method: str | Method, k: int) -> Answer:
        """Answers a claim."""


@dataclass(frozen=True, slots=True)
class EverydayFigures:
    """Shares over all hits of a claim's own debate, unless stated otherwise; a share of nothing is NaN.

    Attributes:
        flips: Of the premises found for a claim and for its opposite, on a side both times, the share that
            changed it.
    """

    claims: int
    hits: int
    own: float  # share of the hits that belong to the debate of the claim; the others have no right side
    right: float  # share on the right side of those that were put on a side
    undecided: float  # share that was put on none
    unanswered: float  # share of the claims without any hit
    flips: float
    off_topic: float  # share of off-topic lines that were answered
    near_misses: float  # share of lines on a neighbouring subject that were answered

    def as_dict(self) -> dict[str, Any]:
        """Returns plain JSON types; what is undefined is None."""
        items = asdict(self).items()
        return {key: _rounded(value) if isinstance(value, float) else value for key, value in items}


Sides = Mapping[str, tuple[int, int]]
"""Of each premise of the own debate: the side it was put on, and its right side."""


def everyday_figures(
    claims: Sequence[EverydayClaim],  # the everyday claims, off-topic lines among them
    collection: Collection,  # whose judgments hold the stance of premises towards the reference queries
    engine: Engine,
    method: str | Method = "best",
    *,
    k: int = 10,  # hits a claim
    progress: Step | None = None,  # called with how many claims were asked
) -> EverydayFigures:
    """Asks every claim and counts how hits are assigned to sides."""
    sides_of: dict[str, Sides] = {}
    hits = empty = 0
    answered: dict[bool, list[bool]] = {False: [], True: []}
    for done, claim in enumerate(claims, 1):
        answer = _answer(engine, claim.text, method, k)
        if claim.side:
            sides_of[claim.id] = _sides(claim, answer, collection)
            hits += len(answer)
            empty += not len(answer)
        else:
            answered[claim.near].append(bool(len(answer)))
        if progress is not None:
            progress(done, len(claims))
    given = [pair for sides in sides_of.values() for pair in sides.values()]
    decided = [pair for pair in given if pair[0]]
    own, undecided = _share(len(given), hits), _share(len(given) - len(decided), len(given))
    right = _share(sum(side == right for side, right in decided), len(decided))
    off_topic, near = (_share(sum(answered[one]), len(answered[one])) for one in (False, True))
    unanswered, flips = _share(empty, len(sides_of)), _flips(claims, sides_of)
    return EverydayFigures(
        len(sides_of), hits, own, right, undecided, unanswered, flips, off_topic, near_misses=near
    )


def _answer(engine: Engine, text: str, method: str | Method, k: int) -> Answer:
    try:
        return engine.search(text, method=method, k=k)
    except QueryError:
        return Answer(text, str(method), ())


def _sides(claim: EverydayClaim, answer: Answer, collection: Collection) -> Sides:
    judged = collection.judgments[claim.query]
    sides = {}
    for hit in answer.hits:
        for name in (hit.premise.id, *(argument.id for argument in hit.arguments)):
            row = judged.rows.get(name)
            if row is not None and judged.stance[row].sign:
                sides[hit.premise.id] = (hit.stance.sign, judged.stance[row].sign * claim.side)
                break
    return sides


def _flips(claims: Sequence[EverydayClaim], sides_of: Mapping[str, Sides]) -> float:
    shared = turned = 0
    for claim in claims:
        one, other = sides_of.get(claim.opposite_of), sides_of.get(claim.id)
        if one is None or other is None:
            continue
        both = [p for p in one.keys() & other.keys() if one[p][0] and other[p][0]]
        shared += len(both)
        turned += sum(one[p][0] == -other[p][0] for p in both)
    return _share(turned, shared)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else math.nan


def _rounded(share: float) -> float | None:
    return None if math.isnan(share) else round(share, 4)


class ResolvingEngine(Engine, Protocol):
    """One that knows the premises of records, too."""

    def resolve(self, ids: Iterable[str]) -> Mapping[str, str]:
        """Returns the premise id of each record id it knows."""


@dataclass(frozen=True, slots=True)
class SpecificClaim:
    """A claim that makes one point of a debate, as somebody would type it."""

    id: str
    text: str
    half: str  # ``build`` for choosing settings, ``report`` for reporting; no topic is in both
    collection: str  # whose premises answer it
    topic: str  # the debate it is about
    query: str  # id of the query of that debate
    answers: tuple[str, ...]  # records of the premises that speak to the point, for it or against it


@dataclass(frozen=True, slots=True)
class SpecificFigures:
    """How often a specific claim is answered to the point; NaN where there is no claim."""

    claims: int
    success_1: float  # share whose first hit, or a member of it, is an answer
    success_5: float  # share with an answer, or a hit that has one as a member, among the first five

    def as_dict(self) -> dict[str, Any]:
        """Returns plain JSON types, shares under the names of their measures; what is undefined is None."""
        shares = {"success@1": _rounded(self.success_1), "success@5": _rounded(self.success_5)}
        return {"specific": self.claims, **shares}


def specific_claims(half: Half | str = "report", collection: str = "bundled") -> Sequence[SpecificClaim]:
    """Returns the specific claims of one half on the debates of a collection; none where it has none.

    >>> len(specific_claims("build")), len(specific_claims("report", "debatepedia"))
    (50, 50)
    """
    rows = _rows("specific.jsonl.gz", half)
    claims = [SpecificClaim(**{**row, "answers": tuple(row["answers"])}) for row in rows]
    return [claim for claim in claims if claim.collection == collection]


def specific_figures(
    claims: Sequence[SpecificClaim],
    engine: ResolvingEngine,
    method: str | Method = "best",
    *,
    progress: Step | None = None,
) -> SpecificFigures:
    """Asks every claim and counts how many are answered to the point."""
    answers = Judgments(Judgment(claim.id, record, 1.0) for claim in claims for record in claim.answers)
    premises = engine.resolve(sorted({row.premise_id for row in answers.rows}))
    judgments = answers.renamed(premises.get)
    successes: dict[int, list[float]] = {1: [], 5: []}
    for done, claim in enumerate(claims, 1):
        answer = _answer(engine, claim.text, method, max(successes))
        clusters = [hit.cluster.members for hit in answer.hits]
        for k, values in successes.items():
            values.append(Success(k)(clusters, judgments[claim.id]))
        if progress is not None:
            progress(done, len(claims))
    first, five = (sum(values) / len(values) if values else math.nan for values in successes.values())
    return SpecificFigures(len(claims), first, five)
