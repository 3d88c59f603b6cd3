"""Tables that Python holds: data sets of Hugging Face and data frames of pandas, row by row as records.

Neither package is imported: a data set and a frame are known by what they offer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from debatable.errors import InputError, nearest


def is_table(given: object) -> bool:
    """Returns whether something is a data set or a data frame: both have columns with names.

    >>> is_table([{"premise": "Cars are loud"}]), is_table("cars.csv")
    (False, False)
    """
    return isinstance(getattr(given, "column_names", None), list) or _is_frame(given)


def records(given: Any, columns: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    """Returns the rows of a data set or a frame as records.

    Class labels become their names, what a frame has no value for becomes None, numbers that are ids stay whole.

    Args:
        given: The data set or frame.
        columns: The column of a field that has another name than the field.

    Raises:
        InputError: A column that is mapped, or that of the premise, is missing.
    """
    names = [str(name) for name in (given.columns if _is_frame(given) else given.column_names)]
    for field, column in {"premise": "premise", **columns}.items():
        if column not in names:
            close = nearest(column, names)
            hint = f", did you mean {close[0]!r}?" if close else ""
            raise InputError(
                f"there is no column {column!r} for the {field}{hint}",
                todo=f"the columns are {', '.join(map(repr, names[:20]))}: give columns={{{field!r}: …}}",
            )
    if not _is_frame(given):
        return (renamed(row, columns) for row in _labelled(given))
    rows = (dict(zip(names, values, strict=True)) for values in given.itertuples(index=False, name=None))
    return (renamed({name: _present(value) for name, value in row.items()}, columns) for row in rows)


def renamed(record: Mapping[str, Any], columns: Mapping[str, str]) -> dict[str, Any]:
    """Returns a record with each field under its own name; a record without the column keeps its fields.

    >>> renamed({"text": "Cars are loud", "id": 1}, {"premise": "text"})
    {'text': 'Cars are loud', 'id': 1, 'premise': 'Cars are loud'}
    """
    return {**record, **{field: record[column] for field, column in columns.items() if column in record}}


def _is_frame(given: object) -> bool:
    return hasattr(given, "itertuples") and hasattr(given, "columns")


def _labelled(given: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yields the rows of a data set with the names of class labels in the place of their numbers."""
    features = getattr(given, "features", None) or {}
    named = {name: feature.int2str for name, feature in features.items() if hasattr(feature, "int2str")}
    for row in given:
        yield {**row, **{name: _name(row.get(name), named[name]) for name in named}}


def _name(value: Any, of_number: Any) -> Any:
    """Returns the name of a class; a data set marks a missing one with a number below 0."""
    if not isinstance(value, int):
        return value
    return of_number(value) if value >= 0 else None


def _present(value: Any) -> Any:
    """Returns a value of a frame, None for the ones that stand for no value, which differ from themselves."""
    try:
        missing = value is None or bool(value != value)
    except (TypeError, ValueError):
        missing = type(value).__name__ == "NAType"
    if missing:
        return None
    return value.item() if hasattr(value, "item") and not hasattr(value, "__len__") else value
