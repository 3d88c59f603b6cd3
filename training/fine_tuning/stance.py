"""Stance: teachers, their labels, and the student that is distilled from them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch

from debatable.arrays import sigmoid
from debatable.learning.training.metrics import platt
from fine_tuning.metrics import accuracy_by_set
from fine_tuning.network import Reader, Task, embed, log, predict, train
from fine_tuning.quantisation import quantise, write_codes
from fine_tuning.tokens import DEVICE, Array, Tokens, pair_matrix, read_examples, read_tokens
from fine_tuning.workspace import EXAMPLES, STATE, TINY, few, write_metrics

LIMIT = 128
UNSURE = 0.15  # share of examples kept on which the teachers are between .2 and .8
APART = 0.05  # share of examples from two topics, whose label is one half
BASE = "mpnet"


def teacher(seed: int, seconds: float) -> None:
    """Fine-tunes one teacher on the labelled examples and measures it."""
    tokens = read_tokens("mpnet", STATE / "tokens.mpnet.npz")
    torch.manual_seed(seed)
    model = Reader(BASE, ("stance",)).to(DEVICE)
    examples = few(read_examples(EXAMPLES, "stance_labelled"))
    matrix = pair_matrix(tokens, examples["a"], examples["b"], LIMIT)
    log("teacher", seed, len(examples["y"]), "examples, mean tokens", matrix.lengths.mean())
    train(model, [Task(model, "stance", matrix, examples["y"])], 3, 4e-5, 128, seconds, seed)
    measure(f"stance_teacher_{seed}", model, tokens)
    torch.save(model.state_dict(), STATE / f"stance_teacher_{seed}.pt")


def measure(name: str, model: Reader, tokens: Tokens, folder: Path = EXAMPLES) -> None:
    """Writes accuracies on all reported sets, both ways round, and the calibration on the tuning set."""
    tune, report = (few(read_examples(folder, f"stance_{part}")) for part in ("tune", "report"))
    logits = predict(model, pair_matrix(tokens, tune["a"], tune["b"], LIMIT), "stance")
    slope, shift = platt(logits, tune["y"])
    metrics = {"tune": accuracy_by_set(logits, tune), "platt": [slope, shift]}
    straight = predict(model, pair_matrix(tokens, report["a"], report["b"], LIMIT), "stance")
    swapped = predict(model, pair_matrix(tokens, report["b"], report["a"], LIMIT, 80), "stance")
    metrics["report"] = accuracy_by_set(straight, report)
    metrics["report swapped"] = accuracy_by_set(swapped, report)
    metrics["report both"] = accuracy_by_set(straight + swapped, report)
    sure = np.abs(sigmoid(slope * straight + shift) - 0.5) > 0.3
    metrics["share above .8"] = float(sure.mean())
    metrics["accuracy above .8"] = float(((straight > 0) == (report["y"] > 0.5))[sure].mean())
    log(name, metrics)
    write_metrics(name, metrics)
    np.savez_compressed(STATE / f"{name}_report.npz", straight=straight, swapped=swapped)


def neighbours(vectors: torch.Tensor, most: int, low: float, high: float) -> tuple[Array, Array]:
    """Returns pairs of rows whose cosine lies between the two."""
    ones, others = [], []
    for start in range(0, len(vectors), 4096):
        cosines = vectors[start : start + 4096] @ vectors.T
        cosines[(cosines < low) | (cosines > high)] = 0
        best = cosines.topk(min(most, len(vectors)), dim=1)
        row, column = torch.nonzero(best.values > 0, as_tuple=True)
        ones.append((row + start).cpu().numpy())
        others.append(best.indices[row, column].cpu().numpy())
    return np.concatenate(ones), np.concatenate(others)


def near_claims(tokens: Tokens, examples: dict[str, Array]) -> tuple[Array, Array]:
    """Returns pairs of short texts of all topics that lie near each other: claims against claims."""
    short = np.unique(np.concatenate([examples["a"], examples["b"]]))
    lengths = tokens.lengths()[short]
    short = short[(lengths > 4) & (lengths < 24)]
    short = np.random.default_rng(5).permutation(short)[: 400 if TINY else 60_000]
    vectors = embed(Reader(BASE, ()).to(DEVICE), pair_matrix(tokens, short, None, 40))
    one, other = neighbours(vectors, 7, 0.5, 0.93)
    log("pairs of near claims:", len(one))
    return short[one], short[other]


def label(seeds: list[int]) -> None:
    """Lets the teachers label the unlabelled examples and those of near claims; writes one table."""
    tokens = read_tokens("mpnet", STATE / "tokens.mpnet.npz")
    examples = few(read_examples(EXAMPLES, "stance_unlabelled"), 1000)
    near = near_claims(tokens, examples)
    first, second = np.concatenate([examples["a"], near[0]]), np.concatenate([examples["b"], near[1]])
    labels = np.concatenate([examples["y"], np.full(len(near[0]), np.nan, np.float32)])
    trusted = [
        i
        for i, name in enumerate(examples["names"])
        if str(name) == "template" or str(name).startswith(("everyday", "own"))
    ]
    written = np.concatenate([np.isin(examples["source"], trusted), np.zeros(len(near[0]), bool)])
    matrix = pair_matrix(tokens, first, second, LIMIT)
    logits = []
    for seed in seeds:
        model = Reader(BASE, ("stance",), pretrained=False).to(DEVICE)
        model.load_state_dict(torch.load(STATE / f"stance_teacher_{seed}.pt", map_location=DEVICE))
        logits.append(predict(model, matrix, "stance", 1024))
        log("labelled by teacher", seed)
    mean = np.mean(logits, axis=0)
    np.savez(STATE / "stance_soft.npz", a=first, b=second, labels=labels, written=written, logits=mean)
    right = (mean > 0) == (labels > 0.5)
    sure = np.abs(sigmoid(mean) - 0.5) > 0.3
    count = len(examples["y"])
    agreement = {
        str(name): [
            round(float(right[:count][rows].mean()), 3),
            round(float(sure[:count][examples["source"] == i].mean()), 3),
        ]
        for i, name in enumerate(examples["names"])
        if (rows := (examples["source"] == i) & ~np.isnan(examples["y"])).any()
    }
    metrics = {"examples": len(first), "sure": float(sure.mean()), "agreement with labels, sure": agreement}
    votes = [np.load(STATE / f"stance_teacher_{seed}_report.npz") for seed in seeds]
    report = few(read_examples(EXAMPLES, "stance_report"))
    metrics["teachers together"] = accuracy_by_set(sum(v["straight"] for v in votes), report)
    metrics["teachers together swapped"] = accuracy_by_set(sum(v["swapped"] for v in votes), report)
    log("labels", metrics)
    write_metrics("stance_labels", metrics)


def soft_examples(draw: np.random.Generator) -> tuple[Array, Array, Array]:
    """Returns the examples of the student: soft labels, some unsure, some from two topics."""
    with np.load(STATE / "stance_soft.npz") as soft:
        first, second, labels, written, logits = (soft[k] for k in ("a", "b", "labels", "written", "logits"))
    teacher_labels = sigmoid(1.2 * logits)
    trust = np.where(written, 0.8, 0.5)
    target = np.where(
        np.isnan(labels), teacher_labels, trust * np.nan_to_num(labels) + (1 - trust) * teacher_labels
    )
    keep = (np.abs(teacher_labels - 0.5) > 0.3) | (draw.random(len(first)) < UNSURE) | written
    labelled = few(read_examples(EXAMPLES, "stance_labelled"))
    count = int(APART * keep.sum())
    apart = draw.permutation(len(first))[:count], draw.permutation(len(first))[:count]
    return (
        np.concatenate([first[keep], labelled["a"], first[apart[0]]]),
        np.concatenate([second[keep], labelled["b"], second[apart[1]]]),
        np.concatenate([target[keep], 0.04 + 0.92 * labelled["y"], np.full(count, 0.5)]),
    )


def student(seconds: float, epochs: float = 5, size: int = 512, rate: float = 4e-5) -> None:
    """Distils both teachers into one of them, its weights quantised; measures and writes it."""
    tokens = read_tokens("mpnet", STATE / "tokens.mpnet.npz")
    first, second, target = soft_examples(np.random.default_rng(3))
    torch.manual_seed(3)
    model = Reader(BASE, ("stance",), pretrained=False).to(DEVICE)
    model.load_state_dict(torch.load(STATE / "stance_teacher_0.pt", map_location=DEVICE))
    quantise(model)
    measure("stance_teacher_quantised", model, tokens)
    matrix = pair_matrix(tokens, first, second, LIMIT)
    log("student", len(target), "examples, mean tokens", matrix.lengths.mean())
    train(model, [Task(model, "stance", matrix, target)], epochs, rate, size, seconds, 3)
    measure("stance_student", model, tokens)
    torch.save(model.state_dict(), STATE / "stance_student.pt")
    write_codes("stance_student", model)


def student_bundled(seconds: float, epochs: float = 3, size: int = 256, rate: float = 3e-5) -> None:
    """Fine-tunes the student on the bundled topics, beside a part of its earlier examples, and writes it."""
    tokens, draw = read_tokens("mpnet", STATE / "tokens.mpnet.npz"), np.random.default_rng(4)
    first, second, target = soft_examples(draw)
    own = few(read_examples(EXAMPLES, "stance_bundled"))
    again = draw.permutation(len(first))[: 2 * len(own["y"])]
    first, second = np.concatenate([first[again], own["a"]]), np.concatenate([second[again], own["b"]])
    target = np.concatenate([target[again], 0.03 + 0.94 * own["y"]])
    model = Reader(BASE, ("stance",), pretrained=False).to(DEVICE)
    model.load_state_dict(torch.load(STATE / "stance_student.pt", map_location=DEVICE))
    quantise(model)
    matrix = pair_matrix(tokens, first, second, LIMIT)
    log("student, bundled topics", len(target), "examples, mean tokens", matrix.lengths.mean())
    train(model, [Task(model, "stance", matrix, target)], epochs, rate, size, seconds, 5)
    measure("stance_student_bundled", model, tokens)
    write_codes("stance_student_bundled", model)
