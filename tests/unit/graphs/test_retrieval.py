"""MAC/FAC on case bases small enough to check each number."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from debatable.embedding.similarity import DynaMax
from debatable.errors import DebatableError, InputError, QueryError, UnknownNameError
from debatable.graphs import (
    ArgumentGraph,
    CaseBase,
    Contrast,
    Cosine,
    Edge,
    GraphSimilarity,
    Kind,
    Node,
    Pairwise,
    Retrieval,
    Shares,
    arguments,
    configured,
    load_folder,
    sentence,
    text_measure,
)
from debatable.graphs.configuration import WordPairs
from debatable.graphs.mapping import Assignment, BranchAndBound, Limits, Problem, Rules, Solution
from debatable.graphs.measures import side
from debatable.graphs.retrieval import nearest
from debatable.text.negation import negated


def overlap(left: Sequence[str], right: Sequence[str]) -> npt.NDArray[np.float64]:
    sets = [[set(text.split()) for text in texts] for texts in (left, right)]
    return np.array([[len(a & b) / len(a | b) for b in sets[1]] for a in sets[0]])


def random_graph(rng: random.Random, id: str) -> ArgumentGraph:
    nodes = [Node(f"i{n}", Kind.I, " ".join(rng.sample("abcdefgh", 3))) for n in range(rng.randint(1, 4))]
    edges = []
    for n, node in enumerate(nodes[1:]):
        scheme = Node(f"s{n}", rng.choice([Kind.RA, Kind.CA]))
        nodes.append(scheme)
        edges += [Edge(f"{n}a", node.id, scheme.id), Edge(f"{n}b", scheme.id, rng.choice(nodes[: n + 1]).id)]
    return ArgumentGraph(id, tuple(nodes), tuple(edges))


@pytest.mark.parametrize("shares", [Shares(), Shares(1, 1, 1), Shares(0, 1, 0)])
@pytest.mark.parametrize("candidates", [None, 7])
def test_search_finds_what_comparing_every_case_finds(shares: Shares, candidates: int | None) -> None:
    rng = random.Random(1)
    cases = [random_graph(rng, f"c{n:02}") for n in range(30)]
    base = CaseBase(cases, Retrieval(Pairwise(overlap), shares=shares, candidates=candidates))
    whole = GraphSimilarity(overlap)
    for _ in range(10):
        query = random_graph(rng, "q")
        called = sorted(cases, key=lambda c: (-overlap([query.topic_text], [c.topic_text])[0, 0], c.id))
        expected = []
        for case in called[:candidates]:
            claims = overlap([query.conclusion().text], [case.conclusion().text])[0, 0]  # type: ignore[union-attr]
            topic = overlap([query.topic_text], [case.topic_text])[0, 0]
            graph = whole(query, case).similarity
            parts = shares.graph * graph + shares.topic * topic + shares.claim * claims
            expected.append((-round(parts / (shares.graph + shares.topic + shares.claim), 9), case.id))
        hits = base.search(query, 5)
        assert [(-round(hit.score, 9), hit.case.id) for hit in hits] == sorted(expected)[:5]
        assert all(hit.mapping.optimal for hit in hits)


@pytest.mark.parametrize("batch", [1, 3])
@pytest.mark.parametrize("shares", [Shares(), Shares(1, 1, 1)])
def test_cases_are_passed_over_only_when_they_cannot_be_among_the_best(
    monkeypatch: pytest.MonkeyPatch, batch: int, shares: Shares
) -> None:
    """In small batches nearly every case is asked whether it can still be among the first k."""
    monkeypatch.setattr("debatable.graphs.retrieval.BATCH", batch)
    rng = random.Random(7)
    cases = [random_graph(rng, f"c{n:02}") for n in range(18)]
    retrieval = Retrieval(Pairwise(overlap), shares=shares, candidates=None)
    base, mapped = CaseBase(cases, retrieval), 0
    for _ in range(4):
        query = random_graph(rng, "q")
        every = [(hit.score, hit.case.id) for hit in base.search(query, len(cases))]
        assert len(every) == len(cases)
        alone = [CaseBase([case], retrieval).search(query, 1)[0] for case in cases]
        expected = sorted(
            ((hit.score, hit.case.id) for hit in alone), key=lambda one: (-round(one[0], 9), one[1])
        )
        assert [id for _, id in every] == [id for _, id in expected]
        for k in (1, 2, 4, 7):
            problems = dict(enumerate(base.problems(query)))
            mapped += len(base._mapped(problems, dict.fromkeys(problems, 0.0), k)) < len(cases)
            assert [(hit.score, hit.case.id) for hit in base.search(query, k)] == every[:k]
    assert mapped > 0  # some were passed over, or nothing was tested


def tangles(number: int) -> list[ArgumentGraph]:
    """Graphs without order, which take many states to map."""
    nodes = tuple(Node(f"i{n}", Kind.I, "a") for n in range(9)) + tuple(
        Node(f"s{n}", Kind.RA) for n in range(9)
    )
    rng = random.Random(5)
    graphs = []
    for place in range(number):
        ends = [rng.sample([node.id for node in nodes], 2) for _ in range(40)]
        edges = tuple(Edge(str(n), a, b) for n, (a, b) in enumerate(ends))
        graphs.append(ArgumentGraph(f"c{place:02}", nodes, edges))
    return graphs


@pytest.mark.parametrize("effort", [1.0, 60.0, 4_000.0])
def test_processes_find_the_same_with_the_same_effort(effort: float) -> None:
    """Processes used to map every case, whatever the effort."""
    query, *cases = tangles(20)
    mapper = BranchAndBound(Limits(steps=20))
    retrieval = Retrieval(Pairwise(overlap), mapper=mapper, candidates=None, effort=effort)
    alone, together = CaseBase(cases, retrieval), CaseBase(cases, retrieval, workers=2)
    assert together.search(query, 3) == alone.search(query, 3)


def test_a_search_goes_on_after_a_worker_was_killed() -> None:
    """The broken pool was kept, and every later search failed."""
    from debatable.graphs.retrieval import _pool

    query, *cases = tangles(6)
    retrieval = Retrieval(Pairwise(overlap), mapper=BranchAndBound(Limits(steps=20)), candidates=None)
    together = CaseBase(cases, retrieval, workers=2)
    expected = together.search(query, 3)
    for process in _pool(2)._processes.values():
        process.kill()
    assert together.search(query, 3) == expected == CaseBase(cases, retrieval).search(query, 3)


@pytest.mark.parametrize("workers", [1, 2])
def test_used_up_effort_leaves_the_rest_to_approximation(
    monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    from debatable.graphs import retrieval as module

    query, *cases = tangles(8)
    approximated = []

    class Watched:
        def __call__(self, problem: Problem, floor: float = -math.inf) -> Solution:
            approximated.append(problem)
            return Assignment()(problem, floor)

    monkeypatch.setattr(module, "Assignment", Watched)
    mapper = BranchAndBound(Limits(steps=20))
    first = mapper(CaseBase(cases, Retrieval(Pairwise(overlap))).problems(query)[0])
    spent = first.steps * (1 + 18 * 18 / 200)
    for effort, expected in ((spent / 2, 6), (1e9, 0)):
        approximated.clear()
        chosen = Retrieval(Pairwise(overlap), mapper=mapper, candidates=None, effort=effort)
        assert len(CaseBase(cases, chosen, workers=workers).search(query, 7)) == 7
        assert len(approximated) == expected


def test_effort_is_bounded_and_marked() -> None:
    query, *cases = tangles(5)
    mapper = BranchAndBound(Limits(steps=20))
    base = CaseBase(cases, Retrieval(Pairwise(overlap), mapper=mapper, candidates=None, effort=1.0))
    hits = base.search(query, 4)
    assert len(hits) == 4
    assert not any(hit.mapping.optimal for hit in hits)
    assert all(hit.mapping.similarity < hit.mapping.bound for hit in hits)


def test_similarities_are_computed_whatever_their_shares() -> None:
    """With a share of 0 the similarity of the claims was printed as 0 without being computed."""
    case = random_graph(random.Random(1), "c")
    query = sentence(case.conclusion().text)  # type: ignore[union-attr]
    hits = {
        shares: CaseBase([case], Retrieval(Pairwise(overlap), shares=shares)).search(query)[0]
        for shares in (Shares(), Shares(0, 1, 0), Shares(1, 1, 1))
    }
    assert {(hit.claim, hit.topic, hit.mapping.similarity) for hit in hits.values()} == {
        (1.0, hits[Shares()].topic, 1.0)
    }


@pytest.mark.parametrize("search", ["branch-and-bound", "astar", "integer-program", "assignment"])
def test_schemes_of_their_own_kind_alone_can_be_asked_for(search: str) -> None:
    """Kinds above the first raised an IndexError in every exact search."""
    rng = random.Random(3)
    cases = [random_graph(rng, f"c{n}") for n in range(6)]
    own = configured(Pairwise(overlap), rules=Rules(own_kind=True), search=search, candidates=None)
    for query in cases[:3]:
        best = CaseBase(cases, own).search(query)[0]
        assert best.case.id == query.id and best.mapping.similarity == pytest.approx(1.0)
        for pair in best.mapping.nodes:
            assert query.node(pair.query).kind is best.case.node(pair.case).kind


def test_equal_scores_are_ordered_by_id() -> None:
    cases = [sentence("a b", id=name) for name in ("z", "b", "m")]
    assert [hit.case.id for hit in CaseBase(cases, Retrieval(Pairwise(overlap))).search(sentence("a b"))] == [
        "b",
        "m",
        "z",
    ]


def test_mistakes_are_named() -> None:
    base = CaseBase([sentence("a")], Retrieval(Pairwise(overlap)))
    with pytest.raises(QueryError, match="no I-node"):
        base.search(ArgumentGraph("q", (Node("1", Kind.RA),)))
    with pytest.raises(QueryError, match="0 results"):
        base.search(sentence("a"), 0)
    with pytest.raises(InputError, match="without cases"):
        CaseBase([], Retrieval(Pairwise(overlap)))
    with pytest.raises(InputError, match="shares"):
        Shares(0, 0, 0)
    with pytest.raises(UnknownNameError, match="did you mean 'lexical'"):
        text_measure("lexial")
    for name, message in (
        ("contrast(weight=2)", "weights 2.0"),
        ("contrast(wieght=1)", "wieght"),
        ("words(mean,stop=nothing)", "stop list"),
        ("words(sum)", "pooling"),
        ("dynamax(stop=nltk)", "needs word vectors"),
    ):
        with pytest.raises(DebatableError, match=message):
            text_measure(name)
    with pytest.raises(InputError, match="returned shape"):
        CaseBase([sentence("a")], Retrieval(Pairwise(lambda left, right: np.zeros((9, 9)))))\
            .search(sentence("a"))  # fmt: skip


def test_contrast_prefers_the_same_side() -> None:
    """Vectors by hand: the topic on one axis, the side on the other."""

    def encode(texts: Sequence[str]) -> npt.NDArray[np.float32]:
        rows = [[0.8, 0.6 * side(text)] for text in texts]
        return np.array(rows, dtype=np.float32)

    for words in (0.0, 0.5, 1.0):
        compare = Contrast(encode, weight=1.0, words=words).prepare(
            ["we should ban cars", "we should not ban cars"]
        )
        same, opposite = compare(["we should ban cars"])[0]
        assert same == pytest.approx(1.0, abs=1e-6)
        assert opposite == pytest.approx(0.0, abs=1e-6)


def test_word_measures_remember_cases_and_no_query(tmp_path: Path) -> None:
    """A query asked twice took less time the second time."""
    (tmp_path / "w.txt").write_text("2 2\ncars 1 0\ntrains 0 1\n")
    measure = text_measure("dynamax", model=str(tmp_path / "w.txt"))
    assert isinstance(measure, WordPairs)
    vectors = measure.vectors
    looked_up: list[str] = []

    class Watched:
        name, dimensions, fingerprint = "watched", 2, "w"

        def of_text(self, text: str) -> npt.NDArray[np.float32]:
            looked_up.append(text)
            return vectors.of_text(text)

    compare = WordPairs(DynaMax, Watched()).prepare(["cars", "trains"])
    for _ in range(2):
        assert compare(["cars trains"], [0, 1]).round(3).tolist() == [[0.667, 0.667]]
    assert looked_up == ["cars", "trains", "cars trains", "cars trains"]


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Fees are fair", "en", "Fees are not fair"),
        ("Fees aren't fair", "en", "Fees are fair"),
        ("They cannot pay", "en", "They can pay"),
        ("Never again", "en", "again"),
        ("Gebühren sind gerecht", "de", "Gebühren sind nicht gerecht"),
        ("Es gibt keine Wahl", "de", "Es gibt eine Wahl"),
        ("Hunde bellen", "de", "Es stimmt nicht: Hunde bellen"),
    ],
)
def test_denials(text: str, language: str, expected: str) -> None:
    assert negated(text, language) == expected


def test_undercuts_turn_the_stance_and_deeper_layers_are_kept() -> None:
    nodes = [Node(id, Kind.I, id) for id in "abcd"] + [
        Node("r", Kind.RA),
        Node("x", Kind.CA),
        Node("y", Kind.CA),
    ]
    ends = [("b", "r"), ("r", "a"), ("c", "x"), ("x", "b"), ("d", "y"), ("y", "x")]
    graph = ArgumentGraph("g", tuple(nodes), tuple(Edge(str(n), a, b) for n, (a, b) in enumerate(ends)))
    links = {
        (link.premise.text, link.claim.text, link.stance.value) for link in arguments(graph) if link.claim
    }
    assert links == {("b", "a", "pro"), ("c", "b", "con"), ("d", "b", "pro")}


def test_german_graphs_are_found_by_the_words_of_their_language(shared: Path) -> None:
    cases = load_folder(shared / "data/graphs/microtexts-arggraph-de", language="de")
    base = CaseBase(cases, configured(language="de"))
    hits = base.search(
        sentence("Die Krankenkassen sollten alternative Heilmethoden bezahlen", language="de"), 6
    )
    topics = [hit.case.topic for hit in hits]
    assert topics.count("health_insurance_cover_complementary_medicine") >= 5
    fines = base.search(sentence("Hundekot auf dem Gehweg sollte höhere Bußgelder kosten", language="de"), 6)
    assert [hit.case.topic for hit in fines].count("higher_dog_poo_fines") >= 5


def test_cells_find_nearly_what_comparing_all_finds() -> None:
    rng = np.random.default_rng(0)
    centres = rng.normal(size=(40, 16))
    vectors = centres[rng.integers(0, 40, 4000)] + 0.3 * rng.normal(size=(4000, 16))
    vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    table = {f"t{row}": vector for row, vector in enumerate(vectors)}
    measure = Cosine(lambda texts: np.array([table[text] for text in texts]))
    exact, cells = nearest(measure, list(table)), nearest(measure, list(table), many=1000)
    shared = 0
    for row in range(0, 4000, 100):
        expected, found = (find(f"t{row}", 10) for find in (exact, cells))
        shared += len({place for place, _ in expected} & {place for place, _ in found})
        assert found[0][0] == row
        assert found == sorted(found, key=lambda pair: (-pair[1], pair[0]))
    assert shared >= 0.98 * 400
    assert len(cells("t0", None)) == 4000
