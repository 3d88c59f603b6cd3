"""A sitting at the terminal: one item after another, each answer kept at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from debatable.errors import InputError
from debatable.evaluation.annotation.pooling import PoolItem
from debatable.evaluation.annotation.records import Annotation, append, now, open_items, read_annotations
from debatable.evaluation.annotation.tasks import Task
from debatable.model import Stance

__all__ = ["annotate"]

STANCES = {"p": Stance.PRO, "c": Stance.CON, "n": Stance.NONE}
QUIT, SKIP, BACK = "q", "s", "b"

Say = Callable[[str], None]
Hear = Callable[[str], str]


def annotate(
    items: list[PoolItem],
    path: Path,
    task: Task,
    annotator: str,
    *,
    say: Say,
    hear: Hear,
    clock: Callable[[], str] = now,
) -> int:
    """Asks an annotator for everything that waits for them, until they quit.

    ``q`` quits, ``s`` leaves an item for later, ``b`` goes back to the one before; what is answered again
    is appended, and the last answer counts.

    Args:
        items: The pool.
        path: File the annotations are appended to.
        task: What is asked.
        annotator: Who answers.
        say: Shows a line.
        hear: Asks and returns the answer.
        clock: Tells the time.

    Returns:
        How many answers were given.
    """
    if not annotator.strip():
        raise InputError("the annotator has no name", todo="give one with --annotator")
    known = read_annotations(path) if path.exists() else []
    waiting = open_items(items, known, task.name, annotator)
    answered = place = 0
    while place < len(waiting):
        item = waiting[place]
        _show(item, task, place, len(waiting), say)
        said = _answer(task, say, hear)
        if said == QUIT:
            break
        if said == BACK:
            place = max(0, place - 1)
            continue
        if said != SKIP:
            value = task.checked(said)
            asked = task.stance and value != task.lowest and value not in task.ungraded
            stance = _stance(say, hear) if asked else Stance.NONE
            if stance is None:
                break
            append(
                path, Annotation(task.name, annotator, clock(), item.query_id, item.item_id, value, stance)
            )
            answered += 1
        place += 1
    return answered


def _show(item: PoolItem, task: Task, place: int, total: int, say: Say) -> None:
    say(f"\n[{place + 1}/{total}] {item.query}")
    say(f"  {item.text}")
    say(task.question)
    for value, meaning in task.scale.items():
        say(f"  {value}  {meaning}")


def _answer(task: Task, say: Say, hear: Hear) -> str:
    while True:
        said = hear("answer, or s(kip), b(ack), q(uit)").strip()
        if said.lower() in (QUIT, SKIP, BACK):
            return said.lower()
        try:
            task.checked(said)
        except InputError as error:
            say(str(error))
        else:
            return said


def _stance(say: Say, hear: Hear) -> Stance | None:
    """Asks for the stance; None is a wish to quit."""
    while True:
        said = hear("stance towards the claim: p(ro), c(on), n(one)").strip().lower()[:1]
        if said == QUIT:
            return None
        if said in STANCES:
            return STANCES[said]
        say("give p, c or n")
