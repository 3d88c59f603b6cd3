"""Small faults put into the code, one at a time: do the tests that mirror it see them?

    python -m tools.mutate --number 15 --seed 1
    python -m tools.mutate --number 5 --seed 1 src/debatable/ranking/formulas

Each mutant changes one operator, comparison, constant or condition of a function, in a copy of the sources. The tests
that mirror the file run on it, and its doctests. Printed is each mutant with its line, and whether it was seen: one
that no test sees is a missing test, or it changes nothing.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from debatable.files import link_or_copy

ROOT = Path(__file__).parents[1]
PLACES = (
    "src/debatable/ranking",
    "src/debatable/lexical/search",
    "src/debatable/lexical/similarities",
    "src/debatable/corpus/store.py",
    "src/debatable/engines/local",
)
"""Formulas, search, store and ranking."""

RINGS = ("unit", "oracle")
_LITTER = shutil.ignore_patterns("__pycache__")

PATIENCE = 900
"""Seconds after which a mutant that hangs counts as seen."""

OPERATORS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.USub: ast.UAdd,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
"""What takes the place of what."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault.

    Attributes:
        path: The file, from the root of the checkout.
        line: Where.
        before: The line as it was.
        source: The whole file with the fault.
    """

    path: Path
    line: int
    before: str
    source: str


def mutants(path: Path) -> Iterator[Mutant]:
    """Yields every mutant of a file."""
    text = (ROOT / path).read_text("utf-8")
    for number in range(len(list(_places(ast.parse(text))))):
        tree = ast.parse(text)
        node, field, place = list(_places(tree))[number]
        line = node.lineno if isinstance(node, ast.expr | ast.stmt) else 0
        _change(node, field, place)
        yield Mutant(path, line, text.splitlines()[line - 1].strip(), ast.unparse(tree) + "\n")


def _places(tree: ast.AST) -> Iterator[tuple[ast.AST, str, int]]:
    """Yields what can be changed inside of functions: a node, its field, and the place in a list."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        for statement in function.body:
            for node in ast.walk(statement):
                if isinstance(node, ast.BinOp | ast.UnaryOp | ast.BoolOp) and type(node.op) in OPERATORS:
                    yield node, "op", 0
                elif isinstance(node, ast.Compare):
                    yield from ((node, "ops", at) for at, op in enumerate(node.ops) if type(op) in OPERATORS)
                elif isinstance(node, ast.Constant) and type(node.value) in (int, float, bool):
                    yield node, "value", 0
                elif isinstance(node, ast.If | ast.IfExp):
                    yield node, "test", 0


def _change(node: ast.AST, field: str, place: int) -> None:
    found = getattr(node, field)
    if field == "op":
        setattr(node, field, OPERATORS[type(found)]())
    elif field == "ops":
        found[place] = OPERATORS[type(found[place])]()
    elif field == "test":
        setattr(node, field, ast.UnaryOp(ast.Not(), found))
    else:
        setattr(node, field, not found if isinstance(found, bool) else found + 1)


def mirrors(path: Path) -> list[Path]:
    """Returns the tests of a file, quick ones first: named for it or importing it; else all of its stage.

    >>> [test.as_posix() for test in mirrors(Path("src/debatable/corpus/store.py"))]
    ['tests/unit/corpus/test_store.py']
    """
    module = ".".join(path.with_suffix("").parts[1:])
    stage = path.relative_to("src/debatable").parts[0]
    every = [test for ring in RINGS for test in sorted((ROOT / "tests" / ring / stage).rglob("test_*.py"))]
    near = [
        test
        for test in every
        if test.stem == f"test_{path.stem}" or f"from {module} " in test.read_text("utf-8")
    ]
    return [test.relative_to(ROOT) for test in near or every]


def seen(mutant: Mutant) -> bool:
    """Returns whether a test fails on a copy of the sources with the fault."""
    with tempfile.TemporaryDirectory() as home:
        copy = Path(home)
        shutil.copytree(ROOT / "src", copy / "src", copy_function=_linked, ignore=_LITTER)
        (copy / mutant.path).unlink()  # another name of the file must keep its content
        (copy / mutant.path).write_text(mutant.source, "utf-8")
        for name in ("tests", "demo", "docs", "pyproject.toml", "conftest.py"):
            (copy / name).symlink_to(ROOT / name)
        return not passing(copy, [*mirrors(mutant.path), mutant.path])


def passing(home: Path, tests: list[Path]) -> bool:
    """Runs tests in a checkout; returns whether all pass."""
    command = [sys.executable, "-m", "pytest", "-x", "-n0", "-p", "no:cacheprovider", *map(str, tests)]
    environment = {**os.environ, "PYTHONPATH": str(home / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(command, cwd=home, env=environment, capture_output=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def _linked(source: str, target: str) -> None:
    link_or_copy(Path(source), Path(target))


def main() -> None:
    """Draws mutants and tries them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("places", nargs="*", default=PLACES, help="files or folders; the usual ones without")
    parser.add_argument("--number", type=int, default=15)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--unchecked", action="store_true", help="do not run the tests without a fault first")
    options = parser.parse_args()
    files = [
        path.relative_to(ROOT)
        for place in options.places
        for path in (sorted((ROOT / place).rglob("*.py")) if (ROOT / place).is_dir() else [ROOT / place])
        if path.name != "__init__.py"
    ]
    every = [mutant for path in files for mutant in mutants(path)]
    drawn = random.Random(options.seed).sample(every, min(options.number, len(every)))
    tests = list(dict.fromkeys(test for mutant in drawn for test in mirrors(mutant.path)))
    if not options.unchecked and not passing(ROOT, tests):
        sys.exit("the tests fail without any fault; mend them first")
    missed = 0
    for mutant in drawn:
        found = seen(mutant)
        missed += not found
        print("seen  " if found else "MISSED", f"{mutant.path}:{mutant.line}: {mutant.before}", flush=True)
    print(f"{len(drawn) - missed} of {len(drawn)} seen; {len(every):,} mutants in all")


if __name__ == "__main__":
    main()
