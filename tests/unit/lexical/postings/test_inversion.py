from __future__ import annotations

from debatable import lexical


def test_many_small_additions_leave_few_segments() -> None:
    index = lexical.build([["x", "a"]])
    for number in range(100):
        index = index.add([["x", f"w{number}"]])
    assert len(index) == 101
    assert len(index.postings.segments) <= 7
    rebuilt = lexical.build([["x", "a"], *(["x", f"w{number}"] for number in range(100))])
    assert index.search(["w40", "x"], k=5) == rebuilt.search(["w40", "x"], k=5)
