"""Sampling of query claims about a topic (Dumani and Schenkel 2019, 3): its vocabulary, and claims that use it."""

from debatable.evaluation.sampling.claim_sample import ClaimSample, sampled_claims
from debatable.evaluation.sampling.corpus_claims import CorpusClaims, corpus_claims
from debatable.evaluation.sampling.draft import SampleDraft
from debatable.evaluation.sampling.vocabulary import Vocabulary, grown_vocabulary, nearest_words

__all__ = [
    "ClaimSample",
    "CorpusClaims",
    "SampleDraft",
    "Vocabulary",
    "corpus_claims",
    "grown_vocabulary",
    "nearest_words",
    "sampled_claims",
]
