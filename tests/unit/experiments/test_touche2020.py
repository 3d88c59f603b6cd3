"""The table of Touché 2020 on a small collection, beside the same methods asked one by one."""

from __future__ import annotations

from pathlib import Path

import pytest
from scipy import stats

from debatable.evaluation import evaluate
from debatable.experiments import Inputs, experiment
from debatable.experiments.touche2020 import Touche2020
from debatable.ranking import METHODS
from debatable.ranking.candidates.claim_steps import Lexical
from debatable.ranking.formulas.calibration import calibrated
from debatable.ranking.methods.framework import Framework
from debatable.ranking.methods.quixote import Quixote
from debatable.ranking.stance.table import NoStance
from tests.support.json_lines import write_lines

PREMISES = {
    "Ban cars": ("Cars are loud and smell badly all day long", "Cars kill people on their way to school"),
    "Cars should stay": ("Cars bring people to work who live far outside", "Cars carry what no bicycle can"),
    "Tax sugar": (
        "Sugar makes children ill and costs the public dearly",
        "A tax on sugar hits the poor most",
    ),
    "Keep school uniforms": (
        "Uniforms hide who is poor and who is rich",
        "Pupils lose no time on what to wear",
    ),
}
RELEVANT = {"Should cars be banned?": (0, 1, 2), "Should sugar be taxed?": (4,), "Are uniforms good?": (6, 7)}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    texts = [(claim, premise) for claim, premises in PREMISES.items() for premise in premises]
    corpus = [{"id": f"p{row}", "claim": claim, "premise": text} for row, (claim, text) in enumerate(texts)]
    queries = [{"query_id": f"q{number}", "text": text} for number, text in enumerate(RELEVANT)]
    judged = [
        {"query_id": f"q{number}", "premise_id": f"p{row}", "relevance": 1 + (row in found)}
        for number, found in enumerate(RELEVANT.values())
        for row in range(len(texts))
    ]
    for name, lines in (("corpus", corpus), ("queries", queries), ("judgments", judged)):
        write_lines(tmp_path / f"{name}.jsonl", *lines)
    return tmp_path


def test_figures_are_those_of_the_methods_and_p_is_of_the_paired_test(folder: Path) -> None:
    chosen = Touche2020(methods=(("BM25F", "bm25f"), ("Don Quixote", "quixote-paper")))
    inputs = Inputs(folder, cache=folder / "cache")
    (table,) = chosen(inputs)
    found = inputs.collection()
    with inputs.engine(found) as engine:
        asked = evaluate(found, [method for _, method in chosen.methods], chosen.measures, searcher=engine)
    bm25f, quixote = (scores.values for scores in asked.methods.values())
    assert table.columns == ("nDCG@5", "nDCG@10", "judged@10", "p nDCG@5")
    for row, values in zip(table.rows, (bm25f, quixote), strict=True):
        means = [float(values[name].mean()) for name in chosen.measures]
        assert [cell.ours for cell in row.cells[:3]] == pytest.approx(means)
    assert table.rows[0].cells[3].ours is None, "the baseline does not differ from itself"
    expected = stats.ttest_rel(quixote["nDCG@5"], bm25f["nDCG@5"]).pvalue
    assert table.rows[1].cells[3].ours == pytest.approx(expected)
    assert table.title.endswith(": 3 topics")


def test_every_row_of_the_table_is_filled(folder: Path) -> None:
    (table,) = experiment("touche2020")(Inputs(folder, cache=folder / "cache"))
    assert [row.label.strip() for row in table.rows] == [
        "BM25F",
        "Don Quixote",
        "ours: sharper P(c|q)",
        "ours: claims by vectors",
        "ours: claims by both",
        "ours: by both, split by stance",
        "ECIR 2020 framework",
        "ours: framework, claims by both",
    ]
    assert all(
        0.0 <= cell.ours <= 1.0 for row in table.rows[1:] for cell in row.cells if cell.ours is not None
    )
    assert not any(cell.ours is None for row in table.rows[1:] for cell in row.cells)
    assert table.remarks == ("The paper prints no figures of its own.",)


def test_rows_named_after_papers_have_the_papers_settings() -> None:
    """P(c|q) of both was sharpened (temperature .2), and the framework's claims were found by vectors as well."""
    methods = {label: METHODS.parse(name) for label, name in Touche2020().methods}
    quixote, framework = methods["Don Quixote"], methods["ECIR 2020 framework"]
    assert isinstance(quixote, Quixote) and isinstance(framework, Framework)
    for one in (quixote, framework):
        assert one.claims == Lexical(temperature=1.0)
        assert isinstance(one.stance, NoStance) and not one.split
    assert (framework.reach, framework.normalise) == ("cluster", "all")
    assert calibrated([3.0, 1.0], temperature=quixote.claims.temperature).tolist() == [0.75, 0.25]  # type: ignore[attr-defined]
