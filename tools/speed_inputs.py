"""What two checkouts are timed with: made-up corpora, and an encoder that costs next to nothing."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from benchmarks.generate import Speaker, vocabulary
from benchmarks.lexical_corpus import corpus

__all__ = ["LEXICAL", "argument_corpus", "lexical_corpus", "static_encoder"]

LEXICAL = {"claims": (60_000, 9), "documents": (20_000, 150)}
DIMENSIONS = 384
CLAIMS, PREMISES = 6_000, 70_000


def lexical_corpus(name: str, folder: Path) -> Path:
    """Writes texts and queries, as the lexical benchmark draws them, where they are not there yet."""
    path = folder / f"lexical-{name}.json"
    if not path.exists():
        made = corpus(*LEXICAL[name])
        _write(path, json.dumps({"texts": made.texts, "queries": made.queries}))
    return path


def argument_corpus(folder: Path, claims: int = CLAIMS, premises: int = PREMISES) -> tuple[Path, list[str]]:
    """Writes a corpus of arguments where it is not there yet; returns it and forty queries: claims, words left out."""
    path, asked = folder / f"arguments-{premises}.jsonl", folder / f"arguments-{premises}.queries.json"
    if not (path.exists() and asked.exists()):
        lines = list(_arguments(claims, premises))
        texts = [json.loads(line)["claim"] for line in lines[:: max(1, premises // 40)]]
        random = np.random.default_rng(11)
        queries = [
            " ".join(word for word in text.split()[:-1] if random.random() < 0.8) or text for text in texts
        ]
        _write(path, "".join(lines))
        _write(asked, json.dumps(queries[:40]))
    return path, json.loads(asked.read_text(encoding="utf-8"))


def _arguments(claims: int, premises: int) -> Iterator[str]:
    """Yields records: a premise has words of its claim and its own; one in three nearly repeats the one before."""
    speaker = Speaker(3)
    number = 0
    for row in range(claims):
        claim = f"{speaker.say(int(speaker.random.integers(4, 13)))} {row}"
        said = ""
        for _ in range(premises * (row + 1) // claims - premises * row // claims):
            fresh = not said or speaker.random.random() > 1 / 3
            said = f"{claim} {speaker.say(30)}" if fresh else f"{said} {speaker.say(2)}"
            stance = "pro" if speaker.random.random() < 0.5 else "con"
            record = {"id": f"a{number}", "claim": claim, "premise": f"{said} {number}", "stance": stance}
            yield json.dumps({**record, "source": "made up"}) + "\n"
            number += 1


def static_encoder(folder: Path) -> Path:
    """Writes an encoder of random word vectors in Model2Vec's layout; rare words weigh more."""
    made = folder / "static-encoder"
    if not (made / "tokenizer.json").exists():
        made.mkdir(parents=True, exist_ok=True)
        words = ["[UNK]", *vocabulary()]
        vectors = np.random.default_rng(5).standard_normal((len(words), DIMENSIONS), np.float32)
        vectors *= np.log(np.arange(len(words)) + 2.0)[:, None].astype(np.float32) / len(words)
        content = vectors.astype("<f4").tobytes()
        entry = {"dtype": "F32", "shape": list(vectors.shape), "data_offsets": [0, len(content)]}
        header = json.dumps({"embeddings": entry}).encode()
        (made / "model.safetensors").write_bytes(struct.pack("<Q", len(header)) + header + content)
        numbers = {word: number for number, word in enumerate(dict.fromkeys(words))}
        tokenizer = {
            "version": "1.0",
            "normalizer": {"type": "Lowercase"},
            "pre_tokenizer": {"type": "Whitespace"},
            "model": {"type": "WordLevel", "vocab": numbers, "unk_token": "[UNK]"},
        }
        missing = ("truncation", "padding", "post_processor", "decoder")
        _write(
            made / "tokenizer.json", json.dumps({**tokenizer, **dict.fromkeys(missing), "added_tokens": []})
        )
    return made


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.part")
    partial.write_text(text, encoding="utf-8")
    partial.replace(path)
