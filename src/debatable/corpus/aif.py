"""The rules of the Argument Interchange Format (AIF): kinds of nodes, dialects of documents, links through schemes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from debatable.model import Stance


class Kind(StrEnum):
    """What a node is: information, a locution, or one of the schemes between them.

    >>> [kind.value for kind in Kind if kind.is_scheme]
    ['RA', 'CA', 'MA', 'PA', 'TA', 'YA']
    """

    I = "I"  # noqa: E741 - the name AIF gives it
    L = "L"
    RA = "RA"
    CA = "CA"
    MA = "MA"
    PA = "PA"
    TA = "TA"
    YA = "YA"

    @property
    def is_scheme(self) -> bool:
        """Whether nodes of this kind are S-nodes."""
        return self not in (Kind.I, Kind.L)

    @property
    def is_argument(self) -> bool:
        """Whether the kind belongs to the argument itself, not to the dialogue it was made in."""
        return self not in (Kind.L, Kind.TA, Kind.YA)


SIGNS: Mapping[Kind, Stance] = MappingProxyType({Kind.RA: Stance.PRO, Kind.CA: Stance.CON})
"""What speaks through an inference is for, through a conflict against."""


def extended(document: Any) -> Any:
    """Returns the graph inside an extended AIF document, other documents as they are.

    >>> extended({"AIF": {"nodes": []}, "text": "…"}), extended([1])
    ({'nodes': []}, [1])
    """
    return document.get("AIF", document) if isinstance(document, dict) else document


def node_id(node: Mapping[str, Any]) -> Any:
    """Returns the id of a node: ``nodeID`` in AIF, ``id`` in the files of OVA; None where it has none."""
    return next((node[key] for key in ("nodeID", "id") if node.get(key) is not None), None)


def edge_end(edge: Mapping[str, Any], side: str) -> Any:
    """Returns the id of the node at one end of an edge (``fromID`` in AIF, ``from`` in OVA), None where there is none.

    >>> edge_end({"fromID": 3}, "from"), edge_end({"from": {"id": 3}}, "from"), edge_end({"to": 3}, "to")
    (3, 3, 3)
    """
    end = edge.get(side)
    if isinstance(end, dict):
        return end.get("id", end.get("nodeID"))
    return edge.get(f"{side}ID") if end is None else end


def reached(
    start: str,
    following: Mapping[str, Sequence[str]],
    signs: Mapping[str, Stance],
    *,
    nearest_first: bool = False,
    on_step: Callable[[], None] | None = None,
) -> Iterator[tuple[str, Stance]]:
    """Yields the I-nodes that a node leads to through schemes, with its stance towards them, each pair once.

    Signs of schemes that follow each other multiply: to undercut a support is con, to undercut an attack is pro.

    Args:
        start: The first node.
        following: The nodes that edges lead to, from each node.
        signs: The sign of each scheme; a path ends at a node that is not here, an I-node.
        nearest_first: Whether the search goes by breadth or by depth.
        on_step: Called before each step, to stop where there are too many.

    >>> following = {"undercut": ["ca"], "ca": ["ra"], "ra": ["claim"]}
    >>> list(reached("undercut", following, {"ca": Stance.CON, "ra": Stance.PRO}))
    [('claim', <Stance.CON: 'con'>)]
    """
    waiting = deque((node, Stance.PRO) for node in following.get(start, ()))
    seen = set()
    while waiting:
        if on_step is not None:
            on_step()
        here = waiting.popleft()
        if here in seen:
            continue
        seen.add(here)
        node, stance = here
        if node not in signs:
            if node != start:
                yield here
            continue
        onward = [(after, stance * signs[node]) for after in following.get(node, ())]
        if nearest_first:
            waiting.extend(onward)
        else:
            waiting.extendleft(reversed(onward))
