from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from debatable.cli.main import app
from debatable.errors import InputError, UnknownNameError
from debatable.evaluation import evaluate, welch_t
from debatable.experiments import (
    Cell,
    Inputs,
    PaperTable,
    Row,
    experiment,
    leave_one_out,
    load_triples,
    run_experiment,
    table_lines,
)
from debatable.experiments.ecir2020 import Ecir2020

TRIPLES = [
    ("Ban cars", "Cars should go", "They are loud, and\nsmell.", "very relevant", "1"),
    ("Ban cars", "Cars should go", "They are noisy.", "2", "1"),
    ("Ban cars", "Cars should stay", "They bring people to work.", "relevant", "2"),
    ("Ban cars", "Cars are old", "They were invented long ago.", "not relevant", ""),
    ("Tax sugar", "Sugar tax", "It hits poor people.", "1", "1"),
    ("Tax sugar", "Sugar tax", "They are noisy.", "0", ""),
]
FIELDS = ("query_claim", "result_claim", "premise", "relevance", "cluster")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    quoted = [",".join(f'"{cell}"' for cell in row) for row in (FIELDS, *TRIPLES)]
    (tmp_path / "triples.csv").write_text("\n".join(quoted) + "\n")
    return tmp_path


def test_triples_become_a_collection_alike_from_csv_and_json(data: Path) -> None:
    (data / "triples.json").write_text(json.dumps([dict(zip(FIELDS, row, strict=True)) for row in TRIPLES]))
    found = load_triples(data / "triples.csv", data / "from-csv")
    same = load_triples(data / "triples.json", data / "from-json")
    assert [query.text for query in found.queries] == ["Ban cars", "Tax sugar"]
    assert found.judgments["q1"].relevance.tolist() == [2.0, 2.0, 1.0, 0.0]
    assert found.judgments["q1"].levels.tolist() == [2.0, 1.0]
    assert found.judgments["q2"].levels.tolist() == [1.0]
    assert found.corpus[0].read_bytes() == same.corpus[0].read_bytes()
    assert found.judgments.rows == same.judgments.rows


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("query_claim,premise\n", "no column result_claim, relevance, cluster"),
        (",".join(FIELDS) + "\nBan cars,x,y,maybe,\n", "row 1: relevance 'maybe'"),
        (",".join(FIELDS) + "\nBan cars,,y,1,\n", "row 1: result_claim is missing"),
        (",".join(FIELDS) + "\n", "there is no triple"),
        (",".join(FIELDS) + '\n"Ban cars\n', "not CSV"),
    ],
)
def test_broken_triples_are_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "triples.csv").write_text(text)
    with pytest.raises(InputError, match=message):
        load_triples(tmp_path / "triples.csv", tmp_path / "into")


def test_each_query_is_scored_with_the_setting_chosen_without_it() -> None:
    values = np.array([[0.9, 0.1, 0.1, 0.1], [0.2, 0.3, 0.3, 0.3], [0.2, 0.3, 0.3, 0.3]])
    found = leave_one_out(values)
    # Without query 1 the second setting leads (of equals the first); without another, the first does.
    assert found.chosen.tolist() == [1, 0, 0, 0]
    assert found.values.tolist() == [0.2, 0.1, 0.1, 0.1]
    assert found.mean == pytest.approx(0.125)
    assert found.mean < values.mean(axis=1).max(), "choosing on the query itself would look better"
    with pytest.raises(InputError, match="two queries or more"):
        leave_one_out([[1.0]])


def test_tables_show_ours_beside_the_published() -> None:
    table = PaperTable(
        "Table 1", ("nDCG@5",), (Row("BM25F", (Cell(0.5, 0.6383),)), Row("other", (Cell(None, None),)))
    )
    assert table_lines(table) == [
        "Table 1",
        "             nDCG@5",
        "BM25F  0.500 (.638)",
        "other             –",
    ]


def test_ecir2020_prints_the_papers_tables_with_a_manifest(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(data / "cache"))
    results = [
        CliRunner().invoke(
            app, ["experiment", "ecir2020", "--data", str(data), "--json", "--out", str(data / "o.json")]
        )
        for _ in range(2)
    ]
    assert results[0].exit_code == 0, results[0].exception
    assert results[0].stdout == results[1].stdout == (data / "o.json").read_text()
    document = json.loads(results[0].stdout)
    table_1, table_2 = document["tables"]
    assert table_1["rows"][2]["label"] == "BERT_sw"
    assert table_1["rows"][2]["cells"][0]["published"] == 0.6782
    assert [cell["published"] for cell in table_2["rows"][1]["cells"]][:3] == [0.6309, 0.4409, 0.7744]
    assert document["manifest"]["seed"] == 0
    assert set(document["manifest"]["files"]) == {"triples.csv"}
    assert {"debatable", "python", "numpy"} <= set(document["manifest"]["versions"])


def test_ecir2020_on_another_collection_scores_what_is_there(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(data / "cache"))
    found = load_triples(data / "triples.csv", data / "native")
    chosen = Ecir2020(methods=(("BM25F", "bm25"), ("BERT_sw", "bm25(claims=0)"), ("BERT_sent", "nothing")))
    outcome = run_experiment(chosen, Inputs(data / "native", cache=data / "cache"))
    evaluation = evaluate(found, ["bm25", "bm25(claims=0)"])
    values = {name: scores.values["alpha_nDCG@5"] for name, scores in evaluation.methods.items()}
    first, second, third = outcome.tables[0].rows
    assert first.cells[0] == Cell(float(values["bm25"].mean()), 0.6383)
    assert second.cells[0].ours == float(values["bm25(claims=0)"].mean())
    assert second.cells[1].ours == welch_t(values["bm25(claims=0)"], values["bm25"])
    assert third.cells[0] == Cell(None, 0.5943)
    assert any("not the figures" in remark for remark in outcome.tables[0].remarks)
    assert any("no method nothing" in remark for remark in outcome.tables[0].remarks)
    assert set(outcome.manifest["files"]) == {"corpus.jsonl", "queries.jsonl", "judgments.jsonl"}
    assert outcome.manifest["parameters"]["methods"][2] == ["BERT_sent", "nothing"]


def test_unknown_experiments_and_missing_data_are_named(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'ecir2020'"):
        experiment("ecir202")
    result = CliRunner().invoke(app, ["experiment", "ecir2020", "--data", str(tmp_path)])
    assert "there is no queries.jsonl" in str(result.exception)
