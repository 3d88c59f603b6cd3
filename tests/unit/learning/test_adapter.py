from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from debatable.embedding.tensors import tensor_bytes
from debatable.errors import InputError
from debatable.learning.adapter import CONSTANTS, adapter_tensors, read_constants
from debatable.learning.card import read_card
from debatable.learning.pair_graph import LogitCache, PairGraph, open_pair_graph
from debatable.learning.pair_reader import model_folder

FOLDER = model_folder("stance")
SHORT = "Animals suffer in cages"
LONG = " ".join(
    ["I took my daughter there last spring and the bear just walked up and down along the glass"] * 3
)


@pytest.fixture
def graph() -> PairGraph:
    return replace(open_pair_graph(FOLDER), recent=LogitCache())


def copied(folder: Path) -> Path:
    """Returns a copy of the model that shares its large files."""
    folder.mkdir()
    for name in ("card.json", CONSTANTS):
        (folder / name).write_bytes((FOLDER / name).read_bytes())
    for name in ("model.onnx", "weights.safetensors"):
        os.symlink(FOLDER / name, folder / name)
    return folder


def with_card(folder: Path, **adapter: object) -> Path:
    path = folder / "card.json"
    card = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps(card | {"adapter": card["adapter"] | adapter}), "utf-8")
    return folder


def logits(graph: PairGraph, text: str, *, is_long: bool) -> list[float]:
    first, second = graph.tokenizer.ids(["Ban zoos", text])
    row = graph.marked(first, second, None)
    width = -(-sum(map(len, row)) // 4) * 4
    return [float(value) for value in graph.run([row], width, is_long)[0]]


def test_long_texts_are_read_with_the_adapter_and_others_without(graph: PairGraph) -> None:
    texts = [LONG, SHORT, LONG + " again", SHORT + " too"]
    read = graph.read(["Ban zoos"] * 4, texts, None)
    for text, values, is_long in zip(texts, read.tolist(), [True, False, True, False], strict=True):
        assert values == logits(graph, text, is_long=is_long), text
        assert values != logits(graph, text, is_long=not is_long), text


def test_words_of_the_second_text_count_and_not_of_the_first(graph: PairGraph) -> None:
    words = graph.card.adapter.words if graph.card.adapter else 0
    at, below = " ".join(["zoo"] * words), "\n ".join(["zoo"] * (words - 1)) + " "
    assert graph.are_long([at, below, SHORT]) == [True, False, False]
    alone = graph.read([LONG], None, None)
    assert alone.tolist() == replace(graph, constants={}).read([LONG], None, None).tolist()


def test_models_without_an_adapter_read_all_texts_alike() -> None:
    small = open_pair_graph(model_folder("small-stance"))
    assert small.card.adapter is None
    assert small.are_long([LONG, SHORT]) == [False, False]


def test_changes_are_kept_within_half_a_step(tmp_path: Path) -> None:
    draw = np.random.default_rng(3)
    plain = {"a": draw.normal(size=(5, 4)).astype(np.float32), "b": np.zeros(3, np.float32)}
    tuned = {"a": plain["a"] + draw.normal(size=(5, 4)).astype(np.float32), "b": plain["b"]}
    path = tmp_path / CONSTANTS
    path.write_bytes(tensor_bytes(adapter_tensors(plain, tuned)))
    kept, changed = read_constants(path)
    assert all(kept[name].tolist() == values.tolist() for name, values in plain.items())
    step = np.sqrt(np.square(tuned["a"] - plain["a"]).mean()) / 3
    assert np.abs(changed["a"] - tuned["a"]).max() <= 0.51 * step
    assert changed["b"].tolist() == [0, 0, 0]


@pytest.mark.parametrize("left_out", ["a", "a.steps", "a.step"])
def test_a_file_that_lacks_a_part_is_refused(tmp_path: Path, left_out: str) -> None:
    plain = {"a": np.ones(2, np.float32)}
    tensors = adapter_tensors(plain, {"a": np.zeros(2, np.float32)})
    del tensors[left_out]
    path = tmp_path / CONSTANTS
    path.write_bytes(tensor_bytes(tensors))
    with pytest.raises(InputError, match="holds no constants of a model"):
        read_constants(path)


def test_another_file_than_the_card_names_is_refused(tmp_path: Path) -> None:
    folder = copied(tmp_path / "model")
    content = bytearray((folder / CONSTANTS).read_bytes())
    content[-1] ^= 1
    (folder / CONSTANTS).write_bytes(content)
    with pytest.raises(InputError, match="is damaged, or not the model that its card describes"):
        open_pair_graph(folder)
    (folder / CONSTANTS).unlink()
    with pytest.raises(InputError, match="the model is missing"):
        open_pair_graph(folder)


@pytest.mark.parametrize(
    ("adapter", "message"),
    [
        ({"words": 0}, "texts of no words"),
        ({"words": "forty"}, "is no card"),
        ({"words": None}, "is no card"),
    ],
)
def test_a_card_with_an_adapter_for_nothing_is_refused(
    tmp_path: Path, adapter: dict[str, object], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        read_card(with_card(copied(tmp_path / "model"), **adapter))


def test_the_number_of_words_is_that_of_the_card(tmp_path: Path, graph: PairGraph) -> None:
    other = open_pair_graph(with_card(copied(tmp_path / "model"), words=4))
    assert other.read(["Ban zoos"], [SHORT], None).tolist() == [logits(graph, SHORT, is_long=True)]
