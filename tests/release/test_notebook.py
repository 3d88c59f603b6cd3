"""The page for notebooks, run as one: every block after the other, with the packages it names."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

pytestmark = [
    pytest.mark.release,
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::UserWarning"),
]

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "other-tools.md"
PACKAGES = ("pandas", "datasets", "pyterrier", "pytrec_eval", "langchain_core", "llama_index.core")


def test_every_block_of_the_page_runs_in_one_notebook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for package in PACKAGES:
        pytest.importorskip(package, reason=f"the page needs {package}, which is not installed")
    monkeypatch.chdir(tmp_path)
    cells = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    names: dict[str, Any] = {}
    for number, cell in enumerate(cells, 1):
        exec(compile(cell, f"cell {number}", "exec"), names)
    assert len(cells) == 6
    assert set(names["frame"].stance) == {"pro", "con"} and "fossil fuels" in names["answer"]._repr_html_()
    assert names["tally"].added == 2 and list(names["table"]["name"]) == ["bm25", "then best"]
    assert {document.metadata["stance"] for document in names["documents"]} == {"pro", "con"}
    assert len(names["nodes"]) == 6
