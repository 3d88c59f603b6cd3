"""Table 1 on the data of the paper, in small, with a relevance model that counts shared letters."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from typer.testing import CliRunner

from debatable.arrays import Floats
from debatable.cli.main import app
from debatable.errors import InputError
from debatable.evaluation import evaluate
from debatable.experiments import Inputs, load_triples, run_experiment
from debatable.experiments.ecir2021 import Ecir2021
from debatable.experiments.ecir2021.tables import TABLE_1
from debatable.learning import RELEVANCES
from tests.support.json_lines import write_lines
from tests.support.relevance import SharedLetters
from tests.support.triples import FIELDS, TRIPLES


@pytest.fixture
def data(tmp_path: Path) -> Path:
    quoted = [",".join(f'"{cell}"' for cell in row) for row in (FIELDS, *TRIPLES)]
    (tmp_path / "triples.csv").write_text("\n".join(quoted) + "\n")
    return tmp_path


@pytest.fixture
def shared_letters() -> Iterator[str]:
    RELEVANCES.register("shared-letters", SharedLetters())
    yield "shared-letters"
    RELEVANCES.unregister("shared-letters")


def test_the_table_of_the_paper(data: Path, shared_letters: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(data / "cache"))
    name = f"ecir2021(model={shared_letters},same_topic={shared_letters})"
    call = ["experiment", name, "--data", str(data), "--json"]
    results = [CliRunner().invoke(app, call) for _ in range(2)]
    assert results[0].exit_code == 0, results[0].exception
    assert results[0].stdout == results[1].stdout
    table, beside = json.loads(results[0].stdout)["tables"]
    assert table["columns"] == list(TABLE_1)
    labels = ["5", "10", "5, discount of ECIR 2020", "10, discount of ECIR 2020"]
    assert [row["label"] for row in table["rows"]] == labels
    assert all(cell["published"] is None for row in table["rows"][2:] for cell in row["cells"])
    assert [cell["published"] for cell in table["rows"][0]["cells"]][-2:] == [0.437, 0.475]
    assert all(0 <= cell["ours"] <= 1 for row in table["rows"] for cell in row["cells"])
    ours = dict(zip(table["columns"], (cell["ours"] for cell in table["rows"][0]["cells"]), strict=True))
    assert ours["top-k same topic"] == ours["top-k ours"]  # the same model stands for both here
    assert {"plain coreset BERT", "framework-first"} <= {row["label"] for row in beside["rows"]}


def test_columns_without_settings_are_those_of_the_methods(data: Path, shared_letters: str) -> None:
    found = load_triples(data / "triples.csv", data / "native")
    outcome = run_experiment(Ecir2021(model=shared_letters), Inputs(data / "native", cache=data / "cache"))
    table = outcome.tables[0]
    relevance = f"relevance(relevance=learned(model={shared_letters}),stance=none)"
    evaluation = evaluate(
        found,
        ["zero-shot(stance=none)", relevance, "framework-paper-first"],
        [f"alpha_nDCG{form}@{k}" for form in ("(discount=standard)", "") for k in (5, 10)],
    )
    # The discount of the authors' program, 1/log2(i + 1), then that of ECIR 2020.
    for row, name in zip(table.rows, evaluation.measures, strict=True):
        ours = {label: cell.ours for label, cell in zip(table.columns, row.cells, strict=True)}
        means = [float(one.values[name].mean()) for one in evaluation.methods.values()]
        assert [ours["top-k zero-shot"], ours["top-k ours"], ours["[6] first"]] == pytest.approx(means)
        assert ours["top-k same topic"] is None
        assert min(means) > 0
    assert any("same_topic=FOLDER" in remark for remark in table.remarks)
    assert any("not the figures" in remark for remark in table.remarks)
    assert any("up to five premises of a cluster" in remark for remark in table.remarks)


def test_premises_are_compared_by_claims_alone_where_there_are_claims(
    data: Path, shared_letters: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CLAIM-SIM was also tried with premises in the place of claims, and the better of both was taken."""
    read: set[str] = set()
    letters = SharedLetters.__call__

    def noted(self: SharedLetters, query: str, texts: Sequence[str]) -> Floats:
        read.add(query)
        return letters(self, query, texts)

    monkeypatch.setattr(SharedLetters, "__call__", noted)
    run_experiment(Ecir2021(model=shared_letters), Inputs(data, cache=data / "cache"))
    queries, claims, premises = ({row[field] for row in TRIPLES} for field in range(3))
    assert read & claims and read <= queries | claims and not read & premises


def test_a_model_that_is_nowhere_is_one_sentence(data: Path) -> None:
    result = CliRunner().invoke(app, ["experiment", "ecir2021(model=/nowhere/at/all)", "--data", str(data)])
    assert result.exit_code != 0 and "no such folder" in str(result.exception)
    with pytest.raises(InputError, match="no such folder"):  # said before anything is indexed
        run_experiment(Ecir2021(model="/nowhere/at/all"), Inputs(data, cache=data / "cache"))
    assert not list((data / "cache").rglob("debatable.json"))


def test_one_query_leaves_nothing_to_choose_by(data: Path) -> None:
    lines = (data / "triples.csv").read_text().splitlines(keepends=True)
    (data / "triples.csv").write_text("".join(line for line in lines if "Tax sugar" not in line))
    with pytest.raises(
        InputError, match="1 judged query, and each is scored with what is best on the others"
    ):
        run_experiment(Ecir2021(), Inputs(data, cache=data / "cache"))


def test_a_query_that_nobody_judged_is_left_out(tmp_path: Path, shared_letters: str) -> None:
    """It ended with a KeyError of its id."""
    folder = tmp_path / "cars"
    things = ("cars", "zoos")
    write_lines(
        folder / "corpus.jsonl",
        *({"id": thing, "claim": f"Ban {thing}", "premise": f"All {thing} are loud."} for thing in things),
    )
    write_lines(
        folder / "queries.jsonl",
        *({"query_id": thing, "text": f"Ban {thing}"} for thing in (*things, "bikes")),
    )
    judgments = ({"query_id": thing, "premise_id": thing, "relevance": 1, "cluster": "g"} for thing in things)
    write_lines(folder / "judgments.jsonl", *judgments)
    outcome = run_experiment(Ecir2021(model=shared_letters), Inputs(folder, cache=tmp_path / "cache"))
    assert outcome.tables[0].title.endswith("on cars, 2 queries")
