"""Maps of other tools as ``debatable index`` reads them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from debatable.corpus.readers import Omission, read
from debatable.corpus.readers.maps import MAX_MAP
from debatable.errors import RecordError
from tests.unit.corpus.readers.conftest import Skipping

KIALO = """Discussion Title: Rents

1. Rents should be capped.
1.1. Pro: Tenants cannot pay.
They say so.
1.1.1. Con: Some can.
1.2. Con: Landlords lose money.
1.2.1. Pro: -> See 1.1.1.
"""
BRAT = (
    "T1\tMajorClaim 0 9\tCap rents\nT2\tClaim 11 20\tTenants lose\nT3\tPremise 21 25\tThey pay\n"
    "T4\tClaim 30 40\tLandlords lose\nA1\tStance T2 For\nA2\tStance T4 Against\nR1\tsupports Arg1:T3 Arg2:T2\t\n"
    "#1\tAnnotatorNotes T1\ta note\n"
)
SADFACE: dict[str, Any] = {
    "metadata": {"core": {"title": "Rents", "analyst_name": "A. Person"}},
    "nodes": [
        {"id": "a", "type": "atom", "text": "Tenants cannot pay", "sources": ["x"]},
        {"id": "b", "type": "atom", "text": "Cap rents"},
        {"id": "c", "type": "atom", "text": "Landlords lose"},
        {"id": "s", "type": "scheme", "name": "support"},
        {"id": "t", "type": "scheme", "name": "attack"},
    ],
    "edges": [
        {"id": "1", "source_id": "a", "target_id": "s"}, {"id": "2", "source_id": "s", "target_id": "b"},
        {"id": "3", "source_id": "c", "target_id": "t"}, {"id": "4", "source_id": "t", "target_id": "b"},
    ],
}  # fmt: skip
ARGUEBUF: dict[str, Any] = {
    "nodes": {
        "a": {"atom": {"text": "Tenants cannot pay"}},
        "b": {"atom": {"text": "Cap rents"}},
        "c": {"atom": {"text": "Landlords lose"}},
        "s": {"scheme": {"support": "SUPPORT_EXPERT_OPINION"}},
        "t": {"scheme": {"attack": "ATTACK_DEFAULT"}},
    },
    "edges": {
        "1": {"source": "a", "target": "s"}, "2": {"source": "s", "target": "b"},
        "3": {"source": "c", "target": "t"}, "4": {"source": "t", "target": "b"},
    },
    "majorClaim": "b",
    "participants": {"p": {"name": "A. Person"}},
}  # fmt: skip
ARGDOWN = """[Cap rents]: Rents should be capped.
  + Tenants cannot pay.
  - <Owners>: Landlords lose. #money

Prose.
"""


def links(path: Path, **options: Any) -> tuple[set[tuple[str, str, str]], list[str]]:
    omissions: list[Omission] = []
    found = {
        (one.premise.text, one.stance.value, one.claim.text if one.claim else "")
        for one in read(path, on_omission=omissions.append, **options)
    }
    return found, [omission.what for omission in omissions]


def test_kialo(tmp_path: Path) -> None:
    (tmp_path / "rents.txt").write_text(KIALO, "utf-8")
    (tmp_path / "README.txt").write_text("No corpus.", "utf-8")
    found, left = links(tmp_path)
    assert found == {
        ("Tenants cannot pay.\nThey say so.", "pro", "Rents should be capped."),
        ("Some can.", "con", "Tenants cannot pay.\nThey say so."),
        ("Landlords lose money.", "con", "Rents should be capped."),
        ("Some can.", "pro", "Landlords lose money."),
    }
    assert left == []
    one = next(iter(read(tmp_path / "rents.txt")))
    assert (one.id, one.source, one.discussion) == ("rents:1.1.", "kialo", "Rents")


def test_brat_folders(tmp_path: Path) -> None:
    (tmp_path / "essay1.ann").write_text(BRAT, "utf-8")
    (tmp_path / "essay1.txt").write_text("Cap rents. Tenants lose. They pay.", "utf-8")
    found, left = links(tmp_path)
    assert found == {
        ("Tenants lose", "pro", "Cap rents"),
        ("Landlords lose", "con", "Cap rents"),
        ("They pay", "pro", "Tenants lose"),
    }
    assert left == ["1 line of events, notes and other annotations left out"]


def test_spans_of_brat_without_words_are_looked_up_in_the_text(tmp_path: Path) -> None:
    (tmp_path / "e.ann").write_text("T1\tClaim 0 9\nT2\tClaim 11 18;19 24\n", "utf-8")
    with pytest.raises(RecordError, match=r"e.ann:1: span T1 has no words; put its .txt"):
        links(tmp_path / "e.ann")
    (tmp_path / "e.txt").write_text("Cap rents. Tenants lose. ", "utf-8")
    assert {text for text, _, _ in links(tmp_path / "e.ann")[0]} == {"Cap rents", "Tenants lose."}


@pytest.mark.parametrize(
    ("document", "left"),
    [
        (SADFACE, ["sources of 1 nodes left out", "analyst and notes left out"]),
        (ARGUEBUF, ["participants left out"]),
    ],
)
def test_graphs_in_json(tmp_path: Path, document: dict[str, Any], left: list[str]) -> None:
    (tmp_path / "g.json").write_text(json.dumps(document), "utf-8")
    found = links(tmp_path / "g.json")
    sides = {("Tenants cannot pay", "pro", "Cap rents"), ("Landlords lose", "con", "Cap rents")}
    assert found == (sides, left)


def test_argdown(tmp_path: Path) -> None:
    (tmp_path / "rents.argdown").write_text(ARGDOWN, "utf-8")
    found, left = links(tmp_path)
    assert found == {
        ("Tenants cannot pay.", "pro", "Rents should be capped."),
        ("Landlords lose.", "con", "Rents should be capped."),
    }
    assert left == ["1 statements outside every argument left out"]


@pytest.mark.parametrize(
    ("name", "content", "what"),
    [
        ("a.argdown", b"\xff\xfe\xfd", "not UTF-8"),
        ("a.json", b'{"nodes": {"1": {"atom": 3}}}', "the atom of node '1'"),
        ("a.json", b'{"nodes": {"1": {"atom": {"text": "x"}}}, "edges": []}', "'edges' is of type list"),
        ("a.json", b'{"nodes": 3, "edges": [{"source_id": 1}]}', "'nodes' is of type int"),
        ("a.ann", b"nothing here\n", "no line is a span of BRAT"),
        ("a.json", b'{"nodes": {' + b'"a": {"atom": {"x": ' * 2_000, "no valid JSON"),
        ("a.argdown", b"x" * (MAX_MAP + 1), "larger than"),
    ],
)
def test_broken_maps_are_refused_in_one_sentence(
    tmp_path: Path, name: str, content: bytes, what: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(RecordError, match=what):
        list(read(tmp_path / name))


def test_a_loose_end_is_skipped_alone(tmp_path: Path, skipping: Skipping) -> None:
    document = {**SADFACE, "edges": [*SADFACE["edges"], {"source_id": "a", "target_id": "nobody"}]}
    (tmp_path / "g.json").write_text(json.dumps(document), "utf-8")
    arguments, errors = skipping(tmp_path / "g.json")
    assert len(arguments) == 2 and ["there is no node 'nobody'" in error.what for error in errors] == [True]
