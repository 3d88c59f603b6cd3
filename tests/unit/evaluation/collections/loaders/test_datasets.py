from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from debatable.errors import InputError
from debatable.evaluation import (
    collection,
)


def test_an_ir_datasets_id_becomes_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The package fetches its data, so a stand-in answers in its place."""
    premise = SimpleNamespace(text="Loud.", stance=SimpleNamespace(name="CON"))
    documents = [
        SimpleNamespace(doc_id="d1", conclusion="Ban cars", premises=[premise, premise]),
        SimpleNamespace(doc_id="d2", title="Ban cars", text="Fast.", stance="PRO"),
        SimpleNamespace(doc_id="d3", default_text=lambda: "Plain."),
    ]
    dataset = SimpleNamespace(
        has_docs=lambda: True,
        has_queries=lambda: True,
        has_qrels=lambda: True,
        docs_iter=lambda: iter(documents),
        queries_iter=lambda: iter([SimpleNamespace(query_id="1", title="Ban cars?")]),
        qrels_iter=lambda: iter([SimpleNamespace(query_id="1", doc_id="d1", relevance=2)]),
    )

    def load(identifier: str) -> SimpleNamespace:
        return {"argsme/small": dataset}[identifier]

    monkeypatch.setitem(sys.modules, "ir_datasets", SimpleNamespace(load=load))
    found = collection("ir_datasets:argsme/small", cache=tmp_path)
    assert [query.text for query in found.queries] == ["Ban cars?"]
    records = [json.loads(line) for line in found.corpus[0].read_text().splitlines()]
    assert [(r["claim"], r["premise"], r["stance"]) for r in records] == [
        ("Ban cars", "Loud.\nLoud.", "con"),
        ("Ban cars", "Fast.", "pro"),
        (None, "Plain.", None),
    ]
    with pytest.raises(InputError, match="knows no 'argsme/none'"):
        collection("ir_datasets:argsme/none", cache=tmp_path)
    dataset.has_qrels = lambda: False
    with pytest.raises(InputError, match="has no qrels"):
        collection("ir_datasets:argsme/small", cache=tmp_path)
