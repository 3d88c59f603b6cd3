"""The package names everything and loads nothing before it is asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

import debatable
from debatable.contents import HOMES, STAGES


def test_the_table_of_contents_is_sorted_and_whole() -> None:
    names = [name for name in debatable.__all__ if not name.startswith("__")]
    homes = [name for names in HOMES.values() for name in names]
    assert names == sorted([*homes, *STAGES]) and len(set(names)) == len(names)
    for name in debatable.__all__:
        assert getattr(debatable, name) is not None


def test_every_name_is_at_home_where_the_table_says() -> None:
    assert debatable.Engine.__module__ == "debatable.engines.engine"
    assert debatable.index.__module__ == "debatable.api"
    assert debatable.lexical.__name__ == "debatable.lexical"


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(AttributeError, match="module 'debatable' has no attribute 'serch'"):
        debatable.serch  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(ImportError, match="cannot import name 'serch'"):
        from debatable import serch  # type: ignore[attr-defined]  # noqa: F401


def test_importing_the_package_loads_no_arrays() -> None:
    code = "import sys, debatable; print([name for name in ('numpy', 'debatable.engines') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
