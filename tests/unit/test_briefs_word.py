from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from xml.dom.minidom import parseString

from debatable.briefs.word import docx_bytes
from debatable.model import Answer, Argument, Claim, Cluster, Explanation, Hit, Premise, Stance, StanceReason


def hit(name: str, text: str, stance: Stance, source: str, url: str = "") -> Hit:
    premise = Premise(name, text)
    return Hit(
        premise,
        (Claim("c", "Ban <cars>"),),
        stance,
        1.0,
        Cluster(name, (name,)),
        Explanation("score", 1.0),
        (Argument(name, premise, source=source, url=url),),
    )


ANSWER = Answer(
    'Ban "cars" & vans',
    "bm25",
    (
        hit("a", "Loud\x00 & <b>smelly</b>\nat night", Stance.PRO, "portal", "https://example.org/?a=1&b=2"),
        hit("b", "They are free", Stance.CON, "forum"),
        hit("c", "Children walk", Stance.PRO, "forum", 'javascript:alert("x")'),
    ),
    remarks=("nothing is close",),
)


def parts(answer: Answer) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(docx_bytes(answer))) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def paragraphs(answer: Answer) -> list[tuple[str, str]]:
    """Style and words of each paragraph."""
    body = parseString(parts(answer)["word/document.xml"])
    return [
        (
            one.getElementsByTagName("w:pStyle")[0].getAttribute("w:val"),
            "".join(
                str(text.firstChild.nodeValue) for text in one.getElementsByTagName("w:t") if text.firstChild
            ),
        )
        for one in body.getElementsByTagName("w:p")
    ]


def test_sides_are_headings_premises_are_numbered_on_each_and_sources_in_a_list() -> None:
    assert paragraphs(ANSWER) == [
        ("Title", 'Ban "cars" & vans'),
        ("Note", "Nothing is close."),
        ("Heading1", "For"),
        ("Heading2", "1. Ban <cars>"),
        ("Citation", "[1]"),
        ("Quote", "“Loud  & <b>smelly</b>at night”"),
        ("Heading2", "2. Ban <cars>"),
        ("Citation", "[2]"),
        ("Quote", "“Children walk”"),
        ("Heading1", "Against"),
        ("Heading2", "1. Ban <cars>"),
        ("Citation", "[2]"),
        ("Quote", "“They are free”"),
        ("Heading1", "Sources"),
        ("Source", "[1] portal https://example.org/?a=1&b=2"),
        ("Source", "[2] forum"),
        ("Note", "Debatable, bm25, at most 3."),
    ]


def test_links_are_those_a_browser_opens_and_every_part_is_xml() -> None:
    found = parts(ANSWER)
    for content in found.values():
        parseString(content)
    links = found["word/_rels/document.xml.rels"]
    assert 'Target="https://example.org/?a=1&amp;b=2"' in links and "javascript" not in str(found)
    assert docx_bytes(ANSWER) == docx_bytes(ANSWER)


def test_an_answer_without_hits_shows_what_is_nearest() -> None:
    weak = replace(ANSWER, hits=(), weak=ANSWER.hits)
    assert ("Heading1", "Nearest, but not close") in paragraphs(weak)
    assert [words for style, words in paragraphs(Answer("Ban cars", "bm25", ())) if style == "Title"] == [
        "Ban cars"
    ]


def test_how_sure_a_side_is_stands_in_hundredths() -> None:
    known = replace(ANSWER.hits[0], reason=StanceReason("link", 0.862, "Ban vans", 1))
    unknown = replace(ANSWER.hits[1], reason=StanceReason("link", 0.5, "Ban vans", 1))
    cited = [
        words for style, words in paragraphs(replace(ANSWER, hits=(known, unknown))) if style == "Citation"
    ]
    assert cited[0] == "[1] · speaks for ‘Ban vans’, which your claim agrees with (86 % sure)"
    assert cited[1].endswith("nobody can tell how your claim takes that")
