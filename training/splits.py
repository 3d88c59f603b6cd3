"""Writes splits.json: which topics may be trained on, which tune thresholds, which are reported.

    python splits.py SHARED DEMO MODEL INTO

A topic of a training set that equals or nearly equals a reported one (normalised words, or cosine of the
encoder in MODEL over all wordings) is kept out of training, whatever data set it comes from.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import sources

NEAR = {  # cosine from which two topics count as one; read off the lists of neighbours
    "keypoints": 0.66,
    "bundled": 0.64,
    "perspectrum": 0.70,
    "claim-stance": 0.66,
    "debatepedia": 0.78,  # long questions of many parts: only what is plainly the same
    "touche2020": 0.72,
    "argquality20": 0.72,
}
LEFT_OUT_CLAIM_STANCE = 12  # of 36 topics
TUNE_SHARE = 0.08


def share(text: str) -> float:
    """Returns a number in [0, 1) that depends on the text alone."""
    return int(hashlib.sha256(text.encode()).hexdigest()[:8], 16) / 16**8


def vectors(model: Path, texts: list[str]) -> npt.NDArray[np.float32]:
    """Returns unit vectors of mean-pooled tokens."""
    import torch  # here, so that the reported topics can be listed without it
    from tokenizers import Tokenizer
    from transformers import AutoModel

    tokenizer = Tokenizer.from_file(str(model / "tokenizer.json"))
    tokenizer.enable_truncation(64)
    tokenizer.enable_padding()
    encoder = AutoModel.from_pretrained(model).eval()
    parts = []
    with torch.inference_mode():
        for start in range(0, len(texts), 64):
            batch = tokenizer.encode_batch(texts[start : start + 64])
            mask = torch.tensor([row.attention_mask for row in batch])
            states = encoder(input_ids=torch.tensor([row.ids for row in batch]), attention_mask=mask)
            pooled = (states.last_hidden_state * mask[..., None]).sum(1)
            parts.append(torch.nn.functional.normalize(pooled).numpy())
    return np.concatenate(parts)


def reported(shared: Path, demo: Path) -> dict[str, list[tuple[str, str]]]:
    """Returns set -> (topic, wording) of everything that is reported."""
    found: dict[str, list[tuple[str, str]]] = {}
    _, queries, judged = sources.collection(shared / "bench/keypoints")
    pairs = {(row.query_id, row.claim) for row in judged} | {(i, q["text"]) for i, q in queries.items()}
    found["keypoints"] = sorted(pair for pair in pairs if pair[1])
    found["bundled"] = [
        (topic["topic"], wording)
        for topic in sources.bundled(demo)
        for wording in [topic["title"], *(row["text"] for row in topic["claims"] + topic["queries"])]
    ]
    _, queries, _ = sources.collection(shared / "bench/perspectrum")
    found["perspectrum"] = [(i, q["text"]) for i, q in queries.items() if q["split"] == "dev"]
    _, queries, _ = sources.collection(shared / "bench/debatepedia")
    found["debatepedia"] = [(i, q["text"]) for i, q in queries.items() if share(i) < 0.5]
    topics = sorted({row["topicText"] for row in sources.claim_stance(shared)}, key=share)
    found["claim-stance"] = [(topic, topic) for topic in topics[:LEFT_OUT_CLAIM_STANCE]]
    for name in ("touche2020", "argquality20"):
        _, queries, _ = sources.collection(shared / "bench" / name)
        found[name] = [(i, q["text"]) for i, q in queries.items()]
    return found


def candidates(shared: Path) -> dict[str, dict[str, str]]:
    """Returns set -> topic -> wording of everything that could be trained on."""
    _, perspectrum, _ = sources.collection(shared / "bench/perspectrum")
    _, debatepedia, _ = sources.collection(shared / "bench/debatepedia")
    corpus, _, _ = sources.collection(shared / "bench/touche2020")
    return {
        "perspectrum": {i: q["text"] for i, q in perspectrum.items() if q["split"] == "train"},
        "argq": {row["topic"]: row["topic"] for row in sources.argq(shared)},
        "claim-stance": {row["topicText"]: row["topicText"] for row in sources.claim_stance(shared)},
        "evidence": {topic: topic for topic, _, _ in sources.evidence(shared)},
        "aspect": {topic: topic for topic, *_ in sources.aspects(shared)},
        "convarg": {p.topic: p.topic.replace("-", " ") for p in sources.convincing(shared)},
        "debatepedia": {i: q["text"] for i, q in debatepedia.items() if share(i) >= 0.5},
        "touche": {row["claim"]: row["claim"] for row in corpus.values()},
    }


def cut(text: str) -> str:
    """Leaves out the frame of a motion, which makes all motions alike."""
    for frame in ("This house believes that ", "This house would ", "This house believes ", "This House "):
        if text.startswith(frame):
            return text[len(frame) :]
    return text


def near(model: Path, shared: Path, demo: Path) -> dict[str, Any]:
    """Returns for every candidate its nearest reported wording of every reported set."""
    marked, open_ = reported(shared, demo), candidates(shared)
    rows = [(name, topic, text) for name, pairs in marked.items() for topic, text in pairs]
    left = vectors(model, [cut(text) for *_, text in rows])
    found: dict[str, Any] = {}
    for name, topics in open_.items():
        right = vectors(model, [cut(text) for text in topics.values()])
        cosines = right @ left.T
        for place, topic in enumerate(topics):
            best: dict[str, tuple[float, str]] = {}
            for mark in marked:
                own = [i for i, row in enumerate(rows) if row[0] == mark]
                nearest = max(own, key=lambda i: cosines[place, i])
                same = sources.plain(topics[topic]) == sources.plain(rows[nearest][2])
                best[mark] = (1.0 if same else float(cosines[place, nearest]), rows[nearest][2])
            found.setdefault(name, {})[topic] = best
    return found


def kept_out(best: dict[str, tuple[float, str]], marks: tuple[str, ...]) -> str | None:
    """Returns the reported wording that keeps a topic out, or None."""
    for mark in marks:
        cosine, wording = best[mark]
        if cosine >= NEAR[mark]:
            return f"{mark}: {wording} ({cosine:.2f})"
    return None


STANCE = ("keypoints", "bundled", "perspectrum", "debatepedia", "claim-stance")
RELEVANCE = (*STANCE, "touche2020", "argquality20")


def main() -> None:
    """Writes the file."""
    shared, demo, model, into = map(Path, sys.argv[1:5])
    marked = reported(shared, demo)
    parts: dict[str, Any] = {
        "reported": {name: sorted({t for t, _ in pairs}) for name, pairs in marked.items()}
    }
    parts["train"], parts["tune"], parts["kept out"] = {}, {}, {}
    parts["not for relevance"] = {}
    cache = into.with_suffix(".near.json")
    if not cache.exists():
        cache.write_text(json.dumps(near(model, shared, demo)), "utf-8")
    for name, topics in json.loads(cache.read_text("utf-8")).items():
        parts["kept out"][name] = {t: why for t, best in topics.items() if (why := kept_out(best, STANCE))}
        left = sorted((t for t in topics if t not in parts["kept out"][name]), key=share)
        tune = int(round(TUNE_SHARE * len(left))) if name in ("perspectrum", "argq", "claim-stance") else 0
        parts["tune"][name], parts["train"][name] = sorted(left[:tune]), sorted(left[tune:])
        parts["not for relevance"][name] = {
            t: why for t in left if (why := kept_out(topics[t], ("touche2020", "argquality20")))
        }
    into.write_text(json.dumps(parts, indent=1, ensure_ascii=False) + "\n", "utf-8")
    for name in parts["train"]:
        counts = [len(parts[part][name]) for part in ("train", "tune", "kept out", "not for relevance")]
        print(name, *counts)


if __name__ == "__main__":
    main()
