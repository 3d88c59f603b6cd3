"""A backend beside the brute-force one of the same arguments, with rows that can be mapped.

Adding a backend to the contract is one line in `FACTORIES`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np
import pytest

from debatable.arrays import Floats, Ints
from debatable.engines import (
    Configuration,
    Filter,
    LocalBackend,
    QdrantIndex,
    ServingBackend,
    add_arguments,
    make_index,
    remove_arguments,
)
from debatable.engines.qdrant.address import Address
from debatable.engines.qdrant.backend import QdrantBackend
from debatable.learning import quality
from debatable.model import Argument, Claim, Premise, Stance, claim_id, text_key
from debatable.ranking import Backend
from debatable.ranking.protocol import Kind
from debatable.text import analyzer, parse_query
from tests.support.brute_backend import BruteBackend
from tests.support.qdrant_memory import Memory
from tests.support.qdrant_server import NoServerError, shared_node

__all__ = ["BUNDLED", "FACTORIES", "FILTERS", "KINDS", "VARIANTS", "Pair", "near", "pair_of"]

Numbers = Sequence[float] | Floats

KINDS: tuple[Kind, ...] = ("claims", "premises")
VARIANTS = ("first", "sentences", "sliding")
BUNDLED = "all-MiniLM-L6-v2"
ANALYZER = "english"

Make = Callable[[Sequence[Argument], str, Path], ServingBackend]
"""Makes a backend of arguments with an encoder (none where its name is empty), in an empty folder."""


def local(arguments: Sequence[Argument], encoder: str, folder: Path) -> ServingBackend:
    """An index made at once."""
    make_index(arguments, folder / "index", configuration=_configuration(encoder))
    return LocalBackend.open(folder / "index")


def grown(arguments: Sequence[Argument], encoder: str, folder: Path) -> ServingBackend:
    """An index that was added to and taken from: its rows have gaps, and another order than the corpus."""
    claim = Claim(claim_id("Cars should be banned from the city"), "Cars should be banned from the city")
    passing = [
        Argument(f"x{n}", Premise(f"x{n}", f"Cars passing by {n}"), claim if n else None, Stance.CON)
        for n in range(4)
    ]
    half = len(arguments) * 2 // 3
    first = [*passing[:2], *arguments[:half], *passing[2:]]
    make_index(first, folder / "index", configuration=_configuration(encoder))
    add_arguments(arguments[half:], folder / "index")
    remove_arguments([argument.id for argument in passing], folder / "index")
    return LocalBackend.open(folder / "index")


def brute_force(arguments: Sequence[Argument], encoder: str, folder: Path) -> ServingBackend:
    """The brute-force backend itself, its rows in another order: what can be said of it can be said at all."""
    claims, premises = distinct(arguments)
    claims, premises = dict(reversed(claims.items())), dict(reversed(premises.items()))
    return _brute(
        arguments,
        claims,
        premises,
        encoder,
        clusters=(
            [row % 4 if encoder else row for row in range(len(claims))],
            [row % 9 if encoder else row for row in range(len(premises))],
        ),
    )


def qdrant(arguments: Sequence[Argument], encoder: str, folder: Path) -> ServingBackend:
    """An index on a server, which here lives in memory."""
    server, address = Memory(), Address.of("qdrant://localhost:6333/contract")
    QdrantIndex(address, server).create(arguments, configuration=_configuration(encoder))
    return QdrantBackend.open(address, server)


def qdrant_server(arguments: Sequence[Argument], encoder: str, folder: Path) -> ServingBackend:
    """An index on a real server; what needs one is skipped where there is none."""
    try:
        node = shared_node()
    except NoServerError as reason:
        pytest.skip(str(reason))
    name = f"contract-{abs(hash(folder)):x}"
    address = Address.of(f"qdrant://{node.address}/{name}?shards=2")
    QdrantIndex(address).create(arguments, configuration=_configuration(encoder))
    return QdrantBackend.open(address)


FACTORIES: Mapping[str, Make] = {
    "local": local,
    "grown": grown,
    "qdrant": qdrant,
    "qdrant server": qdrant_server,
    "brute force": brute_force,
}
"""Every backend that keeps the contract."""

FILTERS: Mapping[str, Filter] = {
    "whole": Filter(),
    "source": Filter(sources=("portal",)),
    "language": Filter(languages=("en",)),
    "ids": Filter(ids=("a1", "a2", "p3", "a5", "a8", "a13", "p21", "a34", "nobody")),
    "operators": Filter(query=parse_query('cars -noise -"power plants"', analyzer(ANALYZER))),
    "must": Filter(query=parse_query("+city", analyzer(ANALYZER))),
    "all": Filter(("portal", "forum"), ("en-GB", "en"), (), parse_query("x -trains", analyzer(ANALYZER))),
}


def _configuration(encoder: str) -> Configuration:
    variants = VARIANTS if encoder and encoder != BUNDLED else VARIANTS[:1]
    return Configuration(analyzer=ANALYZER, encoder=encoder, long_texts=variants)


@dataclass(frozen=True)
class Pair:
    """A backend and its oracle.

    Attributes:
        backend: The backend.
        oracle: The brute-force one; its rows are 0, 1, 2, …
        rows: Row of the backend for each row of the oracle, rising.
        encoder: What both were encoded with.
        whole: The backend as an engine gets it.
    """

    backend: Backend
    oracle: BruteBackend
    rows: Mapping[Kind, Ints]
    encoder: str
    whole: ServingBackend

    @property
    def exact(self) -> float:
        """How far apart scores may be: nothing but rounding of cosines, and what a temperature makes of it."""
        return 1e-5 if self.encoder == BUNDLED else 1e-9

    def there(self, kind: Kind) -> Ints:
        """Rows of the oracle that may be found."""
        return np.array(self.oracle._there(kind), np.int64)

    def theirs(self, kind: Kind, rows: Ints) -> Ints:
        """Turns rows of the oracle into rows of the backend."""
        return np.asarray(self.rows[kind][rows])

    def ours(self, kind: Kind, rows: Ints | Sequence[int]) -> list[int]:
        """Turns rows of the backend into rows of the oracle; -1 stays."""
        places = self._places[kind]
        return [places[row] for row in (rows.tolist() if isinstance(rows, np.ndarray) else rows)]

    @cached_property
    def _places(self) -> Mapping[Kind, Mapping[int, int]]:
        """Row of the oracle for each row of the backend."""
        return {
            kind: {row: place for place, row in enumerate(rows.tolist())} | {-1: -1}
            for kind, rows in self.rows.items()
        }

    def part(self, name: str) -> Pair:
        """Returns what passes a filter, of both; made once."""
        if name not in self._parts:
            wanted = FILTERS[name]
            made = replace(self, backend=self.whole.restricted(wanted), oracle=self.oracle.restricted(wanted))
            self._parts[name] = made
        return self._parts[name]

    @cached_property
    def _parts(self) -> dict[str, Pair]:
        return {"whole": self}


def near(found: Numbers, expected: Numbers, rel: float = 1e-9, absolute: float = 1e-12) -> bool:
    """Returns whether finite numbers are equal but for rounding, as `pytest.approx` does, and faster."""
    one, other = np.asarray(found, np.float64), np.asarray(expected, np.float64)
    assert np.isfinite(one).all() and np.isfinite(other).all()
    return one.shape == other.shape and bool(
        np.all(np.abs(one - other) <= np.maximum(absolute, rel * np.abs(other)))
    )


def pair_of(make: Make, arguments: Sequence[Argument], encoder: str, folder: Path) -> Pair:
    """Makes a backend, and its oracle with rows in the same order.

    Vectors and clusters are read from the backend: which they are is no part of the contract, only that every
    operation goes by them; what the vectors are is checked by itself.
    """
    backend = make(arguments, encoder, folder)
    claims, premises = distinct(arguments)
    found: dict[str, int] = {}
    for premise in premises.values():
        rows = backend.search("premises", backend.tokens(premise.text), "BM25", 1_000).rows
        found.update(zip(backend.ids("premises", rows), rows.tolist(), strict=True))
    at_premises = np.sort(np.array([found[premise.id] for premise in premises.values()], np.int64))
    linked = np.unique(backend.links("premises", at_premises).claim)
    at_claims = linked[linked >= 0]
    rows_of: dict[Kind, Ints] = {"claims": at_claims, "premises": at_premises}
    order = {kind: backend.ids(kind, rows) for kind, rows in rows_of.items()}
    oracle = _brute(
        arguments,
        {key: claim for id_ in order["claims"] for key, claim in claims.items() if claim.id == id_},
        {key: premise for id_ in order["premises"] for key, premise in premises.items() if premise.id == id_},
        encoder,
        backend=backend,
        rows=rows_of,
    )
    return Pair(backend, oracle, rows_of, encoder, backend)


def distinct(arguments: Sequence[Argument]) -> tuple[dict[bytes, Claim], dict[bytes, Premise]]:
    """Returns claims and premises, each text of a language once, as it came first."""
    claims: dict[bytes, Claim] = {}
    premises: dict[bytes, Premise] = {}
    for argument in arguments:
        premises.setdefault(text_key(argument.premise.text, argument.premise.language), argument.premise)
        if argument.claim:
            claims.setdefault(text_key(argument.claim.text, argument.claim.language), argument.claim)
    return claims, premises


def _brute(
    arguments: Sequence[Argument],
    claims: Mapping[bytes, Claim],
    premises: Mapping[bytes, Premise],
    encoder: str,
    *,
    clusters: tuple[list[int], list[int]] | None = None,
    backend: Backend | None = None,
    rows: Mapping[Kind, Ints] | None = None,
) -> BruteBackend:
    from debatable.embedding import encoder as encoder_of

    at_claim, at_premise = ({key: row for row, key in enumerate(of)} for of in (claims, premises))
    uses, kept = [], []
    for argument in arguments:
        premise = at_premise[text_key(argument.premise.text, argument.premise.language)]
        claim = at_claim[text_key(argument.claim.text, argument.claim.language)] if argument.claim else -1
        uses.append((premise, claim, argument.stance.sign))
        spoken_to = list(claims.values())[claim] if claim >= 0 else None
        kept.append(replace(argument, premise=list(premises.values())[premise], claim=spoken_to))
    texts = {"claims": [c.text for c in claims.values()], "premises": [p.text for p in premises.values()]}
    vectors: dict[str, list[np.ndarray[tuple[int, ...], np.dtype[np.float32]]]] = {}
    if encoder:
        for kind in KINDS:
            for variant in VARIANTS if kind == "premises" and encoder != BUNDLED else VARIANTS[:1]:
                read_back = backend.vectors(kind, rows[kind], variant) if backend and rows else None
                made = encoder_of(f"{variant}({encoder})")(texts[kind]) if texts[kind] else np.zeros((0, 1))
                halves = np.asarray(made, np.float16).astype(np.float32)
                vectors[f"{kind} {variant}"] = list(halves if read_back is None else read_back)
    if backend and rows:
        of_claims, of_premises = (backend.clusters(kind, rows[kind]).tolist() for kind in KINDS)
        clusters = of_claims, of_premises
    assert clusters is not None
    encode = encoder_of(encoder) if encoder else None
    return BruteBackend(
        list(claims.values()),
        list(premises.values()),
        uses,
        *clusters,
        claim_vectors=vectors.get("claims first"),
        premise_vectors=vectors.get("premises first"),
        variants={name: vectors[f"premises {name}"] for name in VARIANTS if f"premises {name}" in vectors},
        quality=_wins(uses, vectors) if encoder == BUNDLED else None,
        vectors=bool(encoder),
        encoder_name=encoder,
        arguments=kept,
        analyze=analyzer(ANALYZER),
        encoder=(lambda text: np.asarray(encode([text])[0])) if encode else None,
        cluster_id=backend.cluster_id if backend else None,
    )


def _wins(
    uses: Sequence[tuple[int, int, int]],
    vectors: Mapping[str, Sequence[np.ndarray[tuple[int, ...], np.dtype[np.float32]]]],
) -> list[list[float]]:
    """Returns for every link the share of the others of its claim that it beats, one pair after the other."""
    model = quality()
    scores = [
        model.score(vectors["claims first"][claim][None], vectors["premises first"][premise][None])[0]
        if claim >= 0
        else np.zeros(3, np.float32)
        for premise, claim, _ in uses
    ]
    shares = []
    for number, (_, claim, _) in enumerate(uses):
        rivals = [scores[n] for n, use in enumerate(uses) if n != number and claim >= 0 and use[1] == claim]
        alone = 0.5 if claim >= 0 else 0.0
        shares.append(
            [
                float(
                    np.float32(sum(_beaten(own, rival[place]) for rival in rivals)) / np.float32(len(rivals))
                )
                if rivals
                else alone
                for place, own in enumerate(scores[number].tolist())
            ]
        )
    return shares


def _beaten(own: float, other: float) -> float:
    return 1.0 if own > other else 0.5 if own == other else 0.0
