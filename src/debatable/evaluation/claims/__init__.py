"""Claims as what is retrieved (Dumani and Schenkel 2019): their index, runs, judgments and sampled triples."""

from debatable.evaluation.claims.claim_index import (
    CLAIM_JUDGMENTS,
    ClaimIndex,
    asked_similarities,
    claim_index,
    claim_run,
    is_question,
    paper_similarities,
    read_claim_judgments,
)
from debatable.evaluation.claims.premise_pools import (
    INTERVALS,
    MOST,
    drawn_queries,
    interval_of,
    premise_pool,
    sampled_triples,
)

__all__ = [
    "CLAIM_JUDGMENTS",
    "INTERVALS",
    "MOST",
    "ClaimIndex",
    "asked_similarities",
    "claim_index",
    "claim_run",
    "drawn_queries",
    "interval_of",
    "is_question",
    "paper_similarities",
    "premise_pool",
    "read_claim_judgments",
    "sampled_triples",
]
