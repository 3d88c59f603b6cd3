"""An answer as plain JSON types, the same on the command line and over HTTP."""

from __future__ import annotations

from typing import Any

from debatable.model import Answer, Hit

__all__ = ["answer_document"]


def answer_document(answer: Answer, *, explain: bool = False) -> dict[str, Any]:
    """Returns an answer as plain JSON types."""
    return {
        "query": answer.query,
        "method": answer.method,
        "parameters": dict(answer.parameters),
        "remarks": list(answer.remarks),
        "seconds": round(answer.seconds, 6),
        "hits": [_hit_document(rank, hit, explain) for rank, hit in enumerate(answer.hits, 1)],
    }


def _hit_document(rank: int, hit: Hit, explain: bool) -> dict[str, Any]:
    document: dict[str, Any] = {
        "rank": rank,
        "stance": hit.stance.value,
        "score": hit.score,
        "premise": {"id": hit.premise.id, "text": hit.premise.text, "language": hit.premise.language},
        "claims": [{"id": claim.id, "text": claim.text} for claim in hit.claims],
        "cluster": {"id": hit.cluster.id, "size": hit.cluster.size, "members": list(hit.cluster.members)},
        "arguments": [
            {
                "id": a.id,
                "stance": a.stance.value,
                "source": a.source,
                "url": a.url,
                "discussion": a.discussion,
            }
            for a in hit.arguments
        ],
    }
    if explain:
        document["explanation"] = hit.explanation.as_dict()
    return document
