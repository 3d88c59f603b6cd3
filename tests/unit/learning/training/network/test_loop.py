"""Training a tiny model on made debates: it learns, goes on after a kill, and serves a search."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import debatable
from debatable.embedding import encoder
from debatable.engines import Configuration
from debatable.errors import InputError
from debatable.learning import LearnedQuality, relevance, stance
from debatable.learning.inventory import folder_model
from debatable.learning.training import Material, Settings, train
from debatable.model import Stance
from debatable.ranking import method
from tests.support.tiny_base import debates, tiny_base, write_debates
from tests.support.word_encoder import WordEncoder

for package in ("torch", "transformers", "onnx", "safetensors"):
    pytest.importorskip(package, reason="needs the extra train")

ROOT = Path(__file__).parents[5]
KILLED = """
import sys, time
from pathlib import Path
from debatable.learning.training import Settings, train
from tests.support.tiny_base import debates
from tests.unit.learning.training.network.test_loop import QUICK

def slowed(name, done, total):
    if done > 45:
        time.sleep(600)  # until it is killed

train(Settings("stance", **QUICK), [debates()], Path(sys.argv[2]), base=sys.argv[1], progress=slowed)
"""
QUICK: dict[str, Any] = {"epochs": 4, "batch": 16, "rate": 5e-3, "device": "cpu"}


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> str:
    return str(tiny_base(tmp_path_factory.mktemp("base") / "tiny"))


@pytest.fixture(scope="module")
def side(tmp_path_factory: pytest.TempPathFactory, base: str) -> Path:
    """A stance model, trained undisturbed."""
    into = tmp_path_factory.mktemp("models") / "side"
    card = train(Settings("stance", **QUICK), [debates()], into, base=base)
    assert card["figures"]["accuracy"] > 0.95 > 0.6 > card["figures"]["majority"]
    return into


def test_a_stance_model_is_trained_and_used_in_a_search(side: Path, tmp_path: Path) -> None:
    assert sorted(path.name for path in side.iterdir()) == ["card.json", "model.onnx", "tokenizer.json"]
    assert [path.name for path in side.parent.iterdir()] == ["side"]  # no checkpoint is left
    model = stance(str(side))
    for_it, against = model.towards("zoos should stay", ["zoos are useful today", "zoos are unfair always"])  # type: ignore[attr-defined]
    assert for_it > 0 > against
    corpus = write_debates(tmp_path / "corpus.jsonl", ("zoos", "cars"))
    debatable.index([corpus], into=tmp_path / "index", configuration=Configuration(encoder=""))
    with debatable.open(tmp_path / "index") as engine:
        answer = engine.search("zoos should stay", method=f"bm25(stance={side})", strict=False)
    assert answer.hits and str(side) in answer.method


def test_the_card_says_what_was_done(side: Path) -> None:
    card = json.loads((side / "card.json").read_text("utf-8"))
    assert card["debates"] == {"train": 6, "tune": 2, "report": 2} and card["seed"] == 1
    assert card["made_by"] == "debatable train stance" and card["data"][0]["name"] == "made"
    assert card["body"]["name"] == "tiny" and card["heads"][0]["slope"] > 0
    entry = folder_model(side)
    assert entry.heads == ("stance",) and entry.figures["accuracy"] == card["figures"]["accuracy"]


def interrupting(at: int) -> Callable[[str, int, int | None], None]:
    def told(name: str, done: int, total: int | None) -> None:
        if name == "training" and done == at:
            raise KeyboardInterrupt

    return told


@pytest.mark.parametrize("at", [1, 47, 62])
def test_an_interrupted_training_ends_as_the_undisturbed_one(
    side: Path, base: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    into = tmp_path / "side"
    monkeypatch.setattr("debatable.learning.training.network.loop.SECONDS_BETWEEN_CHECKPOINTS", 0.0)
    with pytest.raises(KeyboardInterrupt):
        train(Settings("stance", **QUICK), [debates()], into, base=base, progress=interrupting(at))
    assert [path.name for path in tmp_path.iterdir()] == ["side.checkpoint"]
    seen: list[int] = []
    told = lambda name, done, total: seen.append(done)  # noqa: E731
    train(Settings("stance", **QUICK), [debates()], into, base=base, progress=told)
    assert seen[0] == at  # it went on there
    for name in ("model.onnx", "card.json", "tokenizer.json"):
        assert (into / name).read_bytes() == (side / name).read_bytes()


def test_a_killed_training_ends_as_the_undisturbed_one(side: Path, base: str, tmp_path: Path) -> None:
    into = tmp_path / "side"
    killed = subprocess.Popen([sys.executable, "-c", KILLED, base, str(into)], cwd=ROOT)
    while not (checkpoint := tmp_path / "side.checkpoint").exists():
        assert killed.poll() is None
        time.sleep(0.01)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    assert checkpoint.exists() and not into.exists()
    train(Settings("stance", **QUICK), [debates()], into, base=base)
    assert (into / "model.onnx").read_bytes() == (side / "model.onnx").read_bytes()


def test_a_checkpoint_of_another_training_is_not_gone_on_with(base: str, tmp_path: Path) -> None:
    material, into = [debates()], tmp_path / "side"
    with pytest.raises(KeyboardInterrupt):
        train(Settings("stance", **QUICK), material, into, base=base, progress=interrupting(60))
    for changed in ({"seed": 2}, {"rate": 1e-3}, {"epochs": 9}):
        with pytest.raises(
            InputError, match="is the checkpoint of a training with other arguments; give another"
        ):
            train(Settings("stance", **(QUICK | changed)), material, into, base=base)
    (tmp_path / "side.checkpoint").write_bytes(b"junk")
    with pytest.raises(InputError, match="is a damaged checkpoint"):
        train(Settings("stance", **QUICK), material, into, base=base)


def test_a_folder_that_is_there_is_kept_unless_told(base: str, tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "old/file").write_text("precious", "utf-8")
    for overwrite in (False, True):
        with pytest.raises(InputError, match="is there and no model; give another folder"):
            train(Settings("stance", **QUICK), [debates()], tmp_path / "old", base=base, overwrite=overwrite)
    (tmp_path / "old/card.json").write_text("{}", "utf-8")
    with pytest.raises(InputError, match="is there already; give another folder, or --overwrite"):
        train(Settings("stance", **QUICK), [debates()], tmp_path / "old", base=base)
    train(
        Settings("stance", **(QUICK | {"epochs": 1})),
        [debates()],
        tmp_path / "old",
        base=base,
        overwrite=True,
    )
    assert not (tmp_path / "old/file").exists() and folder_model(tmp_path / "old").kind == "reader"


def test_training_stops_early_and_when_the_time_is_up(base: str, tmp_path: Path) -> None:
    draw = np.random.default_rng(3)
    sides = [Stance.PRO if draw.random() < 0.5 else Stance.CON for _ in debates().arguments]
    noise = [replace(one, stance=side) for one, side in zip(debates().arguments, sides, strict=True)]
    card = train(
        Settings("stance", **(QUICK | {"epochs": 60})),
        [Material("noise", tuple(noise))],
        tmp_path / "a",
        base=base,
    )
    assert card["epochs"] < 20  # there is nothing to learn that held-out debates would honour
    brief = Settings("stance", **(QUICK | {"epochs": 1000, "minutes": 0.001}), patience=1000)
    assert train(brief, [debates()], tmp_path / "b", base=base)["epochs"] == 1


def test_a_rate_that_is_too_high_is_told(base: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import torch

    from debatable.learning.training.network.objectives import Labels

    monkeypatch.setattr(Labels, "loss", lambda *_: torch.tensor(float("nan"), requires_grad=True))
    with pytest.raises(InputError, match="the loss is no number at step 0; give a lower --rate"):
        train(Settings("stance", **QUICK), [debates()], tmp_path / "a", base=base)


@pytest.mark.parametrize("negatives", ["nearest", "other-topics"])
def test_a_relevance_model_is_trained(base: str, tmp_path: Path, negatives: str) -> None:
    settings = Settings("relevance", **(QUICK | {"epochs": 6}), negatives=negatives)
    card = train(settings, [debates()], tmp_path / "near", base=base, encoder=WordEncoder())
    assert card["settings"]["negatives"] == negatives and 0.4 < card["figures"]["auc"] <= 1
    assert method(f"relevance(relevance=learned(model={tmp_path / 'near'}))")
    found = relevance(str(tmp_path / "near"))("we want zoos", ["zoos are good today", "dams are good today"])
    assert ((found > 0) & (found < 1)).all()


def test_a_quality_model_is_trained(base: str, tmp_path: Path) -> None:
    card = train(Settings("quality", **QUICK), [debates()], tmp_path / "fine", base=base)
    assert card["figures"]["pairs"] > 0.9
    better, worse = LearnedQuality(str(tmp_path / "fine"))(["zoos are good mostly", "zoos are bad today"])
    assert better > worse


def test_an_encoder_is_trained(base: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import torch

    state = torch.random.get_rng_state()
    card = train(Settings("encoder", **QUICK), [debates()], tmp_path / "near", base=base)
    assert torch.equal(torch.random.get_rng_state(), state)  # nobody else's draws are touched
    vectors = encoder(tmp_path / "near")(
        ["zoos are good today", "zoos are good always", "cars are bad today"]
    )
    assert vectors.shape == (3, 32) and vectors[0] @ vectors[1] > vectors[0] @ vectors[2]
    assert card["figures"]["auc"] > 0.7 and folder_model(tmp_path / "near").kind == "encoder"
    corpus = write_debates(tmp_path / "corpus.jsonl", ("zoos", "cars"))
    own = Configuration(encoder=str(tmp_path / "near"))
    debatable.index([corpus], into=tmp_path / "index", configuration=own)
    monkeypatch.setenv("DEBATABLE_MODELS", str(tmp_path))
    with debatable.open(tmp_path / "index") as engine:
        assert engine.search("zoos should stay", method="dense", strict=False).hits


def test_the_exported_graph_says_what_the_network_said(base: str, tmp_path: Path) -> None:
    from debatable.learning import PairReader
    from debatable.learning.training.network.base import open_base
    from debatable.learning.training.network.export import export_model
    from debatable.learning.training.network.network import network_of, text_inputs

    opened = open_base(base)
    network = network_of(opened, "stance", "cpu")
    texts = [argument.premise.text for argument in debates().arguments]
    firsts = ["zoos should stay"] * len(texts)
    inputs = text_inputs(opened.word_pieces, firsts, texts, 60, 160)
    head = {"name": "stance", "first_limit": 60, "slope": 1.0, "shift": 0.0}
    card = {"name": "same", "heads": [head], "limit": 160, "tokenizer": ""}
    export_model(tmp_path, network.weights(), opened, card, [inputs])
    found, wanted = PairReader(tmp_path)(firsts, texts)[:, 0], network.read(inputs)
    assert np.corrcoef(found, wanted)[0, 1] > 0.99 and np.abs(found - wanted).max() < 0.1
