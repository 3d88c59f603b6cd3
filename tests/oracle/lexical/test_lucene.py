"""All similarities against numbers that Lucene 7.6.0 returned."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from debatable import lexical
from debatable.lexical import Statistics, similarities, similarity
from debatable.lexical.postings.inversion import LENGTHS, encode
from debatable.text import analyzer

HERE = Path(__file__).parent
Row = tuple[float, float, float]


def _tolerance(score: Any) -> Any:
    return 1e-5 * np.abs(score) + 1e-6


def _check_rows(name: str, counts: list[float], rows: list[Row]) -> None:
    tf, dl, expected = np.array(rows, dtype=np.float64).T
    N, T, n, F = counts
    got = similarity(name).score(tf, dl, Statistics(N, T, n, F))
    wrong = np.abs(got - expected) > _tolerance(expected)
    assert not wrong.any(), (name, counts, tf[wrong], dl[wrong], got[wrong], expected[wrong])


def _check_list(found: list[tuple[int, float]], expected: list[tuple[int, float]], what: object) -> None:
    """The same scores at every rank, and the same documents but for swaps among near-ties."""
    assert len(found) == len(expected), what
    scores = dict(found)
    for (_, score), (row, wanted) in zip(found, expected, strict=True):
        assert abs(score - wanted) <= _tolerance(wanted), (what, row)
        last = abs(wanted - expected[-1][1]) <= 2 * _tolerance(wanted)
        assert last or abs(scores[row] - wanted) <= _tolerance(wanted), (what, row)


def test_term_scores_of_the_fixture() -> None:
    fixture = json.loads((HERE / "lucene_terms.json").read_text())
    assert len(fixture) == 142
    for name, groups in fixture.items():
        for counts, rows in groups:
            _check_rows(name, counts, rows)


def test_every_term_score(shared: Path) -> None:
    groups: dict[tuple[str, tuple[float, ...]], list[Row]] = defaultdict(list)
    with (shared / "oracle/lucene/term_scores.jsonl").open() as lines:
        for row in map(json.loads, lines):
            s = row["stats"]
            length = row.get("doclen_decoded", row["doclen"])
            key = row["similarity"], (s["N"], s["tokens"], s["df"], s["ttf"])
            groups[key].append((row["freq"], length, row["score"]))
    assert sum(map(len, groups.values())) == 17_040
    for (name, counts), rows in groups.items():
        _check_rows(name, list(counts), rows)


def test_lists_of_the_fixture() -> None:
    fixture = json.loads((HERE / "lucene_lists.json").read_text())
    index = lexical.build([[str(term) for term in document] for document in fixture["documents"]])
    assert len(fixture["runs"]) == 146
    for name, lists in fixture["runs"].items():
        for query, expected in zip(fixture["queries"], lists, strict=True):
            found = index.search([str(term) for term in query], name, k=len(expected))
            _check_list(found, expected, (name, query))


@pytest.mark.parametrize("exact_lengths", [False, True])
def test_every_list(shared: Path, exact_lengths: bool) -> None:
    oracle = json.loads((shared / "oracle/lucene/end_to_end.json").read_text())
    standard = analyzer("standard")
    # No document is longer than 40 tokens, so exact lengths give the same scores.
    index = lexical.build((standard(doc["text"]) for doc in oracle["docs"]), exact_lengths=exact_lengths)
    assert (oracle["stats"]["N"], oracle["stats"]["tokens"]) == (index.N, index.T)
    for run in oracle["runs"][:: 4 if exact_lengths else 1]:
        for query, expected in zip(oracle["queries"], run["results"], strict=True):
            found = index.search(standard(query["text"]), run["similarity"], k=20)
            _check_list(found, expected, (run["similarity"], query["text"]))


def test_tokens(shared: Path) -> None:
    oracle = json.loads((shared / "oracle/lucene/end_to_end.json").read_text())
    standard = analyzer("standard")
    for text in [*oracle["docs"], *oracle["queries"]]:
        assert standard(text["text"]) == text["tokens"]


def test_lengths(shared: Path) -> None:
    decoded = json.loads((shared / "oracle/lucene/length_decode.json").read_text())
    assert LENGTHS[encode(np.arange(len(decoded)))].tolist() == decoded


def test_the_139_are_there() -> None:
    names = similarities()
    assert len(set(names)) == 139
    assert [repr(similarity(name)) for name in names] == names
