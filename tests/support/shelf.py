"""A searcher with fixed answers, for tests of what is done with answers."""

from __future__ import annotations

from collections.abc import Iterable

from debatable.model import Answer, Cluster, Explanation, Hit, Premise, Stance
from debatable.ranking import Method

__all__ = ["Shelf"]


class Shelf:
    """A searcher with fixed answers: ``good`` finds what is relevant, ``poor`` does not."""

    lists = {"good": ["p1", "p2", "p3"], "poor": ["x", "p3", "y"]}
    stances = {"p1": Stance.PRO, "p2": Stance.CON, "p3": Stance.NONE}

    def search(self, query: str, *, method: str | Method, k: int, strict: bool) -> Answer:
        assert not strict, "what is evaluated is all that was ranked"
        hits = tuple(
            Hit(
                Premise(premise, f"Because of {premise} & <more>."),
                (),
                self.stances.get(premise, Stance.NONE),
                1.0,
                Cluster(premise, (premise,)),
                Explanation("score", 1.0),
            )
            for premise in self.lists[str(method)][:k]
        )
        return Answer(query, str(method), hits)

    def resolve(self, ids: Iterable[str]) -> dict[str, str]:
        return {"r1": "p1", "r1-again": "p1", "r2": "p2", "r3": "p3"}
