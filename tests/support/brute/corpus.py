"""Claims, premises and links as plain lists, and what is asked of them by row."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from debatable.arrays import Bools, Floats, Ints, Singles
from debatable.errors import InputError
from debatable.model import Argument, Claim, Premise, Stance
from debatable.ranking import Counts
from debatable.ranking.protocol import Kind
from debatable.text.sentences import sentences

__all__ = ["BruteCorpus", "Use", "Vector", "plain_tokens"]

Use = tuple[int, int, int]
"""Premise, claim (-1 for none) and sign."""

Vector = Sequence[float] | npt.NDArray[np.floating[Any]]


def plain_tokens(text: str) -> list[str]:
    """Returns the words of a text, in lower case."""
    return text.lower().replace(".", "").split()


class BruteCorpus:
    """What is there, by row."""

    def __init__(
        self,
        claims: Sequence[str | Claim],
        premises: Sequence[str | Premise],
        uses: Sequence[Use],
        claim_clusters: Sequence[int],
        premise_clusters: Sequence[int],
        *,
        query: Vector = (1.0,),
        claim_vectors: Sequence[Vector] | None = None,
        premise_vectors: Sequence[Vector] | None = None,
        quality: Sequence[Sequence[float]] | None = None,
        vectors: bool = True,
        encoder_name: str = "",
        variants: Mapping[str, Sequence[Vector]] | None = None,
        arguments: Sequence[Argument] | None = None,
        analyze: Callable[[str], list[str]] = plain_tokens,
        encoder: Callable[[str], Singles] | None = None,
        cluster_id: Callable[[Kind, int], str] | None = None,
        kept: Collection[int] | None = None,
    ) -> None:
        """Keeps what is given.

        Args:
            claims: Texts or claims, by row.
            premises: Texts or premises, by row.
            uses: Every link.
            claim_clusters: Cluster of each claim.
            premise_clusters: Cluster of each premise.
            query: Vector of every text that is encoded, where there is no encoder.
            claim_vectors: Of each claim; (1,) without.
            premise_vectors: Of each premise; (1,) without.
            quality: Of each link.
            vectors: Whether there are any.
            encoder_name: Of the encoder that made them.
            variants: Further vectors of the premises, by name.
            arguments: Of each link; made up without.
            analyze: Splits a text into words.
            encoder: Encodes a text.
            cluster_id: Names clusters.
            kept: Numbers of the links that pass a filter; None for the whole corpus.
        """
        self.has_vectors = vectors
        self.encoder = encoder_name
        self._claims = [c if isinstance(c, Claim) else Claim(f"c{row}", c) for row, c in enumerate(claims)]
        self._premises = [
            p if isinstance(p, Premise) else Premise(f"p{row}", p) for row, p in enumerate(premises)
        ]
        self.uses = list(uses)
        self._clusters: dict[Kind, list[int]] = {
            "claims": list(claim_clusters),
            "premises": list(premise_clusters),
        }
        self.query = np.array(query, np.float32)
        self._vectors: dict[str, list[Singles]] = {
            "claims": _vectors(claim_vectors, len(claims)),
            "premises": _vectors(premise_vectors, len(premises)),
            **{f"premises {name}": _vectors(some, len(premises)) for name, some in (variants or {}).items()},
        }
        self._quality = None if quality is None else [list(map(float, dcf)) for dcf in quality]
        self._arguments = list(arguments) if arguments is not None else self._made_up()
        self._analyze, self._encoder, self._cluster_id = analyze, encoder, cluster_id
        self._analysed: dict[str, list[str]] = {}
        self._kept = set(range(len(self.uses)) if kept is None else kept)
        self._whole = kept is None

    def _made_up(self) -> list[Argument]:
        return [
            Argument(
                f"a{n}",
                self._premises[premise],
                self._claims[claim] if claim >= 0 else None,
                Stance.of_sign(sign),
            )
            for n, (premise, claim, sign) in enumerate(self.uses)
        ]

    @property
    def variants(self) -> list[str]:
        """Names of the further vectors."""
        return [name.removeprefix("premises ") for name in self._vectors if " " in name]

    @property
    def counts(self) -> Counts:
        links = [self.uses[n] for n in self._kept]
        premises, linked = {premise for premise, _, _ in links}, {p for p, claim, _ in links if claim >= 0}
        return Counts(
            len({claim for _, claim, _ in links if claim >= 0}),
            len(premises),
            len(premises - linked),
            len(set(self._clusters["claims"])),
        )

    def rows(self, kind: Kind) -> Ints:
        return np.array(self._there(kind), np.int64)

    def tokens(self, text: str) -> list[str]:
        if text not in self._analysed:
            self._analysed[text] = self._analyze(text)
        return self._analysed[text]

    def encode(self, text: str) -> Singles:
        self._need_vectors()
        return self.query if self._encoder is None else self._encoder(text)

    def _there(self, kind: Kind) -> list[int]:
        """Returns the rows that may be found."""
        if self._whole:
            return list(range(len(self._claims if kind == "claims" else self._premises)))
        place = 1 if kind == "claims" else 0
        return sorted({self.uses[n][place] for n in self._kept} - {-1})

    def _alone(self, premise: int) -> bool:
        spoken_to = [claim for n, (p, claim, _) in enumerate(self.uses) if p == premise and n in self._kept]
        return bool(spoken_to) and max(spoken_to) < 0

    def _need_vectors(self) -> None:
        if not self.has_vectors:
            raise InputError("there are no vectors", todo="give some")

    def lengths(self, premises: Ints) -> Ints:
        return np.array([len(self._premises[row].text) for row in premises.tolist()], np.int64)

    def one_sentence(self, premises: Ints) -> Bools:
        return np.array(
            [len(sentences(self._premises[row].text)) == 1 for row in premises.tolist()], np.bool_
        )

    def quality(self, links: Ints) -> Floats | None:
        if self._quality is None:
            return None
        return np.array([self._quality[n] for n in links.tolist()], np.float64).reshape(len(links), 3)

    def ids(self, kind: Kind, rows: Ints) -> list[str]:
        return [found.id for found in (self.claims(rows) if kind == "claims" else self.premises(rows))]

    def texts(self, kind: Kind, rows: Ints) -> list[str]:
        return [found.text for found in (self.claims(rows) if kind == "claims" else self.premises(rows))]

    def claims(self, rows: Ints) -> list[Claim]:
        return [self._claims[row] for row in rows.tolist()]

    def premises(self, rows: Ints) -> list[Premise]:
        return [self._premises[row] for row in rows.tolist()]

    def arguments(self, premises: Ints) -> list[tuple[Argument, ...]]:
        kept = sorted(self._kept)
        return [
            tuple(self._arguments[n] for n in kept if self.uses[n][0] == row) for row in premises.tolist()
        ]


def _vectors(given: Sequence[Vector] | None, rows: int) -> list[Singles]:
    return [np.array([1.0] if given is None else given[row], np.float32) for row in range(rows)]
