"""Annotations: one JSON object a line, only ever appended, and who judges which item next."""

from __future__ import annotations

import hashlib
import os
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

import orjson
from filelock import FileLock

from debatable.errors import InputError, StorageError
from debatable.evaluation.annotation.pooling import PoolItem
from debatable.evaluation.annotation.tasks import task
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
    """One answer of one person about one item."""

    task: str  # name of the task, which names the scale
    annotator: str
    time: str  # when, as ISO 8601 in UTC
    query_id: str
    item_id: str
    value: int | str  # on the scale of the task, or the name of a group
    stance: Stance = Stance.NONE  # towards the query, where the task asks for it

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
    record = {**asdict(annotation), "stance": annotation.stance.value, "scale": scale or "names of groups"}
    return orjson.dumps(record) + b"\n"


def now() -> str:
    """Returns the time as annotations keep it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def read_annotations(path: Path) -> list[Annotation]:
    """Reads all annotations of a file, oldest first."""
    annotations = []
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
        annotations.append(Annotation(name, annotator, time, query_id, item_id, value, stance))
    return annotations


def current(annotations: Iterable[Annotation]) -> list[Annotation]:
    """Keeps the last answer of each annotator about an item, in the order of the first."""
    latest: dict[tuple[str, str, str, str], Annotation] = {}
    for annotation in annotations:
        latest[annotation.task, annotation.annotator, *annotation.key] = annotation
    return list(latest.values())


DISPUTE = 2
"""Two values this far apart are adjudicated (Dumani and Schenkel 2019, 4)."""


def by_item(annotations: Iterable[Annotation], task_name: str) -> dict[tuple[str, str], list[Annotation]]:
    """Groups the current annotations of a task by query and item, oldest first."""
    groups: dict[tuple[str, str], list[Annotation]] = defaultdict(list)
    for annotation in current(annotations):
        if annotation.task == task_name:
            groups[annotation.key].append(annotation)
    return dict(groups)


def disputed(given: Sequence[Annotation], *, gap: int = DISPUTE, wanted: int = 2) -> bool:
    """Tells whether the first `wanted` grades are `gap` or more apart and nobody has adjudicated yet.

    Values of a nominal scale are never far apart; nor is what is no grade, such as spam.
    """
    grades = []
    for one in given:
        asked = task(one.task)
        if isinstance(one.value, int) and asked.level != "nominal" and one.value not in asked.ungraded:
            grades.append(one.value)
    return len(grades) == wanted and max(grades) - min(grades) >= gap


def open_items(
    items: Sequence[PoolItem],
    annotations: Iterable[Annotation],
    task_name: str,
    annotator: str,
    *,
    wanted: int = 2,
) -> list[PoolItem]:
    """Returns what an annotator should judge next, in order; see `waiting_items`."""
    return waiting_items(items, by_item(annotations, task_name), annotator, wanted=wanted)


def waiting_items(
    items: Sequence[PoolItem],
    groups: Mapping[tuple[str, str], Sequence[Annotation]],
    annotator: str,
    *,
    wanted: int = 2,
) -> list[PoolItem]:
    """Returns what an annotator should judge next, in order, given the answers by query and item.

    First come items that fewer than `wanted` people have judged, then disputed ones; never an item the annotator has
    judged. The order of queries depends on the annotator's name, so that people meet in pairs that vary.
    """
    waiting, disputes = [], []
    for item in items:
        given = groups.get(item.key, ())
        if any(annotation.annotator == annotator for annotation in given):
            continue
        if len(given) < wanted:
            waiting.append(item)
        elif disputed(given, wanted=wanted):
            disputes.append(item)
    return sorted(waiting, key=lambda item: query_place(annotator, item.query_id)) + disputes


def query_place(annotator: str, query_id: str) -> bytes:
    """Returns the sort key of a query in the order of an annotator."""
    return hashlib.blake2b(f"{annotator}\n{query_id}".encode(), digest_size=8).digest()
