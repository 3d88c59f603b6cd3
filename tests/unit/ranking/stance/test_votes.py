from __future__ import annotations

from pathlib import Path

from debatable.engines import Configuration, make_index, open_engine
from debatable.model import Argument, Claim, Premise, Stance, claim_id


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
