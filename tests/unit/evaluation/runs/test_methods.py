from __future__ import annotations

from collections.abc import Iterable

import pytest

from debatable.errors import DebatableError, InputError, UnknownNameError
from debatable.evaluation.runs import asked_methods, is_method, method_label, servable
from debatable.model import Answer
from debatable.ranking import METHODS, Backend, Method, Question, Scored, method
from tests.support.methods import Backwards, nothing


def test_methods_are_reported_by_the_name_asked_for_or_their_own() -> None:
    own = Backwards(2)
    asked = asked_methods(["bm25", method("bm25(claims=5)"), own, nothing, "bm25", method("bm25")])
    assert list(asked) == ["bm25", "bm25(claims=5)", "Backwards(step=2)", "nothing"]
    assert asked["Backwards(step=2)"] is own
    assert method_label(nothing) == "nothing"
    assert list(asked_methods()) == list(METHODS)


def other(name: str) -> Method:
    def found(question: Question, backend: Backend, k: int) -> list[Scored]:
        return []

    found.__name__ = name
    return found


def test_wrong_methods_are_refused_before_anything_is_asked() -> None:
    with pytest.raises(UnknownNameError, match="did you mean"):
        asked_methods(["bm52"])
    assert list(asked_methods(["bm52"], known=False)) == ["bm52"]
    with pytest.raises(InputError, match=r"methods are 'bm25', not a list; write \['bm25'\]"):
        asked_methods("bm25")
    with pytest.raises(InputError, match="two methods are called 'nothing'"):
        asked_methods([nothing, other("nothing")])
    with pytest.raises(InputError, match="5 is no method"):
        asked_methods([5])  # type: ignore[list-item]
    assert is_method("bm25(claims=5)")
    assert not is_method("bm25(claim=5)")


class Poor:
    """A searcher that serves one method."""

    def search(self, query: str, *, method: str | Method, k: int, strict: bool) -> Answer:
        if method != "bm25":
            raise DebatableError(f"no {method}")
        return Answer(query, "bm25", ())

    def resolve(self, ids: Iterable[str]) -> dict[str, str]:
        return {}


def test_what_cannot_be_served_is_left_out_with_the_reason() -> None:
    served, left_out = servable(Poor(), {"bm25": "bm25", "dense": "dense"}, "Ban cars")
    assert served == {"bm25": "bm25"}
    assert {name: str(error) for name, error in left_out.items()} == {"dense": "no dense"}
