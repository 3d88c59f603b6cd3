from __future__ import annotations

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
    deadline = Deadline(20.0, clock=lambda: now[0])
    sizes = []
    for batch in deadline.batches(30):
        sizes.append(batch.stop - batch.start)
        now[0] += sizes[-1]  # a second a pair
    # Four, then half of what is left: 16, 8, 4, 2 seconds and 1.
    assert sizes == [4, 8, 4, 2, 1, 1] and now[0] == 120.0
    assert deadline.unread == 30 - sum(sizes)
    assert not list(deadline.batches(7)) and deadline.unread == 17


def test_batches_of_an_earlier_stage_tell_the_pace() -> None:
    now = [0.0]
    deadline = Deadline(100.0, clock=lambda: now[0])
    for batch in deadline.batches(2):
        now[0] += 0.5 * (batch.stop - batch.start)
    assert list(deadline.batches(50)) == [slice(0, 50)] and deadline.unread == 0
    now[0] = 99.0
    assert next(deadline.batches(50)).stop < 50
