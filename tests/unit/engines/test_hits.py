from __future__ import annotations

from debatable.engines.hits import LONGEST, NAMED, ranking_remarks, relevance_remarks
from debatable.model import Claim, Cluster, Explanation, Hit, Premise, Stance
from debatable.progress import Deadline
from debatable.ranking import Question, Selected
from tests.support.brute_backend import BruteBackend

BACKEND = BruteBackend(["c"], ["p"], [(0, 0, 1)], [0], [0], vectors=False)


def hit(relevance: float, *claims: str) -> Hit:
    texts = tuple(Claim(text, text) for text in claims)
    score = Explanation("score", 1.0)
    return Hit(Premise("p", "p"), texts, Stance.PRO, 1.0, Cluster("p", ("p",)), score, relevance=relevance)


def test_the_most_relevant_claims_are_named_each_once_and_not_endlessly() -> None:
    hits = (hit(0.1, "a"), hit(0.3, "b\n b", "x"), hit(0.2, "c" * 500), hit(0.25, "b b"), hit(0.05, "d"))
    (remark,) = relevance_remarks(Selected((), level="nearest"), hits, (), BACKEND)
    named = remark.split("claims: ")[1].split(", ")
    assert named == ["‘b b’", f"‘{'c' * (LONGEST - 1)}…’", "‘a’"] and len(named) == NAMED


def test_premises_without_a_claim_are_the_nearest_themselves() -> None:
    remarks = relevance_remarks(Selected((), level="nearest"), (hit(0.1),), (), BACKEND)
    assert remarks == ("nothing speaks to this claim exactly; these premises are the nearest",)


def test_nothing_is_said_of_what_nobody_judged() -> None:
    assert relevance_remarks(Selected(()), (hit(0.1),), (), BACKEND) == ()
    assert relevance_remarks(Selected(()), (), (), BACKEND) == ()


def test_a_deadline_is_remarked_on_where_something_was_left_unread() -> None:
    deadline = Deadline(2.0)
    question = Question("c", BACKEND, deadline)
    assert ranking_remarks(question, BACKEND, Selected(()), False) == ()
    deadline.unread = 1
    (remark,) = ranking_remarks(question, BACKEND, Selected(()), False)
    assert remark.startswith("the time budget of 2 seconds was over")
