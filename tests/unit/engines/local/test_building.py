from __future__ import annotations

import weakref
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from debatable.arrays import Matrix
from debatable.embedding import CachedEncoder, OnnxEncoder, Sentences, encoder
from debatable.engines import (
    Configuration,
    LocalBackend,
    add_arguments,
    make_index,
    open_engine,
    recluster_index,
    remove_arguments,
    verify_index,
)
from debatable.engines.local import building
from debatable.errors import InputError
from debatable.learning import quality
from debatable.learning.quality import shares_beaten
from debatable.model import Argument, Claim, Premise, Stance, claim_id
from debatable.progress import Step
from tests.support.indexes import copied

TEXTS = [
    "Cars are loud and people cannot sleep.",
    "The noise of cars keeps residents awake at night.",
    "Nuclear plants produce waste that stays dangerous for ages.",
    "Radioactive waste remains hazardous for thousands of years.",
    "School uniforms hide differences in income.",
]


ROWS = np.arange(len(TEXTS))


def argument(number: int, text: str) -> Argument:
    claim = Claim(claim_id("We must act"), "We must act")
    return Argument(f"a{number}", Premise(f"a{number}", text), claim, Stance.PRO)


CORPUS = [argument(number, text) for number, text in enumerate(TEXTS)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return copied(_make, tmp_path / "index", *CORPUS)


def _make(folder: Path, *arguments: Argument) -> None:
    make_index(arguments, folder)


def clusters_in(folder: Path) -> list[int]:
    """Returns the cluster of every row, those of empty ones included."""
    clusters: list[int] = LocalBackend.open(folder).index.clusters("premises").tolist()
    return clusters


def test_vectors_stand_at_their_rows(folder: Path) -> None:
    backend = LocalBackend.open(folder)
    texts = backend.texts("premises", ROWS)
    direct = np.array([backend.encode(text) for text in texts])
    assert np.allclose(backend.vectors("premises", ROWS), direct, atol=1e-3)
    assert backend.vectors("claims", ROWS[:1]).shape == (1, direct.shape[1])
    assert len(backend.index.vectors("claims")) == 1
    assert backend.lengths(ROWS).tolist() == [len(text) for text in texts]


def test_a_query_is_encoded_once_however_often_it_is_asked(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend = LocalBackend.open(folder)
    first = backend.encode("Ban cars")

    def never(*_: object) -> object:
        raise AssertionError("encoded again")

    monkeypatch.setattr(OnnxEncoder, "__call__", never)
    assert backend.encode("Ban cars") is first and not first.flags.writeable
    with pytest.raises(AssertionError, match="encoded again"):
        backend.encode("Ban trains")
    index = weakref.ref(backend.index)
    del backend
    assert index() is None, "what is kept does not keep the index open"


def test_premises_that_say_the_same_share_a_cluster(folder: Path) -> None:
    clusters = clusters_in(folder)
    assert clusters[0] == clusters[1] and clusters[2] == clusters[3]
    assert len({clusters[0], clusters[2], clusters[4]}) == 3


def test_qualities_after_a_change_are_those_of_a_whole_computation(tmp_path: Path) -> None:
    """Only links of claims that got or lost one are judged again: the others must be found at their new places."""
    claims = [Claim(claim_id(text), text) for text in ("We must act", "Ban cars", "Ban zoos", "Close plants")]

    def spoken(number: int, text: str, claim: Claim | None) -> Argument:
        return Argument(
            f"q{number}", Premise(f"q{number}", text), claim, Stance.PRO if claim else Stance.NONE
        )

    corpus = [
        spoken(10 * place + number, text, claim)
        for place, claim in enumerate((*claims[:3], None))
        for number, text in enumerate(TEXTS)
    ]
    make_index(corpus, folder := tmp_path / "index")

    def as_computed() -> None:
        index = LocalBackend.open(folder).index
        links = index.tables.links
        claims, premises = (
            index.vectors(table).of(np.arange(len(index.vectors(table)))).astype(np.float16)
            for table in ("claims", "premises")
        )
        dcf = quality().dcf_of_links(claims, premises, links.claim, links.premise)
        found = index.generation.array("quality.npy")
        np.testing.assert_array_equal(found, shares_beaten(dcf, links.claim))
        assert len(np.unique(found)) > 3

    as_computed()
    add_arguments([spoken(90, "Cars are dear.", claims[1]), spoken(91, "Plants explode.", claims[3])], folder)
    as_computed()
    remove_arguments(["q0", "q13", "q32"], folder)
    as_computed()
    add_arguments([spoken(0, "Zoos are old.", claims[0]), spoken(92, TEXTS[1], None)], folder)
    as_computed()


@pytest.mark.parametrize("late", [0, 2, 4_096])
def test_vectors_after_changes_are_those_of_a_rebuild(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, late: int
) -> None:
    """Added vectors lie in a file of their own until they are many; removed ones are 0 wherever they lie."""
    monkeypatch.setattr(building, "LATE", late)
    (first,) = folder.rglob("generations/*/vectors/premises.npy")
    written = first.stat().st_ino
    extra = [argument(number, text) for number, text in enumerate(("Zoos teach.", "Zoos hurt."), start=5)]
    for one in extra:
        add_arguments([one], folder)
    remove_arguments(["a1", "a5"], folder)
    with closing(LocalBackend.open(folder)) as old:
        add_arguments([argument(7, "Trains are fast.")], folder)
        assert len(old.index.vectors("premises")) == 7
        assert old.vectors("premises", ROWS).any(axis=1).tolist() == [True, False, True, True, True]
    assert verify_index(folder) == []
    *_, now = sorted(folder.rglob("generations/*/vectors/premises.npy"))
    assert (now.stat().st_ino == written) == (late > 2), "what did not change is not written again"
    left = [CORPUS[0], *CORPUS[2:], extra[1], argument(7, "Trains are fast.")]
    make_index(left, tmp_path / "fresh")
    found = []
    for index in (folder, tmp_path / "fresh"):
        with closing(LocalBackend.open(index)) as backend:
            query = backend.encode("Loud animals and trains")
            rows, scores = backend.nearest("premises", query, 9)
            assert backend.vectors("premises", rows).any(axis=1).all()
            found.append(dict(zip(backend.texts("premises", rows), scores.tolist(), strict=True)))
    assert found[0] == found[1] and len(found[0]) == len(left)


def test_added_texts_join_clusters_that_keep_their_numbers(folder: Path) -> None:
    before = clusters_in(folder)
    extra = [argument(7, "Loud cars keep people awake at night."), argument(8, "Zoos teach children.")]
    add_arguments(extra, folder)
    after = clusters_in(folder)
    assert after[:5] == before and after[5] == before[0] and after[6] not in before
    assert verify_index(folder) == []


def test_a_removed_row_has_no_vector_and_no_cluster(folder: Path) -> None:
    remove_arguments(["a1"], folder)
    assert clusters_in(folder)[1] == -1
    assert not np.any(LocalBackend.open(folder).vectors("premises", np.array([1])))


def test_single_sentences_are_known_after_changes(folder: Path) -> None:
    def single() -> list[bool]:
        backend = LocalBackend.open(folder)
        known: list[bool] = backend.one_sentence(np.arange(len(backend.index.premise_lengths))).tolist()
        return known

    assert single() == [True] * len(TEXTS)
    add_arguments([argument(9, "Act. Now."), argument(10, "Act.")], folder)
    remove_arguments(["a1"], folder)
    assert single() == [True, False, *[True] * (len(TEXTS) - 2), False, True]


def test_clustering_anew_keeps_the_corpus(folder: Path) -> None:
    remove_arguments(["a0"], folder)
    recluster_index(folder)
    assert LocalBackend.open(folder).info()["premises"] == 4 and verify_index(folder) == []
    assert len(set(clusters_in(folder)) - {-1}) == 3


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
    monkeypatch.setattr(building, "FEW", 0)
    encoded: list[int] = []
    real = OnnxEncoder.__call__

    def counting(self: OnnxEncoder, texts: list[str], progress: object = None) -> object:
        encoded.append(len(texts))
        return real(self, texts)

    monkeypatch.setattr(OnnxEncoder, "__call__", counting)
    real_clusters = building.Build.clusters

    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(building.Build, "clusters", interrupted)
    with pytest.raises(KeyboardInterrupt):
        make_index(CORPUS, tmp_path / "index")
    assert encoded == [1] and not (tmp_path / "index").exists()
    monkeypatch.setattr(building.Build, "clusters", real_clusters)
    make_index(CORPUS, tmp_path / "index")
    assert sum(encoded) == 1 + len(TEXTS), "the vector of the claim was there already"
    assert [path.name for path in tmp_path.iterdir()] == ["index"]


def test_known_vectors_are_taken_and_only_the_others_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model = encoder(Configuration().encoder)
    CachedEncoder(model, tmp_path / "known")(TEXTS[:3])
    encoded: list[str] = []
    real = OnnxEncoder.__call__

    def noted(self: OnnxEncoder, texts: list[str], progress: object = None) -> object:
        encoded.extend(texts)
        return real(self, texts)

    monkeypatch.setattr(OnnxEncoder, "__call__", noted)
    make_index(CORPUS, tmp_path / "index", known=tmp_path / "known")
    assert sorted(encoded) == sorted(["We must act", *TEXTS[3:]])
    vectors = LocalBackend.open(tmp_path / "index").vectors("premises", ROWS)
    assert np.allclose(vectors, model(TEXTS), atol=1e-3)


def test_an_index_without_vectors_says_so(tmp_path: Path) -> None:
    make_index(CORPUS, tmp_path / "index", configuration=Configuration(encoder=""))
    with open_engine(tmp_path / "index") as engine:
        assert not engine.backend.has_vectors and engine.search("cars", method="bm25", strict=False).hits
        assert len(set(engine.backend.clusters("premises", ROWS).tolist())) == len(TEXTS)
        for wrong in (
            lambda: engine.backend.vectors("premises", ROWS),
            lambda: engine.backend.encode("cars"),
            lambda: engine.backend.nearest("premises", np.ones(384, np.float32), 3),
        ):
            with pytest.raises(InputError, match="no vectors"):
                wrong()


def test_a_variant_that_was_not_indexed_is_named(folder: Path) -> None:
    with pytest.raises(InputError, match="--long-texts sliding"):
        LocalBackend.open(folder).vectors("premises", ROWS, "sliding")
    assert LocalBackend.open(folder).vectors("premises", ROWS, "first").shape[0] == len(TEXTS)


def test_vectors_take_their_room_as_they_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is as large as it will be before it is filled ends the process when the disk is full."""
    sizes: list[int] = []
    encode = OnnxEncoder.__call__

    def watched(self: OnnxEncoder, *values: object) -> object:
        sizes.extend(path.stat().st_size for path in tmp_path.rglob(".draft-*/vectors/premises.npy"))
        return encode(self, *values)  # type: ignore[arg-type]

    monkeypatch.setattr(building, "BLOCK", 1)
    monkeypatch.setattr(OnnxEncoder, "__call__", watched)
    make_index(CORPUS, tmp_path / "index")
    (whole,) = (path.stat().st_size for path in tmp_path.rglob("vectors/premises.npy"))
    assert len(sizes) == len(TEXTS) and max(sizes) < whole


def test_a_text_of_one_part_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The first text is one sentence and fits into a window; the second is two; the third is longer than a window.
    texts = ["Cars are loud.", "Cars are loud. People cannot sleep.", " ".join(["Cars are loud"] * 100)]
    read: list[str] = []
    by_text = Sentences.__call__

    def noted(self: Sentences, texts: Sequence[str], progress: Step | None = None) -> Matrix:
        read.extend(texts)
        return by_text(self, texts, progress)

    monkeypatch.setattr(Sentences, "__call__", noted)
    how = Configuration(long_texts=("first", "sliding", "sentences"))
    make_index(
        [argument(number, text) for number, text in enumerate(texts)], tmp_path / "index", configuration=how
    )
    backend, rows = LocalBackend.open(tmp_path / "index"), np.arange(3)
    assert read == [texts[1]]
    first = backend.vectors("premises", rows)
    for variant, own in (("sliding", [True, True, False]), ("sentences", [True, False, True])):
        vectors = backend.vectors("premises", rows, variant)
        assert (vectors == first).all(axis=1).tolist() == own
        assert np.allclose(vectors, encoder(f"{variant}({how.encoder})")(texts), atol=1e-3)
