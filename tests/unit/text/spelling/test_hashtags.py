"""A hashtag of several words is searched as these, with and without capitals; names of one word stay."""

from __future__ import annotations

import pytest

from debatable.text.spelling import KnownWords, Spelling

CORPUS = {"animal": 9, "death": 5, "penalty": 5, "testing": 9, "votes": 3, "zoos": 20}


@pytest.mark.parametrize(
    ("typed", "searched"),
    [
        ("#BanZoos", "Ban Zoos"),
        ("#banzoos", "ban zoos"),
        ("#BANZOOS!", "ban zoos!"),
        ("#bananimaltesting now", "ban animal testing now"),
        ("#abolishthedeathpenalty", "abolish the death penalty"),
        ("join us #banzoos #stopanimaltesting", "join us ban zoos stop animal testing"),
        ("#votesat16", "votes at 16"),
        ("#VotesAt16", "Votes At 16"),
    ],
)
def test_a_hashtag_of_several_words_becomes_these(typed: str, searched: str) -> None:
    assert Spelling(KnownWords(lambda: CORPUS))(typed) == searched


@pytest.mark.parametrize(
    "typed",
    [
        "#zoos",
        "#therapist",  # no "the rapist"
        "#TikTok is #1",
        "#metoo",  # no word of it tells a topic
        "#makehay",  # the corpus has none of them
        "#xqzvbanzoos",
        "#banzoos2024now",
        "see page#banzoos",
        "#" + "banzoos" * 6,
        "#",
        "##",
    ],
)
def test_any_other_hashtag_stays_as_it_is(typed: str) -> None:
    assert Spelling(KnownWords(lambda: CORPUS))(typed) == typed


def test_a_hashtag_stays_where_the_corpus_is_in_another_language() -> None:
    assert Spelling(KnownWords(lambda: None))("#banzoos") == "#banzoos"
