"""What is asked: an engine on the corpus of a collection, or a searcher of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from debatable.embedding import ENCODERS, encoder
from debatable.engines import LocalBackend
from debatable.errors import InputError
from debatable.evaluation import Collection, evaluate, run
from debatable.evaluation.runs import collection_engine
from tests.support.encoders import LetterEncoder
from tests.support.shelf import Shelf


def folders(found: Collection) -> list[Path]:
    return sorted((found.corpus[0].parent / "cache" / "debatable" / "evaluation").glob("small-*"))


def test_an_encoder_of_ones_own_makes_the_vectors_of_index_and_query(lettered: Collection) -> None:
    names = ENCODERS.names()
    made = run(lettered, "dense", k=1, encoder=LetterEncoder())
    assert made.ids() == {"q1": ["r1"], "q2": ["r2"]}
    assert ENCODERS.names() == names, "the name is taken away again"
    assert len(folders(lettered)) == 1
    assert run(lettered, "dense", k=1, encoder=LetterEncoder()) == made
    assert len(folders(lettered)) == 1, "the index is made once"
    only_m = run(lettered, "dense", k=1, encoder=LetterEncoder("m"))
    assert len(folders(lettered)) == 2, "another encoder has another index"
    assert only_m.rankings != made.rankings


def test_evaluations_take_an_encoder_too(lettered: Collection) -> None:
    values = evaluate(lettered, ["dense"], ["P@1"], encoder=LetterEncoder()).methods["dense"].values["P@1"]
    assert values.tolist() == [1.0, 1.0]


def test_the_bundled_encoder_by_name_and_itself_are_one_index(lettered: Collection) -> None:
    for given in ("", "all-MiniLM-L6-v2", encoder()):
        with collection_engine(lettered, encoder=given) as engine:
            assert engine.search("Ban cars", method="bm25", k=1).hits == ()
    assert len(folders(lettered)) == 1


def test_evaluations_compare_all_vectors(lettered: Collection) -> None:
    with collection_engine(lettered) as engine:
        assert isinstance(engine.backend, LocalBackend)
        assert engine.backend.index.exact


def test_a_searcher_has_its_encoder_already(small: Collection) -> None:
    with pytest.raises(InputError, match="a searcher and an encoder are given"):
        evaluate(small, ["good"], searcher=Shelf(), encoder=LetterEncoder())
    with pytest.raises(InputError, match="5 is no encoder"):
        run(small, "bm25", encoder=5)  # type: ignore[arg-type]
