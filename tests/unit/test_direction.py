"""Stages import leftwards only."""

from __future__ import annotations

import ast
from pathlib import Path

import debatable

PACKAGE = Path(debatable.__file__).parent
ORDER = [
    [
        *("version", "model", "errors", "deferred", "display", "arrays", "files", "literals"),
        *("naming", "plural", "progress"),
    ],
    ["corpus"],
    ["text"],
    ["lexical"],
    ["embedding"],
    ["clustering"],
    ["learning"],
    ["ranking"],
    ["key_points"],
    ["graphs"],
    ["engines"],
    ["evaluation"],
    ["experiments"],
    ["briefs", "word_brief"],
    ["api"],
    ["integrations"],
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


def test_stages_import_leftwards_only() -> None:
    """The table of contents of the package may name all stages."""
    for path in sorted(PACKAGE.rglob("*.py")):
        if path != PACKAGE / "__init__.py":
            wrong = [name for name in imported_stages(path) if RANK[name] > RANK[stage(path)]]
            assert not wrong, f"{path.relative_to(PACKAGE)} imports from the right: {wrong}"
