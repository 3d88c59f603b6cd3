"""Dumani and Schenkel, SIGIR 2019: finding claims like a claim, and whether their premises are relevant."""

from debatable.experiments.sigir2019.claim_retrieval import ClaimRetrieval, claim_retrieval
from debatable.experiments.sigir2019.tables import Sigir2019, premise_relevance

__all__ = ["ClaimRetrieval", "Sigir2019", "claim_retrieval", "premise_relevance"]
