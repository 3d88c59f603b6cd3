"""What premises say themselves: of the query, and with it of the claims that they hang on.

A claim may be misread, above all one that asks about a detail. But whoever supports a claim and speaks for the query
says that claim and query go together; so what the first premises say is added to what was read of their claims, and
counts for all premises that hang on them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from debatable.arrays import Bools, Ints
from debatable.learning import AlwaysSame, EvidenceModel, StanceModel
from debatable.ranking.protocol import Backend, LinkRows, Question
from debatable.ranking.stance.agreement import Agreement
from debatable.ranking.stance.prose import ProseSides

__all__ = ["beginning", "Spoken", "heard", "spoken"]

READ = 10
"""Premises that a model reads, the best ones: each costs some milliseconds. Of the others words are looked at."""

VOICES = 3
"""Premises of one claim that are read: what more of them say adds little."""

BEGINNING = 12
"""Words of a premise that hangs on a claim which are read: it tells its side first, and each word costs."""

CLAIM, PREMISE = 0.9, 1.6
"""What log-odds read of a claim, and of its premises, are taken times where there are both."""

ALIKE = 0.5
"""How far premises of one claim are misread together: what they say adds up to less than its sum."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """What premises say of the query.

    Attributes:
        log_odds: That a premise supports the query, by row, of those that are looked at.
        prose: Rows of the long ones, where there are several: their log-odds hold what the others of them say as well.
    """

    log_odds: Mapping[int, float] = field(default_factory=dict)
    prose: frozenset[int] = frozenset()


def spoken(
    model: StanceModel,
    question: Question,
    backend: Backend,
    rows: Ints,
    alone: Bools,
    links: LinkRows,
    prose: ProseSides | None = None,
) -> Spoken:
    """Returns the log-odds that premises support the query by what they say, of those that are looked at.

    A model that reads reads the first ones: those that hang on a claim in part, the others whole. Of further premises
    without a claim words are looked at. The long ones of those that are read whole are weighed together.

    Args:
        model: The stance model; ``none`` hears nobody, and neither does one that does not know the query's language.
        question: The query.
        backend: Where the texts are.
        rows: The premises, the best first.
        alone: Which of them hang on no claim.
        links: What they hang on.
        prose: How long premises are weighed together; the usual way without it.
    """
    if isinstance(model, AlwaysSame) or (isinstance(model, EvidenceModel) and not model.reads(question.text)):
        return Spoken()
    if not isinstance(model, EvidenceModel):
        return Spoken(_by_words(model, question, backend, rows[alone]))
    first = np.arange(len(rows)) < READ
    tied = links.take(_tells(links) & np.isin(links.premise, rows[first]))
    whole = rows[first & ~np.isin(rows, tied.premise)]
    part = _called(rows[first], tied)
    further = rows[~first & alone]
    texts = backend.texts("premises", np.concatenate([part, whole, further]))
    read = [*(beginning(text) for text in texts[: len(part)]), *texts[len(part) : len(part) + len(whole)]]
    log_odds = np.array(model.towards(question.text, read), np.float64)
    prose = prose or ProseSides()
    long = np.concatenate([np.zeros(len(part), np.bool_), prose.is_prose(texts[len(part) : len(read)])])
    log_odds[long] = prose(log_odds[long])
    looked_at = np.concatenate([part, whole, further])
    every = np.concatenate([log_odds, model.skimmed(question.text, texts[len(read) :])])
    return Spoken(
        dict(zip(looked_at.tolist(), every.tolist(), strict=True)),
        frozenset(looked_at[: len(read)][long].tolist() if long.sum() > 1 else ()),
    )


def heard(agreed: Agreement, links: LinkRows, own: Mapping[int, float]) -> Agreement:
    """Returns what is known of claims, with what their premises say of the query.

    >>> links = LinkRows(np.array([4, 7]), np.array([0, 1]), np.array([-1, 1], np.int8), np.array([0, 1]))
    >>> heard(Agreement(np.array([0, 1]), np.array([0.5, 0.7])), links, {4: -1.0}).probability.round(2).tolist()
    [0.83, 0.7]

    Args:
        agreed: What was read of the claims.
        links: Those of the premises.
        own: Log-odds that premises support the query, of those that were looked at.
    """
    counts = _tells(links) & agreed.knows(links.claim) & np.isin(links.premise, np.array([*own], np.int64))
    premises, of, number = np.unique(links.premise[counts], return_inverse=True, return_counts=True)
    each = np.array([own[row] for row in premises.tolist()]) / number
    places = np.searchsorted(agreed.claims, links.claim[counts])
    told = np.bincount(places, weights=links.sign[counts] * each[of], minlength=len(agreed.claims))
    voices = np.bincount(places, minlength=len(agreed.claims))
    known = np.clip(agreed.probability, 1e-6, 1 - 1e-6)
    together = CLAIM * np.log(known / (1 - known)) + PREMISE * told / (1 + ALIKE * np.maximum(voices - 1, 0))
    return Agreement(agreed.claims, np.where(voices > 0, 1 / (1 + np.exp(-together)), agreed.probability))


def _called(rows: Ints, links: LinkRows) -> Ints:
    """Returns the premises that are read in part, in their order: enough of each claim, and of no claim more.

    >>> links = LinkRows(np.array([7, 8, 9, 5]), np.zeros(4, np.int64), np.ones(4, np.int8), np.arange(4))
    >>> _called(np.array([9, 8, 7, 5]), links).tolist()
    [9, 8, 7]

    Args:
        rows: Premises, the best first.
        links: Those of them that tell.
    """
    claims: dict[int, list[int]] = {}
    for premise, claim in zip(links.premise.tolist(), links.claim.tolist(), strict=True):
        claims.setdefault(premise, []).append(claim)
    voices: Counter[int] = Counter()
    called = []
    for row in rows.tolist():
        if any(voices[claim] < VOICES for claim in claims.get(row, ())):
            voices.update(claims[row])
            called.append(row)
    return np.array(called, np.int64)


def _by_words(model: StanceModel, question: Question, backend: Backend, rows: Ints) -> dict[int, float]:
    """Returns the same by a model that knows words alone."""
    if not len(rows):
        return {}
    probability = np.clip(model(question.text, backend.texts("premises", rows)), 1e-6, 1 - 1e-6)
    return dict(zip(rows.tolist(), np.log(probability / (1 - probability)).tolist(), strict=True))


def _tells(links: LinkRows) -> Bools:
    """Marks the links that have a claim and a side."""
    return np.asarray((links.claim >= 0) & (links.sign != 0))


def beginning(text: str) -> str:
    """Returns the words of a premise that are read where it hangs on a claim."""
    return " ".join(text.split(maxsplit=BEGINNING)[:BEGINNING])
