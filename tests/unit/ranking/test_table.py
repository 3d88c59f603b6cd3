"""Names of methods: they parse back, and mistakes in them are told when the method is made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from debatable.errors import InputError, UnknownNameError
from debatable.ranking import METHODS, load_ahead, method, method_name
from debatable.ranking.methods.best import Best
from debatable.ranking.methods.framework import Framework
from debatable.ranking.methods.quixote import Quixote
from debatable.ranking.probabilities.specificity import NotSpecific, Specificity
from debatable.ranking.stance.table import NoStance, ReadStance
from tests.support.brute_backend import ask
from tests.unit.ranking.candidates.test_claim_steps import corpus


@pytest.mark.parametrize(
    "name",
    [
        *METHODS,
        "framework(claims=lexical(K=5),reach=cluster,normalise=all)",
        "framework(claims=hybrid(K=50,share=0.3),stance=none)",
        "best(diversity=novelty(theta=0.5))",
        "quixote(shortest=10)",
        "claims(claims=lexical(K=7))",
    ],
)
def test_names_parse_back(name: str) -> None:
    assert method_name(method(name)) == name


def test_older_names_of_stages_parse() -> None:
    older = method("best(specific=own-point(read=0),diversity=said-once(theta=0.5))")
    assert method_name(older) == "best(specific=match(read=0),diversity=novelty(theta=0.5))"
    assert method_name(method("best(specific=own-point,diversity=said-once)")) == "best"


@pytest.mark.parametrize(
    "name",
    [
        "framework(claims=lexical(K=5),clusters=online(N=3),representative=medoid)",
        "framework-first(split=no)",
    ],
)
def test_a_name_that_is_nearer_to_another_entry_means_the_same(name: str) -> None:
    assert method(method_name(method(name))) == method(name)


@pytest.mark.parametrize("name", ["bm25f(k1=-1)", "bm25f(k1=nan)", "bm25f(b=7)", "bm25f(conclusion=-1)"])
def test_weights_are_checked_before_anything_is_searched(name: str) -> None:
    with pytest.raises(InputError, match="BM25F: .* give a number from 0|k1 is nan; give a finite number"):
        method(name)


def test_mistakes_are_told() -> None:
    with pytest.raises(UnknownNameError, match="did you mean 'framework'"):
        method("framwork")
    with pytest.raises(UnknownNameError, match="'representative'"):
        method("framework(representativ=medoid)")
    with pytest.raises(UnknownNameError, match="dense"):
        method("framework(claims=dens)")
    with pytest.raises(InputError, match="K is 0"):
        method("framework(claims=lexical(K=0))")
    with pytest.raises(UnknownNameError, match="reach"):
        method("framework(reach=clam)")
    with pytest.raises(UnknownNameError, match="normalis"):
        method("framework(normalise=clam)")


def test_mistakes_in_an_object_are_told_when_it_is_made() -> None:
    """A reach that there is not used to count as a whole cluster, and a normalisation as one over all."""
    with pytest.raises(UnknownNameError, match="did you mean 'dense'"):
        Framework(claims="dens")  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError, match="unknown reach 'clam'"):
        Framework(reach="clam")  # type: ignore[arg-type]
    for made in (Framework, Quixote):
        with pytest.raises(UnknownNameError, match="normalise 'clam'"):
            made(normalise="clam")  # type: ignore[arg-type]
        with pytest.raises(UnknownNameError, match="stance model"):
            made(stance="polarty")  # type: ignore[arg-type]


def test_nothing_at_all_is_found() -> None:
    for name in ("framework", "framework-hybrid", "claims"):
        assert ask(method(f"{name}(stance=none)"), "xyzzy", corpus(vectors=False), 5) == []


@dataclass(frozen=True)
class Loaded:
    """A model for every stage, that counts how often it is begun."""

    begun: list[str]
    name: str

    def begin(self) -> None:
        self.begun.append(self.name)

    def __call__(self, *texts: object) -> Any:
        raise AssertionError("it is loaded, not asked")

    reads = between = towards = skimmed = point_support = __call__


def test_models_that_read_are_loaded_ahead_and_others_let_be() -> None:
    begun: list[str] = []

    def model(name: str) -> Any:
        return Loaded(begun, name)

    specific = Specificity(model=model("point"), matching=model("match"))
    load_ahead(Best(stance=ReadStance(model("stance")), relevance=model("relevance"), specific=specific))
    assert sorted(begun) == ["match", "point", "relevance", "stance"]
    begun.clear()
    load_ahead(Best(stance=NoStance(), relevance=model("relevance"), specific=NotSpecific()))
    assert begun == ["relevance"]
    load_ahead(METHODS["bm25f"])
