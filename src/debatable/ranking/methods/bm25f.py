"""Method ``bm25f``: a premise with its claim and discussion as fields of one document (Wachsmuth et al. 2017)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from debatable.lexical import BM25F
from debatable.model import Explanation, Stance
from debatable.naming import check_fields, named
from debatable.ranking.protocol import Backend, Question, Scored, claims_by_premise
from debatable.ranking.stance.table import STANCE_STAGES, StanceStage


@dataclass(frozen=True, slots=True)
class Bm25f:
    """BM25F over the fields conclusion, full argument and discussion; ties by row.

    The conclusion is the claim, the full argument the claim and the premise as one field, the discussion what the
    corpus names so or else the claim with all its premises, uncut (Dumani, Neumann and Schenkel 2020, 6.1).

    Attributes:
        conclusion: Weight of the claims that a premise speaks to.
        argument: Weight of the premise together with its claims.
        discussion: Weight of the discussion it stands in.
        k1: How slowly the frequency of a word saturates.
        b: How much the length of a field counts.
        stance: Model of P(query and claim have the same stance).
    """

    conclusion: float = 2.0
    argument: float = 1.0
    discussion: float = 0.5
    k1: float = 1.2
    b: float = 0.75
    stance: StanceStage = named(STANCE_STAGES, "polarity")

    def __post_init__(self) -> None:
        """Takes names for objects and checks the weights."""
        check_fields(self)
        self._ranking()

    def _ranking(self) -> BM25F:
        return BM25F((self.conclusion, self.argument, self.discussion), self.k1, self.b)

    def __call__(self, question: Question, backend: Backend, k: int) -> list[Scored]:
        """Ranks all premises that share a word with the query in one of the fields."""
        ranking = self._ranking()
        rows = backend.search_fields(ranking, question.tokens, k).rows
        words = Counter(question.tokens)
        parts = {
            word: backend.score_fields(ranking, [word] * count, rows).tolist()
            for word, count in words.items()
        }
        links = backend.links("premises", rows)
        claims = claims_by_premise(links)
        scored = []
        for place, row in enumerate(rows.tolist()):
            found = tuple(
                Explanation(f"BM25F({word})", parts[word][place]) for word in words if parts[word][place]
            )
            score = sum(part.value for part in found)
            tree = Explanation("BM25F(q,p)", score, "sum", found)
            scored.append(Scored(row, score, Stance.NONE, tree, claims.get(row, ()), (row,)))
        return self.stance.of_premises(question, backend, scored)
