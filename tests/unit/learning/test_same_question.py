"""Whether two texts are about one question: which text stands first, and that sides need no second reading."""

from __future__ import annotations

import numpy as np
import pytest

from debatable.errors import UnknownNameError
from debatable.learning import LearnedStance, PairReader
from debatable.learning.pair_graph import PairGraph
from debatable.learning.pair_reader import model_folder
from debatable.learning.relevance import QUESTIONS, AlwaysRelevant, QuestionModel, SameQuestion

QUERY = "Zoos are prisons"
CLAIMS = ["Zoos should be closed", "Nuclear power is safe", "Zoos protect species"]


def test_claims_stand_before_the_query_and_premises_behind_it() -> None:
    model, reader = SameQuestion(), PairReader(model_folder("stance"))
    expected = reader.probability("closeness", CLAIMS, [QUERY] * 3)
    np.testing.assert_array_equal(model.of_claims(QUERY, CLAIMS), expected)
    np.testing.assert_array_equal(model(QUERY, CLAIMS), reader.probability("closeness", [QUERY] * 3, CLAIMS))
    assert model(QUERY, []).shape == (0,)


def test_zoos_are_about_zoos() -> None:
    one, other, third = SameQuestion().of_claims(QUERY, CLAIMS)
    assert other < 0.1 < 0.7 < min(one, third), "whichever side they take"


def test_what_was_read_for_the_side_is_not_read_again(monkeypatch: pytest.MonkeyPatch) -> None:
    claims, premises = ["Circuses need no elephants", "Ban lions"], ["A lion in a cage is no lion"]
    stance = LearnedStance()
    stance.logits(QUERY, claims)
    stance.towards(QUERY, premises)
    counted: list[int] = []
    read = PairGraph.read

    def counting(self: PairGraph, firsts: list[str], *rest: object) -> object:
        counted.append(len(firsts))
        return read(self, firsts, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(PairGraph, "read", counting)
    SameQuestion().of_claims(QUERY, claims)
    SameQuestion()(QUERY, premises)
    assert sum(counted) == 0
    SameQuestion().of_claims(QUERY, ["Tigers are for the jungle"])
    assert sum(counted) == 1


def test_names_and_folders() -> None:
    assert QUESTIONS.parse("learned") == SameQuestion() and isinstance(SameQuestion(), QuestionModel)
    assert QUESTIONS.parse("none").of_claims(QUERY, CLAIMS).tolist() == [1.0] * 3
    assert isinstance(AlwaysRelevant(), QuestionModel)
    assert QUESTIONS.parse(str(model_folder("stance"))) == SameQuestion(str(model_folder("stance")))
    with pytest.raises(UnknownNameError, match="closeness"):
        QUESTIONS.parse(str(model_folder("reader")))
