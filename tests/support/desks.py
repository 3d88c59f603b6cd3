"""A desk with a pool of three claims, and people who sit at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

from debatable.evaluation.annotation import PoolItem, write_pool
from debatable.evaluation.annotation.desk import Answer, Desk, DeskAnswer
from debatable.evaluation.annotation.records import now
from debatable.model import Stance

__all__ = ["CLAIMS", "answered", "laid", "opened_desk"]

CLAIMS = [
    PoolItem("q1", "We should abandon nuclear energy", "a", "Should we abandon nuclear energy?"),
    PoolItem("q1", "We should abandon nuclear energy", "b", "Nuclear energy is expensive"),
    PoolItem("q2", "Wind power is good", "c", "Wind power is a good thing"),
]


def laid(desk: Desk, task: str, folder: Path, *, wanted: int = 2, name: str = "claims") -> str:
    """Lays the three claims on a desk and returns the name of their sheet."""
    pool = folder / f"{name}.jsonl"
    write_pool(CLAIMS, pool)
    return desk.add_sheet(pool, task, wanted=wanted).name


@contextmanager
def opened_desk(
    folder: Path, task: str = "similarity", *, wanted: int = 2, clock: Callable[[], str] = now
) -> Iterator[Desk]:
    """Opens a desk with ann and bob, whom eve leads."""
    desk = Desk(folder / "desk", new=True, clock=clock)
    try:
        for name in ("ann", "bob"):
            desk.add_person(name)
        desk.add_person("eve", lead=True)
        laid(desk, task, folder, wanted=wanted)
        yield desk
    finally:
        desk.close()


FORMS = count()


def answered(
    desk: Desk, who: str, item: str, value: int | str, stance: Stance = Stance.NONE, *, decision: bool = False
) -> DeskAnswer:
    """Lets somebody answer on the only sheet of a desk, in a form of its own."""
    with desk.state() as state:
        (sheet,) = state.sheets
    key = next((one.query_id, one.item_id) for one in CLAIMS if one.item_id == item)
    return desk.say(sheet, who, [Answer(key, str(value), stance)], f"form-{next(FORMS)}", decision=decision)
