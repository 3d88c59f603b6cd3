"""From a name to a collection, or to training material."""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from debatable.corpus.readers import read
from debatable.errors import InputError, RecordError
from debatable.evaluation import Judgment, Judgments, Query, collection, evaluate, save_collection
from debatable.evaluation.collections import material
from debatable.learning.training import JudgedPremise
from debatable.model import Stance
from tests.support.json_lines import write_lines
from tests.support.tiny_base import write_debates


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


def test_a_packed_beir_folder_loses_nothing(tmp_path: Path) -> None:
    """A packed file of qrels was left out, and packed texts were said to be missing."""
    beir = tmp_path / "touche"
    (beir / "qrels").mkdir(parents=True)
    for name, text in (
        ("corpus.jsonl", '{"_id": "d1", "title": "Ban cars", "text": "Loud."}\n'),
        ("queries.jsonl", '{"_id": "1", "text": "Ban cars?"}\n{"_id": "2", "text": "Ban zoos?"}\n'),
        ("qrels/test.tsv", "query-id\tcorpus-id\tscore\n1\td1\t2\n"),
    ):
        (beir / f"{name}.gz").write_bytes(gzip.compress(text.encode()))
    (beir / "qrels" / "train.tsv").write_text("query-id\tcorpus-id\tscore\n2\td1\t1\n")
    (beir / "qrels" / "train.tsv.gz").write_bytes(gzip.compress(b"2\td1\t1\n"))
    found = collection(beir, cache=tmp_path / "cache")
    assert found.name == "touche" and len(found.judgments.rows) == 2
    assert [(q.id, q.split) for q in found.queries] == [("1", "test"), ("2", "train")]


def test_a_document_without_a_text_is_left_out_of_a_beir_folder(tmp_path: Path) -> None:
    """Data sets of BEIR as they are published have some, and the whole folder was refused."""
    beir = tmp_path / "touche"
    documents = [{"_id": "d1", "title": "Ban cars", "text": "Loud."}]
    documents += [
        {"_id": f"e{row}", "title": "Ban cars", "text": text} for row, text in enumerate(("", " \n"))
    ]
    write_lines(beir / "corpus.jsonl", *documents)
    write_lines(beir / "queries.jsonl", {"_id": "1", "text": "Ban cars?"})
    (beir / "qrels").mkdir()
    (beir / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\n1\td1\t2\n")
    found = collection(beir, cache=tmp_path / "cache")
    left_out = list[RecordError]()
    kept = read(found.corpus, on_error="skip", on_skip=left_out.append)
    assert [argument.id for argument in kept] == ["d1"] and len(left_out) == 2
    write_lines(beir / "corpus.jsonl", {"_id": "d1", "title": "Ban cars"})
    with pytest.raises(InputError, match=r"touche/corpus\.jsonl:1: text is missing"):
        collection(beir, cache=tmp_path / "cache")


def test_a_judged_query_that_a_beir_folder_lacks_is_named_with_its_file(tmp_path: Path) -> None:
    """The file named was a copy in the cache, which nobody knows."""
    beir = tmp_path / "touche"
    write_lines(beir / "corpus.jsonl", {"_id": "d1", "title": "Ban cars", "text": "Loud."})
    write_lines(beir / "queries.jsonl", {"_id": "1", "text": "Ban cars?"})
    (beir / "qrels").mkdir()
    (beir / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\n1\td1\t2\n99\td1\t1\n")
    with pytest.raises(
        InputError, match=r"touche/queries\.jsonl: query '99' of qrels/test\.tsv is not there"
    ):
        collection(beir, cache=tmp_path / "cache")


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
        qrels_iter=lambda: iter(
            [SimpleNamespace(query_id="1", doc_id="d1", relevance=2, quality=1, stance="PRO")]
        ),
    )

    def load(identifier: str) -> SimpleNamespace:
        return {"argsme/small": dataset}[identifier]

    monkeypatch.setitem(sys.modules, "ir_datasets", SimpleNamespace(load=load))
    found = collection("ir_datasets:argsme/small", cache=tmp_path)
    assert [query.text for query in found.queries] == ["Ban cars?"]
    assert [(row.quality, row.stance) for row in found.judgments.rows] == [(1.0, Stance.PRO)]
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


def test_topics_that_nobody_judged_are_kept_and_counted(tmp_path: Path) -> None:
    """They were dropped without a word: no run answered them, and no remark of an evaluation counted them."""
    (tmp_path / "topics.tsv").write_text("1\tBan cars\n2\tBan zoos\n")
    (tmp_path / "qrels.txt").write_text("1 0 a 2\n")
    (tmp_path / "corpus.jsonl").write_text('{"id": "a", "claim": "Ban cars", "premise": "They are loud."}\n')
    found = collection(tmp_path)
    assert [query.id for query in found.queries] == ["1", "2"]
    alone = found.with_published({"theirs": {"1": ["a"]}}, alone=True)
    assert evaluate(alone, [], ["P@1"]).remarks == ("1 query left out, for which nothing was judged",)


def test_qrels_beside_our_own_judgments_are_a_copy_of_them(tmp_path: Path) -> None:
    """A folder that qrels were written into for trec_eval was no collection any more: it has no topics."""
    kept = save_collection(
        tmp_path,
        [{"id": "a", "claim": "Ban cars", "premise": "They are loud."}],
        [Query("q1", "Ban cars")],
        Judgments([Judgment("q1", "a", 0.5)]),
    )
    (tmp_path / "qrels.txt").write_text("q1 0 a 1\n")
    assert collection(tmp_path).judgments.rows == kept.judgments.rows
    (tmp_path / "judgments.jsonl").unlink()
    with pytest.raises(InputError, match=r"0 files named topics\*; put exactly one there"):
        collection(tmp_path)


def test_qrels_of_other_topics_are_refused(tmp_path: Path) -> None:
    """Topics 1 and qrels of 01 were a collection without judgments, and somebody was asked to make some."""
    (tmp_path / "topics.tsv").write_text("1\tBan cars\n")
    (tmp_path / "qrels.txt").write_text("01 0 a 2\n")
    (tmp_path / "args-me.json").write_text("[]")
    with pytest.raises(InputError, match=r"qrels.txt: none of its topics is in topics.tsv; use the same ids"):
        collection(tmp_path)


def test_topics_without_a_file_named_qrels_are_told_what_is_missing(tmp_path: Path) -> None:
    """It was said that there is no queries.jsonl, which topics stand for."""
    (tmp_path / "topics.tsv").write_text("1\tBan cars\n")
    (tmp_path / "mine.qrels").write_text("1 0 a 2\n")
    with pytest.raises(InputError, match=r"0 files named qrels\*; put exactly one there"):
        collection(tmp_path)


def test_grades_of_quality_stand_beside_those_of_relevance(tmp_path: Path) -> None:
    """Touché 2021 has two files of qrels; a folder with both used to be refused."""
    (tmp_path / "topics.tsv").write_text("1\tBan cars\n")
    (tmp_path / "qrels-relevance.txt").write_text("1 0 S1-A1 2\n1 0 S1-A2 1\n")
    (tmp_path / "qrels-quality.txt").write_text("1 0 S1-A1 0\n1 0 S1-A2 2\n")
    (tmp_path / "args-me.json").write_text("[]")
    found = collection(tmp_path)
    assert found.judgments["1"].gains(["S1-A1", "S1-A2"]).tolist() == [2, 1]
    assert found.judgments.of_kind("quality")["1"].gains(["S1-A1", "S1-A2"]).tolist() == [0, 2]
    assert [path.name for path in found.corpus] == ["args-me.json"]
    (tmp_path / "qrels-quality.txt").write_text("1 0 S1-A1 0\n1 0 S1-A9 2\n")
    with pytest.raises(InputError, match="premise 'S1-A9' of query '1' has a quality and no relevance"):
        collection(tmp_path)


def test_missing_parts_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"there is no queries\.jsonl"):
        collection(tmp_path)
    with pytest.raises(InputError, match="there is no such folder"):
        collection(tmp_path / "nowhere")


RECORDS = [
    {"id": "a", "claim": "Ban cars", "premise": "Cars are loud", "stance": "pro"},
    {"id": "b", "premise": "Cars are handy"},
]


def saved(folder: Path) -> Path:
    queries = [Query("q1", "No more cars", "train"), Query("q2", "More cars", "dev")]
    judgments = [
        Judgment("q1", "a", 2, "noise", Stance.PRO, 3.0),
        Judgment("q1", "gone", 1),
        Judgment("q2", "b", 0),
    ]
    save_collection(folder, RECORDS, queries, Judgments(judgments))
    return folder


def test_a_collection_gives_its_training_split_and_all_only_if_asked(tmp_path: Path) -> None:
    folder = saved(tmp_path / "made")
    first = JudgedPremise("No more cars", "Cars are loud", 2, "noise", Stance.PRO, 3.0)
    found = material(folder)
    assert found.name == "made" and len(found.arguments) == 2 and found.judged == (first,)
    assert material(folder, "all").judged == (first, JudgedPremise("More cars", "Cars are handy", 0))
    assert [row.query for row in material(folder, "dev").judged] == ["More cars"]
    with pytest.raises(InputError, match="made has no split 'test'"):
        material(folder, "test")


def test_a_corpus_is_taken_as_index_takes_it(tmp_path: Path) -> None:
    path = write_debates(tmp_path / "made.jsonl")
    assert len(material(path).arguments) == 320 and material(path).judged == ()
    assert material(tmp_path).arguments == material(path).arguments
    with pytest.raises(InputError, match="a corpus has no split 'train'"):
        material(path, "train")
    with path.open("a", encoding="utf-8") as file:
        file.write("{}\n")
    with pytest.raises(RecordError):
        material(path)
    assert len(material(path, on_error="skip").arguments) == 320
