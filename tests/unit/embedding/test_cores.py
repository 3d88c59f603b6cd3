from __future__ import annotations

import os
import signal
import threading
import time

import numpy as np
import pytest

from debatable.embedding import cores as module
from debatable.embedding.cores import Cores, batches, cores, cores_of_machine, share_cores
from debatable.embedding.onnx import OnnxEncoder
from debatable.learning.pair_reader import PairReader, model_folder

TEXTS = [f"{'we should ban zoos ' * (number % 7)}for reason {number}" for number in range(20)]


@pytest.fixture(autouse=True)
def own_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module._Process, "cores", cores())


class Watched:
    """A job that knows how many of it ran at once at most."""

    def __init__(self) -> None:
        self.now = self.most = 0
        self.lock = threading.Lock()

    def __call__(self, number: int) -> int:
        with self.lock:
            self.now += 1
            self.most = max(self.most, self.now)
        time.sleep(0.01)
        with self.lock:
            self.now -= 1
        return -number


def test_texts_join_longer_ones_where_little_padding_is_needed() -> None:
    lengths = [9, 21, 40, 22, 24, 39]
    assert list(batches(lengths, 999)) == [(12, [0]), (24, [1, 3, 4]), (40, [2, 5])]
    assert list(batches(lengths, 999, spare=12)) == [(24, [0, 1, 3, 4]), (40, [2, 5])], "12, 48 tokens"
    assert list(batches(lengths, 999, spare=48)) == [(40, [0, 1, 2, 3, 4, 5])], "28, 48 tokens"
    assert list(batches(lengths, 119, spare=48)) == [(24, [0, 1, 3, 4]), (40, [2, 5])], "5 · 40 are too many"
    assert list(batches([], 999, spare=9)) == []


def test_few_tokens_are_not_shared_out() -> None:
    assert [Cores(2).batch_tokens(90, 1024, least=least) for least in (64, 112)] == [64, 112]


def test_batches_run_side_by_side_and_come_in_order() -> None:
    watched = Watched()
    assert list(Cores(3).run(watched, range(12))) == [-number for number in range(12)]
    assert 2 <= watched.most <= 3


@pytest.mark.parametrize(("count", "most", "expected"), [(4, 1, 1), (4, 2, 2), (1, None, 1), (1, 5, 1)])
def test_no_more_at_once_than_wanted(count: int, most: int | None, expected: int) -> None:
    watched = Watched()
    assert len(list(Cores(count).run(watched, range(8), most))) == 8
    assert watched.most == expected


def test_callers_share_the_cores() -> None:
    watched, shared = Watched(), Cores(2)
    callers = [threading.Thread(target=lambda: list(shared.run(watched, range(3)))) for _ in range(6)]
    callers += [threading.Thread(target=lambda: list(shared.run(watched, [1]))) for _ in range(6)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert watched.most == 2


def test_what_goes_wrong_is_told_and_leaves_the_cores_free() -> None:
    shared = Cores(2)

    def broken(number: int) -> int:
        if number == 3:
            raise ValueError("three")
        return number

    for _ in range(5):
        with pytest.raises(ValueError, match="three"):
            list(shared.run(broken, range(6)))
        with pytest.raises(ValueError, match="three"):
            list(shared.run(broken, [3]))
    assert list(shared.run(broken, [1, 2])) == [1, 2]
    assert shared.batch_tokens(1000, 1024) == 500, "nobody is taken for one who still asks"


def test_batches_are_shared_out_among_idle_cores_only() -> None:
    shared = Cores(4)
    assert shared.batch_tokens(1000, 1024) == 250
    assert shared.batch_tokens(1000, 1024, most=2) == 500
    busy = shared.run(lambda number: number, [1, 2])
    assert next(busy) == 1
    assert shared.batch_tokens(900, 1024) == 300
    assert list(busy) == [2]
    assert shared.batch_tokens(900, 1024) == 225


def test_models_give_the_same_bits_on_any_number_of_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    encode, reader = OnnxEncoder(), PairReader(model_folder("stance"))
    monkeypatch.setattr(module._Process, "cores", Cores(1))
    vectors, logits = encode(TEXTS), reader(TEXTS, TEXTS[::-1])
    for count in (2, 8):
        monkeypatch.setattr(module._Process, "cores", Cores(count))
        np.testing.assert_array_equal(encode(TEXTS), vectors)
        np.testing.assert_array_equal(reader(TEXTS, TEXTS[::-1]), logits)
        np.testing.assert_array_equal(
            PairReader(model_folder("stance"), threads=2)(TEXTS, TEXTS[::-1]), logits
        )


def test_workers_share_the_machine_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "cores_of_machine", lambda: 8)
    for workers, each in ((1, 8), (2, 4), (3, 2), (8, 1), (64, 1)):
        share_cores(workers)
        assert cores().count == each


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system does not pin processes")
def test_only_cores_that_the_process_may_use_are_counted() -> None:
    allowed = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {min(allowed)})
        assert cores_of_machine() == 1
    finally:
        os.sched_setaffinity(0, allowed)
    assert cores_of_machine() == len(allowed)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_forked_process_has_threads_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module._Process, "cores", Cores(2))
    assert list(cores().run(abs, [-1, -2, -3])) == [1, 2, 3]
    child = os.fork()
    if not child:
        signal.alarm(20)
        os._exit(0 if list(cores().run(abs, [-1, -2, -3])) == [1, 2, 3] else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
