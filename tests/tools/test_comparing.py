"""Which results are made, where they are kept, and what the tables say of them."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest
from tools.checkouts import Checkout, Job, checkout_folder
from tools.cli_driver import done
from tools.compare_runs import collections, compared

METHODS = ["bm25", "framework-sliding"]


@pytest.fixture
def bench(tmp_path: Path) -> Path:
    for name in ("keypoints", "touche2020", "notes"):
        (tmp_path / "bench" / name).mkdir(parents=True)
        if name != "notes":
            (tmp_path / "bench" / name / "corpus.jsonl").touch()
    return tmp_path / "bench"


def test_methods_that_read_in_parts_run_where_there_are_vectors_for_them(bench: Path, tmp_path: Path) -> None:
    found = collections(tmp_path, bench, METHODS, [])
    assert {one.name: one.methods for one in found} == {
        "bundled": ("bm25",),
        "keypoints": ("bm25",),
        "touche2020": ("bm25",),
        "bundled+long": ("framework-sliding",),
        "keypoints+long": ("framework-sliding",),
    }


def test_names_choose_collections_and_methods(bench: Path, tmp_path: Path) -> None:
    found = collections(tmp_path, bench, METHODS, ["keypoints", "bm25(claims=5)"])
    assert [(one.name, one.methods) for one in found] == [("keypoints", ("bm25(claims=5)",))]
    assert collections(tmp_path, bench, METHODS, ["graphs"]) == []
    with pytest.raises(SystemExit, match="unknown keypoint;"):
        collections(tmp_path, bench, METHODS, ["keypoint"])


def test_results_are_kept_by_content_and_compiled_files_do_not_count(tmp_path: Path) -> None:
    code = tmp_path / "src" / "debatable" / "code.py"
    code.parent.mkdir(parents=True)
    code.write_text("K = 20\n")
    before = Checkout(tmp_path, tmp_path / "work").kept
    compiled = code.parent / "__pycache__"
    compiled.mkdir()
    for name in ("code.cpython-311.pyc", "code.best-178.py311.nbi"):  # by Python, by numba
        (compiled / name).touch()
    assert Checkout(tmp_path, tmp_path / "work").kept == before
    assert Checkout(tmp_path, tmp_path / "work", again=True).kept != before
    code.write_text("K = 21\n")
    assert Checkout(tmp_path, tmp_path / "work").kept != before


def test_a_failure_is_a_difference_on_either_side(tmp_path: Path) -> None:
    good, bad = (Job(name, [], tmp_path / name / "bm25.run") for name in ("good", "bad"))
    for job in (good, bad):
        job.out.parent.mkdir()
    good.out.write_text("q1 Q0 p1 1 0.5 bm25\n")
    bad.out.with_name("bm25.run.error").write_text("no such method")
    assert compared("bundled", good, good).difference == ""
    assert compared("bundled", good, bad).difference == "NEW fails: no such method"
    assert compared("bundled", bad, good).difference == "OLD fails: no such method"


def test_a_job_leaves_a_whole_file_or_a_message(tmp_path: Path) -> None:
    import sys

    def command() -> None:
        print(json.dumps(sys.argv[1:]))
        if "fail" in sys.argv:
            sys.stderr.write("debatable: it failed\n")
            sys.exit(2)
        sys.exit(0)

    job = {"calls": [["a"], ["b"]], "out": str(tmp_path / "x"), "captured": True}
    before = sys.argv
    try:
        assert done(command, job) == ""
        assert (tmp_path / "x").read_text() == '["a"]\n["b"]\n'
        failing = {"calls": [["a"], ["fail"]], "out": str(tmp_path / "y"), "captured": True}
        assert done(command, failing) == "debatable: it failed"
    finally:
        sys.argv = before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x", "y.error"]


def test_what_is_there_is_not_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr(Checkout, "_make", lambda _, missing: started.append([job.label for job in missing]))
    (tmp_path / "src").mkdir()
    checkout = Checkout(tmp_path, tmp_path / "work")
    there, missing = (Job(f"bundled: {name}", [], tmp_path / f"{name}.run") for name in ("bm25", "dense"))
    there.out.touch()
    checkout.make([there])
    checkout.make([there, missing])
    assert started == [["bundled: dense"]]


def test_a_folder_without_the_project_is_refused(tmp_path: Path) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="is no checkout"):
        checkout_folder(str(tmp_path))
    (tmp_path / "src" / "debatable").mkdir(parents=True)
    assert checkout_folder(str(tmp_path)) == tmp_path
