"""Figures of everyday claims, by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatable.evaluation.collections import Collection
from debatable.evaluation.everyday import EverydayClaim, everyday_figures
from debatable.evaluation.judgments import Judgment, Judgments
from debatable.model import Answer, Cluster, Explanation, Hit, Premise, Stance
from debatable.ranking import Method

JUDGED = Judgments(
    [
        Judgment("q", "p1", 1, stance=Stance.PRO),
        Judgment("q", "p2", 1, stance=Stance.CON),
        Judgment("q", "p3", 1, stance=Stance.PRO),
    ]
)
COLLECTION = Collection("toy", (), JUDGED, (Path("corpus.jsonl"),))


class Told:
    """Answers as it was told: (premise, stance) by query."""

    def __init__(self, answers: dict[str, list[tuple[str, Stance]]]) -> None:
        self.answers = answers

    def search(self, query: str, *, method: str | Method, k: int) -> Answer:
        hits = [
            Hit(Premise(id_, id_), (), stance, 1.0, Cluster(id_, (id_,)), Explanation("score", 1.0))
            for id_, stance in self.answers[query]
        ]
        return Answer(query, str(method), tuple(hits))


def test_shares_by_hand() -> None:
    claims = [
        EverydayClaim("a", "for", "short", "report", 1, "toy", "q", "t"),
        EverydayClaim("b", "against", "short", "report", -1, "toy", "q", "t", opposite_of="a"),
        EverydayClaim("c", "nothing", "short", "report", 1, "toy", "q", "t"),
        EverydayClaim("d", "pizza", "fact", "report", 0),
        EverydayClaim("e", "hello", "greeting", "report", 0),
        EverydayClaim("f", "neighbour", "near", "report", 0, near=True),
    ]
    engine = Told(
        {
            "for": [("p1", Stance.PRO), ("p2", Stance.PRO), ("p3", Stance.UNDECIDED), ("other", Stance.PRO)],
            "against": [("p1", Stance.CON), ("p2", Stance.PRO)],
            "nothing": [],
            "pizza": [("p1", Stance.PRO)],
            "hello": [],
            "neighbour": [("p1", Stance.CON)],
        }
    )
    figures = everyday_figures(claims, COLLECTION, engine)
    assert (figures.claims, figures.hits) == (3, 6)
    assert figures.own == pytest.approx(5 / 6)
    # Decided and of the debate: p1 right, p2 wrong; for the opposite claim p1 con is right, p2 pro is right.
    assert figures.right == pytest.approx(3 / 4)
    assert figures.undecided == pytest.approx(1 / 5)
    assert figures.unanswered == pytest.approx(1 / 3)
    assert figures.flips == pytest.approx(1 / 2)
    assert (figures.off_topic, figures.near_misses) == (1 / 2, 1.0)
