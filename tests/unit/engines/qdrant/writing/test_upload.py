"""Sending batches: made while others are under way, in order, and nothing goes on after a failure."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import closing

import pytest
from qdrant_client import models

from debatable.engines.qdrant.writing.upload import WAITING, Batch, sent


def batches(count: int) -> Iterator[Batch]:
    for size in range(1, count + 1):
        yield [models.PointStruct(id=number, vector={}) for number in range(size)]


def test_every_batch_arrives_and_is_told_in_order() -> None:
    arrived: list[int] = []

    def send(batch: Batch) -> int:
        arrived.append(len(batch))
        return len(batch)

    assert list(sent(send, batches(20))) == [*range(1, 21)]
    assert sorted(arrived) == [*range(1, 21)]


def test_the_next_batch_is_made_while_one_is_under_way() -> None:
    made_more = threading.Event()

    def making() -> Iterator[Batch]:
        first, second = batches(2)
        yield first
        made_more.set()
        yield second

    def send(batch: Batch) -> int:
        assert made_more.wait(10), "the first batch is under way, and no second one is made"
        return len(batch)

    assert list(sent(send, making())) == [1, 2]


def test_few_batches_are_held_at_a_time() -> None:
    made: list[int] = []
    arrived: list[int] = []

    def making() -> Iterator[Batch]:
        for batch in batches(50):
            made.append(len(batch))
            assert len(made) - len(arrived) <= WAITING + 2, "one is being told, one made"
            yield batch

    for size in sent(len, making()):
        arrived.append(size)


def test_after_a_failure_nothing_is_under_way() -> None:
    begun, ended = [], []

    def send(batch: Batch) -> int:
        begun.append(len(batch))
        if len(batch) == 3:
            raise OSError("the disk is full")
        time.sleep(0.02)
        ended.append(len(batch))
        return len(batch)

    with pytest.raises(OSError, match="disk is full"), closing(sent(send, batches(50))) as sizes:
        list(sizes)
    assert len(begun) - 1 == len(ended) <= 3 + WAITING
    time.sleep(0.1)
    assert len(begun) - 1 == len(ended), "nothing begins later"


def test_whoever_stops_listening_stops_the_sending() -> None:
    begun, ended = [], []

    def send(batch: Batch) -> int:
        begun.append(len(batch))
        time.sleep(0.02)
        ended.append(len(batch))
        return len(batch)

    with closing(sent(send, batches(50))) as sizes:
        next(sizes)
    assert len(begun) == len(ended) < 50
