"""``debatable train``: make a model of one's own from collections."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from debatable.cli.options import Json, OnErrorOption
from debatable.cli.printing.terminal import note, print_json, progress

Task = Annotated[
    str, typer.Argument(metavar="TASK", help="stance, relevance, quality or encoder.", show_default=False)
]
Collections = Annotated[
    list[str],
    typer.Argument(
        metavar="COLLECTION",
        help="Folders as evaluate takes them, corpora as index takes them, or bundled.",
        show_default=False,
    ),
]
Into = Annotated[Path, typer.Option("--into", "-o", metavar="FOLDER", help="Folder of the new model.")]
Base = Annotated[
    str,
    typer.Option(
        metavar="FOLDER",
        help="Bundled model, or folder with model.safetensors and tokenizer.json, to start from.",
    ),
]
Epochs = Annotated[int, typer.Option(help="How often all is gone through at most.")]
Batch = Annotated[int, typer.Option(help="Lessons of a step.")]
Rate = Annotated[float, typer.Option(help="Highest learning rate.")]
Minutes = Annotated[float, typer.Option(help="End with the best so far after that time; 0 for no limit.")]
Seed = Annotated[int, typer.Option(help="Of every draw.")]
Device = Annotated[str, typer.Option(help="auto, cpu or cuda.")]
Negatives = Annotated[
    str,
    typer.Option(help="What relevance must refuse: nearest, nearest-unlinked, other-topics or same-topic."),
]
Split = Annotated[
    str, typer.Option(help="Part of the queries to learn from, or all; train by default where there is one.")
]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace a model that is there.")]


def train(
    task: Task,
    collections: Collections,
    into: Into,
    base: Base = "all-MiniLM-L6-v2",
    epochs: Epochs = 4,
    batch: Batch = 32,
    rate: Rate = 5e-5,
    minutes: Minutes = 0.0,
    seed: Seed = 1,
    device: Device = "auto",
    negatives: Negatives = "nearest",
    split: Split = "",
    on_error: OnErrorOption = "stop",
    overwrite: Overwrite = False,
    json: Json = False,
) -> None:
    """Train a model of your own on collections.

    Search and index take it by its folder: stance=FOLDER, relevance=FOLDER, --encoder FOLDER. Debates are held out
    to stop in time, to calibrate and to measure. Run again after an interrupt, it goes on.
    """
    from debatable.cli.verbs.indexes import SkippedRecords
    from debatable.evaluation.collections import material
    from debatable.learning.inventory import figures_line
    from debatable.learning.training import Settings, train
    from debatable.learning.training.trainer import check_extra

    settings = Settings(
        task,
        epochs=epochs,
        batch=batch,
        rate=rate,
        seed=seed,
        minutes=minutes,
        negatives=negatives,
        device=device,
    )
    check_extra()
    skipped = SkippedRecords()
    materials = [material(source, split, on_error=on_error, on_skip=skipped) for source in collections]
    with progress() as show:
        card = train(settings, materials, into, base=base, overwrite=overwrite, progress=show)
    if json:
        print_json({"model": str(into), **card})
        return
    learned = f"{card['lessons']['train']:,} lessons, epochs: {card['epochs']}"
    note(
        f"{into}: {learned}; on {card['debates']['report']} debates held out: {figures_line(card)}{skipped.summary()}"
    )
