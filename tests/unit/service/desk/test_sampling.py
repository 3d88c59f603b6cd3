from __future__ import annotations

import json
import random
import re
import time
from pathlib import Path

import pytest

from debatable.evaluation.annotation.desk import Desk
from debatable.service.desk import desk_application
from tests.support.json_lines import write_lines
from tests.unit.service.desk.conftest import Sitting, seated

ENERGY = ("energy", "nuclear", "reactor", "uranium", "power", "solar", "wind", "coal")
BELIEF = ("church", "pope", "prayer", "bishop", "faith", "altar", "choir", "monk")


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    pytest.importorskip("gensim")
    drawn = random.Random(0)
    topics = [ENERGY if number % 2 else BELIEF for number in range(300)]
    texts = [[" ".join(drawn.choices(topic, k=8)) for _ in range(2)] for topic in topics]
    write_lines(
        tmp_path / "corpus.jsonl",
        *(
            {"id": f"p{n}", "claim": f"{claim} {n}", "premise": premise}
            for n, (claim, premise) in enumerate(texts)
        ),
    )
    return tmp_path / "corpus.jsonl"


def ready(who: Sitting) -> str:
    """Waits until the words of the corpus are read."""
    for _ in range(600):
        page = who.client.get("/sample").text
        if "being read" not in page:
            return str(page)
        time.sleep(0.1)
    raise AssertionError("the words were not read within a minute")


def test_a_topic_is_grown_and_its_claims_are_drawn(desk: Desk, corpus: Path) -> None:
    eve = seated(desk_application(desk, corpora=(corpus,)), desk, "eve", lead=True)
    assert "300 claims in the corpus, 0 of them questions" in ready(eve)
    refused = eve.post("sample", {**eve.fields("/sample", "sample"), "words": "enrgy"})
    assert refused.status_code == 400 and "too rare in the corpus" in refused.text
    page = eve.post("sample", {**eve.fields("/sample", "sample"), "words": "Energy, energy"}).text
    suggested = re.findall(r'name="kept" value="(\w+)"', page)
    assert set(ENERGY) - {"energy"} <= set(suggested), "words of the topic are near"
    kept = [word for word in suggested if word in ENERGY and word != "coal"]
    first = eve.fields("/sample", "sample-words")
    assert first["rounds"] == "0"
    page = eve.post("sample-words", {**first, "kept": kept, "enough": "false"}).text
    assert '<dd class="struck">' in page and "coal" in page
    stale = eve.post("sample-words", {**first, "kept": kept, "enough": "false"})
    assert stale.status_code == 400 and "in another tab perhaps" in stale.text
    eve.post("sample-words", {**eve.fields("/sample", "sample-words"), "enough": "true"})
    refused = eve.post("sample-claims", {**eve.fields("/sample", "sample-claims"), "size": "999"})
    assert refused.status_code == 400 and "claims with one of" in refused.text
    eve.post("sample-claims", {**eve.fields("/sample", "sample-claims"), "size": "5", "seed": "3"})
    drawn = [json.loads(line) for line in eve.client.get("/sample-queries").text.splitlines()]
    assert len(drawn) == 5 and all(set(row["text"].split()) & {"energy", *kept} for row in drawn)
    unwanted = drawn[1]["query_id"]
    fields = {**eve.fields("/sample", "sample-claims"), "size": "5", "seed": "3", "refused": [unwanted]}
    eve.post("sample-claims", fields)
    again = [json.loads(line) for line in eve.client.get("/sample-queries").text.splitlines()]
    assert [row for row in again if row in drawn] == [row for row in drawn if row["query_id"] != unwanted]
    kept_text = eve.client.get("/sample-queries").text
    assert len(again) == 5 and unwanted not in {row["query_id"] for row in again}

    reopened = seated(desk_application(desk, corpora=(corpus,)), desk, "eve", lead=True)
    ready(reopened)
    assert reopened.client.get("/sample-queries").text == kept_text
    reopened.post("sample", reopened.fields("/sample", "sample"))
    assert 'name="words"' in reopened.client.get("/sample").text


def test_without_a_corpus_the_page_says_what_to_do(eve: Sitting) -> None:
    assert "Start the desk with <code>--corpus FILE</code>" in eve.client.get("/sample").text
    assert eve.client.get("/sample-queries").status_code == 400


def test_a_corpus_that_cannot_be_read_is_told(desk: Desk, tmp_path: Path) -> None:
    write_lines(tmp_path / "corpus.jsonl", {"id": "a", "premise": "Cars are loud"})
    eve = seated(desk_application(desk, corpora=(tmp_path / "corpus.jsonl",)), desk, "eve", lead=True)
    page = ready(eve)
    assert "No premise has a claim; use a corpus with claims." in page and str(tmp_path) not in page
