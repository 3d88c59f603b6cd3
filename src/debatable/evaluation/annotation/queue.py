"""Who judges what next: every item twice, by two people, and a third time where the two are far apart."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from debatable.evaluation.annotation.pooling import PoolItem
from debatable.evaluation.annotation.records import Annotation, current
from debatable.evaluation.annotation.tasks import Task
from debatable.evaluation.annotation.tasks import task as task_named

__all__ = ["DISPUTE", "by_item", "disputed", "open_items", "query_place", "waiting_items"]

DISPUTE = 2
"""Two values this far apart are adjudicated (Dumani and Schenkel 2019, 4)."""


def by_item(annotations: Iterable[Annotation], task: str) -> dict[tuple[str, str], list[Annotation]]:
    """Groups what holds for a task by query and item, oldest first."""
    groups: dict[tuple[str, str], list[Annotation]] = defaultdict(list)
    for annotation in current(annotations):
        if annotation.task == task:
            groups[annotation.key].append(annotation)
    return dict(groups)


def disputed(given: Sequence[Annotation], *, gap: int = DISPUTE, wanted: int = 2) -> bool:
    """Tells whether the first `wanted` annotations are `gap` or more apart and nobody has adjudicated yet.

    Values of a nominal scale are equal or not, never far apart; nor is what is no grade, such as spam.
    """
    values = [
        annotation.value
        for annotation in given
        if isinstance(annotation.value, int) and _graded(task_named(annotation.task), annotation.value)
    ]
    return len(values) == wanted and max(values) - min(values) >= gap


def _graded(asked: Task, value: int) -> bool:
    return asked.level != "nominal" and value not in asked.ungraded


def open_items(
    items: Sequence[PoolItem],
    annotations: Iterable[Annotation],
    task: str,
    annotator: str,
    *,
    wanted: int = 2,
) -> list[PoolItem]:
    """Returns what an annotator should judge next, in order; see `waiting_items`."""
    return waiting_items(items, by_item(annotations, task), annotator, wanted=wanted)


def waiting_items(
    items: Sequence[PoolItem],
    groups: Mapping[tuple[str, str], Sequence[Annotation]],
    annotator: str,
    *,
    wanted: int = 2,
) -> list[PoolItem]:
    """Returns what an annotator should judge next, in order, given what was said by query and item.

    These are items that fewer than `wanted` people have judged, then disputed ones; never an item the
    annotator has judged. Queries come one after another; which ones come first depends on the annotator's
    name, so that people start at different places and meet every item in pairs that vary.
    """
    waiting, disputes = [], []
    for item in items:
        given = groups.get((item.query_id, item.item_id), ())
        if any(annotation.annotator == annotator for annotation in given):
            continue
        if len(given) < wanted:
            waiting.append(item)
        elif disputed(given, wanted=wanted):
            disputes.append(item)
    return sorted(waiting, key=lambda item: query_place(annotator, item.query_id)) + disputes


def query_place(annotator: str, query_id: str) -> bytes:
    """Returns where a query stands in the order of an annotator, which differs from person to person."""
    return hashlib.blake2b(f"{annotator}\n{query_id}".encode(), digest_size=8).digest()
