"""An answer as an argument graph, written in three formats and read again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from debatable.briefs.graph import answer_graph, answer_losses, graph_text
from debatable.graphs import arguments
from debatable.graphs.reading import parse
from debatable.model import Answer, Argument, Claim, Cluster, Explanation, Hit, Premise, Stance


def hit(name: str, text: str, stance: Stance, *others: str) -> Hit:
    premise = Premise(name, text)
    return Hit(
        premise,
        (Claim("c", "Cars are loud"),),
        stance,
        1.0,
        Cluster(name, (name, *others)),
        Explanation("score", 1.0),
        (Argument(name, premise, source="portal"),),
        others=tuple(Premise(other, other) for other in others),
    )


ANSWER = Answer(
    "Ban crs",
    "bm25",
    (
        hit("a", "They [are] loud: {id: 'x'} -> <b> #tag", Stance.PRO, "a2"),
        hit("claim", "They are free", Stance.CON),
        hit("claim-con", "Who knows", Stance.UNDECIDED),
    ),
    corrected="Ban cars",
    remarks=("nothing is close",),
)


@pytest.mark.parametrize(
    ("format", "ending"), [("aif", "json"), ("argdown", "argdown"), ("arguebuf", "json")]
)
def test_a_written_answer_reads_back_with_its_premises_and_sides(format: str, ending: str) -> None:
    read = parse(graph_text(ANSWER, format).encode(), Path(f"answer.{ending}"))
    links = {(one.premise.text, one.stance, one.claim and one.claim.text) for one in arguments(read)}
    assert links == {
        ("They [are] loud: {id: 'x'} -> <b> #tag", Stance.PRO, "Ban cars"),
        ("They are free", Stance.CON, "Ban cars"),
        ("Who knows", Stance.NONE, None),
    }
    assert {"a", "claim", "claim-con"} <= {node.id for node in read.information}


def test_what_a_graph_has_no_place_for_is_listed() -> None:
    assert answer_losses(ANSWER, "aif") == [
        "not kept: ranks and scores (3)",
        "not kept: claims that premises came through (3)",
        "not kept: sources and addresses (3)",
        "not kept: other premises that say the same (1)",
        "not kept: remarks (1)",
    ]
    assert "not kept: ids of conflicts (1)" in answer_losses(ANSWER, "argdown")


def test_a_graph_has_the_language_that_all_premises_have() -> None:
    german = [replace(one, premise=replace(one.premise, language="de")) for one in ANSWER.hits]
    assert answer_graph(replace(ANSWER, hits=tuple(german))).language == "de"
    assert answer_graph(replace(ANSWER, hits=(german[0], *ANSWER.hits[1:]))).language == "en"
