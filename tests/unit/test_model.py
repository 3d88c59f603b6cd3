from __future__ import annotations

import json

from debatable.model import Answer, Argument, Claim, Cluster, Explanation, Hit, Premise, Stance

CLAIM = Claim("c-1", "Ban cars")


def hit(name: str, stance: Stance, score: float) -> Hit:
    premise = Premise(name, f"text of {name}")
    leaf = Explanation("BM25(q,p)", score, note="words")
    link = Argument(name, premise, CLAIM, stance, "portal", "https://example.org", "debate")
    return Hit(
        premise,
        (CLAIM,),
        stance,
        score,
        Cluster("k1", (name, "z")),
        Explanation("score", score, "sum", (leaf,)),
        (link,),
    )


ANSWER = Answer(
    "Ban cars",
    "bm25",
    (hit("a", Stance.PRO, 2.0), hit("b", Stance.CON, 1.5), hit("c", Stance.NONE, 1.0)),
    seconds=0.12345678,
    remarks=("a remark",),
    parameters={"k": 3},
)


def test_an_answer_is_walked_through_best_first() -> None:
    assert [found.premise.id for found in ANSWER] == ["a", "b", "c"] and len(ANSWER) == 3
    assert [found.premise.id for found in ANSWER.pro] == ["a"]
    assert [found.premise.id for found in ANSWER.con] == ["b"]
    assert list(Answer("x", "bm25", ())) == [] and len(Answer("x", "bm25", ())) == 0


def test_an_answer_as_plain_types_holds_everything_in_a_stated_order() -> None:
    plain = ANSWER.as_dict()
    assert json.loads(json.dumps(plain)) == plain
    assert list(plain) == [
        "query",
        "corrected",
        "closeness",
        "method",
        "parameters",
        "remarks",
        "seconds",
        "hits",
        "weak",
    ]
    assert plain["seconds"] == 0.123457 and plain["parameters"] == {"k": 3}
    assert plain["hits"][1] == {
        "rank": 2,
        "stance": "con",
        "stance_confidence": 1.0,
        "stance_reason": "",
        "relevance": None,
        "score": 1.5,
        "premise": {"id": "b", "text": "text of b", "language": "en"},
        "claims": [{"id": "c-1", "text": "Ban cars"}],
        "cluster": {"id": "k1", "size": 2, "members": ["b", "z"]},
        "arguments": [
            {
                "id": "b",
                "stance": "con",
                "source": "portal",
                "url": "https://example.org",
                "discussion": "debate",
            }
        ],
    }


def test_explanations_come_where_they_are_asked_for() -> None:
    assert "explanation" not in ANSWER.hits[0].as_dict()
    told = ANSWER.as_dict(explain=True)["hits"][0]["explanation"]
    assert told == {
        "label": "score",
        "value": 2.0,
        "rule": "sum",
        "parts": [{"label": "BM25(q,p)", "value": 2.0, "note": "words"}],
    }
