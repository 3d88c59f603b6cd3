"""Sides of an answer as text: in which order, what is counted, what is shown where nothing is close."""

from __future__ import annotations

from debatable.briefs import NEAREST, by_side, explanation_lines, markdown_text
from debatable.model import Answer, Cluster, Explanation, Hit, Premise, Stance, StanceReason


def hit(name: str, stance: Stance, reason: StanceReason | None = None) -> Hit:
    tree = Explanation("score", 0.5, "product", (Explanation("words", 0.5, of="c1"),))
    return Hit(Premise(name, name), (), stance, 0.5, Cluster(name, (name,)), tree, reason=reason)


MIXED = (
    hit("u", Stance.UNDECIDED),
    hit("c1", Stance.CON),
    hit("n", Stance.NONE),
    hit("p", Stance.PRO),
    hit("c2", Stance.CON),
)


def test_sides_come_in_one_order_and_hits_of_no_side_are_undecided() -> None:
    answer = Answer("Ban cars", "bm25", MIXED)
    found = {side: [one.premise.id for one in hits] for side, hits in by_side(answer).items()}
    assert list(found.items()) == [
        (Stance.PRO, ["p"]),
        (Stance.CON, ["c1", "c2"]),
        (Stance.UNDECIDED, ["u", "n"]),
    ]
    assert list(by_side(Answer("Ban cars", "bm25", MIXED[1:2]))) == [Stance.CON]


def test_every_side_is_numbered_from_one() -> None:
    text = markdown_text(Answer("Ban cars", "bm25", MIXED))
    assert text == (
        "# Ban cars\n\n## For\n\n1. p\n\n## Against\n\n1. c1\n2. c2\n\n## Undecided\n\n1. u\n2. n\n"
    )


def test_the_nearest_are_shown_only_where_nothing_is_close_and_only_so_many() -> None:
    weak = tuple(hit(f"w{number}", Stance.PRO) for number in range(NEAREST + 2))
    text = markdown_text(Answer("Ban cars", "bm25", (), weak=weak, remarks=("Nothing *close*.",)))
    listed = [line for line in text.splitlines() if line[:1].isdigit()]
    assert listed == [f"{number + 1}. w{number}" for number in range(NEAREST)]
    assert text.endswith("*Nothing \\*close\\*.*\n")
    assert "w0" not in markdown_text(Answer("Ban cars", "bm25", MIXED, weak=weak))
    assert "##" not in markdown_text(Answer("Ban cars", "bm25", ()))


def test_explanations_and_reasons_are_told_only_where_asked_for() -> None:
    answer = Answer("Ban cars", "bm25", (hit("p", Stance.PRO, StanceReason("link", 0.9, "<it>", 1)),))
    assert "speaks" not in markdown_text(answer)
    assert markdown_text(answer, explain=True) == (
        "# Ban cars\n\n## For\n\n1. p\n\n   speaks for ‘\\<it\\>’, which your claim agrees with: .90\n\n"
        "   ```\n   score 0.5 = product of\n     words 0.5  [c1]\n   ```\n"
    )


def test_an_explanation_says_its_note_rather_than_its_id() -> None:
    assert explanation_lines(Explanation("P(c|q)", 1 / 3, of="c1", note="Ban cars")) == [
        "P(c|q) 0.333333  [Ban cars]"
    ]


def test_no_mark_of_a_text_is_taken_for_markup() -> None:
    assert markdown_text(Answer("a\\b `c` *d* _e_ [f] <g> #h |i", "bm25", ())) == (
        "# a\\\\b \\`c\\` \\*d\\* \\_e\\_ \\[f\\] \\<g\\> \\#h \\|i\n"
    )
