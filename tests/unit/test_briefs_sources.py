from __future__ import annotations

from debatable.briefs import Source, sources, sources_text
from debatable.model import Answer, Argument, Cluster, Explanation, Hit, Premise, Stance


def test_each_source_is_named_once_with_the_premises_from_there() -> None:
    def hit(name: str, *places: tuple[str, str, str]) -> Hit:
        premise = Premise(name, name)
        links = tuple(
            Argument(f"{name}{number}", premise, source=source, url=url, discussion=discussion)
            for number, (source, url, discussion) in enumerate(places)
        )
        said = Cluster(name, (name,))
        return Hit(premise, (), Stance.PRO, 1.0, said, Explanation("score", 1.0), links)

    portal, script = ("portal", "https://example.org", "Cars\nand roads"), ("list", "javascript:alert(1)", "")
    answer = Answer(
        "Ban cars", "bm25", (hit("a", portal), hit("b", script, portal, portal), hit("c", ("", "", "")))
    )
    assert sources(answer) == [
        Source("portal", "Cars\nand roads", "https://example.org", (1, 2)),
        Source("list", "", "", (2,)),
    ]
    assert sources_text(answer) == "portal. Cars and roads. https://example.org [1, 2]\nlist [2]\n"
