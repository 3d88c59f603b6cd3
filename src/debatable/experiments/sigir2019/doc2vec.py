"""Doc2Vec, which Dumani and Schenkel 2019, 4, tried beside the similarities of words and left out."""

from __future__ import annotations

import numpy as np

from debatable.embedding.words import train_documents
from debatable.evaluation import Collection
from debatable.experiments.sigir2019.claim_retrieval import ClaimRetrieval

__all__ = ["doc2vec_rankings"]


def doc2vec_rankings(
    retrieval: ClaimRetrieval, collection: Collection, k: int, *, seed: int = 0
) -> list[list[str]]:
    """Returns the nearest claims for each query by the cosine of paragraph vectors, never the query itself.

    One model is trained on claims, premises and queries, each text once, and its own vectors are compared: queries of
    the paper are claims of the corpus, and vectors that are inferred afterwards depend on where the inference starts.

    Raises:
        MissingExtraError: gensim is not installed.
    """
    claims = retrieval.claims
    queries = [query.text for query in retrieval.queries]
    texts = list(dict.fromkeys([*claims.texts.values(), *collection.texts().values(), *queries]))
    rows = {text: row for row, text in enumerate(texts)}
    vectors = train_documents(texts, least=1, seed=seed).trained
    of_claims = vectors[[rows[claims.texts[claim]] for claim in claims.ids]]
    found = []
    for query in retrieval.queries:
        cosines = np.round(of_claims @ vectors[rows[query.text]], 6)
        allowed = retrieval.among.get(query.id, np.arange(len(claims.ids)))
        order = allowed[np.argsort(-cosines[allowed], kind="stable")]
        itself = claims.itself(query.text)
        found.append([claims.ids[row] for row in order.tolist() if row not in itself][:k])
    return found
