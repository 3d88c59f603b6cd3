"""Training: from collections to a folder that the engine opens."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from debatable.embedding import BUNDLED, Encoder
from debatable.embedding import encoder as encoder_of
from debatable.errors import InputError, MissingExtraError
from debatable.files import written_folder
from debatable.learning.card import CARD, ENCODER_CARD
from debatable.learning.training.examples import Debates, Example, Material, Split, split_by_debate
from debatable.learning.training.negatives import with_negatives
from debatable.learning.training.settings import Settings
from debatable.learning.training.task_examples import (
    encoder_examples,
    quality_examples,
    relevance_examples,
    stance_examples,
    with_framed,
)
from debatable.progress import Progress, step

if TYPE_CHECKING:
    from debatable.learning.training.network.base import Base

PACKAGES = ("onnx", "safetensors", "torch", "transformers")
FREE = ("minutes", "device")
"""Settings that may change between two runs of one training."""
READS = {
    "encoder": ("a text", "a vector; texts that belong together are near"),
    "quality": ("a premise alone", "how convincing; only differences count"),
    "relevance": ("a query or claim, then a premise", "whether it is relevant"),
    "stance": ("a topic, claim or query, then what somebody says about it", "whether it takes its side"),
}


def check_extra() -> None:
    """Raises MissingExtraError where the extra ``train`` is not installed."""
    if not all(map(find_spec, PACKAGES)):
        raise MissingExtraError("train", "training and what it is based on")


def check_device(name: str) -> str:
    """Returns the device that a name of ``DEVICES`` means on this machine.

    Raises:
        InputError: A GPU is asked for, and torch sees none.
    """
    import torch

    has_gpu = bool(torch.cuda.is_available())
    if name == "cuda" and not has_gpu:
        raise InputError("torch sees no GPU here", todo="give --device cpu or auto")
    return "cuda" if name != "cpu" and has_gpu else "cpu"


def train(
    settings: Settings,
    materials: Sequence[Material],
    into: Path,
    *,
    base: str = BUNDLED,
    encoder: str | Encoder = BUNDLED,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Trains a model and writes its folder; run again with the same arguments, it goes on where it was interrupted.

    Args:
        settings: What is trained, and how.
        materials: What it learns from.
        into: Folder of the model, written whole at the end. Until then a checkpoint stands beside it.
        base: Bundled model, or folder, to start from.
        encoder: Finds near premises, for hard negatives.
        overwrite: Whether an existing model may be replaced.
        progress: Called during encoding and training.

    Returns:
        The card of the model.

    Raises:
        MissingExtraError: The extra ``train`` is not installed.
        InputError: The collections hold no examples of the task, or an argument does not fit.
    """
    check_extra()
    device = check_device(settings.device)
    into = into.resolve()
    _check_target(into, overwrite)
    from debatable.learning.training.network.base import open_base

    opened = open_base(base)
    if opened.positions < settings.limit:
        what = f"reads {opened.positions} tokens, {settings.limit} are needed"
        raise InputError(what, where=base, todo="take another --base")
    split = training_examples(settings, materials, encoder, progress)
    return _trained(settings, materials, split, opened, into, device, progress)


def _check_target(into: Path, overwrite: bool) -> None:
    """Refuses a folder that holds no model, and one that does unless it may be overwritten."""
    if not into.exists():
        return
    if not any((into / name).is_file() for name in (CARD, ENCODER_CARD)):
        raise InputError("is there and no model", where=str(into), todo="give another folder")
    if not overwrite:
        raise InputError("is there already", where=str(into), todo="give another folder, or --overwrite")


def training_examples(
    settings: Settings,
    materials: Sequence[Material],
    encoder: str | Encoder = BUNDLED,
    progress: Progress | None = None,
) -> Split:
    """Returns the examples of a task, split by debate, with negatives and framed claims where the task has them.

    Raises:
        InputError: The collections hold none, of one label only, or of too few debates.
    """
    seed, task = settings.seed, settings.task
    least = 2 if task in ("encoder", "relevance") else 1
    split = split_by_debate(_examples(settings, materials), seed, least)
    if task == "relevance":
        encode, report = encoder_of(encoder), step(progress, "encoding")
        parts = (with_negatives(part, settings.negatives, seed, encode, report) for part in split.parts)
        split = Split(*map(tuple, parts))
    if task in ("stance", "relevance") and len({example.label for example in split.train}) < 2:
        raise InputError("all that there is to learn has one label", todo="give a collection with both sides")
    if task == "stance":
        split = Split(tuple(with_framed(split.train, seed)), split.tune, split.report)
    return split


def _examples(settings: Settings, materials: Sequence[Material]) -> list[Example]:
    """Returns the examples of a task before any is held out or added."""
    debates, seed = Debates(materials), settings.seed
    wanted = "claims or judgments"
    if settings.task == "quality":
        examples, wanted = quality_examples(materials, debates, seed), "judgments of quality"
    elif settings.task == "encoder":
        examples = encoder_examples(materials, debates, seed)
    elif settings.task == "stance":
        examples, wanted = stance_examples(materials, debates), "stances"
    else:
        examples = relevance_examples(materials, debates)
    if not examples:
        names, todo = ", ".join(material.name for material in materials), f"give a collection with {wanted}"
        raise InputError(f"there is nothing about {settings.task} to learn", where=names, todo=todo)
    return examples


def _trained(
    settings: Settings,
    materials: Sequence[Material],
    split: Split,
    base: Base,
    into: Path,
    device: str,
    progress: Progress | None,
) -> dict[str, Any]:
    import torch

    from debatable.learning.training.network.export import export_model, write_card
    from debatable.learning.training.network.loop import Checkpoint, Loop
    from debatable.learning.training.network.network import network_of
    from debatable.learning.training.network.objectives import task_of

    task = task_of(settings, base.word_pieces)
    learned, held_out = task.objective(split.train), task.objective(split.tune)
    checkpoint = Checkpoint(into.with_name(f"{into.name}.checkpoint"), _fingerprint(settings, split, base))
    with torch.random.fork_rng(devices=range(torch.cuda.device_count())):
        torch.manual_seed(settings.seed)
        network = network_of(base, settings.head, device)
        state = Loop(network, learned, held_out, settings, checkpoint).run(step(progress, "training"))
    card = _card(settings, materials, split, base, into.name, len(state.scores))
    with tempfile.TemporaryDirectory() as draft, written_folder(into) as folder:
        export_model(Path(draft), network.weights(), base, card, task.inputs(learned))
        slope, shift = task.calibration(Path(draft), split.tune)
        card["figures"] |= task.metrics(Path(draft), split.report, (slope, shift))
        if settings.head:
            card["heads"] = [card["heads"][0] | {"slope": slope, "shift": shift}]
        for name in ("model.onnx", "tokenizer.json"):
            shutil.copyfile(Path(draft) / name, folder / name)
        whole = write_card(folder, card)
    checkpoint.remove()
    return whole


def _card(
    settings: Settings, materials: Sequence[Material], split: Split, base: Base, name: str, epochs: int
) -> dict[str, Any]:
    reads, says = READS[settings.task]
    first_limit = settings.limit - 3 if settings.task == "quality" else settings.first_limit
    heads = [{"name": settings.head, "slope": 1.0, "shift": 0.0, "first_limit": first_limit}]
    width = int(base.weights["embeddings.LayerNorm.weight"].shape[0])
    parts = dict(zip(("train", "tune", "report"), split.parts, strict=True))
    return {
        "name": name,
        "kind": "reader" if settings.head else "encoder",
        "body": {"name": base.name, "licence": base.licence},
        "reads": reads,
        "says": says,
        **({"heads": heads} if settings.head else {"dimensions": width}),
        "limit": settings.limit,
        "tokenizer": "",
        "data": [{"name": material.name, "licence": "as published"} for material in materials],
        "made_by": f"debatable train {settings.task}",
        "settings": {key: value for key, value in asdict(settings).items() if key != "task"},
        "seed": settings.seed,
        "lessons": {part: len(examples) for part, examples in parts.items()},
        "debates": {part: len({one.debate for one in examples}) for part, examples in parts.items()},
        "epochs": epochs,
        "figures": {"on": "debates held out of training, stopping and calibration"},
        "limits": "Texts behind the limit are not read. Figures hold for debates like those it learned from.",
    }


def _fingerprint(settings: Settings, split: Split, base: Base) -> str:
    """Returns a hash over everything that determines the weights."""
    fixed = {key: value for key, value in asdict(settings).items() if key not in FREE}
    digest = hashlib.blake2b(f"{fixed}\n{base.fingerprint}".encode(), digest_size=16)
    for examples in split.parts:
        for one in examples:
            digest.update(repr((one.first, one.second, one.label, one.debate, one.cluster)).encode())
    return digest.hexdigest()
