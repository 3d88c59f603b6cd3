from __future__ import annotations

from pathlib import Path

import pytest

from debatable.embedding.onnx import BUNDLED, MODELS
from debatable.errors import InputError
from debatable.learning.inventory import bundled_models, folder_model
from debatable.learning.pair_reader import MODELS as READERS
from tests.support.tiny_reader import HEADS, tiny_folder


def test_every_model_of_the_package_is_listed() -> None:
    found = {entry.name: entry for entry in bundled_models()}
    folders = {folder.name for home in (MODELS, READERS) for folder in home.iterdir() if folder.is_dir()}
    assert set(found) == folders | {"polarity", "points", "dagstuhl"} and {BUNDLED, "reader"} <= folders
    assert found["reader"].heads == ("relevance", "same", "quality")
    assert found["reader"].bytes > 10_000_000
    first = found["reader"].figures["before the last lesson, topics not trained on"]
    assert first["keypoints"]["auc"] > 0.9
    for name in (BUNDLED, "static"):
        assert found[name].kind == "encoder" and found[name].licence == "Apache-2.0"


def test_a_folder_is_listed_by_its_path(tmp_path: Path) -> None:
    entry = folder_model(tiny_folder(tmp_path / "tiny"))
    assert (entry.name, entry.kind, entry.heads) == (str(tmp_path / "tiny"), "reader", HEADS)
    assert entry.licence == "unknown" and entry.as_dict()["heads"] == list(HEADS)


def test_a_broken_folder_is_told(tmp_path: Path) -> None:
    folder = tiny_folder(tmp_path / "tiny")
    (folder / "model.onnx").write_bytes(b"other")
    with pytest.raises(InputError, match="is damaged, or not the model that its card describes"):
        folder_model(folder)
    (folder / "model.onnx").unlink()
    with pytest.raises(InputError, match="the model is missing"):
        folder_model(folder)
    (folder / "card.json").write_text("{", "utf-8")
    with pytest.raises(InputError, match="is not readable JSON"):
        folder_model(folder)
    with pytest.raises(InputError, match="no ONNX graph here"):
        folder_model(tmp_path)
    with pytest.raises(InputError, match="no such folder"):
        folder_model(tmp_path / "nowhere")


@pytest.mark.parametrize("name", [BUNDLED, "static"])
def test_an_encoder_that_is_cut_short_is_told(tmp_path: Path, name: str) -> None:
    for path in (MODELS / name).iterdir():
        whole = path.read_bytes()
        (tmp_path / path.name).write_bytes(
            whole[:1000] if path.suffix in (".onnx", ".safetensors") else whole
        )
    with pytest.raises(InputError, match="is damaged"):
        folder_model(tmp_path)
