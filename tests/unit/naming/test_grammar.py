from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debatable.errors import InputError
from debatable.naming import call, split_arguments, split_name
from debatable.naming.grammar import quoted, unquoted


@settings(deadline=None)
@given(st.text(max_size=30))
def test_any_text_splits_or_is_refused(text: str) -> None:
    try:
        name, arguments = split_name(text)
    except InputError:
        return
    assert isinstance(name, str) and all(isinstance(argument, str) for argument in arguments)


@settings(deadline=None)
@given(st.lists(st.from_regex(r"[a-z]+(\([a-z,]+\))?", fullmatch=True), max_size=5))
def test_arguments_come_apart_where_they_were_joined(parts: list[str]) -> None:
    assert split_arguments(",".join(parts)) == parts


def test_a_name_comes_apart_one_level_deep() -> None:
    name, arguments = call(" framework( K = 20 , claims=hybrid(K=5,share=.2), fast, note='a=b, c') ")
    assert name == "framework"
    assert [tuple(argument) for argument in arguments] == [
        ("K", "20"),
        ("claims", "hybrid(K=5,share=.2)"),
        ("", "fast"),
        ("note", "'a=b, c'"),
    ]


def test_a_nested_name_with_parameters_has_no_key() -> None:
    assert [tuple(argument) for argument in call("Multi(BM25(b=0.4))").arguments] == [("", "BM25(b=0.4)")]


def test_an_apostrophe_inside_a_value_is_no_quote() -> None:
    assert call("first(model=/home/o'neil/x)").arguments[0].value == "/home/o'neil/x"


@pytest.mark.parametrize("name", ["a(b=1", "a(b=1))", "a(b=(1)", "a(b='x)", "a(b=1,b=2)", "a" * 2001])
def test_malformed_names(name: str) -> None:
    with pytest.raises(InputError) as caught:
        call(name)
    assert "\n" not in str(caught.value)


@settings(deadline=None)
@given(st.text(max_size=30))
def test_any_text_can_be_a_value(text: str) -> None:
    value = quoted(text)
    assert unquoted(value) == text
    assert call(f"name(key={value},other=1)").arguments[-1] == ("other", "1")
