from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from debatable.embedding.graph import open_session
from debatable.embedding.onnx import BUNDLED, MODELS
from debatable.embedding.runtime import arithmetic, processor_flags, runtime, session_options
from debatable.learning.coded_weights import WEIGHTS, read_coded
from debatable.learning.pair_reader import MODELS as READERS

ROOT = Path(__file__).parents[3]

ENCODE = "from debatable.embedding import encoder; assert encoder()(['Ban cars']).shape == (1, 384)"


def files_after(code: str, home: Path) -> list[str]:
    """Runs code as nobody's continuous integration, where reports are not sent anyway, in an empty home."""
    kept = {
        name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "LD_LIBRARY_PATH") if name in os.environ
    }
    around = kept | {"HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=around, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return sorted(str(path.relative_to(home)) for path in home.rglob("*") if path.is_file())


@pytest.mark.skipif(os.name == "nt", reason="speaks of HOME")
def test_running_a_model_leaves_nothing_in_the_home_and_sends_nothing(tmp_path: Path) -> None:
    """The runtime used to write an identifier and a queue of reports there, and to send them."""
    assert files_after(ENCODE, tmp_path) == []


def test_no_module_loads_the_runtime_past_its_gate() -> None:
    sources = (ROOT / "src").rglob("*.py")
    loading = [path.name for path in sources if "import onnxruntime" in path.read_text("utf-8")]
    assert loading == ["runtime.py"]


def calls(name: str) -> Iterator[tuple[str, ast.Call]]:
    """Yields every call of a function or class of this name, with the file that it stands in."""
    for part in ("src", "tools", "tests", "benchmarks", "training"):
        for path in (ROOT / part).rglob("*.py"):
            text = path.read_text("utf-8")
            for node in ast.walk(ast.parse(text)) if name in text else ():
                if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == name:
                    yield path.name, node


def test_no_session_is_opened_without_the_options_for_exact_products() -> None:
    assert {name for name, _ in calls("SessionOptions")} == {"runtime.py"}
    opened = list(calls("InferenceSession"))
    assert len(opened) >= 4 and all(len(call.args) == 2 for _, call in opened)


def test_products_are_exact_with_these_options() -> None:
    assert arithmetic().products == "exact"
    assert arithmetic().weights in ("int8", "uint8")


@pytest.mark.parametrize("exact", [True, False])
def test_weights_are_shifted_where_the_processor_saturates_and_only_there(
    monkeypatch: pytest.MonkeyPatch, exact: bool
) -> None:
    """Where products are exact anyway, the option would cost time and change nothing."""
    monkeypatch.setattr("debatable.embedding.runtime._is_exact", lambda options: exact)
    options = session_options()
    if exact:
        with pytest.raises(RuntimeError, match="was not found|x64quantprecision"):
            options.get_session_config_entry("session.x64quantprecision")
    else:
        assert options.get_session_config_entry("session.x64quantprecision") == "1"


@pytest.mark.parametrize("exact", [True, False])
def test_prepared_graphs_are_optimised_only_where_that_makes_them_exact(
    monkeypatch: pytest.MonkeyPatch, exact: bool
) -> None:
    """Shifting weights is one of the optimisations: without them, products would saturate."""
    monkeypatch.setattr("debatable.embedding.runtime._is_exact", lambda options: exact)
    level = runtime().GraphOptimizationLevel
    left = level.ORT_DISABLE_ALL if exact else level.ORT_ENABLE_ALL
    assert session_options(prepared=True).graph_optimization_level == left
    assert session_options().graph_optimization_level == level.ORT_ENABLE_ALL


@pytest.mark.parametrize("model", ["encoder", "reader", "stance"])
def test_bundled_graphs_give_the_same_bits_optimised_or_as_they_are(model: str) -> None:
    folder = MODELS / BUNDLED if model == "encoder" else READERS / model
    weights = read_coded(folder / WEIGHTS) if model != "encoder" else None
    sessions = [open_session(folder / "model.onnx", weights, prepared=prepared) for prepared in (True, False)]
    random = np.random.default_rng(3)
    for texts, width in ((1, 8), (5, 20), (3, 64)):
        ids = random.integers(1_000, 30_000, (texts, width))
        mask = (np.arange(width) < random.integers(3, width + 1, (texts, 1))).astype(np.int64)
        types = mask * (np.arange(width) > width // 2)
        feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": types}
        wanted = {entry.name for entry in sessions[0].get_inputs()}
        given = {name: array for name, array in feed.items() if name in wanted}
        for one, other in zip(*(session.run(None, given) for session in sessions), strict=True):
            np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize(
    ("content", "flags"),
    [
        (
            "processor\t: 0\nflags\t\t: fpu avx2 avx512_vnni amx_int8\nbugs\t: i8mm\n",
            ("avx512_vnni", "amx_int8"),
        ),
        ("processor : 0\nFeatures\t: fp asimddp i8mm\n", ("asimddp", "i8mm")),
        ("flags : fpu avx2 avx512_vnnix\n", ()),
    ],
)
def test_flags_are_read_off_what_the_system_tells(
    tmp_path: Path, content: str, flags: tuple[str, ...]
) -> None:
    (tmp_path / "cpuinfo").write_text(content, "utf-8")
    assert processor_flags(tmp_path / "cpuinfo") == flags
    assert processor_flags(tmp_path / "nowhere") == ()
