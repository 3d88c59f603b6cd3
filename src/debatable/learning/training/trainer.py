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
from debatable.learning.training.examples import Debates, Lesson, Material, Parts, parted
from debatable.learning.training.negatives import with_negatives
from debatable.learning.training.settings import Settings
from debatable.learning.training.task_examples import (
    nearness_lessons,
    quality_lessons,
    relevance_lessons,
    stance_lessons,
    with_turned,
)
from debatable.progress import Progress, step

if TYPE_CHECKING:
    from debatable.learning.training.network.base import Base
    from debatable.learning.training.network.loop import Progress as Course

__all__ = ["check_device", "check_extra", "lessons_of", "train"]

PACKAGES = ("onnx", "safetensors", "torch", "transformers")


def check_extra() -> None:
    """Says what to install where something is missing.

    Raises:
        MissingExtraError: The extra ``train`` is not installed.
    """
    if not all(map(find_spec, PACKAGES)):
        raise MissingExtraError("train", "training and what it is based on")


def check_device(name: str) -> str:
    """Returns the device that a name means on this machine.

    Raises:
        InputError: A GPU is asked for, and torch sees none.
    """
    import torch

    there = bool(torch.cuda.is_available())
    if name == "cuda" and not there:
        raise InputError("torch sees no GPU here", todo="give --device cpu or auto")
    return "cuda" if name != "cpu" and there else "cpu"


FREE = ("minutes", "device")
"""Settings that may change between two runs of one training."""
READS = {
    "encoder": ("a text", "a vector; texts that belong together are near"),
    "quality": ("a premise alone", "how convincing; only differences count"),
    "relevance": ("a query or claim, then a premise", "whether it is relevant"),
    "stance": ("a topic, claim or query, then what somebody says about it", "whether it takes its side"),
}


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
        encoder: Says which premises are near, for hard negatives.
        overwrite: Whether a model that is there may be replaced.
        progress: Told of encoding and training.

    Returns:
        The card of the model.

    Raises:
        MissingExtraError: The extra ``train`` is not installed.
        InputError: The collections teach no such thing, or an argument does not fit.
    """
    check_extra()
    device = check_device(settings.device)
    into = into.resolve()
    _check_place(into, overwrite)
    from debatable.learning.training.network.base import open_base

    opened = open_base(base)
    if opened.positions < settings.limit:
        raise InputError(
            f"reads {opened.positions} tokens, {settings.limit} are needed",
            where=base,
            todo="take another --base",
        )
    parts = lessons_of(settings, materials, encoder, progress)
    return _fitted(settings, materials, parts, opened, into, device, progress)


def _check_place(into: Path, overwrite: bool) -> None:
    """Refuses to replace what nobody wants replaced: a model without being told, anything else in any case."""
    if not into.exists():
        return
    if not any((into / name).is_file() for name in (CARD, ENCODER_CARD)):
        raise InputError("is there and no model", where=str(into), todo="give another folder")
    if not overwrite:
        raise InputError("is there already", where=str(into), todo="give another folder, or --overwrite")


def lessons_of(
    settings: Settings,
    materials: Sequence[Material],
    encoder: str | Encoder = BUNDLED,
    progress: Progress | None = None,
) -> Parts:
    """Returns the lessons of a task, split by debate, with negatives and turned claims where the task has them.

    Raises:
        InputError: The collections hold none, of one label only, or of too few debates.
    """
    seed = settings.seed
    lessons = _whole(settings, materials)
    parts = parted(lessons, seed, least=2 if settings.task in ("encoder", "relevance") else 1)
    if settings.task == "relevance":
        found, told = encoder_of(encoder), step(progress, "encoding")
        parts = Parts(
            *(
                tuple(with_negatives(part, settings.negatives, seed, found, told))
                for part in (parts.train, parts.tune, parts.report)
            )
        )
    if settings.task in ("stance", "relevance") and len({lesson.label for lesson in parts.train}) < 2:
        raise InputError("all that there is to learn has one label", todo="give a collection with both sides")
    if settings.task == "stance":
        parts = Parts(tuple(with_turned(parts.train, seed)), parts.tune, parts.report)
    return parts


def _whole(settings: Settings, materials: Sequence[Material]) -> list[Lesson]:
    """Returns the lessons of a task before any is held out or added."""
    debates, seed = Debates(materials), settings.seed
    wanted = "claims or judgments"
    if settings.task == "quality":
        lessons, wanted = quality_lessons(materials, debates, seed), "judgments of quality"
    elif settings.task == "encoder":
        lessons = nearness_lessons(materials, debates, seed)
    elif settings.task == "stance":
        lessons, wanted = stance_lessons(materials, debates), "stances"
    else:
        lessons = relevance_lessons(materials, debates)
    if not lessons:
        names, todo = ", ".join(material.name for material in materials), f"give a collection with {wanted}"
        raise InputError(f"there is nothing about {settings.task} to learn", where=names, todo=todo)
    return lessons


def _fitted(
    settings: Settings,
    materials: Sequence[Material],
    parts: Parts,
    base: Base,
    into: Path,
    device: str,
    progress: Progress | None,
) -> dict[str, Any]:
    import torch
    from tokenizers import Tokenizer

    from debatable.learning.training.network.export import export_encoder, export_reader, write_card
    from debatable.learning.training.network.loop import Checkpoint, Loop
    from debatable.learning.training.network.network import network_of
    from debatable.learning.training.network.objectives import subject_of

    subject = subject_of(settings, Tokenizer.from_str(base.tokenizer.decode()))
    taught, held_out = subject.objective(parts.train), subject.objective(parts.tune)
    place = into.with_name(f"{into.name}.checkpoint")
    checkpoint = Checkpoint(place, _fingerprint(settings, parts, base))
    with torch.random.fork_rng(devices=range(torch.cuda.device_count())):
        torch.manual_seed(settings.seed)
        network = network_of(base, settings.head, device)
        course = Loop(network, taught, held_out, settings, checkpoint).run(step(progress, "training"))
    encoder = not settings.head
    card = _card(settings, materials, parts, base, into.name, course)
    with tempfile.TemporaryDirectory() as trial, written_folder(into) as folder:
        export = export_encoder if encoder else export_reader
        export(Path(trial), network.weights(), base, card, subject.seen(taught))
        line = subject.line(Path(trial), parts.tune)
        card["figures"] |= subject.figures(Path(trial), parts.report, line)
        if not encoder:
            card["heads"] = [card["heads"][0] | {"slope": line[0], "shift": line[1]}]
        for name in ("model.onnx", "tokenizer.json"):
            shutil.copyfile(Path(trial) / name, folder / name)
        whole = write_card(folder, card, encoder=encoder)
    checkpoint.remove()
    return whole


def _card(
    settings: Settings, materials: Sequence[Material], parts: Parts, base: Base, name: str, course: Course
) -> dict[str, Any]:
    reads, says = READS[settings.task]
    limits = {"limit": settings.limit, "tokenizer": ""}
    line = {"first_limit": settings.limit - 3 if settings.task == "quality" else settings.first_limit}
    heads = [{"name": settings.head, "slope": 1.0, "shift": 0.0, **line}]
    shape = {"heads": heads} if settings.head else {"dimensions": _width(base)}
    debates = [len({lesson.debate for lesson in part}) for part in (parts.train, parts.tune, parts.report)]
    return {
        "name": name,
        "kind": "reader" if settings.head else "encoder",
        "body": {"name": base.name, "licence": base.licence},
        "reads": reads,
        "says": says,
        **shape,
        **limits,
        "data": [{"name": material.name, "licence": "as published"} for material in materials],
        "made_by": f"debatable train {settings.task}",
        "settings": {key: value for key, value in asdict(settings).items() if key != "task"},
        "seed": settings.seed,
        "lessons": dict(
            zip(("train", "tune", "report"), map(len, (parts.train, parts.tune, parts.report)), strict=True)
        ),
        "debates": dict(zip(("train", "tune", "report"), debates, strict=True)),
        "epochs": len(course.standings),
        "figures": {"on": "debates held out of training, stopping and calibration"},
        "limits": "Texts behind the limit are not read. Figures hold for debates like those it learned from.",
    }


def _width(base: Base) -> int:
    return int(base.weights["embeddings.LayerNorm.weight"].shape[0])


def _fingerprint(settings: Settings, parts: Parts, base: Base) -> str:
    """Returns a hash over all that decides what comes out."""
    fixed = {key: value for key, value in asdict(settings).items() if key not in FREE}
    digest = hashlib.blake2b(f"{fixed}\n{base.fingerprint}".encode(), digest_size=16)
    for lessons in (parts.train, parts.tune, parts.report):
        for lesson in lessons:
            digest.update(_bytes(lesson))
    return digest.hexdigest()


def _bytes(lesson: Lesson) -> bytes:
    return repr((lesson.first, lesson.second, lesson.label, lesson.debate, lesson.cluster)).encode()
