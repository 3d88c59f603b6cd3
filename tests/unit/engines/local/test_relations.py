"""Claims are read with their neighbours once: when an index is made, or later; added claims when they are asked for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from debatable.arrays import Floats
from debatable.engines import (
    Configuration,
    LocalBackend,
    add_arguments,
    make_index,
    open_engine,
    read_index,
    recluster_index,
    remove_arguments,
    verify_index,
)
from debatable.engines.local import building
from debatable.engines.local.relations import RECORD, Journal, Neighbours
from debatable.errors import InputError
from debatable.model import Argument, Claim, Premise, Stance, claim_id
from debatable.ranking.formulas.relations import same_stance_prior
from tests.support.readers import GivenEvidence

TEXTS = [
    "Schools should require uniforms",
    "Schools should not require uniforms",
    "Uniforms should be abolished at school",
    "Nuclear power should be expanded",
    "We should close nuclear power plants",
    "Nuclear power plants should be built",
]
READ = Configuration(read="learned")


class Reader(GivenEvidence):
    """Log-odds of two claims: 2 where they share their first letter, else -2; may fail after some calls."""

    calls_left: int = 1_000_000

    def between(self, claims: Sequence[str], others: Sequence[str]) -> Floats:
        if type(self).calls_left <= 0:
            raise KeyboardInterrupt
        type(self).calls_left -= 1
        self.read.extend(zip(claims, others, strict=True))
        return np.array(
            [2.0 if one[0] == other[0] else -2.0 for one, other in zip(claims, others, strict=True)]
        )


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> Reader:
    model = Reader()
    monkeypatch.setattr(Reader, "calls_left", 1_000_000)
    monkeypatch.setattr(building, "reading_model", lambda name: model)
    return model


def arguments(*texts: str) -> list[Argument]:
    return [
        Argument(
            f"a {text}", Premise(f"p {text}", f"Because of {text}"), Claim(claim_id(text), text), Stance.PRO
        )
        for text in texts
    ]


def related(folder: Path) -> dict[tuple[str, str], float]:
    """Returns the log-odds of all pairs of claims of which they are stored, by their texts."""
    backend = LocalBackend.open(folder)
    stored = backend.index.relations
    assert stored is not None
    rows = backend.rows("claims")
    texts = backend.texts("claims", rows)
    matrix = stored.between(rows)
    pairs = {
        (texts[i], texts[j]): round(float(matrix[i, j]) - stored.prior, 6)
        for i in range(len(rows))
        for j in range(i)
        if matrix[i, j]
    }
    backend.close()
    return pairs


def files(folder: Path) -> dict[str, bytes]:
    current = max((folder / "generations").iterdir())
    return {path.name: path.read_bytes() for path in sorted((current / "relations").iterdir())}


def test_neighbours_are_read_in_both_orders_and_kept(tmp_path: Path, reader: Reader) -> None:
    make_index(arguments(*TEXTS), tmp_path / "index", configuration=READ)
    asked = set(reader.read)
    assert len(asked) == len(reader.read), "each order once"
    assert {(other, one) for one, other in asked} == asked
    pairs = related(tmp_path / "index")
    assert {frozenset(pair) for pair in pairs} == {frozenset(pair) for pair in asked}
    for (one, other), value in pairs.items():
        assert value == pytest.approx(2.0 if one[0] == other[0] else -2.0)
    assert open_engine(tmp_path / "index").info()["claims_read"] == len(TEXTS)
    assert verify_index(tmp_path / "index") == []


def test_the_prior_is_that_of_all_pairs_by_how_near_they_are(tmp_path: Path, reader: Reader) -> None:
    make_index(arguments(*TEXTS), tmp_path / "index", configuration=READ)
    backend = LocalBackend.open(tmp_path / "index")
    stored = backend.index.relations
    assert stored is not None
    ones, others = (backend.vectors("claims", stored.pairs[:, side]) for side in (0, 1))
    weight = Neighbours().weight(np.einsum("ij,ij->i", ones, others))
    assert stored.prior == pytest.approx(same_stance_prior(stored.log_odds.astype(float), weight), abs=1e-3)


def test_nothing_is_read_unless_it_is_asked_for(tmp_path: Path, reader: Reader) -> None:
    make_index(arguments(*TEXTS), tmp_path / "index")
    assert not reader.read and LocalBackend.open(tmp_path / "index").index.relations is None
    assert open_engine(tmp_path / "index").info()["claims_read"] == 0


def test_reading_later_gives_the_same_bytes(tmp_path: Path, reader: Reader) -> None:
    make_index(arguments(*TEXTS), tmp_path / "one", configuration=READ)
    make_index(arguments(*TEXTS), tmp_path / "other")
    read_index(tmp_path / "other")
    assert files(tmp_path / "one") == files(tmp_path / "other")


def test_only_added_claims_are_read_again(tmp_path: Path, reader: Reader) -> None:
    folder = tmp_path / "index"
    make_index(arguments(*TEXTS[:5]), folder, configuration=READ)
    before = set(reader.read)
    reader.read.clear()
    add_arguments(arguments(TEXTS[5]), folder)
    assert not reader.read, "adding is quick: nothing is read"
    assert open_engine(folder).info()["claims_read"] == 5, "and the index says so"
    assert related(folder)
    read_index(folder)
    assert reader.read and all(TEXTS[5] in pair for pair in reader.read)
    assert not before & set(reader.read)
    assert open_engine(folder).info()["claims_read"] == 6


def test_removed_claims_take_their_relations_with_them(tmp_path: Path, reader: Reader) -> None:
    folder = tmp_path / "index"
    make_index(arguments(*TEXTS), folder, configuration=READ)
    before = related(folder)
    reader.read.clear()
    remove_arguments([f"a {TEXTS[1]}"], folder)
    assert related(folder) == {pair: value for pair, value in before.items() if TEXTS[1] not in pair}
    remove_arguments([f"a {text}" for text in (TEXTS[0], TEXTS[5])], folder)  # so many that it is built anew
    assert related(folder) == {
        pair: value for pair, value in before.items() if not {TEXTS[0], TEXTS[1], TEXTS[5]} & set(pair)
    }
    recluster_index(folder)
    assert not reader.read and verify_index(folder) == []


def test_interrupted_reading_goes_on_with_the_same_bytes(
    tmp_path: Path, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    from debatable.engines.local import relations

    make_index(arguments(*TEXTS), tmp_path / "whole", configuration=READ)
    total = len(reader.read)
    reader.read.clear()
    monkeypatch.setattr(relations, "BATCH", 1)
    monkeypatch.setattr(Reader, "calls_left", 2)
    tries = 0
    while True:
        tries += 1
        try:
            make_index(arguments(*TEXTS), tmp_path / "index", configuration=READ)
            break
        except KeyboardInterrupt:
            monkeypatch.setattr(Reader, "calls_left", 2)
    assert tries > 2 and len(reader.read) == total, "nothing is read twice"
    assert files(tmp_path / "index") == files(tmp_path / "whole")


@pytest.mark.parametrize("damage", ["torn", "flipped"])
def test_a_damaged_record_is_read_again(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "some.readings"
    journal = Journal(path, "model")
    keys = [journal.key("one", text) for text in ("a", "b")]
    assert keys[0] == journal.key("a", "one") != Journal(None, "other model").key("one", "a")
    journal.put(keys, np.array([1.5, -0.25]))
    content = bytearray(path.read_bytes())
    content = content[:-3] if damage == "torn" else content[:-1] + bytes([content[-1] ^ 1])
    path.write_bytes(content)
    again = Journal(path, "model")
    assert [again.get(key) for key in keys] == [1.5, None]
    again.put(keys[1:], np.array([-0.25]))
    assert [Journal(path, "model").get(key) for key in keys] == [1.5, -0.25]
    assert path.stat().st_size % RECORD.itemsize == 0


def test_what_is_known_beside_the_corpus_is_not_read(tmp_path: Path, reader: Reader) -> None:
    known = tmp_path / "known"
    journal = Journal(known / "given.readings", "given")
    journal.put(
        [journal.key(one, other) for one in TEXTS for other in TEXTS if one < other], np.full(15, 0.5)
    )
    make_index(arguments(*TEXTS), tmp_path / "index", configuration=READ, known=known)
    assert not reader.read and set(related(tmp_path / "index").values()) == {0.5}


def test_neighbours_need_vectors(tmp_path: Path, reader: Reader) -> None:
    make_index(arguments(*TEXTS), tmp_path / "index", configuration=Configuration(encoder=""))
    with pytest.raises(InputError, match="no vectors"):
        read_index(tmp_path / "index")
    with pytest.raises(InputError, match="reads no pairs"):
        Configuration(read="polarity")


def test_neighbours_are_the_nearest_by_brute_force() -> None:
    random = np.random.default_rng(3)
    vectors = random.normal(size=(40, 6)).astype(np.float16)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    living = np.flatnonzero(random.random(40) < 0.8)
    new = random.random(len(living)) < 0.5
    how = Neighbours(count=3)
    pairs, cosines = how.pairs(vectors, living, new)
    expected = {}
    for row in living[new].tolist():
        near = sorted(
            (-float(vectors[row].astype("f4") @ vectors[other].astype("f4")), other)
            for other in living.tolist()
            if other != row
        )
        for value, other in near[:3]:
            if -value >= how.near_from:
                expected[min(row, other), max(row, other)] = -value
    assert [tuple(pair) for pair in pairs.tolist()] == sorted(expected)
    assert cosines.tolist() == pytest.approx([expected[key] for key in sorted(expected)], abs=1e-5)
    assert how.weight(np.array([0.2, 0.45, 0.9], np.float32)).tolist() == pytest.approx([0.0, 0.5, 1.0])


def test_of_equally_near_claims_the_first_are_read() -> None:
    # All but the last are the same claim; each is read with the first two others.
    vectors = np.array([[1.0, 0.0]] * 5 + [[0.0, 1.0]], np.float16)
    pairs, cosines = Neighbours(count=2).pairs(vectors, np.arange(6), np.ones(6, np.bool_))
    assert pairs.tolist() == [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4]]
    assert cosines.tolist() == [1.0] * 7


def test_a_claim_alone_has_no_neighbours() -> None:
    for living in ([3], []):
        rows = np.array(living, np.int64)
        pairs, cosines = Neighbours().pairs(np.eye(4, dtype=np.float16), rows, np.ones(len(rows), np.bool_))
        assert pairs.shape == (0, 2) and not len(cosines)
