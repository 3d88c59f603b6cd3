"""A folder of a model is data: what it names as code is refused before any library is asked."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import orjson
import pytest

from debatable.embedding.sentence_transformers import load
from debatable.errors import InputError

OWN = [{"idx": 0, "name": "0", "path": "", "type": "sentence_transformers.models.Transformer"}]
EVIL = [*OWN, {"idx": 1, "name": "1", "path": "1", "type": "evil.Module"}]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What the library was asked for; nothing is loaded."""
    calls: list[dict[str, Any]] = []
    library = ModuleType("sentence_transformers")
    library.SentenceTransformer = lambda model, **options: calls.append(options)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "sentence_transformers", library)
    load.cache_clear()
    return calls


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"modules.json": EVIL}, r"code of its own \(evil.Module\)"),
        ({"modules.json": [{"type": ""}]}, "code of its own"),
        ({"modules.json": OWN, "config.json": {"auto_map": {"AutoModel": "evil.Model"}}}, "auto_map"),
        ({"modules.json": OWN, "0_Transformer/config.json": {"auto_map": {"AutoModel": "x"}}}, "auto_map"),
    ],
)
def test_a_model_with_code_of_its_own_is_refused(
    tmp_path: Path, asked: list[dict[str, Any]], files: dict[str, Any], said: str
) -> None:
    """The library runs a class that `modules.json` of a local folder names, without asking."""
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(orjson.dumps(content))
    (tmp_path / "evil.py").write_text("raise SystemExit('run')")
    with pytest.raises(InputError, match=said):
        load(str(tmp_path), None, False)
    assert asked == []


def test_other_models_are_loaded_without_remote_code(tmp_path: Path, asked: list[dict[str, Any]]) -> None:
    (tmp_path / "modules.json").write_bytes(orjson.dumps(OWN))
    (tmp_path / "config.json").write_bytes(b'{"model_type": "bert"}')
    load(str(tmp_path), None, False)
    assert asked == [{"device": None, "local_files_only": True, "trust_remote_code": False}]
