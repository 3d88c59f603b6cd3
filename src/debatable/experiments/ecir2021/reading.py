"""What the settings of the experiment choose from: candidates, relevances and representations, read once a query."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from debatable.arrays import Floats, Vectors
from debatable.engines import Engine
from debatable.evaluation import Judged, Judgments, Query
from debatable.learning import RelevanceModel
from debatable.progress import Progress
from debatable.ranking import Question
from debatable.ranking.candidates.prefilter import Prefilter
from debatable.ranking.diversity.representations import Representation
from debatable.ranking.relevance.learned import LearnedFilter
from debatable.ranking.relevance.protocol import kept
from debatable.ranking.relevance.similarity import SimilarityFilter

__all__ = ["Reading", "Reader"]


@dataclass(frozen=True, slots=True)
class Reading:
    """The candidates of one query.

    Attributes:
        judged: What is known about them.
        ids: Of the premises, most relevant first.
        relevance: r(p|q) of each.
        similarity: cos(q,p) of each.
        same_topic: r(p|q) of the model trained with negatives of the same topic; None without one.
        vectors: Representations of each, by name.
    """

    judged: Judged
    ids: tuple[str, ...]
    relevance: Floats
    similarity: Floats
    same_topic: Floats | None
    vectors: Mapping[str, Vectors]


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads the candidates of queries.

    Attributes:
        candidates: The pre-filter.
        model: The relevance model.
        same_topic: The one trained with negatives of the same topic, where there is one.
        representations: By name.
    """

    candidates: Prefilter
    model: RelevanceModel
    same_topic: RelevanceModel | None
    representations: Mapping[str, Representation]

    def __call__(
        self,
        engine: Engine,
        queries: Sequence[Query],
        judgments: Judgments,
        *,
        sparse: bool,
        progress: Progress | None,
    ) -> list[Reading]:
        """Reads the candidates of all queries; where judgments are sparse, those that were judged."""
        readings = []
        for done, query in enumerate(queries, start=1):
            readings.append(self._read(engine, query, judgments[query.id], sparse))
            if progress is not None:
                progress("candidates read", done, len(queries))
        return readings

    def _read(self, engine: Engine, query: Query, judged: Judged, sparse: bool) -> Reading:
        backend = engine.backend
        question = Question(query.text, backend)
        rows = self.candidates(question, backend)
        if sparse:
            known = [name in judged for name in backend.ids("premises", rows)]
            rows = rows[np.array(known, np.bool_)]
        learned = LearnedFilter(self.model)
        found = kept(rows, learned.to_query(question, backend, rows), -1.0)
        losing = None if self.same_topic is None else LearnedFilter(self.same_topic)
        return Reading(
            judged,
            tuple(backend.ids("premises", found.rows)),
            found.relevance,
            SimilarityFilter().to_query(question, backend, found.rows),
            None if losing is None else losing.to_query(question, backend, found.rows),
            {
                name: representation(question, backend, learned, found.rows)
                for name, representation in self.representations.items()
            },
        )
