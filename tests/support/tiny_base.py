"""A tiny base to train from, and a corpus of made debates that it can learn within seconds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from debatable.learning.training import JudgedPremise, Material
from debatable.model import Argument, Claim, Premise, Stance

WIDTH, WIDE, HEADS, POSITIONS = 32, 64, 2, 192
THINGS = ("zoos", "cars", "taxes", "exams", "dams", "drones", "borders", "tariffs", "lotteries", "parades")
GOOD = ("good", "useful", "safe", "fair")
BAD = ("bad", "useless", "unsafe", "unfair")
ENDS = ("today", "everywhere", "always", "mostly")
WORDS = (
    *(
        "[PAD]",
        "[CLS]",
        "[SEP]",
        "[UNK]",
        "should",
        "stay",
        "are",
        "we",
        "want",
        "it",
        "is",
        "true",
        "not",
        "that",
    ),
    *(*THINGS, *GOOD, *BAD, *ENDS),
)


def tiny_weights(seed: int = 5) -> dict[str, Any]:
    """Returns the weights of one layer, by the names that BERT gives them."""
    draw = np.random.default_rng(seed)

    def drawn(*shape: int) -> Any:
        return draw.normal(0, 0.15, shape).astype(np.float32)

    layer = "encoder.layer.0"
    shapes = {f"attention.self.{part}": (WIDTH, WIDTH) for part in ("query", "key", "value")}
    shapes |= {"attention.output.dense": (WIDTH, WIDTH), "intermediate.dense": (WIDE, WIDTH)}
    shapes["output.dense"] = (WIDTH, WIDE)
    found = {
        "embeddings.word_embeddings.weight": drawn(len(WORDS), WIDTH),
        "embeddings.position_embeddings.weight": drawn(POSITIONS, WIDTH) / 5,
        "embeddings.token_type_embeddings.weight": drawn(2, WIDTH),
    }
    for name, shape in shapes.items():
        found[f"{layer}.{name}.weight"], found[f"{layer}.{name}.bias"] = drawn(*shape), drawn(shape[0])
    for norm in ("embeddings.LayerNorm", f"{layer}.attention.output.LayerNorm", f"{layer}.output.LayerNorm"):
        found[f"{norm}.weight"], found[f"{norm}.bias"] = 1 + drawn(WIDTH), drawn(WIDTH)
    return found


def tiny_base(folder: Path) -> Path:
    """Writes a folder to train from; takes safetensors."""
    from safetensors.numpy import save_file

    folder.mkdir(parents=True, exist_ok=True)
    save_file({f"bert.{name}": value for name, value in tiny_weights().items()}, folder / "model.safetensors")
    (folder / "config.json").write_text(json.dumps({"num_attention_heads": HEADS}), "utf-8")
    write_tokenizer(folder / "tokenizer.json")
    return folder


def write_tokenizer(path: Path) -> None:
    """Writes a tokenizer of whole words that puts BERT's marks around a text."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    tokenizer = Tokenizer(models.WordLevel({word: i for i, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 1), ("[SEP]", 2)]
    )
    tokenizer.save(str(path))


def debates(things: tuple[str, ...] = THINGS) -> Material:
    """Returns debates whose premises say good or bad things; a query each, with clusters and qualities."""
    arguments, judged = [], []
    for thing in things:
        claim = Claim(f"c-{thing}", f"{thing} should stay")
        for stance, words in ((Stance.PRO, GOOD), (Stance.CON, BAD)):
            for word in words:
                for place, end in enumerate(ENDS):
                    text = f"{thing} are {word} {end}"
                    premise = Premise(f"p-{thing}-{word}-{end}", text)
                    arguments.append(Argument(f"{thing}-{word}-{end}", premise, claim, stance))
                    quality = float(place + 1) if stance is Stance.PRO else 0.0
                    judged.append(JudgedPremise(f"we want {thing}", text, 1.0, word, stance, quality))
    return Material("made", tuple(arguments), tuple(judged))


def write_debates(path: Path, things: tuple[str, ...] = THINGS) -> Path:
    """Writes the arguments as a corpus file."""
    rows = [
        {"id": one.id, "claim": one.claim.text, "premise": one.premise.text, "stance": one.stance.value}
        for one in debates(things).arguments
        if one.claim is not None
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path
