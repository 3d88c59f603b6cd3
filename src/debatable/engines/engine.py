"""The engine: a claim in, an answer out."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Literal, Self, get_args

import numpy as np

from debatable.engines.filter import Filter
from debatable.engines.parted import Parted
from debatable.engines.protocol import ServingBackend
from debatable.engines.spelling import query_spelling
from debatable.errors import ClosedError, InputError, QueryError
from debatable.model import Answer, Cluster, Hit, Stance
from debatable.ranking import (
    METHODS,
    Backend,
    Method,
    Question,
    Scored,
    checked_query,
    checked_size,
    load_ahead,
    method_name,
)
from debatable.ranking import method as parse_method
from debatable.ranking.relevance.closeness import Closeness
from debatable.ranking.stance.certainty import SureSides
from debatable.text import parse_query
from debatable.text.spelling import is_foreign
from debatable.version import VERSION

__all__ = ["Engine", "StanceChoice"]

StanceChoice = Literal["any", "both", "pro", "con"]

DEEP = 5
"""How many times as many premises are ranked as shown when hits of one stance are asked for."""

COMPANY = 10
"""Premises of either side that are looked at before a claim is said to be close all alone, whatever is asked for."""


class Engine:
    """Searches a backend; safe to share between threads.

    >>> import debatable
    >>> answer = debatable.demo().search("We should abandon fossil fuels", k=4)
    >>> len(answer.hits)
    4
    """

    def __init__(
        self,
        backend: ServingBackend,
        *,
        closeness: Closeness | None = None,
        sides: SureSides | None = None,
    ) -> None:
        """Serves answers from a backend.

        Args:
            backend: What is searched.
            closeness: Says how probably hits speak to the query; the calibrated one without it.
            sides: Says which sides are sure enough to be shown; the calibrated one without it.
        """
        self._backend: ServingBackend | None = backend
        self._spelling = query_spelling(backend)
        self.closeness = closeness or Closeness()
        self.sides = sides or SureSides()

    def __enter__(self) -> Self:
        """Returns itself, to be closed at the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes the backend."""
        self.close()

    @property
    def backend(self) -> ServingBackend:
        """What is searched.

        Raises:
            ClosedError: The engine was closed.
        """
        if self._backend is None:
            raise ClosedError("the engine is closed", todo="open the index again with debatable.open")
        return self._backend

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
        strict: bool = True,
        spelling: bool | None = None,
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
            strict: Whether hits are only what is close to the query, or nearest where nothing is close, and sides
                only what is sure; else everything that was ranked is a hit, and every hit with evidence has a side,
                as evaluations want it.
            spelling: Whether misspelt words of the query are corrected, and the answer says so; where nothing is
                said, they are in a strict search.

        Raises:
            QueryError: The query is empty or too long, or k is no number of hits.
            InputError: No argument is of the sources or languages, or has one of the ids, or a value is of
                another type than it must be.
            UnknownNameError: There is no such method, parameter or stance.
            ClosedError: The engine was closed.
        """
        start = time.perf_counter()
        backend = self.backend
        shown = checked_query(query)
        wanted = checked_size(k)
        side = _checked_stance(stance)
        ranker = parse_method(method)
        load_ahead(ranker)
        if strict:
            self.closeness.begin()
        corrects = strict if spelling is None else spelling
        searched = self.corrected(shown) if corrects else shown
        asked = parse_query(searched, backend.tokens) if operators else None
        names = (_checked_names("sources", sources), _checked_names("languages", languages))
        part = backend.restricted(Filter(*names, _checked_names("among", among), asked))
        narrowed = asked is not None and not asked.plain
        question = Question(checked_query(asked.text) if asked is not None and narrowed else searched, part)
        depth = wanted if side == "any" else max(100, DEEP * wanted)
        ranked = self._sided(_finite(ranker(question, part, depth)), side, strict)
        picked = chosen(ranked, side, wanted)
        parted = Parted(_hits(picked, part))
        if strict:
            parted = self._parted(question, part, ranker, picked, parted.hits)
        return Answer(
            shown,
            method_name(ranker),
            parted.hits,
            time.perf_counter() - start,
            remarks=(
                *self._language_remarks(searched, languages, strict),
                *parted.remarks(part),
                *_remarks(question, part, ranked, narrowed),
                *backend.remarks(),
            ),
            parameters={"k": wanted, "stance": side, "generation": backend.state, "spelling": corrects},
            weak=parted.weak,
            corrected=searched if searched != shown else "",
            closeness=parted.level,
        )

    def corrected(self, query: str) -> str:
        """Returns a query with its misspelt words corrected, by the words of the corpus and by English.

        It is returned as it is where every word is known, where it is not clear what was meant, and where the query
        or the corpus is not in English.

        >>> import debatable
        >>> debatable.demo().corrected("deth penalty"), debatable.demo().corrected("Todesstrafe abschaffen")
        ('death penalty', 'Todesstrafe abschaffen')
        """
        return self._spelling(query)

    def _sided(self, ranked: Sequence[Scored], side: StanceChoice, strict: bool) -> Sequence[Scored]:
        """Takes sides away that are not sure enough, and gathers what then stands on one."""
        if strict:
            ranked = [self.sides(scored) for scored in ranked]
        return ranked if side == "any" else gathered(ranked)

    def _parted(
        self,
        question: Question,
        part: Backend,
        ranker: Method,
        picked: Sequence[Scored],
        hits: Sequence[Hit],
    ) -> Parted:
        """Parts what is close to the query, or else what is nearest to it, from the rest."""
        relevance = self.closeness(question, part, picked)
        alone = self.closeness.by_chance(part, picked, relevance)
        if alone:  # few were asked for, or one side: is another claim close where all are ranked?
            more = ranker(question, part, COMPANY)
            alone = self.closeness.by_chance(part, more, self.closeness(question, part, more))
        level, least = self.closeness.level(question, part, relevance, by_chance=alone)
        values = relevance.tolist()
        judged = [replace(hit, relevance=value) for hit, value in zip(hits, values, strict=True)]
        shown = [level != "none" and value >= least for value in values]
        return Parted(
            tuple(hit for hit, kept in zip(judged, shown, strict=True) if kept),
            tuple(hit for hit, kept in zip(judged, shown, strict=True) if not kept),
            level,
            alone,
        )

    def _language_remarks(self, query: str, languages: Sequence[str], strict: bool) -> tuple[str, ...]:
        """Says so where a query seems to be in another language than a corpus in English."""
        if not strict or languages or not is_foreign(query) or not self._in_english:
            return ()
        return ("the claim seems to be in another language than the corpus (English)",)

    @cached_property
    def _in_english(self) -> bool:
        """Whether all texts of the corpus are in English, as far as the index tells."""
        names = self.backend.info().get("languages", ())
        return bool(names) and all(name.split("-")[0] == "en" for name in names)

    def search_many(self, queries: Iterable[str], **options: Any) -> list[Answer]:
        """Answers several queries, in their order, each as `search` does.

        Args:
            queries: The claims.
            options: As of `search`; a method by name is made once.
        """
        if isinstance(queries, str) or not isinstance(queries, Iterable):
            raise InputError(
                f"{str(queries)[:80]!r} was given where a list of queries is due",
                todo="use search for one query",
            )
        if isinstance(options.get("method"), str):
            options["method"] = parse_method(options["method"])
        return [self.search(query, **options) for query in queries]

    def resolve(self, ids: Iterable[str]) -> Mapping[str, str]:
        """Maps ids of arguments to ids of their premises: equal texts are one premise."""
        return self.backend.premise_ids(ids)

    def info(self) -> dict[str, Any]:
        """Returns what is there, as plain JSON types."""
        return self.backend.info()

    def health(self) -> dict[str, Any]:
        """Returns whether the index can be read, and how much it holds, as plain JSON types."""
        return {"status": "ok", **self.backend.health(), "version": VERSION}

    def outdated(self) -> bool:
        """Says whether a newer state has become current since this one was opened."""
        return self.backend.outdated()

    def close(self) -> None:
        """Closes the backend; closing twice is closing once."""
        backend, self._backend = self._backend, None
        if backend is not None:
            backend.close()


def _finite(ranked: Sequence[Scored]) -> Sequence[Scored]:
    if all(math.isfinite(hit.score) for hit in ranked):
        return ranked
    raise QueryError("the method gives scores that are no numbers", todo="choose smaller parameters")


def gathered(scored: Sequence[Scored]) -> list[Scored]:
    """Joins what repeats a better hit of the same side with that hit, which then has its members, too.

    A list of which few are shown is ranked so deep that it holds what the first ones would have stood for.
    """
    kept: dict[int, Scored] = {}
    for hit in scored:
        said = kept.get(hit.repeats)
        if said is None or said.stance is not hit.stance:
            kept[hit.premise] = hit
        else:
            members = dict.fromkeys((said.premise, *said.members, hit.premise, *hit.members))
            kept[said.premise] = replace(said, members=tuple(members))
    return list(kept.values())


def chosen(scored: Sequence[Scored], stance: StanceChoice, k: int) -> list[Scored]:
    """Keeps the hits of the stance that is asked for, in their order; ``both`` keeps the undecided, too."""
    if stance == "any":
        return list(scored[:k])
    sides = {side: [hit for hit in scored if hit.stance is side] for side in (Stance.PRO, Stance.CON)}
    if stance != "both":
        return sides[Stance(stance)][:k]
    pro, con = sides[Stance.PRO], sides[Stance.CON]
    undecided = [hit for hit in scored[:k] if not hit.stance.sign]
    room = k - len(undecided)
    half = room // 2
    pros = max(
        room - half if pro[:1] and (not con or pro[0].score >= con[0].score) else half, room - len(con)
    )
    kept = {hit.premise for hit in [*undecided, *pro[:pros], *con[: room - min(pros, len(pro))]]}
    return [hit for hit in scored if hit.premise in kept]


def _hits(scored: Sequence[Scored], backend: Backend) -> tuple[Hit, ...]:
    """Returns hits with the texts, claims and arguments of the ranked rows."""
    rows = _rows(row for hit in scored for row in (hit.premise, *hit.members))
    premises = dict(zip(rows.tolist(), backend.premises(rows), strict=True))
    through = _rows(row for hit in scored for row in hit.claims)
    claims = dict(zip(through.tolist(), backend.claims(through), strict=True))
    arguments = backend.arguments(np.array([hit.premise for hit in scored], np.int64))
    return tuple(
        Hit(
            premises[found.premise],
            tuple(claims[row] for row in found.claims),
            found.stance,
            found.score,
            Cluster(
                found.cluster or premises[found.premise].id,
                tuple(premises[row].id for row in found.members or (found.premise,)),
            ),
            found.explanation,
            links,
            found.confidence,
            found.reason,
            others=tuple(premises[row] for row in found.members if row != found.premise),
        )
        for found, links in zip(scored, arguments, strict=True)
    )


def _rows(rows: Iterable[int]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.unique(np.fromiter(rows, np.int64))


def _remarks(
    question: Question, backend: Backend, ranked: Sequence[Scored], narrowed: bool
) -> tuple[str, ...]:
    """Returns what a user should know of a query and its ranking."""
    remarks = []
    if not question.tokens:
        remarks.append(f"no word of {question.text[:80]!r} can be searched for")
    if narrowed and not backend.counts.premises:
        remarks.append("no argument has what +, - and quotes ask for")
    if any(hit.estimated for hit in ranked):
        remarks.append("premises without a claim: their side is estimated from their own words")
    return tuple(remarks)


def _checked_stance(stance: StanceChoice) -> StanceChoice:
    if stance not in get_args(StanceChoice):
        raise QueryError(f"the stance is {stance!r}", todo=f"give one of {', '.join(get_args(StanceChoice))}")
    return stance


def _checked_names(what: str, names: Sequence[str]) -> tuple[str, ...]:
    if isinstance(names, Iterable) and not isinstance(names, str):
        given = tuple(names)
        if all(isinstance(name, str) for name in given):
            return given
    raise InputError(f"{what} is {str(names)[:80]!r}", todo="give a list of names")
