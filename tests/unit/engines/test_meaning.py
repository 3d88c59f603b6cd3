from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from debatable.embedding import OnnxEncoder
from debatable.engines import (
    Configuration,
    LocalIndex,
    add_arguments,
    make_index,
    meaning,
    open_engine,
    recluster_index,
    remove_arguments,
    verify_index,
)
from debatable.errors import InputError
from debatable.model import Argument, Claim, Premise, Stance, claim_id

TEXTS = [
    "Cars are loud and people cannot sleep.",
    "The noise of traffic keeps residents awake at night.",
    "Nuclear plants produce waste that stays dangerous for ages.",
    "Radioactive waste remains hazardous for thousands of years.",
    "School uniforms hide differences in income.",
]


def argument(number: int, text: str) -> Argument:
    claim = Claim(claim_id("We must act"), "We must act")
    return Argument(f"a{number}", Premise(f"a{number}", text), claim, Stance.PRO)


CORPUS = [argument(number, text) for number, text in enumerate(TEXTS)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    make_index(CORPUS, tmp_path / "index")
    return tmp_path / "index"


def test_vectors_stand_at_their_rows(folder: Path) -> None:
    index = LocalIndex(folder)
    direct = index.encode(index.premise_texts(range(len(TEXTS))))
    assert np.allclose(index.premise_vectors, direct, atol=1e-3)
    assert index.claim_vectors.shape == (1, direct.shape[1])
    assert index.premise_lengths.tolist() == [len(text) for text in index.premise_texts(range(len(TEXTS)))]


def test_premises_that_say_the_same_share_a_cluster(folder: Path) -> None:
    clusters = LocalIndex(folder).premise_clusters.tolist()
    assert clusters[0] == clusters[1] and clusters[2] == clusters[3]
    assert len({clusters[0], clusters[2], clusters[4]}) == 3


def test_added_texts_join_clusters_that_keep_their_numbers(folder: Path) -> None:
    before = LocalIndex(folder).premise_clusters.tolist()
    extra = [argument(7, "Loud cars rob the neighbours of their sleep."), argument(8, "Zoos teach children.")]
    add_arguments(extra, folder)
    index = LocalIndex(folder)
    after = index.premise_clusters.tolist()
    assert after[:5] == before and after[5] == before[0] and after[6] not in before
    assert verify_index(folder) == []


def test_a_removed_row_has_no_vector_and_no_cluster(folder: Path) -> None:
    remove_arguments(["a1"], folder)
    index = LocalIndex(folder)
    assert index.premise_clusters[1] == -1 and not np.any(index.premise_vectors[1])


def test_clustering_anew_keeps_the_corpus(folder: Path) -> None:
    remove_arguments(["a0"], folder)
    recluster_index(folder)
    index = LocalIndex(folder)
    assert index.snapshot.counts().premises == 4 and verify_index(folder) == []
    assert len(set(index.premise_clusters[index.premise_clusters >= 0].tolist())) == 3


def test_the_same_corpus_gives_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        make_index(CORPUS, tmp_path / name)
    first, second = (
        {
            p.relative_to(tmp_path / name): p.read_bytes()
            for p in (tmp_path / name / "generations").rglob("*.*")
        }
        for name in ("one", "two")
    )
    assert first == second and any("vectors" in str(name) for name in first)


def test_an_interrupted_build_goes_on_where_it_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meaning, "FEW", 0)
    encoded: list[int] = []
    real = OnnxEncoder.__call__

    def counting(self: OnnxEncoder, texts: list[str], progress: object = None) -> object:
        encoded.append(len(texts))
        return real(self, texts)

    monkeypatch.setattr(OnnxEncoder, "__call__", counting)
    real_clusters = meaning.build_clusters

    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(meaning, "build_clusters", interrupted)
    with pytest.raises(KeyboardInterrupt):
        make_index(CORPUS, tmp_path / "index")
    assert encoded == [1] and not (tmp_path / "index").exists()
    monkeypatch.setattr(meaning, "build_clusters", real_clusters)
    make_index(CORPUS, tmp_path / "index")
    assert sum(encoded) == 1 + len(TEXTS), "the vector of the claim was there already"
    assert [path.name for path in tmp_path.iterdir()] == ["index"]


def test_an_index_without_vectors_says_so(tmp_path: Path) -> None:
    make_index(CORPUS, tmp_path / "index", configuration=Configuration(encoder=""))
    with open_engine(tmp_path / "index") as engine:
        assert not engine.index.has_vectors and engine.search("cars", method="bm25").hits
        with pytest.raises(InputError, match="no vectors"):
            _ = engine.index.premise_clusters


def test_a_variant_that_was_not_indexed_is_named(folder: Path) -> None:
    with pytest.raises(InputError, match="--long-texts sliding"):
        LocalIndex(folder).premise_vectors_of("sliding")
    assert LocalIndex(folder).premise_vectors_of("first").shape[0] == len(TEXTS)
