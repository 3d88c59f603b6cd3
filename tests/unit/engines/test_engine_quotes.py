"""A claim that was pasted with the quotes around it, which look like those of a phrase."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from debatable.briefs.answers import correction_line
from debatable.engines import Engine, make_index, open_engine
from debatable.model import Answer, Stance
from tests.support.indexes import BY_WORDS, argument

METHOD = "bm25(stance=none)"
NARROW = "only what has the words in quotes side by side was searched; leave the quotes out for more"
NOTHING = "no argument has what +, - and quotes ask for"
TEXTS = (
    "Zoos keep animals locked up",
    "Animals suffer in zoos",
    "Zoos save rare animals",
    "Nobody needs zoos",
)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    folder = tmp_path_factory.mktemp("quotes") / "index"
    arguments = [argument(f"z{row}", text, Stance.PRO) for row, text in enumerate(TEXTS)]
    make_index(arguments, folder, configuration=BY_WORDS)
    with open_engine(folder) as engine:
        yield engine


def searched(engine: Engine, query: str, **options: object) -> Answer:
    return engine.search(query, method=METHOD, operators=True, **options)  # type: ignore[arg-type]


def found(answer: Answer) -> list[str]:
    return [hit.premise.id for hit in (*answer.hits, *answer.weak)]


@pytest.mark.parametrize(
    "query", ['"Zoos lock animals up"', '"Zoos lock animals up".', ' "Zoos lock animals up" ']
)
def test_a_claim_in_quotes_that_nobody_has_is_searched_without_them(engine: Engine, query: str) -> None:
    """It found nothing at all."""
    answer, plain = searched(engine, query), searched(engine, "Zoos lock animals up")
    assert (answer.corrected, plain.corrected) == ("Zoos lock animals up", "")
    assert found(answer) == found(plain) != []
    assert NOTHING not in answer.remarks and NARROW not in answer.remarks


def test_what_was_typed_is_searched_where_nothing_is_corrected(engine: Engine) -> None:
    answer = searched(engine, '"Zoos lock animals up"', spelling=False)
    assert (found(answer), answer.corrected) == ([], "") and NOTHING in answer.remarks
    lenient = searched(engine, '"Zoos lock animals up"', strict=False)
    assert (found(lenient), lenient.corrected) == ([], "")


def test_the_words_are_corrected_when_the_quotes_are_left_out(engine: Engine) -> None:
    assert searched(engine, '"Zoos lock aniamls up"').corrected == "Zoos lock animals up"


def test_a_phrase_that_somebody_has_stays_one_and_the_answer_says_so(engine: Engine) -> None:
    answer = searched(engine, '"rare animals"')
    assert (found(answer), answer.corrected) == (["z2"], "") and NARROW in answer.remarks
    assert NARROW not in searched(engine, '"rare animals"', k=1, strict=False).remarks
    assert NARROW not in searched(engine, '"rare animals"', offset=5).remarks


@pytest.mark.parametrize(
    "query", ['zoos "lock animals up"', '"lock animals" "up"', 'zoos -"rare animals"', '"whales"']
)
def test_other_conditions_stay(engine: Engine, query: str) -> None:
    answer = searched(engine, query)
    assert answer.corrected == "" and NARROW not in answer.remarks


def test_without_operators_quotes_are_text(engine: Engine) -> None:
    answer = engine.search('"Zoos lock animals up"', method=METHOD)
    assert answer.corrected == "" and found(answer)


def test_what_was_typed_is_shown_in_one_pair_of_quotes() -> None:
    line = correction_line(Answer('"Ban crs"', "bm25", (), corrected="Ban cars"))
    assert line == 'Showing results for "Ban cars" · search instead for "Ban crs" with --no-spelling'
    line = correction_line(Answer('"Ban cars"', "bm25", (), corrected="Ban cars"))
    assert line == 'Showing results without the quotes · search instead for "Ban cars" with --no-spelling'
