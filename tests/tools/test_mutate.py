from __future__ import annotations

from pathlib import Path

import pytest
from tools.mutate import mirrors, mutants, seen

from tools import mutate

SOURCE = '''
LIMIT = 5


def share(part, whole):
    """Not changed: 3 > 2."""
    if whole <= 0:
        return 0.0
    return part / whole
'''


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout of one formula and one test, which sees a wrong share but not a wrong limit."""
    package, tests = tmp_path / "src" / "debatable" / "stage", tmp_path / "tests" / "unit" / "stage"
    package.mkdir(parents=True)
    tests.mkdir(parents=True)
    (package / "shares.py").write_text(SOURCE)
    (tests / "test_shares.py").write_text(
        "import sys\nsys.path.insert(0, 'src/debatable/stage')\nfrom shares import share\n\n"
        "def test_share():\n    assert share(1, 2) == 0.5\n"
    )
    for name in ("demo", "docs"):
        (tmp_path / name).mkdir()
    (tmp_path / "pyproject.toml").write_text("")
    (tmp_path / "conftest.py").write_text("")
    monkeypatch.setattr(mutate, "ROOT", tmp_path)
    return tmp_path


FILE = Path("src/debatable/stage/shares.py")


def test_each_mutant_has_one_fault_inside_of_a_function(checkout: Path) -> None:
    found = list(mutants(FILE))
    changed = {(mutant.line, next(iter(lines(mutant.source) - lines(SOURCE)))) for mutant in found}
    assert changed == {
        (7, "if not whole <= 0:"),
        (7, "if whole < 0:"),
        (7, "if whole <= 1:"),
        (8, "return 1.0"),
        (9, "return part * whole"),
    }
    assert len(found) == 5


def lines(source: str) -> set[str]:
    return {line.strip() for line in source.splitlines()} - {
        "'Not changed: 3 > 2.'",
        '"""Not changed: 3 > 2."""',
    }


def test_a_fault_is_seen_where_a_test_fails(checkout: Path) -> None:
    by_line = {mutant.source.splitlines()[-1].strip(): mutant for mutant in mutants(FILE)}
    assert seen(by_line["return part * whole"])
    missed = next(mutant for mutant in mutants(FILE) if "whole < 0" in mutant.source)
    assert not seen(missed)
    assert (checkout / FILE).read_text() == SOURCE, "the sources themselves stay as they are"


def test_tests_are_those_named_for_a_file_or_importing_it() -> None:
    found = {path.name for path in mirrors(Path("src/debatable/ranking/formulas/calibration.py"))}
    assert "test_calibration.py" in found
    assert mirrors(Path("src/debatable/engines/local/stages.py")), "the whole stage where none is"
