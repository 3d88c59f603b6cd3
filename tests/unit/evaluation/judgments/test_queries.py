from __future__ import annotations

from pathlib import Path

import pytest

from debatable.errors import InputError
from debatable.evaluation import (
    read_topics,
)


def test_touche_topics_and_tab_separated_ones(tmp_path: Path) -> None:
    xml = tmp_path / "topics.xml"
    xml.write_text(
        "<topics><topic><number>1</number><title>Should  teachers\nget tenure?</title></topic></topics>"
    )
    assert read_topics(xml) == {"1": "Should teachers get tenure?"}
    tsv = tmp_path / "topics.tsv"
    tsv.write_text("7\tBan cars\n")
    assert read_topics(tsv) == {"7": "Ban cars"}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_entities_are_not_expanded(tmp_path: Path, encoding: str) -> None:
    bomb = '<!DOCTYPE t [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><topics><topic>&b;</topic></topics>'
    path = tmp_path / "topics.xml"
    path.write_bytes(f'<?xml version="1.0" encoding="{encoding}"?>{bomb}'.encode(encoding))
    with pytest.raises(InputError, match="declares a document type"):
        read_topics(path)


def test_broken_topics_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "topics.xml"
    for text, message in (
        ("<topics><topic>", "not well-formed"),
        ("<topics><topic><number>1</number></topic></topics>", "topic 1: no number or no title"),
        ("<topics/>", "no topic"),
    ):
        path.write_text(text)
        with pytest.raises(InputError, match=message):
            read_topics(path)
    with pytest.raises(InputError, match="cannot be read"):
        read_topics(tmp_path / "missing.xml")
