from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

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
    sources = (Path(__file__).parents[3] / "src").rglob("*.py")
    loading = [path.name for path in sources if "import onnxruntime" in path.read_text("utf-8")]
    assert loading == ["runtime.py"]
