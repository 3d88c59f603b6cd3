"""Collections that others publish figures on: what they hold, and the figures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from debatable.evaluation.collections.base import Collection
from debatable.evaluation.lines import lines
from debatable.naming import Table
from debatable.plural import counted


@dataclass(frozen=True, slots=True)
class KnownCollection:
    """A collection that others publish figures on.

    Attributes:
        title: What it is.
        source: Who gives it out.
        documents: How many premises it has; None where sources differ.
        queries: How many queries.
        judgments: How many judgments.
        measure: What the figures are of; over whole lists, premises that nobody judged being not relevant.
        figures: Published figures by what they are of, with who published them.
    """

    title: str
    source: str
    documents: int | None
    queries: int
    judgments: int
    figures: Mapping[str, float]
    measure: str = "nDCG@10"

    def differences(self, collection: Collection) -> list[str]:
        """Returns in what a collection differs from this one; figures are comparable where there is nothing."""
        found = {
            "document": (sum(1 for path in collection.corpus for _ in lines(path)), self.documents),
            "query": (len(collection.judged().queries), self.queries),
            "judgment": (len(collection.judgments.rows), self.judgments),
        }
        return [
            f"{counted(ours, noun)} where the published one has {theirs:,}"
            for noun, (ours, theirs) in found.items()
            if theirs is not None and ours != theirs
        ]


KNOWN_COLLECTIONS: Table[KnownCollection] = Table(
    "collection",
    {
        "touche-v2": KnownCollection(
            "BEIR webis-touche2020, version 2: args.me with the topics of Touché 2020",
            "BEIR (Thakur et al. 2021); a folder with corpus.jsonl, queries.jsonl, qrels/test.tsv",
            382_545,
            49,
            2_214,
            {
                "BM25, multi-field (Thakur et al. 2024)": 0.367,
                "CITADEL+ (Thakur et al. 2024)": 0.339,
                "SPLADEv2 (Thakur et al. 2024)": 0.272,
                "DRAGON+ (Thakur et al. 2024)": 0.249,
            },
        ),
        "touche-v3": KnownCollection(
            "webis-touche2020, version 3: without passages under 20 words, with judgments added",
            "castorini/webis-touche2020-v3 (Thakur et al. 2024); corpus.jsonl, queries.jsonl, qrels/test.tsv",
            None,  # 303,372 by the page of its authors, 303,732 by others
            49,
            2_849,
            {
                "BM25, multi-field (Thakur et al. 2024)": 0.785,
                "DRAGON+ (Thakur et al. 2024)": 0.718,
                "CITADEL+ (Thakur et al. 2024)": 0.703,
                "SPLADEv2 (Thakur et al. 2024)": 0.679,
            },
        ),
    },
)
"""Collections with published figures, by name; those of Thakur et al. are of the files that they published
(castorini/touche-error-analysis, results/metrics): BM25, the best dense, multi-vector and sparse model."""
