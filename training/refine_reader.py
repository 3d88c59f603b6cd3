"""Refines the reader of relevance on what belongs to one debate and what to a neighbouring one, on one core.

python refine_reader.py DEMO DATA MODEL PIECES... --into WEIGHTS [--epochs N] [--hold-out]

What people say is a query; the claims of its topic are relevant, those of the nearest other topics are not. Sameness,
quality and the relevance it learned first are repeated, lest it forget. Arguments as in refine_stance.py.
"""

from __future__ import annotations

import argparse
import lzma
import random
from pathlib import Path

import numpy as np
import torch
from refining import Lines, Reader, Task, joined, plain_tokenizer, train
from safetensors.torch import save_file
from voices import Debate, said, written

HERE = Path(__file__).parent
LIMIT, RATE = 128, 5e-5
ONE_DEBATE = 0.68  # cosine of two topics from which they may be one debate
NEIGHBOURS = 10
Pair = tuple[str, str, float]


@torch.inference_mode()
def neighbours(model: Path, debates: list[Debate]) -> tuple[list[list[int]], np.ndarray]:
    """Returns the nearest other debates of each, and which may be the same one."""
    from transformers import AutoModel

    body = AutoModel.from_pretrained(model).eval()
    lines = Lines.read(plain_tokenizer(model), [debate.claims[0][0] for debate in debates], None, 64, 0)
    vectors = []
    for row in range(len(debates)):
        ids, mask, types = lines.batch([row])
        state = body(input_ids=ids, attention_mask=mask, token_type_ids=types).last_hidden_state[0].mean(0)
        vectors.append((state / state.norm()).numpy())
    cosines = np.array(vectors) @ np.array(vectors).T
    one = cosines >= ONE_DEBATE
    apart = np.where(one, -1.0, cosines)
    return [row[:NEIGHBOURS].tolist() for row in np.argsort(-apart, axis=1)], one


def lessons(debates: list[Debate], model: Path, draw: random.Random) -> list[Pair]:
    """Returns queries with texts of their own debate, of neighbouring ones and of any other."""
    near, one = neighbours(model, debates)
    pairs: list[Pair] = []
    for place, debate in enumerate(debates):
        others = [other for other in range(len(debates)) if not one[place, other]]
        queries = [text for text, _ in debate.voices + debate.claims]
        for query in queries:
            own = [claim for claim, _ in debate.claims if claim != query]
            pairs += [(query, claim, 0.97) for claim in draw.sample(own, min(2, len(own)))]
            for pool, count in ((near[place], 2), (others, 1)):
                for other in draw.sample(pool, min(count, len(pool))):
                    pairs.append((query, draw.choice(debates[other].claims)[0], 0.03))
        beside = [debates[other] for other in near[place] if debates[other].premises]
        for premise, _ in debate.premises:
            pairs += [(query, premise, 0.95) for query in draw.sample(queries, 2)]
            if beside:
                stranger = draw.choice(beside)
                pairs.append((draw.choice(stranger.voices)[0], premise, 0.03))
    return pairs


def read_table(data: Path, name: str) -> tuple[list[str], dict[str, np.ndarray]]:
    """Returns all texts and the columns of a table."""
    texts = lzma.decompress((data / "texts.txt.xz").read_bytes()).decode().split("\n")
    with np.load(data / f"{name}.npz") as table:
        return texts, {key: table[key] for key in table.files}


def replayed(data: Path, draw: random.Random) -> list[Pair]:
    """Returns relevant pairs of the first lesson, each premise once more with a query of another topic."""
    texts, table = read_table(data, "relevant")
    rows = draw.sample(range(len(table["a"])), 12_000)
    pairs: list[Pair] = []
    for row in rows:
        query, premise, topic = table["a"][row], table["b"][row], table["topic"][row]
        pairs.append((texts[query], texts[premise], 0.96))
        other = draw.choice(rows)
        if table["topic"][other] != topic:
            pairs.append((texts[table["a"][other]], texts[premise], 0.04))
    with np.load(data / "extra.npz") as extra:
        junk = [texts[row] for row in extra["junk"]]
    pairs += [(line, texts[table["b"][draw.choice(rows)]], 0.03) for line in junk for _ in range(10)]
    return pairs


def tasks(pairs: list[Pair], data: Path, model: Path, draw: random.Random) -> list[Task]:
    """Returns what is learned: relevance, and a repetition of sameness and quality."""
    tokenizer = plain_tokenizer(model)

    def read(ones: list[str], others: list[str] | None, first_limit: int = 60) -> Lines:
        return Lines.read(tokenizer, ones, others, LIMIT, first_limit)

    found = [Task("relevance", read([p[0] for p in pairs], [p[1] for p in pairs]), [p[2] for p in pairs])]
    texts, table = read_table(data, "same")
    rows = draw.sample(range(len(table["a"])), 9_000)
    ones, others = [texts[table["a"][row]] for row in rows], [texts[table["b"][row]] for row in rows]
    found.append(Task("same", read(ones, others, 80), [float(table["y"][row]) for row in rows]))
    texts, table = read_table(data, "quality")
    own = np.flatnonzero(table["source"] == list(table["names"]).index("train")).tolist()
    rows = draw.sample(own, 6_000)
    found.append(
        Task(
            "quality", read([texts[table["b"][r]] for r in rows], None), [float(table["y"][r]) for r in rows]
        )
    )
    texts, table = read_table(data, "convincing")
    own = np.flatnonzero(table["source"] == list(table["names"]).index("train")).tolist()
    rows = draw.sample(own, 3_000)
    better, worse = ([texts[table[key][row]] for row in rows] for key in ("a", "b"))
    found.append(Task("quality", read(better, None), [1.0] * len(rows), read(worse, None), 0.5))
    return found


def main() -> None:
    """Builds the pairs, trains, writes the weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("demo", type=Path)
    parser.add_argument("data", type=Path)
    parser.add_argument("model", type=Path)
    parser.add_argument("pieces", type=Path, nargs="+")
    parser.add_argument("--into", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--hold-out", action="store_true")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=8)
    wanted = parser.parse_args()
    torch.manual_seed(wanted.seed)
    torch.set_num_threads(wanted.threads)
    draw = random.Random(wanted.seed)
    debates = [d for d in written() + said(wanted.demo, wanted.hold_out) if d.claims and d.voices]
    if wanted.hold_out:
        debates = unlike_bundled(debates, wanted.demo, wanted.model)
    pairs = lessons(debates, wanted.model, draw)
    print(len(debates), "debates,", len(pairs), "new pairs", flush=True)
    pairs += replayed(wanted.data, draw)
    model = Reader(wanted.model, joined(wanted.pieces))
    learned = tasks(pairs, wanted.data, wanted.model, draw)
    print([(task.head, len(task.labels)) for task in learned], flush=True)
    train(model, learned, wanted.epochs, RATE, draw)
    save_file({name: value.contiguous() for name, value in model.state_dict().items()}, wanted.into)


def unlike_bundled(debates: list[Debate], demo: Path, model: Path) -> list[Debate]:
    """Returns the debates that are not on a bundled topic in other words."""
    ours = [Debate(d.name, d.claims, d.voices) for d in said(demo, False) if d.premises]
    _, one = neighbours(model, [*ours, *debates])
    return [debate for place, debate in enumerate(debates) if not one[: len(ours), len(ours) + place].any()]


if __name__ == "__main__":
    main()
