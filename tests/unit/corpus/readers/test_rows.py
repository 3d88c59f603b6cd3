from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from debatable.corpus.readers import OnError, arguments_of
from debatable.errors import InputError


@dataclass
class Labels:
    """A feature whose numbers have names."""

    names: list[str]

    def int2str(self, number: int) -> str:
        return self.names[number]


class Table:
    """A data set as far as the reader of rows knows it."""

    def __init__(self, rows: list[dict[str, Any]], **features: Labels) -> None:
        self.rows, self.features = rows, features
        self.column_names = list(rows[0])

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.rows)


ROWS = [
    {"text": "Cars are loud", "label": 0},
    {"text": "Cars are free", "label": 1},
    {"text": "x", "label": -1},
]


def test_class_labels_are_read_by_name() -> None:
    table = Table([{**row, "claim": "Ban cars"} for row in ROWS], label=Labels(["PRO", "CON"]))
    found = arguments_of(table, columns={"premise": "text", "stance": "label"})
    assert [(one.premise.text, one.stance.value) for one in found] == [
        ("Cars are loud", "pro"),
        ("Cars are free", "con"),
        ("x", "none"),
    ]


def test_a_column_that_is_missing_is_named_at_once() -> None:
    with pytest.raises(InputError, match=r"no column 'txt' for the premise, did you mean 'text'\?"):
        arguments_of(Table(ROWS), columns={"premise": "txt"})


@pytest.mark.parametrize("on_error", ["stop", "skip"])
def test_a_table_without_a_premise_is_refused_whole(on_error: OnError) -> None:
    """Guards against an error for the first row alone, and against leaving out every row of the table."""
    table = Table([{"id": "a", "Premise": "Cars are loud"}])
    with pytest.raises(InputError, match=r"did you mean 'Premise'\?; .*: give columns=\{'premise': …\}"):
        arguments_of(table, on_error=on_error)


def test_several_splits_are_no_corpus() -> None:
    with pytest.raises(InputError, match="several splits; give one of them: 'train', 'test'"):
        arguments_of({"train": Table(ROWS), "test": Table(ROWS)})


def test_columns_rename_the_keys_of_dicts() -> None:
    found = arguments_of([{"text": "Cars are loud", "id": "a"}], columns={"premise": "text"})
    assert [(one.id, one.premise.text) for one in found] == [("a", "Cars are loud")]
