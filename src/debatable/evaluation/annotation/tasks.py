"""What annotators are asked, and the scales they answer on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from debatable.errors import InputError, UnknownNameError
from debatable.evaluation.statistics.agreement import Level

__all__ = ["TASKS", "Task", "task"]


@dataclass(frozen=True, slots=True)
class Task:
    """A question with a scale.

    Attributes:
        ungraded: Values that say nothing about relevance, such as unclear: no judgment comes from them.
    """

    name: str
    question: str  # what the annotator is asked
    scale: Mapping[int, str]  # meaning of each value; empty where the answer is the name of a group
    level: Level  # level of measurement of the scale
    stance: bool = False  # whether the stance towards the query is asked for as well
    lowest: int = 0  # value that means not relevant: qrels count from it
    highest: int = 5  # values above count as this one in qrels
    ungraded: frozenset[int] = frozenset()

    @property
    def grouping(self) -> bool:
        """Whether answers are names of groups."""
        return not self.scale

    def checked(self, answer: str) -> int | str:
        """Returns the answer as a value of the scale."""
        folded = " ".join(answer.split())
        if self.grouping and folded and len(folded) <= 200:
            return folded
        if folded.isascii() and folded.isdigit() and int(folded) in self.scale:
            return int(folded)
        shown = "the name of a group" if self.grouping else ", ".join(map(str, self.scale))
        raise InputError(f"{answer[:40]!r} is no answer", todo=f"give {shown}")

    def relevance(self, value: float) -> float:
        """Returns the relevance grade of a value: 0 for the lowest."""
        return min(value, self.highest) - self.lowest

    def asks_stance(self, value: int | str) -> bool:
        """Tells whether the stance is asked for after an answer: the item must be relevant."""
        return self.stance and value != self.lowest and value not in self.ungraded


TASKS: Final[Mapping[str, Task]] = {
    "similarity": Task(
        "similarity",
        "How well would premises of the second claim fit the first one?",
        {
            5: "The claims are semantically equal.",
            4: "The claims differ in polarity, but are otherwise equal.",
            3: "The claims differ in specificity or extent.",
            2: "The claims address the same topic, but are unrelated.",
            1: "The claims are unrelated.",
        },
        "interval",
        lowest=1,
        highest=4,
    ),
    "relevance": Task(
        "relevance",
        "How relevant is the premise for the claim?",
        {
            2: "very relevant",
            1: "relevant",
            0: "not relevant",
            3: "spam",
            4: "other: no premise, not to be judged",
        },
        "interval",
        stance=True,
        highest=2,
        ungraded=frozenset({3, 4}),
    ),
    "binary-relevance": Task(
        "binary-relevance",
        "Is the premise related to the claim, in the broadest sense?",
        {1: "relevant", 0: "not relevant", 2: "unclear, spam or anything else"},
        "nominal",
        stance=True,
        ungraded=frozenset({2}),
    ),
    "clustering": Task(
        "clustering",
        "Which group does the premise belong to? Premises of a group say the same; name the group.",
        {},
        "nominal",
    ),
}
"""The tasks of the papers: claim similarity (Dumani and Schenkel 2019, Table 1; qrels collapse 4 and 5 and
subtract 1, as there), binary relevance of premises (the same, 5), premise relevance and premise clustering (Dumani et
al. 2020, 6)."""


def task(name: str) -> Task:
    """Returns a task by its name."""
    if name not in TASKS:
        raise UnknownNameError("task", name, TASKS)
    return TASKS[name]
