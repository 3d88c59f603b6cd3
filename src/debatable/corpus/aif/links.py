"""From schemes to links: which I-nodes a node speaks to, for or against."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence

from debatable.model import Stance

__all__ = ["reached"]


def reached(
    start: str,
    following: Mapping[str, Sequence[str]],
    signs: Mapping[str, Stance],
    *,
    nearest_first: bool = False,
    on_step: Callable[[], None] | None = None,
) -> Iterator[tuple[str, Stance]]:
    """Yields the I-nodes that a node leads to through schemes, with its stance towards them, each pair once.

    Where schemes follow each other, their signs multiply: to undercut a support is con, to undercut an attack
    is pro.

    Args:
        start: Where the ways begin.
        following: The nodes that edges lead to, from each node.
        signs: What each scheme does to the stance; nodes that are not here are I-nodes, where a way ends.
        nearest_first: Whether all ways are followed a step at a time, or each to its end before the next.
        on_step: Called before each step of a way, to stop where there are too many.

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
