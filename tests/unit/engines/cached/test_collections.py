from __future__ import annotations

from pathlib import Path

from debatable.engines import collection_index, open_engine
from debatable.errors import RecordError
from debatable.evaluation import Collection, Judgments, Query

LINES = (
    '{"id": "a", "premise": "Cars are loud"}\n{"id": "bad", "premise": ""}\n{"id": "a", "premise": "Twice"}\n'
)


def made(folder: Path, text: str = LINES) -> Collection:
    folder.mkdir(exist_ok=True)
    (folder / "corpus.jsonl").write_text(text)
    return Collection("cars", (Query("q", "Ban cars"),), Judgments([]), (folder / "corpus.jsonl",))


def test_the_index_of_a_collection_is_made_once_without_its_bad_records(tmp_path: Path) -> None:
    skipped: list[RecordError] = []
    folder = collection_index(made(tmp_path / "one"), cache=tmp_path / "cache", on_skip=skipped.append)
    assert [str(error).split(": ")[0].endswith("corpus.jsonl:2") for error in skipped] == [True]
    with open_engine(folder) as engine:
        assert [hit.premise.text for hit in engine.search("cars", method="bm25", strict=False).hits] == [
            "Cars are loud"
        ]
    again = collection_index(made(tmp_path / "copy"), cache=tmp_path / "cache", on_skip=skipped.append)
    assert again == folder
    assert len(skipped) == 1, "the second call reads nothing"


def test_another_corpus_gets_another_index(tmp_path: Path) -> None:
    one = collection_index(made(tmp_path / "one"), cache=tmp_path / "cache")
    other = collection_index(made(tmp_path / "one", LINES.replace("loud", "fast")), cache=tmp_path / "cache")
    assert one != other
