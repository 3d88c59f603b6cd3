"""Pairs for relevance, same meaning and quality."""

from __future__ import annotations

import random
from collections import defaultdict
from itertools import combinations
from pathlib import Path
from typing import Any

import everyday
import sources
from tables import Pairs, Texts
from wordings import thing, turned, wordings

TOPICS: dict[str, int] = {}
SIMILAR = {"HS": 1.0, "SS": 0.6, "NS": 0.0, "DTORCD": 0.0}


def number(topic: str) -> int:
    """Returns the number of a topic, the same for equal words."""
    return TOPICS.setdefault(topic, len(TOPICS))


def topic_texts(texts: Texts) -> list[int]:
    """Returns the text of every topic."""
    return [texts(topic) for topic in TOPICS]


def junk() -> list[str]:
    """Returns lines that are no claim about any debate, some of them random letters."""
    draw = random.Random(7)
    rows = (Path(__file__).parent / "junk.txt").read_text("utf-8").splitlines()
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = ["".join(draw.choices(letters, k=draw.randint(2, 9))) for _ in range(600)]
    return rows + [" ".join(draw.sample(words, draw.randint(1, 6))) for _ in range(80)]


def relevant(shared: Path, splits: dict[str, Any], allowed: list[tuple[str, str]], texts: Texts) -> Pairs:
    """Returns queries with premises that are relevant to them; negatives are other topics' and made later."""
    draw, pairs = random.Random(78), Pairs(texts)
    may = {
        name: set(topics) - set(splits["not for relevance"].get(name, ()))
        for name, topics in splits["train"].items()
    }
    for row in sources.collection(shared / "bench/perspectrum")[2]:
        if row.query_id in may["perspectrum"]:
            pairs.add(row.query, row.premise, 1, "perspectrum", number(row.query))
            if draw.random() < 0.3:
                pairs.add(
                    turned(row.query, draw.random() < 0.5, draw), row.premise, 1, "turned", number(row.query)
                )
    for item in sources.argq(shared):
        if item["topic"] in may["argq"] and draw.random() < 0.6:
            pairs.add(
                _query(item["topic"], draw), sources.clean(item["argument"]), 1, "argq", number(item["topic"])
            )
    for topic, claim, evidence in sources.evidence(shared):
        if topic in may["evidence"]:
            for one, other in ((topic, claim), (topic, evidence), (claim, evidence)):
                pairs.add(one, other, 1, "evidence", number(topic))
    for row in sources.collection(shared / "bench/debatepedia")[2]:
        if row.query_id in may["debatepedia"]:
            pairs.add(row.query, row.premise, 1, "debatepedia", number(row.query))
            pairs.add(row.claim or row.query, row.premise, 1, "debatepedia", number(row.query))
    for portal in sources.collection(shared / "bench/touche2020")[0].values():
        if portal["claim"] in may["touche"] and len(portal["premise"]) > 60:
            pairs.add(portal["claim"], sources.clean(portal["premise"]), 1, "portal", number(portal["claim"]))
    for topic, one, other, _ in sources.aspects(shared):
        if topic in may["aspect"]:
            forms = wordings("thing", f"{topic.lower()}|{'are' if topic.endswith('s') else 'is'}")
            for text in (one, other):
                pairs.add(draw.choice(forms).text, text, 1, "aspect", number(topic))
    from build_stance import topical

    own = {topic: rows for topic, rows in everyday.arguments_of(topical(shared, splits, "train")).items()}
    everyday.add_relevant(pairs, own, number, draw)
    for family, value in allowed:
        forms = wordings(family, value)
        for _ in range(25):
            one, other = draw.sample(forms, 2)
            pairs.add(
                one.text,
                other.text,
                1,
                "template",
                number(" ".join(value.split("|")[:2]).removesuffix(" is").removesuffix(" are")),
            )
    return pairs


def _query(topic: str, draw: random.Random) -> str:
    """Returns the topic itself or another wording of it."""
    if draw.random() < 0.4 or thing(topic) is None:
        return topic
    value, _ = thing(topic) or ("", True)
    return draw.choice(wordings("thing", value)).text


def relevant_report(shared: Path, demo: Path, splits: dict[str, Any], texts: Texts) -> Pairs:
    """Returns queries of reported topics with their relevant premises."""
    draw, pairs = random.Random(90), Pairs(texts)
    for name, most in (("keypoints", 60), ("perspectrum", 40), ("debatepedia", 25)):
        own, by = set(splits["reported"][name]), defaultdict(list)
        for row in sources.collection(shared / "bench" / name)[2]:
            if row.query_id in own and row.relevance:
                by[row.query].append(row.premise)
        for query, premises in by.items():
            for premise in draw.sample(premises, min(most, len(premises))):
                pairs.add(query, premise, 1, name, number(query))
    for topic in sources.bundled(demo):
        for query in topic["queries"]:
            for idea in topic["ideas"]:
                for premise in idea["premises"]:
                    pairs.add(query["text"], premise["text"], 1, "bundled", number(topic["title"]))
    return pairs


def _clusters(rows: list[sources.Judged], own: set[str]) -> dict[str, dict[str, list[str]]]:
    by: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        if row.query_id in own and row.cluster and not row.cluster.startswith("single"):
            by[row.query][row.cluster].append(row.premise)
    return by


def _add_clusters(
    pairs: Pairs, by: dict[str, dict[str, list[str]]], source: str, most: int, draw: random.Random
) -> None:
    """Adds pairs of one cluster and as many again, twice, of two clusters of a query."""
    for query, clusters in by.items():
        same = [pair for premises in clusters.values() for pair in combinations(sorted(set(premises)), 2)]
        other = [
            (one, two)
            for left, right in combinations(sorted(clusters), 2)
            for one in clusters[left]
            for two in clusters[right]
        ]
        draw.shuffle(same)
        for one, two in same[:most]:
            pairs.add(one, two, 1, source, number(query))
        for one, two in draw.sample(other, min(len(other), 2 * min(len(same), most))):
            pairs.add(one, two, 0, source, number(query))


def same(shared: Path, splits: dict[str, Any], texts: Texts) -> Pairs:
    """Returns pairs of premises with whether they say the same."""
    draw, pairs = random.Random(11), Pairs(texts)
    rows = sources.collection(shared / "bench/perspectrum")[2]
    _add_clusters(pairs, _clusters(rows, set(splits["train"]["perspectrum"])), "perspectrum", 60, draw)
    for topic, one, other, label in sources.aspects(shared):
        if topic in splits["train"]["aspect"]:
            pairs.add(one, other, SIMILAR[label], "aspect", number(topic))
            pairs.add(other, one, SIMILAR[label], "aspect", number(topic))
    every = sorted({row.premise for row in rows if row.query_id in set(splits["train"]["perspectrum"])})
    for text in draw.sample(every, 2500):
        opposite = draw.random() < 0.6
        pairs.add(text, turned(text, opposite, draw), not opposite, "turned", 0)
    by: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for item in sources.argq(shared):
        if item["topic"] in splits["train"]["argq"]:
            by[item["topic"]].append((sources.clean(item["argument"]), item["stance_WA"]))
    for topic, arguments in by.items():
        for _ in range(120):
            (one, left), (other, right) = draw.sample(arguments, 2)
            if left != right:
                pairs.add(one, other, 0, "opposed", number(topic))
    return pairs


def same_report(shared: Path, demo: Path, splits: dict[str, Any], texts: Texts) -> Pairs:
    """Returns reported pairs: key points, Perspectrum dev, bundled ideas, aspects of topics kept out."""
    draw, pairs = random.Random(13), Pairs(texts)
    for name in ("keypoints", "perspectrum"):
        rows = sources.collection(shared / "bench" / name)[2]
        _add_clusters(pairs, _clusters(rows, set(splits["reported"][name])), name, 60, draw)
    ideas = {
        topic["title"]: {idea["id"]: [p["text"] for p in idea["premises"]] for idea in topic["ideas"]}
        for topic in sources.bundled(demo)
    }
    _add_clusters(pairs, ideas, "bundled", 60, draw)
    for topic, one, other, label in sources.aspects(shared):
        if topic in splits["kept out"]["aspect"] and label in ("HS", "NS"):
            pairs.add(one, other, SIMILAR[label], "aspect", number(topic))
    return pairs


def quality(shared: Path, splits: dict[str, Any], texts: Texts) -> Pairs:
    """Returns (topic, argument) with the weighted average of quality judgments."""
    pairs = Pairs(texts)
    parts = {
        t: p
        for p, name in (("train", "train"), ("tune", "tune"), ("report", "kept out"))
        for t in splits[name]["argq"]
    }
    for item in sources.argq(shared):
        text = sources.clean(item["argument"])
        pairs.add(item["topic"], text, float(item["WA"]), parts[item["topic"]], number(item["topic"]))
    return pairs


def convincing(shared: Path, splits: dict[str, Any], texts: Texts) -> Pairs:
    """Returns (more convincing, less convincing) arguments."""
    pairs = Pairs(texts)
    for row in sources.convincing(shared):
        part = "train" if row.topic in splits["train"]["convarg"] else "report"
        pairs.add(row.better, row.worse, 1, part, number(row.topic))
    return pairs
