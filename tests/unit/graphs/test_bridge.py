"""Formats read through arguebuf, where it is installed."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatable.errors import InputError, MissingExtraError
from debatable.graphs import load

KIALO = """Discussion Title: Rents

1. Rents should be capped.
1.1. Pro: Tenants cannot pay.
1.2. Con: Landlords lose money.
"""
BRAT = "T1\tMajorClaim 0 9\tCap rents\nT2\tClaim 11 20\tTenants lose\nA1\tStance T2 For\n"


def test_kialo_and_brat(tmp_path: Path) -> None:
    pytest.importorskip("arguebuf", reason="needs the extra graphs")
    (tmp_path / "k.txt").write_text(KIALO)
    graph = load(tmp_path / "k.txt", "kialo")
    assert [(node.kind.value, node.text) for node in graph.nodes] == [
        ("I", "Rents should be capped."), ("I", "Tenants cannot pay."), ("RA", "Default Inference"),
        ("I", "Landlords lose money."), ("CA", "Default Conflict"),
    ]  # fmt: skip
    assert graph.major_claim == "1"
    (tmp_path / "b.ann").write_text(BRAT)
    assert [node.text for node in load(tmp_path / "b.ann", "brat").information] == [
        "Cap rents",
        "Tenants lose",
    ]
    (tmp_path / "s.json").write_text('{"nodes": 1}')
    with pytest.raises(InputError, match="cannot be read as sadface"):
        load(tmp_path / "s.json", "sadface")


def test_without_arguebuf_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "arguebuf", None)
    (tmp_path / "k.txt").write_text(KIALO)
    with pytest.raises(MissingExtraError, match=r"debatable\[graphs\]"):
        load(tmp_path / "k.txt", "kialo")
