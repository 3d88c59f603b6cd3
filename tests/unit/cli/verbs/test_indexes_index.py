from __future__ import annotations

from pathlib import Path

import pytest

from debatable.engines.ray import cluster
from tests.support.command_line import complaint, invoked
from tests.support.qdrant_server import free_ports


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    path = tmp_path / "corpus.jsonl"
    path.write_text('{"id": "a", "claim": "Ban cars", "premise": "Cars are loud", "stance": "pro"}\n')
    return path


@pytest.mark.parametrize("into", ["index", "qdrant://127.0.0.1:1/debates"])
def test_without_ray_the_extra_is_named(
    corpus: Path,
    into: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(cluster, "find_spec", lambda name: None)
    said = complaint(capsys, monkeypatch, "index", corpus, "--into", into, "--ray", "local")
    assert said == "debatable: builds on Ray need an extra; install it with: pip install 'debatable[ray]'"
    assert [path.name for path in tmp_path.iterdir()] == ["corpus.jsonl"]


def test_a_wrong_address_costs_one_sentence(
    corpus: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "find_spec", lambda name: object())
    address = f"127.0.0.1:{free_ports(1)[0]}"
    said = complaint(capsys, monkeypatch, "index", corpus, "--into", tmp_path / "index", "--ray", address)
    assert f"no Ray cluster answers at {address} (" in said and not (tmp_path / "index").exists()
    said = complaint(capsys, monkeypatch, "index", corpus, "--into", tmp_path / "index", "--ray", "cluster")
    assert "'cluster' is no address of a Ray cluster; give HOST:PORT" in said


def test_what_is_replaced_within_the_files_is_counted(corpus: Path, tmp_path: Path) -> None:
    """Of two records with one id the other was gone without a word."""
    corpus.write_text(corpus.read_text() + '{"id": "a", "claim": "Ban cars", "premise": "Cars are fast"}\n')
    into = tmp_path / "index"
    given = ("index", corpus, "--into", into, "--on-duplicate", "replace", "--encoder", "none")
    assert invoked(*given).stderr == f"{into}: 1 argument indexed, 1 replaced, 0 duplicates skipped\n"
