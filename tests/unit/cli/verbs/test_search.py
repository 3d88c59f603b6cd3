"""The verb ``search``: what it prints where nothing is close, and the formats of the files that it writes."""

from __future__ import annotations

import json
import sys
from codecs import BOM_UTF8
from pathlib import Path

import pytest

import debatable
from debatable.cli.main import run
from tests.support.command_line import complaint, invoked
from tests.support.indexes import cars_index

QUERY = "How do I bake sourdough bread"


@pytest.fixture
def searched(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    monkeypatch.setenv("COLUMNS", "400")
    found = {}
    for name in ("table", "json", "csv", "markdown"):
        monkeypatch.setattr(sys, "argv", ["debatable", "search", QUERY, "--format", name])
        with pytest.raises(SystemExit) as ended:
            run()
        assert not ended.value.code
        found[name] = capsys.readouterr().out
    return found


def test_the_nearest_three_are_shown(searched: dict[str, str]) -> None:
    with debatable.demo() as engine:
        weak = [" ".join(hit.premise.text.split()) for hit in engine.search(QUERY).weak]
    for name in ("table", "markdown"):
        text = " ".join(searched[name].split())
        assert "Nearest, but not close" in text and "nothing close to this claim among" in text
        assert [start in text for start in (premise[:60] for premise in weak[:4])] == [True] * 3 + [False]
    assert "0 for, 0 against" in searched["table"]
    document = json.loads(searched["json"])
    assert document["hits"] == [] and len(document["weak"]) == 10
    assert len(searched["csv"].splitlines()) == 1, "rows are hits, and there is none"


def test_stages_after_a_method_are_asked_for_by_name(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name = "pipeline(method=bm25,stance_threshold=0.9)"
    monkeypatch.setattr(sys, "argv", ["debatable", "search", "Ban zoos", "--method", name, "--json"])
    with pytest.raises(SystemExit) as ended:
        run()
    assert not ended.value.code
    assert json.loads(capsys.readouterr().out)["method"] == name


def test_a_file_has_the_format_of_its_ending(tmp_path: Path) -> None:
    index = cars_index(tmp_path / "index")
    starts = {
        **{
            "a.docx": b"PK",
            "a.md": b"# ",
            "a.CSV": BOM_UTF8 + b"rank,",
            "a.json": b'{\n  "query"',
            "a.jsonl": b'{"rank"',
        },
        **{"a.run": b"1 Q0 ", "a.argdown": b"[claim]", "a.txt": b"ban cars", "answer": b"ban cars"},
    }
    for name, start in starts.items():
        written = invoked("search", "ban cars", "--index", index, "--method", "bm25", "-o", tmp_path / name)
        assert written.stdout == "" and "written to" in written.stderr, name
        assert (tmp_path / name).read_bytes().startswith(start), name


def test_a_named_format_is_kept_where_a_file_may_hold_it(tmp_path: Path) -> None:
    index, path = cars_index(tmp_path / "index"), tmp_path / "graph.json"
    invoked("search", "ban cars", "--index", index, "--method", "bm25", "--format", "aif", "-o", path)
    assert "nodes" in json.loads(path.read_bytes())
    invoked("search", "ban cars", "--index", index, "--method", "bm25", "--json", "-o", path)
    assert "hits" in json.loads(path.read_bytes())


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            ("-o", "a.docx", "--format", "csv"),
            "a.docx: --format csv does not go into a .docx file; name a .csv file",
        ),
        (
            ("-o", "a.md", "--json"),
            "a.md: --json does not go into a .md file; name a .json file, or leave out --json",
        ),
        (
            ("-o", "a.CSV", "--format", "docx"),
            "--format docx does not go into a .CSV file; name a .docx file",
        ),
        (("-o", "a.pdf"), "a.pdf: no format of answers has the ending .pdf; name a .docx, .md"),
        (("--json", "--format", "csv"), "--json and --format csv; give one of them"),
    ],
)
def test_a_file_whose_ending_contradicts_its_format_is_refused(
    options: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert words in complaint(capsys, monkeypatch, "search", "Ban cars", *options)
    assert not Path(options[1]).exists()


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (("🙂 ?!",), "has no word; type a claim"),
        ((" ",), "is empty"),
        (("Ban cars", "-k", "0"), "ask for 1 to 10,000"),
    ],
)
def test_what_cannot_be_asked_is_refused_before_an_index_is_opened(
    asked: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the first use an index was made of the bundled corpus, with lines of progress, to refuse a query after all."""

    def opened(*_: object, **__: object) -> None:
        raise AssertionError("no index is needed")

    for verb, module in {"search": "search", "similar": "matches", "counter": "matches"}.items():
        monkeypatch.setattr(f"debatable.cli.verbs.{module}.opened", opened)
        assert words in complaint(capsys, monkeypatch, verb, *asked)
