"""Rules of polarity, each by statements that differ in one thing, and the features of two statements."""

from __future__ import annotations

import numpy as np
import pytest

from debatable.learning import polarity
from debatable.learning.stance.lexicon import lexicon, verb_forms
from debatable.learning.stance.model import FEATURES, PolarityStance, features


@pytest.mark.parametrize(
    ("statement", "sign", "evidence"),
    [
        # A verb in a demand.
        ("We should ban gambling", -1, "policy"),
        ("Ban gambling", -1, "policy"),
        ("We should allow gambling", 1, "policy"),
        ("We should not allow gambling", -1, "policy"),
        ("It is time to abolish gambling", -1, "policy"),
        ("The government has to abolish gambling", -1, "policy"),
        # A demand without one.
        ("We should gamble", 1, "demand"),
        ("We should not gamble", -1, "policy"),
        # A verb in a report.
        ("Many countries banned gambling", -1, "act"),
        ("Many countries allowed gambling", 1, "act"),
        ("Many countries have not banned gambling", 1, "act"),
        # Praise and blame.
        ("Gambling is harmful", -1, "value"),
        ("Gambling is beneficial", 1, "value"),
        ("A ban on gambling is beneficial", -1, "value"),
        ("A ban on gambling is harmful", 1, "value"),
        ("Gambling brings harm", -1, "value"),
        ("Gambling brings less harm", 1, "value"),
        ("Gambling keeps people from harm", 1, "value"),
        ("Crime follows gambling", -1, "value"),
        # An unlawful thing that qualifies something else says nothing of the subject.
        ("Gambling in an illegal casino", 1, "none"),
        ("Gambling is illegal", -1, "act"),
        # Nouns that turn, and negations alone.
        ("The closing of casinos", -1, "noun"),
        ("Not the abolition of gambling", 1, "none"),
        ("The abolition of gambling", -1, "noun"),
        ("No gambling in schools", -1, "noun"),
        ("Gambling in schools", 1, "none"),
        ("", 1, "none"),
    ],
)
def test_what_a_sign_rests_on(statement: str, sign: int, evidence: str) -> None:
    found = polarity(statement)
    assert (found.sign, found.evidence) == (sign, evidence)


@pytest.mark.parametrize("clause", ["because", "although", "since", "unless", "whereas", "though"])
def test_what_a_clause_gives_as_a_reason_does_not_count(clause: str) -> None:
    assert polarity(f"We should allow gambling {clause} bans are harmful and dangerous").sign == 1
    assert polarity(f"We should ban gambling {clause} gambling is good and healthy").sign == -1
    assert polarity(f"Gambling is dangerous {clause} it is fun and healthy and beneficial").sign == -1


@pytest.mark.parametrize("distance", range(1, 7))
def test_a_negation_reaches_four_words_forward(distance: int) -> None:
    between = " ".join(["quite"] * (distance - 1))
    assert polarity(f"Gambling was not {between} dangerous").sign == (1 if distance <= 4 else -1)


@pytest.mark.parametrize("apostrophe", ["'", "’"])
def test_a_contracted_negation_is_one(apostrophe: str) -> None:
    assert polarity(f"We shouldn{apostrophe}t allow gambling").sign == -1
    assert polarity(f"Gambling isn{apostrophe}t dangerous").sign == 1


@pytest.mark.parametrize("word", ["Isn't", "Aren't", "Shouldn't", "Why shouldn't", "Wouldn't"])
def test_a_question_that_expects_a_yes_loses_one_negation(word: str) -> None:
    assert polarity(f"{word} we allow gambling?").sign == 1
    assert polarity(f"{word} we ban gambling?").sign == -1
    assert polarity(f"{word} we not allow gambling?").sign == -1


def test_two_nouns_that_turn_cancel_each_other() -> None:
    assert polarity("The abolition of the boycott of gambling").sign == 1
    assert polarity("The abolition of gambling").sign == -1


def test_only_the_beginning_of_a_long_statement_is_read() -> None:
    filler = " ".join(["gambling"] * 59)
    assert polarity(f"{filler} dangerous").sign == -1
    assert polarity(f"{filler} gambling dangerous").sign == 1


@pytest.mark.parametrize(
    ("statement", "worse", "better"),
    [
        ("Coal instead of wind", "wind", "coal"),
        ("Coal rather than wind", "wind", "coal"),
        ("Coal is better than wind", "wind", "coal"),
        ("Coal is worse than wind", "coal", "wind"),
        ("Coal is less useful than wind", "coal", "wind"),
        ("Coal over wind", "wind", "coal"),
        ("Replace coal", "coal", "wind"),
        ("Instead of coal, wind", "coal", "solar"),
    ],
)
def test_the_losing_side_of_a_comparison(statement: str, worse: str, better: str) -> None:
    found = polarity(statement).worse
    assert worse in found and better not in found
    assert not polarity("Coal and wind are used").worse


def test_the_words_of_the_subject_are_stems_without_frame_and_verdict() -> None:
    assert polarity("We should ban gambling").stems == polarity("Gamble and gambles").stems
    assert polarity("It is").stems == frozenset()


def named(row: np.ndarray) -> dict[str, float]:
    return {name: float(value) for name, value in zip(FEATURES, row, strict=True) if value}


def test_features_of_two_statements_by_hand() -> None:
    same, other, apart = features(
        "We should ban gambling",
        ["Gambling should be outlawed", "We should allow gambling", "Zoos are harmful"],
    )
    assert named(same) == {"bias": 1, "policy/policy": 1, "overlap": 1}
    assert named(other) == {"bias": 1, "policy/policy": -1, "overlap": -1}
    assert named(apart) == {"bias": 1, "policy/value": 1}


def test_overlap_is_the_share_of_the_shorter_statement() -> None:
    query = "We should ban gambling in casinos"
    (half,) = features(query, ["We should ban gambling in schools"])
    assert named(half)["overlap"] == pytest.approx(1 / 2)
    (whole,) = features(query, ["We should ban gambling"])
    assert named(whole)["overlap"] == pytest.approx(1.0)
    assert "overlap" not in named(features("It is", ["It was"])[0])


def test_opposite_ends_of_a_scale_turn_the_sign() -> None:
    query = "Voting should be mandatory"
    rows = features(
        query, ["Voting should be compulsory", "Voting should be voluntary", "Voting should be fun"]
    )
    signs = [np.sign(row[-1]) for row in rows]
    assert signs == [1, -1, 1]
    both = features("Mandatory or voluntary voting", ["Voting should be voluntary"])[0]
    assert np.sign(both[-1]) == 1


def test_features_do_not_depend_on_which_comes_first() -> None:
    texts = [
        "We should ban gambling",
        "Gambling is harmful",
        "No gambling",
        "Gambling over sport",
        "Allow sport",
    ]
    for one in texts:
        for other in texts:
            assert features(one, [other]).tolist() == features(other, [one]).tolist()


def test_the_floor_holds_on_both_sides() -> None:
    claims = ["Gambling should be outlawed", "Gambling should be allowed", "Zoos"]
    for floor in (0.02, 0.3, 0.5):
        found = PolarityStance(floor)("We should ban gambling", claims)
        assert ((found >= floor) & (found <= 1 - floor)).all()
    assert PolarityStance(0.5)("We should ban gambling", claims).tolist() == [0.5] * 3


def test_a_comparison_with_its_sides_swapped_turns_the_sign() -> None:
    claims = ["Wind rather than coal", "Coal over wind", "Coal and wind", "Wind"]
    rows = features("Coal rather than wind", claims)
    # Of coal and wind together one agrees and the other does not: nothing is turned. Wind alone is praised, not blamed.
    assert [row[-1] for row in rows] == pytest.approx([-1, 1, 1, -1])


@pytest.mark.parametrize(
    ("base", "forms"),
    [
        ("stop", ["stop", "stops", "stopped", "stopping"]),
        ("permit", ["permit", "permits", "permitted", "permitting"]),
        ("allow", ["allow", "allows", "allowed", "allowing"]),
        ("fix", ["fix", "fixes", "fixed", "fixing"]),
        ("veto", ["veto", "vetoes", "vetoed", "vetoing"]),
        ("punish", ["punish", "punishes", "punished", "punishing"]),
        ("destroy", ["destroy", "destroys", "destroyed", "destroying"]),
        ("expel", ["expel", "expels", "expelled", "expelling"]),
        ("reject", ["reject", "rejects", "rejected", "rejecting"]),
        ("raise", ["raise", "raises", "raised", "raising"]),
        ("devour", ["devour", "devours", "devoured", "devouring", "devor", "devors", "devored", "devoring"]),
    ],
)
def test_forms_of_a_verb(base: str, forms: list[str]) -> None:
    assert verb_forms(base) == forms


def test_both_spellings_are_known_and_mean_the_same() -> None:
    for british, american in (
        ("legalise", "legalize"),
        ("legalising", "legalizing"),
        ("criminalised", "criminalized"),
        ("favours", "favors"),
        ("nationalisation", "nationalization"),
    ):
        one, other = (polarity(f"We should not {word} gambling") for word in (british, american))
        assert (one.sign, one.evidence, one.ends) == (other.sign, other.evidence, other.ends)


def test_a_phrase_with_a_gap_reaches_so_far() -> None:
    known = lexicon()
    open_ones = [phrase for phrases in known.phrases.values() for phrase in phrases if phrase.split]
    assert open_ones and all(0 < phrase.split < len(phrase.words) and phrase.gap == 4 for phrase in open_ones)
    for phrases in known.phrases.values():
        sizes = [len(phrase.words) for phrase in phrases]
        assert sizes == sorted(sizes, reverse=True)  # the longest that fits is meant
    phrase = open_ones[0]
    head, tail = " ".join(phrase.words[: phrase.split]), " ".join(phrase.words[phrase.split :])
    near = polarity(f"{head} {' '.join(['casinos'] * 4)} {tail}")
    far = polarity(f"{head} {' '.join(['casinos'] * 5)} {tail}")
    assert near != far
