from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from debatable.errors import InputError, UnknownNameError
from debatable.naming import build, print_name, split_arguments, split_name


@dataclass(frozen=True)
class Thing:
    K: int = 5
    weight: float = 0.5
    on: bool = True
    inner: str = "BM25"


TABLE = {"thing": Thing(), "thing-off": Thing(on=False)}


@pytest.mark.parametrize(
    "name", ["thing", "thing(K=7)", "thing-off(weight=0.25)", "thing(inner=DFR(G,B,H2))"]
)
def test_names_print_back(name: str) -> None:
    assert print_name(build("thing", name, TABLE), TABLE) == name


def test_values_take_the_type_of_the_default() -> None:
    built = build("thing", "thing( K = 7 , on=no, weight=2)", TABLE)
    assert built == Thing(7, 2.0, False)


@pytest.mark.parametrize(
    "name", ["thing(K)", "thing(K=x)", "thing(on=perhaps)", "thing(K=1", "thing(inner=A(B)", "thing(K=1))"]
)
def test_bad_parameters(name: str) -> None:
    with pytest.raises(InputError):
        build("thing", name, TABLE)


def test_unknown_names_get_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'thing'"):
        build("thing", "thng", TABLE)
    with pytest.raises(UnknownNameError, match="did you mean 'weight'"):
        build("thing", "thing(wieght=1)", TABLE)


@given(st.text(max_size=30))
def test_any_text_splits_or_is_refused(text: str) -> None:
    try:
        name, arguments = split_name(text)
    except InputError:
        return
    assert isinstance(name, str) and all(isinstance(argument, str) for argument in arguments)


@given(st.lists(st.from_regex(r"[a-z]+(\([a-z,]+\))?", fullmatch=True), max_size=5))
def test_arguments_come_apart_where_they_were_joined(parts: list[str]) -> None:
    assert split_arguments(",".join(parts)) == parts
