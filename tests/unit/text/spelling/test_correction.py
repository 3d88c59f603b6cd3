"""What people mistype is corrected, and what they did not is left alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from debatable.text.spelling import KnownWords, Spelling, abbreviations
from debatable.text.spelling.abbreviations import ABBREVIATIONS

CORPUS = {"debate": 40, "frobnication": 3, "zorblax": 1, "school": 30, "staff": 5, "stuff": 5}


@pytest.fixture(scope="module")
def spelling() -> Spelling:
    return Spelling(KnownWords(lambda: CORPUS))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("deth penalty", "death penalty"),
        ("unversal basic incom", "universal basic income"),
        ("we shoud ban smartfones at scool", "we should ban smartphones at school"),
        ("teh goverment", "the government"),
        ("Cilmate change", "Climate change"),
        ("THE DETH PENALTY", "THE DEATH PENALTY"),
        ("close Guantanmo now", "close Guantanamo now"),
        ("nuklear energy, please", "nuclear energy, please"),
        ("killler robots", "killer robots"),
        ("deesks for all", "desks for all"),
        ("they dont care", "they don't care"),
        ("self-drivng cars", "self-driving cars"),
        ("frobnicaton is fun", "frobnication is fun"),
        ('scool +scool "scool" -scool', 'school +scool "scool" -scool'),
    ],
)
def test_clear_errors_are_corrected(spelling: Spelling, typed: str, meant: str) -> None:
    assert spelling(typed) == meant
    assert spelling(meant) == meant


@pytest.mark.parametrize(
    ("typed", "words", "meant"),
    [
        ("good for kidds", {"kids": 3}, "good for kids"),
        ("good for kidds", {}, "good for kidds"),
        ("good for kidds", {"kids": 3, "kidds": 1}, "good for kidds"),
        ("circumcising boys", {"circumcision": 30}, "circumcising boys"),
        ("a windy wold", {"world": 30}, "a windy wold"),
        ("bacon is unhealthier than beef", {"healthier": 1}, "bacon is unhealthier than beef"),
    ],
)
def test_a_form_that_nobody_writes_is_taken_for_another_word_of_the_corpus(
    typed: str, words: Mapping[str, int], meant: str
) -> None:
    assert Spelling(KnownWords(lambda: words))(typed) == meant


@pytest.mark.parametrize(
    ("typed", "alone", "beside"),
    [
        ("Don't force me to gote", "gate", "vote"),
        ("Do not go, gote", "gate", "gate"),
        ("who is goind to pay", "going", "going"),
        ("what is his nae?", "nae", "name"),
    ],
)
def test_the_words_beside_it_tell_what_was_meant(typed: str, alone: str, beside: str) -> None:
    spelling = Spelling(KnownWords(lambda: CORPUS))
    assert alone in replace(spelling, beside=0.0)(typed).replace("?", "").split()
    assert beside in spelling(typed).replace("?", "").split()


@pytest.mark.parametrize(
    "query",
    [
        "Universities abolished the nicest, laziest and most unsubsidized schools",
        "Schoolchildren have rewritten China's and everybody's history",
        "zorblax and zorblaxs",
        "UFO sightings",
        "The Falklands should be given back to Argentina",
        "Should Zelensky meet Erdogan?",
        "ban GMOs, WFH and TikTok",
        "lng, ivf and hoa for lgbtq people",
        "vaping in cars",
        '"deth penalty"',
        "+deth -penlty",
        "3.5 co2 15-year-old a_b mail@exmple.org https://exmple.org/shoud",
        "xqzt",
        "Outlawing the drink Four Loko is a waste of effort",
        "fhqwhgads wibble wobble",
        "hurgle burgle plim plam",
        "",
        "?!",
        "a" * 5_000,
        "blorf snidget quax umlibbo " * 20,
        "动物园应该关闭",
    ],
)
def test_other_words_are_left_alone(spelling: Spelling, query: str) -> None:
    assert spelling(query) == query


@pytest.mark.parametrize(
    "query",
    [
        "Die Todesstrafe soll abgeschafft werden",
        "Nein zur Atomkraft",
        "La peine de mort doit être abolie",
        "Mi perro duerme todo el día",
        "El aborto debe ser legal",
        "Il nucleare fa male alla salute",
        "pena de morte no Brasil",
        "De doodstraf moet worden ingevoerd",
        "Kara smierci powinna byc zniesiona",
        "hukuman mati harus dihapus",
    ],
)
def test_other_languages_are_left_alone(spelling: Spelling, query: str) -> None:
    assert spelling(query) == query


def test_a_corpus_of_another_language_corrects_nothing() -> None:
    assert Spelling(KnownWords(lambda: None))("deth penalty") == "deth penalty"


def test_common_words_ask_nothing_of_the_corpus() -> None:
    def load() -> Mapping[str, int]:
        raise AssertionError("the words of the corpus were loaded")

    assert Spelling(KnownWords(load))("We should abandon fossil fuels") == "We should abandon fossil fuels"


def test_the_rest_of_the_query_tells_words_apart() -> None:
    asked: list[tuple[str, Sequence[str]]] = []

    def context(rest: str, words: Sequence[str]) -> list[float]:
        asked.append((rest, words))
        return [1.0 if word == "stuff" else 0.0 for word in words]

    words = KnownWords(lambda: CORPUS)
    assert Spelling(words, context)("buy less stff") == "buy less stuff"
    assert asked[0][0] == "buy less" and {"staff", "stuff"} <= set(asked[0][1])
    assert Spelling(words, lambda rest, some: [word == "staff" for word in some])("our stff") == "our staff"


def test_the_corpus_tells_words_apart_that_fit_as_well() -> None:
    asked: list[Sequence[str]] = []

    def nearness(readings: Sequence[str]) -> list[float]:
        asked.append(readings)
        return [float(wanted in reading) for reading in readings]

    spelling = Spelling(KnownWords(lambda: CORPUS), nearness=nearness)
    for wanted in ("staff", "stuff"):
        assert spelling("Our stff, please") == f"Our {wanted}, please"
    assert {"Our staff, please", "Our stuff, please"} <= set(asked[0])
    asked.clear()
    assert spelling("our debatte") == "our debate" and not asked, "nothing else is near to it"


def test_words_beside_each_other_are_corrected_together() -> None:
    """Nobody prints "yoru name", so it must be "your" before it can tell "name" from "nae"."""
    spelling = Spelling(KnownWords(lambda: CORPUS))
    assert spelling("what is yoru nae") == "what is your name"
    assert spelling("what is yoru, nae") == "what is your, nae", "a mark parts them"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("alot of rain", "a lot of rain"),
        ("Infact it rains", "In fact it rains"),
        ("end the deathpenalty", "end the death penalty"),
        ("the frobni cation of schools", "the frobnication of schools"),
        ("no scho ol", "no school"),
    ],
)
def test_spaces_that_are_left_out_or_too_many(typed: str, meant: str) -> None:
    words = {**CORPUS, "death": 3, "penalty": 3, "fact": 1, "lot": 2}
    assert Spelling(KnownWords(lambda: words))(typed) == meant


@pytest.mark.parametrize(
    "query", ["a barcode", "end the deathpenalty", "can not", "scho, ol", "visit Sowell now"]
)
def test_spaces_are_left_where_nobody_would_write_others(query: str) -> None:
    words = {"bar": 3, "code": 3, "death": 3, "cannot": 9, "school": 9, "so": 9, "well": 9}
    assert Spelling(KnownWords(lambda: words))(query).count(" ") == query.count(" ")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("thats what youre paid for", "that's what you're paid for"),
        ("it does'nt rain", "it doesn't rain"),
        ("the goverment's plans", "the government's plans"),
        ("the goverment’s plans", "the government’s plans"),
        ("in Goverment's view", "in Goverment's view"),
        ("its rain, it's rain", "its rain, it's rain"),
    ],
)
def test_apostrophes(typed: str, meant: str) -> None:
    assert Spelling(KnownWords(lambda: CORPUS))(typed) == meant


def test_capitals_are_an_acronym_in_a_title_too() -> None:
    """In "THW Make Gym Class Mandatory" the first word became "THE"."""
    spelling = Spelling(KnownWords(lambda: CORPUS))
    assert spelling("THW Make Sports Classes Mandatory") == "THW Make Sports Classes Mandatory"
    assert spelling("MAKE SPORTS MANDATRY") == "MAKE SPORTS MANDATORY"


WILL = {"will": 30, "money": 20, "help": 20}


@pytest.mark.parametrize(
    ("typed", "words", "meant"),
    [
        ("they wil close", WILL, "they will close"),
        ("there is nothin left", {**WILL, "nothing": 9}, "there is nothing left"),
        ("they Wil close", WILL, "they Wil close"),
        ("they wil close", {"help": 3}, "they wil close"),
        ("they wil close", {**WILL, "wil": 1}, "they wil close"),
        ("a picture by monet", WILL, "a picture by monet"),
        ("kanye west, conor mcgregor", {**WILL, "honor": 9}, "kanye west, conor mcgregor"),
    ],
)
def test_a_name_in_small_letters_is_another_word_where_that_is_far_more_probable(
    typed: str, words: Mapping[str, int], meant: str
) -> None:
    """The corpus must have the word, and must not have the name."""
    assert Spelling(KnownWords(lambda: words))(typed) == meant


ELECTRIC = {"electric": 3, "vehicles": 2, "working": 1, "home": 1, "world": 1, "health": 1, "organization": 1}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("EV", "electric vehicle"),
        ("Subsidise EVs", "Subsidise electric vehicles"),
        ("the EV's price", "the electric vehicle's price"),
        ("wfh", "working from home"),
        ("ban WFH and scool", "ban working from home and school"),
        ("BAN WFH NOW", "BAN working from home NOW"),
        ("Abolish the WHO", "Abolish the World Health Organization"),
    ],
)
def test_abbreviations_are_spelled_out(typed: str, meant: str) -> None:
    """A search for WFH found nothing close, though the corpus has whole debates on working from home."""
    assert Spelling(KnownWords(lambda: ELECTRIC))(typed) == meant


@pytest.mark.parametrize(
    "query",
    [
        "UBI",
        "ev",
        "evs",
        "who should vote",
        "ABOLISH THE WHO",
        "+EV -WFH",
        '"EV" "WFH"',
        "Die EV sollen nicht verboten werden",
    ],
)
def test_other_abbreviations_are_left_alone(query: str) -> None:
    assert Spelling(KnownWords(lambda: ELECTRIC))(query) == query


def test_an_abbreviation_of_the_corpus_is_left_alone() -> None:
    for known in ("ev", "evs"):
        spelling = Spelling(KnownWords({**ELECTRIC, known: 1}.copy))
        assert [spelling(query) for query in ("EV", "EVs")] == ["EV", "EVs"], known
    assert Spelling(KnownWords(lambda: None))("EV") == "EV", "a corpus of another language"


def test_too_many_abbreviations_are_left_alone() -> None:
    typed = "WFH " * 12
    assert Spelling(KnownWords(lambda: ELECTRIC), most=12)(typed) == "working from home " * 12
    assert Spelling(KnownWords(lambda: ELECTRIC), most=11)(typed) == typed


def test_each_abbreviation_has_one_expansion_in_order() -> None:
    lines = abbreviations._TABLE.strip().splitlines()
    names = [line.split()[0] for line in lines]
    assert names == sorted(set(names)) and len(ABBREVIATIONS) == len(lines)
    assert all(name.isascii() and name.isalpha() and name.islower() for name in names)
    assert all(expansion.strip() == expansion and " " in expansion for expansion in ABBREVIATIONS.values())


def test_too_many_unknown_words_are_no_typing_errors() -> None:
    typed = "scool " * 12
    assert Spelling(most=12)(typed) == "school " * 12
    assert Spelling(most=11)(typed) == typed


@pytest.mark.parametrize(
    "query",
    [
        "Keir Starmer",
        "Imran Khan wants to ban zoos",
        "What does Sundar Pichai say about nuclear power",
        "Alexandria Ocasio-Cortez wants to ban zoos",
        "elon musk wants to ban zoos",
    ],
)
def test_nobody_is_taken_for_somebody_else(query: str) -> None:
    corpus = {"iran": 3, "ban": 9, "zoos": 9, "nuclear": 9, "power": 9, "sunday": 2}
    assert Spelling(KnownWords(lambda: corpus))(query) == query


def test_words_of_the_corpus_are_corrected_in_headlines() -> None:
    spelling = Spelling(KnownWords(lambda: {"death": 30, "penalty": 30, "school": 30, "uniforms": 30}))
    assert spelling("Deth Penalty") == "Death Penalty"
    assert spelling("Ban Scool Uniforms Now") == "Ban School Uniforms Now"
    assert spelling("BAN SCOOL UNIFORMS NOW") == "BAN SCHOOL UNIFORMS NOW"
