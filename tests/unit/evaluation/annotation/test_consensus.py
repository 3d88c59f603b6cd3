from __future__ import annotations

import pytest

from debatable.evaluation.annotation import (
    agreement,
    consensus,
)
from debatable.model import Stance
from tests.support.annotations import said


def test_judgments_are_means_majorities_and_the_group_named_last() -> None:
    given = [
        said("ann", "a", 2, stance=Stance.PRO),
        said("bob", "a", 1, stance=Stance.PRO),
        said("ann", "b", 1, stance=Stance.PRO),
        said("bob", "b", 1, stance=Stance.CON),
        said("ann", "a", "noise", "clustering"),
        said("bob", "a", "sleep", "clustering"),
        said("bob", "c", "sleep", "clustering"),
    ]
    rows = {row.premise_id: row for row in consensus(given).rows}
    assert (rows["a"].relevance, rows["a"].stance, rows["a"].cluster) == (1.5, Stance.PRO, "sleep")
    assert (rows["b"].relevance, rows["b"].stance, rows["b"].cluster) == (1.0, Stance.NONE, None)
    assert (rows["c"].relevance, rows["c"].cluster) == (1.0, "sleep")


def test_groups_agree_pair_by_pair_whatever_their_names() -> None:
    given = [
        *(said("ann", item, group, "clustering") for item, group in zip("abc", ("x", "x", "y"), strict=True)),
        *(said("bob", item, group, "clustering") for item, group in zip("abc", ("1", "1", "2"), strict=True)),
    ]
    assert agreement(given, "clustering").alpha["nominal"].value == 1.0
    torn = [
        *given[:3],
        *(said("bob", item, group, "clustering") for item, group in zip("abc", "122", strict=True)),
    ]
    assert agreement(torn, "clustering").alpha["nominal"].value < 0.5


@pytest.mark.parametrize(
    ("stances", "expected"),
    [
        ("", Stance.NONE),
        ("n", Stance.NONE),
        ("p", Stance.PRO),
        ("nnnc", Stance.CON),
        ("pc", Stance.NONE),
        ("pcc", Stance.CON),
        ("ppc", Stance.PRO),
        ("ppccn", Stance.NONE),
    ],
)
def test_the_side_is_what_most_say_of_those_who_say_one(stances: str, expected: Stance) -> None:
    kinds = {"p": Stance.PRO, "c": Stance.CON, "n": Stance.NONE}
    given = [said(f"person {n}", "a", 1, stance=kinds[one]) for n, one in enumerate(stances)]
    given.append(said("somebody", "a", 1))
    (row,) = consensus(given).rows
    assert row.stance is expected


def test_grades_of_several_tasks_are_joined_by_their_means() -> None:
    given = [
        said("ann", "a", 2),
        said("bob", "a", 1),
        said("ann", "a", 0, "binary-relevance"),
        said("ann", "b", 5, "similarity"),
        said("bob", "b", 1, "similarity"),
    ]
    rows = {row.premise_id: row.relevance for row in consensus(given).rows}
    assert rows == {"a": (1.5 + 0) / 2, "b": (3 + 0) / 2}  # similarity counts from 1, and 5 as 4


def test_what_nobody_graded_is_no_judgment_and_spam_is_left_out_of_the_mean() -> None:
    given = [said("ann", "a", 3), said("bob", "a", 4), said("ann", "b", 3), said("bob", "b", 2)]
    assert [(row.premise_id, row.relevance) for row in consensus(given).rows] == [("b", 2.0)]


def test_agreement_counts_items_people_and_what_was_judged_twice() -> None:
    given = [said("ann", "a", 0), said("bob", "a", 2), said("ann", "b", 1), said("eve", "c", 1)]
    told = agreement(given, "relevance")
    assert (told.annotators, told.items, told.twice, told.disputed) == (("ann", "bob", "eve"), 3, 1, 1)
    assert set(told.alpha) == {"nominal", "ordinal", "interval"}
    assert set(agreement(given, "binary-relevance").alpha) == {"nominal"}


def test_spam_is_compared_as_a_name_and_missing_where_there_is_an_order() -> None:
    given = [
        said(person, item, value) for item, value in (("a", 3), ("b", 0), ("c", 2)) for person in ("x", "y")
    ]
    torn = [*given, said("x", "d", 3), said("y", "d", 0)]
    told = agreement(torn, "relevance").alpha
    assert told["nominal"].value < 1.0 and told["interval"].value == 1.0


def test_similarity_4_and_5_are_one_before_agreement_and_counts() -> None:
    """They used to be merged in the judgments alone, so that people who differ by polarity seemed to disagree."""
    given = [
        *(said("ann", item, value, "similarity") for item, value in zip("abc", (5, 1, 3), strict=True)),
        *(said("bob", item, value, "similarity") for item, value in zip("abc", (4, 1, 5), strict=True)),
    ]
    told = agreement(given, "similarity")
    assert told.values == {"1": 2, "3": 1, "4": 3}
    assert told.disputed == 0  # 3 and 5 are 3 and 4
    assert agreement(given[:2] + given[3:5], "similarity").alpha["nominal"].value == 1.0
    raw = agreement(given, "similarity", raw=True)
    assert raw.values == {"1": 2, "3": 1, "4": 1, "5": 2}
    assert raw.alpha["nominal"].value < told.alpha["nominal"].value


def test_premises_are_compared_by_relevance_and_stance() -> None:
    """The paper's four classes; stances used to be left out, so that opposite ones counted as agreement."""
    stances = (Stance.PRO, Stance.CON, Stance.NONE, Stance.NONE)
    given = [
        said(who, item, int(item != "d"), "binary-relevance", stance)
        for who in ("ann", "bob")
        for item, stance in zip("abcd", stances, strict=True)
    ]
    assert agreement(given, "binary-relevance").values == {
        "0": 2,
        "relevant, con": 2,
        "relevant, none": 2,
        "relevant, pro": 2,
    }
    assert agreement(given, "binary-relevance").alpha["nominal"].value == 1.0
    torn = [*given[:-4], said("bob", "a", 1, "binary-relevance", Stance.CON), *given[-3:]]
    assert agreement(torn, "binary-relevance").alpha["nominal"].value < 1.0
    assert agreement(torn, "binary-relevance", raw=True).alpha["nominal"].value == 1.0


def test_agreement_is_short_as_repr_and_a_table_as_text() -> None:
    """How many answers have a value was printed before the value: ``5 1`` for the value 1, given five times."""
    values = {"ann": (0, 0, 1, 2), "bob": (0, 0, 1, 1)}
    found = agreement(
        [said(who, f"i{at}", value) for who in values for at, value in enumerate(values[who])], "relevance"
    )
    assert repr(found).startswith("<Agreement on relevance: 4 items, 2 annotators, alpha (nominal) 0.")
    first, head, nominal, ordinal, interval, last = str(found).splitlines()
    assert first == "relevance: 4 items, 4 judged twice or more, 0 to adjudicate, annotators ann, bob"
    assert (head.split(), nominal.split()[0]) == (["level", "alpha"], "nominal")
    assert [line.split()[0] for line in (ordinal, interval)] == ["ordinal", "interval"]
    assert last == "answers: 0 (4), 1 (3), 2 (1)"
    assert "<td>interval</td>" in found._repr_html_()


def test_undefined_agreement_says_why() -> None:
    """One annotator, and two who always say the same, got the same sentence."""
    alone = agreement([said("ann", "a", 1), said("ann", "b", 2)], "relevance")
    same = agreement([said(who, item, 2) for who in ("ann", "bob") for item in "ab"], "relevance")
    for found, why in ((alone, "no item was judged by two people"), (same, "the answers do not differ")):
        assert [row[1] for row in found.table()[1:]] == [f"undefined: {why}"] * 3
        assert repr(found).endswith("alpha (nominal) –>")


def test_agreement_that_nothing_can_be_compared_for_does_not_say_that_all_agree() -> None:
    """A grade against spam, and items that two people grouped one each of, were answers that do not differ."""
    spam = agreement([said("ann", "a", 2), said("bob", "a", 3)], "relevance")
    assert [row[1] for row in spam.table()[2:]] == ["undefined: no item was graded by two people"] * 2
    assert spam.compared == {"nominal": 1, "ordinal": 0, "interval": 0}
    grouped = [
        said(who, item, "loud", "clustering") for who, item in (("ann", "a"), ("ann", "b"), ("bob", "a"))
    ]
    why = "undefined: no two items were grouped by two people"
    assert [row[1] for row in agreement(grouped, "clustering").table()[1:]] == [why]


def test_a_group_that_is_named_again_is_the_one_named_last() -> None:
    """The group of whoever came to the item last counted, even where another one changed theirs afterwards."""
    given = [said(who, "a", group, "clustering") for who, group in (("ann", "loud"), ("bob", "noise"))]
    assert [row.cluster for row in consensus(given).rows] == ["noise"]
    given.append(said("ann", "a", "din", "clustering"))
    assert [row.cluster for row in consensus(given).rows] == ["din"]
