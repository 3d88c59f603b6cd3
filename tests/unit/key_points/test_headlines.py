"""Units of comments and what makes a headline."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from debatable.key_points.headlines import SOURCE, TAIL, comment_units, headline_quality, topic_stems


@given(st.text(alphabet=st.sampled_from("ab ,.!?;-'and but\n"), max_size=200))
def test_units_are_rising_spans_of_their_comment(text: str) -> None:
    end = 0
    for unit in comment_units(3, text):
        assert unit.comment == 3
        assert end <= unit.start < unit.end <= len(text)
        end = unit.end


@settings(max_examples=50)
@given(st.text(max_size=80))
def test_a_comment_with_words_has_a_unit(text: str) -> None:
    if any(map(str.isalnum, text)) and text.strip():
        assert comment_units(0, text)


def test_lead_words_are_no_part_of_a_unit() -> None:
    text = "And I think that the buses should run at night"
    (unit,) = comment_units(0, text)
    assert text[unit.start : unit.end] == "the buses should run at night"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            'Drilling helps to break dependence on oil "An Outdated Ban". Herald.',
            "Drilling helps to break dependence on oil",
        ),
        ("February 19th, 2010: Marriage would be altered.", "Marriage would be altered."),
        (
            'The mayor of the town said "Cars must go away".',
            'The mayor of the town said "Cars must go away".',
        ),
        ('Vote for "Cars Must Go Away".', 'Vote for "Cars Must Go Away".'),
    ],
)
def test_a_source_is_no_part_of_a_unit(text: str, expected: str) -> None:
    (unit,) = comment_units(0, text)
    assert text[unit.start : unit.end] == expected


def test_a_long_comment_loses_nothing() -> None:
    text = "Cars are loud and they stink. " * 2_000
    units = comment_units(0, text)
    assert units[-1].end >= len(text.rstrip()) - 1
    assert sum(unit.end - unit.start for unit in units) > 0.9 * len(text)


@pytest.mark.parametrize(
    "text",
    [
        "They are bad for us.",
        "Is it true?",
        "because of the",
        "See https://example.org for more",
        "Yes",
        "of zoos",
        'June 23, 2008: "the entire effort rests on assumptions.',
        "Smith et al. show that zoos keep species alive.",
    ],
)
def test_what_does_not_stand_by_itself_is_no_headline(text: str) -> None:
    assert headline_quality(text) == 0.0


def test_short_and_complete_beats_long_personal_and_pointing_elsewhere() -> None:
    good = headline_quality("Zoos keep species from dying out.")
    assert good > headline_quality("I really think zoos keep my species from dying out.")
    assert good > headline_quality("Nobody should keep them there.", first=False)
    assert good > headline_quality("Zoos keep species from dying out " + "and so on and on " * 5)
    assert good > headline_quality("Zoos and many more things")


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("We should have zoos because they help.", "We should because it would help species."),
        ("The support of zoos will be rejected.", "The support of zoos to will be rejected."),
        (
            "A square should become a pedestrian zone.",
            "More parking for a square to become a pedestrian zone.",
        ),
        (
            "Zoos keep species from dying out.",
            'Zoos keep species from dying out "The case for zoos." The Herald.',
        ),
        ("Zoos keep species from dying out.", 'Zoos keep species "from dying out.'),
        ("Zoos keep species from dying out.", "Zoos keep species from dying out Ada Byron."),
        ("Zoos should be open to the people of Warren County.", "Zoos should be open to visitors Ada Byron."),
    ],
)
def test_sentences_that_are_broken_or_cite_read_worse(better: str, worse: str) -> None:
    assert headline_quality(better) > headline_quality(worse)


def test_a_unit_whose_beginning_stands_before_it_reads_worse() -> None:
    text = "zoos keep species from dying out."
    assert headline_quality(text) > headline_quality(text.capitalize(), first=False)
    assert headline_quality(text.capitalize(), first=False) > headline_quality(text, first=False)


def test_a_headline_names_its_topic() -> None:
    topic = topic_stems(
        ["Zoos save species", "A zoo is cruel", "Zoos teach us", "We need more money", "Lions roar"]
    )
    assert topic == {"zoo"}
    named, other = "Zoos cost a lot of public money.", "This costs a lot of public money."
    assert headline_quality(named, topic=topic) == headline_quality(named)
    unnamed = "Cages cost a lot of public money."
    assert headline_quality(unnamed, topic=topic) < headline_quality(unnamed)
    assert headline_quality(other, topic=topic) == 0.0
    assert topic_stems(["Zoos save species"]) == frozenset()


@pytest.mark.parametrize("filling", [" ", "-", " and"])
def test_a_long_run_of_blanks_or_conjunctions_is_gone_through_once(filling: str) -> None:
    """Its end was looked for from each of its places: 20,000 blanks took half a minute."""
    count = 20_000
    text = "Zoos save species" + filling * count + " today"
    start = time.process_time()
    assert TAIL.search(text) is None
    tail = TAIL.search(text + filling * count)
    assert tail is not None and tail.span() == (len(text), len(text) + len(filling) * count)
    assert time.process_time() - start < 1


def test_quotes_that_are_never_closed_are_looked_at_once() -> None:
    """The closing one was looked for from each of them, up to the end of the text."""
    start = time.process_time()
    headline_quality("Zoos are good " + "“" * 20_000)
    SOURCE.search("zoos" + " “A" * 20_000)
    assert time.process_time() - start < 3
    titled = "Zoos save many species. “The case for zoos” Anna Smith"
    assert SOURCE.search(titled.replace("species.", "species")) and headline_quality(titled) < 0.5
