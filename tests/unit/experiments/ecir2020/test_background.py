"""A background corpus beside the judged triples, and queries drawn at random."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from debatable.engines import Engine
from debatable.errors import InputError
from debatable.experiments import Inputs, load_triples, run_experiment
from debatable.experiments.ecir2020 import Ecir2020
from debatable.experiments.manifest import manifest
from debatable.model import Explanation
from tests.support.command_line import complaint
from tests.support.json_lines import write_lines

METHOD = "framework-paper-first"
BACKGROUND = [
    {"id": "t1", "claim": "Planes should go", "premise": "They are noisy.", "stance": "pro"},
    {"id": "t2", "claim": "Trains are slow", "premise": "They stop everywhere.", "stance": "pro"},
    {"id": "t3", "claim": "Fish should be eaten", "premise": "It is healthy.", "stance": "con"},
]


@pytest.fixture
def corpus(data: Path) -> Path:
    folder = data / "background"
    folder.mkdir()
    write_lines(folder / "portals.jsonl", *BACKGROUND)
    return folder


def values_of(tree: Explanation, name: str) -> set[float]:
    """All values of one name in an explanation."""
    own = {tree.value} if tree.name == name else set()
    return own.union(*(values_of(part, name) for part in tree.parts))


def noisy(engine: Engine) -> Explanation:
    """How the score of the premise that planes share with cars comes about."""
    answer = engine.search("Ban cars", method=METHOD, strict=False)
    return next(hit.explanation for hit in answer.hits if hit.premise.text == "They are noisy.")


def test_claim_clusters_and_frequencies_are_those_of_the_corpus(data: Path, corpus: Path) -> None:
    # The triples have the claims "Cars should go", "Cars should stay", "Cars are old" and "Sugar tax"; "They are
    # noisy." is said of cars and of sugar. The background adds three claims, planes among them, of which it is said,
    # too.
    found = load_triples(data / "triples.csv", data / "native")
    seen = []
    for background in (None, corpus):
        inputs = Inputs(data, cache=data / "cache", corpus=background)
        with inputs.engine(inputs.with_background(found), ("first",)) as engine:
            counts = engine.backend.counts
            tree = noisy(engine)
            seen.append((counts.claims, counts.premises, values_of(tree, "|Γ|"), values_of(tree, "cf(p+)")))
            assert values_of(tree, "|Γ|") == {counts.claim_clusters}
    alone, beside = seen
    assert (alone[0], beside[0]) == (4, 7)
    assert (alone[1], beside[1]) == (5, 7), "equal premises are one"
    assert max(beside[2]) > max(alone[2]), (
        "there are more claim clusters in the corpus than beside the triples"
    )
    assert max(beside[3]) > max(alone[3]), "cf counts the cluster of planes"


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
    assert "1 queries of at most 3 judged premises, drawn at random." in outcome.tables[0].remarks
    with pytest.raises(InputError, match="2 queries cannot be drawn: 1 have 1 to 3 premises"):
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
        ("ecir2020(queries=1,most=0)", "", "1 queries of at most 0 premises"),
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
