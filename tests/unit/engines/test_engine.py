from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import debatable
from debatable.corpus.readers import read
from debatable.engines import Configuration, Engine, demo_collection, make_index, open_engine
from debatable.errors import ClosedError, InputError, QueryError, UnknownNameError
from debatable.model import Explanation, Stance, StanceReason
from debatable.ranking import METHODS, Backend, Question, Scored
from debatable.ranking.methods.bm25 import Bm25
from debatable.ranking.selection import StanceChoice, merge_repeats, select
from debatable.ranking.stance.table import NoStance
from debatable.text import has_word
from tests.support.brute_backend import BruteBackend
from tests.support.relevance import LEARNED, without_model
from tests.support.toys import energy

CLAIMS = energy().texts("claims", np.arange(4))
PREMISES = energy().texts("premises", np.arange(7))


def ranked(stances: str) -> list[Scored]:
    kinds = {"+": Stance.PRO, "-": Stance.CON, "0": Stance.NONE}
    size = len(stances)
    return [
        Scored(row, float(size - row), kinds[stance], Explanation("score", float(size - row)))
        for row, stance in enumerate(stances)
    ]


@pytest.mark.parametrize(
    ("stances", "choice", "k", "rows"),
    [
        ("++0-+-", "any", 4, [0, 1, 2, 3]),
        ("++0-+-", "pro", 2, [0, 1]),
        ("++0-+-", "con", 5, [3, 5]),
        ("++++--", "both", 4, [0, 1, 4, 5]),
        ("+++++-", "both", 4, [0, 1, 2, 5]),
        ("-+++--", "both", 3, [0, 1, 4]),
        ("++--", "both", 1, [0]),
        ("--++", "both", 1, [0]),
        ("----", "both", 3, [0, 1, 2]),
        ("00", "both", 2, [0, 1]),
        ("+0-+", "both", 3, [0, 1, 2]),
        ("00", "pro", 2, []),
    ],
)
def test_choosing_a_side(stances: str, choice: StanceChoice, k: int, rows: list[int]) -> None:
    assert [hit.premise for hit in select(ranked(stances), choice, k)] == rows


def test_what_repeats_a_better_hit_of_its_side_stands_with_it() -> None:
    """A list ranked a hundred deep used to pick every premise for itself, and nobody said the same any more."""
    first, second, third, fourth = ranked("++-+")
    second = replace(second, repeats=0, members=(1, 7))
    third, fourth = replace(third, repeats=0), replace(fourth, repeats=9)
    kept = merge_repeats([replace(first, members=(0, 5)), second, third, fourth])
    assert [(hit.premise, hit.members) for hit in kept] == [(0, (0, 5, 1, 7)), (2, ()), (3, ())]
    assert [hit.members for hit in merge_repeats([first, replace(second, members=())])] == [(0, 1)]


def test_an_answer_carries_all_that_the_design_names() -> None:
    with debatable.demo() as engine:
        answer = engine.search("We should abandon fossil fuels", method="bm25", k=6, stance="both")
    assert len(answer.pro) == 3 and len(answer.con) == 3 and len(answer.hits) == 6
    assert [hit.score for hit in answer.hits] == sorted((hit.score for hit in answer.hits), reverse=True)
    for hit in answer.hits:
        assert hit.claims and hit.arguments[0].source == "debatable-demo"
        assert hit.cluster.members[0] == hit.premise.id
        assert hit.explanation.recompute() == pytest.approx(hit.score, rel=1e-12)


def test_a_query_of_unknown_words_says_so() -> None:
    with debatable.demo() as engine:
        assert "no word of 'the' can be searched for" in engine.search("the", method="bm25").remarks


def test_a_query_without_a_word_is_refused_like_an_empty_one() -> None:
    """The nearest premises of emoji and punctuation were shown, which are near to nothing."""
    with debatable.demo() as engine:
        for query in ("🙂🙃", "?!", "...", "+"):
            with pytest.raises(QueryError, match="has no word; type a claim"):
                engine.search(query)
            with pytest.raises(QueryError, match="has no word; type a claim"):
                engine.similar(query)
            assert engine.search(query, method="bm25", strict=False).hits == ()


def test_a_question_mark_after_a_topic_changes_nothing() -> None:
    """The sides of "Homework?" were those of "Homework" the other way round."""
    with debatable.demo() as engine:
        for topic in ("Homework", "Death penalty"):
            plain, asked = engine.search(topic), engine.search(f"{topic}?")
            assert (asked.query, asked.corrected) == (f"{topic}?", "")
            sides = [[(hit.premise.id, hit.stance) for hit in answer.hits] for answer in (plain, asked)]
            assert sides[0] == sides[1] and {stance for _, stance in sides[0]} >= {Stance.PRO, Stance.CON}
        assert engine.corrected("UBI") == engine.search("UBI?").corrected == "universal basic income"


@pytest.fixture(scope="module")
def without_vectors(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    folder = tmp_path_factory.mktemp("plain") / "index"
    make_index(read([demo_collection() / "corpus.jsonl.gz"]), folder, configuration=Configuration(encoder=""))
    return open_engine(folder)


ODD = ("?!", "zzqx vbnk", "the", "🙂🙃", "a" * 9_000, "-", '"', "ﬁ ½ İ ß", "\u202e\u0301", "1 2 3")
OPERATORS = ("?!", "-", '"')
"""Of these, what may be read as operators, and one that may not."""


SERVED = [name for name in METHODS if not without_model(name)]


@pytest.mark.parametrize(
    "method",
    [
        *(name for name in SERVED if name not in LEARNED),
        *(f"{name}(candidates=claims(depth=5))" for name in SERVED if name in LEARNED),
        *(pytest.param(name, marks=pytest.mark.slow) for name in SERVED if name in LEARNED),
    ],
)
def test_no_text_makes_a_method_fail(method: str, without_vectors: Engine) -> None:
    needs_other_vectors = method.endswith(("-sliding", "-sentences"))
    with debatable.demo() as engine:
        for query in ODD:
            for operators in (False, True) if query in OPERATORS else (False,):
                if not needs_other_vectors:
                    strict = method in ("best", "bm25") and has_word(
                        query
                    )  # the stages after are the same for all
                    answer = engine.search(
                        query, method=method, k=3, stance="both", operators=operators, strict=strict
                    )
                    shown = (*answer.hits, *answer.weak)
                    assert all(np.isfinite(hit.score) for hit in shown)
                    assert all((hit.relevance is not None) == strict for hit in shown)
    if needs_other_vectors or method in (
        "dense",
        "quixote",
        "quixote-paper",
        "framework-dense",
        "framework-first",
        "framework-paper-first",
        "zero-shot",
    ):
        with pytest.raises(InputError, match="vectors|quality"):
            without_vectors.search("Ban cars", method=method)
        return
    for query in ODD:
        answer = without_vectors.search(query, method=method, k=3, strict=False)
        assert all(np.isfinite(hit.score) for hit in answer.hits)
    assert not without_vectors.search("zzqx vbnk", method=method, strict=False).hits


def test_bad_queries() -> None:
    with debatable.demo() as engine:
        with pytest.raises(QueryError, match="empty"):
            engine.search("\x00 ")
        with pytest.raises(QueryError, match="limit"):
            engine.search("x" * 10_001)
        with pytest.raises(QueryError, match="UTF-8"):
            engine.search("\udcff")
        with pytest.raises(UnknownNameError, match="did you mean"):
            engine.search("cars", method="bst")


@pytest.fixture
def energetic() -> Engine:
    """An engine over lists in memory: nothing in it knows where a backend has its rows from."""
    return Engine(energy())


def test_an_engine_serves_any_backend(energetic: Engine) -> None:
    answer = energetic.search(
        "We should use nuclear power", method="framework(stance=none)", k=3, strict=False
    )
    assert [hit.score for hit in answer] == sorted((hit.score for hit in answer), reverse=True)
    for hit in answer:
        assert {hit.premise.text, hit.claims[0].text} <= {*PREMISES, *CLAIMS}
        assert hit.cluster.members[0] == hit.premise.id
        assert {argument.premise for argument in hit.arguments} == {hit.premise}
    assert answer.parameters == {
        **{"k": 3, "offset": 0, "stance": "any", "sources": [], "languages": [], "among": []},
        **{"operators": False, "strict": False, "spelling": False, "generation": "in memory"},
    }
    assert energetic.health()["counts"] == {"claims": 4, "premises": 7, "links": 12}
    assert energetic.resolve(["a2", "nobody"]) == {"a2": "p6"}
    assert not energetic.outdated()


def test_many_queries_are_answered_in_their_order(energetic: Engine) -> None:
    queries = ["nuclear waste", "expensive reactors", "zebras"]
    answers = energetic.search_many(iter(queries), method="bm25(stance=none)", k=2, strict=False)
    assert [answer.query for answer in answers] == queries
    for answer in answers:
        alone = energetic.search(answer.query, method="bm25(stance=none)", k=2, strict=False)
        assert replace(answer, seconds=0) == replace(alone, seconds=0)
    assert [len(answer) for answer in answers] == [2, 2, 0]
    assert energetic.search_many([]) == []


def test_a_method_is_a_name_or_an_object(energetic: Engine) -> None:
    named = energetic.search("nuclear waste", method="bm25(claims=2,stance=none)", strict=False)
    given = energetic.search("nuclear waste", method=Bm25(claims=2, stance=NoStance()), strict=False)
    assert named.hits == given.hits and named.method == given.method == "bm25(claims=2,stance=none)"


def reversed_rows(question: Question, backend: Backend, k: int) -> list[Scored]:
    """A method of one's own: what shares a word with the query, the last row first."""
    rows = sorted(backend.search("premises", question.tokens, "BM25", 100).rows.tolist(), reverse=True)
    return [Scored(row, float(row), Stance.PRO, Explanation("row", float(row))) for row in rows[:k]]


def test_a_plain_function_is_a_method(energetic: Engine) -> None:
    answer = energetic.search("nuclear reactors", method=reversed_rows, k=3, strict=False)
    assert [hit.premise.id for hit in answer] == ["p4", "p3", "p2"]
    assert [hit.cluster.members for hit in answer] == [("p4",), ("p3",), ("p2",)]
    assert "reversed_rows" in answer.method
    con = energetic.search("nuclear reactors", method=reversed_rows, stance="con", strict=False)
    assert not con.hits


def test_a_method_of_ones_own_has_a_name(energetic: Engine) -> None:
    METHODS.register("backwards", reversed_rows)
    try:
        assert "backwards" in energetic.methods
        answer = energetic.search("nuclear reactors", method="backwards", k=1, strict=False)
        assert [hit.premise.id for hit in answer] == ["p4"] and answer.method == "backwards"
    finally:
        METHODS.unregister("backwards")
    with pytest.raises(UnknownNameError):
        energetic.search("nuclear reactors", method="backwards")


def test_filters_are_joined(energetic: Engine) -> None:
    among = ["a0", "a3", "p5", "p3"]
    found = energetic.search("nuclear reactors", method="bm25(stance=none)", among=among, strict=False)
    assert {hit.premise.id for hit in found} == {"p0", "p2", "p3", "p5"}
    narrowed = energetic.search(
        "+reactors nuclear",
        method="bm25(stance=none)",
        among=among,
        languages=["en"],
        operators=True,
        strict=False,
    )
    assert [hit.premise.id for hit in narrowed] == ["p3"]
    assert {argument.id for hit in found for argument in hit.arguments} == {"a0", "a3", "a4", "a5", "a7"}
    with pytest.raises(InputError, match="in 'de' named 'a0' or 'a3' or 'p5' or …"):
        energetic.search("nuclear", method="bm25", among=among, languages=["de"])


def test_closing_an_engine_closes_its_backend_once() -> None:
    closed: list[int] = []

    class Closing(BruteBackend):
        def close(self) -> None:
            closed.append(1)

    with Engine(Closing(["ban cars"], ["cars stink"], [(0, 0, 1)], [0], [0])) as engine:
        assert engine.search("cars", method="bm25", strict=False).hits
    engine.close()
    assert closed == [1]
    with pytest.raises(ClosedError):
        engine.search("cars")


@pytest.mark.parametrize(
    ("stance", "k", "depth"),
    [("any", 7, 7), ("pro", 7, 100), ("con", 20, 100), ("both", 21, 105), ("pro", 50, 250)],
)
def test_one_side_is_looked_for_deeper_than_the_list_is_long(
    energetic: Engine, stance: StanceChoice, k: int, depth: int
) -> None:
    asked: list[int] = []

    def method(question: Question, backend: Backend, k: int) -> list[Scored]:
        asked.append(k)
        return []

    energetic.search("cars", method=method, k=k, stance=stance, strict=False)
    assert asked == [depth]


@pytest.mark.parametrize("estimated", [True, False])
def test_remarks_say_that_sides_were_estimated(energetic: Engine, estimated: bool) -> None:
    def method(question: Question, backend: Backend, k: int) -> list[Scored]:
        return [Scored(0, 1.0, Stance.PRO, Explanation("x", 1.0), members=(0,), estimated=estimated)]

    remarks = energetic.search("nuclear", method=method, strict=False).remarks
    assert [("estimated" in remark) for remark in remarks] == [True] * estimated


@pytest.mark.parametrize("score", [float("nan"), float("inf"), -float("inf")])
def test_scores_that_are_no_numbers_are_refused(energetic: Engine, score: float) -> None:
    def method(question: Question, backend: Backend, k: int) -> list[Scored]:
        return [Scored(0, score, Stance.PRO, Explanation("x", score))]

    with pytest.raises(QueryError, match="no numbers"):
        energetic.search("nuclear", method=method, strict=False)


def test_a_hit_has_the_texts_of_its_rows(energetic: Engine) -> None:
    """Claims in their order, members as they come, and the others without the one that is shown."""
    reason = StanceReason("link", 0.25, "Ban cars", 1)

    def method(question: Question, backend: Backend, k: int) -> list[Scored]:
        tree = Explanation("x", 0.5)
        return [
            Scored(4, 0.5, Stance.CON, tree, (2, 0), (4, 1, 3), "together", confidence=0.75, reason=reason),
            Scored(2, 0.25, Stance.NONE, tree),
        ]

    first, second = energetic.search("nuclear", method=method, strict=False)
    assert first.premise.text == PREMISES[4]
    assert [claim.text for claim in first.claims] == [CLAIMS[2], CLAIMS[0]]
    assert (first.cluster.id, first.cluster.members) == ("together", ("p4", "p1", "p3"))
    assert [other.text for other in first.others] == [PREMISES[1], PREMISES[3]]
    assert (first.stance, first.stance_confidence, first.stance_reason) == (Stance.CON, 0.75, str(reason))
    assert (second.cluster.id, second.cluster.members, second.others) == ("p2", ("p2",), ())
