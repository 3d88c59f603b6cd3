"""Cuts of dendrograms worked out by hand."""

import numpy as np
import pytest

from debatable.clustering import Absorption, ConstantCut, HybridCut, LevelCut, TreeCut, average_linkage
from debatable.errors import InputError

# Two tight groups, 1.09 apart on average, and far away a loose one whose parts join at 1.5 and 2.25.
A, B, C = [0.0, 0.1, 0.2], [1.0, 1.12, 1.25], [20.0, 21.5, 23.0]
NESTED = np.array([A + B + C]).T
TREE = average_linkage(NESTED)


def test_the_tree_the_cuts_below_are_worked_out_on() -> None:
    assert TREE[:, 2].tolist() == pytest.approx(
        [0.1, 0.12, 0.15, 0.19, 1.02333, 1.5, 2.25, 20.8883], abs=1e-4
    )


def test_no_constant_height_finds_the_nested_groups() -> None:
    expected = [0, 0, 0, 1, 1, 1, 2, 2, 2]
    heights = [0.0, *TREE[:, 2].tolist()]
    assert all(ConstantCut(height)(TREE).tolist() != expected for height in heights)


@pytest.mark.parametrize("minimum_size", [2, 3])
def test_hybrid_finds_the_nested_groups(minimum_size: int) -> None:
    # r = 0.1, room = 2.9: scatter <= 0.1 + 0.73 * 2.9 = 2.217, gap >= 0.27 * 0.75 * 2.9 = 0.587. The core of
    # three is all of them: they scatter by 0.133, 0.167 and 2; gaps 0.89, 0.857 at their join, 1 at the cut.
    cut = HybridCut(minimum_size=minimum_size, cut_height=3.0)
    assert cut(TREE, NESTED).tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2]


def test_less_deep_split_asks_for_a_wider_gap() -> None:
    # At cut height 4 the gap asked for is 0.36 * 0.75 * 3.9 = 1.053 > 0.89 for deep split 0, 0.79 for 1.
    split = [HybridCut(minimum_size=3, deep_split=deep, cut_height=4.0)(TREE, NESTED) for deep in (0, 1)]
    assert split[0].tolist() == [0, 0, 0, 0, 0, 0, 1, 1, 1]
    assert split[1].tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2]


def test_a_core_that_scatters_too_much_is_no_cluster() -> None:
    # Deep split 0 at cut height 3.07: scatter <= 0.1 + 0.64 * 2.97 = 2.001 holds for the loose group, which
    # scatters by 2; at cut height 3.06 only 1.994 is allowed, and it is no cluster any more.
    found = [HybridCut(minimum_size=3, deep_split=0, cut_height=h)(TREE, NESTED)[-1] for h in (3.07, 3.06)]
    assert found == [2, -1]


def test_level_cut_finds_the_nested_groups() -> None:
    # From the branches A+B and C at height 3: heights of A+B are 0.1, 0.15, 1.02, 0.12, 0.19, their mean
    # 0.32 leaves A and B; those of C are 1.5 and 2.25, where no level leaves two branches of 3.
    assert LevelCut(minimum_size=3, cut_height=3.0)(TREE).tolist() == [0, 0, 0, 1, 1, 1, 2, 2, 2]


def test_level_cut_without_deep_split_stops_after_one_split() -> None:
    # From the root, the mean 3.3 leaves A+B and C; only deep split goes on to A and B.
    shallow, deep = (LevelCut(minimum_size=3, deep_split=d, cut_height=30.0)(TREE).tolist() for d in (0, 1))
    assert shallow == [0, 0, 0, 0, 0, 0, 1, 1, 1]
    assert deep == [0, 0, 0, 1, 1, 1, 2, 2, 2]


def test_level_cut_leaves_what_joins_two_clusters_at_once_unassigned() -> None:
    vectors = np.array([[*A, *B, 3.0]]).T
    assert LevelCut(minimum_size=3, cut_height=5.0)(average_linkage(vectors)).tolist() == [0] * 3 + [
        1
    ] * 3 + [-1]


def test_level_cut_keeps_a_small_piece_with_its_only_neighbour() -> None:
    # 0.5 joins {0, 0.1, 0.2} at 0.4, above the level; it is no cluster of three, and goes with them.
    vectors = np.array([[0.0, 0.1, 0.2, 0.5, 5.0, 5.1, 5.2]]).T
    assert LevelCut(minimum_size=3, cut_height=9.0)(average_linkage(vectors)).tolist() == [0] * 4 + [1] * 3


def drawn(*joins: tuple[int, int, float]) -> np.ndarray:
    """A linkage matrix; the trees below are drawn with their leaves in the order of their rows."""
    return np.array([[*join, 0] for join in joins])


# Objects join at 7, 6, 1, 1, 8, 2, 2.
TWO = drawn((2, 3, 1.0), (5, 6, 2.0), (1, 7, 6.0), (0, 9, 7.0), (4, 8, 8.0), (10, 11, 11.0))


def test_tree_cut_breaks_where_low_heights_end() -> None:
    # The mean is 27/7 = 3.9: above, above, below, below, and a rise to 8.
    assert TreeCut(cut_height=20.0)(TWO).tolist() == [0, 0, 0, 0, 1, 1, 1]


def test_tree_cut_wants_a_third_of_the_minimum_size_below_the_level() -> None:
    # Two heights are below before the rise, ceil(N0 / 3) of them are asked for; with N0 = 4 the last three are too few
    # for a cluster, but not for a break.
    assert TreeCut(4, cut_height=20.0)(TWO).tolist() == [0, 0, 0, 0, -1, -1, -1]
    assert TreeCut(7, cut_height=20.0)(TWO).tolist() == [0] * 7


def test_tree_cut_takes_a_break_back_before_too_few_objects() -> None:
    # Three are right of the break: N0 - 1 with N0 = 4, fewer than that with 5.
    assert TreeCut(5, cut_height=20.0)(TWO).tolist() == [0] * 7


def test_tree_cut_overlooks_the_first_rise_without_two_heights_above_before_it() -> None:
    # 6, 1, 1, 8, 2, 2, mean 3.3: above, below, below, rise. Half-way to the maximum, 5.7, is the same;
    # half-way to the minimum, 2.2, too.
    tree = drawn((1, 2, 1.0), (4, 5, 2.0), (0, 6, 6.0), (3, 7, 8.0), (8, 9, 11.0))
    assert TreeCut(cut_height=20.0)(tree).tolist() == [0] * 6


def test_tree_cut_goes_on_to_the_other_levels() -> None:
    # Objects join at 20, 9, 4, 4, 7, 3, 3: there is no rise through the mean, 7.14, nor through 13.6, half-way to the
    # maximum; at 5.07, half-way to the minimum, two are above, two below, and 7 rises.
    tree = drawn((5, 6, 3.0), (2, 3, 4.0), (4, 7, 7.0), (8, 9, 8.0), (1, 10, 9.0), (0, 11, 20.0))
    assert TreeCut(cut_height=20.0)(tree).tolist() == [0, 0, 0, 0, 1, 1, 1]


def test_tree_cut_joins_small_low_parts_to_the_part_before() -> None:
    # Objects join at 9, 8, 1, 1 | 6, 2, 2 | 7, 5.5, 1.5, 1.5, mean 4.05. The second part has three objects, fewer than
    # 2 N0, and its mean 3.33 is not below that of 8, 1, 1 (9 does not count), which is the same: it stands. With 5.9 in
    # place of 6 it is below.
    def labels(peak: float) -> list[int]:
        tree = drawn(
            (2, 3, 1.0),
            (9, 10, 1.5),
            (5, 6, 2.0),
            (8, 12, 5.5),
            (4, 13, peak),
            (7, 14, 7.0),
            (1, 11, 8.0),
            (0, 17, 9.0),
            (15, 16, 10.0),
            (18, 19, 11.0),
        )
        found: list[int] = TreeCut(deep_split=0, cut_height=20.0)(tree).tolist()
        return found

    assert labels(6.0) == [0] * 4 + [1] * 3 + [2] * 4
    assert labels(5.9) == [0] * 7 + [1] * 4


def test_constant_cut_labels_by_smallest_row() -> None:
    vectors = np.array([[9.0, 0.0, 9.1, 0.1, 50.0]]).T
    assert ConstantCut(1.0)(average_linkage(vectors)).tolist() == [0, 1, 0, 1, -1]
    assert ConstantCut(1.0, minimum_size=1)(average_linkage(vectors)).tolist() == [0, 1, 0, 1, 2]


BESIDE = np.array([[*A, *B, 2.2]]).T  # 2.2 joins A and B together, at 1.59
BESIDE_TREE = average_linkage(BESIDE)


def absorbed(cut_height: float = 3.0, **options: float | bool | None) -> int:
    absorb = Absorption(**options)  # type: ignore[arg-type]
    labels = HybridCut(minimum_size=3, cut_height=cut_height, absorb=absorb)(BESIDE_TREE, BESIDE)
    assert labels[:6].tolist() == [0, 0, 0, 1, 1, 1]
    return int(labels[6])


def test_an_object_beside_two_clusters_is_unassigned_without_absorption() -> None:
    labels = HybridCut(minimum_size=3, cut_height=3.0, absorb=None)(BESIDE_TREE, BESIDE)
    assert labels.tolist() == [0, 0, 0, 1, 1, 1, -1]


def test_absorption_takes_the_nearest_cluster_up_to_the_limit() -> None:
    # Mean distance to B is (1.2 + 1.08 + 0.95) / 3 = 1.0767; the radius of B is 0.19.
    assert absorbed() == absorbed(limit=None) == 1
    assert absorbed(limit=1.08) == 1
    assert absorbed(limit=1.07) == -1
    assert absorbed(limit=0.0) == -1


def test_absorption_by_medoids_measures_to_the_medoid() -> None:
    # The medoid of B is 1.12, at 1.08.
    assert absorbed(medoids=True, limit=1.079) == -1
    assert absorbed(medoids=True, limit=1.081) == 1


def test_absorption_takes_what_is_within_the_radius() -> None:
    # On its own above the cut, so free of its branch, and nearer to A than A's own outermost member: the
    # mean distance of 0.05 to 0, 0.1 and 0.6 is 0.217, the radius of A is 0.55.
    vectors = np.array([[0.0, 0.1, 0.6, 0.05]]).T
    tree = np.array([[0, 1, 0.1, 2], [2, 4, 0.55, 3], [3, 5, 9.0, 4]])
    labels = {
        respects: HybridCut(3, cut_height=1.0, absorb=Absorption(respects_tree=respects, limit=0.0))(
            tree, vectors
        )
        for respects in (True, False)
    }
    assert labels[True].tolist() == [0, 0, 0, -1]
    assert labels[False].tolist() == [0, 0, 0, 0]


def test_respecting_the_tree_only_the_own_branch_takes_an_object() -> None:
    # The tree says 6 belongs beside A and B, although it lies in C: only without respect C takes it.
    vectors = np.array([[*A, *B, 20.1, *C]]).T
    tree = np.array(
        [
            [0, 1, 0.1, 2],
            [3, 4, 0.12, 2],
            [2, 10, 0.15, 3],
            [5, 11, 0.19, 3],
            [12, 13, 1.02, 6],
            [6, 14, 1.4, 7],
        ]
        + [[7, 8, 1.5, 2], [9, 16, 2.25, 3], [15, 17, 20.9, 10]]
    )
    near, far = (
        HybridCut(3, cut_height=3.0, absorb=Absorption(respects_tree=respects, limit=30.0))(tree, vectors)[6]
        for respects in (True, False)
    )
    assert (near, far) == (1, 2)


def test_fewer_objects_than_a_cluster_needs_are_all_unassigned() -> None:
    tree = average_linkage(np.array([[0.0], [1.0]]))
    for cut in (HybridCut(3), LevelCut(3), TreeCut(3), ConstantCut(9.0, minimum_size=3)):
        assert cut(tree, np.array([[0.0], [1.0]])).tolist() == [-1, -1]


def test_a_single_object_is_unassigned() -> None:
    for cut in (HybridCut(), LevelCut(), TreeCut(), ConstantCut()):
        assert cut(np.zeros((0, 4)), np.zeros((1, 2))).tolist() == [-1]


@pytest.mark.parametrize(
    ("size", "deep", "name"), [(2, 5, "deep_split"), (2, -1, "deep_split"), (1, 1, "size")]
)
def test_wrong_parameters_are_named(size: int, deep: int, name: str) -> None:
    for cut in (HybridCut, LevelCut, TreeCut):
        with pytest.raises(InputError, match=name):
            cut(size, deep)


@pytest.mark.parametrize(
    "tree",
    [
        np.zeros((2, 3)),
        np.array([[0, 1, 2.0, 2], [2, 3, 1.0, 3]]),
        np.array([[0, 1, 1.0, 2], [1, 3, 2.0, 3]]),
    ],
)
def test_what_is_no_tree_is_refused(tree: np.ndarray) -> None:
    with pytest.raises(InputError, match="linkage"):
        ConstantCut(1.0)(tree)


def test_a_tree_of_other_vectors_is_refused() -> None:
    with pytest.raises(InputError, match="does not fit"):
        HybridCut()(TREE, NESTED[:-1])


def test_of_two_equal_branches_the_one_that_joined_last_leads() -> None:
    # {0, 1} at 0.4 and {2, 3} at 0.5 join at 1, and fail: the gap asked for is 0.27 * (cut - 0.1). The core of the
    # four has ceil(1 + sqrt 3) = 3 objects: 2, 3 and 0, which scatter by (0.5 + 0.1 + 0.4) / 3 = 0.333. (0, 1 and
    # 2 would scatter by 0.267.) Their gap, where {4, 5} joins at 1.3, is 0.967.
    vectors = np.array([[0.0], [0.4], [0.1], [-0.4], [9.0], [9.1]])
    tree = np.array([[4, 5, 0.1, 2], [0, 1, 0.4, 2], [2, 3, 0.5, 2], [7, 8, 1.0, 4], [6, 9, 1.3, 6]])
    asked = {0.964: [0, 0, 0, 0, 1, 1], 0.97: [-1] * 6}  # else {4, 5} leads, far from the rest: no tight core
    for gap, labels in asked.items():
        cut = HybridCut(2, 0, cut_height=0.1 + gap / 0.27, absorb=None)
        assert cut(tree, vectors).tolist() == labels


def test_a_branch_too_small_for_a_cluster_is_absorbed_whole() -> None:
    # A and B are clusters of three; 2.0 and 2.5 join first, then both clusters. Alone, 2.0 would be as near to
    # B as 2.5 is; together they are taken or left: 1.127 on average, 0.877 and 1.377 one by one.
    vectors = np.array([[*A, *B, 2.0, 2.5]]).T
    tree = average_linkage(vectors)
    found = {}
    for limit in (1.1, 1.2):
        cut = HybridCut(3, cut_height=3.0, absorb=Absorption(limit=limit))
        found[limit] = cut(tree, vectors).tolist()
    assert found[1.1] == [0] * 3 + [1] * 3 + [-1, -1]
    assert found[1.2] == [0] * 3 + [1] * 5
