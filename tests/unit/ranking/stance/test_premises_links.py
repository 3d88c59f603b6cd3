from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from debatable.engines import Configuration, make_index, open_engine
from debatable.model import Argument, Claim, Premise, Stance, claim_id
from debatable.ranking.protocol import LinkRows
from debatable.ranking.stance.claims import ClaimStances
from debatable.ranking.stance.premises import link_votes


def test_a_premise_without_a_claim_takes_the_side_its_words_take(tmp_path: Path) -> None:
    claim = Claim(claim_id("Homework is useful"), "Homework is useful")
    corpus = [
        Argument("for", Premise("for", "Homework should be banned")),
        Argument("against", Premise("against", "Homework should not be banned")),
        Argument("linked", Premise("linked", "Homework is fine"), claim, Stance.NONE),
    ]
    make_index(corpus, tmp_path / "index", configuration=Configuration(encoder=""))
    with open_engine(tmp_path / "index") as engine:
        answer = engine.search("We should ban homework", method="bm25", k=3, strict=False)
    stances = {hit.premise.id: hit.stance for hit in answer.hits}
    assert stances == {"for": Stance.PRO, "against": Stance.CON, "linked": Stance.NONE}
    assert any("estimated" in remark for remark in answer.remarks)


@given(st.data())
def test_links_vote_by_their_mean_and_those_that_say_nothing_do_not(data: st.DataObject) -> None:
    """A link without a stance, without a claim, or to a claim that nobody read counts neither for nor against."""
    agrees = {0: 0.9, 1: 0.4, 2: 0.5}
    one = st.tuples(st.integers(0, 2), st.integers(-1, 3), st.sampled_from([-1, 0, 1]))
    drawn = data.draw(st.lists(one, max_size=8))
    premise, claim, sign = (np.array([link[part] for link in drawn], np.int64) for part in range(3))
    links = LinkRows(premise, claim, sign.astype(np.int8), np.arange(len(drawn)))
    told: dict[int, list[float]] = {}
    for row, spoken_to, towards in drawn:
        if spoken_to in agrees and towards:
            told.setdefault(row, []).append(agrees[spoken_to] if towards > 0 else 1 - agrees[spoken_to])
    votes = link_votes(links, ClaimStances(np.array([0, 1, 2]), np.array([*agrees.values()])))
    assert votes == pytest.approx({row: sum(found) / len(found) for row, found in told.items()})
