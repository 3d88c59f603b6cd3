"""Adds points said in several ways, which we wrote ourselves, to the table of pairs that make one point.

python add_points.py SHARED DEMO MODEL SPLITS DATA [FILE...]

FILEs are packed into points.jsonl.gz first: a topic begins with `T claim`, a point with `K+` or `K-` and a headline,
each of its wordings with `=`. Topics near a reported one are left out. Of one topic, wordings of one point are pairs
that say the same; those of two points of a side, and of the two sides, are not. Beside them pool.npz is written:
premises by topic and side, pairs of which a teacher of sameness will read.
"""

from __future__ import annotations

import gzip
import json
import lzma
import random
import sys
from collections import defaultdict
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from add_debates import nearness
from build_stance import topical
from debates import Debate, own_debates
from sources import lines
from splits import STANCE
from tables import Pairs, Texts

FILE = Path(__file__).parent / "points.jsonl.gz"
Points = dict[str, dict[tuple[bool, str], list[str]]]


def pack(files: list[Path]) -> None:
    """Writes the points of plain files, the same bytes for the same files."""
    rows, topic, point, pro = [], "", "", True
    for path in files:
        for line in path.read_text("utf-8").splitlines():
            kind, _, text = " ".join(line.split()).partition(" ")
            if kind == "T":
                topic = text
            elif kind in ("K+", "K-"):
                point, pro = text, kind == "K+"
            elif kind == "=" and text:
                rows.append({"topic": topic, "pro": pro, "point": point, "text": text})
    content = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    FILE.write_bytes(gzip.compress(content.encode(), 9, mtime=0))


def read() -> Points:
    """Returns topic -> point, with its side -> wordings, the headline first."""
    found: Points = defaultdict(dict)
    for row in lines(FILE):
        found[row["topic"]].setdefault((row["pro"], row["point"]), [row["point"]]).append(row["text"])
    return found


def add(pairs: Pairs, points: Points, draw: random.Random) -> None:
    """Adds the pairs of all topics: all that say the same, and twice as many that do not."""
    for number, own in enumerate(points.values(), 1):
        alike = [pair for texts in own.values() for pair in combinations(texts, 2)]
        for one, other in alike:
            pairs.add(one, other, 1, "points", number)
        for _ in range(2 * len(alike)):
            (side, left), (other_side, right) = draw.sample(sorted(own), 2)
            if side != other_side and draw.random() < 0.5:
                continue
            one, other = draw.choice(own[side, left]), draw.choice(own[other_side, right])
            pairs.add(one, other, 0, "points", number)


def pool(shared: Path, splits: dict[str, Any], debates: list[Debate], texts: Texts) -> dict[str, Any]:
    """Returns premises that may be trained on, each with the number of its topic and side."""
    groups: dict[tuple[str, bool], int] = {}
    rows: dict[str, int] = {}
    for source, topic, text, pro in topical(shared, splits, "train"):
        if source in ("argq", "perspectrum"):
            rows.setdefault(text, groups.setdefault((topic, pro), len(groups)))
    for debate in debates:
        for text, pro in debate.premises:
            rows.setdefault(text, groups.setdefault((debate.name, pro), len(groups)))
    numbers = np.array([texts(text) for text in rows], np.int32)
    return {"text": numbers, "group": np.array(list(rows.values()), np.int32)}


def main() -> None:
    """Writes the tables."""
    shared, demo, model, split_file, data = map(Path, sys.argv[1:6])
    if sys.argv[6:]:
        pack([Path(name) for name in sys.argv[6:]])
    splits = json.loads(split_file.read_text("utf-8"))
    points = read()
    near = nearness([Debate(topic, [(topic, True)]) for topic in points], shared, demo, model)
    kept = {t: own for (t, own), sets in zip(points.items(), near, strict=True) if not sets & set(STANCE)}
    known = lzma.decompress((data / "texts.txt.xz").read_bytes()).decode().split("\n")
    texts = Texts({text: number for number, text in enumerate(known)})
    pairs = Pairs(texts)
    add(pairs, kept, random.Random(95))
    np.savez_compressed(data / "points.npz", **pairs.arrays())
    own = own_debates()
    apart = nearness(own, shared, demo, model)
    apart_only = [debate for debate, sets in zip(own, apart, strict=True) if not sets & set(STANCE)]
    np.savez_compressed(data / "pool.npz", **pool(shared, splits, apart_only, texts))
    (data / "texts.txt.xz").write_bytes(lzma.compress("\n".join(texts.numbers).encode(), preset=4))
    print(len(kept), "topics of", len(points), "points", len(pairs.rows), "pairs")


if __name__ == "__main__":
    main()
