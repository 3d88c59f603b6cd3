"""Prints the figures that the weight of the graphs' contrast was chosen by, on claims that are no argument graphs.

    python -m tools.choose_contrast BENCH/perspectrum

Every premise of the collection is a graph of one sentence, every query another. The search is that of ``graphs``
with a MAC phase of 10 and equal shares; premises that were judged to be for the query are of rank 1, those against
it of rank 3, as the experts of the ICCBR 2019 collection rank. Highest NDCG + CR on the ``train`` queries wins, the
smallest of weights that are equal to three digits. The column before is what contrast does where nothing calls by
topic first: NDCG of all premises by the contrast alone.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import orjson

from debatable.arrays import Floats
from debatable.embedding import encoder
from debatable.evaluation import Judgment, Judgments, measure
from debatable.experiments.iccbr2019.graph_retrieval import WEIGHTS, KnownTexts
from debatable.graphs import CaseBase, Contrast, Cosine, Retrieval, Shares, sentence
from debatable.model import Stance

FOR, AGAINST = 3.0, 1.0
MEASURES = ("AP@10", "graph_nDCG@10", "CR@10", "CP@10")


def records(folder: Path, name: str) -> list[dict[str, str]]:
    """Returns the records of a file of a collection."""
    return [orjson.loads(line) for line in (folder / name).read_bytes().splitlines()]


def judged(folder: Path) -> Judgments:
    """Returns the premises for a query as rank 1, those against it as rank 3."""
    gains = {Stance.PRO.value: FOR, Stance.CON.value: AGAINST}
    rows = records(folder, "judgments.jsonl")
    return Judgments(
        [
            Judgment(row["query_id"], row["premise_id"], gains[row["stance"]])
            for row in rows
            if row["stance"] in gains
        ]
    )


def figures(folder: Path, split: str) -> Iterator[tuple[float, Floats]]:
    """Yields each weight with its mean measures, and the NDCG without a MAC phase last."""
    encode, reference = KnownTexts(encoder()), judged(folder)
    premises = [sentence(row["premise"], id=row["id"]) for row in records(folder, "corpus.jsonl")]
    asked = [row for row in records(folder, "queries.jsonl") if row["split"] == split]
    queries = [sentence(row["text"], id=row["query_id"]) for row in asked if row["query_id"] in reference]
    measures = [measure(name) for name in MEASURES]
    for weight in WEIGHTS:
        contrast = Contrast(encode, weight, words=0.0)
        base = CaseBase(premises, Retrieval(contrast, Cosine(encode), shares=Shares(1, 1, 1), candidates=10))
        alone = contrast.prepare([premise.topic_text for premise in premises])
        rows = []
        for query in queries:
            ranking = [hit.case.id for hit in base.search(query, 10)]
            order = np.argsort(-alone([query.topic_text])[0], kind="stable")[:10]
            far = measures[1]([premises[place].id for place in order.tolist()], reference[query.id])
            rows.append([*(float(each(ranking, reference[query.id])) for each in measures), float(far)])
        yield weight, np.array(rows).mean(axis=0)


def main() -> None:
    """Prints one line a weight and split."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("collection", type=Path)
    arguments = parser.parse_args()
    print(
        "split  weight  "
        + "  ".join(f"{name:>13}" for name in (*MEASURES, "NDCG, no MAC"))
        + "      NDCG + CR"
    )
    for split in ("train", "dev"):
        for weight, means in figures(arguments.collection, split):
            merit = means[1] + means[2]
            print(
                f"{split:<5}  {weight:6.2f}  " + "  ".join(f"{mean:13.4f}" for mean in (*means, merit)),
                flush=True,
            )


if __name__ == "__main__":
    main()
