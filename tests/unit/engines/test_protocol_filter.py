"""A filtered search against a search in an index of only those arguments."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from debatable.engines import Configuration, Engine, make_index, open_engine
from debatable.engines.protocol import Filter
from debatable.errors import InputError, QueryError
from debatable.model import Argument, Claim, Premise, Stance, claim_id
from debatable.ranking import Backend

CLAIMS = ("Cars should be banned from cities", "Nuclear power is safe", "Cities should build bike lanes")
WORDS = ("cars", "noise", "reactors", "safe", "bikes", "cities", "power", "children", "air", "trade")


def _arguments() -> list[Argument]:
    found = []
    for number in range(48):
        claim = CLAIMS[number % 3]
        words = [WORDS[(number * step + number // 7) % 10] for step in (1, 3, 7)]
        premise = Premise(
            f"p{number}",
            f"{' '.join(words)} matter in case {number % 11}",
            ("en", "en-GB", "de")[number % 5 % 3],
        )
        stance = Stance.PRO if number % 2 else Stance.CON
        found.append(
            Argument(
                f"a{number}",
                premise,
                Claim(claim_id(claim), claim),
                stance,
                f"portal {number % 4}",
                "",
                # Named: a discussion without a name is a claim with all its premises, also those outside of a part.
                f"Debate {number % 3} on {claim}",
            )
        )
    return found


ARGUMENTS = _arguments()
FILTERS: dict[str, tuple[dict[str, Any], Callable[[Argument], bool]]] = {
    "source": ({"sources": ["portal 1"]}, lambda a: a.source == "portal 1"),
    "sources": ({"sources": ["portal 1", "portal 2"]}, lambda a: a.source in ("portal 1", "portal 2")),
    "language": ({"languages": ["en"]}, lambda a: a.premise.language.startswith("en")),
    "ids": ({"among": ["a3", "p4", "a5", "p6"]}, lambda a: a.id in ("a3", "a4", "a5", "a6")),
    "both": (
        {"sources": ["portal 1"], "languages": ["de"]},
        lambda a: a.source == "portal 1" and a.premise.language == "de",
    ),
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    folder = tmp_path_factory.mktemp("filters") / "index"
    make_index(ARGUMENTS, folder)
    return open_engine(folder)


@pytest.mark.parametrize("name", FILTERS)
def test_a_part_is_searched_as_if_it_were_all(engine: Engine, name: str, tmp_path: Path) -> None:
    wanted, passes = FILTERS[name]
    left = [argument for argument in ARGUMENTS if passes(argument)]
    assert 0 < len(left) < len(ARGUMENTS)
    make_index(left, tmp_path / "index", configuration=Configuration())
    with open_engine(tmp_path / "index") as alone:
        for method in ("bm25", "bm25f", "claims", "dense"):
            query = "cars make noise in cities"
            found = engine.search(query, method=method, k=20, strict=False, **wanted)
            expected = alone.search(query, method=method, k=20, strict=False)
            assert [hit.premise.id for hit in found.hits] == [hit.premise.id for hit in expected.hits]
            assert [hit.score for hit in found.hits] == pytest.approx(
                [hit.score for hit in expected.hits], rel=1e-3
            )
            assert all(passes(argument) for hit in found.hits for argument in hit.arguments)


@pytest.mark.parametrize("method", ["bm25f", "framework", "framework-hybrid", "quixote", "best"])
def test_no_method_finds_what_is_filtered_out(engine: Engine, method: str) -> None:
    for wanted, passes in FILTERS.values():
        ids = {argument.premise.id for argument in ARGUMENTS if passes(argument)}
        answer = engine.search("Ban cars from cities", method=method, k=20, strict=False, **wanted)
        assert answer.hits
        for hit in answer.hits:
            assert {hit.premise.id, *hit.cluster.members} <= ids


def test_operators(engine: Engine) -> None:
    texts = {a.premise.id: (a.premise.text, a.claim.text) for a in ARGUMENTS if a.claim}

    def found(query: str) -> set[str]:
        return {
            hit.premise.id
            for hit in engine.search(query, method="bm25", k=100, operators=True, strict=False).hits
        }

    def has(word: str, premise: str) -> bool:
        return any(word in text.lower().split() for text in texts[premise])

    assert found("cars +reactors") == {p for p in texts if has("reactors", p)} != set()
    assert found("power -safe") == {p for p in found("power") if not has("safe", p)} != set()
    phrase = {p for p in texts if any("bike lanes" in text.lower() for text in texts[p])}
    assert found('"bike lanes"') == phrase != set()
    as_typed = engine.search('"lanes bike"', method="bm25", operators=True, spelling=False)
    assert as_typed.remarks and not as_typed.hits
    assert engine.search('"lanes bike"', method="bm25", operators=True).corrected == "lanes bike"
    assert not engine.search('"lanes bike"', method="bm25", operators=True, strict=False).hits


def test_signs_and_quotes_are_words_unless_operators_are_asked_for(engine: Engine) -> None:
    plain = engine.search('power -safe "lanes bike"', method="bm25", strict=False)
    assert plain.hits and not plain.remarks
    assert plain.query == 'power -safe "lanes bike"'


def test_filters_that_nothing_passes(engine: Engine) -> None:
    with pytest.raises(InputError, match=r"no argument from 'portal 9'.*debatable info"):
        engine.search("cars", sources=["portal 9"])
    with pytest.raises(InputError, match="named 'x'"):
        engine.search("cars", among=["x"])
    with pytest.raises(QueryError, match="only what must not be there"):
        engine.search("-cars", operators=True)


@pytest.mark.parametrize("name", FILTERS)
def test_quality_is_that_of_the_links_that_are_left(engine: Engine, name: str) -> None:
    """Links of a part have numbers of their own; the quality of others was taken for theirs."""

    def judged(backend: Backend) -> dict[tuple[str, str], list[float]]:
        rows = np.arange(backend.counts.claims)
        links = backend.links("claims", rows)
        quality = backend.quality(links.number)
        assert quality is not None
        premises, claims = backend.ids("premises", links.premise), backend.ids("claims", links.claim)
        return dict(zip(zip(premises, claims, strict=True), quality.tolist(), strict=True))

    wanted, _ = FILTERS[name]
    sources, languages, ids = (tuple(wanted.get(option, ())) for option in ("sources", "languages", "among"))
    part = judged(engine.backend.restricted(Filter(sources, languages, ids)))
    whole = judged(engine.backend)
    assert 0 < len(part) < len(whole) and len({tuple(three) for three in whole.values()}) > 5
    assert part == {key: whole[key] for key in part}
