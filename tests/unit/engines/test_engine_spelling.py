"""The engine corrects what was typed, says so, and leaves evaluations alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import debatable
from debatable.engines import Configuration, Engine, add_arguments, make_index, open_engine
from debatable.engines.local import texts as written_words
from debatable.engines.local.pointer import Pointer, checked, signed
from debatable.errors import CorruptIndexError
from debatable.model import Argument, Premise, Stance
from tests.support.indexes import argument

METHOD = "bm25(stance=none)"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    texts = ["Gronks are loud cars", "Gronks kill people", "Schools need gronks"]
    arguments = [argument(f"a{row}", text, Stance.PRO) for row, text in enumerate(texts)]
    make_index(arguments, tmp_path / "index", configuration=Configuration(encoder=""))
    return tmp_path / "index"


@pytest.fixture
def engine(folder: Path) -> Iterator[Engine]:
    with open_engine(folder) as engine:
        yield engine


def test_an_answer_says_what_was_searched_for(engine: Engine) -> None:
    answer = engine.search("gronsk at scool", method=METHOD)
    assert (answer.query, answer.corrected) == ("gronsk at scool", "gronks at school")
    assert answer.searched == "gronks at school"
    plain = answer.as_dict()
    assert plain["corrected"] == "gronks at school" and plain["parameters"]["spelling"] is True
    assert {hit.premise.id for hit in (*answer.hits, *answer.weak)} >= {"a2"}


def test_an_abbreviation_is_reported_as_a_correction() -> None:
    with debatable.demo() as engine:
        answer = engine.search("UBI", method=METHOD)
        assert (answer.query, answer.corrected) == ("UBI", "universal basic income")
        assert answer.hits[0].premise.id.startswith("basic-income")
        assert engine.search("UBI", method=METHOD, spelling=False).corrected == ""


def test_a_question_for_reasons_is_answered_as_the_claim_that_they_are_for() -> None:
    with debatable.demo() as engine:
        question = engine.search("Why should zoos be closed?", k=5)
        claim = engine.search("Zoos should be closed", k=5)
        assert (question.query, question.corrected) == ("Why should zoos be closed?", claim.query)
        sides = [[(hit.premise.id, hit.stance) for hit in answer] for answer in (question, claim)]
        assert sides[0] == sides[1] != []
        assert engine.search(question.query, k=1, spelling=False).corrected == ""


def test_the_nearest_claim_tells_what_was_meant() -> None:
    """ "Go vegn" became "Go veg", which has the vector of nothing that anybody claims."""
    with debatable.demo() as engine:
        assert engine.corrected("Go vegn") == "Go vegan"


def test_without_claims_the_nearest_premise_tells_what_was_meant(tmp_path: Path) -> None:
    for number, (text, due) in enumerate(
        {"We should all eat beef": "steak", "We are all too feeble": "weak"}.items()
    ):
        make_index([Argument("a", Premise("a", text))], tmp_path / str(number))
        with open_engine(tmp_path / str(number)) as engine:
            assert engine.corrected("Long live wteak") == f"Long live {due}", text


def test_a_query_without_errors_is_searched_as_it_is(engine: Engine) -> None:
    answer = engine.search("gronks at school", method=METHOD)
    assert answer.corrected == "" and answer.searched == answer.query == "gronks at school"


@pytest.mark.parametrize("options", [{"spelling": False}, {"strict": False}])
def test_what_was_typed_can_be_searched_for(engine: Engine, options: dict[str, bool]) -> None:
    answer = engine.search("gronsk", method=METHOD, **options)  # type: ignore[arg-type]
    assert answer.corrected == "" and not answer.hits and answer.parameters["spelling"] is False
    assert engine.search("gronsk", method=METHOD, strict=False, spelling=True).hits


def test_operators_keep_what_they_ask_for(engine: Engine) -> None:
    answer = engine.search("gronsk +loud -scool", method=METHOD, operators=True, strict=False, spelling=True)
    assert answer.corrected == "gronks +loud -scool"
    assert [hit.premise.id for hit in answer] == ["a0"]


def test_an_index_has_its_words_and_adds_those_of_new_texts(folder: Path) -> None:
    with open_engine(folder) as engine:
        assert (engine.backend.words() or {})["gronks"] == 3
    add_arguments([argument("b", "Gronks and blicks", Stance.CON)], folder)
    with open_engine(folder) as engine:
        words = engine.backend.words() or {}
    assert (words["gronks"], words["blicks"], words["loud"]) == (4, 1, 1)


def test_an_index_of_an_older_version_is_read_for_its_words(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_engine(folder) as engine:
        words = engine.backend.words()
    generation = Pointer.read(folder).generation_path(folder)
    manifest = checked((generation / "manifest.json").read_bytes())
    del manifest["files"][written_words.FILE]
    (generation / "manifest.json").write_bytes(signed(manifest))
    (generation / written_words.FILE).unlink()
    with open_engine(folder) as engine:
        assert engine.backend.words() == words
        assert engine.corrected("gronsk at scool") == "gronks at school"
        monkeypatch.setattr(written_words, "SAMPLE", 1)
        assert (engine.backend.words() or {})["gronks"] == 1
    add_arguments([argument("b", "Gronks and blicks", Stance.CON)], folder)
    with open_engine(folder) as engine:
        assert (engine.backend.words() or {})["gronks"] == 4, "all texts are counted once there is a file"


def test_damaged_words_are_told(folder: Path) -> None:
    (Pointer.read(folder).generation_path(folder) / written_words.FILE).write_bytes(b"{}")
    with open_engine(folder) as engine, pytest.raises(CorruptIndexError, match="manifest"):
        engine.corrected("gronsk")


def test_only_the_most_frequent_words_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(written_words, "MOST", 2)
    texts = ["cars stink", "cars kill", "noise kills", "cars noise"]
    arguments = [argument(f"a{row}", text, Stance.PRO) for row, text in enumerate(texts)]
    make_index(arguments, tmp_path / "index", configuration=Configuration(encoder=""))
    with open_engine(tmp_path / "index") as engine:
        assert engine.backend.words() == {"cars": 4, "noise": 2}, "three premises and the claim"


def test_a_german_corpus_is_searched_as_typed(tmp_path: Path) -> None:
    configuration = Configuration(analyzer="german", encoder="")
    make_index(
        [argument("a", "Autos sind laut", Stance.PRO)], tmp_path / "index", configuration=configuration
    )
    with open_engine(tmp_path / "index") as engine:
        assert engine.backend.words() is None
        assert engine.corrected("deth penalty") == "deth penalty"


def test_the_rest_of_a_query_tells_what_was_meant() -> None:
    with debatable.demo() as engine:
        assert engine.corrected("let your stff work from home") == "let your staff work from home"
        assert engine.corrected("a dead murdrer cant murder") == "a dead murderer cant murder", (
            "no repetition"
        )
        assert engine.corrected("Coal is dirty") == "Coal is dirty"
