from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from debatable.corpus.maps import argdown_export
from debatable.corpus.maps.argdown_text import MAX_DEPTH, document, escaped, is_argdown
from debatable.corpus.maps.base import ArgumentMap
from debatable.errors import InputError

EXPORTS = (
    "Populism-Core-Argument-Argdown-Example",
    *("argdown-primer", "greenspan-schefczyk_hardwrap", "legalisation-softdrugs", "semmelweis_betz"),
    "state-censorship",
)


def relations(text: str) -> list[tuple[str, str, str]]:
    return [(one["from"], one["relationType"], one["to"]) for one in document(text)["relations"]]


def shape(read: ArgumentMap) -> tuple[Any, ...]:
    """What a map says, whatever its schemes are called."""
    texts = {node.id: node.text for node in read.nodes if node.type == "I"}
    steps = []
    for node in read.nodes:
        if node.type != "I":
            ends = [
                sorted(a for a, b in read.links if b == node.id),
                [b for a, b in read.links if a == node.id],
            ]
            rule = node.scheme if not node.scheme.startswith("Some inference") else ""  # has symbols by code
            named = [[name if name in texts else "a scheme" for name in end] for end in ends]
            steps.append((node.type, rule, *map(tuple, named)))
    return texts, Counter(steps)


@pytest.mark.parametrize("name", EXPORTS)
def test_the_text_says_what_the_export_of_its_authors_says(shared: Path, name: str) -> None:
    """The exports were made by Argdown's own parser."""
    folder = shared / "data" / "graphs" / "argdown"
    ours = document((folder / f"{name}.argdown").read_text("utf-8"))
    theirs = json.loads((folder / f"{name}.json").read_text("utf-8"))
    assert set(ours["statements"]) == set(theirs["statements"])
    assert set(ours["arguments"]) == set(theirs["arguments"])
    assert shape(argdown_export.read(ours, "ours")) == shape(argdown_export.read(theirs, "theirs"))


@pytest.mark.parametrize(
    ("sign", "expected"),
    [
        ("+", ("B", "support", "A")), ("<+", ("B", "support", "A")), ("+>", ("A", "support", "B")),
        ("-", ("B", "attack", "A")), ("<-", ("B", "attack", "A")), ("->", ("A", "attack", "B")),
        ("_", ("B", "undercut", "A")), ("<_", ("B", "undercut", "A")), ("_>", ("A", "undercut", "B")),
        ("><", ("A", "contradictory", "B")),
    ],
)  # fmt: skip
def test_every_sign(sign: str, expected: tuple[str, str, str]) -> None:
    assert relations(f"[A]: First.\n  {sign} [B]: Second.\n") == [expected]


def test_children_belong_to_the_line_they_are_indented_under() -> None:
    text = "[A]\n  + [B]\n    - [C]\n    - [D]\n  + [E]\n"
    assert relations(text) == [
        ("B", "support", "A"), ("C", "attack", "B"), ("D", "attack", "B"), ("E", "support", "A"),
    ]  # fmt: skip


def test_strict_files_mean_more_by_the_same_signs() -> None:
    text = "===\nmodel:\n    mode: strict\n===\n\n[A]\n  + [B]\n  - [C]\n  - <D>: d\n"
    assert relations(text) == [("B", "entails", "A"), ("C", "contrary", "A"), ("D", "attack", "A")]


def test_premises_and_conclusion_with_a_rule() -> None:
    premises = "(1) Cars are loud. #tag\n(2) [Quiet]: Noise is bad."
    text = f"<Noise>: Short.\n\n{premises}\n--\nModus ponens, Other\n--\n(3) [Ban]\n"
    found = document(text)
    assert found["arguments"]["Noise"]["pcs"] == [
        {"title": "Untitled 1"},
        {"title": "Quiet"},
        {"title": "Ban", "inference": {"inferenceRules": ["Modus ponens", "Other"]}},
    ]
    read = argdown_export.read(found, "t")
    assert [node.text for node in read.nodes] == [
        "Cars are loud.",
        "Noise is bad.",
        "Ban",
        "Modus ponens, Other",
    ]


def test_comments_tags_links_and_emphasis_are_no_text() -> None:
    text = (
        "// a comment\n[A]: It is **very _loud_** here, see [this](https://example.org/a). #noise #(two words)\n"
        "  /* [X]\n  + [Y] */ + [B]: @[A] says it. <!-- no -->\n"
    )
    found = document(text)
    assert found["statements"]["A"]["members"] == [{"text": "It is very loud here, see this."}]
    assert list(found["statements"]) == ["A", "B"]


def test_escapes_come_back() -> None:
    hostile = "[x] <y> #1 @z {a} *b* __c__ // \\ /* + - (1) = 'q' \"r\""
    found = document(f'[A]: {escaped(hostile)} {{id: "7"}}\n')
    assert found["statements"] == {"A": {"members": [{"text": hostile}], "data": {"id": "7"}}}


def test_too_deep_is_refused() -> None:
    lines = [f"{' ' * depth}+ [S{depth}]" for depth in range(1, MAX_DEPTH + 10)]
    with pytest.raises(InputError, match="inside each other"):
        document("\n".join(["[S0]", *lines]))


def test_argdown_is_told_from_xml_and_json() -> None:
    assert is_argdown(b"===\ntitle: x\n===\n") and is_argdown(b"[A]: b") and is_argdown(b"<A>: b")
    assert is_argdown(b"<A>\n\n(1) b") and is_argdown(b"[A]\n  + b")
    assert not any(
        map(is_argdown, (b"<arggraph id='a'>\n", b"<a>\n<b>", b'["a", "b"]', b"premise,claim\n", b"{"))
    )
