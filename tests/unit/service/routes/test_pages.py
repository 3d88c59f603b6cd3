from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

import debatable
from debatable.engines import Engine, make_index
from debatable.model import (
    Answer,
    Argument,
    Claim,
    Cluster,
    Explanation,
    Hit,
    Premise,
    Stance,
    claim_id,
)
from debatable.service import application
from tests.support.indexes import BAN_CARS, BY_WORDS, argument
from tests.unit.service.conftest import EVIL

CARS = {"q": "ban cars", "method": "bm25"}


def test_the_first_page_has_a_search_box(still: TestClient) -> None:
    page = still.get("/")
    assert page.status_code == 200 and '<input id="q" name="q"' in page.text
    assert re.findall("<script.*", page.text) == ['<script type="module" src="static/page.js"></script>']
    assert len(page.content) < 100_000


def test_examples_are_claims_of_the_served_index(still: TestClient) -> None:
    assert re.findall('href="[?]q=([^&"]*)', still.get("/").text) == ["Ban+cars"]


def test_an_answer_has_two_columns_and_their_counts(still: TestClient) -> None:
    page = still.get("/", params=CARS).text
    pro, con = page.split('<section class="side con"')
    assert "Cars are loud" in pro and "Cars are free" in con and "Cars are loud" not in con
    assert 'for="tab-pro">For <b>1</b>' in page and 'for="tab-con">Against <b>1</b>' in page
    assert 'id="tab-undecided"' not in page


@pytest.mark.parametrize(("chosen", "other"), [("pro", "con"), ("con", "pro")])
def test_a_side_that_was_not_asked_for_is_not_called_empty(
    still: TestClient, chosen: str, other: str
) -> None:
    page = still.get("/", params={**CARS, "stance": chosen}).text
    left_out = page.split(f'<section class="side {other}"')[1].split("</section>")[0]
    assert "This side was left out." in left_out and "Nothing was found" not in page
    assert "<small>" not in left_out and " <b>0</b>" not in page, "nobody counted what was left out"
    (both,) = re.findall('href="([^"]*)">Show both sides', left_out)
    assert "stance=both" in both and "q=ban+cars" in both


@pytest.mark.parametrize(("chosen", "where"), [("pro", "for"), ("con", "against")])
def test_one_side_without_premises_is_named_and_leads_to_both(folder: Path, chosen: str, where: str) -> None:
    """The page said "Nothing close" of a claim whose other side was full."""
    debatable.remove(["a" if chosen == "pro" else "b"], from_=folder)
    with TestClient(application(folder)) as client:
        page = client.get("/", params={**CARS, "stance": chosen}).text
        assert f"<h2>Nothing {where} this claim</h2>" in page and "Nothing close" not in page
        assert f"<p>Nothing was found {where} this claim.</p>" in page
        (both,) = re.findall('href="([^"]*)">Show both sides', page)
        assert 'class="side pro"' in client.get(f"/{unescape(both)}").text


def test_a_full_list_leads_to_a_longer_one(tmp_path: Path) -> None:
    """That there is more than the first twenty was to be guessed, and to be asked for among the options."""
    many = [argument(f"p{number}", f"Cars are loud in street {number}") for number in range(25)]
    make_index(many, tmp_path / "index", configuration=BY_WORDS)
    with TestClient(application(tmp_path / "index")) as client:
        page = client.get("/", params=CARS).text
        (longer,) = re.findall('href="([^"]*)">Show up to 50', page)
        page = client.get(f"/{unescape(longer)}").text
        assert "Cars are loud in street 24" in page and "Show up to" not in page
        assert "Show up to" not in client.get("/", params={**CARS, "q": "zzqx"}).text


def test_texts_and_queries_are_escaped_and_addresses_checked(still: TestClient) -> None:
    page = still.get("/", params={"q": f"cars {EVIL}", "method": "bm25"})
    assert EVIL not in page.text and "&lt;script&gt;" in page.text
    assert "javascript:alert" not in page.text and 'href="https://example.org/a"' in page.text
    assert "default-src 'none'" in page.headers["content-security-policy"]


def test_a_mistake_on_the_page_is_told_there(still: TestClient) -> None:
    page = still.get("/", params={"q": "cars", "method": "nonsense"})
    assert page.status_code == 400 and 'role="alert">Unknown method' in page.text
    assert "did you mean &#39;dense&#39;?</p>" in page.text, "a question needs no full stop"
    page = still.get("/", params={"q": "cars", "k": "many"})
    assert page.status_code == 422 and 'role="alert">The parameter k: input should be' in page.text
    assert 'name="q" type="search" value="cars"' in page.text, "the claim stays in the box"
    assert 'href="?q=Ban+cars' in page.text, "the way on"
    assert still.get("/", params={"q": "cars", "utm_source": "elsewhere"}).status_code == 200


def test_where_nothing_is_close_the_page_offers_claims(still: TestClient) -> None:
    page = still.get("/", params={"q": "zzqx", "method": "bm25"}).text
    assert "Nothing close" in page and 'href="?q=Ban+cars&amp;method=bm25' in page
    assert 'class="side' not in page


def test_where_operators_leave_nothing_the_page_searches_without_them(still: TestClient) -> None:
    page = still.get("/", params={"q": '"Cars make the whole world loud" -zzqx', "method": "bm25"}).text
    assert "Nothing found" in page and "Nothing close" not in page
    (link,) = re.findall(
        'Without these conditions: <a href="([^"]*)">Cars make the whole world loud</a>', page
    )
    assert 'class="side pro"' in still.get(f"/{unescape(link)}").text
    assert "Without these conditions" not in still.get("/", params={"q": "zzqx", "method": "bm25"}).text


def test_where_a_length_leaves_nothing_the_page_offers_any(still: TestClient) -> None:
    page = still.get("/", params={**CARS, "length": "long"}).text
    (link,) = re.findall('<a href="([^"]*)">Show premises of any length</a>', page)
    assert 'class="side pro"' in still.get(f"/{unescape(link)}").text
    assert "any length" not in still.get("/", params=CARS).text


def test_why_begins_with_plain_words(still: TestClient) -> None:
    page = unescape(still.get("/", params=CARS).text)
    why = page.split("why here", 1)[1]
    assert why.index("Speaks for this very claim") < why.index("the sum behind it")
    assert "close to your claim" in why[:400]


def test_why_explains_the_bar_of_quality_where_there_is_one(
    still: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    explained = "it prefers this one to 25 % of the other premises of its claim"
    monkeypatch.setattr("debatable.service.routes.pages.qualities", lambda engine, hits: {"a": 0.25})
    page = still.get("/", params=CARS).text
    assert page.count("> quality 25 %") == page.count(explained) == 1
    monkeypatch.setattr("debatable.service.routes.pages.qualities", lambda engine, hits: {})
    assert "small classifier" not in still.get("/", params=CARS).text


def test_as_json_is_the_answer_that_is_shown(still: TestClient) -> None:
    page = still.get("/", params={**CARS, "stance": "con", "k": 7, "length": "short"}).text
    address = unescape(re.findall('href="(api/v1/search[^"]*)"', page)[0])
    answer = still.get(f"/{address}").json()
    assert [hit["premise"]["id"] for hit in answer["hits"]] == ["b"]
    assert answer["parameters"].items() >= {"k": 7, "stance": "con", "length": "short"}.items()
    assert "explanation" in answer["hits"][0] and page.count('<li class="entry">') == 1


def test_a_permalink_leads_to_the_same_state(still: TestClient) -> None:
    page = still.get("/", params={**CARS, "stance": "pro", "source": "portal", "k": 50}).text
    address = unescape(re.findall('href="([^"]*)">link to this answer', page)[0])

    def steady(text: str) -> str:
        return re.sub(r"\d+ ms", "", text)

    assert steady(still.get(f"/{address}").text) == steady(page)
    assert '<option value="pro" selected>' in page and '<option value="50" selected>' in page


def test_a_long_premise_is_cut_and_lengths_can_be_chosen(tmp_path: Path) -> None:
    long = "Cars are loud and " * 40
    texts = {"long": long, "short": "Cars are loud"}
    some = [Argument(name, Premise(name, text), BAN_CARS, Stance.PRO) for name, text in texts.items()]
    make_index(some, tmp_path / "index", configuration=BY_WORDS)
    with TestClient(application(tmp_path / "index")) as client:
        assert client.get("/", params=CARS).text.count('<details class="unfold">') == 1

        def found(length: str) -> list[str]:
            answer = client.get("/api/v1/search", params={**CARS, "length": length}).json()
            return sorted(hit["premise"]["id"] for hit in answer["hits"])

        assert found("any") == ["long", "short"] and found("long") == ["long"] and found("short") == ["short"]
        assert "nothing that is close to this claim is medium" in client.get(
            "/", params={**CARS, "length": "medium"}
        ).text.replace("Nothing", "nothing")


def test_what_others_say_can_be_opened_and_undecided_stand_apart(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that said "said 31 times" used to keep the others to itself."""
    others = tuple(Premise(f"o{number}", f"Cars roar {number} {EVIL}") for number in range(25))
    score = Explanation("score", 1.0)
    said = Cluster("p1", ("a", *(other.id for other in others)))
    loud = Hit(Premise("a", "Cars are loud"), (), Stance.PRO, 1.0, said, score, others=others, relevance=0.75)
    torn = Hit(Premise("b", "Cars are cars"), (), Stance.UNDECIDED, 0.5, Cluster("b", ("b",)), score)
    answer = Answer("ban cars", "bm25", (loud, torn), weak=(torn,))
    monkeypatch.setattr(Engine, "search", lambda self, query, **options: answer)
    page = client.get("/", params=CARS).text
    same = page.split('<details class="same">')[1].split("</details>")[0]
    assert "25 others say the same" in same and same.count("<li") == 21 and "and 5 more" in same
    assert "Cars <mark>roar</mark> 19" in same and EVIL not in page
    assert "Undecided <b>1</b>" in page and "1 found that is not close" in page
    assert "close 75 %" in page and page.count("sure of the side") == 1


def test_what_is_on_the_nearest_claims_is_told_above_the_lists(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    score, one = Explanation("score", 1.0), Cluster("a", ("a",))
    loud = Hit(Premise("a", "Cars are loud"), (), Stance.PRO, 1.0, one, score, relevance=0.2)
    remark = f"nothing speaks to this claim exactly; these premises are on the nearest claim: ‘{EVIL}’"
    answer = Answer("ban cars", "bm25", (loud,), remarks=(remark,), closeness="nearest")
    monkeypatch.setattr(Engine, "search", lambda self, query, **options: answer)
    for address in ("/", "/map", "/brief"):
        page = client.get(address, params=CARS).text
        assert EVIL not in page and "Nothing speaks to this claim exactly" in page
        if address == "/":
            assert page.index("Nothing speaks to this claim") < page.index('<section class="side pro"')
            assert "Nothing close: the nearest claims" in page and 'class="remark nearest"' in page
    assert client.get("/api/v1/search", params=CARS).json()["closeness"] == "nearest"


def test_a_corpus_without_claims_has_a_page_too(tmp_path: Path) -> None:
    make_index([Argument("a", Premise("a", "Cars are loud"))], tmp_path / "index", configuration=BY_WORDS)
    with TestClient(application(tmp_path / "index")) as client:
        assert client.get("/").status_code == 200 and 'class="try"' not in client.get("/").text
        assert client.get("/", params={"q": "zzqx", "method": "bm25"}).status_code == 200
        assert client.get("/api/v1/claims").json() == {"total": 0, "next": None, "claims": []}


TYPED = {"q": "ban cars at <b>scool</b>", "method": "bm25"}


def test_the_page_says_what_it_searched_for(still: TestClient) -> None:
    page = still.get("/", params=TYPED).text
    assert "Showing results for <b>ban cars at &lt;b&gt;school&lt;/b&gt;</b>." not in page, (
        "no code is corrected"
    )
    page = still.get("/", params={"q": "ban cars & scool", "method": "bm25"}).text
    assert "Showing results for <b>ban cars &amp; school</b>." in page
    (link,) = re.findall('Search instead for <a href="([^"]*)"><i>ban cars &amp; scool</i></a>', page)
    assert "spelling=false" in unescape(link) and "q=ban+cars+%26+scool" in unescape(link)
    typed = still.get(f"/{unescape(link)}").text
    assert "Showing results" not in typed and "spelling=false" in typed, "links keep to what was typed"


def test_a_claim_without_errors_says_nothing_of_spelling(still: TestClient) -> None:
    page = still.get("/", params=CARS).text
    assert "Showing results" not in page and "spelling" not in page


@pytest.mark.parametrize("view", ["map", "graph"])
def test_the_map_says_what_it_searched_for(still: TestClient, view: str) -> None:
    page = still.get("/map", params={"q": "Ban carrs", "method": "bm25", "view": view}).text
    assert "Showing results for <b>Ban cars</b>." in page and "spelling=false" in page


def test_a_claim_that_was_pasted_with_its_quotes_is_found(still: TestClient) -> None:
    """The page found nothing, and the API nothing either."""
    asked = {"q": '"Cars are too loud"', "method": "bm25"}
    page = still.get("/", params=asked).text
    assert "Showing results for <b>Cars are too loud</b>" in page and "Cars are loud" in page
    told = still.get("/api/v1/search", params=asked).json()
    assert told["corrected"] == "Cars are too loud"
    assert [hit["premise"]["id"] for hit in (*told["hits"], *told["weak"])][:1] == ["a"]
    typed = still.get("/api/v1/search", params={**asked, "spelling": "false"}).json()
    assert (typed["corrected"], typed["hits"], typed["weak"]) == ("", [], [])


def test_texts_have_the_direction_of_their_script(tmp_path: Path) -> None:
    """The full stop of a premise in Arabic stood at its beginning, and quotes and numbers in wrong places."""
    premise = Premise("r", "السيارات صاخبة.", "ar")
    claim = Claim(claim_id("Ban cars"), "Ban cars", "en")
    arabic = Argument("r", premise, claim, Stance.PRO, "portal")
    make_index([arabic], tmp_path / "index", configuration=BY_WORDS)
    with TestClient(application(tmp_path / "index")) as client:
        page = client.get("/", params={"q": "Ban cars", "method": "bm25"}).text
        brief = client.get("/brief", params={"q": "Ban cars", "method": "bm25"}).text
        (address,) = re.findall(r'href="(topics\?of=[^"]+)"', client.get("/topics").text)
        topic = client.get(f"/{address}").text
    assert re.search('class="premise" lang="ar" dir="auto">السيارات', page)
    assert re.search('<p lang="ar" dir="auto"><b>1</b> السيارات', brief)
    assert re.search('<b class="word">For</b> <bdi lang="ar">السيارات', topic)
