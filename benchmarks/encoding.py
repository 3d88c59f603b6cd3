"""Texts a second of the bundled encoder, beside sentence-transformers with torch and a static encoder.

    python benchmarks/encoding.py [--model FOLDER] [--static WEIGHTS TOKENIZER]
                                   [--texts N] [--rounds N] [--threads N] [--json]

The texts are premises of the bundled corpus, short as they are ("claims") and joined to about 100 words
("premises"). All run on the same cores, in turns. Rates are by wall clock, best and median round, and by CPU time,
which other work on the machine disturbs less (compare it with --threads 1, as waiting threads count too). Without
sentence-transformers (extra ``torch``) or the folder of the original model that peer is left out with a note.
"""

from __future__ import annotations

import argparse
import gzip
import json
import statistics
import time
from collections.abc import Callable, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

from debatable.embedding import OnnxEncoder, SentenceTransformerEncoder, StaticEncoder

Encode = Callable[[Sequence[str]], Any]


def texts(number: int) -> dict[str, list[str]]:
    """Returns short texts, and a sixth as many of about 100 words."""
    packed = resources.files("debatable") / "bundled" / "corpus.jsonl.gz"
    lines = gzip.decompress(packed.read_bytes()).decode().splitlines()
    short = [json.loads(line)["premise"] for line in lines]
    joined: list[str] = []
    words: list[str] = []
    for text in short:
        words += text.split()
        if len(words) >= 100:
            joined.append(" ".join(words[:100]))
            words = []
    return {"claims": short[:number], "premises": joined[: max(1, number // 6)]}


def encoders(arguments: argparse.Namespace) -> tuple[dict[str, Encode], list[str]]:
    """Returns what can be measured here, and notes on what cannot."""
    found: dict[str, Encode] = {"bundled": OnnxEncoder(threads=arguments.threads)}
    notes = []
    try:
        import sentence_transformers  # noqa: F401
        import torch
    except ImportError:
        notes.append("sentence-transformers is not installed: left out")
    else:
        if arguments.threads:
            torch.set_num_threads(arguments.threads)
        if arguments.model is None:
            notes.append("no --model folder with the original weights: sentence-transformers left out")
        else:
            found["sentence-transformers"] = SentenceTransformerEncoder(str(arguments.model), device="cpu")
    if arguments.static:
        found["static"] = StaticEncoder(*arguments.static)
    else:
        notes.append("no --static files: static encoder left out")
    return found, notes


def measured(found: dict[str, Encode], given: list[str], rounds: int) -> dict[str, list[tuple[float, float]]]:
    """Returns texts a second, and a CPU second, of every round, the encoders taking turns."""
    rates: dict[str, list[tuple[float, float]]] = {name: [] for name in found}
    for encode in found.values():
        encode(given[:32])
    for _ in range(rounds):
        for name, encode in found.items():
            wall, cpu = time.perf_counter(), time.process_time()
            encode(given)
            wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
            rates[name].append((len(given) / wall, len(given) / cpu))
    return rates


def summary(rates: list[tuple[float, float]]) -> dict[str, float]:
    """Returns best and median rate by wall clock, and the best by CPU time."""
    walls, cpus = zip(*rates, strict=True)
    return {"best": max(walls), "median": statistics.median(walls), "cpu": max(cpus)}


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", type=Path, help="folder of the original all-MiniLM-L6-v2")
    parser.add_argument("--static", type=Path, nargs=2, metavar=("WEIGHTS", "TOKENIZER"))
    parser.add_argument("--texts", type=int, default=600)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, help="for all; every core by default")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    found, notes = encoders(arguments)
    report: dict[str, Any] = {"notes": notes}
    for kind, given in texts(arguments.texts).items():
        rates = measured(found, given, arguments.rounds)
        rows = {name: summary(own) for name, own in rates.items()}
        ratios = {
            name: {key: rows["bundled"][key] / value for key, value in row.items()}
            for name, row in rows.items()
        }
        report[kind] = {"texts_per_second": rows, "bundled_is_so_many_times_as_fast": ratios}
    if arguments.json:
        print(json.dumps(report, indent=2))
        return
    for note in notes:
        print(f"note: {note}")
    for kind in ("claims", "premises"):
        for name, row in report[kind]["texts_per_second"].items():
            ratio = report[kind]["bundled_is_so_many_times_as_fast"][name]
            cells = "  ".join(f"{key} {value:8.1f}/s (x{ratio[key]:.2f})" for key, value in row.items())
            print(f"{kind:9} {name:22} {cells}")


if __name__ == "__main__":
    main()
