"""Writes what the stance model learns about prose: claims, and what people wrote about them at length, for or against.

    python training/build_prose.py DATA SPLIT INTO

Texts are the arguments of args.me (touche2020) and of UKPConvArg1, as much of each as a search reads of a premise: its
beginning and its end, and of long arguments also parts from elsewhere. Topics like a reported one are left out, as
SPLIT says. INTO gets texts.txt.xz and prose.npz; `held` marks the claims on which the model is measured and calibrated.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import random
import sys
import tarfile
import tomllib
from collections import defaultdict
from pathlib import Path

import numpy as np
import sources
from everyday import mark
from tables import LONGEST, Pairs, Texts

from debatable.ranking.protocol import ALONE_WORDS
from debatable.text.sentences import both_ends

SHORTEST = 25  # words of a text at least
LONG = 120  # words from which on parts of a text are examples as well
PARTS = (55, 100)  # words of a part
HELD_OUT = 5  # every fifth claim of args.me
ARGUMENTS = "data/ukpconvarg1/ukpconvarg1-csv.tar.gz"
DEBATES = Path(__file__).with_name("prose.toml")


def convincing(data: Path, topics: set[str]) -> list[tuple[str, str, bool]]:
    """Returns claims, arguments of UKPConvArg1 and whether these support them, of debates to learn from."""
    debates = tomllib.loads(DEBATES.read_text("utf-8"))["debate"]
    found: dict[tuple[str, str, bool], None] = {}
    with tarfile.open(data / ARGUMENTS) as archive:
        for member in sorted(archive.getmembers(), key=lambda m: m.name):
            file, stem = archive.extractfile(member), Path(member.name).stem
            own = next((debate for debate in debates if stem.startswith(debate["begin"])), None)
            known = "Ranking-CSV/" in member.name and member.name.endswith(".csv")
            if file is None or own is None or not known or mark(stem.split("_")[0]) not in topics:
                continue
            first = stem.endswith(own["end"])
            for line in file.read().decode("utf-8").splitlines()[1:]:
                cells = line.split("\t")
                if len(cells) >= 3:
                    text = sources.clean(cells[-1])
                    found |= {(own["claim"], text, first): None, (own["other"], text, not first): None}
    return list(found)


def parts(text: str, draw: random.Random) -> list[str]:
    """Returns as much of a text as is read, and of a long one parts from its beginning, middle and end."""
    words, found = text.split(), [both_ends(text, ALONE_WORDS)]
    if len(words) > LONG:
        for start in sorted({0, max(0, len(words) // 2 - 40), max(0, len(words) - 90)}):
            found.append(" ".join(words[start : start + draw.randint(*PARTS)]))
    return found


def main() -> None:
    """Writes the folder."""
    data, split, into = map(Path, sys.argv[1:4])
    topics = {name: set(rows) for name, rows in json.loads(split.read_text("utf-8"))["train"].items()}
    draw, texts = random.Random(61), Texts()
    pairs, held = Pairs(texts), defaultdict(bool)
    corpus, _, _ = sources.collection(data / "bench/touche2020")
    for row in corpus.values():
        if mark(row["claim"]) in topics["touche"] and row["stance"] in ("pro", "con"):
            share = int(hashlib.sha256(row["claim"].encode()).hexdigest()[:8], 16) % HELD_OUT
            held[" ".join(row["claim"].split())[:LONGEST]] = share == 0
            if len(row["premise"].split()) >= SHORTEST:
                for part in parts(row["premise"], draw):
                    pairs.add(row["claim"], part, row["stance"] == "pro", "args.me")
    for claim, text, pro in convincing(data, topics["convarg"]):
        if len(text.split()) >= SHORTEST:
            pairs.add(claim, both_ends(text, ALONE_WORDS), pro, "UKPConvArg1")
    arrays, numbered = pairs.arrays(), list(texts.numbers)
    claims = [numbered[number] for number in arrays["a"].tolist()]
    arrays["held"] = np.array([held[claim] for claim in claims]) & (arrays["source"] == 0)
    into.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(into / "prose.npz", **arrays)
    (into / "texts.txt.xz").write_bytes(lzma.compress("\n".join(numbered).encode(), preset=6))
    print(len(arrays["a"]), "pairs,", int(arrays["held"].sum()), "held out,", [*pairs.sources])


if __name__ == "__main__":
    main()
