"""Writes what the head of matches learns from: texts by debate and point, and their neighbours in other debates.

    python build_matches.py SHARED DEMO INTO

Texts are the queries of queries.jsonl.gz that make a point, with the premises of premises.jsonl.gz: three that make it
as well, one that answers it from the other side, and a query that says the opposite; the queries that name a debate,
which no premise matches; the wordings of points.jsonl.gz; and the premises of Perspectrum's training queries. Topics
near a reported one are left out. INTO gets texts.txt.xz, one text a line, and matches.npz: debate, point and kind of
each text, whether it is of a debate held out, and the texts of other debates nearest to it.
"""

from __future__ import annotations

import json
import lzma
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np
import numpy.typing as npt
import sources
from splits import NEAR, STANCE, reported
from tables import Texts

from debatable.embedding import encoder

HERE = Path(__file__).parent
ENCODER = "all-MiniLM-L6-v2"
HELD_OUT = 8  # every eighth topic of the queries, as in fine_tuning/specificity.py
NEAREST = 12
TEXT, OPPOSITE, REBUTTAL, GENERAL = range(4)  # kinds
KINDS = {"opposite": OPPOSITE, "rebuttal": REBUTTAL}
Debates = dict[str, dict[str, dict[str, int]]]  # debate -> point -> text -> kind


def queries() -> Debates:
    """Returns queries that make a point, and those that name a debate; points that are nearly one stand together."""
    found: Debates = defaultdict(lambda: defaultdict(dict))
    for row in sources.lines(HERE / "premises.jsonl.gz"):
        own = found[row["topic"]][row.get("like", row["point"])]
        own.setdefault(row["point"], TEXT)
        own.setdefault(row["text"], KINDS.get(row["kind"], TEXT))
    for row in sources.lines(HERE / "queries.jsonl.gz"):
        if not row["point"]:
            found[row["topic"]][""].setdefault(row["text"], GENERAL)
    return found


def points(shared: Path, demo: Path) -> Debates:
    """Returns topic -> point -> wordings, of the topics that are like no reported one."""
    found: Debates = defaultdict(lambda: defaultdict(dict))
    for row in sources.lines(HERE / "points.jsonl.gz"):
        found[row["topic"]][row["point"]] |= {row["point"]: TEXT, row["text"]: TEXT}
    marked = [
        (name, text) for name, rows in reported(shared, demo).items() if name in STANCE for _, text in rows
    ]
    marks = encoder(ENCODER)([text for _, text in marked])
    least = np.array([NEAR[name] for name, _ in marked], np.float32)
    near = (encoder(ENCODER)(list(found)) @ marks.T >= least).any(axis=1)
    return {topic: own for (topic, own), like in zip(found.items(), near, strict=True) if not like}


def perspectives(shared: Path) -> Debates:
    """Returns query and side -> point -> premises of Perspectrum's training queries."""
    found: Debates = defaultdict(lambda: defaultdict(dict))
    own = set(json.loads((HERE / "split.json").read_text("utf-8"))["train"]["perspectrum"])
    for judged in sources.collection(shared / "bench/perspectrum")[2]:
        if judged.query_id in own and judged.cluster and judged.relevance > 0:
            found[f"{judged.query_id} {judged.stance}"][judged.cluster][judged.premise] = TEXT
    return found


def neighbours(
    texts: list[str], debate: npt.NDArray[np.int32], kind: npt.NDArray[np.int8]
) -> npt.NDArray[np.int32]:
    """Returns the rows of the texts of other debates that are nearest to each; queries alone are none."""
    vectors = encoder(ENCODER)(texts)
    found = np.empty((len(texts), NEAREST), np.int32)
    for start in range(0, len(texts), 1024):
        cosines = vectors[start : start + 1024] @ vectors.T
        cosines[debate[start : start + 1024, None] == debate] = -1
        cosines[:, (kind == OPPOSITE) | (kind == GENERAL)] = -1
        found[start : start + 1024] = np.argpartition(-cosines, NEAREST, axis=1)[:, :NEAREST]
    return found


def main() -> None:
    """Writes both files."""
    shared, demo, into = map(Path, sys.argv[1:4])
    written = queries()
    held_out = set(sorted(written)[::HELD_OUT])
    numbers, rows = Texts(), {}
    for source in (written, points(shared, demo), perspectives(shared)):
        for topic, own in source.items():
            for point, texts in own.items():
                for text, kind in texts.items():
                    rows.setdefault(numbers(text), (topic, f"{topic} {point}", kind, topic in held_out))
        print(len(source), "debates,", len(rows), "texts so far", flush=True)
    debates = {name: number for number, name in enumerate(dict.fromkeys(row[0] for row in rows.values()))}
    of_point = {name: number for number, name in enumerate(dict.fromkeys(row[1] for row in rows.values()))}
    debate = np.array([debates[row[0]] for row in rows.values()], np.int32)
    point = np.array([of_point[row[1]] for row in rows.values()], np.int32)
    kind = np.array([row[2] for row in rows.values()], np.int8)
    held = np.array([row[3] for row in rows.values()])
    texts = list(numbers.numbers)
    into.mkdir(parents=True, exist_ok=True)
    (into / "texts.txt.xz").write_bytes(lzma.compress("\n".join(texts).encode(), preset=6))
    near = neighbours(texts, debate, kind)
    np.savez_compressed(into / "matches.npz", debate=debate, point=point, kind=kind, held=held, near=near)


if __name__ == "__main__":
    main()
