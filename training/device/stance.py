"""Stages of stance: teachers, their labels, and the heir that ships."""

from __future__ import annotations

import numpy as np
import torch
from coded import as_stored, write_codes
from figures import by_set, platt, sigmoid
from models import Reader, Task, embed, log, predict, train
from place import DATA, MODELS, TINY, WORK, few, write_report

from reading import DEVICE, Array, Tokens, pair_matrix, read_pairs, read_tokens

LIMIT = 128
UNSURE = 0.15  # share of pairs kept on which the teacher is between .2 and .8
APART = 0.05  # share of pairs from two topics, which say nothing about each other


def teacher(seed: int, seconds: float) -> None:
    """Trains one teacher on the labelled pairs and measures it."""
    tokens = read_tokens("mpnet", WORK / "tokens.mpnet.npz")
    torch.manual_seed(seed)
    model = Reader(MODELS / "mpnet", ("stance",), TINY).to(DEVICE)
    pairs = few(read_pairs(DATA, "stance_labelled"))
    matrix = pair_matrix(tokens, pairs["a"], pairs["b"], LIMIT)
    log("teacher", seed, len(pairs["y"]), "pairs, mean tokens", matrix.lengths.mean())
    train(model, [Task(model, "stance", matrix, pairs["y"])], 3, 4e-5, 128, seconds, seed)
    measure(f"stance_teacher_{seed}", model, tokens)
    torch.save(model.state_dict(), WORK / f"stance_teacher_{seed}.pt")


def measure(name: str, model: Reader, tokens: Tokens) -> None:
    """Writes accuracies on all reported sets, both ways round, and the calibration on what tunes."""
    tune, report = few(read_pairs(DATA, "stance_tune")), few(read_pairs(DATA, "stance_report"))
    logits = predict(model, pair_matrix(tokens, tune["a"], tune["b"], LIMIT), "stance")
    slope, shift = platt(logits, tune["y"])
    figures = {"tune": by_set(logits, tune), "platt": [slope, shift]}
    straight = predict(model, pair_matrix(tokens, report["a"], report["b"], LIMIT), "stance")
    swapped = predict(model, pair_matrix(tokens, report["b"], report["a"], LIMIT, 80), "stance")
    figures["report"], figures["report swapped"] = by_set(straight, report), by_set(swapped, report)
    figures["report both"] = by_set(straight + swapped, report)
    sure = np.abs(sigmoid(slope * straight + shift) - 0.5) > 0.3
    figures["share above .8"] = float(sure.mean())
    figures["accuracy above .8"] = float(((straight > 0) == (report["y"] > 0.5))[sure].mean())
    log(name, figures)
    write_report(name, figures)
    np.savez_compressed(WORK / f"{name}_report.npz", straight=straight, swapped=swapped)


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


def claims_beside(tokens: Tokens, pairs: dict[str, Array]) -> tuple[Array, Array]:
    """Returns pairs of short texts of all topics that lie near each other: claims read against claims."""
    short = np.unique(np.concatenate([pairs["a"], pairs["b"]]))
    lengths = tokens.lengths()[short]
    short = short[(lengths > 4) & (lengths < 24)]
    short = np.random.default_rng(5).permutation(short)[: 400 if TINY else 60_000]
    encoder = Reader(MODELS / "mpnet", (), TINY).to(DEVICE)
    vectors = embed(encoder, pair_matrix(tokens, short, None, 40))
    one, other = neighbours(vectors, 7, 0.5, 0.93)
    log("claims beside each other:", len(one))
    return short[one], short[other]


def label(seeds: list[int]) -> None:
    """Lets the teachers label the unlabelled pairs and those of near claims; writes one table."""
    tokens = read_tokens("mpnet", WORK / "tokens.mpnet.npz")
    pairs = few(read_pairs(DATA, "stance_unlabelled"), 1000)
    near = claims_beside(tokens, pairs)
    first, second = np.concatenate([pairs["a"], near[0]]), np.concatenate([pairs["b"], near[1]])
    known = np.concatenate([pairs["y"], np.full(len(near[0]), np.nan, np.float32)])
    trusted = [
        i
        for i, name in enumerate(pairs["names"])
        if str(name) == "template" or str(name).startswith(("everyday", "own"))
    ]
    made = np.concatenate([np.isin(pairs["source"], trusted), np.zeros(len(near[0]), bool)])
    matrix = pair_matrix(tokens, first, second, LIMIT)
    logits = []
    for seed in seeds:
        model = Reader(MODELS / "mpnet", ("stance",), TINY).to(DEVICE)
        model.load_state_dict(torch.load(WORK / f"stance_teacher_{seed}.pt", map_location=DEVICE))
        logits.append(predict(model, matrix, "stance", 1024))
        log("labelled by", seed)
    together = np.mean(logits, axis=0)
    np.savez(WORK / "stance_soft.npz", a=first, b=second, known=known, made=made, logits=together)
    right = (together > 0) == (known > 0.5)
    sure = np.abs(sigmoid(together) - 0.5) > 0.3
    agreement = {
        str(name): [
            round(float(right[: len(pairs["y"])][rows].mean()), 3),
            round(float(sure[: len(pairs["y"])][pairs["source"] == i].mean()), 3),
        ]
        for i, name in enumerate(pairs["names"])
        if (rows := (pairs["source"] == i) & ~np.isnan(pairs["y"])).any()
    }
    figures = {"pairs": len(first), "sure": float(sure.mean()), "agreement with known, sure": agreement}
    votes = [np.load(WORK / f"stance_teacher_{seed}_report.npz") for seed in seeds]
    report = few(read_pairs(DATA, "stance_report"))
    figures["teachers together"] = by_set(sum(v["straight"] for v in votes), report)
    figures["teachers together swapped"] = by_set(sum(v["swapped"] for v in votes), report)
    log("labels", figures)
    write_report("stance_labels", figures)


def lessons(draw: np.random.Generator) -> tuple[Array, Array, Array]:
    """Returns what a student reads: pairs with soft labels, some unsure, some from two topics."""
    with np.load(WORK / "stance_soft.npz") as soft:
        first, second, known, made, logits = (soft[k] for k in ("a", "b", "known", "made", "logits"))
    taught = sigmoid(1.2 * logits)
    trust = np.where(made, 0.8, 0.5)
    target = np.where(np.isnan(known), taught, trust * np.nan_to_num(known) + (1 - trust) * taught)
    keep = (np.abs(taught - 0.5) > 0.3) | (draw.random(len(first)) < UNSURE) | made
    labelled = few(read_pairs(DATA, "stance_labelled"))
    count = int(APART * keep.sum())
    apart = draw.permutation(len(first))[:count], draw.permutation(len(first))[:count]
    return (
        np.concatenate([first[keep], labelled["a"], first[apart[0]]]),
        np.concatenate([second[keep], labelled["b"], second[apart[1]]]),
        np.concatenate([target[keep], 0.04 + 0.92 * labelled["y"], np.full(count, 0.5)]),
    )


def heir(seconds: float, epochs: float = 5, size: int = 512, rate: float = 4e-5) -> None:
    """Goes on with a teacher on what all teachers say, its weights in few bits; measures it and writes it."""
    tokens = read_tokens("mpnet", WORK / "tokens.mpnet.npz")
    first, second, target = lessons(np.random.default_rng(3))
    torch.manual_seed(3)
    model = Reader(MODELS / "mpnet", ("stance",), TINY).to(DEVICE)
    model.load_state_dict(torch.load(WORK / "stance_teacher_0.pt", map_location=DEVICE))
    as_stored(model)
    measure("stance_mpnet_at_once", model, tokens)
    matrix = pair_matrix(tokens, first, second, LIMIT)
    log("heir", len(target), "pairs, mean tokens", matrix.lengths.mean())
    train(model, [Task(model, "stance", matrix, target)], epochs, rate, size, seconds, 3)
    measure("stance_mpnet", model, tokens)
    torch.save(model.state_dict(), WORK / "stance_mpnet.pt")
    write_codes("stance_mpnet", model, 4)


def heir_bundled(seconds: float, epochs: float = 3, size: int = 256, rate: float = 3e-5) -> None:
    """Teaches the heir the bundled topics, beside a part of what it learned before, and writes it."""
    tokens, draw = read_tokens("mpnet", WORK / "tokens.mpnet.npz"), np.random.default_rng(4)
    first, second, target = lessons(draw)
    own = few(read_pairs(DATA, "stance_bundled"))
    again = draw.permutation(len(first))[: 2 * len(own["y"])]
    first, second = np.concatenate([first[again], own["a"]]), np.concatenate([second[again], own["b"]])
    target = np.concatenate([target[again], 0.03 + 0.94 * own["y"]])
    model = Reader(MODELS / "mpnet", ("stance",), TINY).to(DEVICE)
    model.load_state_dict(torch.load(WORK / "stance_mpnet.pt", map_location=DEVICE))
    as_stored(model)
    matrix = pair_matrix(tokens, first, second, LIMIT)
    log("heir, bundled", len(target), "pairs, mean tokens", matrix.lengths.mean())
    train(model, [Task(model, "stance", matrix, target)], epochs, rate, size, seconds, 5)
    measure("stance_mpnet_bundled", model, tokens)
    write_codes("stance_mpnet_bundled", model, 4)
