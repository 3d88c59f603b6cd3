"""The tables of ECIR 2020, and the triples of Trier."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from debatable.cli.main import app
from debatable.errors import InputError
from debatable.evaluation import evaluate, welch_t
from debatable.experiments import Cell, Inputs, experiment, load_triples, run_experiment
from debatable.experiments.ecir2020 import Ecir2020, cluster_sizes
from debatable.experiments.table import manifest
from debatable.ranking import METHODS
from tests.support.brute_backend import BruteBackend
from tests.support.command_line import complaint
from tests.support.json_lines import write_lines
from tests.support.triples import FIELDS, TRIPLES


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


def test_spam_and_other_are_left_out(tmp_path: Path) -> None:
    rows = [dict(zip(FIELDS, row, strict=True)) for row in TRIPLES]
    aside = [{**rows[0], "premise": said, "relevance": said} for said in ("spam", " Other ")]
    for name, triples in (("with", [*aside, *rows]), ("without", rows)):
        (tmp_path / f"{name}.json").write_text(json.dumps(triples))
    kept, same = (load_triples(tmp_path / f"{n}.json", tmp_path / n) for n in ("with", "without"))
    assert kept.corpus[0].read_bytes() == same.corpus[0].read_bytes()
    assert kept.judgments.rows == same.judgments.rows


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
    table_1, table_2, sizes = document["tables"]
    assert [cell["published"] for cell in sizes["rows"][0]["cells"]] == [63250, 10611, 6.1, 5]
    assert [row["label"] for row in table_1["rows"]] == [
        "BM25F",
        *(f"all-MiniLM-L6-v2, {kind}" for kind in ("first", "sliding", "sentences")),
    ], "rows bear the name of the encoder that made the vectors"
    assert table_1["rows"][2]["cells"][0]["published"] == 0.6782
    assert table_1["columns"][4:] == ["corrected@5", "corrected@10"]
    sliding = table_1["rows"][2]["cells"]
    assert [cell["published"] for cell in sliding[4:]] == [0.455, 0.487]
    assert [cell["ours"] for cell in sliding[4:]] == [sliding[0]["ours"], sliding[2]["ours"]]
    assert [cell["published"] for cell in table_1["rows"][0]["cells"][4:]] == [None, None]
    assert [cell["published"] for cell in table_2["rows"][1]["cells"]][:3] == [0.6309, 0.4409, 0.7744]
    assert document["manifest"]["seed"] == 0
    assert set(document["manifest"]["files"]) == {"triples.csv"}
    assert {"debatable", "python", "numpy"} <= set(document["manifest"]["versions"])


def test_ecir2020_on_another_collection_scores_what_is_there(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(data / "cache"))
    found = load_triples(data / "triples.csv", data / "native")
    chosen = Ecir2020(methods=(("BM25F", "bm25"), ("sliding", "bm25(claims=0)"), ("sentences", "nothing")))
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
    assert outcome.manifest["parameters"]["methods"][2] == ["sentences", "nothing"]


def test_judged_alone_leaves_unjudged_premises_out_of_the_corpus(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(data / "cache"))
    found = load_triples(data / "triples.csv", data / "native")
    values = evaluate(found, ["bm25"]).methods["bm25"].values["alpha_nDCG@5"]
    query = found.queries[0].text
    with (data / "native" / "corpus.jsonl").open("a") as corpus:
        for number in range(2):  # the words of a query, which would be found first
            record = {"id": f"unjudged-{number}", "claim": query, "premise": f"{query} {query} {number}"}
            corpus.write(json.dumps(record) + "\n")
    figures = {}
    for judged in (True, False):
        chosen = Ecir2020(methods=(("BM25F", "bm25"),), judged=judged)
        table = run_experiment(chosen, Inputs(data / "native", cache=data / "cache")).tables[0]
        assert ("The corpus is the judged premises alone." in table.remarks) == judged
        figures[judged] = table.rows[0].cells[0].ours
    assert figures[True] == float(values.mean()) != figures[False]


BACKGROUND = [
    {"id": "t1", "claim": "Festivals should move", "premise": "They are noisy.", "stance": "pro"},
    {
        "id": "t2",
        "claim": "Trains are slow",
        "premise": "Noisy brakes stop them everywhere.",
        "stance": "pro",
    },
    {"id": "t3", "claim": "Fish should be eaten", "premise": "It is healthy.", "stance": "con"},
]


@pytest.fixture
def corpus(data: Path) -> Path:
    folder = data / "background"
    folder.mkdir()
    write_lines(folder / "portals.jsonl", *BACKGROUND)
    return folder


def test_claim_clusters_frequencies_and_similar_premises_are_those_of_the_corpus(
    data: Path, corpus: Path
) -> None:
    # The triples have the claims "Cars should go", "Cars should stay", "Cars are old" and "Sugar tax"; "They are
    # noisy." is said of cars and of sugar. The background adds three claims; of festivals it is said as well.
    found = load_triples(data / "triples.csv", data / "native")
    seen = []
    for background in (None, corpus):
        inputs = Inputs(data, cache=data / "cache", corpus=background)
        with inputs.engine(inputs.with_background(found), ("first",)) as engine:
            backend = engine.backend
            rows = backend.rows("premises")
            noisy = rows[backend.texts("premises", rows).index("They are noisy."), None]
            frequency, _ = backend.claim_frequencies(backend.clusters("premises", noisy))
            similar = set(backend.texts("premises", backend.similar_premises(noisy, 9)))
            seen.append((backend.counts, int(frequency[0]), similar))
    (alone, cf, near), (beside, more, further) = seen
    assert (alone.claims, beside.claims) == (4, 7)
    assert (alone.premises, beside.premises) == (5, 7), "equal premises are one"
    assert beside.claim_clusters > alone.claim_clusters
    assert more == cf + 1, "festivals are a claim cluster more"
    assert "Noisy brakes stop them everywhere." in further - near


def test_the_manifest_names_files_of_both(data: Path, corpus: Path) -> None:
    chosen = Ecir2020(methods=(("BM25F", "bm25f"), ("first", "bm25")))
    outcome = run_experiment(chosen, Inputs(data, cache=data / "cache", corpus=corpus))
    assert set(outcome.manifest["files"]) == {"triples.csv", "portals.jsonl"}
    assert outcome.tables[0].rows[0].cells[0].ours is not None
    assert "Lists are condensed to judged premises." not in outcome.tables[0].remarks, "5 of 7 were judged"


def test_files_of_one_name_are_told_apart_by_their_folders(tmp_path: Path) -> None:
    files = [tmp_path / folder / "corpus.jsonl" for folder in ("a", "b")]
    for path in files:
        path.parent.mkdir()
        path.write_text(path.parent.name)
    assert list(manifest("x", {}, 0, files)["files"]) == ["a/corpus.jsonl", "b/corpus.jsonl"]


def test_queries_are_drawn_by_the_seed_from_those_with_few_premises(data: Path) -> None:
    # "Ban cars" has four judged premises, "Tax sugar" two.
    methods = (("BM25F", "bm25f"),)
    outcome = run_experiment(
        Ecir2020(methods=methods, queries=1, most=3), Inputs(data, seed=5, cache=data / "cache")
    )
    assert "1 query of at most 3 judged premises, drawn at random." in outcome.tables[0].remarks
    with pytest.raises(InputError, match="2 queries cannot be drawn from 1 with 1 to 3 premises"):
        run_experiment(Ecir2020(methods=methods, queries=2, most=3), Inputs(data, cache=data / "cache"))


@pytest.mark.parametrize(
    ("name", "corpus", "sentence"),
    [
        ("ecir2020", "nowhere", "there is no such file or folder"),
        ("ecir2020", "empty", "the folder holds no corpus file"),
        ("ecir2020", "bare", "the background corpus holds no argument"),
        ("sigir2019", "bare", "sigir2019 takes no background corpus"),
        ("ecir2020(signs=both)", "", "unknown way to count signs 'both'"),
        ("ecir2020(clusters=hybrid-s)", "", "unknown clustering 'hybrid-s'"),
        ("ecir2020(queries=-1)", "", "-1 queries of at most 50 premises"),
        ("ecir2020(queries=9)", "", "9 queries cannot be drawn"),
        ("ecir2020(queries=1,most=0)", "", "1 query of at most 0 premises"),
    ],
)
def test_bad_input_is_one_sentence(
    data: Path,
    name: str,
    corpus: str,
    sentence: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(data / "cache"))
    (data / "empty").mkdir()
    (data / "bare").mkdir()
    (data / "bare" / "queries.jsonl").write_text(json.dumps({"text": "no premise"}) + "\n")
    options = ["--corpus", str(data / corpus)] if corpus else []
    assert sentence in complaint(capsys, monkeypatch, "experiment", name, "--data", data, *options)


def test_signs_are_counted_together_by_name() -> None:
    together = experiment("ecir2020(signs=together)")
    assert isinstance(together, Ecir2020)
    assert [method for _, method in together.methods] == [
        "bm25f",
        "framework-paper-first(signs=together)",
        "framework-paper-sliding(signs=together)",
        "framework-paper-sentences(signs=together)",
    ]
    assert all(METHODS.parse(method).signs == "together" for _, method in together.methods[1:])  # type: ignore[attr-defined]


def test_sizes_of_claim_clusters_stand_beside_those_of_the_paper() -> None:
    claims = [f"claim {number}" for number in range(7)]
    backend = BruteBackend(claims, ["a premise"], [(0, 0, 1)], [0, 0, 0, 1, 1, 2, 3], [0])
    all_claims, several = cluster_sizes(backend, "hybrid").rows
    # Sizes 3, 2, 1, 1.
    assert [cell.ours for cell in all_claims.cells] == [7, 4, 1.75, 1.5]
    assert [cell.ours for cell in several.cells] == [5, 2, 2.5, 2.5]
