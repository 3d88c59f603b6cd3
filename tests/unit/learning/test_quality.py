from importlib import import_module

import numpy as np
import numpy.typing as npt
import pytest

from debatable.errors import InputError, UnknownNameError
from debatable.learning import QUALITIES, QualityModel, quality, wins
from debatable.learning.quality import pair_features

Floats = npt.NDArray[np.float32]


def model() -> QualityModel:
    """Of two-dimensional vectors: cogency is the first part of p + c, reasonableness of -|p - c|, then of p ∘ c."""
    weights = np.zeros((3, 6), np.float32)
    weights[0, 0], weights[1, 2], weights[2, 4] = 1, -1, 1
    return QualityModel("toy", weights)


def test_dcf_of_a_hand_computed_claim() -> None:
    claim = np.array([2, 0], np.float32)
    premises = np.array([[1, 0], [3, 0], [5, 0], [1, 9]], np.float32)
    # first parts: sums 3 5 7 3; distances 1 1 3 1; products 2 6 10 2
    expected = [[0.5, 2, 0.5], [2, 2, 2], [3, 0, 3], [0.5, 2, 0.5]]
    assert model().dcf(claim, premises).tolist() == expected


def test_a_lone_premise_beats_nobody() -> None:
    assert model().dcf(np.zeros(2, np.float32), np.ones((1, 2), np.float32)).tolist() == [[0, 0, 0]]
    assert model().dcf(np.zeros(2, np.float32), np.ones((0, 2), np.float32)).shape == (0, 3)


def test_wins_are_those_of_all_comparisons() -> None:
    generator = np.random.default_rng(3)
    scores = generator.integers(0, 6, 200).astype(float)
    group = generator.integers(0, 15, 200)
    beaten = (scores[:, None] > scores) + 0.5 * (scores[:, None] == scores)
    among = (group[:, None] == group) & ~np.eye(200, dtype=bool)
    assert wins(scores, group).tolist() == (beaten * among).sum(axis=1).tolist()


def test_the_score_decides_as_the_pairwise_classifier_does() -> None:
    """P(p1 beats p2) over the six vectors, with w for the first and -w for the second premise."""
    generator = np.random.default_rng(4)
    claim, premises = (
        generator.normal(size=4).astype(np.float32),
        generator.normal(size=(9, 4)).astype(np.float32),
    )
    weights = generator.normal(size=(3, 12)).astype(np.float32)
    x = pair_features(claim[None], premises)
    for dimension, w in enumerate(weights):
        six = np.array([[np.concatenate([w, -w]) @ np.concatenate([a, b]) for b in x] for a in x])
        beats = (1 / (1 + np.exp(-six)) > 0.5) & ~np.eye(9, dtype=bool)
        found = QualityModel("toy", weights).dcf(claim, premises)[:, dimension]
        assert found.tolist() == beats.sum(axis=1).tolist()


def test_many_links_at_once_are_as_one_claim_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("debatable.learning.quality"), "CHUNK", 7)
    generator = np.random.default_rng(5)
    claims, premises = (generator.normal(size=(n, 384)).astype(np.float32) for n in (6, 40))
    claim_rows, premise_rows = generator.integers(-1, 6, 90), generator.integers(0, 40, 90)
    told: list[tuple[int, int | None]] = []
    found = quality().dcf_of_links(
        claims, premises, claim_rows, premise_rows, lambda done, total: told.append((done, total))
    )
    for claim in range(6):
        here = claim_rows == claim
        expected = quality().dcf(claims[claim], premises[premise_rows[here]])
        np.testing.assert_allclose(found[here], expected)
    assert (found[claim_rows < 0] == 0).all()
    linked = int((claim_rows >= 0).sum())
    assert told[-1] == (linked, linked) and len(told) == -(-linked // 7)


def test_vectors_of_another_encoder_are_refused() -> None:
    with pytest.raises(InputError, match="384 dimensions, these have 2.*all-MiniLM-L6-v2"):
        quality().dcf(np.zeros(2, np.float32), np.zeros((3, 2), np.float32))
    with pytest.raises(InputError, match="2 claims for 1 premises"):
        model().dcf_of_links(
            np.zeros((1, 2), np.float32), np.zeros((1, 2), np.float32), np.array([0, 0]), np.array([0])
        )


def test_the_bundled_model_prefers_a_reasoned_argument_to_a_shout() -> None:
    from debatable.embedding import encoder

    claim, shout, reasoned = encoder()(
        [
            "School uniforms are a good idea",
            "lol uniforms rock, end of story!!!",
            "Uniforms lessen the pressure to buy costly clothes, because all pupils dress alike, and so children of"
            " poor families are bullied less often for what they wear.",
        ]
    )
    assert quality().dcf(claim, np.array([shout, reasoned])).tolist() == [[0, 0, 0], [1, 1, 1]]


def test_a_model_of_ones_own_is_a_quality_model_too() -> None:
    own = QualityModel("toy", np.zeros((3, 6), np.float32))
    assert quality(own) is own
    assert QUALITIES.name(quality()) == "dagstuhl"
    with pytest.raises(UnknownNameError, match="did you mean 'dagstuhl'"):
        quality("dagstul")
    with pytest.raises(InputError, match="is no quality model"):
        quality(len)  # type: ignore[arg-type]
