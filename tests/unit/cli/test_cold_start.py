"""What a search on the command line loads before it answers."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HEAVY = (
    "fastapi",
    "uvicorn",
    "onnxruntime",
    "tokenizers",
    "sklearn",
    "scipy.sparse",
    "scipy.stats",
    "pandas",
)


CALL = """
import sys
from debatable.cli.main import run
try:
    run()
except SystemExit as end:
    assert not end.code, end.code
"""


def _run(*words: str, after: str = "") -> str:
    done = subprocess.run([sys.executable, "-c", CALL + after, *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_search_by_words_loads_neither_a_server_nor_a_model(tmp_path: Path) -> None:
    corpus, index = tmp_path / "corpus.csv", str(tmp_path / "index")
    corpus.write_text("claim,premise,stance\nban cars,cars stink,pro\nban cars,cars are handy,con\n")
    _run("index", str(corpus), "--into", index, "--encoder", "none")
    loaded = f"print([name for name in {HEAVY!r} if name in sys.modules])"
    found = _run("search", "ban cars", "--index", index, "--method", "bm25", after=loaded)
    assert found.splitlines()[-1] == "[]"
