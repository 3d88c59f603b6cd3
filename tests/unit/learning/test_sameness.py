from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from debatable.errors import InputError
from debatable.learning import AsEncoded, LearnedPoints, PointMap, points
from debatable.learning.sameness import MODEL, read_map

TOLD_APART = [
    ("Solar panels cut carbon emissions", "Wind turbines cut carbon emissions", "Solar panels cost too much"),
    ("Zoos keep rare species alive", "Captive breeding saves animals from extinction", "Zoos bore children"),
]


def unit(rows: list[list[float]]) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    found = np.array(rows)
    return np.asarray(found / np.linalg.norm(found, axis=1, keepdims=True))


def test_a_cosine_is_the_mean_of_the_encoders_and_the_maps() -> None:
    vectors, weights = unit([[1, 2, 0], [0, 1, 1], [3, 0, 1]]), np.array([[1, 0, 0], [0, 0, 2], [0.5, 1, 0]])
    found = PointMap("small", weights)(vectors, "small")
    mapped = unit((vectors @ weights).tolist())
    assert found @ found.T == pytest.approx((vectors @ vectors.T + mapped @ mapped.T) / 2)
    assert np.linalg.norm(found, axis=1) == pytest.approx(1)


def test_both_halves_of_a_vector_are_to_the_bit_what_is_put_together() -> None:
    vectors, weights = unit([[1, 2, 0], [0, 1, 1], [3, 0, 1]]), np.array([[1, 0, 0], [0, 0, 2], [0.5, 1, 0]])
    mapped = unit((vectors @ weights).tolist())
    expected = np.concatenate([vectors, mapped], axis=1) * np.sqrt(0.5)
    assert PointMap("small", weights)(vectors, "small").tolist() == expected.tolist()


@pytest.mark.parametrize("encoder", ["", "another", "sliding(small)"])
def test_vectors_of_another_encoder_stay_as_they_are(encoder: str) -> None:
    vectors = unit([[1, 2], [0, 1]])
    assert PointMap("small", np.ones((2, 2)))(vectors, encoder) is vectors


def test_vectors_of_another_size_stay_as_they_are() -> None:
    vectors = unit([[1, 2, 3]])
    assert PointMap("small", np.ones((2, 2)))(vectors, "small") is vectors


def test_a_vector_that_the_map_makes_nothing_of_is_like_itself_alone() -> None:
    found = PointMap("small", np.array([[0.0, 0.0], [0.0, 1.0]]))(unit([[1, 0], [0, 1]]), "small")
    assert np.isfinite(found).all()
    assert found[0] @ found[1] == 0


def test_what_a_vector_becomes_does_not_hang_on_the_others() -> None:
    vectors = np.random.default_rng(4).standard_normal((300, 384))
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    found = LearnedPoints()(vectors, "all-MiniLM-L6-v2")
    for rows in ([7], [299, 3], list(range(100, 160))):
        assert LearnedPoints()(vectors[rows], "all-MiniLM-L6-v2") == pytest.approx(found[rows], abs=1e-12)


def test_the_bundled_map_knows_the_bundled_encoder() -> None:
    found = read_map()
    assert found.encoder == "all-MiniLM-L6-v2"
    assert found.weights.shape == (384, 384)
    assert MODEL.stat().st_size < 400_000


@pytest.mark.parametrize(("one", "alike", "other"), TOLD_APART)
def test_what_makes_one_point_comes_nearer_beside_what_is_about_the_same(
    one: str, alike: str, other: str
) -> None:
    from debatable.embedding import encoder

    vectors = np.asarray(encoder()([one, alike, other]), np.float64)
    made = LearnedPoints()(vectors, "all-MiniLM-L6-v2")
    before, after = (of[0] @ of[1] - of[0] @ of[2] for of in (vectors, made))
    assert after > before


def test_models_are_found_by_name() -> None:
    assert points() == LearnedPoints()
    assert points("none") == AsEncoded()


@pytest.mark.parametrize("content", [None, b"", b"PK\x03\x04", b"nonsense"])
def test_a_map_that_is_missing_or_damaged_is_told(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "points.npz"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError, match="missing or damaged"):
        read_map(path)


@pytest.mark.parametrize("weights", [np.ones((2, 3)), np.ones(4), np.full((2, 2), np.nan)])
def test_a_file_of_something_else_is_told(
    tmp_path: Path, weights: np.ndarray[tuple[int, ...], np.dtype[np.float64]]
) -> None:
    np.savez(tmp_path / "points.npz", encoder=np.array("small"), weights=weights)
    with pytest.raises(InputError, match="no map of points"):
        read_map(tmp_path / "points.npz")
