from __future__ import annotations

import gzip
import random
from pathlib import Path

import pytest
import zstandard

from debatable.corpus.readers import read
from debatable.errors import RecordError
from tests.unit.corpus.readers.conftest import Skipping

LINES = [
    b'{"id": "r%d", "premise": "%x"}\n' % (row, random.Random(row).getrandbits(800)) for row in range(5_000)
]
PLAIN = b"".join(LINES)
PACKERS = {"gz": gzip.compress, "zst": zstandard.ZstdCompressor(write_checksum=True).compress}
ZSTD_BLOCK = 128 * 1024  # a block is unpacked whole or not at all


@pytest.mark.parametrize("ending", ["jsonl", "jsonl.gz", "jsonl.zst"])
@pytest.mark.parametrize("packing", ["plain", "gz", "zst"])
def test_compression_is_seen_by_the_first_bytes_whatever_the_name(
    tmp_path: Path, ending: str, packing: str
) -> None:
    path = tmp_path / f"c.{ending}"
    path.write_bytes(PACKERS.get(packing, bytes)(PLAIN))
    assert [argument.id for argument in read(path)] == [f"r{row}" for row in range(5_000)]


@pytest.mark.parametrize("packing", ["gz", "zst"])
def test_packed_parts_one_after_the_other_are_one_file(tmp_path: Path, packing: str) -> None:
    pack = PACKERS[packing]
    path = tmp_path / f"c.jsonl.{packing}"
    path.write_bytes(pack(PLAIN[:100]) + pack(b"") + pack(PLAIN[100:]))
    assert sum(1 for _ in read(path)) == 5_000


@pytest.mark.parametrize("packing", ["gz", "zst"])
@pytest.mark.parametrize("missing", [1, 4, 100, 100_000])
def test_a_truncated_file_is_named_and_what_came_before_is_kept(
    tmp_path: Path, skipping: Skipping, packing: str, missing: int
) -> None:
    path = tmp_path / f"c.jsonl.{packing}"
    path.write_bytes(PACKERS[packing](PLAIN)[:-missing])
    with pytest.raises(RecordError, match="cut off") as stopped:
        list(read(path))
    assert stopped.value.where == str(path)
    arguments, skipped = skipping(path)
    kept = [argument.id for argument in arguments]
    assert kept == [f"r{row}" for row in range(len(kept))]
    lost = sum(map(len, LINES[len(kept) :]))
    assert lost <= 4 * missing + ZSTD_BLOCK
    assert 1 <= len(skipped) <= 2  # the cut line, where there is one, and the cut file
    assert skipped[-1].where == str(path)


@pytest.mark.parametrize("packing", ["gz", "zst"])
def test_damaged_compression_is_reported_once(tmp_path: Path, skipping: Skipping, packing: str) -> None:
    packed = bytearray(PACKERS[packing](PLAIN))
    packed[len(packed) // 2 : len(packed) // 2 + 40] = bytes(40)
    path = tmp_path / f"c.jsonl.{packing}"
    path.write_bytes(packed)
    skipped = [error for error in skipping(path)[1] if error.where == str(path)]
    assert len(skipped) == 1
    assert "cannot be read to its end" in skipped[0].what


@pytest.mark.parametrize("magic", [b"PK\x03\x04....", b"BZh91AY", b"\xfd7zXZ\x00"])
def test_other_archives_are_refused_with_advice(tmp_path: Path, magic: bytes) -> None:
    path = tmp_path / "c.jsonl"
    path.write_bytes(magic)
    with pytest.raises(RecordError, match="unpack it first"):
        list(read(path))


@pytest.mark.parametrize("packing", ["plain", "gz", "zst"])
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("c.jsonl", b'{"id": "a", "premise": "x"}'),
        ("c.csv", b"id,premise\na,x\n"),
        ("c.json", b'[{"id": "a", "premises": [{"text": "x"}]}]'),
        ("a.json", b'{"nodes": [{"nodeID": "1", "type": "I", "text": "x"}], "edges": []}'),
    ],
)
def test_a_byte_order_mark_is_no_part_of_the_text(
    tmp_path: Path, packing: str, name: str, content: bytes
) -> None:
    path = tmp_path / name
    path.write_bytes(PACKERS.get(packing, bytes)(b"\xef\xbb\xbf" + content))
    (argument,) = read(path)
    assert argument.id in ("a", "a:1")
    assert argument.premise.text == "x"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
@pytest.mark.parametrize("name", ["c.jsonl", "c.csv", "c.json"])
def test_other_encodings_are_named(tmp_path: Path, encoding: str, name: str) -> None:
    path = tmp_path / name
    path.write_bytes('{"premise": "x"}\n'.encode(encoding))
    with pytest.raises(RecordError, match=f"encoded in {encoding.upper()}, not UTF-8.*iconv") as stopped:
        list(read(path))
    assert stopped.value.where == str(path)
