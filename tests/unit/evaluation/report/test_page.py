from __future__ import annotations

from dataclasses import replace

from debatable.evaluation import (
    Collection,
    compare,
    evaluate,
)
from debatable.evaluation.report import report_page
from tests.support.shelf import Shelf


def test_the_report_stands_alone_and_repeats(small: Collection) -> None:
    evaluation = evaluate(small, ["good", "poor"], searcher=Shelf())
    untimed = replace(
        evaluation, methods={name: replace(scores, seconds=()) for name, scores in evaluation.methods.items()}
    )
    page = report_page(untimed, compare(untimed, "poor"))
    assert page == report_page(untimed, compare(untimed, "poor"))
    assert "&lt;more&gt;" in page
    assert "<more>" not in page
    assert page.count("<svg") == 4 + 2
    assert "▲" in page
    for outside in ("http://", "https://", "<script", "<link", "url("):
        assert outside not in page
