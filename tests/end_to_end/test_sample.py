"""Query claims about a topic, drawn from a corpus by the command line."""

from __future__ import annotations

import json
import os
import random
import subprocess
from pathlib import Path

import pytest

from debatable.evaluation import collection
from tests.support.command_line import COMMAND, complaint, invoked
from tests.support.json_lines import write_lines

ENERGY = ("energy", "nuclear", "reactor", "uranium", "power", "solar", "wind", "coal")
BELIEF = ("church", "pope", "prayer", "bishop", "faith", "altar", "choir", "monk")


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Two topics whose words never meet: vectors of one topic lie together."""
    pytest.importorskip("gensim")
    drawn = random.Random(0)
    records = []
    for number in range(300):
        topic = ENERGY if number % 2 else BELIEF
        claim, premise = (" ".join(drawn.choices(topic, k=8)) for _ in range(2))
        end = "?" if number % 3 == 0 else ""
        records.append({"id": f"p{number}", "claim": f"{claim} {number}{end}", "premise": premise})
    write_lines(tmp_path / "corpus.jsonl", *records)
    return tmp_path / "corpus.jsonl"


def test_the_words_of_a_topic_are_found_and_its_claims_drawn(corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "queries.jsonl"
    asked: list[str | Path] = [
        "sample",
        corpus,
        "-w",
        "energy",
        "-n",
        "9",
        "--nearest",
        "3",
        "--rounds",
        "4",
        "--out",
        out,
    ]
    found = json.loads(invoked(*asked, "--json").stdout)
    grown = {word for added in found["rounds"] for word in added}
    assert found["rounds"][0] == ["energy"] and len(grown) > 4
    assert grown <= set(ENERGY), "no word of the other topic is near"
    assert (found["queries"], found["claims"], found["questions"]) == (9, 300, 100)
    drawn = collection(tmp_path).queries
    assert len({query.id for query in drawn}) == 9
    assert all(grown & set(query.text.split()) for query in drawn)


def test_a_word_list_is_taken_as_it_is_and_a_rare_word_is_named(corpus: Path, tmp_path: Path) -> None:
    asked: list[str | Path] = ["sample", corpus, "-n", "2", "-o", tmp_path / "queries.jsonl", "-w", "energy"]
    given = invoked(*asked, "-w", "Fukushima", "--rounds", "0", "--json")
    assert json.loads(given.stdout)["rounds"] == [["energy", "fukushima"]] and given.stderr == ""
    grown = invoked(*asked, "-w", "Fukushima", "--rounds", "1").stderr
    assert "kept, but too rare in the corpus to have neighbours: fukushima" in grown
    assert (
        "every suggested word was accepted; strike out what does not belong with --ask or --struck" in grown
    )


def test_bad_records_are_left_out_and_counted(corpus: Path, tmp_path: Path) -> None:
    with corpus.open("a") as lines:
        lines.write('{"id": "bad", "premise": ""}\n')
    asked: list[str | Path] = ["sample", corpus, "-w", "energy", "-n", "2", "-o", tmp_path / "queries.jsonl"]
    said = invoked(*asked).stderr
    assert "1 bad record left out, such as" in said
    assert "--on-error" not in said, "it was left out already"


def test_the_same_bytes_in_every_process(corpus: Path) -> None:
    asked: list[str | Path] = ["sample", corpus, "-w", "energy", "-n", "9", "--nearest", "3", "--out", "-"]
    environment = {**os.environ, "PYTHONHASHSEED": "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"}
    elsewhere = subprocess.run(
        [*COMMAND, *asked], env=environment, stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    assert invoked(*asked).stdout == elsewhere != ""


def test_words_are_struck_out_by_a_file_and_by_a_person(corpus: Path, tmp_path: Path) -> None:
    out, struck = tmp_path / "q.jsonl", tmp_path / "struck.txt"
    struck.write_text("Nuclear\nelsewhere\n")
    asked: list[str | Path] = [
        "sample",
        corpus,
        "-w",
        "energy",
        "-n",
        "2",
        "--nearest",
        "15",
        "--rounds",
        "1",
        "--out",
        out,
    ]
    found = json.loads(invoked(*asked, "--struck", struck, "--json").stdout)
    assert found["struck"] == ["nuclear"] and "solar" in found["rounds"][1]
    result = invoked(*asked, "--struck", struck, "--ask", answers="nonsense\nsolar, pope\n")
    assert "not suggested: nonsense" in result.stderr and "suggested: nuclear" not in result.stderr
    words = next(line for line in result.stderr.splitlines() if line.startswith("round 1: "))
    assert "uranium" in words and not {"solar", "pope", "nuclear"} & set(words.replace(",", "").split())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["-w", "enrgy"], "no claim with this word; use more words"),
        (["-w", "energy", "-n", "0"], "a sample of 0 claims; use 1 or more"),
        (["-w", "energy", "-n", "999"], "claims with one of"),
        (["-w", "energy", "--rounds", "-1"], "-1 rounds; use 0 to 100"),
        (["-w", "energy", "--nearest", "-1"], "-1 nearest words; use 1 to 1,000"),
        (["-w", "energy", "--struck", "{tmp}/nowhere"], "nowhere: cannot be read"),
        (["-w", "energy", "--struck", "{tmp}/two"], "two:1: more than one word; write one a line"),
        (
            ["-w", "energy", "-n", "2", "--refused", "{tmp}/one"],
            "the refused claim 'word' is not in the corpus",
        ),
        (["-w", "energy", "--json"], "two things go to standard output"),
        (["-w", "energy", "--format", "jsnl"], "jsnl"),
        (["-w", "energy", "--seed", "-1"], "'--seed': Input should be greater than or equal to 0"),
        ([], "Missing option '--word'"),
    ],
)
def test_mistakes_cost_one_sentence(
    options: list[str],
    message: str,
    corpus: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "two").write_text("nuclear energy\n")
    (tmp_path / "one").write_text("word\n")
    filled = [option.format(tmp=tmp_path) for option in options]
    assert message in complaint(capsys, monkeypatch, "sample", corpus, "--out", "-", *filled)


def test_a_corpus_without_claims_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write_lines(tmp_path / "corpus.jsonl", {"id": "a", "claim": None, "premise": "Coal is cheap"})
    said = complaint(
        capsys, monkeypatch, "sample", tmp_path / "corpus.jsonl", "-w", "coal", "-o", tmp_path / "x"
    )
    assert "no premise has a claim; use a corpus with claims" in said and not (tmp_path / "x").exists()
