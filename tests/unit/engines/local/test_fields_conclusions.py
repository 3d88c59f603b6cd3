"""Conclusions against the words written out; and a long claim with many premises, which costs what it says once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from debatable import text
from debatable.corpus import Links
from debatable.engines import make_index, open_engine
from debatable.engines.local.fields import ClaimPairs, Conclusions
from debatable.lexical import Postings
from debatable.model import Argument, Claim, Premise, Stance
from tests.support.indexes import BY_WORDS

words = st.lists(st.sampled_from("abc"), max_size=4)


@given(st.data())
def test_frequencies_are_those_of_the_claims_written_out(data: st.DataObject) -> None:
    claims = data.draw(st.lists(words, min_size=1, max_size=3))
    premises = data.draw(st.integers(1, 5))
    rows = st.integers(0, premises - 1)
    links = data.draw(st.lists(st.tuples(rows, st.integers(-1, len(claims) - 1)), max_size=8))
    there = data.draw(st.sets(rows))
    pairs = np.array(links, np.int64).reshape(-1, 2)
    signs, arguments = np.ones(len(pairs), np.int8), np.arange(len(pairs))
    mask = np.isin(np.arange(premises), sorted(there))
    found = Conclusions(
        Postings.build(claims),
        ClaimPairs(Links(pairs[:, 0], pairs[:, 1], signs, arguments, premises, len(claims))),
        mask,
    )
    said = [
        Counter(word for claim in {c for p, c in links if p == row and c >= 0} for word in claims[claim])
        if row in there
        else Counter[str]()
        for row in range(premises)
    ]
    assert found.lengths().tolist() == [counted.total() for counted in said]
    assert sum(map(bool, said)) == found.N
    assert sum(counted.total() for counted in said) == found.T
    for term in "abc":
        rows_of, tf, lengths = found.of(term)
        assert rows_of.tolist() == [row for row, counted in enumerate(said) if counted[term]]
        assert tf.tolist() == [said[row][term] for row in rows_of]
        assert lengths.tolist() == [said[row].total() for row in rows_of]


CLAIM = " ".join(f"word{number}" for number in range(5_000)) + " wind power now"
PREMISES = 600


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts the characters that are analysed."""
    counted: Counter[str] = Counter()
    whole = text.analyzer

    def analyzer(name: str | text.Analyzer) -> Callable[[str], list[str]]:
        analyze = whole(name)

        def told(content: str) -> list[str]:
            counted["characters"] += len(content)
            return analyze(content)

        return told

    monkeypatch.setattr(text, "analyzer", analyzer)
    return counted


def test_a_long_claim_with_many_premises_is_analysed_once(tmp_path: Path, counting: Counter[str]) -> None:
    """Each premise had its claim written beside it: a claim of 1 MiB with 100,000 of them took days and disks."""
    claim = Claim("c", CLAIM)
    corpus = [
        Argument(f"a{number}", Premise(f"p{number}", f"Reason {number}"), claim, Stance.PRO)
        for number in range(PREMISES)
    ]
    content = len(CLAIM) + sum(len(argument.premise.text) for argument in corpus)
    make_index(corpus, tmp_path / "index", configuration=BY_WORDS)
    assert counting["characters"] <= content, "what was analysed"
    taken = sum(path.stat().st_size for path in (tmp_path / "index/generations").rglob("*") if path.is_file())
    assert taken < 10 * content, "what was written"
    with open_engine(tmp_path / "index") as engine:
        for query in ('"wind power"', '"wind power" -"power wind"', '+word17 -"reason 5"'):
            counting.clear()
            found = engine.search(query, method="bm25f", k=PREMISES, operators=True, strict=False)
            assert len(found.hits) == PREMISES - ("reason" in query), query
            assert counting["characters"] <= content + 10 * len(query), query
