from __future__ import annotations

import csv
import io
import re
from codecs import BOM_UTF8

import pytest
from fastapi.testclient import TestClient

from tests.unit.service.conftest import EVIL

CARS = {"q": "ban cars", "method": "bm25", "sort": "long"}


def test_what_is_exported_is_what_is_shown(still: TestClient) -> None:
    page = still.get("/", params=CARS).text
    numbers = dict(re.findall(r'id="hit-(\d+)" class="premise" lang="en" dir="auto">(\w+ \w+ \w+)', page))
    shown = [numbers["1"], numbers["2"]]
    assert shown == ["Cars are free", "Cars are loud"]

    def brief(format: str) -> str:
        answer = still.get("/brief", params={**CARS, "format": format})
        assert answer.status_code == 200
        return answer.text

    assert [
        hit["premise"]["text"][:13]
        for hit in still.get("/brief", params={**CARS, "format": "json"}).json()["hits"]
    ] == shown
    assert [row["premise"][:13] for row in csv.DictReader(io.StringIO(brief("csv")[1:]))] == shown
    for format in ("markdown", "html"):
        text = brief(format)
        assert all(words in text for words in shown) and EVIL not in text
    assert "[2]" in brief("sources") and "https://example.org/a" in brief("sources")
    assert "javascript:" not in brief("sources") + brief("html")


def test_a_spreadsheet_opens_a_saved_table_with_its_accents(still: TestClient) -> None:
    """Excel took the bytes of UTF-8 for another encoding, as nothing said what they are."""
    saved = still.get("/brief", params={**CARS, "format": "csv"})
    assert saved.headers["content-type"] == "text/csv; charset=utf-8"
    assert saved.content.startswith(BOM_UTF8 + b"rank,") and saved.content.count(BOM_UTF8) == 1
    for format in ("markdown", "json", "sources"):
        assert BOM_UTF8 not in still.get("/brief", params={**CARS, "format": format}).content


@pytest.mark.parametrize(
    ("format", "kind", "name"),
    [
        ("markdown", "text/markdown", "ban-cars.md"),
        ("csv", "text/csv", "ban-cars.csv"),
        ("json", "application/json", "ban-cars.json"),
        ("sources", "text/plain", "ban-cars-sources.txt"),
        ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "ban-cars.docx"),
    ],
)
def test_a_brief_is_saved_under_a_name(still: TestClient, format: str, kind: str, name: str) -> None:
    headers = still.get("/brief", params={**CARS, "format": format}).headers
    assert headers["content-type"].startswith(kind)
    assert headers["content-disposition"] == f'attachment; filename="{name}"'


@pytest.mark.parametrize(
    ("claim", "name"),
    [
        ('cars"; filename="evil.exe', "cars-filename-evil-exe.md"),
        ("cars\r\nX-Evil: 1", "cars-x-evil-1.md"),
        ("../../etc/cars", "etc-cars.md"),
        ("汽车 汽车", "brief.md"),
        ("cars " * 100, "-".join(["cars"] * 12) + ".md"),
    ],
)
def test_the_name_of_a_file_has_plain_words_of_the_claim_alone(
    still: TestClient, claim: str, name: str
) -> None:
    asked = {"q": claim, "method": "bm25", "format": "markdown", "spelling": "false"}
    headers = still.get("/brief", params=asked).headers
    assert headers["content-disposition"] == f'attachment; filename="{name}"' and "x-evil" not in headers


def test_a_brief_of_nothing_is_refused_in_a_sentence(still: TestClient) -> None:
    assert still.get("/brief").json()["error"]["message"] == "the query is empty; give a claim"
    assert still.get("/brief", params={**CARS, "format": "pdf"}).status_code == 422
    assert still.get("/brief", params={**CARS, "k": "many"}).status_code == 422


def test_a_brief_says_what_was_searched_for(still: TestClient) -> None:
    asked = {"q": "ban carrs", "method": "bm25"}
    page = still.get("/brief", params=asked).text
    assert ">ban cars</h1>" in page
    assert "Showing results for <b>ban cars</b> in place of <i>ban carrs</i>." in page
    markdown = still.get("/brief", params={**asked, "format": "markdown"}).text
    assert markdown.startswith("# ban cars\n\n*Showing results for* ban cars *in place of* ban carrs\n")
    assert still.get("/brief", params={**asked, "format": "json"}).json()["corrected"] == "ban cars"
    assert "Showing" not in still.get("/brief", params={**asked, "spelling": "false"}).text
