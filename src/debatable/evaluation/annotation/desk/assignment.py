"""Who judges which item next, and where the answers of people differ."""

from __future__ import annotations

import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from debatable.evaluation.annotation.desk.desk import Desk
from debatable.evaluation.annotation.desk.state import DeskAnswer, Key
from debatable.evaluation.annotation.pooling import PoolItem
from debatable.evaluation.annotation.records import DISPUTE, Annotation, Task, query_place, waiting_items

HELD = 600.0
"""Seconds for which an item that somebody was shown is theirs."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a sheet is, for one person and for all."""

    items: int
    mine: int  # how many the person has judged
    waiting: int  # how many still wait for the person
    given: int  # how many answers there are, up to as many an item as wanted
    wanted: int  # how many answers are wanted


class Assignment:
    """Assigns items; remembers, while the desk is served, who was shown what and who skipped what."""

    def __init__(self, desk: Desk, clock: Callable[[], float] = time.monotonic) -> None:
        """Assigns the items of a desk."""
        self._desk, self._clock = desk, clock
        self._shown: dict[tuple[str, Key], dict[str, float]] = defaultdict(dict)
        self._skipped: dict[tuple[str, str], dict[Key, None]] = defaultdict(dict)
        self._lock = threading.Lock()

    def next_item(self, sheet: str, annotator: str) -> PoolItem | None:
        """Returns what somebody should judge next, reserved for some time; None where nothing waits for them."""
        given, waiting = self._open(sheet, annotator)
        with self._desk.state() as state:
            wanted = state.sheets[sheet].wanted
        with self._lock:
            skipped = {key: place for place, key in enumerate(self._skipped[sheet, annotator], 1)}
            for item in sorted(waiting, key=lambda item: skipped.get(item.key, 0)):
                judges = {annotation.annotator for annotation in given.get(item.key, ())}
                free = max(wanted - len(judges), 1)  # a third person where the first two are far apart
                if self._others(sheet, item.key, {*judges, annotator}) < free:
                    self._shown[sheet, item.key][annotator] = self._clock()
                    return item
        return None

    def next_query(self, sheet: str, annotator: str) -> str | None:
        """Returns whose premises somebody should group next: a query they began, then one that too few began."""
        own, free = self._open_queries(sheet, annotator)
        return next(iter([*own, *sorted(free, key=lambda query: query_place(annotator, query))]), None)

    def skip(self, sheet: str, annotator: str, key: Key) -> None:
        """Puts an item behind all others of somebody, and releases it."""
        with self._lock:
            skipped = self._skipped[sheet, annotator]
            skipped.pop(key, None)
            skipped[key] = None
            self._shown[sheet, key].pop(annotator, None)

    def progress(self, sheet: str, annotator: str) -> Progress:
        """Counts the answers of a sheet."""
        given, waiting = self._open(sheet, annotator)
        with self._desk.state() as state:
            wanted, mine = state.sheets[sheet].wanted, len(state.answers(sheet, annotator))
        items = self._desk.items(sheet)
        answers = sum(min(len(given.get(key, ())), wanted) for key in items)
        return Progress(len(items), mine, len(waiting), answers, wanted * len(items))

    def _open(self, sheet: str, annotator: str) -> tuple[dict[Key, list[Annotation]], list[PoolItem]]:
        """Returns the answers of a sheet, and what of it waits for somebody."""
        with self._desk.state() as state:
            given, settled = state.by_item(sheet), state.decisions(sheet)
            wanted, grouping = state.sheets[sheet].wanted, state.sheets[sheet].task.grouping
        items = [item for key, item in self._desk.items(sheet).items() if key not in settled]
        if not grouping:
            return given, waiting_items(items, given, annotator, wanted=wanted)
        begun = {query for queries in self._open_queries(sheet, annotator) for query in queries}
        placed = {key for key, answers in given.items() if any(one.annotator == annotator for one in answers)}
        return given, [item for item in items if item.query_id in begun and item.key not in placed]

    def _open_queries(self, sheet: str, annotator: str) -> tuple[list[str], list[str]]:
        """Returns the queries that somebody has begun to group, and those that too few people have begun."""
        begun: dict[str, set[str]] = defaultdict(set)
        placed: Counter[str] = Counter()
        with self._desk.state() as state:
            wanted, given = state.sheets[sheet].wanted, state.by_item(sheet)
        for (query_id, _), answers in given.items():
            people = {one.annotator for one in answers}
            begun[query_id] |= people
            placed[query_id] += annotator in people
        sizes = Counter(query_id for query_id, _ in self._desk.items(sheet))
        own = [query for query in sizes if 0 < placed[query] < sizes[query]]
        free = [query for query in sizes if not placed[query] and len(begun[query]) < wanted]
        return own, free

    def _others(self, sheet: str, key: Key, without: set[str]) -> int:
        """Returns how many others have an item open now."""
        since = self._clock() - HELD
        shown = self._shown[sheet, key]
        for name in [name for name, at in shown.items() if at < since]:
            del shown[name]
        return sum(name not in without for name in shown)


Groupings = dict[str, dict[str, dict[str, str]]]
"""Names of groups by query, annotator and item."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """An item on which people differ."""

    item: PoolItem
    answers: tuple[Annotation, ...]  # of each person, oldest first
    far: bool  # whether the paper asks a third person (Dumani and Schenkel 2019, 4)
    decision: DeskAnswer | None  # how it was settled; None while it is open


def disputes(desk: Desk, sheet: str) -> list[Dispute]:
    """Returns where people differ on a sheet: open before settled, far apart before near."""
    with desk.state() as state:
        given, settled, asked = state.by_item(sheet), state.decisions(sheet), state.sheets[sheet].task
    items = desk.items(sheet)
    grouped = groupings(given) if asked.grouping else {}
    order = {key: place for place, key in enumerate(items)}
    differing = [
        Dispute(items[key], tuple(answers), _far(asked, answers), settled.get(key))
        for key, answers in given.items()
        if len(answers) > 1
        and (
            _placed_apart(key, grouped)
            if asked.grouping
            else len({(one.value, one.stance) for one in answers}) > 1
        )
    ]
    return sorted(differing, key=lambda one: (one.decision is not None, not one.far, order[one.item.key]))


def groupings(given: Mapping[Key, Sequence[Annotation]]) -> Groupings:
    """Returns how each person groups the items of each query."""
    groups: Groupings = {}
    for (query_id, item_id), answers in given.items():
        for one in answers:
            groups.setdefault(query_id, {}).setdefault(one.annotator, {})[item_id] = str(one.value)
    return groups


def _far(asked: Task, answers: Sequence[Annotation]) -> bool:
    values = [grade for one in answers if (grade := asked.grade(one.value)) is not None]
    return asked.level != "nominal" and len(values) > 1 and max(values) - min(values) >= DISPUTE


def _placed_apart(key: Key, grouped: Groupings) -> bool:
    """Returns whether two people put an item together with different others, of those that both have placed."""
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
