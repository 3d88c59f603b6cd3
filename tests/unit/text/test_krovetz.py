from __future__ import annotations

import subprocess
import sys

import pytest

from debatable.errors import UnknownNameError
from debatable.text import Analyzer, analyzer
from debatable.text.dictionary import Dictionary, english
from debatable.text.krovetz import stem, stemmed

TOY = Dictionary.parse(
    "able\nbus\ncalorie\ncat\nhappy\nmovie\norgan\norganization\nsuite\ntypical\n\n"
    "agree\nban\nchange\ndie\nlie\nlock\norganize\npass\nsuit\ntry\n\nlocke\ntexas\n\ndying die"
)


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("cats", "cat"),
        ("buses", "bus"),
        ("calories", "calorie"),  # not "calory"
        ("parties", "party"),
        ("passes", "pass"),
        ("blintzes", "blintze"),
        ("churches", "church"),
        ("texas", "texas"),
        ("famous", "famous"),
        ("us", "us"),
        ("agreed", "agree"),
        ("banned", "ban"),
        ("passed", "pass"),
        ("tried", "try"),
        ("died", "die"),
        ("suited", "suit"),  # the verb, not "suite"
        ("locked", "lock"),  # not for the name "locke"
        ("unzipped", "unzipped"),
        ("red", "red"),
        ("changing", "change"),
        ("banning", "ban"),
        ("dying", "die"),
        ("organizing", "organize"),
        ("thing", "thing"),
        ("zorbing", "zorb"),
        ("zobing", "zobe"),
    ],
)
def test_inflections(word: str, expected: str) -> None:
    assert stem(word, TOY) == expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("organizations", "organization"),  # an entry: neither "organize" nor "organ"
        ("organizer", "organize"),
        ("happiness", "happy"),
        ("happily", "happy"),
        ("typically", "typical"),
        ("changeable", "change"),
        ("banner", "ban"),
        ("zorbability", "zorbable"),
        ("zorbization", "zorbize"),
        ("zorbency", "zorbence"),
        ("zorbment", "zorbment"),
    ],
)
def test_derivations(word: str, expected: str) -> None:
    assert stem(word, TOY) == expected


@pytest.mark.parametrize(
    "pair",
    [
        "organization organ",
        "doing doe",
        "generalization generic",
        "numerical numerous",
        "policy police",
        "university universe",
        "addition additive",
        "negligible negligent",
        "execute executive",
        "past paste",
        "ignore ignorant",
        "special specialized",
        "arm army",
        pytest.param(
            "head heading", marks=pytest.mark.xfail(reason="WordNet's texts use the noun too rarely")
        ),
    ],
)
def test_words_that_porters_stemmer_confuses_stay_apart(pair: str) -> None:
    first, second = stemmed(pair.split())
    assert first != second


_ENTRIES = pytest.mark.xfail(reason="both words have an entry in the dictionary")


@pytest.mark.parametrize(
    "pair",
    [
        "european europe",
        "matrices matrix",
        "sparse sparsity",
        *(
            pytest.param(pair, marks=_ENTRIES)
            for pair in (
                "analysis analyzes",
                "noise noisy",
                "create creation",
                "triangle triangular",
                "urgency urgent",
                "cylinder cylindrical",
                "search searcher",
                "explain explanation",
                "resolve resolution",
            )
        ),
    ],
)
def test_words_that_porters_stemmer_keeps_apart_meet(pair: str) -> None:
    first, second = stemmed(pair.split())
    assert first == second


@pytest.mark.parametrize("word", ["", "x", "it's", "Cats", "cafés", "co2", "ab" * 30 + "s", "\ud800ing"])
def test_what_is_no_short_word_of_lower_case_letters_is_left(word: str) -> None:
    assert stem(word, english()) == word


def test_the_analyzer_is_known_by_name_and_by_its_repr() -> None:
    assert analyzer("krovetz") == Analyzer(stop="lucene", stem="krovetz")
    assert analyzer(repr(analyzer("krovetz")))("The banning of cars") == ["ban", "car"]


@pytest.mark.parametrize(
    ("make", "wrong"), [(analyzer, "krovets"), (lambda name: Analyzer(stem=name), "krovits")]
)
def test_a_misspelled_name_is_answered_with_the_nearest(make: object, wrong: str) -> None:
    with pytest.raises(UnknownNameError, match="krovetz"):
        make(wrong)  # type: ignore[operator]


def test_the_start_does_not_pay_for_it() -> None:
    code = "import sys, debatable.text; print('debatable.text.krovetz' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
