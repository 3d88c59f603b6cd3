"""Method ``dense``: premises by the cosine of their vector and that of the query."""

from __future__ import annotations

from dataclasses import dataclass

from debatable.model import Explanation, Stance
from debatable.naming import check_fields, named
from debatable.ranking.protocol import Backend, Question, Scored, claims_by_premise
from debatable.ranking.stance.table import STANCE_STAGES, StanceStage


@dataclass(frozen=True, slots=True)
class Dense:
    """Cosine of query and premise; ties by row.

    Attributes:
        stance: Model of P(query and claim have the same stance).
    """

    stance: StanceStage = named(STANCE_STAGES, "learned")

    def __post_init__(self) -> None:
        """Takes names for objects."""
        check_fields(self)

    def __call__(self, question: Question, backend: Backend, k: int) -> list[Scored]:
        """Ranks all premises."""
        found = backend.nearest("premises", question.vector, k)
        links = backend.links("premises", found.rows)
        claims = claims_by_premise(links)
        scored = [
            Scored(row, score, Stance.NONE, Explanation("cos(q,p)", score), claims.get(row, ()), (row,))
            for row, score in zip(found.rows.tolist(), found.scores.tolist(), strict=True)
        ]
        return self.stance.of_premises(question, backend, scored)
