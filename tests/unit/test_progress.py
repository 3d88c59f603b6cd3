from __future__ import annotations

from debatable.progress import shifted, step


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
