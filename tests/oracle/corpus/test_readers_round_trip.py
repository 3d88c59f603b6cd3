"""Whatever text is written into a file by hand comes back from its reader as ``clean`` says."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Callable
from pathlib import Path

import ijson
import pytest
import zstandard
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from debatable.corpus.readers import argsme, clean, read
from debatable.corpus.readers.records import is_blank
from debatable.errors import RecordError
from debatable.model import Stance

STANCES = st.sampled_from(["pro", "con"])
UTF8 = st.text(st.characters(codec="utf-8"))
ANY = st.text(st.characters())  # halves of surrogate pairs too
ROOMY = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
PACKERS: list[Callable[[bytes], bytes]] = [bytes, gzip.compress, zstandard.compress]

Row = tuple[str, str, str]
ROWS = st.lists(st.tuples(ANY, ANY, STANCES), max_size=6)
TABLE_ROWS = st.lists(st.tuples(UTF8, UTF8, STANCES), max_size=6)


def expected(rows: list[Row]) -> list[tuple[str, str | None, Stance]]:
    cleaned = [(clean(joined(premise)), clean(joined(claim)), stance) for premise, claim, stance in rows]
    return [
        (premise, None, Stance.NONE) if is_blank(claim) else (premise, claim, Stance(stance))
        for premise, claim, stance in cleaned
        if not is_blank(premise)
    ]


def joined(text: str) -> str:
    """Joins two halves of a surrogate pair that stand side by side, as escapes of JSON do."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def check(path: Path, content: bytes, rows: list[Row], pack: Callable[[bytes], bytes], format: str) -> None:
    path.write_bytes(pack(content))
    skipped: list[RecordError] = []
    found = [
        (argument.premise.text, argument.claim and argument.claim.text, argument.stance)
        for argument in read(path, format=format, on_error="skip", on_skip=skipped.append)
    ]
    assert found == expected(rows)
    assert len(skipped) == len(rows) - len(found)
    assert all("empty" in error.what for error in skipped)


@ROOMY
@given(ROWS, st.booleans(), st.sampled_from(PACKERS))
@example([("a\ud800b", "\udfff", "pro"), ("\ud83d\ude00", "x", "con")], True, bytes)
@example([("\u200b", "x", "pro"), ("x", "\u200b", "con")], True, bytes)
def test_jsonl(tmp_path: Path, rows: list[Row], ascii: bool, pack: Callable[[bytes], bytes]) -> None:
    records = ({"premise": premise, "claim": claim, "stance": stance} for premise, claim, stance in rows)
    content = "".join(dump(record, ascii) + "\n" for record in records)
    check(tmp_path / "c", content.encode(), rows, pack, "jsonl")


@ROOMY
@given(ROWS, st.booleans(), st.sampled_from([None, 1]), st.booleans(), st.sampled_from(PACKERS))
def test_argsme(
    tmp_path: Path,
    rows: list[Row],
    ascii: bool,
    indent: int | None,
    bare: bool,
    pack: Callable[[bytes], bytes],
) -> None:
    arguments = [
        {"id": str(row), "conclusion": claim, "premises": [{"text": premise, "stance": stance.upper()}]}
        for row, (premise, claim, stance) in enumerate(rows)
    ]
    document = arguments if bare else {"note": "[{", "arguments": arguments}
    check(tmp_path / "c", dump(document, ascii, indent).encode(), rows, pack, "argsme")


@ROOMY
@given(TABLE_ROWS, st.sampled_from(["csv", "tsv"]), st.sampled_from(["\n", "\r\n"]), st.sampled_from(PACKERS))
def test_tables(
    tmp_path: Path, rows: list[Row], format: str, ending: str, pack: Callable[[bytes], bytes]
) -> None:
    delimiter = {"csv": ",", "tsv": "\t"}[format]
    table = [("premise", "claim", "stance"), *rows]
    lines = (delimiter.join('"' + cell.replace('"', '""') + '"' for cell in row) + ending for row in table)
    check(tmp_path / "c", "".join(lines).encode(), rows, pack, format)


@ROOMY
@given(
    st.lists(ANY.filter(lambda text: not is_blank(text)), min_size=1, max_size=5),
    st.booleans(),
    st.sampled_from(PACKERS),
)
def test_aif(tmp_path: Path, texts: list[str], ascii: bool, pack: Callable[[bytes], bytes]) -> None:
    """A chain of nodes, each attacking the next."""
    nodes = [{"nodeID": f"i{at}", "type": "I", "text": text} for at, text in enumerate(texts)]
    nodes += [{"nodeID": f"s{at}", "type": "CA", "text": "CA"} for at in range(len(texts) - 1)]
    edges = [{"fromID": f"i{at}", "toID": f"s{at}"} for at in range(len(texts) - 1)]
    edges += [{"fromID": f"s{at}", "toID": f"i{at + 1}"} for at in range(len(texts) - 1)]
    rows = [(one, two, "con") for one, two in zip(texts, texts[1:], strict=False)] or [(texts[0], "", "pro")]
    content = dump({"nodes": nodes, "edges": edges}, ascii)
    check(tmp_path / "c", content.encode(), rows, pack, "aif")


def dump(value: object, ascii: bool, indent: int | None = None) -> str:
    """Writes JSON with or without escapes; what UTF-8 cannot hold is always escaped."""
    written = json.dumps(value, ensure_ascii=ascii, indent=indent)
    return "".join(f"\\u{ord(each):04x}" if "\ud800" <= each <= "\udfff" else each for each in written)


SCALARS = st.none() | st.booleans() | st.integers(-9, 9) | st.text('a"\\{}[],:é\u2028\n', max_size=6)
VALUES = (
    SCALARS | st.lists(SCALARS, max_size=2) | st.dictionaries(st.just("a"), st.lists(SCALARS, max_size=2))
)
OBJECTS = st.dictionaries(st.text('a"\\}', max_size=3), VALUES, max_size=3)
FEWER = settings(ROOMY, max_examples=60)


@FEWER
@given(
    st.lists(OBJECTS, max_size=4),
    st.booleans(),
    st.dictionaries(st.text('abc"', max_size=3), VALUES, max_size=2),
    st.sampled_from([None, 0, 2]),
    st.sampled_from([1, 2, 3, 7, 64, 2**18]),
)
def test_splitting_gives_what_an_incremental_parser_gives(
    monkeypatch: pytest.MonkeyPatch,
    objects: list[object],
    bare: bool,
    around: dict[str, object],
    indent: int | None,
    chunk: int,
) -> None:
    document = (
        objects if bare else {**around, "arguments": objects, **{f"z{key}": around[key] for key in around}}
    )
    written = json.dumps(document, indent=indent, ensure_ascii=False).encode()
    monkeypatch.setattr(argsme, "_CHUNK", chunk)
    cut = list(argsme.elements(io.BytesIO(written)))
    assert [json.loads(raw) for _, raw in cut] == list(
        ijson.items(io.BytesIO(written), "item" if bare else "arguments.item")
    )
    assert all(written[offset : offset + len(raw)] == raw for offset, raw in cut)


@FEWER
@given(st.lists(OBJECTS, min_size=1, max_size=3), st.booleans(), st.data())
def test_a_list_cut_anywhere_gives_its_first_elements_and_an_error(
    objects: list[object], bare: bool, draw: st.DataObject
) -> None:
    written = json.dumps(objects if bare else {"arguments": objects}).encode()
    size = draw.draw(st.integers(0, len(written) - 1))
    found = []
    with pytest.raises(RecordError):
        for _, raw in argsme.elements(io.BytesIO(written[:size])):
            found.append(json.loads(raw))
    assert found == objects[: len(found)]


@ROOMY
@given(st.binary(max_size=200) | st.text('[]{}",:\\ a1', max_size=60).map(str.encode))
def test_no_bytes_at_all_raise_anything_but_a_record_error(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "c"
    path.write_bytes(content)
    for format in ("jsonl", "argsme", "aif", "auto"):
        for argument in read(path, format=format, on_error="skip"):
            assert argument.premise.text
