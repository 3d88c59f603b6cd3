"""TREC runs: ``query Q0 premise rank score tag`` a line, and trec_eval's order of a ranking."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from debatable.errors import InputError
from debatable.evaluation.lines import lines
from debatable.files import written_text
from debatable.plural import counted

Ranking = Sequence[str] | Sequence[tuple[str, float]]


def ordered(ranking: Ranking) -> list[str]:
    """Returns the ids best first.

    Ids alone are taken as they stand, even one that stands there twice, as some published lists have it.
    With scores, greater ones come first, and equal ones by falling id; scores are compared in single
    precision, and no id may come twice. This is trec_eval's rule.

    >>> ordered([("a", 1.0), ("b", 2.0), ("c", 1.0)])
    ['b', 'c', 'a']
    """
    check_order(ranking)
    pairs = [entry for entry in ranking if not isinstance(entry, str)]
    if not pairs:
        return [entry for entry in ranking if isinstance(entry, str)]
    scores = {identifier: float(score) for identifier, score in pairs}
    if len(scores) < len(pairs):
        counts = Counter(identifier for identifier, _ in pairs)
        twice = counts.most_common(1)[0][0]
        raise InputError("a premise is ranked twice", where=twice, todo="rank each premise once")
    ids = sorted(scores, reverse=True)
    single = np.array([scores[identifier] for identifier in ids], dtype=np.float32)
    if not np.isfinite(single).all():
        odd = ids[int(np.argmin(np.isfinite(single)))]
        raise InputError(f"score {scores[odd]} cannot be ranked", where=odd, todo="use finite scores")
    return [ids[row] for row in np.argsort(-single, kind="stable")]


def check_order(ranking: object) -> None:
    """Refuses a dict, whose scores would not count, and a set, which has no order."""
    if isinstance(ranking, Mapping | AbstractSet):
        reason = f"a ranking is a {type(ranking).__name__}"
        raise InputError(reason, todo="give ids, best first, or pairs of id and score: list(ranking.items())")


@dataclass(frozen=True, slots=True, repr=False)
class Run:
    """What one method returned for each query.

    Attributes:
        tag: Name of the method.
        rankings: For each query (premise id, score), best first.
    """

    tag: str
    rankings: Mapping[str, Sequence[tuple[str, float]]]

    def __repr__(self) -> str:
        """Returns its name and how much it ranks, in one line."""
        ranked = counted(sum(map(len, self.rankings.values())), "premise")
        return f"<Run {self.tag}: {counted(len(self.rankings), 'query')}, {ranked}>"

    def ids(self) -> dict[str, list[str]]:
        """Returns the premises of each query, best first, without their scores."""
        return {query: [premise for premise, _ in ranking] for query, ranking in self.rankings.items()}


def falling_scores(scores: Sequence[float]) -> list[float]:
    """Returns scores that fall at every rank, so that no tool can order the list another way.

    From the last rank upwards, a score that is not above the one below it is lifted by the smallest step
    of single precision, which is what trec_eval reads.

    >>> falling_scores([2.0, 1.0, 1.0])
    [2.0, 1.0000001192092896, 1.0]
    """
    lifted: list[float] = []
    below = np.float32(-np.inf)
    for score in reversed(scores):
        if not math.isfinite(score):
            raise InputError(f"score {score} cannot be ranked", todo="use finite scores")
        here = np.float32(score)
        if here <= below:
            here = np.nextafter(below, np.float32(np.inf))
        lifted.append(float(here))
        below = here
    return lifted[::-1]


def run_lines(query_id: str, ranking: Sequence[tuple[str, float]], tag: str) -> Iterator[str]:
    """Yields the lines of one query, without line ends; `ranking` is best first.

    >>> list(run_lines("q1", [("p7", 0.5), ("p2", 0.25)], "bm25f"))
    ['q1 Q0 p7 1 0.5 bm25f', 'q1 Q0 p2 2 0.25 bm25f']
    """
    check_names([query_id], tag)
    seen: set[str] = set()
    falling = falling_scores([score for _, score in ranking])
    for rank, ((premise, _), score) in enumerate(zip(ranking, falling, strict=True), start=1):
        _check_word("premise id", premise)
        if premise in seen:
            raise InputError("a premise is ranked twice", where=f"{query_id} {premise}", todo="rank it once")
        seen.add(premise)
        yield f"{query_id} Q0 {premise} {rank} {np.float32(score)!s} {tag}"


def check_names(query_ids: Iterable[str], tag: str) -> None:
    """Refuses a tag, and ids of queries, that cannot stand in a run."""
    for name, value in (("tag", tag), *(("query id", query_id) for query_id in query_ids)):
        _check_word(name, value)


def _check_word(name: str, value: str) -> None:
    if not value or re.search(r"\s", value):
        raise InputError(f"{name} {value!r} cannot stand in a run", todo="use one word without white space")


def write_run(run: Run, path: str | Path) -> None:
    """Writes a run, packed where the name ends in .gz, whole or not at all."""
    with written_text(Path(path)) as text:
        for query_id, ranking in run.rankings.items():
            text.writelines(f"{line}\n" for line in run_lines(query_id, ranking, run.tag))


def read_run(path: str | Path) -> Run:
    """Reads a run and orders each query by score, ties by falling id, as trec_eval does.

    Raises:
        InputError: A line is not of a run, a score is no number, or a premise stands twice in a query.
    """
    tags: dict[str, None] = {}
    rankings: dict[str, dict[str, float]] = {}
    for place, line in lines(Path(path)):
        query_id, premise, score, tag = _parsed(place, line)
        if premise in rankings.setdefault(query_id, {}):
            reason = f"premise {premise!r} twice for query {query_id!r}"
            raise InputError(reason, where=place, todo="keep one")
        rankings[query_id][premise] = score
        tags[tag] = None
    if not rankings:
        raise InputError("the run is empty", where=str(path), todo="write a run with: debatable run")
    best_first = {}
    for query, scores in rankings.items():
        best_first[query] = [(premise, scores[premise]) for premise in ordered(list(scores.items()))]
    return Run("+".join(tags), best_first)


def read_runs(paths: Iterable[Path]) -> dict[str, Run]:
    """Reads runs, by the names they are reported by: their tags, with the file where two have one tag."""
    runs: dict[Path, Run] = {}
    for path in paths:
        if path in runs:
            raise InputError("the run is named twice", where=str(path), todo="name it once")
        runs[path] = read_run(path)
    tags = Counter(run.tag for run in runs.values())
    return {
        f"{run.tag} (run)" if tags[run.tag] == 1 else f"{run.tag} (run {path})": run
        for path, run in runs.items()
    }


def _parsed(place: str, line: str) -> tuple[str, str, float, str]:
    fields = line.split()
    if len(fields) != 6:
        todo = "write: query Q0 premise rank score tag"
        raise InputError(f"{len(fields)} fields instead of 6", where=place, todo=todo)
    query_id, _, premise, rank, score, tag = fields
    try:
        int(rank)
        value = float(score)
    except ValueError as error:
        raise InputError(f"rank {rank!r}, score {score!r}: not numbers", where=place) from error
    if not math.isfinite(value):
        raise InputError(f"score {score} cannot be ranked", where=place, todo="use finite scores")
    return query_id, premise, value, tag
