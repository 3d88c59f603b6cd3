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
    found = pairs(*case)
    return found if part == "whole" else found.part(FILTERS[part])
