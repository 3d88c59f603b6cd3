"""Ways to cluster by name, k-means, assignment and representatives, by hand."""

import numpy as np
import pytest

from debatable.arrays import Labels, Vectors
from debatable.clustering import (
    CLUSTERINGS,
    Assignment,
    Hybrid,
    KMeans,
    Longest,
    Members,
    average_linkage,
    clustering,
    graph_linkage,
    one_per_cluster,
    representative,
    with_singletons,
)
from debatable.clustering.linkage.graph import components
from debatable.errors import InputError, UnknownNameError
from debatable.progress import Step

GROUPS = np.array([[0.0], [0.1], [5.0], [5.1], [9.0]])


@pytest.mark.parametrize(
    ("name", "labels"),
    [
        ("constant(height=1)", [0, 0, 1, 1, -1]),
        ("hybrid(cut_height=2)", [0, 0, 1, 1, -1]),
        ("lowest-core(cut_height=2)", [0, 0, 1, 1, -1]),
        ("tree(cut_height=2)", [0, 0, 1, 1, -1]),
        ("kmeans(clusters=3)", [0, 0, 1, 1, 2]),
    ],
)
def test_every_method_by_name(name: str, labels: list[int]) -> None:
    assert clustering(name)(GROUPS).tolist() == labels
    assert clustering(CLUSTERINGS.name(clustering(name))) == clustering(name)


def test_an_unknown_method_names_the_nearest() -> None:
    with pytest.raises(UnknownNameError, match="hybrid"):
        clustering("hybird")
    with pytest.raises(UnknownNameError, match="own"):
        Hybrid(absorb="onw")(GROUPS)


def test_above_the_exact_limit_the_graph_way_is_taken() -> None:
    assert clustering("hybrid(cut_height=2,exact=2)")(GROUPS).tolist() == [0, 0, 1, 1, -1]


@pytest.mark.parametrize("name", ["hybrid", "lowest-core", "tree", "constant", "kmeans"])
def test_no_vectors_no_labels(name: str) -> None:
    assert clustering(name)(np.zeros((0, 3))).tolist() == []


def test_a_way_of_ones_own_passes_and_prints_as_it_is() -> None:
    def alone(vectors: Vectors, progress: Step | None = None) -> Labels:
        return np.arange(len(vectors), dtype=np.int32)

    assert clustering(alone) is alone
    assert CLUSTERINGS.name(alone) == repr(alone)
    assert representative(Longest()) == representative("longest")


def test_no_more_means_than_different_vectors() -> None:
    assert KMeans(clusters=5)(np.array([[1.0], [2.0], [1.0]])).tolist() == [0, 1, 0]


def test_one_per_cluster_takes_the_smaller_row_of_tied_ones() -> None:
    assert one_per_cluster(np.array([0, 0, -1, -1]), [0.5, 0.5, 0.5, 0.9]).tolist() == [3, 0, 2]


def test_new_texts_keep_the_ids_of_clusters() -> None:
    # Mean distances among 0, 1, 2 are 1.5, 1 and 1.5, the radius 1.5. The mean distance of 2.4 is 1.4, of
    # 2.6 it is 1.6; the single text 50 takes only its equal; -1 takes nothing.
    old, labels = np.array([[0.0], [1.0], [2.0], [50.0], [70.0]]), np.array([4, 4, 4, 2, -1])
    new = np.array([[2.4], [2.6], [50.0], [50.1], [70.0], [70.0]])
    assert Assignment()(new, old, labels).tolist() == [4, 5, 2, 6, 7, 7]
    assert Assignment(least=0.2)(new, old, labels).tolist() == [4, 5, 2, 2, 6, 6]


def test_new_texts_without_old_ones_start_at_zero() -> None:
    new = np.array([[1.0], [9.0], [1.0]])
    assert Assignment()(new, np.zeros((0, 1)), np.zeros(0, dtype=np.int32)).tolist() == [0, 1, 0]


def test_nothing_new() -> None:
    assert Assignment()(np.zeros((0, 1)), GROUPS, np.array([0, 0, 1, 1, 2])).tolist() == []


def test_outliers_get_ids_after_the_largest() -> None:
    assert with_singletons(np.array([-1, -1])).tolist() == [0, 1]
    assert with_singletons(np.array([7, -1, 3])).tolist() == [7, 8, 3]


@pytest.mark.parametrize(
    ("name", "chosen"), [("longest", 2), ("medoid", 1), ("relevance", 0), ("quality", 3)]
)
def test_representatives(name: str, chosen: int) -> None:
    members = Members(
        texts=["bb", "aa", "long", "c"],
        vectors=np.array([[0, 0], [1, 0], [1, 5], [9, 0]], dtype=np.float32),
        relevance=[0.9, 0.1, 0.2, 0.3],
        quality=[0.1, 0.2, 0.3, 0.4],
    )
    assert representative(name)(members) == chosen


def test_tied_representatives_are_the_longer_then_the_first_in_the_alphabet() -> None:
    texts = ["bb", "aa", "a", "aa"]
    assert representative("longest")(Members(texts)) == 1
    assert representative("relevance")(Members(texts, relevance=[1, 1, 1, 1])) == 1
    assert representative("medoid")(Members(texts, vectors=np.ones((4, 2), dtype=np.float32))) == 1


@pytest.mark.parametrize("name", ["medoid", "relevance", "quality"])
def test_a_representative_says_what_it_needs(name: str) -> None:
    with pytest.raises(InputError, match="need"):
        representative(name)(Members(["a"]))


def test_components_are_joined_by_rising_distance_up_to_the_bound() -> None:
    neighbours = np.array([[1], [2], [1], [2]], dtype=np.int32)
    distances = np.array([[3.0], [1.0], [1.0], [2.0]], dtype=np.float32)
    assert components(neighbours, distances).tolist() == [0, 0, 0, 0]
    assert components(neighbours, distances, largest=3).tolist() == [0, 1, 1, 1]
    assert components(neighbours, distances, threshold=2.5).tolist() == [0, 1, 1, 1]
    assert components(neighbours, distances, largest=1).tolist() == [0, 1, 2, 3]


def test_one_component_is_the_exact_tree() -> None:
    vectors = np.random.default_rng(0).normal(size=(40, 3))
    np.testing.assert_allclose(graph_linkage(vectors), average_linkage(vectors), atol=1e-6)
