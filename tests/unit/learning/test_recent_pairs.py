"""Pairs read lately: what is remembered, what is forgotten, and that nothing is read twice."""

from __future__ import annotations

from threading import Thread
from typing import Any

import numpy as np
import pytest

from debatable.learning.pair_graph import LONGEST, LogitCache, Pair, PairGraph, open_pair_graph
from debatable.learning.pair_reader import MODELS


def pair(name: str, limit: int = 8) -> Pair:
    return (name, "x", limit)


def cached(recent: LogitCache, *names: str) -> list[float | None]:
    return [None if row is None else float(row[0]) for row in recent.get([pair(name) for name in names])]


def test_the_pair_not_asked_for_longest_is_forgotten_first() -> None:
    recent = LogitCache(2)
    recent.put([pair("a"), pair("b")], np.array([[1.0], [2.0]]))
    assert cached(recent, "a") == [1.0]
    recent.put([pair("c")], np.array([[3.0]]))
    assert cached(recent, "a", "b", "c") == [1.0, None, 3.0]


def test_of_more_pairs_than_there_is_room_for_the_last_are_kept() -> None:
    recent = LogitCache(2)
    recent.put([pair(name) for name in "abcd"], np.arange(4.0)[:, None])
    assert cached(recent, *"abcd") == [None, None, 2.0, 3.0]


def test_both_texts_and_the_limit_tell_pairs_apart() -> None:
    recent = LogitCache()
    recent.put([("a", "b", 8)], np.array([[1.0]]))
    others: list[Pair] = [("b", "a", 8), ("a", "b", 9), ("a", "b", None), ("a", None, 8), ("ab", "", 8)]
    assert recent.get(others) == [None] * 5


def test_long_pairs_are_not_remembered() -> None:
    recent = LogitCache()
    pairs: list[Pair] = [("a" * LONGEST, "b", 8), ("a" * (LONGEST - 1), "b", 8)]
    recent.put(pairs, np.array([[1.0], [2.0]]))
    long, short = recent.get(pairs)
    assert long is None and short is not None and short.tolist() == [2.0]


def test_what_is_remembered_does_not_change_with_the_array_it_came_from() -> None:
    recent, rows = LogitCache(), np.array([[1.0]])
    recent.put([pair("a")], rows)
    rows[:] = 5
    assert cached(recent, "a") == [1.0]


class Counted:
    """A session that counts the pairs it is given."""

    def __init__(self, session: Any) -> None:
        self.session, self.pairs = session, 0

    def run(self, names: list[str], feed: dict[str, Any]) -> Any:
        self.pairs += len(feed["input_ids"])
        return self.session.run(names, feed)


@pytest.fixture
def graph() -> tuple[PairGraph, Counted]:
    whole = open_pair_graph(MODELS / "reader")
    session = Counted(whole.session)
    parts = (whole.tokenizer, whole.card, whole.begin, whole.end, whole.padding)
    return PairGraph(session, *parts), session


def test_a_pair_is_read_once_and_mixed_with_new_ones_in_its_place(graph: tuple[PairGraph, Counted]) -> None:
    reader, session = graph
    claims, others = ["Zoos are cruel", "Ban zoos", "Cars are loud"], ["Close them", "Keep them", "Walk more"]
    apart = reader.read(claims, others, None)
    before = session.pairs
    first = reader.logits(claims[:1] + claims[2:], others[:1] + others[2:], None)
    assert session.pairs == before + 2
    both = reader.logits(claims, others, None)
    assert session.pairs == before + 3
    assert both.tolist() == apart.tolist() and first.tolist() == apart[[0, 2]].tolist()
    assert reader.logits(claims, others, None).tolist() == apart.tolist()
    assert session.pairs == before + 3


def test_texts_that_stand_alone_are_remembered_apart(graph: tuple[PairGraph, Counted]) -> None:
    reader, session = graph
    alone, paired = (
        reader.logits(["Zoos are cruel"], None, None),
        reader.logits(["Zoos are cruel"], [""], None),
    )
    assert session.pairs == 2
    assert reader.logits(["Zoos are cruel"], None, None).tolist() == alone.tolist()
    assert reader.logits(["Zoos are cruel"], [""], None).tolist() == paired.tolist()
    assert session.pairs == 2
    assert reader.logits([], [], None).shape == (0, len(reader.card.heads))


def test_threads_that_share_it_agree(graph: tuple[PairGraph, Counted]) -> None:
    reader, _ = graph
    claims = [f"Claim number {number}" for number in range(12)]
    expected = reader.read(claims, claims, None).tolist()
    found: list[Any] = [None] * 6

    def ask(place: int) -> None:
        found[place] = reader.logits(claims[place:], claims[place:], None).tolist()

    threads = [Thread(target=ask, args=(place,)) for place in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected[place:] for place in range(6)]
