"""The taxonomy of schemes against the file published with the annotated microtexts."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from debatable.graphs import schemes
from debatable.graphs.schemes import wu_palmer


def test_wu_palmer_on_every_pair_of_the_published_taxonomy(shared: Path) -> None:
    paths: dict[str, list[str]] = {}
    stack: list[tuple[int, str]] = []
    for line in (shared / "data/microtexts/scheme_taxonomy.yml").read_text().splitlines():
        entry = re.match(r"( *)(- )?val: (.*)", line)
        if entry is None:
            continue
        indent = len(entry[1])
        stack = [above for above in stack if above[0] < indent] if entry[2] else []
        stack.append((indent, entry[3]))
        paths[entry[3]] = [name for _, name in stack]
    assert len(paths) == 53
    for first, second in product(paths, paths):
        left, right = paths[first], paths[second]
        common = sum(a == b for a, b in zip(left, right, strict=False)) - 1
        depths = len(left) + len(right) - 2
        assert wu_palmer(first, second) == pytest.approx(2 * common / depths if depths else 1.0), (
            first,
            second,
        )


def test_where_the_taxonomy_is_from_is_named() -> None:
    """It was said to be one after Walton and Macagno alone."""
    root = Path(__file__).parents[3]
    notice = " ".join((root / "NOTICE").read_text("utf-8").split())
    assert "schemes.py) is that of ReCAP-Argument-Graph-Retrieval" in notice
    assert "that of the authors' program (Apache-2.0" in (root / "docs" / "fidelity.md").read_text("utf-8")
    assert "ReCAP-Argument-Graph-Retrieval, Apache License 2.0" in str(schemes.__doc__)
