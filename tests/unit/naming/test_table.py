"""Tables: names to objects and back, nested, with one's own names."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debatable.errors import DebatableError, InputError, UnknownNameError
from debatable.naming import Table, check_fields, named
from debatable.naming.numbers import LARGEST


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Limits:
    steps: int = 10
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Polarity:
    floor: float = 0.02

    def __call__(self) -> str:
        return "polarity"


@dataclass(frozen=True, slots=True)
class Learned:
    model: str = "small"
    inner: Limits = Limits()


Stance = Polarity | Learned
STANCES = Table[Stance | None](
    "stance model", {"none": None, "polarity": Polarity(), "learned": Learned(), "large": Learned("large")}
)


@dataclass(frozen=True, slots=True)
class Step:
    K: int = 20
    share: float = 0.2
    note: str = ""
    maybe: str | None = None
    path: Path = Path("here")
    colour: Colour = Colour.RED
    reach: Literal["claim", "cluster"] = "claim"
    stance: Stance | None = named(STANCES, "polarity")


STEPS = Table[Step]("claim step", {"hybrid": Step(), "dense": Step(K=50, share=0.0)})


@dataclass(frozen=True, slots=True)
class Framework:
    claims: Step = named(STEPS, "dense")
    stance: Stance | None = named(STANCES, "polarity")
    split: bool = True
    quick: bool = False
    limits: Limits | None = None
    lambda_: float = 0.5
    kept: dict[str, int] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        check_fields(self)


METHODS = Table[Any]("method", {"framework": Framework(), "framework-bare": Framework(stance=None)})


@dataclass(frozen=True, slots=True)
class DFR:
    model: str
    effect: str
    c: float = 1.0


FORMULAS = Table[DFR]("similarity", {"DFR": DFR}, positional=True, fold=True)

texts = st.text(max_size=12)
floats = st.floats(allow_nan=False)
limits = st.builds(Limits, st.integers(), st.none() | floats)
stances = st.none() | st.builds(Polarity, floats) | st.builds(Learned, texts, limits)
steps = st.builds(
    Step,
    st.integers(),
    floats,
    texts,
    st.none() | texts | st.just("none"),
    st.sampled_from([Path("here"), Path("a, b"), Path("x(1)/y")]),
    st.sampled_from(Colour),
    st.sampled_from(["claim", "cluster"]),
    stances,
)
frameworks = st.builds(
    Framework, steps, stances, st.booleans(), st.booleans(), st.none() | limits, st.floats(-LARGEST, LARGEST)
)


@settings(deadline=None)
@given(frameworks)
def test_every_object_prints_as_a_name_that_parses_back(method: Framework) -> None:
    name = METHODS.name(method)
    if len(name) <= 2000:
        assert METHODS.parse(name) == method


@settings(deadline=None)
@given(st.text(max_size=40) | st.text("framework(claims=hybd,stance'\\ \")", max_size=60))
def test_any_text_parses_or_is_refused_in_a_sentence(text: str) -> None:
    try:
        METHODS.parse(text)
    except DebatableError as error:
        assert "\n" not in str(error)


@pytest.mark.parametrize(
    "name",
    [
        "framework",
        "framework-bare",
        "framework(claims=hybrid(K=7,stance=none))",
        "framework(stance=large(inner=Limits(steps=3)))",
        "framework(limits=Limits(seconds=1.5),lambda=0.25)",
        "framework(claims=dense(note='a,b',maybe='none'))",
    ],
)
def test_names_print_back(name: str) -> None:
    assert METHODS.name(METHODS.parse(name)) == name


def test_nested_names_start_from_their_own_entry_not_from_the_default_of_the_field() -> None:
    assert METHODS.parse("framework(claims=hybrid(K=7))").claims == Step(K=7, share=0.2)
    assert METHODS.parse("framework(claims=dense)").claims == Step(K=50, share=0.0)
    assert METHODS.parse("framework(stance=learned(inner=Limits(seconds=2)))").stance == Learned(
        inner=Limits(seconds=2.0)
    )


def test_none_is_none_where_the_family_has_it() -> None:
    assert METHODS.parse("framework(stance=none)").stance is None
    assert STANCES.parse(None) is None
    assert STANCES.name(None) == "none"
    with pytest.raises(UnknownNameError, match="claim step 'none'"):
        METHODS.parse("framework(claims=none)")
    with pytest.raises(UnknownNameError):
        STEPS.parse(None)


def test_objects_pass_unchanged() -> None:
    mine = Framework(split=False)
    assert METHODS.parse(mine) is mine

    def function() -> None: ...

    assert METHODS.parse(function) is function


def test_an_object_of_no_entry_has_its_repr_for_a_name() -> None:
    @dataclass(frozen=True)
    class Mine:
        weight: int = 3

    assert STANCES.name(Mine()) == repr(Mine())  # type: ignore[arg-type]
    assert "Mine(weight=3)" in METHODS.name(Framework(stance=Mine()))  # type: ignore[arg-type]


def test_fields_take_names_where_the_dataclass_resolves_them() -> None:
    assert Framework(claims="hybrid(K=3)", stance="none") == Framework(Step(K=3), None)  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError, match="did you mean 'hybrid'"):
        Framework(claims="hybird")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="7 is no claim step"):
        Framework(claims=7)  # type: ignore[arg-type]


def test_flags_and_values_in_their_place() -> None:
    assert METHODS.parse("framework(quick)").quick
    assert FORMULAS.parse("dfr(G,B)") == DFR("G", "B")
    assert FORMULAS.parse("DFR(G,effect=L,c=7)") == DFR("G", "L", 7.0)
    assert FORMULAS.name(DFR("G", "L", 7.0)) == "DFR(model=G,effect=L,c=7.0)"
    assert FORMULAS.parse(FORMULAS.name(DFR("G", "L", 7.0))) == DFR("G", "L", 7.0)


@pytest.mark.parametrize(
    ("table", "name", "message"),
    [
        (METHODS, "framwork", "unknown method 'framwork'; did you mean 'framework'"),
        (METHODS, "framework(clams=dense)", "unknown parameter of framework 'clams'; did you mean 'claims'"),
        (METHODS, "framework(claims=hybrid(K=x))", "hybrid.K cannot be 'x'; give a whole number"),
        (METHODS, "framework(claims=hybrid(reach=clam))", "hybrid.reach 'clam'; did you mean 'claim'"),
        (METHODS, "framework(claims=hybrid(colour=green))", "hybrid.colour cannot be 'green'"),
        (
            METHODS,
            "framework(split=perhaps)",
            "framework.split cannot be 'perhaps'; give a value of type bool",
        ),
        (METHODS, "framework(lambda=much)", "framework.lambda cannot be 'much'"),
        (METHODS, "framework(kept=1)", "framework.kept cannot be '1'; give a value of type dict"),
        (METHODS, "framework(claims=hybrid(K=1)", "brackets in .* do not match"),
        (METHODS, "framework(quick", "has an open bracket"),
        (METHODS, "framework(claims=hybrid(note='a)", "quotes in .* do not match"),
        (METHODS, "framework(quick,quick)", "is given 'quick' twice"),
        (METHODS, "framework(lambda=1,lambda=2)", "gives 'lambda' twice"),
        (METHODS, "framework(7)", "'7' has no value; write it as name=value"),
        (METHODS, "framework" + "(" * 40 + ")" * 40, "too deep"),
        (METHODS, "f" * 3000, "3000 letters; keep to 2000"),
        (METHODS, "", "unknown method ''"),
        (STANCES, "none(x=1)", "stance model 'none' has no parameters"),
        (FORMULAS, "DFR(G)", "similarity 'DFR' lacks 'effect'"),
        (FORMULAS, "DFR(G,B,1,2)", "too many values; give up to 3"),
        (FORMULAS, "DFR(G,model=F,effect=B)", "is given 'model' twice"),
    ],
)
def test_mistakes_are_told_in_a_sentence(table: Table[Any], name: str, message: str) -> None:
    with pytest.raises(DebatableError, match=message) as caught:
        table.parse(name)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("value", [7, 1.5, b"framework", ["framework"], {"framework": 1}, object()])
def test_what_is_no_object_of_the_family_is_refused(value: Any) -> None:
    with pytest.raises(InputError, match="is no method; give a name or an object"):
        METHODS.parse(value)


def test_a_class_is_no_object() -> None:
    with pytest.raises(InputError, match=r"Framework is a class and no method; make one: Framework\(\)"):
        METHODS.parse(Framework)


def test_a_base_says_what_objects_are_taken() -> None:
    table = Table[Any]("stance", {}, base=(Polarity, Learned))
    assert table.parse(Polarity()) == Polarity()
    with pytest.raises(InputError, match="is no stance"):
        table.parse(Step())


def own() -> Table[Any]:
    return Table("method", {"framework": Framework()})


def test_names_of_ones_own() -> None:
    table = own()
    table.register("mine", Polarity(0.5))
    table.register("made", DFR)
    assert table.parse("mine(floor=0.25)") == Polarity(0.25)
    assert table.parse("made(model=G,effect=B)") == DFR("G", "B")
    assert table.name(Polarity(0.5)) == "mine"
    assert table.names() == ("framework", "mine", "made")
    table.register("mine", Polarity(0.75), replace=True)
    assert table["mine"] == Polarity(0.75)
    table.unregister("mine")
    assert "mine" not in table and len(table) == 2
    with pytest.raises(UnknownNameError):
        table.unregister("framework")


def test_a_function_can_have_a_name() -> None:
    def method() -> None: ...

    table = own()
    table.register("plain", method)
    assert table.parse("plain") is method and table.name(method) == "plain"


@pytest.mark.parametrize("name", ["", "a b", "a(b)", "a=b", "7up", "none", "x" * 81, "ä", "a,b"])
def test_bad_names_are_refused(name: str) -> None:
    with pytest.raises(InputError, match="cannot name a method; use letters"):
        own().register(name, Polarity())


@pytest.mark.parametrize("replace", [False, True])
def test_names_that_are_there_are_not_taken_over(replace: bool) -> None:
    table = own()
    with pytest.raises(InputError, match="there is a method 'framework' already"):
        table.register("framework", Polarity(), replace=replace)
    folding = Table[Any]("measure", {"nDCG": Polarity()}, fold=True)
    with pytest.raises(InputError, match="already"):
        folding.register("ndcg", Polarity())
    table.register("mine", Polarity())
    with pytest.raises(InputError, match="already"):
        table.register("mine", Polarity(0.5))


def test_only_objects_of_the_family_get_a_name() -> None:
    with pytest.raises(InputError, match="is no method"):
        own().register("seven", 7)


def test_entries_are_made_when_first_asked_for() -> None:
    made = []

    def entries() -> dict[str, Callable[[], str]]:
        made.append(1)
        return {"polarity": Polarity()}

    table = Table[Any]("stance", entries)
    assert not made
    assert table.parse("polarity") == Polarity() and "polarity" in table
    assert made == [1]


def test_names_that_are_in_no_table_can_be_found_otherwise() -> None:
    folders = Table[Any](
        "encoder", {"bundled": Polarity()}, otherwise=lambda name: Learned(name) if "/" in name else None
    )
    assert folders.parse("a/b(c") == Learned("a/b(c")
    with pytest.raises(UnknownNameError, match="did you mean 'bundled'"):
        folders.parse("bundle")


def test_other_names_for_objects() -> None:
    table = Table[Any]("measure", {"p": Polarity}, shown=lambda value: f"P@{value.floor}")
    assert table.name(Polarity(5)) == "P@5"


def test_not_a_number_comes_back() -> None:
    back = STANCES.parse(STANCES.name(Polarity(math.nan)))
    assert isinstance(back, Polarity) and math.isnan(back.floor)
