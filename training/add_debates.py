"""Adds the debates we wrote ourselves to the tables of stance and relevance; thins pairs of texts of one topic.

python add_debates.py SHARED DEMO MODEL DATA

Debates near a reported topic are left out. The bundled topics, with what was written about them, go into two tables of
their own (stance_bundled, relevant_bundled): examples of a last fine-tuning, so that metrics without it are possible.
"""

from __future__ import annotations

import lzma
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
from debates import Debate, Sided, own_debates, own_topics, topic_statements
from sources import bundled
from splits import NEAR, RELEVANCE, STANCE, cut, reported, vectors
from tables import Pairs, Texts
from wordings import turned

THIN = {"each-other": 0.6, "each-other-turned": 0.6}
Labelled = tuple[str, str, bool, str]


def some(rows: Sided, most: int, draw: random.Random) -> Sided:
    """Returns up to so many of the rows."""
    return draw.sample(rows, min(most, len(rows)))


def against_claims(debate: Debate, draw: random.Random, share: float) -> Iterator[Labelled]:
    """Yields everything that is said against every claim of the debate, turned and the other way round as well."""
    texts = debate.queries() + debate.premises
    for claim, side in debate.claims:
        for text, pro in texts:
            if draw.random() < share:
                yield claim, text, side == pro, "own"
            if draw.random() < 0.3 * share:
                yield turned(claim, True, draw), text, side != pro, "own-turned"
            if draw.random() < 0.08 * share:
                yield claim, turned(text, True, draw), side != pro, "own-turned"
            if draw.random() < 0.25 * share:
                yield text, claim, side == pro, "own-swapped"
        for other, pro in debate.claims:
            if other != claim:
                yield claim, other, side == pro, "own-claims"


def against_each_other(debate: Debate, draw: random.Random, most: int) -> Iterator[Labelled]:
    """Yields what people say beside other statements, slogans and reasons."""
    for text, pro in debate.queries():
        for other, side in some(debate.queries(), most, draw):
            if other != text:
                yield other, text, side == pro, "own-each-other"
        for reason, side in some(debate.premises, most, draw):
            yield text, reason, side == pro, "own-reasons"
            if draw.random() < 0.5:
                yield reason, text, side == pro, "own-reasons"


def add_stances(pairs: Pairs, debates: list[Debate], draw: random.Random, share: float, most: int) -> None:
    """Adds the pairs of all debates."""
    for debate in debates:
        for part in (against_claims(debate, draw, share), against_each_other(debate, draw, most)):
            for one, other, same, source in part:
                pairs.add(one, other, same, source)


def add_relevant(pairs: Pairs, debates: list[Debate], first: int, draw: random.Random) -> None:
    """Adds queries with claims and reasons of their own debate; debates are numbered from `first` on."""
    for number, debate in enumerate(debates, first):
        for query, _ in debate.queries() + debate.claims:
            for text, _ in some(debate.claims, 1, draw) + some(debate.premises, 1, draw):
                pairs.add(query, text, 1, "own", number)
        for reason, _ in debate.premises:
            pairs.add(draw.choice(debate.claims)[0], reason, 1, "own", number)


def nearness(debates: list[Debate], shared: Path, demo: Path, model: Path) -> list[set[str]]:
    """Returns for every debate the reported sets that hold a topic like it."""
    marked = [(name, text) for name, rows in reported(shared, demo).items() for _, text in rows]
    wordings = [(place, claim) for place, debate in enumerate(debates) for claim, _ in debate.claims[:3]]
    left = vectors(model, [cut(text) for _, text in wordings])
    cosines = left @ vectors(model, [cut(text) for _, text in marked]).T
    over = cosines >= np.array([NEAR[name] for name, _ in marked])
    found: list[set[str]] = [set() for _ in debates]
    for row, column in zip(*np.nonzero(over), strict=True):
        found[wordings[row][0]].add(marked[column][0])
    return found


def thinned(rows: dict[str, npt.NDArray[np.generic]], draw: np.random.Generator) -> npt.NDArray[np.bool_]:
    """Returns which rows of a table stay."""
    keep = np.ones(len(rows["a"]), bool)
    for name, share in THIN.items():
        if name in rows["names"]:
            own = rows["source"] == list(rows["names"]).index(name)
            keep &= ~own | (draw.random(len(keep)) < share)
    return keep


def merge(data: Path, table: str, pairs: Pairs, thin: bool) -> None:
    """Writes a table together with new pairs."""
    extra = pairs.arrays()
    with np.load(data / f"{table}.npz") as old:
        rows = {key: old[key] for key in old}
    keep = thinned(rows, np.random.default_rng(17)) if thin else np.ones(len(rows["a"]), bool)
    extra["source"] = (extra["source"] + len(rows["names"])).astype(np.uint8)
    columns = ("a", "b", "y", "source", "topic")
    merged = {key: np.concatenate([rows[key][keep], extra[key]]) for key in columns}
    merged["names"] = np.concatenate([rows["names"], extra["names"]])
    np.savez_compressed(data / f"{table}.npz", **merged)
    print(table, len(merged["a"]), "new", len(extra["a"]), flush=True)


def main() -> None:
    """Rewrites the tables."""
    shared, demo, model, data = map(Path, sys.argv[1:5])
    every = [
        debate for debate in own_topics() + own_debates() + topic_statements(demo, True) if debate.claims
    ]
    near = nearness(every, shared, demo, model)
    debates = [debate for debate, sets in zip(every, near, strict=True) if not sets & set(STANCE)]
    apart = [debate for debate, sets in zip(every, near, strict=True) if not sets & set(RELEVANCE)]
    late = [debate for debate, sets in zip(every, near, strict=True) if sets and sets <= {"bundled"}]
    own = {topic["topic"] for topic in bundled(demo)}
    ours = [debate for debate in topic_statements(demo, False) if debate.name in own] + late
    print(len(debates), "debates of", len(every), sum(len(d.queries()) for d in debates), "statements")
    print(len(late), "like bundled ones:", *sorted(debate.claims[0][0] for debate in late), sep="\n  ")
    known = lzma.decompress((data / "texts.txt.xz").read_bytes()).decode().split("\n")
    texts = Texts({text: number for number, text in enumerate(known)})
    for table, share, most, thin in (("stance_labelled", 0.4, 1, False), ("stance_unlabelled", 1.0, 3, True)):
        pairs = Pairs(texts)
        add_stances(pairs, debates, random.Random(91), share, most)
        merge(data, table, pairs, thin)
    with np.load(data / "extra.npz") as old:
        junk, topics = old["junk"], old["topics"].tolist()
    pairs = Pairs(texts)
    add_relevant(pairs, apart, len(topics), random.Random(92))
    merge(data, "relevant", pairs, False)
    first = len(topics) + len(apart)
    topics += [texts(debate.claims[0][0]) for debate in apart + ours]
    stances, relevant = Pairs(texts), Pairs(texts)
    add_stances(stances, ours, random.Random(93), 1.0, 3)
    add_relevant(relevant, ours, first, random.Random(94))
    for name, pairs in (("stance_bundled", stances), ("relevant_bundled", relevant)):
        np.savez_compressed(data / f"{name}.npz", **pairs.arrays())
        print(name, len(pairs.rows), flush=True)
    np.savez_compressed(data / "extra.npz", junk=junk, topics=np.array(topics, np.int32))
    (data / "texts.txt.xz").write_bytes(lzma.compress("\n".join(texts.numbers).encode(), preset=4))


if __name__ == "__main__":
    main()
