"""Annotation: tasks and scales, an append-only record, who judges next, agreement, and judgments from it."""

from debatable.evaluation.annotation.consensus import Agreement, agreement, consensus
from debatable.evaluation.annotation.pooling import PoolItem, pool, read_pool, write_pool
from debatable.evaluation.annotation.records import (
    TASKS,
    Annotation,
    append,
    by_item,
    open_items,
    read_annotations,
    task,
)
from debatable.evaluation.annotation.session import annotate

__all__ = [
    "TASKS",
    "Agreement",
    "Annotation",
    "PoolItem",
    "agreement",
    "annotate",
    "append",
    "by_item",
    "consensus",
    "open_items",
    "pool",
    "read_annotations",
    "read_pool",
    "task",
    "write_pool",
]
