"""What an answer says where nothing is close to the query."""

from __future__ import annotations

from collections.abc import Sequence

from debatable.model import Hit
from debatable.plural import counted
from debatable.ranking import Backend, Selected

NAMED, LONGEST = 3, 120
"""How many of the nearest claims a remark names, and how many characters of each."""


def relevance_remarks(
    selected: Selected, hits: Sequence[Hit], weak: Sequence[Hit], backend: Backend
) -> tuple[str, ...]:
    """Returns what a user should know where nothing is close."""
    if selected.level == "nearest":
        return (f"nothing speaks to this claim exactly; these premises are {_nearest(hits)}",)
    remarks = []
    if weak and not hits:
        remarks.append(f"nothing close to this claim among {counted(backend.counts.premises, 'premise')}")
    if selected.single_claim:
        count = backend.counts.claims
        remarks.append(f"one of {counted(count, 'claim')} alone seems close, which may be chance")
    return tuple(remarks)


def _nearest(hits: Sequence[Hit]) -> str:
    """Names the nearest claims, the most relevant first."""
    by_relevance = sorted(hits, key=lambda hit: -(hit.relevance or 0.0))
    claims = dict.fromkeys(" ".join(hit.claims[0].text.split()) for hit in by_relevance if hit.claims)
    if not claims:
        return "the nearest"
    texts = [text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…" for text in claims]
    names = ", ".join(f"‘{text}’" for text in texts[:NAMED])
    return f"on the nearest {'claim' if len(claims) == 1 else 'claims'}: {names}"
