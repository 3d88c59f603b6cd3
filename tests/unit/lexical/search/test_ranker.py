"""When numba is loaded, and that nothing changes where it is missing."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest

from debatable.lexical import Index, Limits, Postings
from debatable.lexical.search import scratch

DOCUMENTS = [["wind", "power"], ["wind"], ["coal"], []]
NOW = Limits(unranked_postings=0)


@pytest.fixture
def forgotten() -> Iterator[None]:
    """As if nothing had been loaded yet, before and after."""
    scratch.loading.cache_clear()
    yield
    scratch.loading.cache_clear()


@pytest.mark.usefixtures("forgotten")
def test_without_numba_numpy_ranks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scratch, "find_spec", lambda name: None)
    assert scratch.kernel() is None
    index = Index(Postings.build(DOCUMENTS), NOW)
    assert [row for row, _ in index.search(["wind"])] == [1, 0]
    assert scratch.loading().result() is None


@pytest.mark.usefixtures("forgotten")
def test_a_numba_that_cannot_be_loaded_is_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scratch, "find_spec", lambda name: object())
    monkeypatch.setitem(sys.modules, "debatable.lexical.search.kernel", None)
    assert scratch.kernel() is None
    index = Index(Postings.build(DOCUMENTS), NOW)
    assert [row for row, _ in index.search(["wind"])] == [1, 0]


def test_weights_that_are_no_numbers_are_left_to_numpy() -> None:
    pytest.importorskip("numba", reason="needs the extra fast")
    postings = Postings.build(DOCUMENTS)

    def infinite(tf: object, dl: object, statistics: object, boost: object) -> list[float]:
        return [float("inf")] * len(tf)  # type: ignore[arg-type]

    found = Index(postings, NOW).search(["wind", "power"], infinite, 3)
    assert found == Index(postings).search(["wind", "power"], infinite, 3)


_PROGRAM = """
import sys
from debatable import lexical
from debatable.lexical.search.scratch import loading
index = lexical.Index(lexical.Postings.build([["wind", "power"]] * 30), lexical.Limits(unranked_postings={limit}))
index.search(["wind"])
print("numba" in sys.modules)
if {limit}:
    for _ in range(8):
        index.search(["wind"])
    loading().result()
    print("numba" in sys.modules)
"""


@pytest.mark.parametrize(("limit", "loaded"), [(100, ["False", "True"]), (0, ["True"])])
def test_numba_is_loaded_when_much_was_asked_and_not_by_the_first_search(
    limit: int, loaded: list[str]
) -> None:
    pytest.importorskip("numba", reason="needs the extra fast")
    program = _PROGRAM.format(limit=limit)
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout.split() == loaded
