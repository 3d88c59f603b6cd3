"""BRAT's annotations of argumentative essays: spans (``T``), stances (``A``) and relations (``R``) beside a text."""

from __future__ import annotations

import re
from typing import Final

from debatable.corpus.maps.base import ArgumentMap, RawNode, scheme_node
from debatable.errors import InputError
from debatable.plural import counted

_MAJOR: Final = "MajorClaim"
_SPAN: Final = re.compile(r"(T\d+)\t(\S+) (\d+(?: \d+)?(?:;\d+ \d+)*)(?:\t(.*))?")
_STANCE: Final = re.compile(r"A\d+\tStance (T\d+) (\S+)")
_LINK: Final = re.compile(r"R\d+\t(\S+) Arg1:(T\d+) Arg2:(T\d+)\s*")
_AGAINST: Final = ("attacks", "attack", "against", "con")


def is_brat(head: bytes) -> bool:
    """Returns whether a file begins with a span of BRAT."""
    return re.match(rb"T\d+\t\S+ \d+ \d+", head) is not None


def read(content: str, where: str, essay: str | None = None) -> ArgumentMap:
    r"""Reads the annotations of one text.

    A stance of a claim is one towards the major claim: towards the first, where an essay states it more than once.

    Args:
        content: Of the ``.ann`` file.
        where: The file, for errors.
        essay: The text beside it, for spans that come without their words.

    >>> spans = "T1\tMajorClaim 0 9\tCap rents\nT2\tClaim 11 20\tTenants lose\nA1\tStance T2 Against\n"
    >>> [(node.type, node.text) for node in read(spans, "e.ann").nodes]
    [('I', 'Cap rents'), ('I', 'Tenants lose'), ('CA', 'Default Conflict')]
    """
    nodes: dict[str, RawNode] = {}
    majors: list[str] = []
    stances: list[tuple[str, str]] = []
    relations: list[tuple[str, str, str]] = []
    left = 0
    for number, line in enumerate(content.splitlines(), 1):
        if span := _SPAN.fullmatch(line):
            words = span[4] if span[4] is not None else _words(span[3], essay)
            if words is None:
                raise InputError(
                    f"span {span[1]} has no words", where=f"{where}:{number}", todo="put its .txt file beside"
                )
            nodes[span[1]] = RawNode(span[1], "I", words)
            majors += [span[1]] if span[2] == _MAJOR else []
        elif stance := _STANCE.match(line):
            stances.append((stance[1], stance[2]))
        elif relation := _LINK.fullmatch(line):
            relations.append((relation[2], relation[1], relation[3]))
        elif line.strip():
            left += 1
    if not nodes:
        raise InputError("no line is a span of BRAT", where=where, todo="give the .ann file of a text")
    towards = [(name, side, majors[0]) for name, side in stances if majors and name not in majors]
    schemes, links = [], []
    for number, (source, side, target) in enumerate([*towards, *relations], 1):
        scheme = scheme_node(f"s{number}", "CA" if side.lower() in _AGAINST else "RA")
        schemes.append(scheme)
        links += [(source, scheme.id), (scheme.id, target)]
    omissions = [f"{counted(left, 'line')} of events, notes and other annotations left out"] if left else []
    return ArgumentMap(
        (*nodes.values(), *schemes), tuple(links), majors[0] if majors else None, omissions=tuple(omissions)
    )


def _words(offsets: str, essay: str | None) -> str | None:
    if essay is None:
        return None
    pairs = (part.split() for part in offsets.split(";"))
    return " ".join(essay[int(pair[0]) : int(pair[-1])] for pair in pairs)
