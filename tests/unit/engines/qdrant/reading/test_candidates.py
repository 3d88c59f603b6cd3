"""The best rows, surely, of a server that rounds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from debatable.arrays import Floats, Ints
from debatable.engines.qdrant.reading import candidates
from debatable.engines.qdrant.reading.candidates import best, ordered


class Rounding:
    """A server whose scores are off by up to an error, and which breaks ties the other way round."""

    def __init__(self, scores: Sequence[float], noise: Sequence[float]) -> None:
        self.scores = np.array(scores, np.float64)
        self.seen = self.scores + np.array(noise, np.float64)
        self.limits: list[int] = []

    def ask(self, queries: Sequence[int], limit: int) -> list[tuple[Ints, Floats]]:
        self.limits.append(limit)
        order = np.lexsort((-np.arange(len(self.seen)), -self.seen))[:limit]
        return [(order.astype(np.int64), self.seen[order]) for _ in queries]

    def rescore(self, query: int, rows: Ints) -> tuple[Floats, float]:
        return self.scores[rows], 0.5


@given(st.lists(st.tuples(st.integers(-3, 3), st.floats(-0.24, 0.24)), max_size=150), st.integers(0, 20))
def test_nothing_is_missed(texts: list[tuple[int, float]], k: int) -> None:
    server = Rounding([score for score, _ in texts], [noise for _, noise in texts])
    (found,) = best(1, k, server.ask, server.rescore)
    expected = ordered(np.arange(len(texts)), server.scores, k)
    assert found.rows.tolist() == expected.rows.tolist()
    assert found.scores.tolist() == expected.scores.tolist()


def test_more_is_asked_for_only_where_it_may_matter() -> None:
    falling = Rounding(np.arange(100, 0, -1).tolist(), [0.0] * 100)
    best(1, 5, falling.ask, falling.rescore)
    assert falling.limits == [5 + candidates.MORE]
    tied = Rounding([1.0] * 100, [0.0] * 100)
    assert best(1, 5, tied.ask, tied.rescore)[0].rows.tolist() == [0, 1, 2, 3, 4]
    assert tied.limits == [21, 84, 336]


def test_queries_that_are_sure_are_not_asked_again() -> None:
    scores = [np.arange(100, 0, -1.0), np.ones(100)]
    asked = []

    def ask(queries: Sequence[int], limit: int) -> list[tuple[Ints, Floats]]:
        asked.append(list(queries))
        rows = np.arange(99, -1, -1)
        return [
            (at, scores[query][at])
            for query in queries
            for at in [rows[np.argsort(-scores[query][rows], kind="stable")][:limit]]
        ]

    found = best(2, 5, ask, lambda query, rows: (scores[query][rows], 0.1))
    assert asked == [[0, 1], [1], [1]]
    assert [ranked.rows.tolist() for ranked in found] == [[0, 1, 2, 3, 4]] * 2
