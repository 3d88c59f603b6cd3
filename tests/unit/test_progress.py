from __future__ import annotations

import pytest

from debatable.progress import Deadline, shifted, step


def test_steps_and_parts_of_steps() -> None:
    heard: list[tuple[str, int, int | None]] = []
    told = step(lambda *said: heard.append(said), "encoding")
    assert told is not None
    told(1, None)
    part = shifted(told, 100, 200)
    assert part is not None
    part(7, 50)
    assert heard == [("encoding", 1, None), ("encoding", 107, 200)]


def test_nobody_listens() -> None:
    assert step(None, "encoding") is None
    assert shifted(None, 0, 1) is None


def test_batches_end_with_the_time_and_what_is_left_counts_as_unread() -> None:
    now = [100.0]
    deadline = Deadline(2.0 / 0.8, clock=lambda: now[0])
    sizes = []
    for batch in deadline.batches(40):
        sizes.append(batch.stop - batch.start)
        now[0] += sizes[-1] / 16  # sixteen a second
    # Two, then half a second each, then half of what is left: 14/16, 6/16, 3/16, 2/16, 1/16.
    assert sizes == [2, 8, 8, 7, 3, 2, 1, 1] and now[0] == pytest.approx(102.0)
    assert deadline.unread == 40 - sum(sizes)
    assert not list(deadline.batches(7)) and deadline.unread == 15


def test_batches_of_an_earlier_stage_tell_the_slowest_pace() -> None:
    now = [0.0]
    deadline = Deadline(100.0, clock=lambda: now[0])
    for seconds in (1 / 32, 1 / 8, 1 / 64):
        for batch in deadline.batches(2):
            now[0] += seconds * (batch.stop - batch.start)
    assert next(deadline.batches(50)) == slice(0, 4)
    assert deadline.unread == 0


def test_the_last_fifth_is_left_for_the_answer() -> None:
    now = [0.0]
    deadline = Deadline(10.0, clock=lambda: now[0])
    now[0] = 7.9
    assert not deadline.over
    now[0] = 8.1
    assert deadline.over
