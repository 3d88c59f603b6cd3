from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from debatable.engines.ray import pool as module
from debatable.engines.ray.pool import IN_FLIGHT, TRIES, RayPool
from debatable.engines.ray.works import Arrays
from debatable.errors import DebatableError, InputError
from tests.support.fake_ray import FakeRay


@dataclass(frozen=True)
class Squared:
    """Numbers to their squares; 13 is a user's mistake, and 17 one of ours."""

    gpu: bool = False
    fingerprint: str = "squared"

    def __call__(self, chunk: int) -> Arrays:
        if chunk == 13:
            raise InputError("13 cannot be squared", todo="take 12")
        if chunk == 17:
            raise ZeroDivisionError("seventeen")
        return {"square": np.array([chunk * chunk])}


def squares(ray: FakeRay, count: int) -> dict[str, int]:
    stream = ((f"tag{number}", number) for number in range(count))
    return {tag: int(made["square"][0]) for tag, made in RayPool(ray)(Squared(), stream)}


EXPECTED = {f"tag{number}": number * number for number in range(10)}


def test_every_chunk_is_done_once_and_keeps_its_tag() -> None:
    ray = FakeRay(cores=3)
    assert squares(ray, 10) == EXPECTED
    assert sorted(ray.given) == list(range(10)) and len(ray.actors) == 3


def test_nobody_is_hired_for_nothing() -> None:
    ray = FakeRay()
    assert squares(ray, 0) == {} and ray.actors == []


def test_workers_are_kept_for_the_next_stage() -> None:
    ray = FakeRay()
    pool = RayPool(ray)
    for _ in range(3):
        assert len(list(pool(Squared(), ((number, number) for number in range(4))))) == 4
    assert len(ray.actors) == 2


def test_chunks_are_taken_when_there_is_room() -> None:
    """Back-pressure: a stream without end must not be read ahead."""
    ray, taken = FakeRay(cores=3), 0

    def endless() -> Iterator[tuple[int, int]]:
        nonlocal taken
        while True:
            taken += 1
            yield taken, 2

    results = RayPool(ray)(Squared(), endless())
    for count in range(1, 50):
        next(results)
        assert taken <= count + 3 * IN_FLIGHT + 1
    assert ray.most_in_flight <= 3 * IN_FLIGHT


def test_a_worker_that_finds_no_room_holds_nobody_up() -> None:
    assert squares(FakeRay(cores=8, room=1), 10) == EXPECTED


def test_a_full_cluster_is_one_sentence() -> None:
    with pytest.raises(
        DebatableError, match="no room for a worker for 120 seconds; wait until others are done"
    ):
        squares(FakeRay(room=0), 3)


def test_the_work_of_a_lost_worker_is_done_by_another() -> None:
    ray = FakeRay(losses={3: 2, 8: 1})
    assert squares(ray, 10) == EXPECTED
    assert len(ray.actors) > 2 and ray.given.count(3) >= 3


def test_work_that_ends_every_worker_is_given_up() -> None:
    with pytest.raises(DebatableError, match="3 workers of Ray were lost with the same work .*was killed"):
        squares(FakeRay(losses={5: 99}), 10)


def test_a_worker_that_fails_to_start_is_replaced() -> None:
    assert squares(FakeRay(unborn=2), 10) == EXPECTED


def test_workers_that_never_start_are_one_sentence() -> None:
    with pytest.raises(
        DebatableError, match=r"do not start .*No module named 'debatable'.*install debatable\[ray\]"
    ):
        squares(FakeRay(unborn=99), 10)


def test_a_worker_of_another_version_is_refused() -> None:
    with pytest.raises(InputError, match=r"has Debatable 0\.0\.1, here it is"):
        squares(FakeRay(version="0.0.1"), 2)


def test_a_mistake_that_a_worker_finds_is_said_as_here() -> None:
    with pytest.raises(InputError, match="^13 cannot be squared; take 12$"):
        squares(FakeRay(), 20)


def test_a_fault_in_a_worker_is_one_line() -> None:
    def seventeen() -> Iterator[tuple[int, Any]]:
        yield 0, 17

    with pytest.raises(
        DebatableError, match="^a worker of Ray failed .RayTaskError: ZeroDivisionError: seventeen.$"
    ):
        list(RayPool(FakeRay())(Squared(), seventeen()))


def test_failed_starts_count_in_turn_and_not_over_the_whole_build() -> None:
    """Of a long build on a large cluster some workers fail to start now and then; others do start in between."""
    ray = FakeRay(cores=1)
    pool = RayPool(ray)
    for _ in range(3 * TRIES):
        ray.unborn = TRIES - 1
        ray.losses = {3: 1}  # a worker is lost, and of those hired for it all but the last fail to start
        made = dict(pool(Squared(), ((number, number) for number in range(6))))
        assert len(made) == 6


@pytest.mark.parametrize("unborn", range(TRIES + 1))
def test_so_many_failed_starts_in_turn_are_too_many(unborn: int) -> None:
    ray = FakeRay(cores=1, unborn=unborn)
    if unborn < TRIES:
        assert squares(ray, 10) == EXPECTED
    else:
        with pytest.raises(DebatableError, match="do not start"):
            squares(ray, 10)


@pytest.mark.parametrize("lost", range(TRIES + 1))
def test_a_chunk_is_given_out_so_often_and_no_more(lost: int) -> None:
    ray = FakeRay(cores=1, losses={0: lost})
    if lost < TRIES:
        assert squares(ray, 1) == {"tag0": 0}
        assert ray.given == [0] * (lost + 1)
    else:
        with pytest.raises(DebatableError, match=f"{TRIES} workers of Ray were lost"):
            squares(ray, 1)


def test_no_more_workers_are_hired_than_there_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST", 4)
    ray = FakeRay(cores=9)
    assert squares(ray, 10) == EXPECTED
    assert len(ray.actors) == 4


class Graphics(FakeRay):
    """A cluster with GPUs, which remembers what workers were hired with."""

    gpus = 3.0

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": float(self.cores), "GPU": self.gpus}

    def remote(self, kind: type) -> Any:
        hired = super().remote(kind)

        def options(**asked: float) -> Any:
            self.asked.append(asked)
            return hired.options(**asked)

        return SimpleNamespace(options=options)

    @property
    def asked(self) -> list[dict[str, float]]:
        return self.__dict__.setdefault("_asked", [])  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("gpus", "wanted", "workers", "each"),
    [(3.0, True, 3, 1), (3.0, False, 2, 0), (0.5, True, 2, 0), (1.0, True, 1, 1)],
)
def test_work_for_a_gpu_is_done_on_one_where_there_is_one(
    gpus: float, wanted: bool, workers: int, each: int
) -> None:
    ray = Graphics(cores=2)
    ray.gpus = gpus
    made = dict(RayPool(ray)(Squared(gpu=wanted), ((number, number) for number in range(9))))
    assert len(made) == 9 and len(ray.actors) == workers
    assert ray.asked == [{"num_cpus": 1, "num_gpus": each}]


def test_workers_with_and_without_a_gpu_are_kept_apart() -> None:
    ray = Graphics(cores=2)
    pool = RayPool(ray)
    for gpu in (False, True, False, True):
        assert len(dict(pool(Squared(gpu=gpu), ((number, number) for number in range(9))))) == 9
    assert len(ray.actors) == 2 + 3
