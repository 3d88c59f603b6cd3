"""The engine: a claim in, an answer out."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Literal, Self

from debatable.engines.local import LocalIndex
from debatable.model import Answer, Argument, Cluster, Hit, Stance
from debatable.ranking import METHODS, Method, Scored, checked_query, checked_size, method_name
from debatable.ranking import method as parse_method
from debatable.ranking.stances import with_own_stances

__all__ = ["Engine", "StanceChoice"]

StanceChoice = Literal["any", "both", "pro", "con"]

DEEP = 5
"""How many times as many premises are ranked as shown when hits of one stance are asked for."""


class Engine:
    """Searches an index; safe to share between threads.

    >>> import debatable
    >>> answer = debatable.demo().search("We should abandon fossil fuels", k=4)
    >>> len(answer.hits)
    4
    """

    def __init__(self, folder: Path) -> None:
        """Opens the index in a folder."""
        self.index = LocalIndex(folder)

    def __enter__(self) -> Self:
        """Returns itself, to be closed at the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes the index."""
        self.close()

    @property
    def methods(self) -> list[str]:
        """Names of the methods that can be asked for."""
        return [*METHODS, "best"]

    def search(
        self, query: str, *, method: str | Method = "best", k: int = 10, stance: StanceChoice = "any"
    ) -> Answer:
        """Finds the best premises for and against a claim.

        Args:
            query: The claim.
            method: Name of a ranking method, with parameters where wanted, or the method itself.
            k: How many hits at most.
            stance: ``any`` ranks all alike; ``pro`` and ``con`` keep one side; ``both`` gives each side the
                better half of the hits, as far as there are enough.

        Raises:
            QueryError: The query is empty or too long.
            UnknownNameError: There is no such method or parameter.
        """
        start = time.perf_counter()
        text = checked_query(query)
        ranker = parse_method(method) if isinstance(method, str) else method
        wanted = checked_size(k)
        depth = wanted if stance == "any" else max(100, DEEP * wanted)
        ranked, estimated = with_own_stances(text, ranker(text, self.index, depth), self.index)
        hits = self._hits(chosen(ranked, stance, wanted))
        remarks = [] if self.index.tokens(text) else [f"no word of {text[:80]!r} can be searched for"]
        if estimated:
            remarks.append("premises without a claim: their side is estimated from their own words")
        return Answer(
            text,
            method_name(ranker),
            hits,
            time.perf_counter() - start,
            remarks=tuple(remarks),
            parameters={"k": wanted, "stance": stance, "generation": self.index.pointer.generation},
        )

    def resolve(self, ids: Iterable[str]) -> dict[str, str]:
        """Maps ids of arguments to ids of their premises: equal texts are one premise."""
        return self.index.snapshot.premise_ids(ids)

    def close(self) -> None:
        """Closes the index."""
        self.index.close()

    def _hits(self, scored: Sequence[Scored]) -> tuple[Hit, ...]:
        tables, snapshot = self.index.tables, self.index.snapshot
        rows = {row for hit in scored for row in (hit.premise, *hit.members)}
        premises = snapshot.premises([int(tables.premises[row]) for row in sorted(rows)])
        claims = snapshot.claims([int(tables.claims[row]) for hit in scored for row in hit.claims])
        links = {hit.premise: tables.links.of_premise(hit.premise) for hit in scored}
        keys = {row: [int(key) for key in tables.links.argument[found]] for row, found in links.items()}
        arguments: dict[int, Argument] = snapshot.arguments([key for found in keys.values() for key in found])

        def hit(found: Scored) -> Hit:
            premise = premises[int(tables.premises[found.premise])]
            members = tuple(premises[int(tables.premises[row])].id for row in found.members)
            return Hit(
                premise,
                tuple(claims[int(tables.claims[row])] for row in found.claims),
                found.stance,
                found.score,
                Cluster(found.cluster or premise.id, members or (premise.id,)),
                found.explanation,
                tuple(arguments[key] for key in keys[found.premise]),
            )

        return tuple(hit(found) for found in scored)


def chosen(scored: Sequence[Scored], stance: StanceChoice, k: int) -> list[Scored]:
    """Keeps the hits of the stance that is asked for, in their order."""
    if stance == "any":
        return list(scored[:k])
    sides = {side: [hit for hit in scored if hit.stance is side] for side in (Stance.PRO, Stance.CON)}
    if stance != "both":
        return sides[Stance(stance)][:k]
    pro, con = sides[Stance.PRO], sides[Stance.CON]
    half = k // 2
    pros = max(k - half if pro[:1] and (not con or pro[0].score >= con[0].score) else half, k - len(con))
    kept = {hit.premise for hit in [*pro[:pros], *con[: k - min(pros, len(pro))]]}
    return [hit for hit in scored if hit.premise in kept]
