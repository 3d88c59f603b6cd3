"""Which row of the index is which claim or premise, and the links between the rows and between their clusters.

Rows are stable: what is added gets the next rows, what is removed leaves an empty row (key -1) behind, and a
premise whose links changed moves to a new row, because its conclusions and discussions are indexed with it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np

from debatable.arrays import Ints, distinct, union
from debatable.corpus import Links, Snapshot
from debatable.corpus.links import expand, grouped
from debatable.engines.local.generations import REBUILD, Draft, Generation
from debatable.errors import CorruptIndexError
from debatable.ranking.formulas.ecir2020 import claim_frequency

CORPUS_DIGEST = "corpus.sha256"

EMPTY = -1
"""Key of a row that nothing lives in any more."""


@dataclass(frozen=True)
class Tables:
    """Keys of the store by row, and the links in rows."""

    claims: Ints
    premises: Ints
    links: Links

    @property
    def counts(self) -> dict[str, int]:
        """How many claims, premises and links live in the tables."""
        return {
            "claims": int(np.count_nonzero(self.claims != EMPTY)),
            "premises": int(np.count_nonzero(self.premises != EMPTY)),
            "links": len(self.links),
        }

    @property
    def waste(self) -> float:
        """Share of the rows that are empty."""
        rows = len(self.claims) + len(self.premises)
        return 1 - (self.counts["claims"] + self.counts["premises"]) / rows if rows else 0.0

    def save(self, draft: Draft) -> None:
        """Writes the tables into a generation."""
        draft.save("claims.npy", self.claims)
        draft.save("premises.npy", self.premises)
        draft.save("links.premise.npy", self.links.premise)
        draft.save("links.claim.npy", self.links.claim)
        draft.save("links.sign.npy", self.links.sign)
        draft.save("links.argument.npy", self.links.argument)

    @classmethod
    def load(cls, generation: Generation) -> Tables:
        """Maps the tables of a generation into memory."""
        claims, premises = generation.array("claims.npy"), generation.array("premises.npy")
        premise, claim, sign, argument = (
            generation.array(f"links.{name}.npy") for name in ("premise", "claim", "sign", "argument")
        )
        lengths = {len(premise), len(claim), len(sign), len(argument)}
        if (
            len(lengths) > 1
            or not _within(premise, 0, len(premises))
            or not _within(claim, EMPTY, len(claims))
        ):
            raise CorruptIndexError(
                "links lead to rows that are not there", where=str(generation.folder), todo=REBUILD
            )
        links = Links(premise, claim, sign, argument, premises=len(premises), claims=len(claims))
        return cls(claims, premises, links)


def _within(rows: Ints, first: int, end: int) -> bool:
    """Returns whether all rows are from the first on and before the end."""
    return not len(rows) or bool(first <= rows.min() and rows.max() < end)


def save_corpus_digest(
    snapshot: Snapshot, before: Tables | None, draft: Draft, previous: Generation | None
) -> None:
    """Saves a digest of the checksums of the corpus, which cover what no other file does, such as addresses.

    To that of the generation before only the checksums of new rows are added; the tables know what was removed.
    """
    last = dict.fromkeys(("premises", "claims", "arguments"), 0)
    digest = hashlib.sha256()
    if previous is not None and before is not None and CORPUS_DIGEST in previous.manifest.files:
        last = {
            "premises": int(before.premises.max(initial=0)),
            "claims": int(before.claims.max(initial=0)),
            "arguments": int(before.links.argument.max(initial=0)),
        }
        digest.update(previous.manifest.files[CORPUS_DIGEST]["sha256"].encode())
    for table, key in last.items():
        for checksum in snapshot.checksums(table, key):
            digest.update(checksum)
    (draft.folder / CORPUS_DIGEST).write_bytes(f"{digest.hexdigest()}\n".encode())


@dataclass(frozen=True)
class Change:
    """What happened between two tables: rows that died, and rows from which on all is new."""

    dead_claims: Ints
    dead_premises: Ints
    first_claim: int
    first_premise: int

    def of(self, table: str) -> tuple[int, Ints]:
        """Returns the first new row and the rows that died, of the claims or of the premises."""
        if table == "claims":
            return self.first_claim, self.dead_claims
        return self.first_premise, self.dead_premises


def advance(snapshot: Snapshot, previous: Tables | None) -> tuple[Tables, Change]:
    """Computes the tables of a snapshot, keeping the rows of the previous tables where it can."""
    before = previous or Tables(*_nothing())
    argument, premise, claim, sign = _link_columns(snapshot, before)
    touched = _touched(argument, premise, before)
    claims, dead_claims = _follow(before.claims, distinct(claim[claim != EMPTY]), claim[:0])
    premises, dead_premises = _follow(before.premises, distinct(premise), touched)
    links = Links(
        _rows_of(premises, premise),
        np.where(claim == EMPTY, EMPTY, _rows_of(claims, claim)),
        sign.astype(np.int8),
        argument,
        premises=len(premises),
        claims=len(claims),
    )
    change = Change(dead_claims, dead_premises, len(before.claims), len(before.premises))
    return Tables(claims, premises, links), change


def _link_columns(snapshot: Snapshot, before: Tables) -> Ints:
    """Returns argument, premise, claim and sign of every link, read off the tables for those that are there already."""
    links = before.links
    kept = ~np.isin(links.argument, snapshot.dead_arguments())
    claims = np.append(before.claims, EMPTY)[links.claim[kept]]  # a link without a claim leads to the last
    columns = (links.argument[kept], before.premises[links.premise[kept]], claims, links.sign[kept])
    added = snapshot.link_columns(int(links.argument.max(initial=0)))
    return np.concatenate([np.array(columns, np.int64), added], axis=1)


def _nothing() -> tuple[Ints, Ints, Links]:
    none = np.zeros(0, np.int64)
    return none, none, Links(none, none, none.astype(np.int8), none, premises=0, claims=0)


def _touched(argument: Ints, premise: Ints, before: Tables) -> Ints:
    """Returns the keys of the premises that lost or got a link."""
    lost = ~np.isin(before.links.argument, argument)
    got = ~np.isin(argument, before.links.argument)
    return union(before.premises[before.links.premise[lost]], premise[got])


def _follow(before: Ints, living: Ints, touched: Ints) -> tuple[Ints, Ints]:
    """Empties the rows of what is gone or touched and appends what is new or touched, in order of key."""
    dies = (before != EMPTY) & (~np.isin(before, living) | np.isin(before, touched))
    kept = np.where(dies, EMPTY, before)
    fresh = living[~np.isin(living, kept)]
    return np.concatenate([kept, fresh]), np.flatnonzero(dies)


def _rows_of(table: Ints, keys: Ints) -> Ints:
    """Looks the row of each key up; keys that are in no row give an arbitrary one."""
    if not len(table):
        return np.zeros(len(keys), np.int64)
    order = np.argsort(table, kind="stable")
    place = np.searchsorted(table[order], keys)
    rows: Ints = order[np.minimum(place, len(table) - 1)]
    return rows


@dataclass(frozen=True)
class ClusterLinks:
    """The clusters of claims and premises, with how often they meet.

    Attributes:
        count: |Gamma|, the number of claim clusters in the corpus.
        support: cf(p+) of each premise cluster.
        attack: cf(p-) of each premise cluster.
    """

    count: int
    support: Ints
    attack: Ints
    _starts: Ints
    _order: Ints

    @classmethod
    def of(cls, links: Links, claim: Ints, premise: Ints) -> ClusterLinks:
        """Counts the claim clusters that each premise cluster supports and attacks; cluster -1 is an empty row."""
        starts, order = grouped(claim, int(claim.max(initial=-1)) + 1)
        kept = np.flatnonzero((links.claim >= 0) & (premise[links.premise] >= 0))
        support, attack = claim_frequency(
            premise[links.premise[kept]],
            claim[links.claim[kept]],
            np.where(links.sign[kept] < 0, -1, 1),
            int(premise.max(initial=-1)) + 1,
        )
        return cls(len(distinct(claim[claim >= 0])), support, attack, starts, order)

    def claims_of(self, clusters: Ints) -> Ints:
        """Returns the claims of given clusters, rising."""
        return np.sort(expand(self._starts, self._order, clusters))
