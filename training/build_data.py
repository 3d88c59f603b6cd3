"""Writes the examples that are trained on, tuned on and reported into one folder.

python build_data.py SHARED DEMO SPLITS MODEL INTO
"""

from __future__ import annotations

import json
import lzma
import sys
from collections import Counter
from pathlib import Path

import build_reading
import build_stance
import numpy as np
import sources
from splits import reported, vectors
from tables import Pairs, Texts
from wordings import subjects

NEAR_SUBJECT = 0.60  # cosine of a template's subject with a reported wording from which it is left out


def allowed_subjects(shared: Path, demo: Path, model: Path) -> list[tuple[str, str]]:
    """Returns the subjects of templates that are no reported topic."""
    marked = [
        text for name, rows in reported(shared, demo).items() for _, text in rows if name != "debatepedia"
    ]
    left = vectors(model, marked)
    every = subjects()
    right = vectors(model, [value.split("|")[1 if family == "leave" else 0] for family, value in every])
    nearest = (right @ left.T).max(axis=1)
    for (family, value), cosine in zip(every, nearest, strict=True):
        if cosine >= NEAR_SUBJECT:
            print("left out:", family, value, f"{cosine:.2f}")
    return [subject for subject, cosine in zip(every, nearest, strict=True) if cosine < NEAR_SUBJECT]


def reported_premises(shared: Path, demo: Path, splits: dict[str, dict[str, list[str]]]) -> set[str]:
    """Returns the normalised premises of reported topics, which no training pair may hold."""
    found = set()
    for name in ("keypoints", "perspectrum", "debatepedia"):
        own = set(splits["reported"][name])
        for row in sources.collection(shared / "bench" / name)[2]:
            if row.query_id in own:
                found.add(sources.plain(row.premise))
    return {text for text in found if len(text.split()) > 4}


def without(pairs: Pairs, banned: set[str]) -> Pairs:
    """Returns the pairs without a text that is reported."""
    bad = {number for text, number in pairs.texts.numbers.items() if sources.plain(text) in banned}
    kept = {key: value for key, value in pairs.rows.items() if key[0] not in bad and key[1] not in bad}
    print(f"  {len(pairs.rows) - len(kept)} pairs hold a reported premise and are left out")
    return Pairs(pairs.texts, kept, pairs.sources)


def main() -> None:
    """Writes the folder."""
    shared, demo, split_file, model, into = map(Path, sys.argv[1:6])
    splits = json.loads(split_file.read_text("utf-8"))
    into.mkdir(parents=True, exist_ok=True)
    texts = Texts()
    allowed = allowed_subjects(shared, demo, model)
    print(len(allowed), "subjects of templates")
    banned = reported_premises(shared, demo, splits)
    tables = {
        "stance_labelled": without(build_stance.labelled(shared, splits, allowed, texts), banned),
        "stance_unlabelled": without(build_stance.unlabelled(shared, splits, allowed, texts), banned),
        "stance_tune": build_stance.tuning(shared, splits, texts),
        "stance_report": build_stance.reporting(shared, demo, splits, texts),
        "relevant": without(build_reading.relevant(shared, splits, allowed, texts), banned),
        "relevant_report": build_reading.relevant_report(shared, demo, splits, texts),
        "same": without(build_reading.same(shared, splits, texts), banned),
        "same_report": build_reading.same_report(shared, demo, splits, texts),
        "quality": build_reading.quality(shared, splits, texts),
        "convincing": build_reading.convincing(shared, splits, texts),
    }
    for name, pairs in tables.items():
        arrays = pairs.arrays()
        np.savez_compressed(into / f"{name}.npz", **arrays)
        counts = Counter(str(arrays["names"][i]) for i in arrays["source"])
        print(name, len(pairs.rows), dict(counts), f"label {np.nanmean(arrays['y'].astype(float)):.3f}")
    junk = [texts(text) for text in build_reading.junk()]
    topics = build_reading.topic_texts(texts)
    np.savez_compressed(into / "extra.npz", junk=np.array(junk, np.int32), topics=np.array(topics, np.int32))
    lines = "\n".join(texts.numbers).encode()
    (into / "texts.txt.xz").write_bytes(lzma.compress(lines, preset=4))
    print(len(texts.numbers), "texts;", sum(file.stat().st_size for file in into.iterdir()), "bytes")


if __name__ == "__main__":
    main()
