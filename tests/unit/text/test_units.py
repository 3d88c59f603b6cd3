"""Units are verbatim, in order, and part clauses that make a point of their own."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from debatable.text.units import Gap, UnitModel, units

PIECES = st.sampled_from(
    [
        "Zoos",
        "save",
        "species",
        ", ",
        "; ",
        " but ",
        " and ",
        " because ",
        ". ",
        "! ",
        "\n\n",
        " ",
        "ü",
        "…",
        "1. ",
        "e.g. ",
    ]
)
TEXTS = st.one_of(st.text(max_size=200), st.lists(PIECES, max_size=40).map("".join))


def parts(text: str) -> list[str]:
    return [text[start:end] for start, end in units(text)]


@given(TEXTS)
def test_units_are_verbatim_in_order_and_lose_no_letter(text: str) -> None:
    spans = units(text)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(before[1] <= after[0] for before, after in zip(spans, spans[1:], strict=False))
    assert all(text[start:end] == text[start:end].strip() for start, end in spans)
    assert "".join("".join(parts(text)).split()) == "".join(text.split())


def test_a_second_clause_is_a_unit_and_an_enumeration_is_not() -> None:
    assert parts("Our country must finally act, but most people are not ready to pay.") == [
        "Our country must finally act,",
        "but most people are not ready to pay.",
    ]
    assert parts("Cats, dogs and birds are friendly.") == ["Cats, dogs and birds are friendly."]


def test_an_empty_text_has_no_units() -> None:
    assert units("") == units(" \n ") == []


def test_the_threshold_decides() -> None:
    text = "We walk, and they drive."
    never, always = UnitModel(1.1, 0.0, {}), UnitModel(0.5, 0.0, {})
    assert len(units(text, never)) == 1
    assert len(units(text, always)) == 2


def test_probability_is_the_logistic_of_the_weights() -> None:
    gap = Gap(3, 4, frozenset({"mark ,", "unknown"}))
    assert UnitModel(0.5, -1.0, {"mark ,": 1.0}).probability(gap) == 0.5


def test_a_long_sentence_is_split_in_time() -> None:
    spans = units("word, and it is " * 15_000)
    assert spans[-1][1] == len(("word, and it is " * 15_000).strip())
