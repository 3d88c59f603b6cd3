"""Names of measures, and measures as they are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest

from debatable.errors import DebatableError, InputError, UnknownNameError
from debatable.evaluation import Judged, measure, measures
from debatable.evaluation.measures import MEASURES, NDCG, Precision, TaskAMin, asked_measure, binary, table
from tests.support.judgments import judged


@pytest.mark.parametrize("name", measures())
def test_every_name_parses_back(name: str) -> None:
    assert repr(measure(name)) == name
    assert repr(measure(name.lower())) == name


def test_a_class_with_a_name_in_the_module_of_its_family_is_a_measure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Halved(Precision):
        NAME = "halved"

    assert measure("P") == Precision()
    monkeypatch.setattr(binary, "Halved", Halved, raising=False)
    assert set(table._measures()) - set(measures()) == {"halved"}


@pytest.mark.parametrize(
    "name",
    [
        "alpha_nDCG(discount=standard,condensed)@10",
        "nDCG(gain=exponential)",
        "taskA_min(discount=standard)@5",
    ],
)
def test_parameters_parse_back(name: str) -> None:
    assert repr(measure(name)) == name
    assert measure(repr(measure(name))) == measure(name)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("alpha_nDGC@5", "did you mean 'alpha_nDCG'"),
        ("nDCG@0", "cut-off 0"),
        ("bpref@5", "has no cut-off"),
        ("nDCG(gain=cubic)@5", "gain 'cubic'"),
        ("nDCG(gian=linear)@5", "did you mean 'gain'"),
        ("nDCG(condensed=maybe)@5", "give a value of type bool"),
        ("nDCG(gain)@5", "'gain' has no value; write it as name=value"),
        ("ARI(x=1)", "unknown parameter of ARI 'x'"),
        ("ARI(k=1)", "ARI has no cut-off"),
        ("nDCG@5@10", "unknown measure 'nDCG@5@10'"),
        ("nDCG@1234567890", "unknown measure"),
        ("nDCG@", "unknown measure"),
        ("", "unknown measure"),
        ("P5", "unknown measure 'P5'; did you mean 'P@5'\\?$"),
        ("p_5", "did you mean 'P@5'\\?$"),
        ("ndcg_cut_10", "did you mean 'nDCG@10'\\?$"),
        ("alpha_nDCG(discount=standard)10", "'alpha_nDCG(discount=standard)@10'\\?$".replace(")", r"\)")),
        ("P0", "did you mean 'P'"),
        ("bpref5", "did you mean 'bpref'"),
        ("nonsense5", "unknown measure 'nonsense5'"),
    ],
)
def test_wrong_names_say_what_to_do(name: str, message: str) -> None:
    with pytest.raises(DebatableError, match=message.replace("(", r"\(")):
        measure(name)


def test_unknown_names_are_unknown_name_errors() -> None:
    with pytest.raises(UnknownNameError):
        measure("nonsense@3")


@dataclass(frozen=True, slots=True)
class Found:
    """Whether one of the first k is relevant."""

    k: int = 10

    def __call__(self, ranking: Sequence[str], judged: Judged) -> float:
        return float(judged.gains(ranking[: self.k]).any())


def first_gain(ranking: Sequence[str], judged: Judged) -> float:
    return float(judged.gains(ranking[:1]).sum())


@pytest.fixture
def registered() -> Iterator[None]:
    MEASURES.register("found", Found)
    MEASURES.register("first", first_gain)
    yield
    MEASURES.unregister("found")
    MEASURES.unregister("first")


def test_measures_of_ones_own_have_names_and_cut_offs(registered: None) -> None:
    truth = judged(a=2, b=0)
    assert measure("found@1")(["b", "a"], truth) == 0.0
    assert measure("FOUND@2")(["b", "a"], truth) == 1.0
    assert measure("first")(["a"], truth) == 2.0
    assert "found" in measures()
    with pytest.raises(InputError, match="first has no cut-off"):
        measure("first@5")
    with pytest.raises(InputError, match="there is a measure 'nDCG' already"):
        MEASURES.register("nDCG", Found)


def test_a_measure_is_taken_as_it_is_and_anything_else_refused() -> None:
    assert measure(Found(3)) == Found(3)
    assert measure(first_gain) is first_gain
    with pytest.raises(InputError, match="5 is no measure"):
        measure(5)
    with pytest.raises(InputError, match=r"make one: Found\(\)"):
        measure(Found)


def test_flags_may_be_written_out() -> None:
    assert measure("nDCG(condensed=yes)@5") == measure("nDCG(condensed)@5") != measure("nDCG@5")


@dataclass(frozen=True)
class Length:
    """How many clusters were shown."""

    KIND = "clusters"

    k: int = 3

    def __call__(self, clusters: Sequence[Sequence[str]], judged: Judged) -> float:
        return float(len(clusters[: self.k]))


def total(ranking: Sequence[str], judged: Judged) -> float:
    return float(judged.gains(ranking).sum())


def test_names_and_objects_are_reported_alike() -> None:
    assert asked_measure("ndcg@5") == asked_measure(NDCG(5))
    assert asked_measure(NDCG(5)).name == "nDCG@5"
    assert asked_measure(NDCG(5)).cut == 5


def test_quality_is_part_of_the_name() -> None:
    asked = asked_measure("quality_ndcg@5")
    assert (asked.name, asked.quality, asked.compute) == ("quality_nDCG@5", True, NDCG(5))


def test_measures_of_ones_own_say_what_they_are_called_with_or_take_a_ranking() -> None:
    assert (asked_measure(Length(2)).kind, asked_measure(Length(2)).cut) == ("clusters", 2)
    assert asked_measure(Length(2)).name == "Length(k=2)"
    asked = asked_measure(total)
    assert (asked.name, asked.kind, asked.cut, asked.quality) == ("total", "ranking", None, False)


def test_measures_that_can_be_condensed_are_and_keep_their_name() -> None:
    asked = asked_measure("nDCG@5", condensed=True)
    assert (asked.name, asked.compute) == ("nDCG@5", NDCG(5, condensed=True))
    assert asked_measure("taskA_min@5", condensed=True).compute == TaskAMin(5)
    assert asked_measure(total, condensed=True).compute is total
