"""Qrels and topics."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from debatable.errors import InputError
from debatable.evaluation import Judgment, Judgments, read_qrels, read_topics, write_qrels


def test_qrels_round_trip_with_and_without_clusters(tmp_path: Path) -> None:
    judgments = Judgments([Judgment("q1", "a", 2, "g"), Judgment("q1", "b", 1.5), Judgment("q2", "a", 0)])
    write_qrels(judgments, tmp_path / "plain")
    assert (tmp_path / "plain").read_text() == "q1 0 a 2\nq1 0 b 1.5\nq2 0 a 0\n"
    write_qrels(judgments, tmp_path / "grouped", clusters=True)
    back = read_qrels(tmp_path / "grouped", clusters=True)
    assert [(row.premise_id, row.cluster) for row in back.rows] == [("a", "g"), ("b", "b"), ("a", "a")]


def test_whole_qrels_round_halves_upwards(tmp_path: Path) -> None:
    grades = {"a": 0.5, "b": 1.5, "c": 1 / 3, "d": -1, "e": 2}
    judgments = Judgments([Judgment("q1", premise, grade) for premise, grade in grades.items()])
    write_qrels(judgments, tmp_path / "whole", whole=True)
    assert [line.split()[-1] for line in (tmp_path / "whole").read_text().splitlines()] == [
        "1",
        "2",
        "0",
        "-1",
        "2",
    ]


def test_broken_qrels_are_refused_with_their_line(tmp_path: Path) -> None:
    path = tmp_path / "qrels"
    for text, message in (
        ("q1 0 a 1\nq1 0\n", r"qrels:2: 2 fields"),
        ("q1 0 a x\n", "'x' is no number"),
        ("q1 0 a inf\n", "cannot be used"),
        ("q1 0 a 1\nq1 0 a 0\n", "twice"),
        ("", "no judgment"),
    ):
        path.write_text(text)
        with pytest.raises(InputError, match=message):
            read_qrels(path)


def test_touche_topics_and_tab_separated_ones(tmp_path: Path) -> None:
    xml = tmp_path / "topics.xml"
    xml.write_text(
        "<topics><topic><number>1</number><title>Should  teachers\nget tenure?</title></topic></topics>"
    )
    assert read_topics(xml) == {"1": "Should teachers get tenure?"}
    tsv = tmp_path / "topics.tsv"
    tsv.write_text("7\tBan cars\n")
    assert read_topics(tsv) == {"7": "Ban cars"}


def test_packed_files_are_opened_whatever_they_are_called(tmp_path: Path) -> None:
    """Packed XML was taken for lines, and packed qrels without .gz were said not to be UTF-8."""
    topics = b"<topics><topic><number>1</number><title>Ban cars</title></topic></topics>"
    for name, text in (("topics.xml.gz", topics), ("topics.xml", topics), ("topics.tsv", b"1\tBan cars\n")):
        path = tmp_path / name
        path.write_bytes(gzip.compress(text))
        assert read_topics(path) == {"1": "Ban cars"}, name
        path.write_bytes(gzip.compress(text)[:-12])
        with pytest.raises(InputError, match="cannot be read"):
            read_topics(path)
    (tmp_path / "qrels").write_bytes(gzip.compress(b"1 0 a 2\n"))
    assert read_qrels(tmp_path / "qrels")["1"].gains(["a"]).tolist() == [2]
    (tmp_path / "qrels.gz").write_bytes(b"1 0 a 2\n")
    assert read_qrels(tmp_path / "qrels.gz")["1"].gains(["a"]).tolist() == [2]


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


def test_files_are_named_by_a_text_too(tmp_path: Path) -> None:
    """A text ended in an AttributeError, though a collection may be one."""
    (tmp_path / "topics.tsv").write_text("1\tBan cars\n")
    assert read_topics(str(tmp_path / "topics.tsv")) == {"1": "Ban cars"}
    path = str(tmp_path / "qrels.txt")
    write_qrels(Judgments([Judgment("q1", "p1", 2.0)]), path)
    assert read_qrels(path)["q1"].gains(["p1"]).tolist() == [2.0]
