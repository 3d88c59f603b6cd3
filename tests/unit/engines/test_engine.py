from __future__ import annotations

import pytest

import debatable
from debatable.engines.engine import StanceChoice, chosen
from debatable.errors import QueryError, UnknownNameError
from debatable.model import Explanation, Stance
from debatable.ranking import Scored


def ranked(stances: str) -> list[Scored]:
    kinds = {"+": Stance.PRO, "-": Stance.CON, "0": Stance.NONE}
    size = len(stances)
    return [
        Scored(row, float(size - row), kinds[stance], Explanation("score", float(size - row)))
        for row, stance in enumerate(stances)
    ]


@pytest.mark.parametrize(
    ("stances", "choice", "k", "rows"),
    [
        ("++0-+-", "any", 4, [0, 1, 2, 3]),
        ("++0-+-", "pro", 2, [0, 1]),
        ("++0-+-", "con", 5, [3, 5]),
        ("++++--", "both", 4, [0, 1, 4, 5]),
        ("+++++-", "both", 4, [0, 1, 2, 5]),
        ("-+++--", "both", 3, [0, 1, 4]),
        ("++--", "both", 1, [0]),
        ("--++", "both", 1, [0]),
        ("----", "both", 3, [0, 1, 2]),
        ("00", "both", 2, []),
    ],
)
def test_choosing_a_side(stances: str, choice: StanceChoice, k: int, rows: list[int]) -> None:
    assert [hit.premise for hit in chosen(ranked(stances), choice, k)] == rows


def test_an_answer_carries_all_that_the_design_names() -> None:
    with debatable.demo() as engine:
        answer = engine.search("We should abandon fossil fuels", method="bm25", k=6, stance="both")
    assert len(answer.pro) == 3 and len(answer.con) == 3 and len(answer.hits) == 6
    assert [hit.score for hit in answer.hits] == sorted((hit.score for hit in answer.hits), reverse=True)
    for hit in answer.hits:
        assert hit.claims and hit.arguments[0].source == "debatable-demo"
        assert hit.cluster.members[0] == hit.premise.id
        assert hit.explanation.recompute() == pytest.approx(hit.score, rel=1e-12)


def test_a_query_of_unknown_words_says_so() -> None:
    with debatable.demo() as engine:
        assert engine.search("?!", method="bm25").remarks


def test_bad_queries() -> None:
    with debatable.demo() as engine:
        with pytest.raises(QueryError, match="empty"):
            engine.search("\x00 ")
        with pytest.raises(QueryError, match="limit"):
            engine.search("x" * 10_001)
        with pytest.raises(QueryError, match="UTF-8"):
            engine.search("\udcff")
        with pytest.raises(UnknownNameError, match="did you mean"):
            engine.search("cars", method="bst")
