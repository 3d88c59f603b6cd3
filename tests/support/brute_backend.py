"""A backend over plain lists, one row and one word at a time: what every other backend is compared with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from debatable.embedding import encoder
from debatable.engines import Filter
from debatable.errors import InputError
from debatable.ranking import Method, Question, Scored
from debatable.text import Query
from debatable.text.spelling import written_words
from tests.support.brute.corpus import Use
from tests.support.brute.dense import BruteDense
from tests.support.brute.lexical import BruteLexical
from tests.support.brute.links import BruteLinks

__all__ = ["BruteBackend", "Use", "ask"]


def ask(method: Method, text: str, backend: BruteBackend, k: int) -> list[Scored]:
    """Ranks premises for a query."""
    return method(Question(text, backend), backend, k)


class BruteBackend(BruteLexical, BruteDense, BruteLinks):
    """Claims and premises by row, answered by looking at all of them."""

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
        part = BruteBackend(
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
            encoder_name=self.encoder,
            variants={name: self._vectors[f"premises {name}"] for name in self.variants},
            arguments=self._arguments,
            analyze=self._analyze,
            encoder=self._encoder,
            cluster_id=self._cluster_id,
            kept=passing,
        )
        part.relations = self.relations
        return part

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

    def words(self) -> Mapping[str, int]:
        titles: dict[int, str] = {}
        for (premise, _, _), argument in zip(self.uses, self._arguments, strict=True):
            titles[premise] = f"{titles.get(premise, '')} {argument.discussion}"
        texts = [claim.text for claim in self._claims] + [premise.text for premise in self._premises]
        texts += titles.values()
        return Counter(word for text in texts for word in written_words(text))

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
            "versions": {"encoder": encoder(self.encoder).fingerprint} if self.encoder else {},
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
