"""A word is found where most of what is shown belongs to its debate."""

from __future__ import annotations

from tools.topic_words import BUNDLED, DEBATEPEDIA, Found, bundled_arguments, searched

import debatable


def test_most_hits_decide() -> None:
    assert Found("zoos", (10, 6), (10, 5)).debate_shown and not Found("zoos", (10, 6), (10, 5)).debate_ranked
    assert not Found("zoos", (0, 0), (10, 10)).debate_shown, "nothing that is shown is not found"


def test_a_topic_is_found_by_a_word() -> None:
    due = bundled_arguments()
    assert set(BUNDLED.values()) <= due.keys() and len(BUNDLED) + len(DEBATEPEDIA) == 60
    with debatable.demo() as engine:
        for word in ("euthanasia", "zoos"):
            assert searched(engine, word, due[BUNDLED[word]]).debate_shown
