"""Adds the topics we wrote ourselves to what the stance models are trained on; thins pairs of texts of one topic.

python add_own.py SHARED DEMO MODEL DATA
"""

from __future__ import annotations

import lzma
import random
import sys
from pathlib import Path

import numpy as np
import sources
from splits import reported, vectors
from tables import Pairs, Texts
from wordings import turned

NEAR = 0.66  # cosine with a reported wording from which a topic is left out
THIN = {"each-other": 0.35, "each-other-turned": 0.4}


def written() -> dict[str, dict[str, list[tuple[str, bool]]]]:
    """Returns topic -> kind -> (text, side)."""
    found: dict[str, dict[str, list[tuple[str, bool]]]] = {}
    for row in sources.lines(Path(__file__).parent / "own_topics.jsonl.gz"):
        rows = found.setdefault(row["topic"], {"claim": [(row["topic"], True)], "voice": []})
        rows[row["kind"]].append((row["text"], bool(row["pro"])))
    return found


def add(pairs: Pairs, topics: dict, draw: random.Random, rich: bool) -> None:
    """Adds voices and claims against claims; the rich table has more turns and orders."""
    for rows in topics.values():
        claims, voices = rows["claim"], rows["voice"]
        for claim, side in claims:
            for voice, pro in voices:
                pairs.add(claim, voice, side == pro, "everyday-own")
                if draw.random() < (0.6 if rich else 0.2):
                    pairs.add(turned(claim, True, draw), voice, side != pro, "everyday-own-turned")
                if draw.random() < (0.3 if rich else 0.1):
                    pairs.add(voice, claim, side == pro, "everyday-own-swapped")
            for other, pro in claims:
                pairs.add(claim, other, side == pro, "everyday-own-claims")
        for voice, pro in voices:
            for other, side in draw.sample(voices, min(len(voices), 7 if rich else 3)):
                if other != voice:
                    pairs.add(other, voice, side == pro, "everyday-own-each-other")


def main() -> None:
    """Rewrites the tables of stance."""
    shared, demo, model, data = map(Path, sys.argv[1:5])
    topics = written()
    marked = [
        text for name, rows in reported(shared, demo).items() for _, text in rows if name != "debatepedia"
    ]
    names = list(topics)
    nearest = (vectors(model, names) @ vectors(model, marked).T).max(axis=1)
    for name, cosine in zip(names, nearest, strict=True):
        if cosine >= NEAR:
            print("left out:", name, f"{cosine:.2f}")
            del topics[name]
    print(len(topics), "topics", sum(len(r["voice"]) for r in topics.values()), "voices")
    known = lzma.decompress((data / "texts.txt.xz").read_bytes()).decode().split("\n")
    texts = Texts({text: number for number, text in enumerate(known)})
    for table, rich in (("stance_labelled", False), ("stance_unlabelled", True)):
        pairs = Pairs(texts)
        add(pairs, topics, random.Random(91), rich)
        extra = pairs.arrays()
        with np.load(data / f"{table}.npz") as old:
            rows = {key: old[key] for key in old}
        keep = np.ones(len(rows["a"]), bool)
        draw = np.random.default_rng(17)
        for name, share in THIN.items():
            if rich and name in rows["names"]:
                own = rows["source"] == list(rows["names"]).index(name)
                keep &= ~own | (draw.random(len(keep)) < share)
        extra["source"] = (extra["source"] + len(rows["names"])).astype(np.uint8)
        merged = {
            key: np.concatenate([rows[key][keep], extra[key]]) for key in ("a", "b", "y", "source", "topic")
        }
        merged["names"] = np.concatenate([rows["names"], extra["names"]])
        np.savez_compressed(data / f"{table}.npz", **merged)
        print(table, len(merged["a"]), "new", len(extra["a"]))
    (data / "texts.txt.xz").write_bytes(lzma.compress("\n".join(texts.numbers).encode(), preset=4))


if __name__ == "__main__":
    main()
