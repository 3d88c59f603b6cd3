"""The structure of the package: imports leftwards and in no cycle, no module-level caches, tests beside sources."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import debatable

PACKAGE = Path(debatable.__file__).parent
TESTS = Path(__file__).parent.parent
FILES = sorted(PACKAGE.rglob("*.py"))


ORDER = [
    [
        *("version", "model", "errors", "deferred", "display", "arrays", "blas", "files", "literals"),
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
    ["briefs"],
    ["api"],
    ["integrations"],
    ["service"],
    ["cli"],
    ["__main__"],
]
RANK = {name: rank for rank, names in enumerate(ORDER) for name in names}


def name_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in FILES}


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


@cache
def imported(path: Path) -> set[str]:
    """Returns the modules of the package that a file imports anywhere, in functions and for types, too."""
    found = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.add(inner if inner in MODULES else node.module)
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
    return {name for name in found if name in MODULES}


def cycle(graph: dict[str, set[str]]) -> list[str]:
    """Returns modules that import each other in turn, if there are any."""
    done: set[str] = set()

    def walk(name: str, way: list[str]) -> list[str]:
        if name in way:
            return [*way[way.index(name) :], name]
        if name in done:
            return []
        for other in sorted(graph[name]):
            if found := walk(other, [*way, name]):
                return found
        done.add(name)
        return []

    return next((found for name in sorted(graph) if (found := walk(name, []))), [])


def test_a_cycle_is_seen() -> None:
    assert cycle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]
    assert cycle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


def test_stages_import_leftwards_only() -> None:
    """The table of contents of the package may name all stages."""
    for name, path in MODULES.items():
        if path != PACKAGE / "__init__.py":
            stages = {other.split(".")[1] for other in imported(path) if other != "debatable"}
            wrong = [stage for stage in stages if RANK[stage] > RANK[name.split(".")[1]]]
            assert not wrong, f"{name} imports from the right: {wrong}"


def test_no_file_imports_itself_through_others() -> None:
    graph = {name: imported(path) - {name} for name, path in MODULES.items()}
    assert cycle(graph) == []


MUTABLE = {"dict", "list", "set", "defaultdict", "OrderedDict", "Counter", "deque", "WeakKeyDictionary"} | {
    "WeakValueDictionary",
    "WeakSet",
}
CHANGES = {
    "append",
    "add",
    "update",
    "setdefault",
    "pop",
    "popitem",
    "clear",
    "extend",
    "insert",
    "remove",
    "discard",
}
PURE = {"str", "Path", "int", "bool", "None"}
"""Arguments of a function whose results may be cached: values, and files that do not change."""


def called(node: ast.expr | None) -> str:
    """Returns the last word of what is called: ``WeakSet`` of ``weakref.WeakSet[int]()``."""
    if isinstance(node, ast.Call):
        node = node.func
    if isinstance(node, ast.Subscript):
        node = node.value
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def containers(module: ast.Module) -> set[str]:
    """Returns the names of dicts, lists and sets at the level of a module."""
    found = set()
    for node in module.body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            value = node.value
            literal = isinstance(
                value, ast.Dict | ast.List | ast.Set | ast.DictComp | ast.ListComp | ast.SetComp
            )
            if literal or (isinstance(value, ast.Call) and called(value) in MUTABLE):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return found


def written(module: ast.Module) -> set[str]:
    """Returns the names that functions of a module write to."""
    found = set()
    for function in ast.walk(module):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        own = {
            node.id
            for node in ast.walk(function)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        own |= {argument.arg for argument in ast.walk(function) if isinstance(argument, ast.arg)}
        for node in ast.walk(function):
            target: ast.expr | None = None
            if isinstance(node, ast.Global):
                found |= set(node.names)
            elif isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
                target = node.value
            elif (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in CHANGES
            ):
                target = node.func.value
            if isinstance(target, ast.Name) and target.id not in own:
                found.add(target.id)
    return found


def caches(module: ast.Module, source: str) -> list[str]:
    """Returns the caches of a module besides those of pure functions of values."""
    kept = containers(module)
    wrong = sorted(kept & written(module)) if kept else []
    if not re.search(r"\bglobal\b|cache|Weak", source):
        return wrong
    wrong += [name for node in ast.walk(module) if isinstance(node, ast.Global) for name in node.names]
    for node in ast.walk(module):
        if isinstance(node, ast.Call | ast.Name | ast.Attribute) and called(node).startswith("Weak"):
            wrong.append(called(node))
        if isinstance(node, ast.FunctionDef) and {called(one) for one in node.decorator_list} & {
            "cache",
            "lru_cache",
        }:
            given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            annotations = [ast.unparse(one.annotation) if one.annotation else "unknown" for one in given]
            kinds = {kind.split("[")[0] for annotation in annotations for kind in annotation.split(" | ")}
            wrong += [f"{node.name} of {kind}" for kind in sorted(kinds - PURE)]
    return wrong


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("A = {}\ndef f(x):\n    A[x] = 1", ["A"]),
        ("A: list[int] = []\ndef f(x):\n    A.append(x)", ["A"]),
        ("A = None\ndef f(x):\n    global A\n    A = x", ["A"]),
        ("import weakref\nA = weakref.WeakKeyDictionary()", ["WeakKeyDictionary", "WeakKeyDictionary"]),
        ("@cache\ndef f(index: Index) -> int: ...", ["f of Index"]),
        ("@lru_cache(maxsize=4)\ndef f(name: str) -> int: ...", []),
        ("A = {'a': 1}\ndef f(x):\n    return A[x]", []),
        ("A = {}\ndef f(A):\n    A[1] = 1", []),
    ],
)
def test_a_cache_of_a_module_is_seen(source: str, expected: list[str]) -> None:
    assert caches(ast.parse(source), source) == expected


def test_no_module_has_a_cache() -> None:
    """What is cached of a corpus lives on its backend, what is computed for a query on the question."""
    wrong = {
        str(path.relative_to(PACKAGE)): names
        for path in FILES
        if (names := caches(tree(path), path.read_text("utf-8")))
    }
    assert wrong == {}


def test_ranking_never_asks_which_backend_it_has() -> None:
    for path in sorted((PACKAGE / "ranking").rglob("*.py")):
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Call) and called(node) in ("isinstance", "issubclass", "type"):
                source = ast.unparse(node)
                assert "ackend" not in source, f"{path.name}: {source}"
            if isinstance(node, ast.Match):
                assert "ackend" not in ast.unparse(node.subject), path.name


@pytest.mark.parametrize("ring", ["unit", "oracle"])
def test_tests_stand_where_their_source_stands(ring: str) -> None:
    folders = {path.parent.relative_to(TESTS / ring) for path in (TESTS / ring).rglob("test_*.py")}
    assert [str(folder) for folder in sorted(folders) if not (PACKAGE / folder).is_dir()] == []


@pytest.mark.parametrize("folder", ["ranking", "engines"])
def test_unit_tests_are_named_for_a_module(folder: str) -> None:
    for path in sorted((TESTS / "unit" / folder).rglob("test_*.py")):
        source = PACKAGE / path.parent.relative_to(TESTS / "unit")
        name = path.stem.removeprefix("test_")
        modules = [module.stem for module in source.glob("*.py")]
        assert any(name == module or name.startswith(f"{module}_") for module in modules), path
