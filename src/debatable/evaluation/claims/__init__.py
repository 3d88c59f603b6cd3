"""Claims as what is retrieved (Dumani and Schenkel 2019): their index, runs, judgments and sampled triples."""

from debatable.evaluation.claims.claim_index import ClaimIndex, claim_index, is_question
from debatable.evaluation.claims.claim_judgments import CLAIM_JUDGMENTS, read_claim_judgments
from debatable.evaluation.claims.claim_runs import asked_similarities, claim_run, paper_similarities
from debatable.evaluation.claims.premise_pools import MOST, drawn_queries, premise_pool
from debatable.evaluation.claims.triples import INTERVALS, interval_of, sampled_triples

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
