"""Asking the queries of a collection: with which methods, the answers, and the run they make."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from debatable.corpus.readers import read
from debatable.embedding import Encoder
from debatable.embedding.cores import cores
from debatable.engines import Engine
from debatable.errors import DebatableError, InputError
from debatable.evaluation.collections import Collection
from debatable.evaluation.collections import collection as opened
from debatable.evaluation.judgments import Judgments, Query
from debatable.evaluation.runs.searchers import Searcher, searcher_of
from debatable.evaluation.runs.trec import Run
from debatable.model import Answer, Stance
from debatable.plural import counted
from debatable.progress import Progress
from debatable.ranking import METHODS, Method, method, method_name


def method_label(asked: str | Method) -> str:
    """Returns the name that a method is reported by: the one it was asked for by, or its own.

    >>> from debatable.ranking import method
    >>> method_label("bm25( claims=5 )"), method_label(method("bm25( claims=5 )"))
    ('bm25( claims=5 )', 'bm25(claims=5)')
    """
    if isinstance(asked, str):
        return asked
    own: str | None = getattr(asked, "__name__", None)
    return method_name(asked) if own is None else own  # a plain function has one


def asked_methods(
    asked: Iterable[str | Method] | None = None, *, known: bool = True
) -> dict[str, str | Method]:
    """Returns methods by the name they are reported by, each once; all there are where none is named.

    Names must be in the table of methods where `known`; another searcher may have names of its own.
    """
    if isinstance(asked, str):
        raise InputError(f"methods are {asked[:80]!r}, not a list", todo=f"write [{asked[:80]!r}]")
    methods: dict[str, str | Method] = {}
    for one in METHODS if asked is None else asked:
        name = method_label(one)
        if _itself(methods.setdefault(name, one), known) != _itself(one, known):
            raise InputError(f"two methods are called {name!r}", todo="give one of them another name")
    return methods


def _itself(asked: str | Method, known: bool) -> str | Method:
    return method(asked) if known or not isinstance(asked, str) else asked


def is_method(name: str) -> bool:
    """Returns whether a method of that name and those parameters can be asked.

    >>> is_method("bm25(claims=5)"), is_method("bm52")
    (True, False)
    """
    try:
        method(name)
    except DebatableError:
        return False
    return True


def servable(
    searcher: Searcher, methods: Mapping[str, str | Method], query: str
) -> tuple[dict[str, str | Method], dict[str, DebatableError]]:
    """Returns the methods that an index can serve, and what the others lack, by name."""
    served: dict[str, str | Method] = {}
    left_out: dict[str, DebatableError] = {}
    for name, asked in methods.items():
        try:
            _unexplained(searcher)(query, method=asked, k=1, strict=False)
        except DebatableError as error:
            left_out[name] = error
        else:
            served[name] = asked
    return served, left_out


def _unexplained(searcher: Searcher) -> Callable[..., Answer]:
    """Returns the search of a searcher; that of an engine builds no explanations, which nobody sees here."""
    return partial(searcher.search, explain=False) if isinstance(searcher, Engine) else searcher.search


@dataclass(frozen=True, slots=True, repr=False)
class Answers:
    """What one method answered to all queries, in their order.

    Attributes:
        method: The name it is reported by.
        answers: One of ordinary length a query.
        seconds: How long each of them took.
        deep: One a query as deep as was asked for; empty where that is no deeper.
    """

    method: str
    answers: tuple[Answer, ...]
    seconds: tuple[float, ...]
    deep: tuple[Answer, ...] = ()

    def __repr__(self) -> str:
        """Returns whose answers they are and how many, in one line."""
        return f"<Answers of {self.method}: {counted(len(self.answers), 'query')}>"

    def deepest(self) -> Answers:
        """Returns the same with the deep answers in the place of those of ordinary length."""
        return replace(self, answers=self.deep or self.answers)

    def rankings(self) -> list[list[str]]:
        """Returns the premises of each answer, best first."""
        return [[hit.premise.id for hit in answer.hits] for answer in self.answers]

    def clusters(self) -> list[list[tuple[str, ...]]]:
        """Returns the result clusters of each answer, best first."""
        return [[hit.cluster.members for hit in answer.hits] for answer in self.answers]

    def stances(self) -> list[list[tuple[str, Stance]]]:
        """Returns the premises of each answer with the stance they were given."""
        return [[(hit.premise.id, hit.stance) for hit in answer.hits] for answer in self.answers]


def ask(
    searcher: Searcher,
    queries: Sequence[Query],
    method: str | Method,
    *,
    k: int = 10,
    depth: int | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
) -> Answers:
    """Asks every query once, after one that warms up and is not counted.

    Args:
        searcher: What is asked.
        queries: What it is asked.
        method: The method, by name or itself.
        k: Length of an ordinary answer; this is what is timed.
        depth: Length of deep answers, where somebody looks further down than `k`.
        jobs: How many queries are asked at once. Answers are the same; each takes longer, as they share the cores.
        progress: Called with how many queries are done.

    Raises:
        InputError: An answer names a premise twice.
    """
    name, search = method_label(method), _unexplained(searcher)

    def answered(query: Query) -> tuple[Answer, float, Answer | None]:
        start = time.perf_counter()
        answer = search(query.text, method=method, k=k, strict=False)
        taken = time.perf_counter() - start
        if depth is None or depth <= k:
            return answer, taken, None
        return answer, taken, search(query.text, method=method, k=depth, strict=False)

    answers, seconds, deep = list[Answer](), list[float](), list[Answer]()
    if queries:
        search(queries[0].text, method=method, k=k, strict=False)
    with ThreadPoolExecutor(jobs) if jobs > 1 else nullcontext() as pool:
        found = map(answered, queries) if pool is None else pool.map(answered, queries)
        for done, (query, (answer, taken, further)) in enumerate(zip(queries, found, strict=True), start=1):
            answers.append(answer)
            seconds.append(taken)
            deep += [] if further is None else [further]
            shown = [hit.premise.id for hit in (further or answer).hits]
            if len(set(shown)) < len(shown):
                raise InputError(f"{name} names a premise twice", where=query.id, todo="report this as a bug")
            if progress is not None:
                progress(name, done, len(queries))
    return Answers(name, tuple(answers), tuple(seconds), tuple(deep))


def at_once(searcher: Searcher, jobs: int | None = None) -> int:
    """Returns how many queries a searcher is asked at once: by default one a core, another searcher than ours one."""
    if jobs is None:
        return cores().count if isinstance(searcher, Engine) else 1
    if jobs < 1:
        raise InputError(f"{jobs} jobs", todo="give one or more")
    return jobs


def run(
    collection: Collection | str | Path = "",
    method: str | Method = "best",
    *,
    k: int = 100,
    tag: str = "",
    searcher: Searcher | None = None,
    encoder: str | Encoder = "",
    progress: Progress | None = None,
) -> Run:
    """Asks a method every query of a collection and returns the answers as a run.

    Premises are named by the record that was judged best for the query, so that the run fits the judgments.

    Args:
        collection: Itself, its folder or its name; the bundled one without it.
        method: The method, by name or itself.
        k: How many premises a query.
        tag: Name of the run; that of the method without it.
        searcher: What is asked; an engine on the corpus of the collection without it.
        encoder: Of the index of that engine, by name or itself; the bundled one without it.
        progress: Called with how many queries are done.

    Raises:
        UnknownNameError: There is no such method.

    >>> from debatable.ranking import method
    >>> run(method=method("bm25(claims=0)"), k=5).tag
    'bm25(claims=0)'
    """
    asked_methods([method], known=searcher is None)
    searched = opened(collection)
    with searcher_of(searched, searcher, encoder, progress) as engine:
        answers = ask(engine, searched.queries, method, k=k, jobs=at_once(engine), progress=progress)
        premise_of = engine.resolve({row.premise_id for row in searched.judgments.rows})
    named = tag or "".join(method_label(method).split())
    return run_of(answers, searched.queries, named, record_names(searched.judgments, premise_of))


def run_of(
    answers: Answers, queries: Sequence[Query], tag: str, names: Mapping[str, Mapping[str, str]] | None = None
) -> Run:
    """Returns the answers as a run; `names` may rename premises, query by query."""
    rankings: dict[str, list[tuple[str, float]]] = {}
    for query, answer in zip(queries, answers.answers, strict=True):
        renamed = (names or {}).get(query.id, {})
        rankings[query.id] = [(renamed.get(hit.premise.id, hit.premise.id), hit.score) for hit in answer.hits]
    return Run(tag, rankings)


def run_remarks(collection: Collection, runs: Mapping[str, Mapping[str, Sequence[str]]]) -> Iterator[str]:
    """Yields what of runs does not fit a collection: queries that they lack or add, texts that it does not hold."""
    queries, judged = ({query.id for query in of.queries} for of in (collection, collection.judged()))
    ids = {
        name: {text for query, texts in run.items() if query in queries for text in texts}
        for name, run in runs.items()
    }
    foreign = set().union(*ids.values())
    for argument in read(collection.corpus, on_error="skip") if foreign and collection.corpus else ():
        foreign -= {argument.id, argument.premise.id}
    for name, run in runs.items():
        if missing := judged - set(run):
            yield f"{name} has no answer to {len(missing):,} of {counted(len(judged), 'query')}; each counts as 0"
        if others := set(run) - queries:
            yield f"{name} answers {counted(len(others), 'query')} that {collection.name} does not have"
        if unknown := ids[name] & foreign if collection.corpus else ():
            found = f"{len(unknown):,} of {counted(len(ids[name]), 'text')}"
            yield f"{name}: {found} not in the corpus, such as {min(unknown)[:80]!r}; they count as not relevant"


def record_names(judgments: Judgments, premise_of: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Names premises as the judgments of each query do: by the record that was judged best for it."""
    names: dict[str, dict[str, str]] = {}
    for row in sorted(judgments.rows, key=lambda row: row.relevance, reverse=True):
        if row.premise_id in premise_of:
            names.setdefault(row.query_id, {}).setdefault(premise_of[row.premise_id], row.premise_id)
    return names
