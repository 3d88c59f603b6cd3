"""Pairs of statements with known stance towards each other, from the collections stance is measured on."""

from __future__ import annotations

import csv
import json
import tomllib
from collections import defaultdict
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

__all__ = ["Pair", "claim_stance", "demo", "flips", "keypoints", "perspectrum", "wordings"]


class Pair(NamedTuple):
    """A query, a claim and whether they take the same side; topic is the unit that is left out."""

    topic: str
    query: str
    claim: str
    same: bool


def _lines(path: Path) -> list[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def keypoints(folder: Path) -> list[Pair]:
    """Returns query and claim of each topic: same where most premises keep their stance from claim to query."""
    corpus = {row["id"]: row for row in _lines(folder / "corpus.jsonl")}
    queries = {row["query_id"]: row["text"] for row in _lines(folder / "queries.jsonl")}
    votes: dict[tuple[str, str], int] = defaultdict(int)
    for row in _lines(folder / "judgments.jsonl"):
        premise = corpus[row["premise_id"]]
        if row.get("stance") and premise["stance"]:
            votes[row["query_id"], premise["claim"]] += 1 if row["stance"] == premise["stance"] else -1
    return [Pair(query, queries[query], claim, vote > 0) for (query, claim), vote in sorted(votes.items())]


def wordings(pairs: list[Pair]) -> list[Pair]:
    """Returns all pairs among a query and its claims, which follow from those with the query."""
    topics: dict[str, dict[str, bool]] = defaultdict(dict)
    for pair in pairs:
        topics[pair.topic].setdefault(pair.query, True)
        topics[pair.topic][pair.claim] = pair.same
    return [
        Pair(topic, one, other, sides[one] == sides[other])
        for topic, sides in topics.items()
        for one, other in combinations(sides, 2)
    ]


def claim_stance(path: Path) -> list[Pair]:
    """Returns topic and claim of the IBM claim stance data set."""
    with path.open(encoding="utf-8", newline="") as lines:
        return [
            Pair(
                row["topicId"],
                row["topicText"],
                row["claims.claimCorrectedText"],
                row["claims.stance"] == "PRO",
            )
            for row in csv.DictReader(lines)
        ]


def perspectrum(folder: Path, split: str = "dev") -> list[Pair]:
    """Returns query and perspective of one split of Perspectrum."""
    texts = {row["id"]: row["premise"] for row in _lines(folder / "corpus.jsonl")}
    queries = {
        row["query_id"]: row["text"] for row in _lines(folder / "queries.jsonl") if row["split"] == split
    }
    return [
        Pair(row["query_id"], queries[row["query_id"]], texts[row["premise_id"]], row["stance"] == "pro")
        for row in _lines(folder / "judgments.jsonl")
        if row["query_id"] in queries and row["stance"] in ("pro", "con")
    ]


def demo(folder: Path) -> list[Pair]:
    """Returns query and claim of each topic of the bundled collection."""
    topics = [tomllib.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.toml"))]
    return [
        Pair(topic["topic"], query["text"], claim["text"], query["aligned"] == claim["aligned"])
        for topic in topics
        for query in topic["queries"]
        for claim in topic["claims"]
    ]


def flips(pairs: list[Pair]) -> list[tuple[int, int]]:
    """Returns pairs of pairs in which two opposite statements of a topic meet the same third one."""
    sides: dict[tuple[str, str], list[tuple[int, bool]]] = defaultdict(list)
    for place, pair in enumerate(pairs):
        sides[pair.topic, pair.claim].append((place, pair.same))
    return [
        (one, other)
        for met in sides.values()
        for (one, same), (other, other_same) in combinations(met, 2)
        if same != other_same
    ]
