"""Errors: what travels from a worker process to the one that waits for it."""

from __future__ import annotations

import copy
import pickle

import pytest

from debatable.errors import DebatableError, MissingExtraError, RecordError, UnknownNameError

ERRORS = {
    "three parts": RecordError("the text is empty", where="corpus.jsonl:3", todo="fill it or skip it"),
    "an extra": MissingExtraError("torch", "sentence-transformers models"),
    "a name": UnknownNameError("method", "framwork", ["bm25f", "framework", "quixote"]),
}


@pytest.mark.parametrize("name", ERRORS)
def test_an_error_is_the_same_in_another_process(name: str) -> None:
    """Guards against errors that cannot be unpickled: a pool of processes then waits for its answer forever."""
    error = ERRORS[name]
    for other in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(other) is type(error)
        assert str(other) == str(error)
        assert vars(other) == vars(error)


def test_a_note_travels_with_an_error() -> None:
    error = UnknownNameError("method", "framwork", ["framework"])
    error.add_note("in row 7")
    other: DebatableError = pickle.loads(pickle.dumps(error))
    assert other.__notes__ == ["in row 7"]
