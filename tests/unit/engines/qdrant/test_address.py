from __future__ import annotations

from pathlib import Path

import pytest

from debatable.engines.qdrant.address import Address
from debatable.errors import InputError, UnknownNameError


def test_all_options_are_read() -> None:
    given = "qdrant://one:6333,[::1]:7/debates-2?tls=true&search=approximate&shards=3&replicas=2&timeout=5&fields=read"
    expected = Address(("one:6333", "[::1]:7"), "debates-2", True, False, 3, 2, 5.0, False)
    assert Address.of(given) == expected
    assert str(expected) == "qdrant://one:6333,[::1]:7/debates-2"


def test_a_path_that_lost_a_slash_is_an_address_still() -> None:
    assert Address.of(Path("qdrant://one:6333/debates")) == Address.of("qdrant://one:6333/debates")


@pytest.mark.parametrize(
    "wrong",
    [
        "qdrant://one/debates",
        "qdrant://one:0/debates",
        "qdrant://one:65536/debates",
        "qdrant://one:6333",
        "qdrant://one:6333/",
        "qdrant://one:6333/a.b",
        "qdrant://one:6333/7",
        "qdrant://one:6333/a/b",
        "qdrant://one:6333,/a",
        "qdrant://one:6333/a?shards=0",
        "qdrant://one:6333/a?shards=x",
        "qdrant://one:6333/a?tls=yes",
        "qdrant://one:6333/a?search=",
        "qdrant://one:6333/a?timeout=0",
    ],
)
def test_what_is_no_address_is_refused(wrong: str) -> None:
    with pytest.raises(InputError):
        Address.of(wrong)


def test_an_unknown_option_is_named() -> None:
    with pytest.raises(UnknownNameError, match="shards"):
        Address.of("qdrant://one:6333/a?shard=3")
