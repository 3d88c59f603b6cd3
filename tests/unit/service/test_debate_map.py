from __future__ import annotations

import numpy as np
import pytest

from debatable.key_points import Point, Points, Quote, Side
from debatable.model import Answer, Cluster, Explanation, Hit, Premise, Stance
from debatable.service.debate_map import LABEL, LINE, WIDTH, Mark, debate_map, diagram, marks


def hit(number: int, stance: Stance = Stance.PRO, size: int = 1) -> Hit:
    said = Cluster(f"p{number}", tuple(f"p{number}-{member}" for member in range(size)))
    text = f"Premise {number} says <b>something</b> of its own and goes on for a while"
    return Hit(Premise(f"p{number}", text), (), stance, 1.0, said, Explanation("score", 1.0), relevance=0.5)


def mark(number: int, size: int = 1) -> Mark:
    premise = hit(number).premise
    return Mark(premise, premise.text, Stance.PRO, size, number=number)


@pytest.mark.parametrize("count", [1, 5, 20, 60, 100])
def test_no_bubble_covers_another_even_where_all_are_alike(count: int) -> None:
    drawn = debate_map([mark(number, 1 + number % 7) for number in range(count)], np.ones((count, count)))
    assert [one.mark.number for one in drawn.bubbles] == list(range(count))
    for one in drawn.bubbles:
        assert one.radius <= one.x <= WIDTH - one.radius and one.radius <= one.y
        assert one.y + one.radius + 2 * LINE <= drawn.height
        for other in drawn.bubbles[one.mark.number + 1 :]:
            below = abs(one.y - other.y) >= one.radius + other.radius + 2 * LINE
            assert below or abs(one.x - other.x) >= LABEL, (one.mark, other.mark)


def test_the_likest_are_neighbours() -> None:
    groups = np.kron(np.eye(3), np.ones((4, 4))) * 0.9 + 0.1 * np.eye(12)
    drawn = debate_map([mark(number) for number in range(12)], groups).bubbles
    for one in drawn:
        apart = {
            other.mark.number: np.hypot(one.x - other.x, one.y - other.y) for other in drawn if other != one
        }
        nearest = min(apart, key=apart.__getitem__)
        assert nearest // 4 == one.mark.number // 4


def test_an_empty_map_has_no_bubbles() -> None:
    assert debate_map([], np.zeros((0, 0))).bubbles == ()


def test_a_bubble_grows_with_how_many_say_it() -> None:
    drawn = debate_map([mark(1), mark(2, size=5)], np.eye(2))
    small, large = drawn.bubbles
    assert drawn.height == 4 * (2 * 29.0 + 2 * 13.0 + 12), (
        "room for two lines of a label below the largest bubble"
    )
    assert (small.radius, large.radius) == (15.0, 29.0)
    assert (small.mark.number, large.mark.number) == (1, 2) and len(small.lines) == 2


def test_points_are_drawn_before_hits_that_make_none() -> None:
    first, second, third = hit(1), hit(2), hit(3, Stance.CON)
    spans = [
        Quote(one.premise.text, one.premise.id, 0, len(one.premise.text), 1.0) for one in (first, second)
    ]
    side = Side(Stance.PRO, (Point.of(spans, 2, Stance.PRO),), (), 2, 2)
    point, other = marks(Points("Ban cars", "grouped", (side,)), (first, second, third))
    assert (point.point, point.size, point.text) == ("pro-1", 2, first.premise.text)
    assert (other.point, other.number, other.premise) == ("", 3, third.premise)


def test_a_point_that_one_premise_makes_is_drawn_as_its_hit() -> None:
    only = hit(1)
    span = Quote(only.premise.text, only.premise.id, 0, len(only.premise.text), 1.0)
    side = Side(Stance.PRO, (Point.of([span], 1, Stance.PRO),), (), 1, 1)
    (drawn,) = marks(Points("Ban cars", "grouped", (side,)), (only,))
    assert (drawn.point, drawn.number) == ("", 1)


def test_the_graph_has_a_side_left_and_a_side_right_of_the_claim() -> None:
    answer = Answer("Ban cars", "bm25", (hit(1, Stance.CON), hit(2), hit(3, Stance.UNDECIDED)))
    drawn = diagram(answer)
    where = {card.number: (card.x, bool(card.path), card.weight) for card in drawn.cards}
    assert where == {2: (0.0, True, 2.5), 1: (660.0, True, 2.5), 3: (330.0, False, 2.5)}
    undecided = next(card for card in drawn.cards if card.number == 3)
    assert undecided.y > drawn.top + drawn.claim_height and drawn.height > undecided.y + 70
    assert drawn.claim == ("Ban cars",)
