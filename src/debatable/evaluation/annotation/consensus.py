"""From annotations to judgments: means, majorities of stances, groups; and how far people agree."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from math import isfinite

from debatable.evaluation.annotation.records import TASKS, Annotation, Task, by_item, disputed, task
from debatable.evaluation.judgments import Judgment, Judgments
from debatable.evaluation.statistics.agreement import Level, alpha_interval
from debatable.evaluation.statistics.intervals import Interval, or_dash
from debatable.evaluation.text_table import TitledTable
from debatable.model import Stance
from debatable.plural import counted


@dataclass(frozen=True, slots=True, repr=False)
class Agreement(TitledTable):
    """How far the annotators of a task agree.

    Printed, it is a table of alpha by level with intervals; a notebook shows the same as HTML.

    Attributes:
        task: Its name.
        annotators: Who judged.
        items: How many items were judged.
        twice: How many of them by two people or more.
        disputed: How many wait for a third person.
        values: How many answers have each value.
        alpha: Krippendorff's alpha by level of measurement, with its interval; NaN where it is undefined.
        compared: By level, how many items have two answers on it; of groups, how many pairs of items.
    """

    task: str
    annotators: tuple[str, ...]
    items: int
    twice: int
    disputed: int
    values: dict[str, int]
    alpha: dict[Level, Interval]
    compared: dict[Level, int]

    @property
    def title(self) -> str:
        """The task, how much was judged, and by whom."""
        return (
            f"{self.task}: {counted(self.items, 'item')}, {self.twice:,} judged twice or more, "
            f"{self.disputed:,} to adjudicate, annotators {', '.join(self.annotators)}"
        )

    def table(self) -> list[list[str]]:
        """Returns a header and one row for each level of measurement."""
        rows = [
            [level, str(one) if isfinite(one.value) else self.undefined(level)]
            for level, one in self.alpha.items()
        ]
        return [["level", "alpha"], *rows]

    @property
    def remarks(self) -> tuple[str, ...]:
        """How many answers have each value."""
        return (f"answers: {', '.join(f'{value} ({count:,})' for value, count in self.values.items())}",)

    def undefined(self, level: Level) -> str:
        """Returns why alpha is undefined on a level, where it is."""
        if self.compared[level]:
            return "undefined: the answers do not differ"
        if not self.twice:
            return "undefined: no item was judged by two people"
        what = "no two items were grouped" if task(self.task).grouping else "no item was graded"
        return f"undefined: {what} by two people"

    def __repr__(self) -> str:
        """Returns how much was judged, and the first alpha, in one line."""
        level, first = next(iter(self.alpha.items()))
        of_items = f"{counted(self.items, 'item')}, {counted(len(self.annotators), 'annotator')}"
        return f"<Agreement on {self.task}: {of_items}, alpha ({level}) {or_dash(first.value)}>"


def agreement(annotations: Sequence[Annotation], name: str, *, raw: bool = False, seed: int = 0) -> Agreement:
    """Measures agreement on a task.

    Answers are compared as in Dumani and Schenkel (2019): claims of similarity 4 and 5 as one, premises that are
    relevant by their stance as well. Where `raw`, values are compared as they were given, without stances.

    Values are compared item by item; groups pair by pair (are two items of a query in one group?), since their
    names differ between people. What is no grade, such as spam, is a name on the nominal level and missing elsewhere.
    """
    asked, groups = task(name), by_item(annotations, name)
    values = [
        [one.value if raw else asked.compared(one.value, one.stance) for one in given]
        for given in groups.values()
    ]
    units = _pairs(groups.values()) if asked.grouping else values
    graded = [[value for value in unit if value not in asked.ungraded] for unit in units]
    ordered: tuple[Level, ...] = () if asked.level == "nominal" else ("ordinal", "interval")
    people = dict.fromkeys(annotation.annotator for given in groups.values() for annotation in given)
    by_level: dict[Level, Sequence[Sequence[float | str]]] = {"nominal": units}
    by_level |= dict.fromkeys(ordered, graded)
    alpha = {level: alpha_interval(one, level, seed=seed) for level, one in by_level.items()}
    compared = {level: sum(len(unit) > 1 for unit in one) for level, one in by_level.items()}
    twice = sum(len(given) > 1 for given in groups.values())
    open_disputes = sum(disputed(given) for given in groups.values())
    counts = Counter(str(value) for unit in values for value in unit)
    values_given = dict(sorted(counts.items()))
    return Agreement(name, tuple(people), len(groups), twice, open_disputes, values_given, alpha, compared)


def _pairs(groups: Iterable[Sequence[Annotation]]) -> list[list[float | str]]:
    placed: dict[tuple[str, str], dict[str, int | str]] = defaultdict(dict)
    for given in groups:
        for annotation in given:
            placed[annotation.query_id, annotation.annotator][annotation.item_id] = annotation.value
    units: dict[tuple[str, str, str], list[float | str]] = defaultdict(list)
    for (query_id, _), items in placed.items():
        for one, other in combinations(sorted(items), 2):
            units[query_id, one, other].append(int(items[one] == items[other]))
    return list(units.values())


def consensus(annotations: Sequence[Annotation]) -> Judgments:
    """Returns the judgments that annotations amount to.

    Relevance is the mean of the grades, stance the majority. The cluster is the group named last, since one person
    groups and the next one checks (Dumani et al. 2020, 6.2); an item that was grouped but not graded has relevance 1.
    An item without a grade, such as one that all found unclear, has no judgment.
    """
    placed = {one.key: str(one.value) for one in annotations if task(one.task).grouping}
    graded: dict[str, dict[tuple[str, str], list[Annotation]]] = {}
    for name, asked in TASKS.items():
        groups = {} if asked.grouping else by_item(annotations, name)
        kept = {
            key: [one for one in given if one.value not in asked.ungraded] for key, given in groups.items()
        }
        graded[name] = {key: given for key, given in kept.items() if given}
    rows = []
    for key in dict.fromkeys([*chain.from_iterable(graded.values()), *placed]):
        grades = [_mean(task(name), groups[key]) for name, groups in graded.items() if key in groups]
        cluster = placed.get(key)
        stances = Counter(one.stance for groups in graded.values() for one in groups.get(key, ()))
        lead = stances[Stance.PRO] - stances[Stance.CON]
        stance = Stance.PRO if lead > 0 else Stance.CON if lead < 0 else Stance.NONE
        rows.append(Judgment(*key, sum(grades) / len(grades) if grades else 1.0, cluster, stance))
    return Judgments(rows)


def _mean(asked: Task, given: Sequence[Annotation]) -> float:
    values = [asked.relevance(annotation.value) for annotation in given if isinstance(annotation.value, int)]
    return sum(values) / len(values)
