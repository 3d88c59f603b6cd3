"""What annotators do at the desk, done by a browser: putting cards on piles."""

from __future__ import annotations

import pytest

from tests.browser.desk_place import BOARD, Place, Seated

pytestmark = pytest.mark.browser


def test_cards_are_dragged_to_piles(place: Place, seated: Seated) -> None:
    page = seated("ann", BOARD)
    page.drag_and_drop("#card-p0", ".pile.new")
    page.wait_for_selector(".pile[data-group='Group 1'] #card-p0")
    page.drag_and_drop("#card-p1", ".pile[data-group='Group 1']")
    page.wait_for_selector(".pile[data-group='Group 1'] #card-p1")
    page.drag_and_drop("#card-p2", ".pile.new")
    page.wait_for_selector(".pile[data-group='Group 2'] #card-p2")
    assert {item: value for item, (value, _) in place.said("ann", "premises-clustering").items()} == {
        "p0": "Group 1",
        "p1": "Group 1",
        "p2": "Group 2",
    }


def test_cards_are_grouped_by_keys(place: Place, seated: Seated) -> None:
    page = seated("ann", BOARD)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("n")
    page.wait_for_selector(".pile[data-group='Group 1'] #card-p0")
    assert page.evaluate("document.activeElement.id") == "card-p0"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.id") == "card-p1"
    page.keyboard.press("1")
    page.wait_for_selector(".pile[data-group='Group 1'] #card-p1")
    page.keyboard.press("u")
    page.wait_for_selector(".pile.loose #card-p1")
    assert place.said("ann", "premises-clustering").keys() == {"p0"}
