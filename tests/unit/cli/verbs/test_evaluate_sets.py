"""``debatable evaluate`` on key points, with a matching that knows the answers, and on everyday claims."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from debatable.arrays import Floats, Matrix, Vectors
from debatable.evaluation import everyday
from debatable.learning.matching import MATCHINGS, Nearest
from debatable.progress import Step
from tests.support.command_line import complaint, invoked
from tests.support.gold_points import TOPIC, write_gold


@dataclass(frozen=True, slots=True)
class Told:
    """Puts what speaks of buses on one axis and all else on the other; turned, it takes one for the other."""

    turned: bool = False

    def vectors(
        self, texts: Sequence[str], progress: Step | None = None, checkpoint: Path | None = None
    ) -> Matrix:
        return np.eye(2, dtype=np.float32)[[int("bus" in text.lower()) for text in texts]]

    def probability(self, cosines: Vectors) -> Floats:
        return np.asarray(cosines, np.float64)

    def nearest(self, units: Matrix) -> None:
        return None

    def choices(self, units: Matrix, headlines: Matrix, nearest: Nearest | None = None) -> Floats:
        right = self.probability(units @ headlines.T)
        return 1 - right if self.turned else right


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    write_gold(tmp_path)
    MATCHINGS.register("told", Told())
    yield tmp_path
    MATCHINGS.unregister("told")


def test_json_has_the_figures_of_the_method_that_was_asked_for(folder: Path) -> None:
    figures = json.loads(
        invoked("evaluate", "points", folder, "--method", "points(matching=told)", "--json").stdout
    )
    assert (figures["collection"], figures["sides"]) == (folder.name, 1)
    assert figures["method"] == "points(matching=told)"
    assert figures["matching"] == {"strict": 1.0, "relaxed": 1.0}
    assert (figures["points"]["found"], figures["points"]["coverage"]) == (2.0, 1.0)
    assert figures["topics"][TOPIC]["1"]["matching"]["strict"] == 1.0


def test_a_matching_that_is_wrong_everywhere_has_nothing_right(folder: Path) -> None:
    way = "points(matching=told(turned=true))"
    figures = json.loads(invoked("evaluate", "points", folder, "--method", way, "--json").stdout)
    assert figures["matching"] == {"strict": 0.0, "relaxed": 0.0}


def test_tables_show_matching_and_points_beside_the_others(folder: Path) -> None:
    shown = invoked("evaluate", "points", folder, "--method", "points(matching=told)").stdout
    rows = [line.split() for line in shown.splitlines()]
    assert ["told", "1.000", "1.000"] in rows
    assert ["coverage", "1.000"] in [row[:2] for row in rows]
    assert all(name in shown for name in ("1 side, points(matching=told)", "k-means", "offline clusters"))


def test_what_is_missing_or_too_much_is_said(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def said(*arguments: str | Path) -> str:
        return complaint(capsys, monkeypatch, "evaluate", *arguments)

    assert "the folder of key points is missing" in said("points")
    assert "give --method once" in said("points", folder, "-m", "points", "-m", "points")
    assert "labels.csv" in said("points", folder / "none")
    assert "two collections were given" in said(folder, folder)


def test_options_about_collections_are_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were ignored: --format csv printed a table, and --test another test than the one that was asked for."""
    for options in (
        ("--format", "csv"),
        ("--measure", "P@5"),
        ("--test", "welch"),
        ("--correction", "none"),
        ("--per-query",),
        ("--report", folder / "report.html"),
    ):
        for source in (("points", folder), ("everyday",)):
            said = complaint(capsys, monkeypatch, "evaluate", *source, *options)
            assert said == (
                f"debatable: {options[0]} is about collections; leave it out of evaluate {source[0]}"
            )
    assert "--split is about" in complaint(
        capsys, monkeypatch, "evaluate", "points", folder, "--split", "dev"
    )
    way = ("--method", "points(matching=told)")
    asked = [
        invoked("evaluate", "points", folder, *way, *json).stdout for json in (["--json"], ["-f", "json"])
    ]
    assert asked[0] == asked[1]


def test_everyday_claims_are_asked_of_each_method(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = [claim for claim in everyday.everyday_claims() if claim.side][:2]
    monkeypatch.setattr(everyday, "everyday_claims", lambda half, collection: chosen)
    monkeypatch.setattr(everyday, "specific_claims", lambda half, collection: [])
    methods = ["--method", "bm25", "--method", "bm25f"]
    document = json.loads(invoked("evaluate", "everyday", *methods, "--json").stdout)
    assert (document["collection"], document["of"], document["half"]) == ("everyday", "bundled", "report")
    assert document["queries"] == 2 and list(document["methods"]) == ["bm25", "bm25f"]
    assert all(figures["claims"] == 2 for figures in document["methods"].values())
    assert invoked("evaluate", "everyday", *methods[:2]).stdout.startswith("bm25\n  claims       2\n")


def test_a_collection_without_everyday_claims_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(everyday, "everyday_claims", lambda half, collection: [])
    assert "no everyday claims on the debates of bundled" in complaint(
        capsys, monkeypatch, "evaluate", "everyday"
    )
