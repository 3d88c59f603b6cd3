"""Methods scored and compared on a collection."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from debatable.errors import InputError, UnknownNameError
from debatable.evaluation import (
    Collection,
    Judged,
    Judgment,
    Judgments,
    Query,
    adjust_bonferroni,
    compare,
    evaluate,
    evaluation_document,
    welch_t,
)
from debatable.evaluation.measures import Precision
from debatable.evaluation.report import report_page
from debatable.model import Answer
from debatable.ranking import Backend, Method, Question, Scored
from tests.support.shelf import Shelf


def test_equal_premises_inherit_all_judgments_and_methods_are_scored(small: Collection) -> None:
    evaluation = evaluate(small, ["good", "poor"], searcher=Shelf())
    # p1 is group g (2), p2 and p3 group h (1): the good list gains 2 and 1, then repeats.
    assert evaluation.methods["good"].values["alpha_nDCG@5"].tolist() == [1.0, 1.0]
    # x gains nothing, p3 gains 1 at rank 2, whose weight is 1; the ideal is 2 + 1.
    assert evaluation.methods["poor"].values["alpha_nDCG@5"].tolist() == pytest.approx([1 / 3, 1 / 3])
    assert evaluation.methods["poor"].values["judged@10"].tolist() == pytest.approx([1 / 3, 1 / 3])


def test_condensed_lists_where_judgments_are_sparse(small: Collection, tmp_path: Path) -> None:
    corpus = tmp_path / "large.jsonl"
    corpus.write_text("".join(f'{{"id":"r{i}","premise":"Number {i}."}}\n' for i in range(20)))
    refused = Judgments([*small.judgments.rows, Judgment("q1", "r9", 0)])
    sparse = replace(small, corpus=(corpus,), judgments=refused)
    evaluation = evaluate(sparse, ["poor"], searcher=Shelf())
    assert evaluation.condensed
    assert evaluation.methods["poor"].values["nDCG@5"][1] == pytest.approx(1 / (2 + 1 / np.log2(3) + 1 / 2))
    assert not evaluate(sparse, ["poor"], searcher=Shelf(), condensed=False).condensed


def test_result_clusters_are_compared_with_true_ones(small: Collection) -> None:
    evaluation = evaluate(
        small, ["good"], searcher=Shelf(), measures=["BCubed(part=recall)", "BCubed(part=precision)"]
    )
    # Three clusters of one; p2 and p3 belong together, p1 stands alone.
    values = evaluation.methods["good"].values
    assert values["BCubed(part=recall)"].tolist() == pytest.approx([2 / 3, 2 / 3])
    assert values["BCubed(part=precision)"].tolist() == [1.0, 1.0]


def test_a_given_ranking_named_as_a_method_stays_apart(small: Collection) -> None:
    given = replace(small, published={"good": {"q1": ["r3", "r3"], "q2": ["r1"]}})
    evaluation = evaluate(given, ["good"], searcher=Shelf())
    assert list(evaluation.published) == ["good (given)"]
    assert evaluation.published["good (given)"].values["nDCG@5"][0] < 1.0


def test_a_collection_without_judgments_cannot_be_evaluated(small: Collection) -> None:
    with pytest.raises(InputError, match="has no judgments"):
        evaluate(replace(small, judgments=Judgments([])), ["good"], searcher=Shelf())


def test_judgments_of_other_queries_cannot_be_evaluated(small: Collection) -> None:
    # They were an IndexError, or a table of dashes.
    others = replace(small, judgments=Judgments([Judgment("Q1", "r1", 1)]))
    for methods in (["good"], []):
        with pytest.raises(
            InputError, match="nothing was judged for any query of .*; give judgments the ids"
        ):
            evaluate(others, methods, searcher=Shelf())


def test_nothing_to_score_is_an_empty_table(small: Collection) -> None:
    # To print it was a ValueError.
    alone = replace(small, published={})
    assert str(evaluate(alone, [], ["RR"])).splitlines()[1:2] == ["method  RR"]


def gained(ranking: Sequence[str], judged: Judged) -> float:
    return float(judged.gains(ranking).sum())


def test_measures_are_taken_by_name_or_as_objects(small: Collection) -> None:
    evaluation = evaluate(small, ["poor"], ["P@2", Precision(2), gained], searcher=Shelf())
    assert evaluation.measures[-2:] == ("P@2", "gained")
    assert evaluation.methods["poor"].values["P@2"].tolist() == [0.5, 0.5]
    assert evaluation.methods["poor"].values["gained"].tolist() == [1.0, 1.0]


def test_methods_are_taken_by_name_or_as_objects(small: Collection) -> None:
    class Named:
        def __call__(self, question: Question, backend: Backend, k: int) -> list[Scored]:
            raise NotImplementedError

        def __repr__(self) -> str:
            return "good"

    shelf = Shelf()
    evaluation = evaluate(small, [Named(), "poor"], searcher=shelf)
    assert list(evaluation.methods) == ["good", "poor"]
    assert evaluation.methods["good"].method == "good"


def test_a_text_where_a_list_is_due_is_refused(small: Collection) -> None:
    with pytest.raises(InputError, match=r"methods are 'good', not a list; write \['good'\]"):
        evaluate(small, "good", searcher=Shelf())
    with pytest.raises(InputError, match=r"measures are 'P@5', not a list; write \['P@5'\]"):
        evaluate(small, ["good"], "P@5", searcher=Shelf())


def test_names_are_checked_before_an_index_is_made(
    small: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(small.corpus[0].parent / "cache"))
    with pytest.raises(UnknownNameError, match="unknown method 'good'"):
        evaluate(small, ["good"])
    with pytest.raises(UnknownNameError, match="unknown measure 'Q'"):
        evaluate(small, ["bm25"], ["Q@5"])
    assert not (small.corpus[0].parent / "cache").exists()


class Long(Shelf):
    """A searcher with one relevant premise at rank 500, whose first ten are all that an answer of ten has."""

    def __init__(self) -> None:
        self.lists = {"long": [*(f"x{rank}" for rank in range(1, 500)), "p1", "p2"]}
        self.asked: list[int] = []

    def search(self, query: str, *, method: str | Method, k: int, strict: bool) -> Answer:
        self.asked.append(k)
        return super().search(query, method=method, k=k, strict=strict)


@pytest.mark.parametrize("beside", [[], ["P@5"], ["nDCG@100"], ["nDCG@10", "judged@10"]])
def test_measures_without_a_cut_look_as_deep_whatever_else_is_asked(
    small: Collection, beside: list[str]
) -> None:
    values = evaluate(small, ["long"], [*beside, "RR", "R", "AP"], searcher=Long()).methods["long"].values
    # Premises at ranks 500 and 501 of three that are relevant.
    assert values["RR"][0] == pytest.approx(1 / 500)
    assert values["R"][0] == pytest.approx(2 / 3)
    assert values["AP"][0] == pytest.approx((1 / 500 + 2 / 501) / 3)


def test_the_depth_bounds_what_is_ranked(small: Collection) -> None:
    long = Long()
    values = evaluate(small, ["long"], ["RR"], searcher=long, depth=400).methods["long"].values
    assert values["RR"][0] == 0.0 and set(long.asked) == {10, 400}
    shallow = Long()
    evaluate(small, ["long"], ["nDCG@10"], searcher=shallow)
    assert set(shallow.asked) == {10}, "nothing looks beyond ten"
    with pytest.raises(InputError, match="nDCG@2000 looks beyond a depth of 1000; use 2000 or more"):
        evaluate(small, ["long"], ["nDCG@2000"], searcher=Long())
    with pytest.raises(InputError, match="a depth of 9; use 10 to 10,000"):
        evaluate(small, ["long"], searcher=Long(), depth=9)


def test_rankings_of_others_are_scored_without_a_searcher(small: Collection) -> None:
    given = small.with_published({"theirs": {"q1": ["r1"], "q2": ["z", "r3"]}})
    evaluation = evaluate(given, [], ["RR"])
    assert not evaluation.methods
    assert evaluation.published["theirs"].values["RR"].tolist() == [1.0, 0.5]


class Clustered(Shelf):
    """A searcher whose first hit is about something else, and whose second has the best premise as a member."""

    def search(self, query: str, *, method: str | Method, k: int, strict: bool) -> Answer:
        answer = super().search(query, method="poor", k=k, strict=strict)
        first, second, *others = answer.hits
        second = replace(second, cluster=replace(second.cluster, members=(second.premise.id, "p1")))
        return Answer(query, "clustered", (first, second, *others))


def test_members_of_a_hit_count_for_success_where_nobody_grouped_the_premises(small: Collection) -> None:
    grades = Judgments([replace(row, cluster=None) for row in small.judgments.rows])
    found = replace(small, judgments=grades, published={"theirs": {"q1": ["x", "r3", "r1-again"]}})
    evaluation = evaluate(found, ["clustered"], searcher=Clustered())
    assert [name for name in evaluation.measures if name.startswith(("success", "MRR"))] == [
        "success@1",
        "success@5",
        "MRR",
    ]
    values = evaluation.methods["clustered"].values
    assert (values["success@1"][0], values["success@5"][0], values["MRR"][0]) == (0.0, 1.0, 0.5)
    theirs = evaluation.published["theirs"].values
    assert (theirs["success@5"][0], theirs["MRR"][0]) == (1.0, pytest.approx(1 / 3))
    assert "MRR" not in evaluate(small, ["good"], searcher=Shelf()).measures, "people grouped these"


def test_comparing_against_nobody_is_refused(small: Collection) -> None:
    evaluation = evaluate(small, ["good", "poor"], searcher=Shelf())
    with pytest.raises(UnknownNameError, match="did you mean 'poor'"):
        compare(evaluation, "pour")
    assert compare(evaluation, "poor").differences["good"]["nDCG@5"].mark == "▲"
    assert compare(evaluation, "good").differences["poor"]["nDCG@5"].mark == "▼"


def test_tests_and_corrections_are_taken_as_functions(small: Collection) -> None:
    evaluation = evaluate(small, ["good", "poor"], searcher=Shelf())
    by_name = compare(evaluation, "poor", test="welch", correct="bonferroni")
    assert by_name == compare(evaluation, "poor", test=welch_t, correct=adjust_bonferroni)
    assert (by_name.test, by_name.correction) == ("welch", "bonferroni")
    certain = compare(evaluation, "poor", test=lambda a, b: 0.04, correct="none")
    assert certain.differences["good"]["nDCG@5"].p == 0.04


def test_quality_counts_in_the_place_of_relevance_where_it_is_asked_for(small: Collection) -> None:
    rows = [replace(row, quality=float(row.premise_id == "r3")) for row in small.judgments.rows]
    graded = replace(small, judgments=Judgments(rows))
    by_quality = evaluate(graded, ["good"], ["nDCG@5"], searcher=Shelf(), judgment="quality")
    # The good list is p1, p2, p3, and r3 is p3 alone: its gain is at the third of ranks, the ideal at the first.
    assert by_quality.methods["good"].values["nDCG@5"].tolist() == pytest.approx([0.5, 0.5])
    assert str(by_quality).startswith("small: 2 queries, quality, mean")
    assert evaluate(graded, ["good"], ["nDCG@5"], searcher=Shelf()).judgment == "relevance"
    with pytest.raises(InputError, match="nobody judged quality"):
        evaluate(small, ["good"], searcher=Shelf(), judgment="quality")


def test_a_quality_that_is_not_everywhere_is_refused_before_anything_is_ranked(small: Collection) -> None:
    """It was refused when every method had answered every query, and the way out was not named."""
    rows = [replace(row, quality=1.0 if row.premise_id == "r3" else None) for row in small.judgments.rows]

    class Idle(Shelf):
        def search(self, query: str, **options: object) -> Answer:
            raise AssertionError("something was ranked")

    graded = replace(small, judgments=Judgments(rows))
    with pytest.raises(InputError, match="not every judgment has a quality; .* --judgment quality"):
        evaluate(graded, ["good"], ["quality_nDCG@5"], searcher=Idle())


def test_results_are_short_as_repr_and_a_table_as_text_and_in_notebooks(small: Collection) -> None:
    """``print(evaluate(…))`` used to print every answer: a million characters."""
    evaluation = evaluate(small, ["good", "poor"], ["nDCG@5", "P@5"], searcher=Shelf())
    assert repr(evaluation) == "<Evaluation of small: 2 queries, 2 methods, 2 measures>"
    first, head, *rows = str(evaluation).splitlines()
    assert first == "small: 2 queries, mean and 95 % interval"
    assert head.split() == ["method", "nDCG@5", "P@5"]
    assert [row.split()[0] for row in rows] == ["good", "poor"]
    assert rows[0].startswith("good    1.000 [1.000, 1.000]")
    assert "<th>nDCG@5</th>" in evaluation._repr_html_() and "<td>poor</td>" in evaluation._repr_html_()
    compared = compare(evaluation, "good")
    assert repr(compared) == "<Comparison of 1 method: difference from good (t, holm)>"
    assert str(compared).splitlines()[2].startswith("poor    ")
    assert "<td>poor</td>" in compared._repr_html_()
    good = evaluation.methods["good"]
    assert repr(good).startswith("<Scores of good: nDCG@5 1.000, P@5 ") and len(repr(good)) < 100
    assert repr(good.answers) == "<Answers of good: 2 queries>"
    everything = evaluate(small, ["good"], searcher=Shelf())
    assert repr(everything.methods["good"].stances).startswith("<StanceScores: accuracy ")


def test_queries_that_nobody_judged_are_left_out_and_counted(small: Collection) -> None:
    """They were in every mean, as 0."""
    more = replace(small, queries=(*small.queries, Query("q3", "Ban planes"), Query("q4", "Ban ships")))
    lists = {"theirs": {"q1": ["r1"], "q2": ["r1"], "q3": ["r1"]}}
    evaluation = evaluate(more.with_published(lists), ["good"], ["RR"], searcher=Shelf())
    assert evaluation.methods["good"].values["RR"].tolist() == [1.0, 1.0]
    assert evaluation.published["theirs"].mean("RR") == 1.0
    assert [query.id for query in evaluation.queries] == ["q1", "q2"]
    assert evaluation.remarks == ("2 queries left out, for which nothing was judged",)
    assert str(evaluation).splitlines()[-1] == evaluation.remarks[0]
    assert evaluation_document(evaluation)["remarks"] == [*evaluation.remarks]
    assert evaluation.remarks[0] in report_page(evaluation, compare(evaluation, "good"))
    assert evaluation.remarks[0] in evaluation._repr_html_()


def test_queries_that_nothing_is_relevant_to_count_as_0_and_are_counted(small: Collection) -> None:
    """As in trec_eval; whoever reads the mean must know."""
    rows = [replace(row, relevance=row.relevance * (row.query_id == "q1")) for row in small.judgments.rows]
    evaluation = evaluate(replace(small, judgments=Judgments(rows)), ["good"], ["RR"], searcher=Shelf())
    assert evaluation.methods["good"].values["RR"].tolist() == [1.0, 0.0]
    assert evaluation.remarks == ("nothing is relevant to 1 of 2 queries; each counts as 0",)


def test_undefined_values_are_counted(small: Collection) -> None:
    given = small.with_published({"theirs": {"q1": ["r1"], "q2": ["x"]}, "others": {"q1": [], "q2": []}})
    evaluation = evaluate(given, [], ["BCubed", "ARI"])
    assert evaluation.published["theirs"].mean("BCubed") == 1.0
    of_queries = "is undefined for 1 to 2 of 2 queries, which are not in its mean"
    assert evaluation.remarks == (f"BCubed {of_queries}", f"ARI {of_queries}")


def test_condensed_lists_are_told_with_the_measures_that_have_none(small: Collection) -> None:
    evaluation = evaluate(small, ["poor"], ["P@5", "taskA_mean@5", gained], searcher=Shelf(), condensed=True)
    said = "condensed lists: what nobody judged is left out, except for taskA_mean@5, gained"
    assert evaluation.remarks == (said,)
    assert evaluate(small, ["poor"], ["P@5"], searcher=Shelf(), condensed=True).remarks == (
        said.partition(", ex")[0],
    )
    assert evaluate(small, ["poor"], ["P@5"], searcher=Shelf(), condensed=False).remarks == ()
