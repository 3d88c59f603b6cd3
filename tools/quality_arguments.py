"""Arguments with human judgments of their quality, from the data sets the quality model is trained or checked on."""

from __future__ import annotations

import csv
import gzip
import io
import re
import tarfile
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from debatable.learning.quality import DIMENSIONS

__all__ = ["Judged", "Pairs", "argument_quality_30k", "convincing_pairs", "dagstuhl"]

Floats = npt.NDArray[np.float64]


class Judged(NamedTuple):
    """Arguments, what each is about, and graded quality; one column a dimension, NaN where nobody judged."""

    texts: list[str]
    topics: list[str]
    grades: Floats


class Pairs(NamedTuple):
    """Pairs of arguments about one topic; the first of each is the more convincing one."""

    better: list[str]
    worse: list[str]
    topics: list[str]


def dagstuhl(path: Path) -> Judged:
    """Returns the 320 arguments of Dagstuhl-15512 with the means of their annotators."""
    with path.open(encoding="latin-1", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    by_id: dict[str, list[dict[str, str]]] = defaultdict(list)
    for row in rows:
        by_id[row["#id"]].append(row)
    texts = [_plain(judged[0]["argument"]) for judged in by_id.values()]
    topics = [f"{judged[0]['issue']} {judged[0]['stance']}".replace("-", " ") for judged in by_id.values()]
    grades = [[_mean([row[name] for row in judged]) for name in DIMENSIONS] for judged in by_id.values()]
    return Judged(texts, topics, np.array(grades))


def argument_quality_30k(path: Path) -> Judged:
    """Returns the arguments of IBM ArgQ-Rank-30k by topic and stance, graded by their weighted average."""
    with gzip.open(path, "rt", encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    topics = [f"{row['topic']} {'yes' if float(row['stance_WA']) > 0 else 'no'}" for row in rows]
    return Judged([row["argument"] for row in rows], topics, np.array([[float(row["WA"])] for row in rows]))


def convincing_pairs(path: Path) -> Pairs:
    """Returns the pairs of UKPConvArg1 (strict), 32 topic-stances."""
    pairs = Pairs([], [], [])
    with tarfile.open(path) as archive:
        for member in sorted(archive.getmembers(), key=lambda member: member.name):
            file = archive.extractfile(member) if "Strict-CSV/" in member.name and member.isfile() else None
            if file is None:
                continue
            topic = re.sub("[-_]+", " ", Path(member.name).stem)
            lines = io.TextIOWrapper(file, "utf-8", newline="")
            for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
                first, second = _plain(row["a1"]), _plain(row["a2"])
                won = row["label"] == "a1"
                pairs.better.append(first if won else second)
                pairs.worse.append(second if won else first)
                pairs.topics.append(topic)
    return pairs


def _plain(text: str) -> str:
    return " ".join(re.sub(r"<[a-z/ ]+>", " ", text).split())


def _mean(ratings: list[str]) -> float:
    """Returns the mean of ratings such as "2 (Average)"; who held a text for no argument gave none."""
    given = [int(rating[0]) for rating in ratings if rating]
    return float(np.mean(given)) if given else float("nan")
