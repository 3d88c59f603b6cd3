from __future__ import annotations

from debatable.evaluation.annotation import (
    agreement,
    open_items,
)
from tests.support.annotations import ITEMS, said


def test_every_item_waits_for_two_people_and_a_third_where_they_are_two_apart() -> None:
    given = [
        said("ann", "a", 0),
        said("bob", "a", 2),
        said("ann", "b", 1),
        said("bob", "b", 2),
        said("ann", "c", 1),
    ]
    assert [item.item_id for item in open_items(ITEMS, given, "relevance", "ann")] == []
    assert [item.item_id for item in open_items(ITEMS, given, "relevance", "bob")] == ["c"]
    assert [item.item_id for item in open_items(ITEMS, given, "relevance", "eve")] == ["c", "a"]
    settled = [*given, said("eve", "a", 2), said("bob", "c", 1)]
    assert open_items(ITEMS, settled, "relevance", "dan") == []
    assert agreement(given, "relevance").disputed == 1
    assert agreement(settled, "relevance").disputed == 0
