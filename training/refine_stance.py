"""Refines a stance student on claims as people say them, on one core without a GPU.

python refine_stance.py DEMO DATA MODEL PIECES... --into WEIGHTS [--epochs N] [--hold-out]

DEMO holds the bundled topics, DATA the tables of build_data.py, MODEL the base model (its configuration and
tokenizer), PIECES the student that device/train_all.py sent back. What people say of a topic (voices.jsonl.gz) is read
against the claims of the topic. --hold-out keeps the bundled topics out, to measure what unseen topics get.
"""

from __future__ import annotations

import argparse
import lzma
import random
from collections import defaultdict
from pathlib import Path

import numpy as np
import torch
from refining import Lines, Reader, Task, joined, plain_tokenizer, train
from safetensors.torch import save_file
from voices import Debate, said
from wordings import turned

LIMIT, FIRST_LIMIT, RATE = 96, 60, 6e-5
REPLAY = {
    **{
        "perspectrum": 4299,
        "argq": 5000,
        "claim-stance": 476,
        "portal": 1500,
        "swapped": 800,
        "template": 800,
    },
    **{"turned-topic": 1500, "turned-text": 1500, "everyday": 3500, "everyday-argument": 1500},
    **{"everyday-each-other": 1500, "everyday-own": 6000, "everyday-own-turned": 800},
    **{"everyday-own-each-other": 2500, "everyday-own-claims": 1000},
}
"""How many pairs of each source of the first lesson are repeated."""
Pair = tuple[str, str, float]


def lessons(debates: list[Debate], draw: random.Random) -> list[Pair]:
    """Returns voices against claims, turned claims, each other and premises, with their labels."""
    pairs = []
    for debate in debates:
        for voice, pro in debate.voices:
            for claim, side in debate.claims:
                pairs.append((claim, voice, side == pro))
                if draw.random() < 0.2:
                    pairs.append((turned(claim, True, draw), voice, side != pro))
                if draw.random() < 0.15:
                    pairs.append((voice, claim, side == pro))
            others = draw.sample(debate.voices, min(len(debate.voices), 3 if debate.premises else 2))
            pairs += [(other, voice, side == pro) for other, side in others if other != voice]
            if debate.premises:
                text, side = draw.choice(debate.premises)
                pairs.append((voice, text, side == pro))
        pairs += [(c, text, side == pro) for text, pro in debate.premises for c, side in debate.claims]
        pairs += [(c, other, s == p) for c, s in debate.claims for other, p in debate.claims if c != other]
    return [(one, other, 0.03 + 0.94 * float(same)) for one, other, same in pairs]


def replayed(data: Path, draw: random.Random) -> list[Pair]:
    """Returns a part of what the student learned first, lest it forget."""
    texts = lzma.decompress((data / "texts.txt.xz").read_bytes()).decode().split("\n")
    with np.load(data / "stance_labelled.npz") as table:
        names = [str(name) for name in table["names"]]
        columns = [table[key].tolist() for key in ("a", "b", "y", "source")]
    rows = defaultdict(list)
    for one, other, label, source in zip(*columns, strict=True):
        rows[names[source]].append((texts[one], texts[other], 0.04 + 0.92 * label))
    return [
        pair for name, most in REPLAY.items() for pair in draw.sample(rows[name], min(most, len(rows[name])))
    ]


def main() -> None:
    """Builds the pairs, trains, writes the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("demo", type=Path)
    parser.add_argument("data", type=Path)
    parser.add_argument("model", type=Path)
    parser.add_argument("pieces", type=Path, nargs="+")
    parser.add_argument("--into", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=2)
    parser.add_argument("--hold-out", action="store_true")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=7)
    wanted = parser.parse_args()
    torch.manual_seed(wanted.seed)
    torch.set_num_threads(wanted.threads)
    draw = random.Random(wanted.seed)
    pairs = lessons(said(wanted.demo, wanted.hold_out), draw)
    print(len(pairs), "new pairs")
    pairs += replayed(wanted.data, draw)
    tokenizer = plain_tokenizer(wanted.model)
    lines = Lines.read(tokenizer, [p[0] for p in pairs], [p[1] for p in pairs], LIMIT, FIRST_LIMIT)
    print(len(pairs), "pairs, mean tokens", np.mean([len(ids) for ids, _ in lines.rows]), flush=True)
    model = Reader(wanted.model, joined(wanted.pieces))
    train(model, [Task("stance", lines, [label for *_, label in pairs])], wanted.epochs, RATE, draw)
    save_file({name: value.contiguous() for name, value in model.state_dict().items()}, wanted.into)


if __name__ == "__main__":
    main()
