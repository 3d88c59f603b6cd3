"""Runs one stage: python stage.py NAME SECONDS."""

from __future__ import annotations

import sys
import time

from models import log
from place import DATA, DONE, MODELS, WORK, set_up


def prepare() -> None:
    """Tokenises all texts for both vocabularies."""
    from reading import read_texts, tokenise

    WORK.mkdir(parents=True, exist_ok=True)
    texts = read_texts(DATA)
    if (MODELS / "mpnet").exists():
        tokenise("mpnet", MODELS / "mpnet/tokenizer.json", texts, WORK / "tokens.mpnet.npz")
    if (MODELS / "minilm").exists():
        tokenise("bert", MODELS / "minilm/tokenizer.json", texts, WORK / "tokens.bert.npz")


def main() -> None:
    """Runs the stage and leaves a mark when it is done."""
    name, seconds, begin = sys.argv[1], float(sys.argv[2]), time.time()
    set_up()
    import closeness
    import encoder
    import relevance
    import same
    import stance
    import static

    stages = {
        "prepare": prepare,
        "stance_teacher_0": lambda: stance.teacher(0, seconds),
        "stance_teacher_1": lambda: stance.teacher(1, seconds),
        "stance_teacher_2": lambda: stance.teacher(2, seconds),
        "stance_labels": lambda: stance.label([0, 1]),
        "stance_mpnet": lambda: stance.heir(seconds),
        "stance_mpnet_bundled": lambda: stance.heir_bundled(seconds),
        "two_heads": lambda: closeness.two_heads(seconds),
        "relevance_teacher": lambda: relevance.teach(seconds),
        "reader_minilm": lambda: relevance.reader("minilm", seconds),
        "reader_minilm_bundled": lambda: relevance.reader_bundled("minilm", seconds),
        "quality_minilm": lambda: relevance.quality("minilm", seconds),
        "quality_gte-small": lambda: relevance.quality("gte-small", seconds),
        "reader_gte-small": lambda: relevance.reader("gte-small", seconds),
        "same_teacher": lambda: same.teach(seconds),
        "encoder_minilm": lambda: encoder.encoder("minilm", seconds),
        "encoder_minilm_points": lambda: encoder.encoder("minilm", seconds, points=2.0, kind="_points"),
        "static_minilm": lambda: static.static("minilm"),
    }
    stages[name]()
    (DONE / f"{name}.done").parent.mkdir(parents=True, exist_ok=True)
    (DONE / f"{name}.done").write_text(f"{time.time() - begin:.0f}\n")
    log(name, f"done in {time.time() - begin:.0f} s")


if __name__ == "__main__":
    main()
