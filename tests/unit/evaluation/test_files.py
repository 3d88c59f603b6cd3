from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from debatable.errors import InputError
from debatable.evaluation import (
    Judgment,
    Judgments,
    Run,
    collection,
    read_qrels,
    read_run,
    read_topics,
    write_qrels,
    write_run,
)
from debatable.evaluation.runs import falling_scores
from debatable.model import Stance


def test_a_run_comes_back_in_its_order_although_scores_tie(tmp_path: Path) -> None:
    run = Run("bm25f", {"q1": [("a", 1.0), ("c", 0.5), ("b", 0.5), ("d", 0.7)], "q2": [("a", 3.0)]})
    path = tmp_path / "run.txt.gz"
    write_run(run, path)
    back = read_run(path)
    assert back.tag == "bm25f"
    assert {query: [p for p, _ in ranking] for query, ranking in back.rankings.items()} == {
        "q1": ["a", "c", "b", "d"],
        "q2": ["a"],
    }
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    assert lines[0].split()[:4] == ["q1", "Q0", "a", "1"]
    before = path.read_bytes()
    write_run(run, path)
    assert path.read_bytes() == before


def test_scores_fall_in_single_precision_by_the_smallest_step() -> None:
    falling = np.array(falling_scores([0.3, 0.3, 0.3, -1.0]), dtype=np.float32)
    assert (np.diff(falling) < 0).all()
    assert falling[2] == np.float32(0.3)
    assert falling[1] == np.nextafter(np.float32(0.3), np.float32(1))
    assert falling_scores([]) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("q1 Q0 a 1 0.5\n", r"run:1: 5 fields instead of 6"),
        ("q1 Q0 a 1 0.5 t\nq1 Q0 a 2 0.4 t\n", r"run:2: premise 'a' twice for query 'q1'"),
        ("q1 Q0 a 1 high t\n", "not numbers"),
        ("q1 Q0 a 1 nan t\n", "cannot be ranked"),
        ("\n", "the run is empty"),
    ],
)
def test_broken_runs_are_refused_with_their_line(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "run"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        read_run(path)


def test_ids_that_no_run_can_hold_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="premise id 'a b'"):
        write_run(Run("t", {"q": [("a b", 1.0)]}), tmp_path / "run")
    with pytest.raises(InputError, match="ranked twice"):
        write_run(Run("t", {"q": [("a", 1.0), ("a", 0.5)]}), tmp_path / "run")
    assert list(tmp_path.iterdir()) == []


def test_qrels_round_trip_with_and_without_clusters(tmp_path: Path) -> None:
    judgments = Judgments([Judgment("q1", "a", 2, "g"), Judgment("q1", "b", 1.5), Judgment("q2", "a", 0)])
    write_qrels(judgments, tmp_path / "plain")
    assert (tmp_path / "plain").read_text() == "q1 0 a 2\nq1 0 b 1.5\nq2 0 a 0\n"
    write_qrels(judgments, tmp_path / "grouped", clusters=True)
    back = read_qrels(tmp_path / "grouped", clusters=True)
    assert [(row.premise_id, row.cluster) for row in back.rows] == [("a", "g"), ("b", "b"), ("a", "a")]


def test_broken_qrels_are_refused_with_their_line(tmp_path: Path) -> None:
    path = tmp_path / "qrels"
    for text, message in (
        ("q1 0 a 1\nq1 0\n", r"qrels:2: 2 fields"),
        ("q1 0 a x\n", "'x' is no number"),
        ("q1 0 a inf\n", "cannot be used"),
        ("q1 0 a 1\nq1 0 a 0\n", "twice"),
        ("", "no judgment"),
    ):
        path.write_text(text)
        with pytest.raises(InputError, match=message):
            read_qrels(path)


def test_touche_topics_and_tab_separated_ones(tmp_path: Path) -> None:
    xml = tmp_path / "topics.xml"
    xml.write_text(
        "<topics><topic><number>1</number><title>Should  teachers\nget tenure?</title></topic></topics>"
    )
    assert read_topics(xml) == {"1": "Should teachers get tenure?"}
    tsv = tmp_path / "topics.tsv"
    tsv.write_text("7\tBan cars\n")
    assert read_topics(tsv) == {"7": "Ban cars"}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_are_not_expanded(tmp_path: Path, encoding: str) -> None:
    bomb = '<!DOCTYPE t [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><topics><topic>&b;</topic></topics>'
    path = tmp_path / "topics.xml"
    path.write_bytes(f'<?xml version="1.0" encoding="{encoding}"?>{bomb}'.encode(encoding))
    with pytest.raises(InputError, match="declares a document type"):
        read_topics(path)


def test_broken_topics_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "topics.xml"
    for text, message in (
        ("<topics><topic>", "not well-formed"),
        ("<topics><topic><number>1</number></topic></topics>", "topic 1: no number or no title"),
        ("<topics/>", "no topic"),
    ):
        path.write_text(text)
        with pytest.raises(InputError, match=message):
            read_topics(path)
    with pytest.raises(InputError, match="cannot be read"):
        read_topics(tmp_path / "missing.xml")


def write_lines(path: Path, *records: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(record) + "\n" for record in records))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_lines(
        tmp_path / "corpus.jsonl", {"id": "p1", "claim": None, "premise": "Cars are loud.", "stance": None}
    )
    write_lines(
        tmp_path / "queries.jsonl",
        {"query_id": "q1", "text": "Ban cars", "split": "dev"},
        {"query_id": 2, "text": "Ban bikes", "split": "train"},
    )
    write_lines(
        tmp_path / "judgments.jsonl",
        {"query_id": "q1", "premise_id": "p1", "relevance": 1, "cluster": "g", "stance": "pro"},
        {"query_id": 2, "premise_id": "p1", "relevance": 0, "quality": 2},
    )
    return tmp_path


def test_a_native_folder(folder: Path) -> None:
    found = collection(folder)
    assert found.splits == ("dev", "train")
    assert [query.id for query in found.of_split("dev").queries] == ["q1"]
    assert list(found.of_split("dev").judgments) == ["q1"]
    assert found.judgments.rows[0] == Judgment("q1", "p1", 1, "g", Stance.PRO)
    assert found.judgments.rows[1].quality == 2
    assert found.corpus == (folder / "corpus.jsonl",)
    with pytest.raises(InputError, match="there are: dev, train"):
        found.of_split("test")


@pytest.mark.parametrize(
    ("name", "record", "message"),
    [
        ("queries.jsonl", {"query_id": "q1"}, "queries.jsonl:1: text is missing"),
        ("judgments.jsonl", {"query_id": "q9", "premise_id": "p1", "relevance": 1}, "not in queries.jsonl"),
        ("judgments.jsonl", {"query_id": "q1", "premise_id": "p1"}, "no relevance"),
        ("judgments.jsonl", {"query_id": "q1", "premise_id": "p1", "relevance": "1"}, "is no number"),
        (
            "judgments.jsonl",
            {"query_id": "q1", "premise_id": "p1", "relevance": 1, "stance": "for"},
            "stance 'for'",
        ),
    ],
)
def test_broken_collections_are_refused(folder: Path, name: str, record: object, message: str) -> None:
    write_lines(folder / name, record)
    with pytest.raises(InputError, match=message):
        collection(folder)


def test_missing_parts_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"there is no queries\.jsonl"):
        collection(tmp_path)
    with pytest.raises(InputError, match="there is no such folder"):
        collection(tmp_path / "nowhere")


def test_a_beir_folder_becomes_ours(tmp_path: Path) -> None:
    beir = tmp_path / "touche"
    write_lines(
        beir / "corpus.jsonl",
        {"_id": "d1", "title": "Ban cars", "text": "Loud.", "metadata": {"stance": "PRO"}},
        {"_id": "d2", "title": "", "text": "Fast."},
    )
    write_lines(beir / "queries.jsonl", {"_id": "1", "text": "Ban cars?"}, {"_id": "2", "text": "Not judged"})
    (beir / "qrels").mkdir()
    (beir / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\n1\td1\t2\n1\td2\t0\n")
    found = collection(beir, cache=tmp_path / "cache")
    assert [(q.id, q.split) for q in found.queries] == [("1", "test")]
    assert found.judgments["1"].gains(["d1", "d2"]).tolist() == [2.0, 0.0]
    records = [json.loads(line) for line in found.corpus[0].read_text().splitlines()]
    assert records[0] == {
        "id": "d1",
        "claim": "Ban cars",
        "premise": "Loud.",
        "stance": "pro",
        "source": "touche",
    }
    assert records[1]["claim"] is None


def test_a_folder_with_topics_qrels_and_args_me(tmp_path: Path) -> None:
    (tmp_path / "topics.xml").write_text(
        "<topics><topic><number>1</number><title>Ban cars</title></topic></topics>"
    )
    (tmp_path / "qrels.txt").write_text("1 0 S1-A1 2\n9 0 S1-A1 1\n")
    (tmp_path / "args-me.json").write_text("[]")
    found = collection(tmp_path)
    assert [query.text for query in found.queries] == ["Ban cars"]
    assert list(found.judgments) == ["1"]
    assert [path.name for path in found.corpus] == ["args-me.json"]
    (tmp_path / "topics.tsv").write_text("1\tBan cars\n")
    with pytest.raises(InputError, match="2 files named topics"):
        collection(tmp_path)


def test_renaming_merges_the_judgments_of_equal_premises() -> None:
    judgments = Judgments(
        [Judgment("q", "r1", 1, "g"), Judgment("q", "r2", 2, "h"), Judgment("q", "r3", 1, "h")]
    )
    merged = judgments.renamed({"r1": "p1", "r2": "p1"}.get)
    assert merged["q"].rows == {"p1": 0, "r3": 1}
    assert merged["q"].relevance.tolist() == [2.0, 1.0]
    assert merged["q"].levels.tolist() == [2.0, 1.0]


def test_an_ir_datasets_id_becomes_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The package fetches its data, so a stand-in answers in its place."""
    premise = SimpleNamespace(text="Loud.", stance=SimpleNamespace(name="CON"))
    documents = [
        SimpleNamespace(doc_id="d1", conclusion="Ban cars", premises=[premise, premise]),
        SimpleNamespace(doc_id="d2", title="Ban cars", text="Fast.", stance="PRO"),
        SimpleNamespace(doc_id="d3", default_text=lambda: "Plain."),
    ]
    dataset = SimpleNamespace(
        has_docs=lambda: True,
        has_queries=lambda: True,
        has_qrels=lambda: True,
        docs_iter=lambda: iter(documents),
        queries_iter=lambda: iter([SimpleNamespace(query_id="1", title="Ban cars?")]),
        qrels_iter=lambda: iter([SimpleNamespace(query_id="1", doc_id="d1", relevance=2)]),
    )

    def load(identifier: str) -> SimpleNamespace:
        return {"argsme/small": dataset}[identifier]

    monkeypatch.setitem(sys.modules, "ir_datasets", SimpleNamespace(load=load))
    found = collection("ir_datasets:argsme/small", cache=tmp_path)
    assert [query.text for query in found.queries] == ["Ban cars?"]
    records = [json.loads(line) for line in found.corpus[0].read_text().splitlines()]
    assert [(r["claim"], r["premise"], r["stance"]) for r in records] == [
        ("Ban cars", "Loud.\nLoud.", "con"),
        ("Ban cars", "Fast.", "pro"),
        (None, "Plain.", None),
    ]
    with pytest.raises(InputError, match="knows no 'argsme/none'"):
        collection("ir_datasets:argsme/none", cache=tmp_path)
    dataset.has_qrels = lambda: False
    with pytest.raises(InputError, match="has no qrels"):
        collection("ir_datasets:argsme/small", cache=tmp_path)
