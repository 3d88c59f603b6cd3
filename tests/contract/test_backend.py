"""What ranking may ask of a backend, each operation against the brute-force backend of the same arguments."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from debatable.arrays import Ints
from debatable.errors import InputError
from debatable.lexical import BM25F, Similarity
from debatable.ranking import Ranked
from debatable.ranking.protocol import Kind
from tests.contract.pairs import KINDS, VARIANTS, Pair, near
from tests.support.readers import GivenEvidence

QUERIES = (
    "Cars should be banned from the city",
    "nuclear power power power",
    "quiet trains and zebras",
    "zebras",
    "the",
)


def falling(tf: Any, dl: Any, statistics: Any, boost: Any) -> Any:
    """A similarity of one's own, most of whose weights are below 0."""
    return boost * (tf / statistics.n - dl / 16)


SIMILARITIES: tuple[str | Similarity, ...] = (
    "BM25",
    "BM25(k1=0.9,b=0.4)",
    "DFR(Ine,B,Z(0.3))",
    "LMDirichlet(mu=20)",
    "Axiomatic(F3LOG,ql=|q|)",
    "Multi(Axiomatic(F1LOG)+BM25)",
    falling,
)
FIELDS = (BM25F((3.0, 1.0, 0.5)), BM25F((0.0, 1.0, 0.0), k1=0.9, b=0.4), BM25F((1.0, 0.0, 2.0), b=0.0))


def same(
    pair: Pair, kind: Kind, found: Ranked, expected: Ranked, rel: float = 1e-9, what: object = None
) -> None:
    """Checks rows, scores and the rule for ties: by falling score, then by rising row."""
    assert pair.ours(kind, found.rows) == expected.rows.tolist(), what
    assert near(found.scores, expected.scores, rel), what
    assert np.array_equal(np.lexsort((found.rows, -found.scores)), np.arange(len(found.rows))), what


def shuffled(pair: Pair, kind: Kind) -> Ints:
    """Returns the rows of the oracle that are there in no order, and some twice."""
    rows = pair.there(kind)
    return np.random.default_rng(5).permutation(np.concatenate([rows, rows[:3]]))


def test_counts(pair: Pair) -> None:
    assert pair.backend.counts == pair.oracle.counts


def test_texts_are_analysed_as_the_corpus_was(whole: Pair) -> None:
    for text in QUERIES:
        assert whole.backend.tokens(text) == whole.oracle.tokens(text)


def test_texts_are_encoded_as_the_corpus_was(whole: Pair) -> None:
    assert whole.backend.has_vectors == bool(whole.encoder)
    assert whole.backend.encoder == whole.encoder
    if not whole.encoder:
        return
    for text in QUERIES:
        vector = whole.backend.encode(text)
        assert vector.dtype == np.float32 and vector == pytest.approx(whole.oracle.encode(text), abs=1e-6)
        assert float(vector @ vector) == pytest.approx(1, abs=1e-5)
    for kind in KINDS:
        rows = whole.there(kind)
        texts = whole.oracle.texts(kind, rows)
        direct = np.array([whole.oracle.encode(text) for text in texts])
        stored = whole.backend.vectors(kind, whole.theirs(kind, rows))
        assert stored.dtype == np.float32 and np.allclose(stored, direct.reshape(stored.shape), atol=1e-3)


def test_search_by_words(pair: Pair) -> None:
    for similarity, kind, query in product(SIMILARITIES, KINDS, QUERIES):
        tokens = pair.oracle.tokens(query)
        for k in (1, 4, 1_000):
            found = pair.backend.search(kind, tokens, similarity, k)
            same(
                pair,
                kind,
                found,
                pair.oracle.search(kind, tokens, similarity, k),
                what=(similarity, query, k),
            )


def test_scores_of_given_rows(pair: Pair) -> None:
    for similarity, kind, query in product(SIMILARITIES, KINDS, QUERIES):
        tokens, rows = pair.oracle.tokens(query), shuffled(pair, kind)
        found = pair.backend.score(kind, tokens, pair.theirs(kind, rows), similarity)
        assert near(found, pair.oracle.score(kind, tokens, rows, similarity)), (similarity, kind, query)


def test_fields(pair: Pair) -> None:
    rows = shuffled(pair, "premises")
    for ranking, query in product(FIELDS, QUERIES):
        tokens = pair.oracle.tokens(query)
        for k in (1, 4, 1_000):
            found = pair.backend.search_fields(ranking, tokens, k)
            expected = pair.oracle.search_fields(ranking, tokens, k)
            same(pair, "premises", found, expected, rel=2e-7, what=(ranking, query, k))
        scores = pair.backend.score_fields(ranking, tokens, pair.theirs("premises", rows))
        assert near(scores, pair.oracle.score_fields(ranking, tokens, rows)), (ranking, query)


def test_nearest(pair: Pair) -> None:
    if not pair.encoder:
        with pytest.raises(InputError, match="vectors"):
            pair.backend.nearest("claims", np.ones(4, np.float32), 3)
        return
    for query in QUERIES:
        vector = pair.oracle.encode(query)
        for k in (1, 4, 1_000):
            for kind in KINDS:
                found = pair.backend.nearest(kind, vector, k)
                same(pair, kind, found, pair.oracle.nearest(kind, vector, k), rel=pair.exact)
                assert (found.scores > 0).all()
            alone = pair.backend.nearest("premises", vector, k, claimless=True)
            expected = pair.oracle.nearest("premises", vector, k, claimless=True)
            same(pair, "premises", alone, expected, rel=pair.exact)


def test_cosines_and_vectors_of_given_rows(pair: Pair) -> None:
    for kind in KINDS:
        rows = shuffled(pair, kind)
        if not pair.encoder:
            for wrong in (
                lambda kind=kind, rows=rows: pair.backend.cosines(
                    kind, np.ones(4, np.float32), pair.theirs(kind, rows)
                ),
                lambda kind=kind, rows=rows: pair.backend.vectors(kind, pair.theirs(kind, rows)),
                lambda: pair.backend.encode("cars"),
            ):
                with pytest.raises(InputError, match="vectors"):
                    wrong()
            continue
        vector = pair.oracle.encode(QUERIES[0])
        found = pair.backend.cosines(kind, vector, pair.theirs(kind, rows))
        expected = pair.oracle.cosines(kind, vector, rows)
        assert found.dtype == np.float64
        assert found.tolist() == pytest.approx(expected.tolist(), abs=pair.exact)
        stored = pair.backend.vectors(kind, pair.theirs(kind, rows))
        assert stored.tolist() == pair.oracle.vectors(kind, rows).tolist()


def test_vectors_of_long_texts_by_variant(pair: Pair) -> None:
    from debatable.embedding import encoder

    if "sliding" not in pair.oracle.variants:
        return
    rows = shuffled(pair, "premises")
    read = []
    for variant in VARIANTS:
        direct = encoder(f"{variant}({pair.encoder})")(pair.oracle.texts("premises", rows))
        stored = pair.backend.vectors("premises", pair.theirs("premises", rows), variant)
        assert stored.tolist() == np.asarray(direct, np.float16).astype(np.float32).tolist()
        read.append(stored.tolist())
    assert read[0] != read[1] or len(rows) < 9, "some texts are longer than the encoder reads"


def test_similar_premises(pair: Pair) -> None:
    rows = shuffled(pair, "premises")
    for N in (0, 1, 5):
        expected = pair.oracle.similar_premises(rows, N).tolist()
        for _ in range(2):  # the second time it may be remembered
            found = pair.backend.similar_premises(pair.theirs("premises", rows), N)
            assert pair.ours("premises", found) == expected, N


def test_links(pair: Pair) -> None:
    for kind in KINDS:
        rows = shuffled(pair, kind)
        found = pair.backend.links(kind, pair.theirs(kind, rows))
        expected = pair.oracle.links(kind, rows)
        assert pair.ours("premises", found.premise) == expected.premise.tolist()
        assert pair.ours("claims", found.claim) == expected.claim.tolist()
        assert found.sign.tolist() == expected.sign.tolist()
        numbers = dict(zip(expected.number.tolist(), found.number.tolist(), strict=True))
        assert [numbers[n] for n in expected.number.tolist()] == found.number.tolist()
        assert len(set(numbers.values())) == len(numbers), "two links have one number"


def test_quality(pair: Pair) -> None:
    rows = shuffled(pair, "premises")
    found = pair.backend.links("premises", pair.theirs("premises", rows))
    expected = pair.oracle.quality(pair.oracle.links("premises", rows).number)
    dcf = pair.backend.quality(found.number)
    if expected is None:
        assert dcf is None
    else:
        assert dcf is not None and dcf.dtype == np.float64
        assert dcf.tolist() == expected.tolist()
        assert len(np.unique(dcf)) > 3, "the corpus tells premises apart"


def test_claimless(pair: Pair) -> None:
    rows = shuffled(pair, "premises")
    found = pair.backend.claimless(pair.theirs("premises", rows))
    assert found.dtype == np.bool_ and found.tolist() == pair.oracle.claimless(rows).tolist()


def test_clusters(pair: Pair) -> None:
    for kind in KINDS:
        rows = shuffled(pair, kind)
        found = pair.backend.clusters(kind, pair.theirs(kind, rows))
        assert found.tolist() == pair.oracle.clusters(kind, rows).tolist()
        numbers = sorted(set(found.tolist()))
        assert not numbers or numbers[0] >= 0
        ids = [pair.backend.cluster_id(kind, number) for number in numbers]
        assert len(set(ids)) == len(ids) and all(ids)
        if not pair.encoder:
            assert len(numbers) == len(set(rows.tolist())), "without vectors every text stands alone"


def test_claims_of_clusters(pair: Pair) -> None:
    clusters = np.unique(pair.oracle.clusters("claims", pair.there("claims")))
    for some in (clusters, clusters[::2], clusters[:1], clusters[:0]):
        found = pair.backend.claims_of_clusters(some)
        assert pair.ours("claims", found) == pair.oracle.claims_of_clusters(some).tolist()


def test_premises_of_clusters(pair: Pair) -> None:
    clusters = np.unique(pair.oracle.clusters("premises", pair.there("premises")))
    for some in (clusters, clusters[::2], clusters[:1], clusters[:0]):
        found = pair.backend.premises_of_clusters(some)
        assert pair.ours("premises", found) == pair.oracle.premises_of_clusters(some).tolist()


def test_claim_frequencies(pair: Pair) -> None:
    clusters = pair.oracle.clusters("premises", shuffled(pair, "premises"))
    found = pair.backend.claim_frequencies(clusters)
    for side, expected in zip(found, pair.oracle.claim_frequencies(clusters), strict=True):
        assert side.tolist() == expected.tolist()


def test_relations_are_remembered_for_the_whole_corpus(pair: Pair) -> None:
    model, memory = GivenEvidence(), pair.backend.relations
    memory.learn(model, [(0, 1)], [2.0])
    assert pair.backend.relations is memory and memory.known(model, [(0, 1), (0, 2)]) == [2.0, None]
    assert pair.whole.relations is memory, "a part knows what was read of the whole"


def test_single_sentences(pair: Pair) -> None:
    rows = shuffled(pair, "premises")
    single = pair.backend.one_sentence(pair.theirs("premises", rows))
    assert single.dtype == np.bool_
    assert single.tolist() == pair.oracle.one_sentence(rows).tolist()


def test_lengths(pair: Pair) -> None:
    rows = shuffled(pair, "premises")
    assert pair.backend.lengths(pair.theirs("premises", rows)).tolist() == pair.oracle.lengths(rows).tolist()


def test_ids_and_texts(pair: Pair) -> None:
    for kind in KINDS:
        rows = shuffled(pair, kind)
        assert pair.backend.ids(kind, pair.theirs(kind, rows)) == pair.oracle.ids(kind, rows)
        assert pair.backend.texts(kind, pair.theirs(kind, rows)) == pair.oracle.texts(kind, rows)


def test_claims_premises_and_arguments_whole(pair: Pair) -> None:
    claims, premises = shuffled(pair, "claims"), shuffled(pair, "premises")
    theirs = pair.theirs("premises", premises)
    assert pair.backend.claims(pair.theirs("claims", claims)) == pair.oracle.claims(claims)
    assert pair.backend.premises(theirs) == pair.oracle.premises(premises)
    assert pair.backend.arguments(theirs) == pair.oracle.arguments(premises)


def test_nothing_asked_is_nothing_answered(pair: Pair) -> None:
    none = np.zeros(0, np.int64)
    backend, ranking = pair.backend, FIELDS[0]
    for kind in KINDS:
        assert not len(backend.search(kind, [], "BM25", 5).rows)
        assert not len(backend.score(kind, ["cars"], none))
        assert not backend.ids(kind, none) and not backend.texts(kind, none)
        assert not len(backend.clusters(kind, none)) and not len(backend.links(kind, none).premise)
        if pair.encoder:
            vector = pair.oracle.encode("cars")
            assert not len(backend.cosines(kind, vector, none)) and not len(backend.vectors(kind, none))
    assert not len(backend.search_fields(ranking, [], 5).rows)
    assert not len(backend.score_fields(ranking, ["cars"], none))
    assert not len(backend.similar_premises(none, 3)) and not len(backend.lengths(none))
    assert not len(backend.claimless(none)) and not len(backend.claims_of_clusters(none))
    assert not len(backend.premises_of_clusters(none))
    assert [len(side) for side in backend.claim_frequencies(none)] == [0, 0]
    assert (backend.claims(none), backend.premises(none), backend.arguments(none)) == ([], [], [])
