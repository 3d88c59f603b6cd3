"""The arguments of an index as JSON lines: what is indexed from them is the same corpus."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

import debatable
from debatable.corpus.readers import read, record_of
from debatable.engines import arguments_of
from debatable.errors import InputError, NotAnIndexError, StorageError
from debatable.model import Argument, Claim, Premise, Stance
from tests.support.indexes import BY_WORDS, argument, cars_index

ODD = [
    {
        "id": "a/1 #?",
        "claim": "Ban cars",
        "premise": 'They are\nloud, "very"\u2028and\tbig 🚗',
        "stance": "con",
    },
    {"id": "e", "claim": "Autos verbieten", "premise": "Sie stören", "stance": "pro", "language": "de-AT"},
    {"id": "e2", "claim": "Ban cars", "premise": "Sie stören", "stance": "pro", "language": "de-AT"},
    {
        "id": "alone",
        "premise": "Nobody asked",
        "source": "forum",
        "url": "https://x.org/?a=1&b=ü",
        "discussion": "D",
    },
]


def records(index: Path) -> dict[str, dict[str, str | None]]:
    with debatable.open(index) as engine:
        return {one.id: record_of(one) for one in arguments_of(engine)}


def rebuilt(index: Path, lines: Path) -> Path:
    debatable.export(index, lines)
    again = lines.parent / f"{lines.name}.index"
    debatable.index(lines, into=again, configuration=BY_WORDS)
    return again


def test_what_was_exported_is_indexed_to_the_same_corpus(tmp_path: Path) -> None:
    index = cars_index(tmp_path / "index")
    debatable.add(ODD, to=index)
    assert set(records(index)) == {"a", "b", "a/1 #?", "e", "e2", "alone"}
    assert records(rebuilt(index, tmp_path / "all.jsonl")) == records(index)


def test_what_was_removed_is_not_exported_and_what_was_replaced_is_once(tmp_path: Path) -> None:
    index = cars_index(tmp_path / "index")
    debatable.add(ODD, to=index)
    debatable.remove(["a", "e"], from_=index)
    changed = {"id": "b", "claim": "Ban cars", "premise": "Cars are fast", "stance": "con"}
    debatable.add([changed], to=index, on_duplicate="replace")
    again = records(rebuilt(index, tmp_path / "left.jsonl.gz"))
    assert again == records(index) and set(again) == {"b", "a/1 #?", "e2", "alone"}
    assert again["b"]["premise"] == "Cars are fast"


def test_the_file_is_packed_where_its_name_says_so(tmp_path: Path) -> None:
    index, lines = cars_index(tmp_path / "index"), tmp_path / "cars.jsonl.gz"
    assert debatable.export(index, lines) == 2
    assert len(gzip.decompress(lines.read_bytes()).splitlines()) == 2
    assert [one.id for one in read(lines)] == ["a", "b"]


def test_the_step_and_how_much_of_it_is_done_are_reported(tmp_path: Path) -> None:
    more = [argument(f"c{number}", f"Cars are {number}") for number in range(600)]
    steps: list[tuple[str, int, int | None]] = []
    index = cars_index(tmp_path / "index", *more)
    debatable.export(index, tmp_path / "cars.jsonl", progress=lambda *done: steps.append(done))
    assert steps == [("writing", 500, 602), ("writing", 602, 602)]


def test_the_language_of_a_claim_has_no_place_in_a_line_and_is_counted(tmp_path: Path) -> None:
    loud = Argument("d", Premise("d", "Loud"), Claim("k", "Autos verbieten", "de"), Stance.PRO)
    index, lost = cars_index(tmp_path / "index"), list[str]()
    debatable.add([loud], to=index)
    debatable.export(index, tmp_path / "cars.jsonl", on_omission=lost.append)
    assert lost == ["the language of 1 claim that is not the language of the premise"]


def test_a_name_of_another_format_is_refused(tmp_path: Path) -> None:
    index = cars_index(tmp_path / "index")
    for name in ("cars.csv", "cars", "cars.jsonl.zst", "cars.jsonl.GZ", "cars.txt"):
        with pytest.raises(InputError, match=r"as JSON lines; name a \.jsonl or \.jsonl\.gz file"):
            debatable.export(index, tmp_path / name)
    with pytest.raises(NotAnIndexError):
        debatable.export(tmp_path / "nowhere", tmp_path / "cars.jsonl")
    assert [path.name for path in tmp_path.iterdir()] == ["index"]


def test_a_failure_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index, lines = cars_index(tmp_path / "index"), tmp_path / "cars.jsonl"
    lines.write_text("old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("debatable.engines.export.record_of", full)
    with pytest.raises(StorageError, match="No space"):
        debatable.export(index, lines)
    assert lines.read_text() == "old" and len(list(tmp_path.iterdir())) == 2
