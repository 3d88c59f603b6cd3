"""A background corpus beside the judged triples, and queries drawn at random."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from debatable.errors import InputError
from debatable.experiments import Inputs, load_triples, run_experiment
from debatable.experiments.ecir2020 import Ecir2020
from debatable.experiments.manifest import manifest
from tests.support.command_line import complaint
from tests.support.json_lines import write_lines

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
