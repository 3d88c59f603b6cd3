"""Packages name everything and load nothing before it is asked for."""

from __future__ import annotations

import importlib
import inspect
import subprocess
import sys

import pytest

import debatable


@pytest.mark.parametrize("package", ["debatable", "debatable.clustering", "debatable.engines"])
def test_a_table_of_contents_is_sorted_and_whole(package: str) -> None:
    module = importlib.import_module(package)
    names = [name for name in module.__all__ if not name.startswith("__")]
    assert len(set(names)) == len(names)
    assert names == sorted(names, key=lambda name: (not name.isupper(), name[0].islower(), name))
    for name in module.__all__:
        found = getattr(module, name)
        assert found is not None
        if isinstance(found, type) or inspect.isfunction(found):
            assert found.__name__ == name


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="module 'debatable' has no attribute 'serch'"):
        debatable.serch  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(ImportError, match="cannot import name 'serch'"):
        from debatable import serch  # type: ignore[attr-defined]  # noqa: F401


@pytest.mark.parametrize(
    ("package", "unwanted"),
    [
        ("debatable", ("numpy", "debatable.engines", "debatable.api")),
        (
            "debatable.ranking, debatable.service.desk",
            ("debatable.clustering.linkage", "debatable.clustering.kmeans", "scipy"),
        ),
    ],
)
def test_importing_loads_only_what_is_needed(package: str, unwanted: tuple[str, ...]) -> None:
    code = f"import sys, {package}; print([name for name in {unwanted!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
