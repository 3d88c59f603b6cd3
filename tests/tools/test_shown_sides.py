"""Sides as they are shown: unsure ones are undecided, and count neither as right nor as wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tools.shown_sides import figures, sides

from debatable.evaluation import collection
from debatable.model import Answer, Cluster, Explanation, Hit, Premise, Stance

JUDGED = collection("").reported("")


def hit(name: str, stance: Stance, confidence: float) -> Hit:
    cluster = Cluster(name, (name,))
    return Hit(
        Premise(name, name), (), stance, 1.0, cluster, Explanation("score", 1.0), stance_confidence=confidence
    )


class Answering:
    """Finds for every query three premises that were judged for it: one is on its side, one is not, one is unsure."""

    def search(self, query: str, *, method: object, k: int, strict: bool) -> Answer:
        own = next(one.id for one in JUDGED.queries if one.text == query)
        rows = [row for row in JUDGED.judgments.rows if row.query_id == own and row.stance.sign][:3]
        right = [row.stance for row in rows]
        given = [right[0], Stance.of_sign(-right[1].sign), right[2]]
        found = zip(rows, given, (0.9, 0.75, 0.74), strict=True)
        return Answer(query, "fixed", tuple(hit(row.premise_id, stance, sure) for row, stance, sure in found))

    def resolve(self, ids: Iterable[str]) -> Mapping[str, str]:
        return {name: name for name in ids}


def test_of_the_first_ten_unsure_ones_are_undecided() -> None:
    shown, right, undecided = figures(JUDGED, Answering(), "best", strict=False)
    assert shown == f"{3 * len(JUDGED.queries)} judged hits"
    assert right.startswith("right 0.500 [")
    assert undecided.startswith("undecided 0.333 [")


def test_a_strict_answer_has_said_itself_what_is_undecided() -> None:
    answer = Answer("q", "best", (hit("a", Stance.UNDECIDED, 0.6), hit("b", Stance.CON, 0.6)))
    assert sides(answer, strict=True) == [("a", Stance.UNDECIDED), ("b", Stance.CON)]
    assert sides(answer, strict=False) == [("a", Stance.UNDECIDED), ("b", Stance.UNDECIDED)]
