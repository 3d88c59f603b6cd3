"""Collections that are asked again and again, with one method after the other: no pair of texts is read twice."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from debatable.arrays import Floats
from debatable.evaluation import Collection, Judgment, Judgments, Query, collection
from debatable.evaluation.everyday import specific_claims
from debatable.evaluation.lines import json_lines
from debatable.evaluation.measures import asked_measure
from debatable.evaluation.runs import Searcher, ask, collection_engine
from debatable.evaluation.scores import SHOWN, Scores, score
from debatable.learning import LearnedStance
from debatable.ranking import Method

__all__ = [
    "COLLECTIONS",
    "Asked",
    "RememberedStance",
    "asked_collection",
    "asked_collections",
    "query_wordings",
    "remembered",
    "remembering",
    "sources",
]

COLLECTIONS = (
    *("keypoints", "perspectrum", "debatepedia", "argquality20", "touche2020"),
    *("qam", "comments", "aspects"),
)
SPECIFIC = "specific claims on "
"""How a collection is called whose queries are the specific everyday claims on the debates of another."""
WORDINGS = Path(__file__).parent / "wordings.jsonl.gz"
"""Other wordings of the queries of these collections, written for this project: no query itself is in it."""
M = TypeVar("M", bound=Method)
CUTS = (5, 10)
DEPTH = 1000
"""Hits asked for where lists are condensed to what was judged, as `debatable evaluate` does."""


@dataclass(frozen=True, slots=True)
class RememberedStance(LearnedStance):
    """The stance model that ships; what it read once it looks up.

    Attributes:
        memory: Log-odds of pairs of texts.
    """

    memory: dict[tuple[str, str], float] = field(default_factory=dict, compare=False, repr=False)

    def _read(self, firsts: Sequence[str], seconds: Sequence[str]) -> Floats:
        pairs = list(zip(firsts, seconds, strict=True))
        new = list(dict.fromkeys(pair for pair in pairs if pair not in self.memory))
        if new:
            read = LearnedStance._read(self, [first for first, _ in new], [second for _, second in new])
            self.memory.update(zip(new, read.tolist(), strict=True))
        return np.array([self.memory[pair] for pair in pairs])


@contextmanager
def remembered(file: Path | None) -> Iterator[RememberedStance]:
    """Lends the stance model, which takes up what an earlier run read and keeps it with what is new in a file.

    Args:
        file: One JSON list a line: two texts and the log-odds; None where nothing is kept.
    """
    lines = file.read_text(encoding="utf-8").splitlines() if file is not None and file.is_file() else []
    model = RememberedStance(memory={(first, second): odds for first, second, odds in map(json.loads, lines)})
    try:
        yield model
    finally:
        if file is not None:
            kept = [json.dumps([*pair, odds]) for pair, odds in model.memory.items()]
            file.write_text("\n".join([*kept, ""]), encoding="utf-8")


def remembering(method: M, stance: RememberedStance) -> M:
    """Returns a method that looks up what it read; one that reads with no model, or another, as it is."""
    stages: Any = method
    if getattr(getattr(stages, "stance", None), "model", None) != LearnedStance():
        return method
    changed: M = replace(stages, stance=replace(stages.stance, model=stance))
    return changed


def query_wordings(name: str) -> dict[str, dict[str, str]]:
    """Returns the other wordings of the queries of a collection, by kind and query id; nothing where it has none.

    >>> list(query_wordings("keypoints"))
    ['plain', 'question', 'negated', 'everyday', 'terse']
    """
    wordings: dict[str, dict[str, str]] = defaultdict(dict)
    for _, row in json_lines(WORDINGS):
        if row["collection"] == name:
            wordings[row["kind"]][row["query_id"]] = row["text"]
    return dict(wordings)


@dataclass(frozen=True, slots=True)
class Asked:
    """A collection with an engine on its corpus.

    Attributes:
        collection: Its reported queries.
        engine: What is asked.
        judgments: By the ids of the premises that are searched.
        wordings: Texts by query id that are asked beside the queries, one mapping for each kind.
    """

    collection: Collection
    engine: Searcher
    judgments: Judgments
    wordings: tuple[Mapping[str, str], ...] = ()

    @property
    def measures(self) -> tuple[str, str]:
        """What is measured: with clusters alpha_nDCG, without them nDCG, at 5 and at 10."""
        name = "alpha_nDCG" if self.collection.has_clusters else "nDCG"
        return f"{name}@{CUTS[0]}", f"{name}@{CUTS[1]}"

    @property
    def topics(self) -> tuple[str, ...]:
        """The topic of each query: its id up to the last hyphen, where several queries are of one topic."""
        return tuple(query.id.rpartition("-")[0] or query.id for query in self.collection.queries)

    def __call__(self, method: str | Method) -> Scores:
        """Asks all queries as they are worded in the collection, and scores the answers."""
        return self._scores(method, self.collection.queries)

    def values(self, scores: Scores) -> Floats:
        """Returns both measures of each query."""
        return np.array(list(scores.values.values())).T

    def mean_values(self, method: str | Method) -> Floats:
        """Asks all queries in every wording and returns both measures of each query, averaged over its wordings."""
        worded = [
            [replace(query, text=texts[query.id]) for query in self.collection.queries]
            for texts in self.wordings
        ]
        asked = [self.collection.queries, *worded]
        values = np.array([self.values(self._scores(method, queries)) for queries in asked])
        return np.asarray(values.mean(axis=0))

    def _scores(self, method: str | Method, queries: Sequence[Query]) -> Scores:
        sparse = self.collection.is_sparse
        answers = ask(self.engine, queries, method, k=DEPTH if sparse else SHOWN)
        measures = [asked_measure(name, condensed=sparse) for name in self.measures]
        return score(answers, queries, self.judgments, measures, condensed=sparse)


def asked_collections(
    folder: Path, every: int = 1, *, wordings: bool = False, specific: bool = False
) -> Iterator[Asked]:
    """Opens the bundled collection and those in a folder that are there, one after the other.

    Args:
        folder: Of the benchmark collections.
        every: Takes each n-th query alone.
        wordings: Whether the other wordings of its queries are asked as well.
        specific: Whether the specific claims on their debates follow, as collections of their own.
    """
    for source in sources(folder, specific=specific):
        with asked_collection(source, every, wordings=wordings) as asked:
            yield asked


def sources(folder: Path, *, specific: bool = False) -> list[str]:
    """Returns the bundled collection and those in a folder that are there, as `asked_collection` takes them.

    >>> sources(Path("none"), specific=True)
    ['', 'specific claims on ']
    """
    found = ["", *(str(folder / name) for name in COLLECTIONS if (folder / name).is_dir())]
    if specific:
        found += [SPECIFIC + one for one in found if specific_claims("build", Path(one).name or "bundled")]
    return found


@contextmanager
def asked_collection(source: str, every: int = 1, *, wordings: bool = False) -> Iterator[Asked]:
    """Opens one collection; see `asked_collections`."""
    whole = collection(source.removeprefix(SPECIFIC)).reported()
    one = _specific(whole) if source.startswith(SPECIFIC) else whole
    one = replace(one, queries=one.queries[::every])
    with collection_engine(whole) as engine:
        known = engine.resolve(sorted({row.premise_id for row in one.judgments.rows}))
        others = tuple(query_wordings(one.name).values()) if wordings else ()
        yield Asked(one, engine, one.judgments.renamed(known.get), others)


def _specific(one: Collection) -> Collection:
    """Returns the specific everyday claims on the debates of a collection, those to choose by, with their answers."""
    claims = specific_claims("build", one.name)
    queries = tuple(Query(claim.id, claim.text) for claim in claims)
    rows = (Judgment(claim.id, record, 1.0) for claim in claims for record in claim.answers)
    return replace(one, name=SPECIFIC + one.name, queries=queries, judgments=Judgments(rows))
