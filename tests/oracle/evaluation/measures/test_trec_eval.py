"""Parity with trec_eval itself on a thousand random runs full of ties, and on recorded ones everywhere."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path

import pytest

from debatable.evaluation import Judged, Judgment, measure

NAMES = {
    "ndcg": "nDCG",
    "ndcg_cut_5": "nDCG@5",
    "ndcg_cut_10": "nDCG@10",
    "map": "AP",
    "map_cut_10": "AP@10",
    "P_5": "P@5",
    "P_10": "P@10",
    "set_P": "P",
    "recall_5": "R@5",
    "recall_10": "R@10",
    "recip_rank": "RR",
    "bpref": "bpref",
}
ASKED = {
    "ndcg",
    "ndcg_cut.5,10",
    "map",
    "map_cut.10",
    "P.5,10",
    "set_P",
    "recall.5,10",
    "recip_rank",
    "bpref",
}
RECORDED = Path(__file__).with_name("trec_eval.json.gz")

Case = tuple[dict[str, int], dict[str, float]]


def random_case(generator: random.Random) -> Case:
    pool = [f"d{generator.randrange(10 ** generator.randint(1, 4))}" for _ in range(generator.randint(2, 60))]
    grades = generator.choice([(0, 1), (0, 0, 0, 1, 2), (0, 1, 2, 3), (1,), (-1, 0, 1, 2)])
    judged = {premise: generator.choice(grades) for premise in pool if generator.random() < 0.6}
    few = [generator.random() for _ in range(generator.randint(1, 8))]
    scores = {
        premise: generator.choice(few) + generator.choice([0.0, 1e-9])
        for premise in pool
        if generator.random() < 0.7
    }
    if max(judged.values(), default=-1) < 0:  # trec_eval does not come back from these
        judged[pool[0]] = 1
    return judged, scores or {pool[-1]: 0.5}


def check(case: Case, expected: dict[str, float]) -> None:
    judgments, scores = case
    judged = Judged(Judgment("q", premise, level) for premise, level in judgments.items())
    found = {theirs: measure(ours)(list(scores.items()), judged) for theirs, ours in NAMES.items()}
    assert found == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("runs", [250, pytest.param(1000, marks=pytest.mark.slow)])
def test_runs_with_ties_equal_trec_eval(runs: int) -> None:
    pytrec_eval = pytest.importorskip("pytrec_eval", reason="trec_eval has no wheel for this platform")
    generator = random.Random(11)
    tied = 0
    for _ in range(runs):
        case = random_case(generator)
        values = pytrec_eval.RelevanceEvaluator({"q": case[0]}, ASKED).evaluate({"q": case[1]})["q"]
        check(case, {name: values[name] for name in NAMES})
        tied += len(set(case[1].values())) < len(case[1])
    assert tied > runs / 2


def test_recorded_runs_equal_trec_eval() -> None:
    recorded = json.loads(gzip.decompress(RECORDED.read_bytes()))
    assert len(recorded) == 150
    for judged, scores, expected in recorded:
        check((judged, scores), dict(zip(NAMES, expected, strict=True)))
