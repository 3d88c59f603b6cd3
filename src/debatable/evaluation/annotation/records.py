"""Annotations: one JSON object a line, only ever appended, and who judges which item next."""

from __future__ import annotations

import hashlib
import os
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson
from filelock import FileLock

from debatable.errors import InputError, StorageError
from debatable.evaluation.annotation.pooling import PoolItem
from debatable.evaluation.annotation.tasks import Task, task
from debatable.evaluation.annotation.tasks import task as task_named
from debatable.evaluation.lines import json_lines
from debatable.model import Stance

__all__ = [
    "DISPUTE",
    "Annotation",
    "annotation_line",
    "append",
    "by_item",
    "current",
    "disputed",
    "now",
    "open_items",
    "query_place",
    "read_annotations",
    "waiting_items",
]


@dataclass(frozen=True, slots=True)
class Annotation:
    """What one person said about one item.

    Attributes:
        task: Name of the task, which names the scale.
        annotator: Who.
        time: When, as ISO 8601 in UTC.
        query_id: The query.
        item_id: The claim or premise.
        value: On the scale of the task, or the name of a group.
        stance: Towards the query, where the task asks for it.
    """

    task: str
    annotator: str
    time: str
    query_id: str
    item_id: str
    value: int | str
    stance: Stance = Stance.NONE

    @property
    def key(self) -> tuple[str, str]:
        """Query and item."""
        return self.query_id, self.item_id


def append(path: Path, annotation: Annotation) -> None:
    """Adds an annotation to a file and forces it to disk; nothing that is there is changed."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(f"{path}.lock"), path.open("ab") as stream:
            stream.write(annotation_line(annotation))
            stream.flush()
            os.fsync(stream.fileno())
    except OSError as error:
        raise StorageError(f"cannot be written: {error}", where=str(path)) from error


def annotation_line(annotation: Annotation) -> bytes:
    """Returns an annotation as a line of a file."""
    scale = {str(value): meaning for value, meaning in task(annotation.task).scale.items()}
    record: dict[str, Any] = {
        "task": annotation.task,
        "annotator": annotation.annotator,
        "time": annotation.time,
        "query_id": annotation.query_id,
        "item_id": annotation.item_id,
        "value": annotation.value,
        "stance": annotation.stance.value,
        "scale": scale or "names of groups",
    }
    return orjson.dumps(record) + b"\n"


def now() -> str:
    """Returns the time as annotations keep it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def read_annotations(path: Path) -> list[Annotation]:
    """Reads all annotations of a file, oldest first.

    Raises:
        InputError: A line is no annotation, or its value is not on the scale of its task.
    """
    found = []
    for place, record in json_lines(path):
        texts = [record.get(name) for name in ("task", "annotator", "time", "query_id", "item_id")]
        if not all(isinstance(value, str) and value for value in texts):
            raise InputError("not an annotation", where=place, todo="write them with: debatable annotate")
        name, annotator, time, query_id, item_id = (str(value) for value in texts)
        try:
            value = task(name).checked(str(record.get("value")))
            stance = Stance(record.get("stance") or "none")
        except (InputError, ValueError) as error:
            raise InputError(f"not an annotation: {error}", where=place) from error
        found.append(Annotation(name, annotator, time, query_id, item_id, value, stance))
    return found


def current(annotations: Iterable[Annotation]) -> list[Annotation]:
    """Keeps what each annotator said last about an item: a correction is appended, never written over.

    The order is that of the first mention.
    """
    latest: dict[tuple[str, str, str, str], Annotation] = {}
    for annotation in annotations:
        latest[annotation.task, annotation.annotator, *annotation.key] = annotation
    return list(latest.values())


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
