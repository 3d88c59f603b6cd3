"""Small files that would grow large: each costs little time and memory, and one sentence."""

from __future__ import annotations

import gc
import gzip
import io
import json
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from debatable.corpus.readers import MAX_LINE, aif, read
from debatable.corpus.readers.aif import MAX_LINKS
from debatable.corpus.readers.argsme import elements
from debatable.corpus.readers.records import MAX_VALUES
from debatable.errors import RecordError
from tests.unit.corpus.readers.conftest import Skipping

MEGABYTE = 2**20


@contextmanager
def within(megabytes: float) -> Iterator[None]:
    """Fails where a block takes more memory at a time."""
    tracemalloc.start()
    try:
        yield
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak <= megabytes * MEGABYTE, f"{peak / MEGABYTE:.0f} MiB were taken"


def packed(path: Path, content: bytes) -> Path:
    path.write_bytes(gzip.compress(content))
    return path


def test_a_packed_graph_of_millions_of_edges_is_refused_at_once(tmp_path: Path, skipping: Skipping) -> None:
    """All problems of the graph were collected: 10 kB took gigabytes."""
    edges = b"0," * (MAX_LINE // 2 - 50)
    path = packed(tmp_path / "bomb.json.gz", b'{"nodes": [], "edges": [' + edges + b"0]}")
    assert path.stat().st_size < 40_000
    with within(megabytes=4 * MAX_LINE / MEGABYTE):
        arguments, skipped = skipping(path)
    assert not arguments and [f"{MAX_VALUES:,} commas" in error.what for error in skipped] == [True]


def living() -> int:
    """Returns how many errors there are."""
    return sum(isinstance(thing, RecordError) for thing in gc.get_objects())


def test_problems_of_a_graph_are_told_one_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    path.write_bytes(b'{"nodes": [], "edges": [' + b"0," * 999 + b"0]}")
    alive: list[int] = []

    def count(error: RecordError) -> None:
        alive.append(living() if not alive else 0)

    gc.collect()
    before = living()
    assert list(read(path, on_error="skip", on_skip=count)) == []
    assert len(alive) == 1_000
    assert alive[0] - before < 10, "only the one that is told is there"


def graph(path: Path, premises: int, schemes: int, claims: int) -> Path:
    """Writes a graph: all premises speak to the first of a chain of schemes, whose last speaks to all claims."""
    kinds = {"p": (premises, "I"), "s": (schemes, "RA"), "c": (claims, "I")}
    nodes = [
        {"nodeID": f"{name}{number}", "type": kind, "text": f"{name}{number}"}
        for name, (count, kind) in kinds.items()
        for number in range(count)
    ]
    pairs = [(f"p{number}", "s0") for number in range(premises)]
    pairs += [(f"s{number}", f"s{number + 1}") for number in range(schemes - 1)]
    pairs += [(f"s{schemes - 1}", f"c{number}") for number in range(claims)]
    edges = [{"fromID": start, "toID": end} for start, end in pairs]
    path.write_text(json.dumps({"nodes": nodes, "edges": edges}))
    return path


@pytest.mark.parametrize(
    ("premises", "schemes", "claims", "words"),
    [(400, 1, 400, f"more than {MAX_LINKS:,} links"), (150, 150, 1, "more than 20,000 ways")],
    ids=["links", "ways"],
)
def test_a_graph_of_too_many_links_is_refused(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    skipping: Skipping,
    premises: int,
    schemes: int,
    claims: int,
    words: str,
) -> None:
    if "ways" in words:
        monkeypatch.setattr(aif, "MAX_STEPS", 20_000)
    path = graph(tmp_path / "g.json", premises, schemes, claims)
    arguments, skipped = skipping(path)
    assert not arguments
    assert [(error.where, words in error.what) for error in skipped] == [(str(path), True)]


def test_as_many_links_as_allowed_are_read(tmp_path: Path) -> None:
    path = graph(tmp_path / "g.json", 100, 1, MAX_LINKS // 100)
    assert sum(1 for _ in read(path)) == MAX_LINKS


@pytest.mark.parametrize(
    ("name", "first", "last", "blank"),
    [
        ("c.jsonl", b'{"premise": "a"}', b'{"premise": "b"}', b"\n"),
        ("c.jsonl", b'{"premise": "a"}', b'{"premise": "b"}', b" \r\n"),
        ("c.csv", b"premise\na", b"b", b"\n"),
        ("c.csv", b"premise\na", b"b", b"\r\n"),
    ],
)
def test_blank_lines_are_passed_over_quickly_and_counted(
    tmp_path: Path, name: str, first: bytes, last: bytes, blank: bytes
) -> None:
    """Each was looked at: half a billion of them took three minutes."""
    count = 3_000_000
    path = packed(tmp_path / f"{name}.gz", first + b"\n" + blank * count + last + b"\n")
    start = time.process_time()
    found = [argument.id for argument in read(path)]
    spent = time.process_time() - start
    line = count + 2 + first.count(b"\n")
    assert found == [f"c:{line - count - 1}", f"c:{line}"]
    assert spent < 0.35, "more than 0.1 microseconds a line"


def test_blank_lines_inside_of_a_cell_stay(tmp_path: Path) -> None:
    path = tmp_path / "c.csv"
    path.write_bytes(b'premise\n\n\n"a\n\n\n\nb"\n\n\n"c"\n')
    assert [(argument.id, argument.premise.text) for argument in read(path)] == [
        ("c:4", "a\n\n\n\nb"),
        ("c:11", "c"),
    ]


@pytest.mark.parametrize(
    "filling",
    [b"[],", b"\\\\", *(pytest.param(one, marks=pytest.mark.slow) for one in (b'{"a":0},', b'""'))],
)
def test_the_largest_argument_of_argsme_is_cut_out_in_little_memory(filling: bytes) -> None:
    """Arrays as long as the argument took 1.6 GB."""
    inside = filling * ((MAX_LINE - 100) // len(filling))
    quote = b'"' if filling == b"\\\\" else b""
    content = io.BytesIO(b'[{"x": ' + quote + inside + quote + b"}]")
    with within(megabytes=4 * MAX_LINE / MEGABYTE):
        assert [len(found) for _, found in elements(content)] == [len(inside) + 2 * len(quote) + 7]


def test_an_argument_of_millions_of_values_is_refused(tmp_path: Path, skipping: Skipping) -> None:
    path = packed(tmp_path / "a.json.gz", b'[{"id": "a", "x": [' + b"[]," * 10_000_000 + b"0]}]")
    with within(megabytes=4 * MAX_LINE / MEGABYTE):
        arguments, skipped = skipping(path)
    assert not arguments and [f"{MAX_VALUES:,} commas" in error.what for error in skipped] == [True]


@pytest.mark.parametrize("shift", range(4))
@pytest.mark.parametrize("slashes", [1, 2, 3, 4])
def test_escapes_that_meet_the_end_of_a_chunk(shift: int, slashes: int) -> None:
    """A quote after an odd number of backslashes ends no string, wherever a chunk ends."""
    escaped = b"\\" * slashes + (b'"' if slashes % 2 else b"")
    element = b'{"a": "' + b"x" * (2**16 - 10 - slashes + shift) + escaped + b'}]"}'
    assert [found for _, found in elements(io.BytesIO(b"[" + element + b"," + element + b"]"))] == [
        element
    ] * 2


def test_a_row_of_cells_with_line_breaks_has_a_largest_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lines had one, rows none: all that a small packed file unpacks to could be one row."""
    monkeypatch.setattr("debatable.corpus.readers.delimited.MAX_LINE", 2**16)
    row = b'"\n",' * 500_000 + b"x\n"
    path = packed(tmp_path / "t.csv.gz", b"premise,claim\nfirst,cars\n" + row)
    what = r"it is longer than 65,536 bytes\), and lines 3 to 16,387 are lost with it"
    with within(megabytes=4):
        found = read(path)
        assert next(found).premise.text == "first"
        with pytest.raises(RecordError, match=what):
            next(found)
