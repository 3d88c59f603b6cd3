from __future__ import annotations

import importlib
import sys

import pytest

from debatable.errors import MissingExtraError

PACKAGES = {"pyterrier": "pyterrier", "langchain": "langchain_core", "llama_index": "llama_index"}


@pytest.mark.parametrize("tool", PACKAGES)
def test_without_its_package_a_tool_names_the_extra(tool: str, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = [name for name in sys.modules if name.split(".")[0] == PACKAGES[tool]]
    for name in (*blocked, PACKAGES[tool]):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, f"debatable.integrations.{tool}", raising=False)
    extra = tool.replace("_", "-")
    with pytest.raises(MissingExtraError, match=rf"pip install 'debatable\[{extra}\]'"):
        importlib.import_module(f"debatable.integrations.{tool}")
