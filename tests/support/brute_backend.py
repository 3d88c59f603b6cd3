"""A backend over plain lists, one row and one word at a time: what every other backend is compared with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from debatable.arrays import Bools, Floats, Ints, Matrix, Singles
from debatable.engines import Filter
from debatable.errors import InputError
from debatable.learning import EvidenceModel
from debatable.lexical import BM25F, Formula, Similarity, Statistics, similarity
from debatable.model import Argument, Claim, Premise, Stance
from debatable.ranking import Counts, LinkRows, Method, Question, Ranked, Scored
from debatable.ranking.protocol import Kind
from debatable.text import Query
from tests.support.bm25f import bm25f_by_definition

__all__ = ["BruteBackend", "Use", "ask"]

Use = tuple[int, int, int]
"""Premise, claim (-1 for none) and sign."""

Vector = Sequence[float] | npt.NDArray[np.floating[Any]]


def ask(method: Method, text: str, backend: BruteBackend, k: int) -> list[Scored]:
    """Ranks premises for a query."""
    return method(Question(text, backend), backend, k)


def plain_tokens(text: str) -> list[str]:
    """Returns the words of a text, in lower case."""
    return text.lower().replace(".", "").split()


class BruteBackend:
    """Claims and premises by row, answered by looking at all of them."""

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
            variants: Further vectors of the premises, by name.
            arguments: Of each link; made up without.
            analyze: Splits a text into words.
            encoder: Encodes a text.
            cluster_id: Names clusters.
            kept: Numbers of the links that pass a filter; None for the whole corpus.
        """
        self.has_vectors = vectors
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

    # What there is

    @property
    def counts(self) -> Counts:
        links = [self.uses[n] for n in self._kept]
        premises = {premise for premise, _, _ in links}
        return Counts(
            len({claim for _, claim, _ in links if claim >= 0}),
            len(premises),
            sum(self._alone(premise) for premise in premises),
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

    # Searching and scoring

    def search(self, kind: Kind, tokens: Sequence[str], similarity: str | Similarity, k: int) -> Ranked:
        return _ranked(self._lexical(kind, tokens, similarity), k)

    def score(
        self, kind: Kind, tokens: Sequence[str], rows: Ints, similarity: str | Similarity = "BM25"
    ) -> Floats:
        scores = self._lexical(kind, tokens, similarity)
        return np.array([scores.get(row, 0.0) for row in rows.tolist()], np.float64)

    def _lexical(self, kind: Kind, query: Sequence[str], name: str | Similarity) -> dict[int, float]:
        """Scores every text that has a word of the query, from the definition, in single precision."""
        texts = self._claims if kind == "claims" else self._premises
        words = {row: Counter(self.tokens(texts[row].text)) for row in self._there(kind)}
        N = sum(1 for counted in words.values() if counted)
        T = sum(counted.total() for counted in words.values())
        formula = similarity(name) if isinstance(name, str) else name
        weigh = formula.for_query(len(query)).score if isinstance(formula, Formula) else formula
        clauses = []
        for term, boost in Counter(query).items():
            n = sum(1 for counted in words.values() if term in counted)
            F = sum(counted[term] for counted in words.values())
            clauses.append((n, F, term, boost))
        scores = {}
        for row, counted in words.items():
            dl = _in_a_byte(counted.total())
            parts = [
                weigh(np.array([float(counted[term])]), np.array([dl]), Statistics(N, T, n, F), float(boost))[
                    0
                ]
                for n, F, term, boost in sorted(clauses)
                if term in counted
            ]
            if parts:
                scores[row] = float(np.float32(sum(parts, 0.0)))
        return scores

    def search_fields(self, ranking: BM25F, tokens: Sequence[str], k: int) -> Ranked:
        scores = self._fielded(ranking, tokens)
        return _ranked({row: float(np.float32(score)) for row, score in scores.items()}, k)

    def score_fields(self, ranking: BM25F, tokens: Sequence[str], rows: Ints) -> Floats:
        scores = self._fielded(ranking, tokens)
        return np.array([scores.get(row, 0.0) for row in rows.tolist()], np.float64)

    def _fielded(self, ranking: BM25F, query: Sequence[str]) -> dict[int, float]:
        """BM25F from its definition; the fields of a premise are those of the whole corpus."""
        live = self._there("premises")
        conclusions, said = self._conclusions(live), self._said(live)
        arguments = {row: [*conclusions[row], *said[row]] for row in live}
        fields = (conclusions, arguments, self._discussions(live))
        return bm25f_by_definition(fields, live, query, ranking)

    def _said(self, rows: Sequence[int]) -> dict[int, list[str]]:
        return {row: self.tokens(self._premises[row].text) for row in rows}

    def _conclusions(self, rows: Sequence[int]) -> dict[int, list[str]]:
        claims = {row: sorted({c for p, c, _ in self.uses if p == row and c >= 0}) for row in rows}
        return {
            row: [word for claim in claims[row] for word in self.tokens(self._claims[claim].text)]
            for row in rows
        }

    def _discussions(self, rows: Sequence[int]) -> dict[int, list[str]]:
        titles: dict[int, list[str]] = {row: [] for row in rows}
        for (premise, _, _), argument in zip(self.uses, self._arguments, strict=True):
            if premise in titles and argument.discussion not in titles[premise]:
                titles[premise].append(argument.discussion)
        named = {row: [word for title in titles[row] for word in self.tokens(title)] for row in rows}
        return {row: named[row] or self._debate(row) for row in rows}

    def _debate(self, premise: int) -> list[str]:
        """The claims of a premise, each with all its premises."""
        words = []
        for claim in {c for p, c, _ in self.uses if p == premise and c >= 0}:
            words += self.tokens(self._claims[claim].text)
            for other in {p for p, c, _ in self.uses if c == claim}:
                words += self.tokens(self._premises[other].text)
        return words

    def nearest(self, kind: Kind, vector: Singles, k: int, *, claimless: bool = False) -> Ranked:
        self._need_vectors()
        cosines = {}
        for row in self._there(kind):
            if claimless and not self._alone(row):
                continue
            cosine = np.dot(self._vectors[kind][row].astype(np.float64), vector.astype(np.float64))
            if np.float32(cosine) > 0:
                cosines[row] = float(np.float32(cosine))
        return _ranked(cosines, k)

    def cosines(self, kind: Kind, vector: Singles, rows: Ints) -> Floats:
        self._need_vectors()
        return np.array(
            [float(np.dot(self._vectors[kind][row], vector)) for row in rows.tolist()], np.float64
        )

    def vectors(self, kind: Kind, rows: Ints, variant: str = "") -> Matrix:
        self._need_vectors()
        if kind == "premises" and variant and self.variants and variant not in self.variants:
            raise InputError(f"there are no {variant!r} vectors of premises", todo=f"give {variant} ones")
        known = self._vectors[f"{kind} {variant}" if f"{kind} {variant}" in self._vectors else kind]
        size = len(known[0]) if known else len(self.query)
        return np.array([known[row] for row in rows.tolist()], np.float32).reshape(len(rows), size)

    def similar_premises(self, rows: Ints, N: int) -> Ints:  # noqa: N803
        found: list[int] = []
        for row in rows.tolist():
            found += self.search(
                "premises", self.tokens(self._premises[row].text), "BM25", N + 1
            ).rows.tolist()
        return np.array(found, np.int64)

    # Links and clusters

    def links(self, kind: Kind, rows: Ints) -> LinkRows:
        place = 1 if kind == "claims" else 0
        numbers = [n for row in rows.tolist() for n in sorted(self._kept) if self.uses[n][place] == row]
        premise, claim, sign = (np.array([self.uses[n][i] for n in numbers], np.int64) for i in range(3))
        return LinkRows(premise, claim, sign.astype(np.int8), np.array(numbers, np.int64))

    def claimless(self, premises: Ints) -> Bools:
        return np.array([self._alone(row) for row in premises.tolist()], np.bool_)

    def clusters(self, kind: Kind, rows: Ints) -> Ints:
        return np.array([self._clusters[kind][row] for row in rows.tolist()], np.int64)

    def claims_of_clusters(self, clusters: Ints) -> Ints:
        wanted = set(clusters.tolist())
        return np.array(
            [r for r, cluster in enumerate(self._clusters["claims"]) if cluster in wanted], np.int64
        )

    def premises_of_clusters(self, clusters: Ints) -> Ints:
        wanted = set(clusters.tolist())
        linked = {self.uses[n][0] for n in self._kept}
        return np.array(
            [r for r, c in enumerate(self._clusters["premises"]) if c in wanted and r in linked], np.int64
        )

    def claim_frequencies(self, premise_clusters: Ints) -> tuple[Ints, Ints]:
        met: dict[tuple[int, bool], set[int]] = {}
        for n in self._kept:
            premise, claim, sign = self.uses[n]
            if claim >= 0:
                key = self._clusters["premises"][premise], sign >= 0
                met.setdefault(key, set()).add(self._clusters["claims"][claim])
        support, attack = (
            np.array([len(met.get((number, side), ())) for number in premise_clusters.tolist()], np.int64)
            for side in (True, False)
        )
        return support, attack

    def claim_relations(self, model: EvidenceModel, claims: Ints, wanted: Bools) -> Floats:
        texts = self.texts("claims", claims)
        found = np.zeros((len(texts), len(texts)))
        for one, text in enumerate(texts):
            for other in range(one + 1, len(texts)):
                if wanted[one, other] or wanted[other, one]:
                    ways = model.between([text], [texts[other]]), model.between([texts[other]], [text])
                    found[one, other] = found[other, one] = (ways[0][0] + ways[1][0]) / 2
        return found

    def cluster_id(self, kind: Kind, number: int) -> str:
        return f"{kind}-{number}" if self._cluster_id is None else self._cluster_id(kind, number)

    def lengths(self, premises: Ints) -> Ints:
        return np.array([len(self._premises[row].text) for row in premises.tolist()], np.int64)

    def quality(self, links: Ints) -> Floats | None:
        if self._quality is None:
            return None
        return np.array([self._quality[n] for n in links.tolist()], np.float64).reshape(len(links), 3)

    # Texts and what hits show

    def ids(self, kind: Kind, rows: Ints) -> list[str]:
        return [found.id for found in (self.claims(rows) if kind == "claims" else self.premises(rows))]

    def texts(self, kind: Kind, rows: Ints) -> list[str]:
        return [found.text for found in (self.claims(rows) if kind == "claims" else self.premises(rows))]

    def claims(self, rows: Ints) -> list[Claim]:
        return [self._claims[row] for row in rows.tolist()]

    def premises(self, rows: Ints) -> list[Premise]:
        return [self._premises[row] for row in rows.tolist()]

    def arguments(self, premises: Ints) -> list[tuple[Argument, ...]]:
        return [
            tuple(self._arguments[n] for n in sorted(self._kept) if self.uses[n][0] == row)
            for row in premises.tolist()
        ]

    # Serving

    @property
    def state(self) -> str:
        return "in memory"

    def restricted(self, wanted: Filter) -> BruteBackend:
        if wanted.empty:
            return self
        passing = {n for n in self._kept if self._passes(n, wanted)}
        if not passing and (wanted.sources or wanted.languages or wanted.ids):
            raise InputError(f"no argument {wanted}", todo="'debatable info' lists sources and languages")
        if wanted.query is not None and not wanted.query.plain:
            passing = {n for n in passing if self._allowed(self.uses[n][0], wanted.query)}
        return BruteBackend(
            self._claims,
            self._premises,
            self.uses,
            self._clusters["claims"],
            self._clusters["premises"],
            query=self.query,
            claim_vectors=self._vectors["claims"],
            premise_vectors=self._vectors["premises"],
            quality=self._quality,
            vectors=self.has_vectors,
            variants={name: self._vectors[f"premises {name}"] for name in self.variants},
            arguments=self._arguments,
            analyze=self._analyze,
            encoder=self._encoder,
            cluster_id=self._cluster_id,
            kept=passing,
        )

    def _passes(self, number: int, wanted: Filter) -> bool:
        argument, premise = self._arguments[number], self._premises[self.uses[number][0]]
        spoken = premise.language
        return (
            (not wanted.sources or argument.source in wanted.sources)
            and (
                not wanted.languages
                or any(spoken == tag or spoken.startswith(f"{tag}-") for tag in wanted.languages)
            )
            and (not wanted.ids or argument.id in wanted.ids or premise.id in wanted.ids)
        )

    def _allowed(self, premise: int, query: Query) -> bool:
        """Says whether a premise and the claims it speaks to have what the operators ask for."""
        claims = {claim for p, claim, _ in self.uses if p == premise and claim >= 0}
        texts = [self.tokens(text) for text in self.texts("premises", np.array([premise]))]
        texts += [self.tokens(self._claims[claim].text) for claim in claims]
        words = {word for text in texts for word in text}

        def has(phrase: tuple[str, ...]) -> bool:
            size = len(phrase)
            return any(
                tuple(text[at : at + size]) == phrase for text in texts for at in range(len(text) - size + 1)
            )

        return (
            words.issuperset(query.must)
            and words.isdisjoint(query.must_not)
            and all(has(phrase) for phrase in query.phrases)
            and not any(has(phrase) for phrase in query.not_phrases)
        )

    def premise_ids(self, argument_ids: Iterable[str]) -> Mapping[str, str]:
        wanted = set(argument_ids)
        return {
            argument.id: self._premises[premise].id
            for (premise, _, _), argument in zip(self.uses, self._arguments, strict=True)
            if argument.id in wanted
        }

    def info(self) -> dict[str, Any]:
        return {
            "arguments": len(self.uses),
            "premises": len({premise for premise, _, _ in self.uses}),
            "claims": len({claim for _, claim, _ in self.uses if claim >= 0}),
            "sources": dict(Counter(argument.source for argument in self._arguments)),
            "stances": dict(Counter(argument.stance.value for argument in self._arguments)),
            "languages": dict(Counter(self._premises[premise].language for premise, _, _ in self.uses)),
            "configuration": {},
            "versions": {},
        }

    def health(self) -> dict[str, Any]:
        counts = self.counts
        return {"counts": {"claims": counts.claims, "premises": counts.premises, "links": len(self.uses)}}

    def remarks(self) -> tuple[str, ...]:
        return ()

    def outdated(self) -> bool:
        return False

    def close(self) -> None:
        """There is nothing to let go of."""

    def _need_vectors(self) -> None:
        if not self.has_vectors:
            raise InputError("there are no vectors", todo="give some")


def _in_a_byte(length: int) -> float:
    """Returns a length as Lucene keeps it: exact up to 40, of what is beyond 24 the four leading bits."""
    beyond = length - 24
    cut = max(0, beyond.bit_length() - 4) if beyond > 0 else 0
    return float(24 + (beyond >> cut << cut))


def _vectors(given: Sequence[Vector] | None, rows: int) -> list[Singles]:
    return [np.array([1.0] if given is None else given[row], np.float32) for row in range(rows)]


def _ranked(scores: Mapping[int, float], k: int) -> Ranked:
    best = sorted(scores, key=lambda row: (-scores[row], row))[: max(k, 0)]
    return Ranked(np.array(best, np.int64), np.array([scores[row] for row in best], np.float64))
