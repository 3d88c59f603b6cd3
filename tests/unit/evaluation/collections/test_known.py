"""Collections of others: figures stand beside ours where the data are the same, and nowhere else."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from debatable.evaluation import collection
from debatable.evaluation.collections.known import KNOWN_COLLECTIONS
from tests.support.command_line import complaint, invoked
from tests.support.json_lines import write_lines


@pytest.fixture
def beir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in the shape of webis-touche2020-v3: three passages, two topics, four judgments."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "webis-touche2020-v3"
    texts = ("Cars are loud and dangerous.", "Cars carry what no bicycle can.", "Uniforms hide who is poor.")
    write_lines(
        folder / "corpus.jsonl",
        *[
            {"_id": f"d{n}", "title": title, "text": text, "metadata": {"stance": "CON", "url": "u"}}
            for n, (title, text) in enumerate(zip(("Cars", "Cars", "School uniforms"), texts, strict=True))
        ],
    )
    topics = [
        {"_id": "1", "text": "Should cars be banned?"},
        {"_id": "2", "text": "Are school uniforms good?"},
    ]
    write_lines(folder / "queries.jsonl", *topics)
    (folder / "qrels").mkdir()
    rows = ["query-id\tcorpus-id\tscore", "1\td0\t2", "1\td1\t1", "1\td2\t0", "2\td2\t2"]
    (folder / "qrels" / "test.tsv").write_text("\n".join(rows) + "\n")
    return folder


def test_published_figures_stand_in_the_table_of_the_same_collection(
    beir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = KNOWN_COLLECTIONS.parse("touche-v3")
    same = replace(known, documents=3, queries=2, judgments=4)
    assert same.differences(collection(beir)) == []
    KNOWN_COLLECTIONS.register("touche-small", same)
    try:
        printed = invoked("collections", "touche-small", "--data", beir, "-m", "bm25f").stdout
        document = json.loads(
            invoked("collections", "touche-small", "--data", beir, "-m", "bm25f", "--json").stdout
        )
    finally:
        KNOWN_COLLECTIONS.unregister("touche-small")
    rows = {line.rsplit(maxsplit=2)[0]: line.split()[-2:] for line in printed.splitlines()[2:]}
    assert rows["BM25, multi-field (Thakur et al. 2024)"] == ["0.785", "–"]
    assert rows["DRAGON+ (Thakur et al. 2024)"] == ["0.718", "–"]
    assert rows["bm25f"] == ["1.000", "1.000"]
    assert document["methods"]["bm25f"]["ndcg@10"] == 1.0 and document["different"] == []
    assert document["published"]["BM25, multi-field (Thakur et al. 2024)"] == {"ndcg@10": 0.785}


def test_figures_of_other_data_are_never_shown(beir: Path) -> None:
    made = invoked("collections", "touche-v3", "--data", beir, "-m", "bm25f", "--json")
    document = json.loads(made.stdout)
    assert document["published"] == {}
    assert [one.split(" where ")[1] for one in document["different"]] == [
        "the published one has 49",
        "the published one has 2,849",
    ]
    other = json.loads(invoked("collections", "touche-v2", "--data", beir, "-m", "bm25f", "--json").stdout)
    assert other["different"][0] == "3 documents where the published one has 382,545"


def test_all_are_listed_with_their_figures() -> None:
    listed = {one["name"]: one for one in json.loads(invoked("collections", "--json").stdout)}
    assert (listed["touche-v2"]["documents"], listed["touche-v2"]["judgments"]) == (382_545, 2_214)
    printed = invoked("collections").stdout
    assert "nDCG@10 0.785  BM25, multi-field" in printed and "nDCG@10 0.367  BM25, multi-field" in printed


def test_mistakes_cost_one_sentence(
    beir: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for arguments, message in (
        (["collections", "touche-v4"], "unknown collection 'touche-v4'; did you mean 'touche-v3'"),
        (["collections", "touche-v3"], "touche-v3 needs its files; give --data DIR"),
        (["collections", "touche-v3", "--data", beir / "nowhere"], "there is no such folder"),
        (["collections", "touche-v3", "--data", beir, "-m", "bm52"], "unknown method 'bm52'"),
        (["evaluate", beir, "--judgment", "quality"], "nobody judged quality; use a collection with"),
        (["evaluate", beir, "--judgment", "worth"], "unknown judgment 'worth'"),
    ):
        assert message in complaint(capsys, monkeypatch, *arguments)
