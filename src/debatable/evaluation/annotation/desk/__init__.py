"""The annotation desk: a folder of pools and one append-only log, whose replay is all there is to know."""

from debatable.evaluation.annotation.desk.assignment import Assignment, disputes
from debatable.evaluation.annotation.desk.desk import Answer, Desk
from debatable.evaluation.annotation.desk.export import EXPORTS, exported
from debatable.evaluation.annotation.desk.state import DeskAnswer, DeskState, Person, Sheet, checked_name

__all__ = [
    "EXPORTS",
    "Answer",
    "Assignment",
    "Desk",
    "DeskState",
    "Person",
    "DeskAnswer",
    "Sheet",
    "checked_name",
    "disputes",
    "exported",
]
