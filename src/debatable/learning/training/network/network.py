"""What is trained: tokenised texts, a BERT-like body of transformers, the mean over its tokens, one head."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from transformers import BertConfig, BertModel

from debatable.arrays import Floats, Ints
from debatable.embedding.bert_graph import EPSILON, Array
from debatable.embedding.graph import padding_of, token_ids
from debatable.embedding.word_pieces import WordPieces
from debatable.learning.pair_graph import Marked, marked, padded
from debatable.learning.training.network.base import Base

CHUNK = 50
"""Batches among which examples of similar length are grouped."""
READ_AT_ONCE = 128


@dataclass(frozen=True, slots=True)
class Inputs:
    """Tokens of pairs, or of single texts whose second is empty, and the id that fills short rows up."""

    rows: tuple[Marked, ...]
    padding: int

    @property
    def lengths(self) -> Ints:
        """Tokens of every row, special tokens included."""
        return np.array([len(first) + len(second) for first, second in self.rows], dtype=np.int64)

    def padded(self, chosen: Ints) -> dict[str, Ints]:
        """Returns ids, mask and types of some rows, padded to the longest of them."""
        rows = [self.rows[place] for place in chosen.tolist()]
        return padded(rows, max(len(first) + len(second) for first, second in rows), self.padding)


def text_inputs(
    tokenizer: WordPieces,
    firsts: Sequence[str],
    seconds: Sequence[str] | None,
    first_limit: int,
    limit: int,
) -> Inputs:
    """Returns the inputs of pairs, or of single texts where there are no seconds, cut as at prediction time."""
    begin, end = (tokenizer.token_to_id(mark) for mark in ("[CLS]", "[SEP]"))
    ones = token_ids(tokenizer, firsts)
    others = [None] * len(ones) if seconds is None else token_ids(tokenizer, seconds)
    rows = tuple(
        marked(one, other, first_limit, limit, (begin, end)) for one, other in zip(ones, others, strict=True)
    )
    return Inputs(rows, padding_of(tokenizer))


def epoch_batches(lengths: Ints, size: int, seed: int, epoch: int) -> list[Ints]:
    """Returns the batches of an epoch: drawn, with rows of similar length together; the same every time.

    >>> sorted(batch.tolist() for batch in epoch_batches(np.array([3, 9, 4, 8]), 2, seed=1, epoch=0))
    [[0, 2], [1, 3]]
    """
    draw = np.random.default_rng([seed, epoch])
    order = draw.permutation(len(lengths))
    batches = []
    for start in range(0, len(order), CHUNK * size):
        chunk = order[start : start + CHUNK * size]
        chunk = chunk[np.argsort(lengths[chunk], kind="stable")]
        batches += [np.sort(chunk[place : place + size]) for place in range(0, len(chunk), size)]
    return [batches[place] for place in draw.permutation(len(batches))]


@dataclass(frozen=True, slots=True)
class Network:
    """A body of transformers and a linear head from the mean of the tokens to a logit; None for an encoder."""

    body: Any
    head: Any
    name: str
    device: str

    def parameters(self) -> dict[str, Any]:
        """Returns the parameters of torch, by the names that the export uses."""
        parameters = {f"body.{name}": value for name, value in self.body.named_parameters()}
        if self.head is not None:
            parameters |= {f"heads.{self.name}.{name}": value for name, value in self.head.named_parameters()}
        return parameters

    def weights(self) -> dict[str, Array]:
        """Returns all weights as arrays."""
        return {name: value.detach().float().cpu().numpy() for name, value in self.parameters().items()}

    def take(self, weights: Mapping[str, Any]) -> None:
        """Copies weights, tensors by name, into the network."""
        with torch.no_grad():
            for name, value in self.parameters().items():
                value.copy_(weights[name])

    def learning(self, on: bool) -> None:
        """Switches dropout on or off."""
        self.body.train(on)

    def pooled(self, inputs: Inputs, rows: Ints) -> Any:
        """Returns the mean of the last layer over the tokens, in float32."""
        feed = {name: torch.from_numpy(value).to(self.device) for name, value in inputs.padded(rows).items()}
        with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda"):
            states = self.body(**feed).last_hidden_state
        mask = feed["attention_mask"][..., None].float()
        return (states.float() * mask).sum(1) / mask.sum(1)

    def logits(self, inputs: Inputs, rows: Ints) -> Any:
        """Returns a logit a row."""
        return self.head(self.pooled(inputs, rows))[:, 0]

    def read(self, inputs: Inputs) -> Floats:
        """Returns the logits of all rows, or unit vectors for an encoder, without learning."""
        self.learning(False)
        order = np.argsort(inputs.lengths, kind="stable")
        parts = []
        with torch.inference_mode():
            for start in range(0, len(order), READ_AT_ONCE):
                rows = order[start : start + READ_AT_ONCE]
                if self.head is None:
                    part = torch.nn.functional.normalize(self.pooled(inputs, rows))
                else:
                    part = self.logits(inputs, rows)
                parts.append(part.cpu().numpy())
        sorted_outputs = np.concatenate(parts).astype(np.float64)
        outputs = np.empty_like(sorted_outputs)
        outputs[order] = sorted_outputs
        return outputs


def network_of(base: Base, head: str, device: str) -> Network:
    """Returns a network that starts from a body; its head starts from torch's generator."""
    words = base.weights["embeddings.word_embeddings.weight"]
    config = BertConfig(
        vocab_size=words.shape[0],
        hidden_size=words.shape[1],
        num_hidden_layers=sum(name.endswith(".intermediate.dense.bias") for name in base.weights),
        num_attention_heads=base.attention_heads,
        intermediate_size=base.weights["encoder.layer.0.intermediate.dense.bias"].shape[0],
        max_position_embeddings=base.positions,
        layer_norm_eps=EPSILON,
        hidden_act="gelu",
    )
    body = BertModel(config, add_pooling_layer=False)
    linear = torch.nn.Linear(words.shape[1], 1).to(device) if head else None
    network = Network(body.to(device), linear, head, device)
    start = {f"body.{name}": torch.from_numpy(value.copy()) for name, value in base.weights.items()}
    network.take(network.parameters() | start)
    return network
