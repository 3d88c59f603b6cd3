"""Kialo's export of a discussion: a title, then numbered claims, each pro or con the one it is numbered under."""

from __future__ import annotations

import re
from typing import Final

from debatable.corpus.maps.base import ArgumentMap, RawNode, scheme_node
from debatable.errors import InputError
from debatable.plural import counted

_TITLE: Final = re.compile(r"\s*Discussion (?:Title|Name|Titel): ?(.*)")
_CLAIM: Final = re.compile(r"\s*((?:\d+\.)+) (?:(Pro|Con): ?)?(.*)", re.IGNORECASE)
_SEE: Final = re.compile(r"-> See ((?:\d+\.)+)")


def is_kialo(head: bytes) -> bool:
    """Returns whether a file begins with the title of a discussion."""
    return re.match(rb"\s*Discussion (?:Title|Name|Titel):", head) is not None


def read(content: str, where: str) -> ArgumentMap:
    r"""Reads the export of a discussion; what goes on over several lines is one text.

    >>> found = read("Discussion Title: Rents\n\n1. Cap rents.\n1.1. Con: Landlords lose.\n1.1.1. Pro: So what.", "r")
    >>> [(node.id, node.type) for node in found.nodes], found.links[:2]
    ([('1.', 'I'), ('1.1.', 'I'), ('1.1.1.', 'I'), ('s1', 'CA'), ('s2', 'RA')], (('1.1.', 's1'), ('s1', '1.')))
    """
    lines = content.splitlines()
    title = _TITLE.match(lines[0]) if lines else None
    if title is None:
        raise InputError(
            "the first line names no discussion", where=where, todo="give a text export of Kialo"
        )
    texts: dict[str, list[str]] = {}
    sides: dict[str, str] = {}
    current, unplaced = "", 0
    for line in lines[1:]:
        if claim := _CLAIM.fullmatch(line):
            current = claim[1]
            if current in texts:
                unplaced += 1
                continue
            texts[current], sides[current] = [claim[3]], (claim[2] or "").lower()
        elif line.strip() and current:
            texts[current].append(line)
        elif line.strip():
            unplaced += 1
    return _map(
        title[1].strip(), {name: "\n".join(parts).strip() for name, parts in texts.items()}, sides, unplaced
    )


def _map(topic: str, texts: dict[str, str], sides: dict[str, str], unplaced: int) -> ArgumentMap:
    nodes, schemes = [], list[RawNode]()
    links: list[tuple[str, str]] = []
    lost = 0
    for name, words in texts.items():
        parent = name[:-1].rpartition(".")[0] + "."
        see = _SEE.match(words)
        source = see[1] if see else name
        if not see:
            nodes.append(RawNode(name, "I", words))
        elif source not in texts:
            lost += 1
            continue
        if parent in texts and sides[name]:
            schemes.append(scheme_node(f"s{len(schemes) + 1}", "CA" if sides[name] == "con" else "RA"))
            links += [(source, schemes[-1].id), (schemes[-1].id, parent)]
        elif parent in texts or parent != ".":
            lost += 1
    omissions = [
        sentence
        for count, sentence in (
            (lost, f"{counted(lost, 'link')} without a side or without its claim left out"),
            (unplaced, f"{counted(unplaced, 'line')} before the first claim or of a number twice left out"),
        )
        if count
    ]
    first = nodes[0].id if nodes else None
    return ArgumentMap((*nodes, *schemes), tuple(links), first, topic, tuple(omissions))
