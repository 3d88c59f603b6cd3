"""From where on each shortcut of the search pays, and how much is remembered."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Limits"]


@dataclass(frozen=True, slots=True)
class Limits:
    """What is found does not depend on them, only how fast.

    Attributes:
        rounded_documents: Documents of a segment from which on rounded sums choose whom to score.
        pruned_documents: Documents of a segment from which on it pays to ask whether frequent terms matter.
        rounded_terms: Terms of a query up to which they do; more could leave 16 bits.
        listed_documents: Documents of a segment from which on those of rare terms are listed.
        listed_share: Up to one in so many documents is listed, or looked up instead of summed with all.
        sample: Promising documents, at least, that are scored first to learn what the best reach.
        candidates: Documents, at most, that may be left to score exactly.
        group: Documents, at most, of which only the highest sum is compared at first.
        group_share: Up to one in so many groups is looked into.
        cell_postings: Postings of a term beyond which weights are computed by cell.
        frequent_share: A term that one in so many documents has is frequent: summed as a whole column.
        uncompiled_postings: Postings to add before scipy's compiled code is worth the time to load it.
        unranked_postings: Postings of queries before numba is worth loading, for a thread; 0: it is waited for.
        ranked_share: Rare terms are added up to one posting in so many documents before others are asked for.
        formulas: Similarities whose weights are remembered.
        field_rankings: Rankings over several fields whose weights are remembered.
        weight_bytes: Room for the weights by cell of one similarity.
        rounded_bytes: Room, at least, for rounded weights; a third of what the postings take, where that is more.
    """

    rounded_documents: int = 1 << 14
    pruned_documents: int = 1 << 17
    rounded_terms: int = 4096
    listed_documents: int = 1 << 20
    listed_share: int = 64
    sample: int = 32
    candidates: int = 1024
    group: int = 64
    group_share: int = 16
    cell_postings: int = 1024
    frequent_share: int = 8
    uncompiled_postings: int = 1 << 22
    unranked_postings: int = 1 << 25
    ranked_share: int = 4
    formulas: int = 8
    field_rankings: int = 4
    weight_bytes: int = 1 << 24
    rounded_bytes: int = 1 << 23
