"""Graph retrieval against expert rankings, as Lenz et al. (ICCBR 2019) evaluate it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from debatable.arrays import Singles
from debatable.errors import InputError
from debatable.evaluation import Judgment, Judgments, measure
from debatable.graphs import ArgumentGraph, CaseBase
from debatable.progress import Step

__all__ = ["MEASURES", "GraphResult", "KnownTexts", "evaluate", "reference_rankings"]


class KnownTexts:
    """Encodes each text once in its life, but for times when it learns nothing."""

    def __init__(self, encode: Callable[[Sequence[str]], Singles]) -> None:
        """Wraps an encoder."""
        self.encode = encode
        self.known: dict[str, Singles] = {}
        self.learning = True

    @contextmanager
    def closed(self) -> Iterator[None]:
        """Learns nothing within, so that no query is quick because an earlier one was asked."""
        self.learning, before = False, self.learning
        try:
            yield
        finally:
            self.learning = before

    def __call__(self, texts: Sequence[str]) -> Singles:
        """Returns one vector a text."""
        new = [text for text in dict.fromkeys(texts) if text not in self.known]
        found = dict(zip(new, self.encode(new), strict=True)) if new else {}
        if self.learning:
            self.known.update(found)
        return np.array([self.known[t] if t in self.known else found[t] for t in texts], dtype=np.float32)


MEASURES = {"P": "P", "R": "R", "AP": "AP", "NDCG": "graph_nDCG", "CR": "CR", "CP": "CP"}
WORST_RANK = 4


@dataclass(frozen=True, slots=True)
class GraphResult:
    """The measures of every query and the time it took."""

    queries: tuple[str, ...]  # ids of the queries, in order
    values: tuple[tuple[float, ...], ...]  # one row a query, one column a measure of ``MEASURES``
    seconds: tuple[float, ...]  # of each query, its texts encoded anew
    unproven: int  # how many of the mappings shown were not proven to be optimal

    def means(self) -> dict[str, float]:
        """Returns the mean of each measure over all queries, and of the seconds."""
        means = np.mean(np.array(self.values), axis=0)
        named = {name: float(mean) for name, mean in zip(MEASURES, means, strict=True)}
        return named | {"seconds_per_query": float(np.mean(self.seconds))}


def reference_rankings(folder: str | Path) -> Judgments:
    """Reads expert rankings: one JSON file a query, rank 1 for the best cases to 3; rank r is relevance 4 - r."""
    import orjson

    folder = Path(folder)
    files = sorted(folder.glob("*.json"))
    if not files:
        raise InputError(
            "holds no reference rankings", where=str(folder), todo="give a folder of .json files"
        )
    judgments = []
    for path in files:
        try:
            ranks = orjson.loads(path.read_bytes())["rankings"]
            judgments += [
                Judgment(path.stem, Path(case).stem, float(max(WORST_RANK - int(rank), 0)))
                for case, rank in ranks.items()
            ]
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            todo = 'write {"rankings": {"CASE.json": 1}}'
            raise InputError(f"is no reference ranking ({error!r})", where=str(path), todo=todo) from error
    return Judgments(judgments)


def evaluate(
    cases: CaseBase,
    queries: Sequence[ArgumentGraph],
    reference: Judgments,
    k: int = 10,
    progress: Step | None = None,
) -> GraphResult:
    """Searches for every query and measures the first k cases against the experts' order."""
    judged = [query for query in queries if query.id in reference]
    if not judged:
        raise InputError("no query has a reference ranking", todo="name the files of both alike")
    measures = [measure(f"{name}@{k}") for name in MEASURES.values()]
    values, seconds, unproven = [], [], 0
    for done, query in enumerate(judged, 1):
        start = time.perf_counter()
        hits = cases.search(query, k)
        seconds.append(time.perf_counter() - start)
        ranking = [hit.case.id for hit in hits]
        values.append(tuple(float(each(ranking, reference[query.id])) for each in measures))
        unproven += sum(not hit.mapping.optimal for hit in hits)
        if progress is not None:
            progress(done, len(judged))
    return GraphResult(tuple(query.id for query in judged), tuple(values), tuple(seconds), unproven)
