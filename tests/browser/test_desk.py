"""What annotators do at the desk, done by a browser."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from debatable.evaluation.annotation import PoolItem, write_pool
from debatable.evaluation.annotation.desk import Desk
from debatable.model import Stance
from debatable.service.desk import desk_application
from tests.browser.conftest import served
from tests.support.json_lines import write_lines

pytestmark = pytest.mark.browser

Opened = Callable[..., Any]
Seated = Callable[..., Any]

QUERY = "We should abandon nuclear energy"
CLAIMS = ("Should we rely on nuclear energy?", "Nuclear power is expensive", "Is solar power cheap?")
PREMISES = (
    "Nobody knows where the waste could be kept safely.",
    "Every new plant cost more than was promised.",
    "A plant costs billions before it delivers power.",
)
JUDGE, RELEVANCE = "judge?sheet=claims-similarity", "judge?sheet=premises-relevance"
BOARD = "group?sheet=premises-clustering&query=q"


class Place:
    """A desk that is served, and can be stopped and started again at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.stack = folder, ExitStack()
        self.desk = Desk(folder / "desk", new=True)
        self.tokens = {name: self.desk.add_person(name, lead=name == "eve") for name in ("ann", "bob", "eve")}
        for stem, texts in (("claims", CLAIMS), ("premises", PREMISES)):
            items = [PoolItem("q", QUERY, f"{stem[0]}{n}", text) for n, text in enumerate(texts)]
            write_pool(items, folder / f"{stem}.jsonl")
        self.desk.add_sheet(folder / "claims.jsonl", "similarity")
        for task in ("relevance", "clustering"):
            self.desk.add_sheet(folder / "premises.jsonl", task)
        self.corpora = (_corpus(folder),)
        self.address = ""
        self.start()

    def start(self) -> None:
        port = int(self.address.rstrip("/").rsplit(":", 1)[-1]) if self.address else 0
        self.address = self.stack.enter_context(
            served(desk_application(self.desk, corpora=self.corpora), port)
        )

    def stop(self) -> None:
        self.stack.close()

    def reopen(self) -> None:
        """Takes the desk from its log alone."""
        self.desk.close()
        self.desk = Desk(self.folder / "desk")

    def said(self, who: str, sheet: str = "claims-similarity") -> dict[str, tuple[Any, Stance]]:
        with self.desk.state() as state:
            given = state.answers(sheet, who)
        return {one.annotation.item_id: (one.annotation.value, one.annotation.stance) for one in given}


def _corpus(folder: Path) -> Path:
    drawn = random.Random(0)
    topics = [("energy", "nuclear", "solar", "wind"), ("church", "pope", "choir", "monk")]
    texts = [" ".join(drawn.choices(topics[number % 2], k=6)) for number in range(200)]
    write_lines(
        folder / "corpus.jsonl",
        *({"id": f"p{n}", "claim": f"{text} {n}", "premise": text} for n, text in enumerate(texts)),
    )
    return folder / "corpus.jsonl"


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    made = Place(tmp_path)
    yield made
    made.stop()
    made.desk.close()


@pytest.fixture
def seated(opened: Opened, place: Place) -> Seated:
    """Signs somebody in and opens a page."""

    def sit(name: str, address: str = "", **options: Any) -> Any:
        page = opened(f"{place.address}enter", **options)
        page.fill("#name", name)
        page.fill("#token", place.tokens[name])
        page.press("#token", "Enter")
        page.wait_for_url(place.address)
        page.goto(place.address + address)
        return page

    return sit


def asked(page: Any) -> str:
    """Returns the item that is shown."""
    return str(page.locator("form.answer [name=item]").get_attribute("value"))


def kept(page: Any) -> str:
    page.wait_for_selector(".kept")
    return str(page.inner_text(".kept"))


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


def test_everything_essential_works_without_javascript(place: Place, seated: Seated) -> None:
    page = seated("ann", JUDGE, java_script_enabled=False)
    first = asked(page)
    page.click("button.grade[value='4']")
    assert kept(page).startswith("Kept: 4") and asked(page) != first
    page.click(".undo button")
    assert asked(page) == first and place.said("ann") == {}
    page.goto(place.address + RELEVANCE)
    page.click("label:has([name=value][value='2'])")
    page.click("label:has([name=stance][value=pro])")
    page.click("button.save")
    assert [said for said in place.said("ann", "premises-relevance").values()] == [(2, Stance.PRO)]
    page.goto(place.address + BOARD)
    page.click("#card-p0 summary")
    page.fill("#card-p0 [name=new]", "waste")
    page.click("#card-p0 button")
    page.click("#card-p1 summary")
    page.select_option("#card-p1 select", "waste")
    page.click("#card-p1 button")
    page.click(".rename summary")
    page.fill(".rename [name=new]", "danger")
    page.click(".rename button")
    groups = {item: value for item, (value, _) in place.said("ann", "premises-clustering").items()}
    assert groups == {"p0": "danger", "p1": "danger"}


def test_a_dispute_is_decided_and_exported(place: Place, seated: Seated) -> None:
    for name, value in (("ann", "1"), ("bob", "4")):
        page = seated(name, "judge?sheet=claims-similarity&query=q&item=c0")
        page.keyboard.press(value)
        kept(page)
    page = seated("eve", "decide?sheet=claims-similarity")
    assert "far apart" in page.inner_text(".dispute")
    page.click(".dispute button[value='3']")
    page.wait_for_selector("text=0 open, 1 decided")
    page.goto(place.address + "export")
    with page.expect_download() as download:
        page.click("text=claim_judgments.jsonl")
    assert Path(download.value.path()).read_text() == '{"query_id":"q","claim_id":"c0","relevance":2}\n'


def sampled(page: Any, address: str) -> None:
    """Grows a topic until its words are suggested."""
    pytest.importorskip("gensim")
    for _ in range(200):
        page.goto(address + "sample")
        if page.locator("#words").count():
            break
        page.wait_for_timeout(200)
    page.fill("#words", "energy")
    page.click("form.enter button")
    page.wait_for_selector(".words-of")


def test_queries_are_sampled(place: Place, seated: Seated) -> None:
    page = seated("eve", "sample")
    sampled(page, place.address)
    words = [box.get_attribute("value") for box in page.locator("[name=kept]").all()]
    for word in words:
        if word not in ("nuclear", "solar", "wind"):
            page.uncheck(f"[name=kept][value='{word}']")
    page.click("text=draw claims")
    page.fill("[name=size]", "5")
    page.click("form[action=sample-claims] button")
    page.wait_for_selector(".claims li")
    texts = [line.inner_text() for line in page.locator(".claims li").all()]
    assert len(texts) == 5 and not any("pope" in text or "monk" in text for text in texts)


def test_a_phone_is_wide_enough(place: Place, seated: Seated) -> None:
    page = seated("eve", "", width=390)
    for address in ("", JUDGE, RELEVANCE, BOARD, "agreement", "people", "export", "sample"):
        page.goto(place.address + address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, address


PAGES = {
    "overview": "",
    "claims": JUDGE,
    "premises": RELEVANCE,
    "answered": "judge?sheet=claims-similarity&query=q&item=c0",
    "queries": "group?sheet=premises-clustering",
    "board": BOARD,
    "decide groups": BOARD + "&decide=true",
    "decide": "decide?sheet=claims-similarity",
    "agreement": "agreement",
    "people": "people",
    "export": "export",
    "sample": "sample",
    "nothing there": "judge?sheet=nowhere",
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_fault(place: Place, seated: Seated, tolerated: list[str], scheme: str) -> None:
    tolerated.append("404 (Not Found)")
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-core is not installed")
    for name, value in (("ann", "1"), ("bob", "4")):
        page = seated(name, "judge?sheet=claims-similarity&query=q&item=c0")
        page.keyboard.press(value)
        kept(page)
        page.goto(place.address + BOARD)
        page.focus("#card-p0")
        page.keyboard.press("n")
        page.wait_for_selector(".pile[data-group='Group 1'] #card-p0")
    page = seated("eve", color_scheme=scheme)
    faults = {}
    for name, address in {**PAGES, "entrance": "enter", "words": ""}.items():
        if name == "words":
            sampled(page, place.address)
        else:
            page.goto(place.address + address)
        found = axe.Axe().run(page).response["violations"]
        serious = [fault for fault in found if fault["impact"] in ("serious", "critical")]
        if serious:
            faults[name] = [(fault["id"], fault["nodes"][0]["html"]) for fault in serious]
    assert not faults


def test_pages_are_small(place: Place, seated: Seated) -> None:
    page = seated("ann", JUDGE)
    sizes = page.evaluate(
        "performance.getEntriesByType('resource').map(one => one.decodedBodySize)"
        ".concat(performance.getEntriesByType('navigation').map(one => one.decodedBodySize))"
    )
    assert 0 < sum(sizes) < 100_000
