"""The grid of a method: every setting can be made, and differs from the method as it is."""

from __future__ import annotations

import pytest
from tools.choose_ranking import changed, settings

from debatable.errors import UnknownNameError
from debatable.ranking import method
from debatable.ranking.methods.best import Best
from debatable.ranking.methods.framework import Framework


def test_options_of_the_claim_step_are_not_lost() -> None:
    base, *others = settings("framework(claims=hybrid(share=0.35,temperature=0.15))", ())
    made = [method(one) for one in (base, *others)]
    assert len(made) == 19
    assert len({repr(one) for one in made}) == 19  # an option that is lost leaves two alike
    first = made[1]
    assert isinstance(first, Framework)
    assert repr(first.claims) == (
        "Hybrid(similarity='DFR(Ine,B,Z(0.3))', K=20, calibration='sum', temperature=0.05, share=0.35)"
    )


def test_a_step_that_is_not_named_is_that_of_the_method() -> None:
    assert changed("framework-hybrid", "share=0.3") == (
        "framework-hybrid(claims=hybrid(K=50,temperature=0.15,share=0.3))"
    )


def test_what_was_given_stays_and_what_is_varied_replaces_it() -> None:
    made = method(changed("best(length=0.5,claims=hybrid(share=0.3,temperature=0.2))", "share=0.4"))
    assert made == method("best(length=0.5,claims=hybrid(temperature=0.2,share=0.4))")
    assert isinstance(made, Best)


def test_values_may_be_stages_with_brackets() -> None:
    varied = ["diversity=novelty(theta=0.5),novelty(theta=0.7)", "claims=dense(K=5,temperature=0.1)"]
    assert list(settings("best", varied))[1:] == [
        "best(diversity=novelty(theta=0.5))",
        "best(diversity=novelty(theta=0.7))",
        "best(claims=dense(K=5,temperature=0.1))",
    ]


def test_methods_without_a_claim_step_have_no_such_option() -> None:
    with pytest.raises(UnknownNameError):
        method(changed("zero-shot", "temperature=0.2"))
