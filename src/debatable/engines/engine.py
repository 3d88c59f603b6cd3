"""The engine: a claim in, an answer out."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from numbers import Integral
from typing import TYPE_CHECKING, Any, NoReturn, Self, get_args

import numpy as np

from debatable.blas import one_blas_thread
from debatable.engines.hits import (
    nothing_on_side,
    phrase_remarks,
    ranking_remarks,
    relevance_remarks,
    shown_hits,
)
from debatable.engines.protocol import Filter, ServingBackend
from debatable.errors import ClosedError, InputError, QueryError
from debatable.model import Answer
from debatable.progress import Deadline, Progress, within
from debatable.ranking import (
    MAX_HITS,
    METHODS,
    Backend,
    Method,
    Pipeline,
    Question,
    StanceChoice,
    checked_query,
    checked_size,
    load_ahead,
    pipeline,
    pipeline_name,
)
from debatable.ranking.protocol import Kind
from debatable.text import claim_asked_about, parse_query, quoted_claim, without_question_mark
from debatable.text.spelling import KnownWords, Spelling, is_foreign
from debatable.version import VERSION

if TYPE_CHECKING:  # a search needs neither points nor what was said before
    from debatable.engines.matches import Counter, Similar, SimilarPremises
    from debatable.key_points import PointMethod, Points

__all__ = ["Engine", "StanceChoice"]


SPELLING_ENCODER = "static"
"""Compares words with a misspelt query: a vector a token, which takes no time, whatever the corpus was encoded with."""


class Engine:
    """Searches a backend; safe to share between threads.

    >>> import debatable
    >>> answer = debatable.demo().search("We should abandon fossil fuels", k=4)
    >>> len(answer.hits)
    4
    """

    def __init__(self, backend: ServingBackend, *, pipeline: Pipeline | None = None) -> None:
        """Serves answers from a backend.

        Args:
            backend: What is searched.
            pipeline: The stages after a method that is given by itself; the calibrated ones without it.
        """
        self._backend: ServingBackend | None = backend
        self._spelling = Spelling(KnownWords(backend.words), _fit, partial(_nearness, backend))
        self.pipeline = pipeline or Pipeline()

    def __enter__(self) -> Self:
        """Returns itself, to be closed at the end of the block."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes the backend."""
        self.close()

    def __getstate__(self) -> NoReturn:
        """Refuses to be copied or pickled: files that are mapped and locks do not travel."""
        raise InputError(
            "an engine cannot be copied or sent to another process",
            todo="open the index there with debatable.open",
        )

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
        method: str | Method | Pipeline = "best",
        k: int = 10,
        stance: StanceChoice = "any",
        sources: Sequence[str] = (),
        languages: Sequence[str] = (),
        among: Sequence[str] = (),
        operators: bool = False,
        strict: bool = True,
        spelling: bool | None = None,
        explain: bool = True,
        offset: int = 0,
        deadline: Deadline | None = None,
    ) -> Answer:
        """Finds the best premises for and against a claim.

        Args:
            query: The claim.
            method: Name of a ranking method, with parameters where wanted, or the method itself; or a whole pipeline:
                ``pipeline(method=dense,stance_threshold=0.9)``.
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
            spelling: Whether misspelt words of the query are corrected, abbreviations spelled out, questions for
                reasons or opinions taken for the claim that they are about, and the quotes around a whole query left
                out where nothing has its words side by side, and the answer says so; where nothing is said, they are in
                a strict search.
            explain: Whether hits have explanations; where not, the explanation of a hit is its score alone.
            offset: How many hits to pass over: those of earlier pages, asked for with the same k and options.
            deadline: When reading must end, and then requests to a server; what was not read by then is left out, and
                the answer says so.

        Raises:
            QueryError: The query is empty or too long, or k is no number of hits; in a strict search, too, where the
                query has neither a letter nor a digit.
            InputError: No argument is of the sources or languages, or has one of the ids, or a value is of
                another type than it must be.
            UnknownNameError: There is no such method, parameter or stance.
            OverdueError: The server of the index did not answer before the deadline.
            ClosedError: The engine was closed.
        """
        start = time.perf_counter()
        backend, text = self.backend, checked_query(query, with_word=strict)
        stages = pipeline(method, self.pipeline)
        corrects = strict if spelling is None else spelling
        names = {"sources": sources, "languages": languages, "among": among}
        parameters = _checked_parameters(k, offset, stance, names)
        parameters |= {"operators": operators, "strict": strict, "spelling": corrects}
        load_ahead(stages.method)
        if strict:
            stages.load_ahead()
        with within(deadline), one_blas_thread():
            asked = without_question_mark(text)
            searched = self.corrected(asked) if corrects else asked
            question, part, filtered = self._question(searched, parameters, deadline)
            claim = quoted_claim(asked) if filtered else ""
            if claim and corrects and not part.counts.premises:  # pasted with its quotes
                searched = self.corrected(claim)
                question, part, filtered = self._question(searched, parameters, deadline)
            selected = stages(
                question,
                part,
                parameters["k"],
                stance,
                strict=strict,
                explain=explain,
                offset=parameters["offset"],
            )
            hits, weak = shown_hits(selected, part)
            remarks = (
                *self._language_remarks(searched, languages, strict),
                *relevance_remarks(selected, hits, weak, part, "any" if offset else stance),
                *ranking_remarks(question, part, selected, filtered),
                *phrase_remarks(filtered and bool(claim) and not offset, part, parameters["k"], len(hits)),
                *backend.remarks(),
            )
        return Answer(
            text,
            pipeline_name(stages),
            hits,
            time.perf_counter() - start,
            remarks,
            {**parameters, "generation": backend.state},
            weak,
            corrected=searched if searched != asked else "",
            closeness=selected.level,
        )

    def _question(
        self, text: str, parameters: Mapping[str, Any], deadline: Deadline | None
    ) -> tuple[Question, Backend, bool]:
        """Returns what is asked, of which part of the backend, and whether operators of the query chose that part."""
        parsed = parse_query(text, self.backend.tokens) if parameters["operators"] else None
        sources, languages, ids = (tuple(parameters[name]) for name in ("sources", "languages", "among"))
        part = self.backend.restricted(Filter(sources, languages, ids, parsed))
        if parsed is None or parsed.plain:
            return Question(text, part, deadline), part, False
        if not parsed.text.strip():
            raise QueryError(
                "the query names only what must not be there",
                todo='add a claim, such as "We should abandon fossil fuels"',
            )
        return Question(checked_query(parsed.text), part, deadline), part, True

    def corrected(self, query: str) -> str:
        """Returns a query with misspelt words corrected and abbreviations spelled out, by the corpus and English.

        Of a question that asks for reasons or opinions it returns the claim. The query is returned as it is
        where every word is known, where it is not clear what was meant, and where the query or the corpus is not in
        English.

        >>> import debatable
        >>> debatable.demo().corrected("deth penalty"), debatable.demo().corrected("Todesstrafe abschaffen")
        ('death penalty', 'Todesstrafe abschaffen')
        >>> debatable.demo().corrected("Why should zoos not be closed?")
        'Zoos should not be closed'
        """
        spelled = self._spelling(query)
        return claim_asked_about(spelled) or spelled

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
            options["method"] = pipeline(options["method"], self.pipeline)
        return [self.search(query, **options) for query in queries]

    def similar(self, text: str, *, k: int = 5, method: str | SimilarPremises = "similar") -> Similar:
        """Says whether a text has been said before: the points and premises that make its point, or that none does.

        Args:
            text: A claim, a premise or a comment.
            k: How many points at most.
            method: How texts are compared, by name and parameters.

        Raises:
            QueryError: The text is empty or too long, or k is no number of points.
            InputError: The index has no vectors.

        >>> import debatable
        >>> found = debatable.demo().similar("My cat sleeps all day")
        >>> found.matches
        ()
        """
        from debatable.engines.matches import SIMILAR, Similar

        backend, stage = self.backend, SIMILAR.parse(method)
        stage.begin()
        question = Question(checked_query(text, with_word=True), backend)
        with one_blas_thread():
            points = stage(question, backend, checked_size(k))
        remarks = (*self._language_remarks(question.text, (), True), *backend.remarks())
        parameters = {"k": k, "method": SIMILAR.name(stage), "generation": backend.state}
        return Similar(question.text, points, stage.threshold, remarks, parameters)

    def counter(
        self,
        premise: str,
        *,
        k: int = 10,
        method: str | Method | Pipeline = "best",
        deadline: Deadline | None = None,
    ) -> Counter:
        """Finds what is said against a premise, what speaks to its very point first.

        Args:
            premise: What somebody says.
            k: How many premises at most.
            method: Ranking method, by name and parameters, or the method itself.
            deadline: As of a search.

        Raises:
            QueryError: The premise is empty or too long, or k is no number of premises.

        >>> import debatable
        >>> against = debatable.demo().counter("Zoos keep animals in cages that are too small", k=3)
        >>> [one.hit.stance.value for one in against.premises]
        ['con', 'con', 'con']
        """
        from debatable.engines.matches import POOL, Counter, opposed

        wanted = checked_size(k)
        answer = self.search(
            premise,
            method=method,
            k=min(max(3 * wanted, POOL), MAX_HITS),
            stance="con",
            spelling=False,
            deadline=deadline,
        )
        premises = opposed(answer, self.backend, wanted)
        remarks = tuple(one for one in answer.remarks if one != nothing_on_side("con"))  # no premises say so
        parameters = {**answer.parameters, "k": k, "method": answer.method}
        return Counter(answer.query, premises, remarks, parameters)

    def points(
        self,
        claim: str,
        *,
        method: str | PointMethod = "points",
        ranking: str | Method | Pipeline = "best",
        k: int = 100,
        progress: Progress | None = None,
        **options: Any,
    ) -> Points:
        """Finds the points that are made for and against a claim.

        Args:
            claim: The claim.
            method: How points are found: a name, ``points(matching=…,coverage=…)``, or the method itself.
            ranking: How premises are found, as the method of `search`.
            k: How many premises are looked at, beside those that say the same.
            progress: Called with the step and how much of it is done.
            options: As of `search`.

        Raises:
            QueryError: The claim is empty or too long, or k is no number of hits.
            InputError: An option cannot be used.
            UnknownNameError: There is no such method.

        >>> import debatable
        >>> found = debatable.demo().points("We should abandon fossil fuels", k=20)
        >>> [side.stance.value for side in found.sides], found.problems()
        (['pro', 'con'], [])
        """
        from debatable.key_points import Points, answer_comments, summarise

        answer = self.search(claim, method=ranking, k=k, **options)
        comments = answer_comments(answer)
        parameters = {**answer.parameters, "ranking": answer.method}
        if not comments:
            return Points(answer.searched, "", (), parameters, answer.remarks)
        found = summarise(comments, about=answer.searched, method=method, progress=progress)
        return replace(found, parameters=parameters, remarks=(*answer.remarks, *found.remarks))

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


def _checked_parameters(
    k: int, offset: int, stance: StanceChoice, names: Mapping[str, Sequence[str]]
) -> dict[str, Any]:
    """Returns the parameters of a search as its answer has them; raises where one of them cannot be used."""
    size = checked_size(k)
    whole = isinstance(offset, Integral) and not isinstance(offset, bool)
    if not whole or offset < 0 or offset + size > MAX_HITS:
        raise QueryError(
            f"the offset is {str(offset)[:80]!r}", todo=f"give a whole number from 0 to {MAX_HITS - size:,}"
        )
    if stance not in get_args(StanceChoice):
        raise QueryError(f"the stance is {stance!r}", todo=f"give one of {', '.join(get_args(StanceChoice))}")
    lists = {what: _checked_names(what, given) for what, given in names.items()}
    return {"k": size, "offset": int(offset), "stance": stance, **lists}


def _checked_names(what: str, names: Sequence[str]) -> list[str]:
    if isinstance(names, Iterable) and not isinstance(names, str):
        given = list(names)
        if all(isinstance(name, str) for name in given):
            return given
    raise InputError(f"{what} is {str(names)[:80]!r}", todo="give a list of names")


def _fit(text: str, words: Sequence[str]) -> Sequence[float]:
    """Returns the cosine of each word with a text.

    >>> staff, stuff = _fit("Let your employees work from home", ["staff", "stuff"])
    >>> staff > stuff
    True
    """
    from debatable.embedding import encoder

    vectors = encoder(SPELLING_ENCODER)([text, *words])
    cosines: list[float] = np.asarray(vectors[1:] @ vectors[0], np.float64).tolist()
    return cosines


def _nearness(backend: Backend, queries: Sequence[str]) -> list[float]:
    """Returns the cosine of each query with the nearest claim of a corpus, or premise where there are no claims."""
    if not backend.has_vectors:
        return [0.0] * len(queries)
    kind: Kind = "claims" if backend.counts.claims else "premises"
    nearest = (backend.nearest(kind, backend.encode(query), 1).scores for query in queries)
    return [float(scores[0]) if len(scores) else 0.0 for scores in nearest]
