"""The pairs that the contract is checked on."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.contract.pairs import BUNDLED, FACTORIES, FILTERS, Pair, pair_of
from tests.support.corpora import made_up
from tests.support.word_encoder import WORDS, registered

CORPORA = {
    "mixed": made_up(1),
    "linked": made_up(2, without=0.0),
    "claimless": made_up(3, size=24, without=1.0),
}

CASES = [
    *((factory, encoder, "mixed") for factory in FACTORIES for encoder in ("", WORDS)),
    *((factory, WORDS, corpus) for factory in FACTORIES for corpus in ("linked", "claimless")),
    *((factory, BUNDLED, "mixed") for factory in FACTORIES if factory != "brute force"),
]
PARTS = [
    (*case, part)
    for case in CASES
    for part in FILTERS
    if part == "whole" or (case[2] == "mixed" and (case[1] != BUNDLED or part == "source"))
    if part == "whole" or case[0] != "brute force"
]


SHORT = (f"-{WORDS}-mixed-whole", f"-{WORDS}-mixed-source", f"-{WORDS}-mixed]", f"-{WORDS}-mixed-language]")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leaves to the long form most of what a server in memory is asked, and of filters without vectors all but one."""
    for item in items:
        if any(f"--mixed-{part}" in item.name for part in FILTERS if part not in ("whole", "all")):
            item.add_marker(pytest.mark.slow)
        if "-other]" in item.name and ("-mixed-whole-" not in item.name or "[grown" not in item.name):
            item.add_marker(pytest.mark.slow)  # the index that was added to and taken from has all of these
        if item.name.endswith("-other]") and not item.name.endswith(("-whole-other]", "-source-other]")):
            item.add_marker(pytest.mark.slow)  # what methods ask of a part is compared in test_backend.py
        if "[qdrant" not in item.name:
            continue
        if "test_rankings" in item.nodeid:
            short = item.name.endswith(f"[qdrant-{WORDS}-mixed-whole-quick]")
        else:
            short = any(f"[qdrant{middle}" in item.name for middle in ("]", *SHORT))
        if not short:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str, str, str], Pair]]:
    """Makes each backend once."""
    made: dict[tuple[str, str, str], Pair] = {}

    def get(factory: str, encoder: str, corpus: str) -> Pair:
        key = factory, encoder, corpus
        if key not in made:
            made[key] = pair_of(
                FACTORIES[factory], CORPORA[corpus], encoder, tmp_path_factory.mktemp("contract")
            )
        return made[key]

    with registered():
        yield get
        for pair in made.values():
            pair.whole.close()


@pytest.fixture(params=CASES, ids="-".join)
def whole(request: pytest.FixtureRequest, pairs: Callable[[str, str, str], Pair]) -> Pair:
    """A backend of a whole corpus."""
    return pairs(*request.param)


@pytest.fixture(params=PARTS, ids="-".join)
def pair(request: pytest.FixtureRequest, pairs: Callable[[str, str, str], Pair]) -> Pair:
    """A backend of a whole corpus, or of the part of it that passes a filter."""
    *case, part = request.param
    return pairs(*case).part(part)
