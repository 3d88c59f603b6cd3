from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from debatable.engines import Engine, make_index, open_engine
from debatable.model import Argument, Claim, Premise, Stance, claim_id
from debatable.service.corpus_view import qualities
from tests.support.indexes import cars_index

SAID = {
    "Ban cars": ("Cars are loud at night", "Cars take the room that children need to play", "Smoke"),
    "Close zoos": ("Cages are small",),
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    folder = tmp_path_factory.mktemp("quality") / "index"
    arguments = [
        Argument(
            f"{claim[:3]}{n}", Premise(f"{claim[:3]}{n}", text), Claim(claim_id(claim), claim), Stance.PRO
        )
        for claim, texts in SAID.items()
        for n, text in enumerate(texts)
    ]
    make_index(arguments, folder)
    with open_engine(folder) as opened:
        yield opened


def test_qualities_are_the_shares_of_rivals_that_are_beaten(engine: Engine) -> None:
    hits = engine.search("Ban cars", k=10, strict=False, stance="any").hits
    found = qualities(engine, hits)
    assert set(found) == {"Ban0", "Ban1", "Ban2"}, "who is alone with a claim has no rivals"
    rows = engine.backend.rows("premises")
    names = engine.backend.ids("premises", rows)
    links = engine.backend.links("premises", rows)
    shares = engine.backend.quality(links.number)
    assert shares is not None
    for premise, share in zip(links.premise.tolist(), shares.tolist(), strict=True):
        name = names[rows.tolist().index(premise)]
        if name in found:
            assert found[name] == pytest.approx(sum(share) / 3)
    # Who beats whom is decided for each two in each dimension: one of them has the win, or each a half.
    assert np.sum(list(found.values())) == pytest.approx(1.5)


def test_an_index_without_quality_shows_none(tmp_path: Path) -> None:
    with open_engine(cars_index(tmp_path / "index")) as engine:
        assert qualities(engine, engine.search("cars", method="bm25", strict=False).hits) == {}
    assert qualities(engine, []) == {}
