"""What annotators do at the desk, done by a browser: judging, one item after another."""

from __future__ import annotations

import pytest

from debatable.model import Stance
from tests.browser.desk_place import JUDGE, RELEVANCE, Place, Seated, asked, kept

pytestmark = pytest.mark.browser


def test_claims_are_judged_with_a_reload_in_the_middle(place: Place, seated: Seated) -> None:
    page = seated("ann", JUDGE)
    first = asked(page)
    page.click("button.grade[value='4']")
    assert kept(page).startswith("Kept: 4")
    second = asked(page)
    page.reload()
    assert asked(page) == second != first and place.said("ann") == {first: (4, Stance.NONE)}
    page.click("button.grade[value='2']")
    page.wait_for_selector("text=2 judged, 1 waiting")
    place.reopen()
    assert place.said("ann") == {first: (4, Stance.NONE), second: (2, Stance.NONE)}


def test_the_later_of_two_tabs_counts_and_the_stale_one_is_told(place: Place, seated: Seated) -> None:
    one = seated("ann", JUDGE)
    other = one.context.new_page()
    other.goto(one.url)
    item = asked(one)
    assert asked(other) == item
    one.keyboard.press("2")
    kept(one)
    other.keyboard.press("5")
    other.wait_for_selector(".stale")
    assert "you had answered 2 elsewhere" in other.inner_text(".stale")
    assert place.said("ann") == {item: (5, Stance.NONE)}
    with place.desk.state() as state:
        assert [said.annotation.value for said in state.said.values()] == [2, 5]


def test_the_keyboard_is_enough_to_judge(place: Place, seated: Seated) -> None:
    page = seated("ann", JUDGE)
    first = asked(page)
    page.keyboard.press("3")
    kept(page)
    page.keyboard.press("u")
    page.wait_for_selector("text=Taken back: 3")
    assert asked(page) == first and place.said("ann") == {}
    page.keyboard.press("5")
    kept(page)
    second = asked(page)
    page.keyboard.press("s")
    page.wait_for_selector(f"form.answer [name=item]:not([value='{second}'])", state="attached")
    page.keyboard.press("1")
    kept(page)
    assert place.said("ann").keys() == {"c0", "c1", "c2"} - {second}


def test_a_premise_gets_relevance_and_side_by_keys(place: Place, seated: Seated) -> None:
    page = seated("ann", RELEVANCE)
    first = asked(page)
    page.keyboard.press("2")
    page.keyboard.press("c")
    kept(page)
    second = asked(page)
    page.keyboard.press("0")
    page.wait_for_selector("text=2 judged")
    assert place.said("ann", "premises-relevance") == {first: (2, Stance.CON), second: (0, Stance.NONE)}


def test_an_answer_given_while_the_desk_is_down_arrives(
    place: Place, seated: Seated, tolerated: list[str]
) -> None:
    tolerated.append("ERR_CONNECTION_REFUSED")
    page = seated("ann", JUDGE)
    item = asked(page)
    place.stop()
    page.keyboard.press("4")
    page.wait_for_selector("#unsent")
    assert "Not kept yet" in page.inner_text("#unsent")
    page.keyboard.press("1")  # what is on its way is not said again
    place.reopen()
    place.start()
    kept(page)
    assert place.said("ann") == {item: (4, Stance.NONE)} and page.locator("#unsent").count() == 0


def test_an_answer_survives_a_reload_while_the_desk_is_down(
    place: Place, seated: Seated, tolerated: list[str]
) -> None:
    tolerated.append("ERR_CONNECTION_REFUSED")
    page = seated("ann", JUDGE)
    item, address = asked(page), page.url
    place.stop()
    page.keyboard.press("4")
    page.wait_for_selector("#unsent")
    place.start()
    page.goto(address)
    page.wait_for_selector("text=1 judged")
    assert place.said("ann") == {item: (4, Stance.NONE)}


def test_a_key_that_is_held_down_answers_one_item(place: Place, seated: Seated) -> None:
    """A digit that was held for a second answered every item that came up meanwhile, none of them read."""
    page = seated("ann", JUDGE)
    first = asked(page)
    page.keyboard.down("3")
    kept(page)
    for _ in range(5):
        page.keyboard.down("3")  # as the keyboard repeats it
        page.wait_for_timeout(100)
    page.keyboard.up("3")
    assert place.said("ann") == {first: (3, Stance.NONE)}


def test_a_double_click_answers_one_item(place: Place, seated: Seated) -> None:
    """The second click fell on the same button of the next item."""
    page = seated("ann", JUDGE)
    first = asked(page)
    box = page.locator("button.grade[value='4']").bounding_box()
    page.mouse.move(box["x"] + 9, box["y"] + 9)
    page.mouse.down()
    page.mouse.up()
    kept(page)
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    page.wait_for_timeout(500)
    assert place.said("ann") == {first: (4, Stance.NONE)}


def test_the_next_item_is_shown_from_its_beginning(place: Place, seated: Seated) -> None:
    """On a phone the page stayed where the buttons had been, below the text that is judged."""
    page = seated("ann", JUDGE, width=320, height=300)
    page.click("button.grade[value='1']")
    kept(page)
    assert page.evaluate("scrollY") == 0


def test_an_answer_is_sent_after_signing_in_with_a_new_token(
    place: Place, seated: Seated, tolerated: list[str]
) -> None:
    """The page promised to send it, and the desk refused it as a form of somebody else."""
    tolerated.append("401")
    page = seated("ann", JUDGE)
    item = asked(page)
    token = place.desk.add_person("ann", anew=True)
    page.keyboard.press("4")
    page.wait_for_selector("text=Sign in again in this tab")
    page.goto(f"{place.address}enter")
    page.fill("#name", "ann")
    page.fill("#token", token)
    page.press("#token", "Enter")
    kept(page)
    assert place.said("ann") == {item: (4, Stance.NONE)}


def test_an_answer_is_not_sent_in_the_name_of_somebody_else(
    place: Place, seated: Seated, tolerated: list[str]
) -> None:
    tolerated += ["401", "403"]
    page = seated("ann", JUDGE)
    place.desk.add_person("ann", anew=True)
    page.keyboard.press("4")
    page.wait_for_selector("text=Sign in again in this tab")
    page.goto(f"{place.address}enter")
    page.fill("#name", "bob")
    page.fill("#token", place.tokens["bob"])
    page.press("#token", "Enter")
    page.wait_for_selector("text=not made for you")
    assert place.said("ann") == {} == place.said("bob")
