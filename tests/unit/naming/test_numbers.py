"""Numbers that parameters may be, by name and in Python, in every method and the stages it holds."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

import numpy as np
import pytest

from debatable.errors import InputError
from debatable.naming import check_range
from debatable.naming.numbers import LARGEST, check_numbers
from debatable.ranking import METHODS, Pipeline, pipeline

NOT_FOR_FLOATS = (math.nan, math.inf, -math.inf, 1e30, -1e30, 10**5_000, True, "7", None)
NOT_FOR_INTS = (*NOT_FOR_FLOATS, 1e30, 3.0, np.float64(3))


@dataclass(frozen=True)
class Near:
    K: int = 20
    lambda_: float = 0.5
    note: str = "near"

    def __post_init__(self) -> None:
        check_numbers(self)


def test_numbers_of_their_type_pass() -> None:
    for count in (0, -7, LARGEST, -LARGEST, np.int64(3)):
        near = Near(K=count)  # type: ignore[arg-type]
        assert count == near.K
    for share in (0, 1, 0.25, -1e9, float(LARGEST), np.float32(0.5)):
        near = Near(lambda_=share)  # type: ignore[arg-type]
        assert near.lambda_ == share


def test_anything_else_is_refused_in_a_sentence() -> None:
    for wrong in NOT_FOR_INTS:
        with pytest.raises(InputError, match=r"^K is .+; give "):
            Near(K=wrong)  # type: ignore[arg-type]
    for wrong in NOT_FOR_FLOATS:
        with pytest.raises(InputError, match=r"^lambda is .+; give "):
            Near(lambda_=wrong)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="^K is beyond -4,294,967,296; give one nearer to 0$"):
        Near(K=-(10**23))


@dataclass(frozen=True)
class Blend:
    K: int = 20
    share: float = 0.2
    width: float = 1.0

    def __post_init__(self) -> None:
        check_range(self, "K", least=1)
        check_range(self, "share", least=0, most=1)
        check_range(self, "width", above=0)


def test_both_ends_of_a_range_are_in_it_unless_they_are_to_be_above() -> None:
    assert Blend(K=1, share=0.0, width=1e-9) == Blend(1, 0.0, 1e-9)
    assert Blend(share=1.0).share == 1.0
    for wrong, message in (
        ({"K": 0}, "^K is 0; give 1 or more$"),
        ({"share": -0.1}, "^share is -0.1; give 0 to 1$"),
        ({"share": 1.1}, "^share is 1.1; give 0 to 1$"),
        ({"width": 0.0}, "^width is 0.0; give a number above 0$"),
    ):
        with pytest.raises(InputError, match=message):
            Blend(**wrong)


def test_what_to_do_may_be_said_in_other_words() -> None:
    with pytest.raises(InputError, match="^K is 0; ask for one$"):
        check_range(Near(K=0), "lambda_", "K", above=0, todo="ask for one")


def test_no_method_takes_such_a_number() -> None:
    seen = 0
    for stage, name, wrong in _numbers([pipeline("best"), *(METHODS[method] for method in METHODS)]):
        seen += 1
        for value in wrong:
            with pytest.raises(InputError):
                replace(stage, **{name: value})
                pytest.fail(f"{type(stage).__name__}({name}={value!r:.40}) is taken")
    assert seen > 300, "the stages of the methods were not looked at"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("best(depth=1e30)", "best.depth cannot be '1e30'; give a whole number"),
        ("best(length=1e400)", "length is inf; give a finite number"),
        ("best(length=nan)", "length is nan; give a finite number"),
        ("best(sentence=99999999999999999999999)", "sentence is beyond 4,294,967,296; give one nearer to 0"),
        ("best(claims=hybrid(temperature=1e30))", "temperature is beyond 4,294,967,296"),
        ("dense(stance=learned(premise_words=99999999999999999999999))", "premise_words is beyond"),
        ("dense(stance=learned(least_related=nan))", "least_related is nan"),
        ("best(specific=match(middle=nan))", "middle is nan"),
        ("pipeline(method=bm25,relevance=closeness(chance=inf))", "chance is inf"),
        ("pipeline(method=bm25,relevance=closeness(lower=LowerFloor(few=0)))", "few is 0"),
    ],
)
def test_a_number_in_a_name_is_refused(name: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        pipeline(name)


def test_a_steep_lower_floor_is_a_probability() -> None:
    lower = Pipeline().relevance.lower
    assert lower is not None
    steep = replace(lower, claim=1e9)
    assert steep.at(1.0, 1.0, 100) == pytest.approx(0.0)
    assert steep.at(-1.0, -1.0, 100) == 1.0


def _numbers(stages: list[Any]) -> Iterator[tuple[Any, str, tuple[Any, ...]]]:
    """Yields each stage in some stages, one of its fields that is a number, and values that it cannot take."""
    waiting, seen = list(stages), set()
    while waiting:
        stage = waiting.pop()
        if id(stage) in seen or not is_dataclass(stage):
            continue
        seen.add(id(stage))
        for field in fields(stage):
            value = getattr(stage, field.name)
            if field.type in ("int", "float") and type(stage).__module__.startswith("debatable.ranking"):
                yield stage, field.name, NOT_FOR_INTS if field.type == "int" else NOT_FOR_FLOATS
            waiting.append(value)
