"""On which side of a claim comments stand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

import numpy as np

from debatable.arrays import Floats, sigmoid
from debatable.files import write_text
from debatable.key_points.report import Comment
from debatable.learning import STANCES, EvidenceModel, StanceModel
from debatable.model import Stance
from debatable.progress import Step

BLOCK = 256
"""Comments that are read at once; an interruption costs no more."""


def comment_stances(
    comments: Sequence[Comment],
    about: str | None,
    model: StanceModel,
    certain: float,
    progress: Step | None = None,
    checkpoint: Path | None = None,
) -> list[Stance]:
    """Returns the side of every comment.

    Without a claim there are no sides. With one, a comment keeps the side that it has; the model tells that of the
    others, and one of which it is not certain is undecided.
    """
    if about is None:
        return [Stance.NONE] * len(comments)
    stances = [comment.stance for comment in comments]
    unknown = [number for number, stance in enumerate(stances) if stance is Stance.NONE]
    texts = list(dict.fromkeys(comments[number].text for number in unknown))
    probability: dict[str, float] = {}
    for start in range(0, len(texts), BLOCK):
        block = texts[start : start + BLOCK]
        probability |= zip(block, _read(about, block, model, checkpoint), strict=True)
        if progress is not None:
            progress(min(start + BLOCK, len(texts)), len(texts))
    for number in unknown:
        supports = probability[comments[number].text]
        stances[number] = (
            Stance.PRO if supports >= certain else Stance.CON if supports <= 1 - certain else Stance.UNDECIDED
        )
    return stances


def _read(about: str, texts: Sequence[str], model: StanceModel, checkpoint: Path | None) -> list[float]:
    """Returns P(the comment supports the claim), from the checkpoint where it was read before."""
    content = json.dumps([STANCES.name(model), about, list(texts)])
    name = blake2b(content.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    path = None if checkpoint is None else checkpoint / "sides" / f"{name}.json"
    if path is not None and path.is_file():
        kept: list[float] = json.loads(path.read_text("utf-8"))
        return kept
    read = _supports(about, texts, model)
    values = [round(value, 6) for value in read.tolist()]
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_text(path, json.dumps(values))
    return values


def _supports(about: str, texts: Sequence[str], model: StanceModel) -> Floats:
    if isinstance(model, EvidenceModel):
        return sigmoid(model.towards(about, texts))
    return np.asarray(model(about, texts))
