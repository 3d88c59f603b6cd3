from __future__ import annotations

from dataclasses import replace

import pytest

from debatable.briefs import markdown_text
from debatable.model import Answer, Argument, Claim, Cluster, Explanation, Hit, Premise, Stance


def hit(*links: Argument) -> Hit:
    claim = Claim("c", "Ban cars")
    said = Cluster("a", ("a",))
    return Hit(Premise("a", "Loud."), (claim,), Stance.PRO, 1.0, said, Explanation("score", 1.0), links)


def link(source: str = "", url: str = "") -> Argument:
    return Argument("a", Premise("a", "Loud."), source=source, url=url)


@pytest.mark.parametrize(
    ("links", "told"),
    [
        ((link("letters", "https://paper.example/3"),), " — letters, <https://paper.example/3>"),
        ((link("letters"), link("forum")), " — letters"),
        ((link("", "http://paper.example/3?a=1"),), " — <http://paper.example/3?a=1>"),
        ((link("let_ters\nof *readers*"),), r" — let\_ters of \*readers\*"),
        ((link("letters", "javascript:alert(1)"),), " — letters"),
        ((link("letters", "https://paper.example/> <script>"),), " — letters"),
        ((link(),), ""),
        ((), ""),
    ],
)
def test_a_premise_is_followed_by_its_claim_and_its_source(links: tuple[Argument, ...], told: str) -> None:
    text = markdown_text(Answer("Ban cars", "bm25", (hit(*links),)))
    assert text == f"# Ban cars\n\n## For\n\n1. Loud. *(Ban cars)*{told}\n"


@pytest.mark.parametrize("found", [1, 3, 4, 7])
def test_where_nothing_is_close_the_nearest_three_are_listed(found: int) -> None:
    weak = tuple(replace(hit(), premise=Premise(str(n), f"Weak {n}.")) for n in range(1, found + 1))
    listed = [line.split(" *")[0] for line in markdown_text(Answer("q", "bm25", (), weak=weak)).splitlines()]
    assert listed[2:4] == ["## Nearest, but not close", ""]
    assert listed[4:] == [f"{n}. Weak {n}." for n in range(1, min(found, 3) + 1)]
    assert "Weak" not in markdown_text(Answer("q", "bm25", (hit(),), weak=weak))


def test_what_is_on_the_nearest_claims_is_said_before_the_lists() -> None:
    remarks = ("in *another* language", "on the nearest claim: ‘Ban cars’")
    text = markdown_text(Answer("q", "bm25", (hit(),), remarks=remarks, closeness="nearest"))
    assert text == (
        "# q\n\n*in \\*another\\* language*\n\n*on the nearest claim: ‘Ban cars’*\n\n"
        "## For\n\n1. Loud. *(Ban cars)*\n"
    )
