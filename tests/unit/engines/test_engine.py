from __future__ import annotations

import numpy as np
import pytest

import debatable
from debatable.corpus.readers import read
from debatable.engines import Configuration, Engine, demo_collection, make_index, open_engine
from debatable.engines.engine import StanceChoice, chosen
from debatable.errors import InputError, QueryError, UnknownNameError
from debatable.model import Explanation, Stance
from debatable.ranking import METHODS, Scored


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
        ("00", "both", 2, []),
    ],
)
def test_choosing_a_side(stances: str, choice: StanceChoice, k: int, rows: list[int]) -> None:
    assert [hit.premise for hit in chosen(ranked(stances), choice, k)] == rows


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
        assert engine.search("?!", method="bm25").remarks


@pytest.fixture(scope="module")
def without_vectors(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    folder = tmp_path_factory.mktemp("plain") / "index"
    make_index(read([demo_collection() / "corpus.jsonl.gz"]), folder, configuration=Configuration(encoder=""))
    return open_engine(folder)


ODD = ("?!", "zzqx vbnk", "the", "🙂🙃", "a" * 9_000, "-", '"', "ﬁ ½ İ ß", "\u202e\u0301", "1 2 3")


@pytest.mark.parametrize("method", METHODS)
def test_no_text_makes_a_method_fail(method: str, without_vectors: Engine) -> None:
    needs_other_vectors = method in ("framework-sliding", "framework-sentences")
    with debatable.demo() as engine:
        for query in ODD:
            for operators in (False, True):
                if not needs_other_vectors:
                    answer = engine.search(query, method=method, k=3, stance="both", operators=operators)
                    assert all(np.isfinite(hit.score) for hit in answer.hits)
    if needs_other_vectors or method in ("dense", "quixote", "framework-dense", "framework-first"):
        with pytest.raises(InputError, match="vectors|quality"):
            without_vectors.search("Ban cars", method=method)
        return
    for query in ODD:
        answer = without_vectors.search(query, method=method, k=3)
        assert all(np.isfinite(hit.score) for hit in answer.hits)
    assert not without_vectors.search("zzqx vbnk", method=method).hits


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
