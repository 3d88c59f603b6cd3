"""Claims as people phrase them, written by hand for topics that may be trained on, and a set to watch."""

from __future__ import annotations

import hashlib
import random
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path

import sources
from tables import Pairs
from wordings import thing, turned, wordings

HERE = Path(__file__).parent
Sided = list[tuple[str, bool]]


def mark(topic: str) -> str:
    """Returns the mark under which a topic of another data set stands in our files, which do not repeat it."""
    return hashlib.sha256(topic.encode()).hexdigest()[:12]


def written(topics: Iterable[str]) -> dict[str, Sided]:
    """Returns topic -> (claim, whether it agrees with the topic), for the given topics."""
    known = {mark(topic): topic for topic in topics}
    found: dict[str, Sided] = defaultdict(list)
    for row in sources.lines(HERE / "everyday_claims.jsonl.gz"):
        if row["topic"] in known:
            found[known[row["topic"]]].append((row["text"], bool(row["pro"])))
    return found


def add_stances(pairs: Pairs, arguments: dict[str, Sided], draw: random.Random, times: int) -> None:
    """Adds everyday claims against their topic, against its arguments and against each other, labels known."""
    for topic, rows in written(arguments).items():
        said = thing(topic)
        forms = (
            []
            if said is None
            else [(w.text, w.pro == said[1]) for w in wordings("thing", said[0]) if w.claim]
        )
        texts = arguments.get(topic, [])
        for text, pro in rows:
            pairs.add(topic, text, pro, "everyday")
            pairs.add(turned(topic, True, draw), text, not pro, "everyday")
            for form, same in draw.sample(forms, min(len(forms), times)):
                pairs.add(form, text, pro == same, "everyday")
            if draw.random() < 0.3 * times:
                pairs.add(text, topic, pro, "everyday-swapped")
            for argument, side in draw.sample(texts, min(len(texts), 2 * times)):
                pairs.add(text, argument, pro == side, "everyday-argument")
            for other, side in draw.sample(rows, min(len(rows), 3 * times)):
                if other != text:
                    pairs.add(other, text, pro == side, "everyday-each-other")


def add_relevant(
    pairs: Pairs, arguments: dict[str, Sided], number: Callable[[str], int], draw: random.Random
) -> None:
    """Adds everyday claims as queries, with the topic, its arguments and other claims of it."""
    for topic, rows in written(arguments).items():
        texts = arguments.get(topic, [])
        for text, _ in rows:
            pairs.add(text, topic, 1, "everyday", number(topic))
            for argument, _ in draw.sample(texts, min(len(texts), 4)):
                pairs.add(text, argument, 1, "everyday", number(topic))
            for other, _ in draw.sample(rows, 2):
                if other != text:
                    pairs.add(text, other, 1, "everyday", number(topic))


def arguments_of(rows: list[tuple[str, str, str, bool]]) -> dict[str, Sided]:
    """Returns topic -> (argument, side)."""
    found: dict[str, Sided] = defaultdict(list)
    for _, topic, text, pro in rows:
        found[topic].append((text, pro))
    return found
