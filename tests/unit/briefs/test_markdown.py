from __future__ import annotations

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
    assert text == f"# Ban cars\n\n## Pro\n\n1. Loud. *(Ban cars)*{told}\n"
