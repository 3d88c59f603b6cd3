"""Annotations: tasks with their scales, one JSON object an answer, and who judges which item next."""

from __future__ import annotations

import hashlib
import os
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import orjson
from filelock import FileLock

from debatable.errors import InputError, StorageError, check_name
from debatable.evaluation.annotation.pooling import PoolItem
from debatable.evaluation.lines import json_lines
from debatable.evaluation.statistics.agreement import Level
from debatable.files import sync_folder
from debatable.model import Stance


@dataclass(frozen=True, slots=True)
class Task:
    """A question with a scale.

    Attributes:
        ungraded: Values that are no grade, such as unclear: no judgment comes from them.
    """

    name: str
    question: str  # what the annotator is asked
    scale: Mapping[int, str]  # meaning of each value; empty where the answer is the name of a group
    level: Level  # level of measurement of the scale
    stance: bool = False  # whether the stance towards the query is asked for as well
    lowest: int = 0  # value that means not relevant: qrels count from it
    highest: int = 5  # values above count as this one
    ungraded: frozenset[int] = frozenset()

    @property
    def grouping(self) -> bool:
        """Whether answers are names of groups."""
        return not self.scale

    def checked(self, answer: str) -> int | str:
        """Returns the answer as a value of the scale."""
        folded = " ".join(answer.split())
        if self.grouping and folded and len(folded) <= 200:
            return folded
        if folded.isascii() and folded.isdigit() and int(folded) in self.scale:
            return int(folded)
        shown = "the name of a group" if self.grouping else ", ".join(map(str, self.scale))
        raise InputError(f"{answer[:40]!r} is no answer", todo=f"give {shown}")

    def grade(self, value: int | str) -> int | None:
        """Returns the grade of a value, those above the highest as the highest; None for what is no grade."""
        return min(value, self.highest) if isinstance(value, int) and value not in self.ungraded else None

    def compared(self, value: int | str, stance: Stance) -> int | str:
        """Returns the class of an answer that people are compared by.

        Grades above the highest count as the highest; on a nominal scale what is relevant has a class for each stance
        (Dumani and Schenkel 2019, 5: not relevant, or relevant with three stances).
        """
        if self.level == "nominal" and self.asks_stance(value):
            return f"{self.scale[int(value)]}, {stance.value}"
        grade = self.grade(value)
        return value if grade is None else grade

    def relevance(self, grade: float) -> float:
        """Returns the relevance of a grade: 0 for the lowest."""
        return min(grade, self.highest) - self.lowest

    def asks_stance(self, value: int | str) -> bool:
        """Returns whether the stance is asked for after an answer: the item must be relevant."""
        return self.stance and value != self.lowest and value not in self.ungraded


TASKS: Final[Mapping[str, Task]] = {
    "similarity": Task(
        "similarity",
        "How well would premises of the second claim fit the first one?",
        {
            5: "The claims are semantically equal.",
            4: "The claims differ in polarity, but are otherwise equal.",
            3: "The claims differ in specificity or extent.",
            2: "The claims address the same topic, but are unrelated.",
            1: "The claims are unrelated.",
        },
        "interval",
        lowest=1,
        highest=4,
    ),
    "relevance": Task(
        "relevance",
        "How relevant is the premise for the claim?",
        {
            2: "very relevant",
            1: "relevant",
            0: "not relevant",
            3: "spam",
            4: "other: no premise, not to be judged",
        },
        "interval",
        stance=True,
        highest=2,
        ungraded=frozenset({3, 4}),
    ),
    "binary-relevance": Task(
        "binary-relevance",
        "Is the premise related to the claim, in the broadest sense?",
        {1: "relevant", 0: "not relevant", 2: "unclear, spam or anything else"},
        "nominal",
        stance=True,
        ungraded=frozenset({2}),
    ),
    "clustering": Task(
        "clustering",
        "Which group does the premise belong to? Premises of a group say the same; name the group.",
        {},
        "nominal",
    ),
}
"""The tasks of the papers: claim similarity (Dumani and Schenkel 2019, Table 1; qrels collapse 4 and 5 and
subtract 1, as there), binary relevance of premises (the same, 5), premise relevance and premise clustering (Dumani et
al. 2020, 6). 4 and 5 are one from here on, as in the paper: for disputes, agreement, counts and judgments."""


def task(name: str) -> Task:
    """Returns a task by its name."""
    check_name("task", name, TASKS)
    return TASKS[name]


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
    """Adds an annotation to a file and forces it to disk; nothing that is there is changed.

    On an error nothing is added.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with FileLock(f"{path}.lock"):
            new = not path.exists()
            with path.open("ab", buffering=0) as stream:
                length = stream.tell()
                try:
                    left = memoryview(annotation_line(annotation))
                    while left:
                        left = left[stream.write(left) :]
                    os.fsync(stream.fileno())
                except OSError:
                    stream.truncate(length)
                    raise
            if new:
                sync_folder(path.parent)
    except OSError as error:
        raise StorageError(f"cannot be written: {error}", where=str(path)) from error


def take_up(path: Path) -> None:
    """Makes a file ready for more: a last line that is incomplete was never confirmed, and is taken away."""
    try:
        if not path.is_file():
            return
        with FileLock(f"{path}.lock"), path.open("rb+") as stream:
            content = stream.read()
            rest = content[content.rfind(b"\n") + 1 :]
            if not rest:
                return
            if _is_json(rest):  # whole, but for the end of the line
                stream.write(b"\n")
            else:
                stream.truncate(len(content) - len(rest))
            stream.flush()
            os.fsync(stream.fileno())
    except OSError as error:
        raise StorageError(f"cannot be written: {error}", where=str(path)) from error


def _is_json(line: bytes) -> bool:
    try:
        orjson.loads(line)
    except orjson.JSONDecodeError:
        return False
    return True


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
    """Returns whether the first `wanted` grades are `gap` or more apart and nobody has adjudicated yet.

    Values of a nominal scale are never far apart; nor is what is no grade, such as spam.
    """
    tasks = [task(one.task) for one in given]
    known = [
        asked.grade(one.value) for asked, one in zip(tasks, given, strict=True) if asked.level != "nominal"
    ]
    grades = [grade for grade in known if grade is not None]
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
