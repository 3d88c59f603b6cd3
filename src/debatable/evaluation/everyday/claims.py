"""The everyday set: claims in the voice of people, written for this project, with the side each takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from debatable.engines import demo_collection
from debatable.errors import UnknownNameError
from debatable.evaluation.lines import json_lines

__all__ = ["EverydayClaim", "Half", "everyday_claims"]

Half = Literal["build", "report"]


@dataclass(frozen=True, slots=True)
class EverydayClaim:
    """A claim as somebody would type it.

    Attributes:
        id: Of the claim.
        text: What is typed.
        kind: The voice: evaluative, ironic, a question and so on; for off-topic lines what they are.
        half: ``build`` for what settings are chosen on, ``report`` for what is reported; no topic is in both.
        side: +1 where it agrees with its reference query, -1 where it opposes it, 0 off topic.
        collection: Where its reference query is judged; empty off topic.
        query: Id of that query.
        topic: What it is about.
        near: Whether an off-topic line is about something that neighbours a debate.
        against: Collections that hold nothing on an off-topic line.
        opposite_of: Id of the claim whose opposite it is.
    """

    id: str
    text: str
    kind: str
    half: str
    side: int
    collection: str = ""
    query: str = ""
    topic: str = ""
    near: bool = False
    against: tuple[str, ...] = ()
    opposite_of: str = ""


def everyday_claims(half: Half | str = "report", collection: str = "bundled") -> Sequence[EverydayClaim]:
    """Returns one half of the set: the claims on the debates of a collection, and lines that it holds nothing on.

    Raises:
        UnknownNameError: There is no such half.

    >>> {claim.side for claim in everyday_claims()} == {-1, 0, 1}
    True
    """
    if half not in get_args(Half):
        raise UnknownNameError("half of the everyday set", half, get_args(Half))
    signs = {"aligned": 1, "opposed": -1, "off": 0}
    found = []
    for _, row in json_lines(demo_collection() / "everyday.jsonl.gz"):
        fields = {key: value for key, value in row.items() if key not in ("side", "against")}
        claim = EverydayClaim(**fields, side=signs[row["side"]], against=tuple(row.get("against", ())))
        ours = claim.collection == collection if claim.side else collection in claim.against
        if claim.half == half and ours:
            found.append(claim)
    return found
