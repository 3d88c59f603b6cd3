"""BM25F against its definition, one document and one term at a time."""

from __future__ import annotations

import numpy as np
import pytest

from debatable.lexical import BM25F, Index, Limits, Postings
from tests.support.bm25f import bm25f_by_definition


def _fields(count: int) -> list[list[list[str]]]:
    random = np.random.default_rng(4)
    lengths = (4, 30, 9)
    return [
        [[f"t{min(int(z), 30)}" for z in random.zipf(1.5, random.integers(0, length))] for _ in range(count)]
        for length in lengths
    ]


@pytest.mark.parametrize(("rounded", "listed"), [(0, 0), (0, 1000), (1000, 1000)])
@pytest.mark.parametrize("ranking", [BM25F((3.0, 1.0, 0.5)), BM25F((0.0, 2.0, 1.0), k1=0.9, b=0.4)])
def test_bm25f_equals_its_definition(ranking: BM25F, rounded: int, listed: int) -> None:
    limits = Limits(rounded_documents=rounded, listed_documents=listed)
    fields, gone = _fields(120), {0, 7, 119}
    live = [row for row in range(120) if row not in gone]
    built = [Index(Postings.build(field[:70]), limits) for field in fields]
    indexes = [index.add(field[70:]).delete(sorted(gone)) for index, field in zip(built, fields, strict=True)]
    for query in (["t1"], ["t2", "t2", "t9"], ["t1", "t3", "t17", "t30", "unknown"], ["unknown"]):
        expected = bm25f_by_definition(fields, live, query, ranking)
        order = sorted(expected, key=lambda row: (-np.float32(expected[row]), row))
        for k in (1, 6, 200):
            found = ranking.search(indexes, query, k)
            assert [row for row, _ in found] == order[:k]
            assert [score for _, score in found] == pytest.approx(
                [expected[row] for row in order[:k]], rel=1e-6
            )
        among = [3, 50, 90, 91]
        chosen = [row for row in order if row in among]
        assert [row for row, _ in ranking.search(indexes, query, 3, among)] == chosen[:3]
        rows = np.arange(120)
        wanted = [expected.get(int(row), 0.0) for row in rows]
        assert ranking.score(indexes, query, rows).tolist() == pytest.approx(wanted, rel=1e-9)
