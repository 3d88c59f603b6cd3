"""Stages import leftwards only."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import debatable

PACKAGE = Path(debatable.__file__).parent
ORDER = [
    ["version", "model", "errors", "deferred", "arrays", "files", "literals", "naming", "plural", "progress"],
    ["corpus"],
    ["text"],
    ["lexical"],
    ["embedding"],
    ["clustering"],
    ["learning"],
    ["ranking"],
    ["graphs"],
    ["engines"],
    ["evaluation"],
    ["experiments"],
    ["briefs"],
    ["api"],
    ["service"],
    ["cli"],
]
RANK = {name: rank for rank, names in enumerate(ORDER) for name in names}


def stage(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported_stages(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = (
                [node.module] if node.module != "debatable" else [f"debatable.{a.name}" for a in node.names]
            )
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        found |= {name.split(".")[1] for name in names if name.startswith("debatable.")}
    return found


@pytest.mark.parametrize(
    "path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE))
)
def test_stages_import_leftwards_only(path: Path) -> None:
    if path == PACKAGE / "__init__.py":
        pytest.skip("the table of contents names all stages")
    own = RANK[stage(path)]
    wrong = [name for name in imported_stages(path) if RANK[name] > own]
    assert not wrong, f"{path.name} imports from the right: {wrong}"
