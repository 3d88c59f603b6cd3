"""How the hits for everyday claims stand: right sides, undecided ones, flips, and answers to what is off topic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from debatable.errors import QueryError
from debatable.evaluation.collections import Collection
from debatable.evaluation.everyday.claims import EverydayClaim
from debatable.model import Answer
from debatable.progress import Step
from debatable.ranking import Method

__all__ = ["EverydayFigures", "everyday_figures"]


class Engine(Protocol):
    """What answers: as a user would get it, with a floor and undecided sides."""

    def search(self, query: str, *, method: str | Method, k: int) -> Answer:
        """Answers a claim."""


@dataclass(frozen=True, slots=True)
class EverydayFigures:
    """Shares over all hits of a claim's own debate, unless said otherwise.

    Attributes:
        claims: Claims that were asked.
        hits: Their hits.
        own: Share of the hits that belong to the debate of the claim; the others have no right side.
        right: Share on the right side of those that were put on a side.
        undecided: Share that was put on none.
        unanswered: Share of the claims without any hit.
        flips: Of the premises found for a claim and for its opposite, on a side both times, the share that changed it.
        off_topic: Share of off-topic lines that were answered.
        near_misses: Share of lines on a neighbouring subject that were answered.
    """

    claims: int
    hits: int
    own: float
    right: float
    undecided: float
    unanswered: float
    flips: float
    off_topic: float
    near_misses: float

    def as_dict(self) -> dict[str, Any]:
        """Returns plain JSON types."""
        return {
            key: round(value, 4) if isinstance(value, float) else value for key, value in asdict(self).items()
        }


Sides = Mapping[str, tuple[int, int]]
"""Of each premise of the own debate: the side it was put on, and its right side."""


def everyday_figures(
    claims: Sequence[EverydayClaim],
    collection: Collection,
    engine: Engine,
    method: str | Method = "best",
    *,
    k: int = 10,
    progress: Step | None = None,
) -> EverydayFigures:
    """Asks every claim and counts where the hits stand.

    Args:
        claims: The everyday claims, off-topic lines among them.
        collection: Whose judgments say how premises stand towards the reference queries.
        engine: What answers.
        method: How it ranks.
        k: Hits a claim.
        progress: Told how many claims were asked.
    """
    found: dict[str, Sides] = {}
    hits = empty = 0
    answered: dict[bool, list[bool]] = {False: [], True: []}
    for done, claim in enumerate(claims, 1):
        answer = _answer(engine, claim.text, method, k)
        if claim.side:
            found[claim.id] = _sides(claim, answer, collection)
            hits += len(answer)
            empty += not len(answer)
        else:
            answered[claim.near].append(bool(len(answer)))
        if progress is not None:
            progress(done, len(claims))
    given = [pair for sides in found.values() for pair in sides.values()]
    decided = [pair for pair in given if pair[0]]
    return EverydayFigures(
        len(found),
        hits,
        _share(len(given), hits),
        _share(sum(side == right for side, right in decided), len(decided)),
        _share(len(given) - len(decided), len(given)),
        _share(empty, len(found)),
        _flips(claims, found),
        _share(sum(answered[False]), len(answered[False])),
        _share(sum(answered[True]), len(answered[True])),
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


def _flips(claims: Sequence[EverydayClaim], found: Mapping[str, Sides]) -> float:
    shared = turned = 0
    for claim in claims:
        one, other = found.get(claim.opposite_of), found.get(claim.id)
        if one is None or other is None:
            continue
        both = [p for p in one.keys() & other.keys() if one[p][0] and other[p][0]]
        shared += len(both)
        turned += sum(one[p][0] == -other[p][0] for p in both)
    return _share(turned, shared)


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
