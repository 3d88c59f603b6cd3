"""Case-based retrieval: many are called by their topic, few are chosen by their graph (MAC/FAC)."""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from debatable.errors import InputError, QueryError
from debatable.graphs.mapping import Assignment, BranchAndBound, Mapper, Problem, Rules, Solution
from debatable.graphs.mapping.state import bound_of
from debatable.graphs.measures import Prepared, TextMeasure
from debatable.graphs.model import ArgumentGraph
from debatable.graphs.nearest import Nearest, nearest
from debatable.graphs.schemes import NoScheme, SchemeSimilarity
from debatable.graphs.similarity import Mapping, mapping_of, problem_of
from debatable.progress import Step

__all__ = ["CaseBase", "GraphHit", "Retrieval", "Shares"]

MOST_NODES = 400
BATCH = 16
"""Cases that are mapped side by side before it is asked again which others can be among the best."""


@dataclass(frozen=True, slots=True)
class Shares:
    """How much each similarity counts in the score of a case; the paper's score is the graph alone.

    Attributes:
        graph: The similarity of the graphs by their best mapping (eq. 4).
        topic: The similarity of the whole texts, by which the MAC phase chooses.
        claim: The similarity of what the two graphs argue for.
    """

    graph: float = 1.0
    topic: float = 0.0
    claim: float = 0.0

    def __post_init__(self) -> None:
        """Refuses shares that weigh nothing."""
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
        mapper: How the best mapping is found.
        shares: What the score is made of.
        candidates: How many cases the MAC phase lets through, or None for all of them.
        effort: Most search states of one query, all its cases together, one of a large graph counting as
            several; when it is used up, the remaining cases are mapped by approximation and marked so.
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
        """Refuses a MAC phase that lets nothing through."""
        if self.candidates is not None and self.candidates < 1:
            raise InputError(f"{self.candidates} candidates", todo="use 1 or more")


@dataclass(frozen=True, slots=True)
class GraphHit:
    """A case found for a query.

    Attributes:
        case: The graph found.
        score: The shares' mean of the three similarities below.
        mapping: How the query was mapped into the case, with the similarity of the graphs.
        topic: Similarity of the whole texts.
        claim: Similarity of what the two argue for.
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

    def __init__(
        self,
        cases: Sequence[ArgumentGraph],
        retrieval: Retrieval,
        *,
        workers: int = 1,
        progress: Step | None = None,
    ) -> None:
        """Prepares the texts of all cases.

        Args:
            cases: The graphs.
            retrieval: The configuration.
            workers: Processes that map cases side by side.
            progress: Called with steps done and all steps.
        """
        if not cases:
            raise InputError("a case base without cases", todo="give at least one graph")
        self.retrieval, self.workers = retrieval, workers
        self.cases = tuple(case.argument() for case in cases)
        texts: dict[str, int] = {}
        self._columns = [
            [texts.setdefault(node.text, len(texts)) for node in case.information] for case in self.cases
        ]
        self._texts: Prepared = retrieval.texts.prepare(list(texts))
        if progress is not None:
            progress(1, 2)
        conclusions = [case.conclusion() for case in self.cases]
        self._claims = [texts[node.text] if node is not None else None for node in conclusions]
        topics = [case.topic_text for case in self.cases]
        self._nearest: Nearest = nearest(retrieval.topics or retrieval.texts, topics)
        if progress is not None:
            progress(2, 2)

    def search(self, query: ArgumentGraph, k: int = 10) -> list[GraphHit]:
        """Returns the best cases, best first; equal ones by id.

        Cases are taken by falling bound, and passed over only when the bound shows that they cannot be among
        the best: the answer is that of comparing all. Where a limit was hit, the mapping says so.
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
        """What topic and claim add to the score of a case."""
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
        """How alike what the query argues for is to what each case argues for."""
        conclusion = query.conclusion()
        known = {place: column for place in places if (column := self._claims[place]) is not None}
        found = dict.fromkeys(places, 0.0)
        if conclusion is not None and known and self.retrieval.shares.claim > 0:
            similarities = self._texts([conclusion.text], list(known.values()))[0]
            found |= dict(zip(known, similarities.tolist(), strict=True))
        return found

    def _mapped(self, problems: dict[int, Problem], rest: dict[int, float], k: int) -> dict[int, Solution]:
        """The best mappings of the cases that may be among the first k, taken batch by batch by falling bound.

        What a batch must reach and what effort is left is told by the batches before it. So the answer is the same
        however many processes map it.
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
            found, effort = self._batch({place: problems[place] for place in batch}, needed, effort)
            for place, solution in found.items():
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
        """Maps a batch, those after the one that uses up the effort by approximation; returns what is left."""
        mapper = self.retrieval.mapper
        ready: dict[int, Solution] = {}
        if self.workers > 1 and len(problems) > 1 and effort > 0:
            from debatable.graphs.parallel import mapped

            ready = mapped(mapper, problems, needed, self.workers)
        found: dict[int, Solution] = {}
        for place, problem in problems.items():
            if effort <= 0:
                found[place] = Assignment()(problem, needed[place])
            else:
                found[place] = ready[place] if ready else mapper(problem, needed[place])
            effort -= found[place].steps * (1.0 + problem.similarity.size / 200)
        return found, effort
