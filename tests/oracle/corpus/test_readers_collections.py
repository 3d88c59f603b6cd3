"""Real collections load completely; what to expect is counted here with the standard library alone."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from debatable.corpus.readers import read
from debatable.errors import RecordError
from debatable.model import Argument


def load(path: Path) -> tuple[list[Argument], list[RecordError]]:
    skipped: list[RecordError] = []
    return list(read(path, on_error="skip", on_skip=skipped.append)), skipped


def words(text: str) -> list[str]:
    return re.sub("[\\x00-\\x1f\\x7f-\\x9f]", " ", text).split()


@pytest.mark.parametrize(
    "name",
    [
        "argquality20/corpus.jsonl",
        "debatepedia/corpus.jsonl.gz",
        "keypoints/corpus.jsonl",
        "perspectrum/corpus.jsonl",
        pytest.param("touche2020/corpus.jsonl.gz", marks=pytest.mark.slow),
    ],
)
def test_the_benchmark_collections(shared: Path, name: str) -> None:
    path = shared / "bench" / name
    raw = path.read_bytes()
    lines = (gzip.decompress(raw) if name.endswith("gz") else raw).decode("utf-8").split("\n")
    records = [json.loads(line) for line in lines if line]
    full = [record for record in records if record["premise"].strip()]
    arguments, skipped = load(path)
    assert [argument.id for argument in arguments] == [record["id"] for record in full]
    assert [error.what for error in skipped] == ["its premise is empty"] * (len(records) - len(full))
    assert Counter(argument.stance.value for argument in arguments) == Counter(
        record["stance"] or "none" for record in full
    )
    assert [argument.claim is None for argument in arguments] == [record["claim"] is None for record in full]
    assert [words(argument.premise.text) for argument in arguments] == [
        words(record["premise"]) for record in full
    ]


def test_the_sample_of_args_me(shared: Path) -> None:
    path = shared / "data" / "argsme-sample" / "parliamentary1.json"
    records = json.loads(path.read_text("utf-8"))
    arguments, skipped = load(path.parent)
    assert skipped == []
    assert len(arguments) == len(records) == 48
    for argument, record in zip(arguments, records, strict=True):
        assert argument.id == argument.premise.id == record["id"]
        assert argument.premise.text == record["premises"][0]["text"].strip()
        assert argument.claim is not None and argument.claim.text == record["conclusion"].strip()
        assert argument.stance.value == record["premises"][0]["stance"].lower()
        assert argument.source == record["context"]["sourceDomain"]


def test_the_araucaria_graphs(shared: Path) -> None:
    folder = shared / "data" / "graphs" / "araucaria-aif"
    expected: set[tuple[str, str, str, str]] = set()
    lonely = 0
    for path in folder.glob("*.json"):
        graph = json.loads(path.read_text("utf-8"))
        kinds = {node["nodeID"]: node["type"] for node in graph["nodes"]}
        texts = {node["nodeID"]: node["text"].strip() for node in graph["nodes"]}
        joined = {
            (one["fromID"], two["toID"], {"RA": "pro", "CA": "con"}[kinds[one["toID"]]])
            for one in graph["edges"]
            for two in graph["edges"]
            if one["toID"] == two["fromID"]
            and kinds[one["fromID"]] == "I"
            and kinds[one["toID"]] in ("RA", "CA")
        }
        expected |= {(f"{path.stem}:{one}", texts[one], texts[two], stance) for one, two, stance in joined}
        inside = {node for one, two, _ in joined for node in (one, two)}
        lonely += sum(kind == "I" and node not in inside for node, kind in kinds.items())
    arguments, skipped = load(folder)
    assert skipped == []
    assert len({argument.discussion for argument in arguments}) == len(list(folder.iterdir())) == 662
    assert len({argument.id for argument in arguments}) == len(arguments) == len(expected) + lonely
    found = {
        (argument.premise.id, argument.premise.text, argument.claim.text, argument.stance.value)
        for argument in arguments
        if argument.claim is not None
    }
    assert found == expected


@pytest.mark.parametrize("folder", ["cases-plain", "cases-annotated"])
def test_the_microtexts(shared: Path, folder: str) -> None:
    arguments, skipped = load(shared / "data" / "microtexts" / folder)
    assert skipped == []
    assert len({argument.discussion for argument in arguments}) == 110


def test_a_generated_corpus(tmp_path: Path) -> None:
    path, again = tmp_path / "one.json", tmp_path / "two.json"
    for out in (path, again):
        command = [
            sys.executable,
            "-m",
            "benchmarks.generate",
            "argsme",
            "--arguments",
            "2000",
            "--out",
            str(out),
        ]
        subprocess.run(command, cwd=Path(__file__).parents[3], check=True, capture_output=True)
    assert path.read_bytes() == again.read_bytes()
    arguments = list(read(path))
    lengths = [len(argument.premise.text.split()) for argument in arguments]
    claims = {argument.claim.id for argument in arguments if argument.claim}
    assert len({argument.id for argument in arguments}) == 2_000
    assert 140 < sum(lengths) / 2_000 < 160
    assert 5 < 2_000 / len(claims) < 7
    assert 1_850 < len({argument.premise.text for argument in arguments}) < 1_950
