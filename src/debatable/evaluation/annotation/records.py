"""Annotations on disk: one JSON object a line, only ever appended: who, when, what, on which scale."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson
from filelock import FileLock

from debatable.errors import InputError, StorageError
from debatable.evaluation.annotation.tasks import task
from debatable.evaluation.lines import json_lines
from debatable.model import Stance

__all__ = ["Annotation", "annotation_line", "append", "current", "now", "read_annotations"]


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
