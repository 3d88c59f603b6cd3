"""From rows to hits: what an answer shows, and what it remarks on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from debatable.arrays import distinct
from debatable.model import Cluster, Hit
from debatable.plural import counted
from debatable.ranking import Backend, Question, Scored, Selected, StanceChoice

NAMED, LONGEST = 3, 120
"""How many of the nearest claims a remark names, and how many characters of each."""

SIDE_ALONE: dict[StanceChoice, str] = {"pro": "for", "con": "against"}
"""Where premises stand towards a claim, if they are those of one side."""


def shown_hits(selected: Selected, backend: Backend) -> tuple[tuple[Hit, ...], tuple[Hit, ...]]:
    """Returns the hits that are shown, and those that are not relevant enough."""
    hits = _hits(selected, backend)
    if selected.relevance is None:
        return hits, ()
    shown: tuple[list[Hit], list[Hit]] = [], []
    for hit, relevance in zip(hits, selected.relevance.tolist(), strict=True):
        weak = selected.level == "none" or relevance < selected.threshold
        shown[weak].append(replace(hit, relevance=relevance))
    return tuple(shown[0]), tuple(shown[1])


def _hits(selected: Selected, backend: Backend) -> tuple[Hit, ...]:
    """Returns hits with the texts, claims and arguments of the selected rows."""
    scored: Sequence[Scored] = selected.premises
    rows = _rows(row for hit in scored for row in (hit.premise, *hit.members))
    premises = dict(zip(rows.tolist(), backend.premises(rows), strict=True))
    through = _rows(row for hit in scored for row in hit.claims)
    claims = dict(zip(through.tolist(), backend.claims(through), strict=True))
    arguments = backend.arguments(np.array([hit.premise for hit in scored], np.int64))
    return tuple(
        Hit(
            premises[found.premise],
            tuple(claims[row] for row in found.claims),
            found.stance,
            found.score,
            Cluster(
                found.cluster or premises[found.premise].id,
                tuple(premises[row].id for row in found.members or (found.premise,)),
            ),
            found.explanation,
            links,
            found.confidence,
            found.reason,
            others=tuple(premises[row] for row in found.members if row != found.premise),
        )
        for found, links in zip(scored, arguments, strict=True)
    )


def _rows(rows: Iterable[int]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return distinct(np.fromiter(rows, np.int64))


def ranking_remarks(
    question: Question, backend: Backend, selected: Selected, filtered: bool
) -> tuple[str, ...]:
    """Returns what a user should know of a query and its ranking."""
    remarks = []
    if not question.tokens:
        remarks.append(f"no word of {question.text[:80]!r} can be searched for")
    if filtered and not backend.counts.premises:
        remarks.append("no argument has what +, - and quotes ask for")
    if question.deadline is not None and question.deadline.unread:
        remarks.append(
            f"the time budget of {question.deadline.seconds:g} seconds was over before all was read: sides and order"
            " are less sure than usual"
        )
    if selected.estimated:
        remarks.append("premises without a claim: their side is estimated from their own words")
    return tuple(remarks)


def phrase_remarks(quoted: bool, backend: Backend, k: int, hits: int) -> tuple[str, ...]:
    """Returns what a user should know of a query that stands in quotes as a whole and has fewer hits than asked for."""
    if not quoted or hits >= k or not backend.counts.premises:
        return ()
    return ("only what has the words in quotes side by side was searched; leave the quotes out for more",)


def relevance_remarks(
    selected: Selected,
    hits: Sequence[Hit],
    weak: Sequence[Hit],
    backend: Backend,
    stance: StanceChoice = "any",
) -> tuple[str, ...]:
    """Returns what a user should know where nothing is close, or nothing on the one side that was asked for."""
    if selected.level == "nearest":
        return (f"nothing speaks to this claim exactly; these premises are {_nearest(hits)}",)
    remarks = []
    among = f"among {counted(backend.counts.premises, 'premise')}"
    if selected.level == "none" and not hits and stance in SIDE_ALONE:
        nothing = nothing_on_side(stance)
        remarks.append(f"{nothing.replace('nothing', 'nothing close', 1)} {among}" if weak else nothing)
    elif weak and not hits:
        remarks.append(f"nothing close to this claim {among}")
    if selected.single_claim:
        count = backend.counts.claims
        remarks.append(f"one of {counted(count, 'claim')} alone seems close, which may be chance")
    return tuple(remarks)


def nothing_on_side(stance: StanceChoice) -> str:
    """Returns the remark that the one side asked for has no premises at all.

    >>> nothing_on_side("con")
    'nothing was found against this claim'
    """
    return f"nothing was found {SIDE_ALONE[stance]} this claim"


def _nearest(hits: Sequence[Hit]) -> str:
    """Names the nearest claims, the most relevant first."""
    by_relevance = sorted(hits, key=lambda hit: -(hit.relevance or 0.0))
    claims = dict.fromkeys(" ".join(hit.claims[0].text.split()) for hit in by_relevance if hit.claims)
    if not claims:
        return "the nearest"
    texts = [text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…" for text in claims]
    names = ", ".join(f"‘{text}’" for text in texts[:NAMED])
    return f"on the nearest {'claim' if len(claims) == 1 else 'claims'}: {names}"
