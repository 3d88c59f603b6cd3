"""What premises say themselves: of the query, and with it of the claims that they hang on.

A claim may be misread, above all one that asks about a detail. But whoever supports a claim and speaks for the query
says that claim and query go together; so what the first premises say is added to what was read of their claims, and
counts for all premises that hang on them.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from debatable.arrays import Bools, Ints
from debatable.learning import AlwaysSame, EvidenceModel, StanceModel
from debatable.ranking.protocol import Backend, LinkRows, Question
from debatable.ranking.stance.agreement import Agreement

__all__ = ["heard", "spoken"]

READ = 10
"""Premises that a model reads, the best ones: each costs some milliseconds. Of the others words are looked at."""

BEGINNING = 12
"""Words of a premise that hangs on a claim which are read: it tells its side first, and each word costs."""

CLAIM, PREMISE = 0.9, 1.6
"""What log-odds read of a claim, and of its premises, are taken times where there are both."""

ALIKE = 0.5
"""How far premises of one claim are misread together: what they say adds up to less than its sum."""


def spoken(
    model: StanceModel, question: Question, backend: Backend, rows: Ints, alone: Bools, links: LinkRows
) -> dict[int, float]:
    """Returns the log-odds that premises support the query by what they say, of those that are looked at.

    A model that reads reads the first ones: those that hang on a claim in part, the others whole. Of further premises
    without a claim words are looked at.

    Args:
        model: The stance model; ``none`` hears nobody, and neither does one that does not know the query's language.
        question: The query.
        backend: Where the texts are.
        rows: The premises, the best first.
        alone: Which of them hang on no claim.
        links: What they hang on.
    """
    reads = isinstance(model, EvidenceModel)
    if isinstance(model, AlwaysSame) or (isinstance(model, EvidenceModel) and not model.reads(question.text)):
        return {}
    asked = alone | (reads & (np.arange(len(rows)) < READ))
    rows = rows[asked]
    if not len(rows):
        return {}
    texts = backend.texts("premises", rows)
    if isinstance(model, EvidenceModel):
        hangs = np.isin(rows, links.premise[_tells(links)]).tolist()
        first = [_beginning(text) if one else text for text, one in zip(texts[:READ], hangs, strict=False)]
        told = [model.towards(question.text, first), model.skimmed(question.text, texts[READ:])]
        return dict(zip(rows.tolist(), np.concatenate(told).tolist(), strict=True))
    probability = np.clip(model(question.text, texts), 1e-6, 1 - 1e-6)
    return dict(zip(rows.tolist(), np.log(probability / (1 - probability)).tolist(), strict=True))


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


def _tells(links: LinkRows) -> Bools:
    """Marks the links that have a claim and a side."""
    return np.asarray((links.claim >= 0) & (links.sign != 0))


def _beginning(text: str) -> str:
    """Returns the first words of a text."""
    return " ".join(text.split(maxsplit=BEGINNING)[:BEGINNING])
