"""Data sets of Hugging Face and of ir_datasets, and data frames, by the packages themselves; all of them local."""

from __future__ import annotations

from pathlib import Path

import pytest

import debatable
from debatable.corpus.readers import arguments_of
from debatable.errors import InputError
from debatable.evaluation import evaluate
from debatable.evaluation.collections import collection
from debatable.model import COLUMNS
from tests.support.indexes import BY_WORDS, cars_index

pytestmark = [pytest.mark.release, pytest.mark.filterwarnings("ignore::DeprecationWarning")]

NAMED = {"premise": "text", "claim": "topic", "stance": "label"}


def test_a_data_set_of_hugging_face_is_indexed(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets", reason="Hugging Face datasets is not installed")
    features = datasets.Features(
        {
            "text": datasets.Value("string"),
            "topic": datasets.Value("string"),
            "label": datasets.ClassLabel(names=["PRO", "CON"]),
        }
    )
    rows = {"text": ["Cars are loud", "Cars are free"], "topic": ["Ban cars"] * 2, "label": [0, 1]}
    whole = datasets.Dataset.from_dict(rows, features=features)
    tally = debatable.index(whole, into=tmp_path / "index", columns=NAMED, configuration=BY_WORDS)
    assert tally.added == 2
    with debatable.open(tmp_path / "index") as engine:
        hits = engine.search("Ban cars", method="bm25")
        assert {hit.premise.text: hit.stance.value for hit in hits} == {
            "Cars are loud": "pro",
            "Cars are free": "con",
        }
    streamed = list(arguments_of(whole.to_iterable_dataset(), columns=NAMED))
    assert streamed == list(arguments_of(whole, columns=NAMED)) and len(streamed) == 2
    with pytest.raises(InputError, match="no column 'txt' for the premise, did you mean 'text'"):
        arguments_of(whole, columns={"premise": "txt"})
    with pytest.raises(InputError, match="several splits; give one of them: 'train'"):
        arguments_of(datasets.DatasetDict({"train": whole}))


def test_frames_go_in_and_answers_come_out_as_frames(tmp_path: Path) -> None:
    pd = pytest.importorskip("pandas", reason="pandas is not installed")
    given = pd.DataFrame(
        {"id": [7, 8], "premise": ["Cars are loud", "Cars are free"], "claim": ["Ban cars", None]}
    )
    read = list(arguments_of(given))
    assert [one.id for one in read] == ["7", "8"] and read[1].claim is None
    with debatable.open(cars_index(tmp_path / "index")) as engine:
        answer = engine.search("Ban cars", method="bm25")
        frame = answer.as_frame()
        assert list(frame.columns) == list(COLUMNS) and len(frame) == 2
        assert frame.set_index("premise_id").stance.to_dict() == {"a": "pro", "b": "con"}
        nothing = engine.search("Xylophones", method="bm25").as_frame()
        assert list(nothing.columns) == list(COLUMNS)


def test_a_local_data_set_of_ir_datasets_is_a_collection(tmp_path: Path) -> None:
    """Data sets of its catalogue are downloads; a local one goes the same way from there on."""
    package = pytest.importorskip("ir_datasets", reason="ir_datasets is not installed")
    (tmp_path / "docs.tsv").write_text("d1\tCars are loud\nd2\tBread is cheap\n", "utf-8")
    (tmp_path / "queries.tsv").write_text("q1\tBan loud cars\nq2\tNobody judged this\n", "utf-8")
    (tmp_path / "qrels.txt").write_text("q1 0 d1 2\nq1 0 d2 0\n", "utf-8")
    dataset = package.create_dataset(
        docs_tsv=str(tmp_path / "docs.tsv"),
        queries_tsv=str(tmp_path / "queries.tsv"),
        qrels_trec=str(tmp_path / "qrels.txt"),
    )
    read = collection(dataset, cache=tmp_path / "cache")
    assert [(query.id, query.text) for query in read.queries] == [("q1", "Ban loud cars")]
    assert read.texts() == {"d1": "Cars are loud", "d2": "Bread is cheap"}
    result = evaluate(read, ["bm25"], ["P@1"])
    assert result.methods["bm25"].values["P@1"].tolist() == [1.0]
    with pytest.raises(InputError, match="collection is of type int"):
        collection(3)  # type: ignore[arg-type]
