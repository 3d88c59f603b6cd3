"""What a search on the command line loads before it answers."""

from __future__ import annotations

from pathlib import Path

from debatable.cli.main import GRAPH_VERBS, VERBS
from tests.support.command_line import printed_by
from tests.support.indexes import cars_index

HEAVY = (
    "fastapi",
    "uvicorn",
    "pydantic",
    "onnxruntime",
    "tokenizers",
    "sklearn",
    "scipy.sparse",
    "scipy.stats",
    "pandas",
)

READER = ("onnxruntime", "tokenizers")
"""What the model that reads query and claim together runs on."""


def test_a_search_by_words_loads_no_server_and_no_encoder(tmp_path: Path) -> None:
    index = cars_index(tmp_path / "index")
    again = f"""
print([name for name in {(*HEAVY, "rich")!r} if name in sys.modules])
sys.argv[-1] = "table"
try:
    run()
except SystemExit as end:
    assert not end.code, end.code
print([name for name in {HEAVY!r} if name in sys.modules])
"""
    printed = printed_by(
        "search", "ban cars", "--index", index, "--method", "bm25", "--format", "json", after=again
    )
    assert printed.count("Cars are loud") == 2
    loaded = [line for line in printed.splitlines() if line.startswith("['")]
    assert loaded == [str(list(READER))] * 2, "nothing but what reads how close a hit is"


def test_ranking_by_words_loads_no_model(tmp_path: Path) -> None:
    index = cars_index(tmp_path / "index")
    search = f"import debatable; hits = debatable.open({str(index)!r}).search('ban cars', method='bm25', strict=False)"
    after = f"{search}\nprint(len(hits), [name for name in {HEAVY!r} if name in sys.modules])"
    assert printed_by("--version", after=after).splitlines()[-1] == "2 []"


def test_a_verb_loads_no_other_verb() -> None:
    after = "print([name for name in sys.modules if name.startswith('debatable.cli.verbs.')])"
    assert (
        printed_by("analyzers", "--json", after=after).splitlines()[-1] == "['debatable.cli.verbs.listings']"
    )


def test_help_of_a_verb_loads_no_stage() -> None:
    verbs = [[name] for name in VERBS] + [["graphs", name] for name in GRAPH_VERBS]
    helps = f"""
for verb in {verbs}:
    sys.argv = ["debatable", *verb, "--help"]
    try:
        run()
    except SystemExit as end:
        assert not end.code, verb
    loaded = [name for name in ("numpy", "scipy", *{HEAVY!r}) if name in sys.modules]
    assert not loaded, (verb, loaded)
"""
    printed = printed_by("--version", after=helps)
    assert printed.count("Usage: debatable ") == len(verbs)
