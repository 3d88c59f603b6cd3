"""A desk that a browser opens, and what its pages show."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from debatable.evaluation.annotation import PoolItem, write_pool
from debatable.evaluation.annotation.desk import Desk
from debatable.model import Stance
from debatable.service.desk import desk_application
from tests.browser.servers import served
from tests.support.json_lines import write_lines

__all__ = ["BOARD", "JUDGE", "RELEVANCE", "Place", "Seated", "asked", "kept", "sampled"]

Seated = Callable[..., Any]
"""Signs somebody in and opens a page."""

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


def asked(page: Any) -> str:
    """Returns the item that is shown."""
    return str(page.locator("form.answer [name=item]").get_attribute("value"))


def kept(page: Any) -> str:
    """Returns what is said to be kept, once it is."""
    page.wait_for_selector(".kept")
    return str(page.inner_text(".kept"))


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
