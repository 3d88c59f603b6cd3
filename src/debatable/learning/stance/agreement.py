"""Agreement of polarities: whether two statements take the same side, by the sign each has."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import combinations_with_replacement

import numpy as np

from debatable.arrays import Floats, Singles
from debatable.errors import InputError
from debatable.learning.stance.polarity import EVIDENCE, Polarity, polarity

__all__ = ["FEATURES", "PolarityStance", "features"]

GROUNDS = tuple(f"{one}/{other}" for one, other in combinations_with_replacement(EVIDENCE, 2))
"""What the signs of two statements can rest on together."""

FEATURES = ("bias", *GROUNDS, "overlap")
"""What a pair of statements is judged by."""


@dataclass(frozen=True, slots=True)
class PolarityStance:
    """Compares the polarities of two statements towards what they share; logistic weights calibrate it.

    The similarity of an encoder is accepted and not used: its weight came out as zero on every data set.

    Attributes:
        floor: Smallest probability ever given to either side, so that no claim is lost for good.

    >>> same = PolarityStance()("Ban zoos", ["Zoos should be closed", "Zoos should be allowed"])
    >>> (same > 0.5).tolist()
    [True, False]
    """

    floor: float = 0.02

    def __call__(self, query: str, claims: Sequence[str], similarity: Singles | None = None) -> Floats:
        """Returns P(same stance) for every claim."""
        if similarity is not None and len(similarity) != len(claims):
            raise InputError(
                f"{len(similarity)} similarities for {len(claims)} claims", todo="give one for each"
            )
        logits = features(query, claims) @ _weights()
        return np.clip(1 / (1 + np.exp(-logits)), self.floor, 1 - self.floor)


def features(query: str, claims: Sequence[str]) -> Floats:
    """Returns one row of ``FEATURES`` a claim.

    A feature named for two kinds of evidence is the product of the two signs where they rest on these, else 0;
    overlap is that product times the share of the subject's words that the two have in common.
    """
    asked = polarity(query)
    rows = np.zeros((len(claims), len(FEATURES)))
    rows[:, 0] = 1
    for row, claim in zip(rows, claims, strict=True):
        said = polarity(claim)
        shared = asked.stems & said.stems
        sign = asked.sign * said.sign * _turned(asked, said, shared)
        row[_PLACE[asked.evidence, said.evidence]] = sign
        row[-1] = sign * len(shared) / max(1, min(len(asked.stems), len(said.stems)))
    return rows


_PLACE = {
    pair: place
    for place, (one, other) in enumerate(combinations_with_replacement(EVIDENCE, 2), 1)
    for pair in ((one, other), (other, one))
}


def _turned(asked: Polarity, said: Polarity, shared: frozenset[str]) -> int:
    """Returns -1 where a comparison has its sides swapped or the two name opposite ends of a scale."""
    turned = 1
    if asked.worse or said.worse:
        agreement = sum(1 if (stem in asked.worse) == (stem in said.worse) else -1 for stem in shared)
        turned = -1 if agreement < 0 else 1
    if asked.ends and said.ends:
        for scale, end in asked.ends - said.ends:
            if (
                (scale, -end) in said.ends
                and (scale, -end) not in asked.ends
                and (scale, end) not in said.ends
            ):
                turned = -turned
    return turned


@cache
def _weights() -> Floats:
    """Reads the weights that the calibration wrote."""
    source = resources.files("debatable.learning.stance") / "models" / "stance-polarity.json"
    weights = json.loads(source.read_text(encoding="utf-8"))["weights"]
    return np.array([weights[name] for name in FEATURES])
