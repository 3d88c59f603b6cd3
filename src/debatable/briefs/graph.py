"""An answer as an argument graph: the claim, and each premise that supports or attacks it."""

from __future__ import annotations

from collections.abc import Iterator

from debatable.graphs import ArgumentGraph, Edge, Kind, Node, dump, losses
from debatable.graphs.formats.losses import not_kept
from debatable.model import Answer, Hit, Stance

SCHEMES = {Stance.PRO: Kind.RA, Stance.CON: Kind.CA}


def answer_graph(answer: Answer) -> ArgumentGraph:
    """Returns the graph of an answer: an inference or a conflict leads from each hit with a side to the query.

    A hit whose side is undecided is a statement without a link.

    >>> [node.text for node in answer_graph(Answer("Ban cars", "bm25", ())).nodes]
    ['Ban cars']
    """
    taken = {hit.premise.id for hit in answer.hits}
    claim = _free("claim", taken)
    nodes, edges = [Node(claim, Kind.I, answer.searched)], []
    for hit in answer.hits:
        name = hit.premise.id
        nodes.append(Node(name, Kind.I, hit.premise.text))
        if hit.stance in SCHEMES:
            scheme = _free(f"{name}-{hit.stance.value}", taken)
            nodes.append(Node(scheme, SCHEMES[hit.stance]))
            edges += [Edge(f"{scheme}-from", name, scheme), Edge(f"{scheme}-to", scheme, claim)]
    languages = {hit.premise.language for hit in answer.hits if hit.premise.language}
    language = languages.pop() if len(languages) == 1 else "en"
    return ArgumentGraph("answer", tuple(nodes), tuple(edges), claim, language)


def _free(name: str, taken: set[str]) -> str:
    """Returns a name that no node has, and takes it; premises keep their ids."""
    while name in taken:
        name += "-"
    taken.add(name)
    return name


def graph_text(answer: Answer, format: str) -> str:
    """Returns an answer as text in a format of argument graphs."""
    return dump(answer_graph(answer), format) + "\n"


def answer_losses(answer: Answer, format: str) -> list[str]:
    """Returns what of an answer has no place in a format of argument graphs, a sentence each."""
    counts = {
        "ranks and scores": len(answer.hits),
        "claims that premises came through": sum(bool(hit.claims) for hit in answer.hits),
        "sources and addresses": sum(any(_places(hit)) for hit in answer.hits),
        "other premises that say the same": sum(len(hit.others) for hit in answer.hits),
        "remarks": len(answer.remarks),
    }
    return [*not_kept(counts), *losses(answer_graph(answer), format)]


def _places(hit: Hit) -> Iterator[str]:
    for argument in hit.arguments:
        yield from (argument.source, argument.url, argument.discussion)
