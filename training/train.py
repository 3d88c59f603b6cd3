"""Trains a bundled model from data sets and base models, step by step; run again, it goes on where it stopped.

    python training/train.py MODEL --data DATA --work WORK [--into FOLDER] [--until STEP]

MODEL is stance, small-stance, reader, static or prose, the adapter of the bundled stance model, which is put into
FOLDER, a copy of that one. DATA is the folder of data sets, WORK/bases holds the base models (training/base_models.py).
Examples, teachers, weights and metrics are written to WORK. FOLDER is that of the finished model. The times are those
of one H200.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
LEARNING = ROOT / "src/debatable/learning/models"
SMALL = "small-stance"


class Step(NamedTuple):
    """A step of a recipe: what it is called, how many seconds it fine-tunes, what it does."""

    name: str
    seconds: float
    run: Callable[[float], None]


def script(path: Path, *arguments: object) -> None:
    """Runs a script of this repository."""
    subprocess.run([sys.executable, str(path), *map(str, arguments)], check=True)


def examples(data: Path, work: Path) -> None:
    """Writes the split, and the examples of stance, relevance, sameness and quality."""
    demo, encoder, split, into = ROOT / "demo", work / "bases/minilm", work / "split.json", work / "examples"
    script(HERE / "splits.py", data, demo, encoder, split)
    script(HERE / "build_data.py", data, demo, split, encoder, into)
    script(HERE / "add_debates.py", data, demo, encoder, into)
    script(HERE / "add_points.py", data, demo, encoder, split, into)


def closeness_examples(data: Path, work: Path) -> None:
    """Writes the examples of the second head, with those of stance that go with them."""
    into = work / "closeness_examples"
    script(HERE / "build_closeness.py", data, ROOT / "demo", work / "bases/minilm", work / "split.json", into)


def recipe(model: str, data: Path, work: Path) -> list[Step]:
    """Returns the steps of a model."""
    from fine_tuning import (
        closeness,
        encoder,
        matches,
        prose,
        relevance,
        sameness,
        small_stance,
        specificity,
        stance,
        static,
    )
    from fine_tuning.tokens import read_texts, tokenise

    def tokens(_: float) -> None:
        texts = read_texts(work / "examples")
        for base in ("mpnet", "minilm"):
            into = work / "state" / f"tokens.{'bert' if base == 'minilm' else base}.npz"
            tokenise(work / "bases" / base / "tokenizer.json", texts, into)

    def closeness_tokens(_: float) -> None:
        closeness_examples(data, work)
        texts, into = read_texts(work / "closeness_examples"), work / "state/tokens.closeness.npz"
        tokenise(work / "bases/mpnet/tokenizer.json", texts, into)

    def small_tokens(_: float) -> None:
        texts = read_texts(work / "closeness_examples")
        tokenise(work / "bases/minilm/tokenizer.json", texts, work / "state/tokens.small.npz")

    def match_examples(_: float) -> None:
        script(HERE / "build_matches.py", data, ROOT / "demo", work / "match_examples")

    def stored(_: float) -> None:
        (work / "models").mkdir(exist_ok=True)
        for name in ("stance", "reader"):
            script(HERE / "stored_weights.py", LEARNING / name, work / f"models/{name}.safetensors")

    def prose_examples(_: float) -> None:
        script(HERE / "build_prose.py", data, HERE / "split.json", work / "prose_examples")

    begin = [Step("examples", 0, lambda _: examples(data, work)), Step("tokens", 0, tokens)]
    recipes = {
        "stance": [
            *begin,
            Step("stance_teacher_0", 290, lambda seconds: stance.teacher(0, seconds)),
            Step("stance_teacher_1", 290, lambda seconds: stance.teacher(1, seconds)),
            Step("stance_labels", 0, lambda _: stance.label([0, 1])),
            Step("stance_student", 740, stance.student),
            Step("stance_student_bundled", 190, stance.student_bundled),
            Step("closeness_examples", 0, closeness_tokens),
            Step("stance", 1205, closeness.two_heads),
        ],
        SMALL: [
            Step("closeness_examples", 0, lambda _: closeness_examples(data, work)),
            Step("small_tokens", 0, small_tokens),
            Step("stored_weights", 0, stored),
            Step("small_stance", 430, small_stance.small),
            Step("small_stance_three_heads", 320, specificity.three_heads),
            Step("match_examples", 0, match_examples),
            Step("small_stance_four_heads", 300, matches.four_heads),
        ],
        "prose": [
            Step("prose_examples", 0, prose_examples),
            Step("stored_weights", 0, stored),
            Step("prose", 330, prose.prose),
        ],
        "reader": [
            *begin,
            Step("relevance_teacher", 160, relevance.teacher),
            Step("reader_minilm", 180, lambda seconds: relevance.student("minilm", seconds)),
            Step("reader_minilm_bundled", 40, lambda seconds: relevance.student_bundled("minilm", seconds)),
        ],
        "static": [
            *begin,
            Step("sameness_teacher", 90, sameness.teacher),
            Step("encoder_minilm", 150, lambda seconds: encoder.encoder("minilm", seconds)),
            Step("static_minilm", 0, lambda _: static.static("minilm")),
        ],
    }
    return recipes[model]


def export(model: str, work: Path, into: Path) -> None:
    """Writes the folder of a finished model; its card has the metrics of the bundled one until they are edited."""
    names = {
        "reader": "reader_minilm_bundled",
        "static": "static_minilm",
        SMALL: "small_stance_four_heads",
    }
    weights = work / "models" / f"{names.get(model, model)}.safetensors"
    if model == "prose":
        command = [
            sys.executable,
            "-m",
            "tools.make_adapter",
            weights.resolve(),
            into.resolve(),
            "--words",
            "40",
        ]
        subprocess.run(command, check=True, cwd=ROOT)
        return
    if model == "static":
        script(ROOT / "tools/make_static.py", weights, "--into", into)
        return
    card = LEARNING / model / "card.json"
    shared = ("--words", LEARNING / "reader") if model == SMALL else ()
    script(ROOT / "tools/make_reader.py", weights, card, "--into", into, *shared)
    if model == "reader":  # its int8 matrices become codes
        script(ROOT / "tools/make_reader.py", into, card, "--into", into)


def main() -> None:
    """Runs the steps that are not done yet."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("model", choices=("stance", SMALL, "prose", "reader", "static"))
    parser.add_argument("--data", type=Path, required=True, help="folder of data sets")
    parser.add_argument("--work", type=Path, required=True, help="folder of the run, with bases/ in it")
    parser.add_argument("--into", type=Path, help="folder of the finished model")
    parser.add_argument("--until", metavar="STEP", help="stop after this step")
    options = parser.parse_args()
    work = options.work.resolve()
    os.environ["TRAINING_WORK"] = str(work)  # read when the steps are imported
    done = work / "done"
    for folder in (done, work / "state"):
        folder.mkdir(parents=True, exist_ok=True)
    for step in recipe(options.model, options.data.resolve(), work):
        if not (done / step.name).exists():
            print(f"{time.strftime('%H:%M:%S')} {step.name}", flush=True)
            step.run(step.seconds)
            (done / step.name).touch()
        if step.name == options.until:
            return
    if options.into:
        export(options.model, work, options.into)


if __name__ == "__main__":
    main()
