"""Trains the model of argumentative units on the English microtexts, and measures it in cross-validation.

    python -m tools.train_units MICROTEXTS [--check]

MICROTEXTS is a folder of arggraph XML, whose segments are gold. Prints precision, recall and F of the boundaries inside
texts in five folds by text, beside sentences alone; --check writes nothing. Needs scikit-learn alone.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

import numpy as np
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

from debatable.errors import InputError
from debatable.files import json_bytes
from debatable.text.units import MODEL, UnitModel, gaps, sentence_spans, units

FOLDS, SEED, STRENGTH, THRESHOLD = 5, 0, 0.3, 0.4


class Microtext(NamedTuple):
    """A text and where its segments end, the last one aside."""

    text: str
    ends: frozenset[int]


def read(folder: Path) -> list[Microtext]:
    """Returns the texts of a folder, segments joined by a space."""
    found = []
    for file in sorted(folder.glob("*.xml")):
        segments = [(edu.text or "").strip() for edu in ElementTree.parse(file).getroot().iter("edu")]
        lengths = np.cumsum([len(segment) + 1 for segment in segments]) - 1
        found.append(Microtext(" ".join(segments), frozenset(lengths[:-1].tolist())))
    if not found:
        what = "holds no texts of the microtexts corpus"
        raise InputError(what, where=str(folder), todo="give the folder of its *.xml files")
    return found


def trained(texts: list[Microtext]) -> UnitModel:
    """Returns the model of some texts."""
    rows, labels = [], []
    for text, ends in texts:
        for gap in (gap for span in sentence_spans(text) for gap in gaps(text, span)):
            rows.append(dict.fromkeys(gap.features, 1.0))
            labels.append(gap.end in ends)
    vectorizer = DictVectorizer()
    fitted = LogisticRegression(C=STRENGTH, max_iter=1000).fit(vectorizer.fit_transform(rows), labels)
    weights = dict(zip(vectorizer.feature_names_, fitted.coef_[0].round(3).tolist(), strict=True))
    return UnitModel(THRESHOLD, round(float(fitted.intercept_[0]), 3), weights)


def figures(pairs: list[tuple[frozenset[int], set[int]]]) -> str:
    """Returns precision, recall and F of boundaries."""
    hits = sum(len(gold & found) for gold, found in pairs)
    found, gold = sum(len(found) for _, found in pairs), sum(len(gold) for gold, _ in pairs)
    return f"precision {hits / found:.3f}, recall {hits / gold:.3f}, F {2 * hits / (found + gold):.3f}"


def boundaries(text: str, spans: list[tuple[int, int]]) -> set[int]:
    """Returns where spans end inside a text."""
    return {end for _, end in spans if end < len(text)}


def main() -> None:
    """Measures and writes."""
    texts = read(Path(sys.argv[1]))
    fold = np.random.default_rng(SEED).permutation(len(texts)) % FOLDS
    alone = [(ends, boundaries(text, list(sentence_spans(text)))) for text, ends in texts]
    print("sentences alone:", figures(alone))
    found = []
    for number in range(FOLDS):
        model = trained([text for text, own in zip(texts, fold, strict=True) if own != number])
        left_out = [text for text, own in zip(texts, fold, strict=True) if own == number]
        found += [(ends, boundaries(text, units(text, model))) for text, ends in left_out]
    print("units, cross-validated:", figures(found))
    if "--check" not in sys.argv:
        model = trained(texts)
        weights = {name: weight for name, weight in model.weights.items() if weight}
        stored = {"threshold": model.threshold, "bias": model.bias, "weights": weights}
        MODEL.parent.mkdir(parents=True, exist_ok=True)
        MODEL.write_bytes(json_bytes(stored))


if __name__ == "__main__":
    main()
