"""A small folder of arguments with key points: one side, two points of three arguments each."""

from __future__ import annotations

import csv
from pathlib import Path

TOPIC = "Ban cars from the city"
POINTS = {
    "Cars are loud": ["The cars are far too loud.", "Cars make so much noise!", "Car noise is terrible"]
}
POINTS["Buses are late"] = ["Buses never come on time.", "The bus is always late", "Buses are often delayed."]


def write(path: Path, *rows: tuple[str, ...]) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream).writerows(rows)


def write_gold(folder: Path) -> None:
    """Writes the three files."""
    texts = [text for group in POINTS.values() for text in group]
    own = {text: point for point, group in POINTS.items() for text in group}
    arguments = [(f"a{n}", text, TOPIC, "1") for n, text in enumerate(texts)]
    write(folder / "arguments.csv", ("arg_id", "argument", "topic", "stance"), *arguments)
    points = [(f"k{n}", text, TOPIC, "1") for n, text in enumerate(POINTS)]
    write(folder / "key_points.csv", ("key_point_id", "key_point", "topic", "stance"), *points)
    labels = [
        (f"a{n}", f"k{m}", str(int(own[text] == point)))
        for n, text in enumerate(texts)
        for m, point in enumerate(POINTS)
    ]
    write(folder / "labels.csv", ("arg_id", "key_point_id", "label"), *labels)
