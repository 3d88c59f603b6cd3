"""Arguments with the key points that people found they make: three CSV files, as the shared task of 2021 has them."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from debatable.arrays import Signs
from debatable.errors import InputError, RecordError

COLUMNS = {
    "arguments.csv": ("arg_id", "argument", "topic", "stance"),
    "key_points.csv": ("key_point_id", "key_point", "topic", "stance"),
    "labels.csv": ("arg_id", "key_point_id", "label"),
}
Record = dict[str, str]


@dataclass(frozen=True, slots=True)
class GoldSide:
    """The arguments of one topic and stance, and their key points.

    Attributes:
        topic: The claim.
        stance: As the files have it, 1 or -1.
        ids: Of the arguments.
        arguments: Their texts.
        key_points: Texts.
        labels: 1 where an argument makes a key point, 0 where it does not, -1 where nobody agreed; (arguments, key
            points).
    """

    topic: str
    stance: str
    ids: tuple[str, ...]
    arguments: tuple[str, ...] = field(repr=False)
    key_points: tuple[str, ...] = field(repr=False)
    labels: Signs = field(repr=False, compare=False)


def read_gold(folder: Path) -> list[GoldSide]:
    """Reads the sides of a folder, in the order of its arguments.

    Raises:
        InputError: A file or column is missing, or there is nothing in it.
        RecordError: A label is of an argument or key point that is not there, or is neither 0 nor 1.
    """
    arguments = list(_records(folder, "arguments.csv"))
    key_points = list(_records(folder, "key_points.csv"))
    sides: dict[tuple[str, str], tuple[list[Record], list[Record]]] = {}
    for record in arguments:
        sides.setdefault((record["topic"], record["stance"]), ([], []))[0].append(record)
    for record in key_points:
        if (record["topic"], record["stance"]) in sides:
            sides[record["topic"], record["stance"]][1].append(record)
    known = {record["arg_id"] for record in arguments}, {record["key_point_id"] for record in key_points}
    labels: dict[tuple[str, str], int] = {}
    for line, record in enumerate(_records(folder, "labels.csv"), 2):
        pair = record["arg_id"], record["key_point_id"]
        where = f"{folder / 'labels.csv'}:{line}"
        if pair[0] not in known[0] or pair[1] not in known[1]:
            raise RecordError(f"no argument or key point has the id {pair}", where=where)
        if record["label"] not in ("0", "1"):
            raise RecordError(f"the label is {record['label'][:80]!r}", where=where, todo="write 0 or 1")
        labels[pair] = int(record["label"])
    return [_side(*key, *parts, labels) for key, parts in sides.items() if parts[1]]


def _side(
    topic: str,
    stance: str,
    arguments: Sequence[Record],
    key_points: Sequence[Record],
    labels: dict[tuple[str, str], int],
) -> GoldSide:
    table = [
        [labels.get((one["arg_id"], point["key_point_id"]), -1) for point in key_points] for one in arguments
    ]
    return GoldSide(
        topic,
        stance,
        tuple(one["arg_id"] for one in arguments),
        tuple(one["argument"] for one in arguments),
        tuple(point["key_point"] for point in key_points),
        np.array(table, np.int8),
    )


def _records(folder: Path, name: str) -> Iterator[Record]:
    """Yields the records of a file, its columns checked."""
    path = folder / name
    todo = "give a folder with arguments.csv, key_points.csv and labels.csv"
    if not path.is_file():
        raise InputError("there is no such file", where=str(path), todo=todo)
    with path.open(encoding="utf-8-sig", newline="") as stream:
        reader = csv.DictReader(stream)
        missing = [column for column in COLUMNS[name] if column not in (reader.fieldnames or ())]
        if missing:
            raise InputError(f"lacks the column {missing[0]!r}", where=str(path), todo=todo)
        empty = True
        for line, record in enumerate(reader, 2):
            empty = False
            if any(record[column] is None for column in COLUMNS[name]):
                raise RecordError("has too few columns", where=f"{path}:{line}")
            yield record
        if empty:
            raise InputError("is empty", where=str(path), todo=todo)
