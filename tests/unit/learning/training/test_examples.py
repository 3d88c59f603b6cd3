"""What is learned: sides by hand, negatives by brute force, and no debate on two sides of the split."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from debatable.errors import InputError
from debatable.learning import training
from debatable.learning.training import JudgedPremise, Material, Settings, training_examples
from debatable.learning.training.examples import Debates, Example, Link, split_by_debate
from debatable.learning.training.negatives import with_negatives
from debatable.learning.training.settings import TASKS
from debatable.learning.training.task_examples import (
    encoder_examples,
    quality_examples,
    relevance_examples,
    sides,
    stance_examples,
    with_framed,
)
from debatable.model import Argument, Claim, Premise, Stance
from tests.support.tiny_base import THINGS, debates
from tests.support.word_encoder import WordEncoder

MADE = debates()


def argument(claim: str, premise: str, stance: Stance = Stance.PRO, discussion: str = "") -> Argument:
    return Argument(
        f"{claim}/{premise}", Premise(premise, premise), Claim(claim, claim), stance, discussion=discussion
    )


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_text_is_learned_and_measured(task: str, seed: int) -> None:
    parts = training_examples(Settings(task, seed=seed, negatives="other-topics"), [MADE], WordEncoder())
    topics = [
        {
            thing
            for example in part
            for thing in THINGS
            if thing in f"{example.first} {example.second}".split()
        }
        for part in (parts.train, parts.tune, parts.report)
    ]
    assert all(topics) and not (topics[0] & topics[1] | topics[0] & topics[2] | topics[1] & topics[2])


def test_what_shares_a_premise_or_a_discussion_is_one_debate() -> None:
    arguments = (
        argument("a", "p"),
        argument("b", "p"),
        argument("c", "q", discussion="d"),
        argument("e", "r", discussion="d"),
        argument("f", "s"),
    )
    judged = (
        JudgedPremise("query", "s", 1.0),
        JudgedPremise("query", "p", 0.0),
        JudgedPremise("rated", "q", 0, quality=1),
    )
    found = Debates([Material("m", arguments, judged)])
    groups = [("a", "b", "p"), ("c", "e", "q", "r", "rated"), ("f", "s", "query")]
    numbers = [{found(text) for text in group} for group in groups]
    assert [len(each) for each in numbers] == [1, 1, 1] and len(set.union(*numbers)) == 3


def test_a_large_debate_is_learned_and_small_ones_are_held_out() -> None:
    sizes = [500, 2, 2, 2, 2, 2]
    examples = [Example("a", str(i), 1.0, debate) for debate, size in enumerate(sizes) for i in range(size)]
    parts = split_by_debate(examples, seed=1)
    assert {0} <= {example.debate for example in parts.train}
    assert len(parts.train) + len(parts.tune) + len(parts.report) == len(examples)
    assert (
        len({example.debate for example in parts.tune})
        == len({example.debate for example in parts.report})
        == 2
    )


def test_too_few_debates_are_told() -> None:
    with pytest.raises(InputError, match="2 debates to learn from, 3 are needed to hold some out; add"):
        split_by_debate([Example("a", "b", 1.0, 0), Example("c", "d", 1.0, 1)], seed=1)


def test_sides_follow_from_shared_premises_and_through_a_third() -> None:
    links = [Link("ban", "p", 1), Link("keep", "p", -1), Link("ban", "q", 1), Link("end", "q", 1)]
    assert sides(links) == {("ban", "keep"): -1, ("ban", "end"): 1, ("end", "keep"): -1}
    divided = [Link("a", "p", 1), Link("b", "p", 1), Link("a", "q", 1), Link("b", "q", -1)]
    assert sides(divided) == {}


def test_stance_is_learned_from_premises_and_from_claims() -> None:
    arguments = (argument("ban", "p"), argument("keep", "p", Stance.CON), argument("ban", "n", Stance.NONE))
    judged = (JudgedPremise("query", "p", 2.0, stance=Stance.CON),)
    material = Material("m", arguments, judged)
    found = {(one.first, one.second): one.label for one in stance_examples([material], Debates([material]))}
    assert found == {
        ("ban", "p"): 1,
        ("keep", "p"): 0,
        ("query", "p"): 0,
        **{("ban", "keep"): 0, ("keep", "ban"): 0, ("ban", "query"): 0, ("query", "ban"): 0},
        **{("keep", "query"): 1, ("query", "keep"): 1},
    }


def test_turned_claims_turn_the_label_with_the_frame() -> None:
    examples = [Example("Zoos should stay.", str(place), float(place % 2), 0) for place in range(400)]
    found = [example for example in with_framed(examples, seed=1) if example.first != "Zoos should stay."]
    assert 60 < len(found) < 140
    negated = [any(word in one.first for word in (" not ", "wrong", "Nobody")) for one in found]
    assert {one.first[-16:] for one in found} == {"zoos should stay"} and 0 < sum(negated) < len(found)
    for one, opposite in zip(found, negated, strict=True):
        assert one.label == (1 - int(one.second) % 2 if opposite else int(one.second) % 2)
    questions = [replace(example, first="Should zoos stay?") for example in examples]
    assert list(with_framed(questions, seed=1)) == questions


def positives() -> list[Example]:
    return relevance_examples([MADE], Debates([MADE]))


def test_the_nearest_negatives_are_those_of_brute_force() -> None:
    encoder, examples = WordEncoder(), positives()
    found = with_negatives(examples, "nearest", 1, encoder)
    texts = list(dict.fromkeys(example.second for example in examples))
    debate = {example.second: example.debate for example in examples}
    vectors = encoder(texts)
    expected = set()
    for example in examples:
        cosines = vectors @ vectors[texts.index(example.second)]
        order = sorted(range(len(texts)), key=lambda row: (-cosines[row], row))
        others = [row for row in order if debate[texts[row]] != example.debate]
        expected |= {(example.first, texts[row]) for row in others[:2]}
    assert {(one.first, one.second) for one in found if not one.label} == expected
    assert found[: len(examples)] == examples


def test_negatives_of_the_paper_are_the_nearest_that_the_claim_does_not_have() -> None:
    """Premises of the same debate were left out, whoever asked for the paper's: the L most similar not with c."""
    encoder, examples = WordEncoder(), positives()
    found = with_negatives(examples, "nearest-unlinked", 1, encoder)
    texts = list(dict.fromkeys(example.second for example in examples))
    vectors = encoder(texts)
    expected = set()
    for example in examples:
        linked = {one.second for one in examples if one.first == example.first}
        cosines = vectors @ vectors[texts.index(example.second)]
        order = sorted(range(len(texts)), key=lambda row: (-cosines[row], row))
        expected |= {
            (example.first, texts[row]) for row in [row for row in order if texts[row] not in linked][:2]
        }
    assert {(one.first, one.second) for one in found if not one.label} == expected


def test_negatives_of_the_same_topic_are_not_linked_and_others_are_of_other_debates() -> None:
    split = tuple(
        replace(one, claim=Claim(one.stance.value + one.claim.text, one.stance.value + one.claim.text))
        for one in MADE.arguments
        if one.claim is not None
    )
    material = Material("m", tuple(replace(one, discussion=one.id.split("-")[0]) for one in split))
    examples = relevance_examples([material], Debates([material]))
    linked = {(one.first, one.second) for one in examples}
    debate = {one.second: one.debate for one in examples}
    for way, same in (("same-topic", True), ("other-topics", False)):
        found = [one for one in with_negatives(examples, way, 1, WordEncoder()) if not one.label]
        assert len(found) > len(examples) / 2
        assert all(
            (debate[one.second] == one.debate) is same and (one.first, one.second) not in linked
            for one in found
        )
        assert found == [one for one in with_negatives(examples, way, 1, WordEncoder()) if not one.label]


def test_negatives_that_are_not_there_are_told() -> None:
    with pytest.raises(InputError, match="no premise is a negative by same-topic: all are linked"):
        with_negatives(positives(), "same-topic", 1, WordEncoder())


def test_judged_negatives_stay_and_a_pair_of_two_labels_goes() -> None:
    judged = (
        JudgedPremise("q", "yes", 2),
        JudgedPremise("q", "no", 0),
        JudgedPremise("q", "both", 1),
        JudgedPremise("q", "both", -2),
    )
    material = Material("m", (), judged)
    found = [(one.second, one.label) for one in relevance_examples([material], Debates([material]))]
    assert found == [("yes", 1), ("no", 0)]


def test_the_better_premise_stands_first() -> None:
    judged = tuple(
        JudgedPremise("q", text, 1, quality=grade) for text, grade in (("a", 1), ("b", 3), ("c", 1), ("d", 2))
    )
    material = Material(
        "m", (), (*judged, JudgedPremise("other", "e", 1, quality=9), JudgedPremise("q", "f", 1))
    )
    found = quality_examples([material], Debates([material]), seed=1)
    assert {(one.first, one.second) for one in found} == {
        ("b", "a"),
        ("b", "c"),
        ("b", "d"),
        ("d", "a"),
        ("d", "c"),
    }
    assert {(one.label, one.debate) for one in found} == {(1.0, Debates([material])("q"))}


def test_an_encoder_learns_links_and_chains_through_clusters() -> None:
    examples = encoder_examples([MADE], Debates([MADE]), seed=1)
    chains: dict[str, list[Example]] = {}
    for example in examples:
        if example.cluster:
            chains.setdefault(example.cluster, []).append(example)
    assert len(chains) == 10 * 8 and sum(not one.cluster for one in examples) == 2 * len(MADE.arguments)
    for name, chain in chains.items():
        word = name.split("\n")[-1]
        assert len(chain) == 3 and all(
            f" {word} " in one.first and f" {word} " in one.second for one in chain
        )
        assert all(one.second == other.first for one, other in pairwise(chain))


@pytest.mark.parametrize(
    ("task", "material", "words"),
    [
        (
            "stance",
            Material("m", (argument("a", "p", Stance.NONE),)),
            "m: there is nothing about stance to learn",
        ),
        ("quality", Material("m", (argument("a", "p"),)), "give a collection with judgments of quality"),
        ("relevance", Material("m", ()), "give a collection with claims or judgments"),
        (
            "stance",
            Material("m", tuple(argument(f"claim {c}", f"premise {c}") for c in range(99))),
            "has one label",
        ),
    ],
)
def test_material_that_teaches_nothing_is_told(task: str, material: Material, words: str) -> None:
    # of one label only: claims turned around would bring the other, but teach nothing but frames
    with pytest.raises(InputError, match=words):
        training_examples(Settings(task), [material], WordEncoder())


def test_the_same_seed_gives_the_same_lessons() -> None:
    for task in TASKS:
        one, other = (training_examples(Settings(task, seed=4), [debates()], WordEncoder()) for _ in range(2))
        assert one == other
    drawn = {training_examples(Settings("stance", seed=seed), [MADE]).report for seed in range(5)}
    assert len(drawn) > 1
    assert np.isfinite([example.label for part in drawn for example in part]).all()


def test_the_earlier_name_of_training_examples_warns() -> None:
    with pytest.warns(DeprecationWarning, match="lessons_of is now training_examples"):
        assert training.lessons_of is training_examples
    with pytest.raises(AttributeError, match="no attribute 'lesson'"):
        _ = training.lesson
