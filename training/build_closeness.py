"""Writes pairs for a model of two heads: stance, to be kept, and whether two texts are about one question.

python build_closeness.py SHARED DEMO MODEL SPLITS INTO

Two texts of one debate are about one question, whichever side they take. Others are drawn from the nearest texts of
other debates, from neighbouring debates and from anywhere; claims that do not say what they are about, and lines that
are no claims, are about none. Debates that may be one are neither. No debate near a reported one is used.
"""

from __future__ import annotations

import json
import lzma
import random
import sys
from pathlib import Path
from typing import Any

import build_data
import build_reading
import build_stance
import everyday
import numpy as np
import sources
from add_debates import add_stances, nearness
from add_points import read as read_points
from close_pairs import Others, Pool, alikeness, pairs
from debates import Debate, own_debates, own_topics, topic_statements
from splits import STANCE, vectors
from tables import Pairs, Texts
from vague import generic
from wordings import wordings

HELD_OUT = 70  # debates of ours that closeness is measured on
NEAR_HELD = 0.66  # cosine from which a debate is not trained on beside them
MOST = {"stance_labelled": 260_000, "stance_unlabelled": 160_000, "stance_bundled": 90_000}


def data_sets(shared: Path, splits: dict[str, Any], draw: random.Random) -> list[Debate]:
    """Returns the topics of others' data sets as debates."""
    may = {
        name: set(topics) - set(splits["not for relevance"].get(name, ()))
        for name, topics in splits["train"].items()
    }
    found: dict[str, Debate] = {}
    for source, topic, text, pro in build_stance.topical(shared, splits, "train"):
        if (source != "perspectrum" and topic not in may[source]) or (
            source == "argq" and draw.random() > 0.12
        ):
            continue
        found.setdefault(topic, Debate(topic, [(topic, True)])).premises.append((text, pro))
    for row in sources.collection(shared / "bench/perspectrum")[2]:
        if row.query_id not in may["perspectrum"]:
            found.pop(row.query, None)
    for topic, rows in everyday.written(found).items():
        found[topic].statements += rows
    for topic, claim, evidence in sources.evidence(shared):
        if topic in may["evidence"]:
            debate = found.setdefault(topic, Debate(topic, [(topic, True)]))
            debate.premises += [(claim, True)] + [(evidence, True)] * (draw.random() < 0.3)
    for row in sources.collection(shared / "bench/debatepedia")[2]:
        if row.query_id in may["debatepedia"]:
            name = "debatepedia:" + row.query_id
            debate = found.setdefault(name, Debate(name, [(row.query, True)]))
            debate.claims += [(row.claim, True)] if row.claim else []
            debate.premises.append((" ".join(row.premise.split()[: draw.choice((12, 30, 90))]), True))
    return list(found.values())


def templates(allowed: list[tuple[str, str]], draw: random.Random) -> list[Debate]:
    """Returns the subjects of templates as debates."""
    found = []
    for family, value in allowed:
        forms = wordings(family, value)
        claims, statements = [w for w in forms if w.claim], [w for w in forms if not w.claim]
        claims, statements = (
            draw.sample(claims, min(7, len(claims))),
            draw.sample(statements, min(12, len(statements))),
        )
        sides = [[(w.text, w.pro) for w in part] for part in (claims, statements)]
        found.append(Debate(f"{family}:{value}", *sides))
    return found


def pointed() -> list[Debate]:
    """Returns the debates of points.jsonl.gz, some wordings of every point."""
    return [
        Debate(
            "points:" + topic,
            [(topic, True)],
            premises=[(t, side) for (side, _), ways in own.items() for t in ways[:4]],
        )
        for topic, own in read_points().items()
    ]


def closeness(debates: list[Debate], model: Path, texts: Texts) -> dict[str, Pairs]:
    """Returns the pairs to train closeness on, and those of debates held out."""
    draw, pool = random.Random(71), Pool()
    for debate in debates:
        pool.add(debate, draw)
    units = vectors(model, pool.text)
    alike = alikeness(pool, units)
    held = sorted(draw.sample([i for i, d in enumerate(debates) if d.slogans and d.statements], HELD_OUT))
    beside = (alike[held] > NEAR_HELD).any(axis=0)
    beside[held] = True
    common, junk = generic(random.Random(5)), build_reading.junk()
    random.Random(6).shuffle(common)
    lines = [line for place, line in enumerate(junk) if place % 5 < 4]
    parts = {
        "close_train": (np.flatnonzero(~beside).tolist(), common[60:], lines, 2.0),
        "close_held": (held, common[:60], junk[4::5], 0.6),
    }
    found = {}
    for name, (chosen, vague, none, times) in parts.items():
        found[name] = Pairs(texts)
        for one, other, label, source in pairs(
            Others(pool, units, alike, chosen, draw), vague, none, times, draw
        ):
            found[name].add(one, other, label, source)
    return found


def fewer(table: Pairs, most: int) -> Pairs:
    """Returns so many pairs of a table."""
    rows = random.Random(72).sample(list(table.rows.items()), min(most, len(table.rows)))
    return Pairs(table.texts, dict(rows), table.sources)


def write(tables: dict[str, Pairs], texts: Texts, into: Path) -> None:
    """Writes all tables, and those texts that they hold."""
    used: dict[int, int] = {}
    for table in tables.values():
        for pair in table.rows:
            for number in pair:
                used.setdefault(number, len(used))
    for name, table in tables.items():
        arrays = table.arrays()
        for column in "ab":
            arrays[column] = np.array([used[int(number)] for number in arrays[column]], np.int32)
        np.savez_compressed(into / f"{name}.npz", **arrays)
        print(
            name,
            len(arrays["a"]),
            dict(zip(arrays["names"].tolist(), np.bincount(arrays["source"]).tolist(), strict=True)),
            flush=True,
        )
    every = list(texts.numbers)
    content = "\n".join(every[number] for number in used).encode()
    (into / "texts.txt.xz").write_bytes(lzma.compress(content, preset=4))


def main() -> None:
    """Writes the folder."""
    shared, demo, model, split_file, into = map(Path, sys.argv[1:6])
    splits, texts = json.loads(split_file.read_text("utf-8")), Texts()
    into.mkdir(parents=True, exist_ok=True)
    subjects = build_data.allowed_subjects(shared, demo, model)
    banned = build_data.reported_premises(shared, demo, splits)
    ours = [d for d in own_topics() + own_debates() + topic_statements(demo, True) + pointed() if d.claims]
    near = dict(zip(map(id, ours), nearness(ours, shared, demo, model), strict=True))
    clear = [d for d in ours if not near[id(d)] and not d.name.startswith("debatepedia:")]
    debates = clear + data_sets(shared, splits, random.Random(70)) + templates(subjects, random.Random(69))
    for debate in debates:
        debate.premises = [row for row in debate.premises if sources.plain(row[0]) not in banned]
    print(len(ours), "debates of ours,", len(clear), "used,", len(debates), "in all", flush=True)
    tables = closeness(debates, model, texts)
    sided = [d for d in ours if not d.name.startswith("points:")]
    for name, table, share, most in (
        ("stance_labelled", build_stance.labelled, 0.4, 1),
        ("stance_unlabelled", build_stance.unlabelled, 0.6, 2),
    ):
        tables[name] = build_data.without(table(shared, splits, subjects, texts), banned)
        add_stances(
            tables[name], [d for d in sided if not near[id(d)] & set(STANCE)], random.Random(91), share, most
        )
    own = {topic["topic"] for topic in sources.bundled(demo)}
    late = [d for d in sided if near[id(d)] and near[id(d)] <= {"bundled"}]
    tables["stance_bundled"] = Pairs(texts)
    bundled = [d for d in topic_statements(demo, False) if d.name in own] + late
    add_stances(tables["stance_bundled"], bundled, random.Random(93), 1.0, 3)
    tables |= {name: fewer(tables[name], most) for name, most in MOST.items()}
    tables["stance_tune"] = build_stance.tuning(shared, splits, texts)
    tables["stance_report"] = build_stance.reporting(shared, demo, splits, texts)
    write(tables, texts, into)


if __name__ == "__main__":
    main()
