"""Case-based retrieval in two phases: candidates by topic, then ranking by graph (MAC/FAC)."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from debatable.arrays import Matrix, Rows
from debatable.errors import InputError, QueryError
from debatable.graphs.mapping import Assignment, BranchAndBound, Mapper, Problem, Rules, Solution
from debatable.graphs.mapping.state import bound_of
from debatable.graphs.measures import Cosine, Prepared, TextMeasure
from debatable.graphs.model import ArgumentGraph
from debatable.graphs.schemes import NoScheme, SchemeSimilarity
from debatable.graphs.similarity import Mapping, mapping_of, problem_of

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

Nearest = Callable[[str, int | None], list[tuple[int, float]]]
MANY = 20_000
SAMPLE = 64
"""Vectors for each cell in the sample of k-means; more move the centres little and take long."""


def nearest(measure: TextMeasure, topics: Sequence[str], many: int = MANY) -> Nearest:
    """Returns a function that finds the places of the nearest topics, nearest first, equal ones by place.

    From so many topics on, the cosine of an encoder is searched in the nearest cells alone.

    >>> from debatable.graphs.measures import Lexical
    >>> nearest(Lexical("standard"), ["cheap rents", "old dogs"])("the rents", 1)[0][0]
    0
    """
    if isinstance(measure, Cosine) and len(topics) >= many:
        encode, cells = measure.encode, Cells(measure.encode(list(topics)))
        return lambda topic, most: cells(encode([topic])[0], most)
    compare = measure.prepare(topics)

    def find(topic: str, most: int | None) -> list[tuple[int, float]]:
        return _first(compare([topic])[0], np.arange(len(topics)), most)

    return find


class Cells:
    """Vectors in k-means cells; only the cells nearest to a query are searched."""

    def __init__(self, vectors: Matrix, seed: int = 0, probes: int = 16) -> None:
        """Places about √n cells, by a sample of the vectors."""
        from scipy.cluster.vq import kmeans, vq

        self.vectors, self.probes = vectors, probes
        count = max(1, int(len(vectors) ** 0.5))
        seeds = np.random.default_rng(seed)
        sample = seeds.choice(len(vectors), min(len(vectors), SAMPLE * count), replace=False)
        self.centres, _ = kmeans(vectors[np.sort(sample)], count, iter=1, rng=seeds)
        labels, _ = vq(vectors, self.centres)
        self.members = [np.flatnonzero(labels == cell) for cell in range(len(self.centres))]

    def __call__(self, vector: Matrix, most: int | None) -> list[tuple[int, float]]:
        """Returns places and cosines, nearest first; all of them, exactly, if ``most`` is None."""
        if most is None:
            return _first(self.vectors @ vector, np.arange(len(self.vectors)), None)
        order = np.argsort(-(self.centres @ vector), kind="stable")
        probes, places = self.probes, np.empty(0, dtype=np.int64)
        while len(places) < min(most, len(self.vectors)):
            places = np.sort(np.concatenate([self.members[cell] for cell in order[:probes].tolist()]))
            probes *= 2
        return _first(self.vectors[places] @ vector, places, most)


def _first(similarities: Matrix, places: Rows, most: int | None) -> list[tuple[int, float]]:
    order = np.argsort(-similarities, kind="stable")[:most]
    return [(int(places[at]), max(0.0, float(similarities[at]))) for at in order]


MOST_NODES = 400
BATCH = 16
"""Cases that are mapped before those that can still be among the best are chosen again."""


@dataclass(frozen=True, slots=True)
class Shares:
    """Weights of the similarities in the score of a case; the paper's score is the graph alone.

    Attributes:
        graph: The similarity of the graphs by their best mapping (eq. 4).
        topic: The similarity of the whole texts, by which the MAC phase chooses.
        claim: The similarity of the conclusions.
    """

    graph: float = 1.0
    topic: float = 0.0
    claim: float = 0.0

    def __post_init__(self) -> None:
        """Checks that there is something to weight."""
        parts = self.graph, self.topic, self.claim
        if min(parts) < 0 or not 0 < sum(parts) < math.inf:
            raise InputError("shares must not be negative, nor all 0", where=repr(self))


@dataclass(frozen=True, slots=True)
class Retrieval:
    """A configuration of the retrieval.

    Attributes:
        texts: Similarity of I-nodes.
        topics: Similarity of whole texts for the MAC phase; that of I-nodes if None.
        schemes: Similarity of S-nodes.
        mapper: Finds the best mapping.
        shares: Weights of the parts of the score.
        candidates: How many cases pass the MAC phase, or None for all of them.
        effort: Most search states of one query, all its cases together, one of a large graph counting as several;
            beyond, the remaining cases are mapped by approximation and marked so.
        rules: What may be mapped.
    """

    texts: TextMeasure
    topics: TextMeasure | None = None
    schemes: SchemeSimilarity = NoScheme()
    mapper: Mapper = field(default_factory=BranchAndBound)
    shares: Shares = field(default_factory=Shares)
    candidates: int | None = 10
    effort: float = 4_000.0
    rules: Rules = Rules()

    def __post_init__(self) -> None:
        """Checks that the MAC phase has candidates."""
        if self.candidates is not None and self.candidates < 1:
            raise InputError(f"{self.candidates} candidates", todo="use 1 or more")


@dataclass(frozen=True, slots=True)
class GraphHit:
    """A case found for a query.

    Attributes:
        case: The graph.
        score: Mean of the three similarities below, weighted by the shares.
        mapping: Of the query into the case, with the similarity of the graphs.
        topic: Similarity of the whole texts.
        claim: Similarity of the conclusions.
    """

    case: ArgumentGraph
    score: float
    mapping: Mapping
    topic: float
    claim: float

    def as_dict(self) -> dict[str, Any]:
        """Returns the hit as plain JSON types."""
        return {
            "case": self.case.id,
            "score": self.score,
            "graph": self.mapping.similarity,
            "topic": self.topic,
            "claim": self.claim,
            "optimal": self.mapping.optimal,
            "bound": self.mapping.bound,
            "nodes": [asdict(pair) for pair in self.mapping.nodes],
            "edges": [asdict(pair) for pair in self.mapping.edges],
        }


class CaseBase:
    """Graphs to retrieve from, their texts prepared once."""

    def __init__(self, cases: Sequence[ArgumentGraph], retrieval: Retrieval, *, workers: int = 1) -> None:
        """Prepares the texts of all cases; so many worker processes map them."""
        if not cases:
            raise InputError("a case base without cases", todo="give at least one graph")
        self.retrieval, self.workers = retrieval, workers
        self.cases = tuple(case.argument() for case in cases)
        texts: dict[str, int] = {}
        self._columns = [
            [texts.setdefault(node.text, len(texts)) for node in case.information] for case in self.cases
        ]
        self._texts: Prepared = retrieval.texts.prepare(list(texts))
        conclusions = [case.conclusion() for case in self.cases]
        self._claims = [texts[node.text] if node is not None else None for node in conclusions]
        topics = [case.topic_text for case in self.cases]
        self._nearest: Nearest = nearest(retrieval.topics or retrieval.texts, topics)

    def search(self, query: ArgumentGraph, k: int = 10) -> list[GraphHit]:
        """Returns the best cases, best first; equal ones by id.

        Cases are taken by falling bound, and skipped only when it shows that they cannot be among the best: the result
        is that of comparing all. A mapping that a limit cut short is marked.
        """
        query = query.argument()
        self._check(query, k)
        called = self._nearest(query.topic_text, self.retrieval.candidates)
        places = [place for place, _ in called]
        problems = dict(zip(places, self.problems(query, places), strict=True))
        claims = self._claim_similarities(query, places)
        rest = {place: self._rest(topic, claims[place]) for place, topic in called}
        solutions = self._mapped(problems, rest, k)
        hits = []
        for place, topic in called:
            if place not in solutions:
                continue
            mapping = mapping_of(problems[place], solutions[place], query, self.cases[place])
            score = rest[place] + self._graph_share * mapping.similarity
            hits.append(GraphHit(self.cases[place], score, mapping, topic, claims[place]))
        return sorted(hits, key=lambda hit: (-round(hit.score, 12), hit.case.id))[:k]

    def _check(self, query: ArgumentGraph, k: int) -> None:
        if k < 1:
            raise QueryError(f"{k} results", todo="ask for 1 or more")
        if not query.information:
            raise QueryError("the query graph has no I-node", where=query.id, todo="give it a statement")
        if len(query.nodes) > MOST_NODES:
            todo = "search with a part of it"
            raise QueryError(f"the query graph has more than {MOST_NODES} nodes", where=query.id, todo=todo)

    @property
    def _graph_share(self) -> float:
        shares = self.retrieval.shares
        return shares.graph / (shares.graph + shares.topic + shares.claim)

    def _rest(self, topic: float, claim: float) -> float:
        """Returns the part of topic and claim in the score of a case."""
        shares = self.retrieval.shares
        return (shares.topic * topic + shares.claim * claim) / (shares.graph + shares.topic + shares.claim)

    def problems(self, query: ArgumentGraph, places: Sequence[int] | None = None) -> list[Problem]:
        """Returns the mapping of a query into each case as numbers, for all cases or those at some places."""
        query = query.argument()
        places = range(len(self.cases)) if places is None else places
        used = {column: at for at, column in enumerate(sorted({c for p in places for c in self._columns[p]}))}
        local = self._texts([node.text for node in query.information], list(used))
        return [
            problem_of(
                query,
                self.cases[place],
                local[:, [used[c] for c in self._columns[place]]],
                self.retrieval.schemes,
                self.retrieval.rules,
            )
            for place in places
        ]

    def _claim_similarities(self, query: ArgumentGraph, places: Sequence[int]) -> dict[int, float]:
        """Returns the similarity of the conclusions of the query and of each case."""
        conclusion = query.conclusion()
        columns = {place: column for place in places if (column := self._claims[place]) is not None}
        similarities = dict.fromkeys(places, 0.0)
        if conclusion is not None and columns:
            row = self._texts([conclusion.text], list(columns.values()))[0]
            similarities |= dict(zip(columns, row.tolist(), strict=True))
        return similarities

    def _mapped(self, problems: dict[int, Problem], rest: dict[int, float], k: int) -> dict[int, Solution]:
        """Returns the best mappings of the cases that may be among the first k, batch by batch by falling bound.

        Threshold and effort of a batch depend on the batches before it alone, not on the number of processes.
        """
        share = self._graph_share
        sizes = {place: max(problem.size, 1) for place, problem in problems.items()}
        most = {place: rest[place] + share * bound_of(problems[place]) / sizes[place] for place in problems}
        waiting = sorted(problems, key=lambda place: (-most[place], place))
        solutions: dict[int, Solution] = {}
        first: list[float] = []
        effort = self.retrieval.effort
        for start in range(0, len(waiting), BATCH):
            least = first[0] if len(first) == k else -math.inf
            batch = [place for place in waiting[start : start + BATCH] if most[place] >= least - 1e-9]
            if not batch:
                break
            needed = {
                place: (least - 1e-9 - rest[place]) / share * sizes[place] if share > 0 else -math.inf
                for place in batch
            }
            mapped, effort = self._batch({place: problems[place] for place in batch}, needed, effort)
            for place, solution in mapped.items():
                if solution.bound < needed[place]:
                    continue
                solutions[place] = solution
                heapq.heappush(first, rest[place] + share * solution.value / sizes[place])
                if len(first) > k:
                    heapq.heappop(first)
        return solutions

    def _batch(
        self, problems: dict[int, Problem], needed: dict[int, float], effort: float
    ) -> tuple[dict[int, Solution], float]:
        """Maps a batch, by approximation once the effort is used up; returns solutions and the effort left."""
        mapper = self.retrieval.mapper
        ready: dict[int, Solution] = {}
        if self.workers > 1 and len(problems) > 1 and effort > 0:
            ready = _mapped_in_processes(mapper, problems, needed, self.workers)
        solutions: dict[int, Solution] = {}
        for place, problem in problems.items():
            if effort <= 0:
                solutions[place] = Assignment()(problem, needed[place])
            else:
                solutions[place] = ready[place] if ready else mapper(problem, needed[place])
            effort -= solutions[place].steps * (1.0 + problem.similarity.size / 200)
        return solutions, effort


def _mapped_in_processes(
    mapper: Mapper, problems: dict[int, Problem], floors: dict[int, float], workers: int
) -> dict[int, Solution]:
    """Returns the solution of each problem under its floor; the same as one after the other.

    Where a worker was killed, new ones are started, once.
    """
    from concurrent.futures.process import BrokenProcessPool

    try:
        return _mapped_by(_pool(workers), mapper, problems, floors, workers)
    except BrokenProcessPool:
        _pool.cache_clear()
        return _mapped_by(_pool(workers), mapper, problems, floors, workers)


def _mapped_by(
    pool: ProcessPoolExecutor,
    mapper: Mapper,
    problems: dict[int, Problem],
    floors: dict[int, float],
    workers: int,
) -> dict[int, Solution]:
    places = list(problems)
    parts = [places[start::workers] for start in range(min(workers, len(places)))]
    waiting = [
        pool.submit(_part, mapper, [(problems[place], floors[place]) for place in part]) for part in parts
    ]
    solutions: dict[int, Solution] = {}
    for part, future in zip(parts, waiting, strict=True):
        solutions.update(zip(part, future.result(), strict=True))
    return {place: solutions[place] for place in places}


@cache
def _pool(workers: int) -> ProcessPoolExecutor:
    """Returns worker processes that live as long as the program."""
    import atexit
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
    atexit.register(pool.shutdown)
    return pool


def _part(mapper: Mapper, problems: list[tuple[Problem, float]]) -> list[Solution]:
    return [mapper(problem, floor) for problem, floor in problems]
