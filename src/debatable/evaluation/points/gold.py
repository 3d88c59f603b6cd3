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
    """Reads the sides of a folder, in the order of its arguments; there may be some without key points.

    Raises:
        InputError: A file or column is missing, there is nothing in it, or it cannot be read.
        RecordError: A text or id is missing, an id is there twice, or a label is neither 0 nor 1, is of an argument or
            key point that is not there, or contradicts an earlier one.
    """
    sides: dict[tuple[str, str], tuple[list[Record], list[Record]]] = {}
    known: tuple[set[str], set[str]] = set(), set()
    for record in _texts(folder, "arguments.csv", known[0]):
        sides.setdefault((record["topic"], record["stance"]), ([], []))[0].append(record)
    for record in _texts(folder, "key_points.csv", known[1]):
        if (record["topic"], record["stance"]) in sides:
            sides[record["topic"], record["stance"]][1].append(record)
    labels: dict[tuple[str, str], int] = {}
    for where, record in _records(folder, "labels.csv"):
        pair = record["arg_id"], record["key_point_id"]
        if pair[0] not in known[0] or pair[1] not in known[1]:
            raise RecordError(f"no argument or key point has the id {pair}", where=where)
        if record["label"] not in ("0", "1"):
            raise RecordError(f"the label is {record['label'][:80]!r}", where=where, todo="write 0 or 1")
        label = int(record["label"])
        if labels.setdefault(pair, label) != label:
            raise RecordError(f"{pair} is labelled 0 and 1", where=where, todo="keep one of both")
    return [_side(*key, *parts, labels) for key, parts in sides.items()]


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


def _texts(folder: Path, name: str, known: set[str]) -> Iterator[Record]:
    """Yields the arguments or key points of a file, and adds their ids to those that are known."""
    identifier, text = COLUMNS[name][:2]
    for where, record in _records(folder, name):
        if record[identifier] in known:
            what = f"the id {record[identifier][:80]!r} is there twice"
            raise RecordError(what, where=where, todo="give each its own")
        for column in (identifier, text):
            if not record[column].strip():
                raise RecordError(f"{column} is empty", where=where, todo="fill it, or take the row out")
        known.add(record[identifier])
        yield record


def _records(folder: Path, name: str) -> Iterator[tuple[str, Record]]:
    """Yields the records of a file with their places, its columns checked."""
    path = folder / name
    todo = "give a folder with arguments.csv, key_points.csv and labels.csv"
    if not path.is_file():
        raise InputError("there is no such file", where=str(path), todo=todo)
    with path.open(encoding="utf-8-sig", newline="") as stream:
        reader = csv.DictReader(stream, strict=True)
        try:
            missing = [column for column in COLUMNS[name] if column not in (reader.fieldnames or ())]
            if missing:
                raise InputError(f"lacks the column {missing[0]!r}", where=str(path), todo=todo)
            empty = True
            for record in reader:
                empty, where = False, f"{path}:{reader.line_num}"
                if any(record[column] is None for column in COLUMNS[name]):
                    raise RecordError("has too few columns", where=where)
                if None in record:
                    raise RecordError(
                        "has too many columns", where=where, todo="put texts with commas in quotes"
                    )
                yield where, record
        except UnicodeDecodeError as error:
            raise InputError("the file is not UTF-8", where=str(path), todo="convert it to UTF-8") from error
        except csv.Error as error:
            raise InputError(f"not CSV: {error}", where=f"{path}:{reader.reader.line_num}") from error
        if empty:
            raise InputError("is empty", where=str(path), todo=todo)
