"""The engine: a claim in, an answer out."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Literal, Self

from debatable.engines.filters import Filter, FilteredIndex
from debatable.engines.local import LocalIndex
from debatable.model import Answer, Argument, Cluster, Hit, Stance
from debatable.ranking import METHODS, Method, Scored, checked_query, checked_size, method_name
from debatable.ranking import method as parse_method
from debatable.ranking.stances import with_own_stances
from debatable.text import parse_query
from debatable.version import VERSION

__all__ = ["Engine", "StanceChoice"]

StanceChoice = Literal["any", "both", "pro", "con"]

DEEP = 5
"""How many times as many premises are ranked as shown when hits of one stance are asked for."""


PARTS = 8
"""How many parts of the index are kept ready for the next search with the same filter."""


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
        self._parts: dict[Filter, FilteredIndex] = {}
        self._lock = threading.Lock()

    def __enter__(self) -> Self:
        """Returns itself, to be closed at the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes the index."""
        self.close()

    @property
    def methods(self) -> list[str]:
        """Names of the methods that can be asked for."""
        return list(METHODS)

    def search(
        self,
        query: str,
        *,
        method: str | Method = "best",
        k: int = 10,
        stance: StanceChoice = "any",
        sources: Sequence[str] = (),
        languages: Sequence[str] = (),
        among: Sequence[str] = (),
        operators: bool = False,
    ) -> Answer:
        """Finds the best premises for and against a claim.

        Args:
            query: The claim.
            method: Name of a ranking method, with parameters where wanted, or the method itself.
            k: How many hits at most.
            stance: ``any`` ranks all alike; ``pro`` and ``con`` keep one side; ``both`` gives each side the
                better half of the hits, as far as there are enough.
            sources: Where arguments may come from; from anywhere where none is given.
            languages: Of the premises, as BCP 47 tags; ``en`` stands for ``en-GB``, too.
            among: Ids of arguments or premises to choose from; all where none is given.
            operators: Whether ``+must``, ``-not`` and ``"phrases"`` in the query choose arguments.

        Raises:
            QueryError: The query is empty or too long.
            InputError: No argument is of the sources or languages, or has one of the ids.
            UnknownNameError: There is no such method or parameter.
        """
        start = time.perf_counter()
        shown = text = checked_query(query)
        asked = parse_query(text, self.index.analyzer) if operators else None
        index = self._part(Filter(tuple(sources), tuple(languages), tuple(among), asked))
        if asked is not None and not asked.plain:
            text = checked_query(asked.text)
        ranker = parse_method(method) if isinstance(method, str) else method
        wanted = checked_size(k)
        depth = wanted if stance == "any" else max(100, DEEP * wanted)
        ranked, estimated = with_own_stances(text, ranker(text, index, depth), index)
        hits = self._hits(chosen(ranked, stance, wanted), index)
        remarks = [] if index.tokens(text) else [f"no word of {text[:80]!r} can be searched for"]
        if asked is not None and not asked.plain and not len(index.links):
            remarks.append("no argument has what +, - and quotes ask for")
        if estimated:
            remarks.append("premises without a claim: their side is estimated from their own words")
        return Answer(
            shown,
            method_name(ranker),
            hits,
            time.perf_counter() - start,
            remarks=tuple(remarks),
            parameters={"k": wanted, "stance": stance, "generation": self.index.pointer.generation},
        )

    def resolve(self, ids: Iterable[str]) -> dict[str, str]:
        """Maps ids of arguments to ids of their premises: equal texts are one premise."""
        return self.index.snapshot.premise_ids(ids)

    def info(self) -> dict[str, Any]:
        """Returns what the index holds and how it was made, as plain JSON types."""
        manifest = self.index.generation.manifest
        return {
            **asdict(self.index.snapshot.counts()),
            "generation": self.index.pointer.generation,
            "revision": self.index.pointer.revision,
            "bytes": sum(path.stat().st_size for path in self.index.folder.rglob("*") if path.is_file()),
            "configuration": dict(manifest.configuration),
            "versions": dict(manifest.versions),
        }

    def health(self) -> dict[str, Any]:
        """Returns whether the index can be read, and how much it holds, as plain JSON types."""
        return {
            "status": "ok",
            "counts": dict(self.index.generation.manifest.counts),
            "version": VERSION,
        }

    def outdated(self) -> bool:
        """Says whether a newer state has become current since the index was opened."""
        return self.index.outdated()

    def close(self) -> None:
        """Closes the index."""
        self.index.close()

    def _part(self, wanted: Filter) -> LocalIndex:
        """Returns the part of the index that passes a filter; the parts asked for last are kept."""
        if wanted.empty:
            return self.index
        with self._lock:
            part = self._parts.pop(wanted, None)
        if part is None:
            part = FilteredIndex(self.index, wanted.links(self.index))
        with self._lock:
            self._parts[wanted] = part
            while len(self._parts) > PARTS:
                self._parts.pop(next(iter(self._parts)))
        return part

    @staticmethod
    def _hits(scored: Sequence[Scored], index: LocalIndex) -> tuple[Hit, ...]:
        tables, snapshot = index.tables, index.snapshot
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
