"""Where people say different things, so that somebody who leads may decide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from debatable.evaluation.annotation.desk.desk import Desk
from debatable.evaluation.annotation.desk.state import Key, Said
from debatable.evaluation.annotation.pooling import PoolItem
from debatable.evaluation.annotation.queue import DISPUTE
from debatable.evaluation.annotation.records import Annotation
from debatable.evaluation.annotation.tasks import Task

__all__ = ["Dispute", "disputes", "groupings"]

Groupings = dict[str, dict[str, dict[str, str]]]
"""Names of groups by query, annotator and item."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """An item on which people differ.

    Attributes:
        item: What it is about.
        answers: What each says, oldest first.
        far: Whether they are so far apart that the paper asks a third person (Dumani and Schenkel 2019, 4).
        decision: How it was settled; None while it is open.
    """

    item: PoolItem
    answers: tuple[Annotation, ...]
    far: bool
    decision: Said | None


def disputes(desk: Desk, sheet: str) -> list[Dispute]:
    """Returns where people differ on a sheet: open before settled, far apart before near."""
    with desk.state() as state:
        given, settled, asked = state.by_item(sheet), state.decisions(sheet), state.sheets[sheet].task
    items = desk.items(sheet)
    grouped = groupings(given) if asked.grouping else {}
    found = [
        Dispute(items[key], tuple(answers), _far(asked, answers), settled.get(key))
        for key, answers in given.items()
        if len(answers) > 1 and (_placed_apart(key, grouped) if asked.grouping else _differ(answers))
    ]
    order = {key: place for place, key in enumerate(items)}
    found.sort(
        key=lambda one: (
            one.decision is not None,
            not one.far,
            order[one.item.query_id, one.item.item_id],
        )
    )
    return found


def groupings(given: Mapping[Key, Sequence[Annotation]]) -> Groupings:
    """Returns how each person groups the items of each query."""
    found: Groupings = {}
    for (query_id, item_id), answers in given.items():
        for one in answers:
            found.setdefault(query_id, {}).setdefault(one.annotator, {})[item_id] = str(one.value)
    return found


def _differ(answers: Sequence[Annotation]) -> bool:
    return len({(one.value, one.stance) for one in answers}) > 1


def _far(asked: Task, answers: Sequence[Annotation]) -> bool:
    values = [one.value for one in answers if isinstance(one.value, int) and one.value not in asked.ungraded]
    return asked.level != "nominal" and len(values) > 1 and max(values) - min(values) >= DISPUTE


def _placed_apart(key: Key, grouped: Groupings) -> bool:
    """Says whether two people put an item together with different others, of those that both have placed."""
    query_id, item_id = key
    views = [groups for groups in grouped[query_id].values() if item_id in groups]
    for place, one in enumerate(views):
        for other in views[place + 1 :]:
            both = one.keys() & other.keys()
            if {item for item in both if one[item] == one[item_id]} != {
                item for item in both if other[item] == other[item_id]
            }:
                return True
    return False
