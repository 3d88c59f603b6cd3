"""Relations between claims, read when a corpus is indexed: each claim with its nearest ones, in both orders.

A generation keeps them by the keys of the claims, so that they outlive added and removed arguments. What is read is
written to a journal at once: reading that was interrupted goes on where it ended.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from debatable.arrays import Bools, Floats, Ints, Singles, VectorRows
from debatable.engines.local.generations import Draft, Generation
from debatable.progress import Step

if TYPE_CHECKING:  # what adds to an index ranks nothing
    from debatable.learning import EvidenceModel
    from debatable.ranking.relations import ClaimRelations

PAIRS = "relations/pairs.npy"
LOG_ODDS = "relations/log_odds.npy"
COSINES = "relations/cosines.npy"
READ = "relations/claims.npy"

BLOCK = 1_024
"""Claims that are compared with all others at a time."""

BATCH = 64
"""Pairs that are read, and written to the journal, at a time."""

RECORD = np.dtype([("key", "S16"), ("log_odds", "<f4"), ("check", "<u4")])
"""A reading in a journal: hash of model and texts, log-odds, checksum of both."""


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Which claims are read with which.

    Attributes:
        count: Nearest claims of each claim.
        near_from: Cosine from which two claims begin to belong to one debate.
        near_to: Cosine from which they belong to one debate entirely.
    """

    count: int = 8
    near_from: float = 0.3
    near_to: float = 0.6

    def pairs(self, vectors: VectorRows, living: Ints, new: Bools) -> tuple[Ints, Singles]:
        """Returns pairs of living rows of which one at least is new, the lower row first, rising, and their cosines."""
        all_vectors = np.asarray(vectors[living], np.float32)
        found: dict[tuple[int, int], float] = {}
        count = min(self.count, len(living) - 1)
        rows = np.flatnonzero(new) if count > 0 else np.zeros(0, np.int64)
        for start in range(0, len(rows), BLOCK):
            block = rows[start : start + BLOCK]
            cosines = all_vectors[block] @ all_vectors.T
            cosines[np.arange(len(block)), block] = -1.0
            last = np.partition(cosines, -count, axis=1)[:, -count]  # cosine of the last of the nearest
            for one, near, least in zip(block.tolist(), cosines, last, strict=True):
                others = np.flatnonzero((near >= least) & (near >= self.near_from))
                # ties by row, so that the same corpus gives the same pairs
                others = others[np.argsort(-near[others], kind="stable")[:count]]
                for other in others.tolist():
                    pair = (int(living[min(one, other)]), int(living[max(one, other)]))
                    found[pair] = float(near[other])
        pairs = np.array(sorted(found), np.int64).reshape(-1, 2)
        return pairs, np.array([found[one, other] for one, other in pairs.tolist()], np.float32)

    def weight(self, cosines: Singles) -> Floats:
        """Returns how far pairs belong to one debate, from 0 to 1."""
        span = self.near_to - self.near_from
        return np.asarray(np.clip((cosines - self.near_from) / span, 0.0, 1.0), np.float64)


class Journal:
    """Readings of one model in a file, appended as they are made; a torn or damaged record is read again."""

    def __init__(self, path: Path | None, model: str, known: Path | None = None) -> None:
        """Opens a journal.

        Args:
            path: Its file; nothing is written without it.
            model: Fingerprint of the model.
            known: Another journal, which is only read.
        """
        self._path, self._model = path, model
        self._log_odds: dict[bytes, float] = {}
        for file in (known, path):
            if file is not None and file.is_file():
                self._load(file)

    def _load(self, file: Path) -> None:
        content = file.read_bytes()
        records = np.frombuffer(content[: len(content) // RECORD.itemsize * RECORD.itemsize], RECORD)
        for record in records:
            key = bytes(record["key"]).ljust(16, b"\0")
            if int(record["check"]) == _check(key, float(record["log_odds"])):
                self._log_odds[key] = float(record["log_odds"])

    def key(self, one: str, other: str) -> bytes:
        """Returns the key of two texts, whatever their order."""
        parts = "\0".join((self._model, *sorted((one, other))))
        return hashlib.blake2b(parts.encode(), digest_size=16).digest()

    def get(self, key: bytes) -> float | None:
        """Returns a reading; None where there is none."""
        return self._log_odds.get(key)

    def put(self, keys: Sequence[bytes], log_odds: Floats) -> None:
        """Adds readings and appends them to the file."""
        records = np.zeros(len(keys), RECORD)
        for record, key, value in zip(records, keys, log_odds.astype(np.float32), strict=True):
            self._log_odds[key] = float(value)
            record["key"], record["log_odds"], record["check"] = key, value, _check(key, float(value))
        if self._path is not None:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            torn = self._path.stat().st_size % RECORD.itemsize if self._path.is_file() else 0
            with self._path.open("ab") as file:
                file.write(b"\0" * ((RECORD.itemsize - torn) % RECORD.itemsize) + records.tobytes())


def _check(key: bytes, log_odds: float) -> int:
    content = key + np.float32(log_odds).tobytes()
    return int.from_bytes(hashlib.blake2b(content, digest_size=4).digest(), "little")


@dataclass(frozen=True, slots=True)
class ReadRelations:
    """Relations of a generation, by keys of claims.

    Attributes:
        model: Fingerprint of the model that read them; empty where nothing was read.
        pairs: Keys of two claims, rising.
        log_odds: That they have the same stance, as read.
        cosines: Of their vectors.
        claims: Keys of the claims that were read with their neighbours, rising.
    """

    model: str
    pairs: Ints
    log_odds: Singles
    cosines: Singles
    claims: Ints

    @classmethod
    def load(cls, generation: Generation | None) -> ReadRelations:
        """Returns those of a generation; none where it has none.

        Raises:
            CorruptIndexError: The files do not fit together.
        """
        if generation is None or PAIRS not in generation.manifest.files:
            nothing = np.zeros(0, np.float32)
            return cls("", np.zeros((0, 2), np.int64), nothing, nothing, np.zeros(0, np.int64))
        pairs, log_odds, cosines, claims = map(generation.array, (PAIRS, LOG_ODDS, COSINES, READ))
        fits = pairs.shape == (len(log_odds), 2) and log_odds.shape == cosines.shape and claims.ndim == 1
        if not fits or pairs.dtype != np.int64 or not np.isfinite(log_odds).all():
            raise generation.unreadable(PAIRS, ValueError("relations that do not fit together"))
        return cls(generation.manifest.versions.get("relations", ""), pairs, log_odds, cosines, claims)

    def of(self, living: Ints) -> ReadRelations:
        """Returns those of claims that are still there."""
        kept = np.isin(self.pairs, living).all(axis=1)
        return ReadRelations(
            self.model,
            self.pairs[kept],
            self.log_odds[kept],
            self.cosines[kept],
            self.claims[np.isin(self.claims, living)],
        )

    def save(self, draft: Draft) -> None:
        """Writes them into a draft, if there are any."""
        if self.model:
            for name, array in (
                (PAIRS, self.pairs),
                (LOG_ODDS, self.log_odds),
                (COSINES, self.cosines),
                (READ, self.claims),
            ):
                draft.save(name, array)

    def by_row(self, keys: Ints, neighbours: Neighbours) -> ClaimRelations:
        """Returns them for ranking, by the rows of the claims.

        Args:
            keys: Of each row, -1 for empty ones.
            neighbours: How pairs are weighted.
        """
        from debatable.ranking.formulas.relations import same_stance_prior
        from debatable.ranking.relations import ClaimRelations

        order = np.argsort(keys, kind="stable")
        rows = order[np.minimum(np.searchsorted(keys[order], self.pairs), len(keys) - 1)]
        there = (keys[rows] == self.pairs).all(axis=1)
        rows, log_odds = np.sort(rows[there], axis=1), self.log_odds[there]
        rising = np.lexsort((rows[:, 1], rows[:, 0]))
        prior = same_stance_prior(
            np.asarray(self.log_odds, np.float64), neighbours.weight(np.asarray(self.cosines))
        )
        return ClaimRelations(
            self.model, rows[rising], np.asarray(log_odds)[rising], prior, np.isin(keys, self.claims)
        )


def read_relations(
    model: EvidenceModel,
    texts: Callable[[Ints], list[str]],
    pairs: Ints,
    journal: Journal,
    progress: Step | None = None,
) -> Floats:
    """Reads pairs of claims in both orders; returns the log-odds that they have the same stance.

    Args:
        model: Reads pairs of texts.
        texts: Returns the texts of rows.
        pairs: Rows of two claims each.
        journal: Where readings are looked up and written to.
        progress: Called with how many pairs were read.
    """
    result = np.zeros(len(pairs))
    for places in _blocks(len(pairs)):
        ones, others = texts(pairs[places, 0]), texts(pairs[places, 1])
        keys = [journal.key(one, other) for one, other in zip(ones, others, strict=True)]
        new = [place for place, key in enumerate(keys) if journal.get(key) is None]
        if new:
            left, right = [ones[place] for place in new], [others[place] for place in new]
            forth, back = np.split(model.between([*left, *right], [*right, *left]), 2)
            journal.put([keys[place] for place in new], (forth + back) / 2)
        result[places] = [journal.get(key) for key in keys]
        if progress is not None:
            progress(int(places[-1]) + 1, len(pairs))
    return result


def _blocks(total: int) -> Iterator[Ints]:
    for start in range(0, total, BATCH):
        yield np.arange(start, min(start + BATCH, total))
