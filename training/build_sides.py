"""Writes pairs with sides that were labelled by hand: of queries that make a point, and of comments.

    python training/build_sides.py SHARED DEMO INTO

A query that makes a point (queries.jsonl.gz, `pro` is its side of the topic) is read with the claims of its topic, with
other such queries and with premises of any point of it (premises.jsonl.gz). A comment (comments.jsonl.gz) is read with
claims and queries of its topic, as much of it as a search reads. Every eighth topic is held out. Topics like a query of
a reported collection are left out.
"""

from __future__ import annotations

import lzma
import random
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np
import sources
from debates import own_debates, own_topics
from splits import NEAR, reported
from tables import Pairs, Texts

from debatable.embedding import encoder
from debatable.ranking.protocol import ALONE_WORDS
from debatable.text.sentences import both_ends

HERE = Path(__file__).parent
ENCODER = "all-MiniLM-L6-v2"
HELD_OUT = 8
CLAIMS = 9  # of a topic, for each text
OTHERS = ("comments", "qam")  # collections without a part in splits.py
MORE_NEAR = 0.66
SAME_POINT = {"premise": True, "talk": True, "plain": True, "rebuttal": False}
Sided = list[tuple[str, bool]]


def claims(topics: set[str]) -> dict[str, Sided]:
    """Returns the claims of topics, with their sides."""
    found: dict[str, Sided] = {topic: [(topic, True)] for topic in topics}
    for debate in (*own_topics(), *own_debates()):
        if debate.name in topics:
            found[debate.name] += [row for row in debate.claims if row[0] != debate.name]
    return found


def clear(topics: list[str], shared: Path, demo: Path) -> set[str]:
    """Returns the topics that are like no reported one."""
    marked = [(NEAR[name], text) for name, rows in reported(shared, demo).items() for _, text in rows]
    for name in OTHERS:
        rows = sources.lines(shared / "bench" / name / "queries.jsonl")
        marked += [(MORE_NEAR, row["text"]) for row in rows]
    marks = encoder(ENCODER)([text for _, text in marked])
    near = encoder(ENCODER)(topics) @ marks.T >= np.array([least for least, _ in marked], np.float32)
    return {topic for topic, like in zip(topics, near.any(axis=1), strict=True) if not like}


def of_points(pairs: Pairs, sides: Sided, asked: Sided, said: Sided, draw: random.Random) -> None:
    """Adds the queries of a topic, with its claims, with each other and with premises."""
    for query, pro in asked:
        for claim, side in draw.sample(sides, min(CLAIMS, len(sides))):
            pairs.add(claim, query, pro == side, "claim-query")
            if draw.random() < 0.3:
                pairs.add(query, claim, pro == side, "query-claim")
        for other, side in asked:
            if other != query and draw.random() < 0.5:
                pairs.add(query, other, pro == side, "query-query")
        for text, side in draw.sample(said, min(8, len(said))):
            pairs.add(query, text, pro == side, "query-premise")
    for text, side in said:
        for claim, pro in draw.sample(sides, min(3, len(sides))):
            pairs.add(claim, text, pro == side, "claim-premise")


def main() -> None:
    """Writes the folder."""
    shared, demo, into = map(Path, sys.argv[1:4])
    draw, texts = random.Random(61), Texts()
    asked: dict[str, Sided] = defaultdict(list)
    for row in sources.lines(HERE / "queries.jsonl.gz"):
        if row["point"] and row.get("pro") is not None:
            asked[row["topic"]].append((row["text"], row["pro"]))
    said: dict[str, Sided] = defaultdict(list)
    for row in sources.lines(HERE / "premises.jsonl.gz"):
        side = dict(asked[row["topic"]]).get(row["point"])
        if side is not None and row["kind"] in SAME_POINT:
            said[row["topic"]].append((row["text"], side == SAME_POINT[row["kind"]]))
    comments: dict[str, Sided] = defaultdict(list)
    for row in sources.lines(HERE / "comments.jsonl.gz"):
        comments[row["topic"]].append((row["text"], row["pro"]))
    usable = clear(sorted(asked), shared, demo)
    held_out, sides = set(sorted(asked)[::HELD_OUT]), claims(set(asked))
    tables = {name: Pairs(texts) for name in ("points", "prose", "points_held", "prose_held")}
    for topic in sorted(usable):
        part = "_held" if topic in held_out else ""
        of_points(tables["points" + part], sides[topic], asked[topic], said[topic], draw)
        for text, pro in comments[topic]:
            short = both_ends(text, ALONE_WORDS)
            for one, side in draw.sample(sides[topic], min(CLAIMS, len(sides[topic]))) + asked[topic][:3]:
                tables["prose" + part].add(one, short, pro == side, "comment")
    into.mkdir(parents=True, exist_ok=True)
    for name, pairs in tables.items():
        np.savez_compressed(into / f"{name}.npz", **pairs.arrays())
        print(name, len(pairs.rows), flush=True)
    (into / "texts.txt.xz").write_bytes(lzma.compress("\n".join(texts.numbers).encode(), preset=6))


if __name__ == "__main__":
    main()
