"""From annotations to judgments: means, majorities of stances, groups; and how far people agree."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from debatable.evaluation.annotation.records import TASKS, Annotation, Task, by_item, disputed, task
from debatable.evaluation.judgments import Judgment, Judgments
from debatable.evaluation.statistics.agreement import Level, alpha_interval
from debatable.evaluation.statistics.intervals import Interval
from debatable.model import Stance

__all__ = ["Agreement", "agreement", "consensus"]


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far the annotators of a task agree."""

    task: str
    annotators: tuple[str, ...]  # who took part
    items: int  # how many items were judged
    twice: int  # how many of them by two people or more
    disputed: int  # how many wait for a third person
    alpha: dict[Level, Interval]  # Krippendorff's alpha by level of measurement, with its interval


def agreement(annotations: Sequence[Annotation], name: str, *, seed: int = 0) -> Agreement:
    """Measures agreement on a task.

    Values are compared item by item; groups pair by pair (are two items of a query in one group?), since their
    names differ between people. What is no grade, such as spam, is a name on the nominal level and missing elsewhere.
    """
    asked, groups = task(name), by_item(annotations, name)
    units = (
        _pairs(groups.values()) if asked.grouping else [[a.value for a in given] for given in groups.values()]
    )
    graded = [[value for value in unit if value not in asked.ungraded] for unit in units]
    levels: tuple[Level, ...] = (
        ("nominal",) if asked.level == "nominal" else ("nominal", "ordinal", "interval")
    )
    people = dict.fromkeys(annotation.annotator for given in groups.values() for annotation in given)
    return Agreement(
        name,
        tuple(people),
        len(groups),
        sum(len(given) > 1 for given in groups.values()),
        sum(disputed(given) for given in groups.values()),
        {
            level: alpha_interval(units if level == "nominal" else graded, level, seed=seed)
            for level in levels
        },
    )


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
    graded = {name: _graded(annotations, asked) for name, asked in TASKS.items() if not asked.grouping}
    placed = by_item(annotations, "clustering")
    keys = dict.fromkeys(key for groups in [*graded.values(), placed] for key in groups)
    rows = []
    for query_id, item_id in keys:
        key = (query_id, item_id)
        grades = [_mean(task(name), groups[key]) for name, groups in graded.items() if key in groups]
        cluster = str(placed[key][-1].value) if key in placed else None
        stances = [a.stance for groups in graded.values() for a in groups.get(key, ())]
        relevance = sum(grades) / len(grades) if grades else 1.0
        rows.append(Judgment(query_id, item_id, relevance, cluster, _majority(stances)))
    return Judgments(rows)


def _graded(annotations: Sequence[Annotation], asked: Task) -> dict[tuple[str, str], list[Annotation]]:
    """Returns the grades on the scale of a task by query and item."""
    groups = by_item(annotations, asked.name)
    kept = {key: [one for one in given if one.value not in asked.ungraded] for key, given in groups.items()}
    return {key: given for key, given in kept.items() if given}


def _mean(asked: Task, given: Sequence[Annotation]) -> float:
    values = [asked.relevance(annotation.value) for annotation in given if isinstance(annotation.value, int)]
    return sum(values) / len(values)


def _majority(stances: Sequence[Stance]) -> Stance:
    counts = Counter(stance for stance in stances if stance is not Stance.NONE)
    if counts[Stance.PRO] == counts[Stance.CON]:
        return Stance.NONE
    return Stance.PRO if counts[Stance.PRO] > counts[Stance.CON] else Stance.CON
