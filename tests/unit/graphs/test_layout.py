from __future__ import annotations

import pytest

from debatable.graphs.layout import width, wrapped


@pytest.mark.parametrize("text", ["+" * 1_000_000, "ab " * 300_000, "世" * 500_000])
def test_texts_beyond_all_measure_are_cut_without_reading_them(text: str) -> None:
    """A word of five thousand letters once took half a minute, for all of it was measured for each cut."""
    lines = wrapped(text, 12.0, 200.0, 3)
    assert len(lines) == 3 and lines[-1].endswith("…")
    assert all(width(line.rstrip("…"), 12.0) <= 200.001 for line in lines)


def test_a_long_word_is_cut_where_it_no_longer_fits() -> None:
    assert wrapped("mmmmmmmm", 10.0, 26.0, 9) == ["mmm", "mmm", "mm"]
    assert wrapped("mm", 10.0, 1.0, 9) == ["m", "m"]
