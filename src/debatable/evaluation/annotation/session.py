"""Annotation at the terminal: one item after another, each answer kept at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from debatable.errors import InputError
from debatable.evaluation.annotation.pooling import PoolItem
from debatable.evaluation.annotation.records import (
    Annotation,
    Task,
    append,
    now,
    open_items,
    read_annotations,
    take_up,
)
from debatable.model import Stance

STANCES = {"p": Stance.PRO, "c": Stance.CON, "n": Stance.NONE}
QUIT, SKIP, BACK = "q", "s", "b"

Say = Callable[[str], None]
Hear = Callable[[str], str]


def annotate(
    items: list[PoolItem],
    path: Path,  # file the annotations are appended to
    task: Task,
    annotator: str,
    *,
    say: Say,
    hear: Hear,  # asks and returns the answer
    clock: Callable[[], str] = now,
) -> int:
    """Asks an annotator for everything that waits for them, until they quit.

    ``q`` quits, ``s`` leaves an item for later, ``b`` goes back to the one before; a new answer is appended, and the
    last one counts.

    Returns:
        How many answers were given.
    """
    if not annotator.strip():
        raise InputError("the annotator has no name", todo="give one with --annotator")
    take_up(path)
    waiting = open_items(items, read_annotations(path) if path.exists() else [], task.name, annotator)
    answered = place = 0
    while place < len(waiting):
        item = waiting[place]
        scale = [f"  {value}  {meaning}" for value, meaning in task.scale.items()]
        for line in (f"\n[{place + 1}/{len(waiting)}] {item.query}", f"  {item.text}", task.question, *scale):
            say(line)
        answer = _answer(task, say, hear)
        if answer == QUIT:
            break
        if answer == BACK:
            place = max(0, place - 1)
            continue
        if answer != SKIP:
            value = task.checked(answer)
            stance = _stance(say, hear) if task.asks_stance(value) else Stance.NONE
            if stance is None:
                break
            append(path, Annotation(task.name, annotator, clock(), *item.key, value, stance))
            answered += 1
        place += 1
    return answered


def _answer(task: Task, say: Say, hear: Hear) -> str:
    while True:
        answer = hear("answer, or s(kip), b(ack), q(uit)").strip()
        if answer.lower() in (QUIT, SKIP, BACK):
            return answer.lower()
        try:
            task.checked(answer)
        except InputError as error:
            say(str(error))
        else:
            return answer


def _stance(say: Say, hear: Hear) -> Stance | None:
    """Asks for the stance; None is a wish to quit."""
    while True:
        answer = hear("stance towards the claim: p(ro), c(on), n(one)").strip().lower()[:1]
        if answer == QUIT:
            return None
        if answer in STANCES:
            return STANCES[answer]
        say("give p, c or n")
