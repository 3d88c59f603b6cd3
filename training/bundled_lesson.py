"""Goes on teaching a student the bundled topics, on a processor: what people say, read against the claims.

python bundled_lesson.py DATA MODEL WEIGHTS INTO [SECONDS]

DATA is what build_data.py and add_debates.py wrote, MODEL the folder of the body (configuration and tokenizer), WEIGHTS
the student as device/ left it, joined. A third of the pairs are others, on which it is to say what it says.
"""

from __future__ import annotations

import lzma
import sys
import time
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer
from torch.nn import functional
from transformers import AutoConfig, AutoModel

Pairs = list[tuple[int, int]]
LIMIT, FIRST, SHORT, SIZE, RATE = 128, 60, 26, 64, 4e-5
SHARES = {"own": 1.0, "own-claims": 1.0, "own-turned": 0.35}
AGAIN = 0.35


class Student(torch.nn.Module):
    """A body, mean-pooled, with one head."""

    def __init__(self, folder: Path, weights: Path) -> None:
        """Loads the student."""
        super().__init__()
        self.body = AutoModel.from_config(AutoConfig.from_pretrained(folder))
        self.body.pooler = None
        self.heads = torch.nn.ModuleDict({"stance": torch.nn.Linear(self.body.config.hidden_size, 1)})
        self.load_state_dict(load_file(weights))

    def forward(self, ids: torch.Tensor, mask: torch.Tensor, types: torch.Tensor) -> torch.Tensor:
        """Returns the logits."""
        states = self.body(input_ids=ids, attention_mask=mask, token_type_ids=types).last_hidden_state
        weight = mask[..., None].to(states.dtype)
        logits: torch.Tensor = self.heads["stance"]((states * weight).sum(1) / weight.sum(1))[:, 0]
        return logits.float()


class Texts:
    """Texts by number, tokenised when they are first asked for."""

    def __init__(self, data: Path, tokenizer: Path) -> None:
        """Reads the texts."""
        self.texts = lzma.decompress((data / "texts.txt.xz").read_bytes()).decode().split("\n")
        self.reader = Tokenizer.from_file(str(tokenizer))
        self.reader.no_padding()
        self.reader.no_truncation()
        self.known: dict[int, list[int]] = {}

    def __getitem__(self, number: int) -> list[int]:
        """Returns the tokens of a text."""
        if number not in self.known:
            self.known[number] = self.reader.encode(self.texts[number], add_special_tokens=False).ids
        return self.known[number]

    def batch(self, pairs: Pairs) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Returns padded tokens, their mask and where second texts stand."""
        rows = []
        for first, second in pairs:
            one = self[first][:FIRST]
            rows.append((one, self[second][: LIMIT - len(one) - 3]))
        width = max(len(one) + len(other) + 3 for one, other in rows)
        ids, mask, types = (torch.zeros(len(rows), width, dtype=torch.long) for _ in range(3))
        for row, (one, other) in enumerate(rows):
            tokens = [101, *one, 102, *other, 102]
            ids[row, : len(tokens)] = torch.tensor(tokens)
            mask[row, : len(tokens)] = 1
            types[row, len(one) + 2 : len(tokens)] = 1
        return ids, mask, types


def bundled(data: Path, texts: Texts, draw: np.random.Generator) -> tuple[Pairs, npt.NDArray[np.float32]]:
    """Returns claims of the bundled topics with short texts, and whether they take one side."""
    with np.load(data / "stance_bundled.npz") as arrays:
        table = dict(arrays)
    source = table["names"][table["source"]]
    rows = [i for i in np.flatnonzero(np.isin(source, list(SHARES))) if len(texts[table["b"][i]]) < SHORT]
    rows = [i for i in rows if draw.random() < SHARES[str(source[i])]]
    pairs = [(int(table["a"][i]), int(table["b"][i])) for i in rows]
    return pairs, np.float32(0.03) + np.float32(0.94) * table["y"][rows].astype(np.float32)


def others(data: Path, texts: Texts, count: int, draw: np.random.Generator) -> Pairs:
    """Returns some of the pairs it learned from before."""
    with np.load(data / "stance_unlabelled.npz") as arrays:
        first, second = arrays["a"], arrays["b"]
    rows = draw.permutation(len(first))[:count]
    return [(int(first[i]), int(second[i])) for i in rows if len(texts[second[i]]) < FIRST]


def said(model: Student, texts: Texts, pairs: Pairs) -> npt.NDArray[np.float32]:
    """Returns the logits of pairs."""
    model.eval()
    logits = np.empty(len(pairs), np.float32)
    order = np.argsort([len(texts[one]) + len(texts[other]) for one, other in pairs])
    with torch.inference_mode(), torch.autocast("cpu", torch.bfloat16):
        for start in range(0, len(order), 128):
            rows = order[start : start + 128]
            logits[rows] = model(*texts.batch([pairs[i] for i in rows])).numpy()
    return logits


def batches(lengths: npt.NDArray[np.int64], draw: np.random.Generator) -> list[npt.NDArray[np.int64]]:
    """Returns rows in batches of similar length, shuffled."""
    order, found = draw.permutation(len(lengths)), []
    for start in range(0, len(order), SIZE * 32):
        part = order[start : start + SIZE * 32]
        part = part[np.argsort(lengths[part], kind="stable")]
        found += [part[i : i + SIZE] for i in range(0, len(part), SIZE)]
    return [found[i] for i in draw.permutation(len(found))]


def main() -> None:
    """Teaches and writes the weights."""
    data, folder, weights, into = map(Path, sys.argv[1:5])
    seconds = float(sys.argv[5]) if len(sys.argv) > 5 else 780.0
    torch.manual_seed(1)
    draw, texts = np.random.default_rng(2), Texts(data, folder / "tokenizer.json")
    model = Student(folder, weights)
    pairs, labels = bundled(data, texts, draw)
    again = others(data, texts, int(AGAIN * len(pairs)), draw)
    taught = 1 / (1 + np.exp(-1.15 * said(model, texts, again)))
    pairs, labels = pairs + again, np.concatenate([labels, taught.astype(np.float32)])
    todo = batches(np.array([len(texts[one]) + len(texts[other]) for one, other in pairs]), draw)
    optimiser = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=0.01)
    model.train()
    begin = time.time()
    for step, rows in enumerate(todo):
        done = max(step / len(todo), (time.time() - begin) / seconds)
        if done >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = RATE * min((step + 1) / 30, 1 - done)
        with torch.autocast("cpu", torch.bfloat16):
            logits = model(*texts.batch([pairs[i] for i in rows]))
            loss = functional.binary_cross_entropy_with_logits(logits, torch.from_numpy(labels[rows]))
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        if step % 50 == 0:
            print(step, len(todo), round(loss.item(), 4), round(time.time() - begin), "s", flush=True)
    save_file({key: value.contiguous() for key, value in model.state_dict().items()}, into)


if __name__ == "__main__":
    main()
