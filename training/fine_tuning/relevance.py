"""Relevance: a teacher, hard negatives, and a small student that reads relevance, sameness and quality."""

from __future__ import annotations

import numpy as np
import torch

from debatable.arrays import sigmoid
from debatable.learning.training.metrics import area_under_curve, platt
from fine_tuning.metrics import auc_by_set
from fine_tuning.network import PairTask, Reader, Task, embed, log, predict, train
from fine_tuning.tokens import DEVICE, Array, Tokens, pair_matrix, read_examples, read_tokens
from fine_tuning.workspace import EXAMPLES, STATE, TINY, few, write_metrics, write_model

LIMIT = 160
APART = 0.58  # two topics below this cosine are two debates for certain


def topic_vectors(tokens: Tokens) -> torch.Tensor:
    """Returns a vector of every topic's wording by the untuned teacher."""
    with np.load(EXAMPLES / "extra.npz") as extra:
        topics = extra["topics"]
    encoder = Reader("mpnet", ()).to(DEVICE)
    return embed(encoder, pair_matrix(tokens, topics, None, 40))


def negatives(
    pairs: dict[str, Array], topics: torch.Tensor, draw: np.random.Generator, near: int, far: int
) -> tuple[Array, Array]:
    """Returns queries of other topics for the same premises, so that no premise gives its label away.

    `near` queries come from the nearest topics that certainly are another debate, `far` from any other.
    """
    cosines = (topics @ topics.T).cpu().numpy()
    by_topic: dict[int, Array] = {t: np.flatnonzero(pairs["topic"] == t) for t in np.unique(pairs["topic"])}
    present = np.array(sorted(by_topic))
    beside = {}
    for topic in present:
        row = cosines[topic][present]
        apart = present[row < APART]
        nearest = apart[np.argsort(-cosines[topic][apart])][:12] if len(apart) else present[:0]
        beside[topic] = (nearest, apart)
    queries, premises = [], []
    for row, topic in enumerate(pairs["topic"]):
        nearest, apart = beside[topic]
        for pool, count in ((nearest, near), (apart, far)):
            for _ in range(count if len(pool) else 0):
                other = draw.choice(by_topic[draw.choice(pool)])
                queries.append(pairs["a"][other])
                premises.append(pairs["b"][row])
    return np.array(queries, np.int32), np.array(premises, np.int32)


def junk_pairs(pairs: dict[str, Array], draw: np.random.Generator) -> tuple[Array, Array]:
    """Returns lines that are no claim, each with premises of anywhere."""
    with np.load(EXAMPLES / "extra.npz") as extra:
        lines = np.repeat(extra["junk"], 1 if TINY else 25)
    return lines, draw.choice(pairs["b"], len(lines))


def teacher(seconds: float) -> None:
    """Trains the teacher of relevance, measures it, and lets it judge the nearest premises of other topics."""
    tokens = read_tokens("mpnet", STATE / "tokens.mpnet.npz")
    draw = np.random.default_rng(21)
    pairs = few(read_examples(EXAMPLES, "relevant"))
    topics = topic_vectors(tokens)
    other = negatives(pairs, topics, draw, 1, 1)
    junk = junk_pairs(pairs, draw)
    first = np.concatenate([pairs["a"], other[0], junk[0]])
    second = np.concatenate([pairs["b"], other[1], junk[1]])
    target = np.concatenate([np.ones(len(pairs["a"])), np.zeros(len(other[0]) + len(junk[0]))])
    torch.manual_seed(21)
    model = Reader("mpnet", ("relevance",)).to(DEVICE)
    matrix = pair_matrix(tokens, first, second, LIMIT)
    log("relevance teacher", len(target), "pairs, mean tokens", matrix.lengths.mean())
    train(model, [Task(model, "relevance", matrix, target)], 1.5, 3e-5, 64, seconds, 21)
    measure("relevance_teacher", model, tokens, topics)
    hard = candidates(tokens, pairs)
    again = negatives(pairs, topics, np.random.default_rng(22), 2, 2)
    first = np.concatenate([pairs["a"], again[0], junk[0], hard[0]])
    second = np.concatenate([pairs["b"], again[1], junk[1], hard[1]])
    target = np.concatenate(
        [np.ones(len(pairs["a"])), np.zeros(len(again[0]) + len(junk[0])), np.full(len(hard[0]), np.nan)]
    )
    logits = predict(model, pair_matrix(tokens, first, second, LIMIT), "relevance", 1024)
    teacher_labels = sigmoid(logits)
    np.savez(STATE / "relevance_soft.npz", a=first, b=second, known=target, teacher_labels=teacher_labels)
    log(
        "hard candidates",
        len(hard[0]),
        "judged relevant",
        float((teacher_labels[np.isnan(target)] > 0.5).mean()),
    )
    torch.save(topics, STATE / "topics.pt")


def candidates(tokens: Tokens, pairs: dict[str, Array]) -> tuple[Array, Array]:
    """Returns queries with the nearest premises of other topics, for the teacher to judge."""
    queries, place = np.unique(pairs["a"], return_index=True)
    premises, where = np.unique(pairs["b"], return_index=True)
    encoder = Reader("mpnet", ()).to(DEVICE)
    left = embed(encoder, pair_matrix(tokens, queries, None, 40))
    right = embed(encoder, pair_matrix(tokens, premises, None, LIMIT), 256)
    own = torch.from_numpy(pairs["topic"][where]).to(DEVICE)
    ones, others = [], []
    for start in range(0, len(queries), 4096):
        cosines = left[start : start + 4096] @ right.T
        topic = torch.from_numpy(pairs["topic"][place[start : start + 4096]]).to(DEVICE)
        cosines[topic[:, None] == own[None]] = -1
        best = cosines.topk(min(30, len(premises)), dim=1).indices[:, ::4].cpu().numpy()
        ones.append(np.repeat(queries[start : start + 4096], best.shape[1]))
        others.append(premises[best].ravel())
    return np.concatenate(ones), np.concatenate(others)


def report_pairs(topics: torch.Tensor) -> dict[str, Array]:
    """Returns reported queries with relevant premises and with those of near and far other topics."""
    pairs = few(read_examples(EXAMPLES, "relevant_report"), 600)
    rows = {key: [pairs[key]] for key in ("a", "b", "y", "source")}
    for source in np.unique(pairs["source"]):
        part = {
            key: value if key == "names" else value[pairs["source"] == source] for key, value in pairs.items()
        }
        queries, premises = negatives(part, topics, np.random.default_rng(9), 1, 1)
        rows["a"].append(queries)
        rows["b"].append(premises)
        rows["y"].append(np.zeros(len(queries), np.float32))
        rows["source"].append(np.full(len(queries), source))
    return {**{key: np.concatenate(value) for key, value in rows.items()}, "names": pairs["names"]}


def measure(name: str, model: Reader, tokens: Tokens, topics: torch.Tensor) -> dict[str, object]:
    """Returns area under the curve and shares above one half on reported topics."""
    pairs = report_pairs(topics)
    logits = predict(model, pair_matrix(tokens, pairs["a"], pairs["b"], LIMIT), "relevance")
    metrics: dict[str, object] = {}
    for i, source in enumerate(pairs["names"]):
        own = pairs["source"] == i
        good = own & (pairs["y"] > 0.5)
        metrics[str(source)] = {
            "auc": round(area_under_curve(logits[own], pairs["y"][own]), 4),
            "relevant found": round(float((logits[good] > 0).mean()), 4),
            "others refused": round(float((logits[own & ~good] <= 0).mean()), 4),
        }
    log(name, metrics)
    write_metrics(name, metrics)
    return metrics


def sameness_metrics(model: Reader, tokens: Tokens) -> dict[str, float]:
    """Returns the area under the curve of sameness on reported pairs, both orders summed."""
    pairs = few(read_examples(EXAMPLES, "same_report"), 600)
    logits = predict(model, pair_matrix(tokens, pairs["a"], pairs["b"], LIMIT, 80), "same")
    logits += predict(model, pair_matrix(tokens, pairs["b"], pairs["a"], LIMIT, 80), "same")
    return auc_by_set(logits, pairs)


def quality_metrics(model: Reader, tokens: Tokens) -> dict[str, float]:
    """Returns Pearson's r on held-out topics of ibm-argq-30k and pair accuracy on held-out debates, beside length."""
    rows = few(read_examples(EXAMPLES, "quality"), 600)
    pairs = few(read_examples(EXAMPLES, "convincing"), 600)
    lengths = tokens.lengths()
    scores = predict(model, pair_matrix(tokens, rows["b"], None, LIMIT), "quality")
    ahead = predict(model, pair_matrix(tokens, pairs["a"], None, LIMIT), "quality")
    ahead -= predict(model, pair_matrix(tokens, pairs["b"], None, LIMIT), "quality")
    own = rows["source"] == list(rows["names"]).index("report")
    held = pairs["source"] == list(pairs["names"]).index("report")
    longer = lengths[pairs["a"]] > lengths[pairs["b"]]
    return {
        "argq pearson": float(np.corrcoef(sigmoid(scores[own]), rows["y"][own])[0, 1]),
        "argq pearson of length": float(np.corrcoef(lengths[rows["b"][own]], rows["y"][own])[0, 1]),
        "convincing pairs": float((ahead[held] > 0).mean()),
        "convincing pairs by length": float(longer[held].mean()),
    }


def quality_tasks(model: Reader, tokens: Tokens) -> list[Task]:
    """Returns the two tasks of quality: graded arguments, and pairs of which one is more convincing."""
    rows, pairs = few(read_examples(EXAMPLES, "quality")), few(read_examples(EXAMPLES, "convincing"))
    own = rows["source"] == list(rows["names"]).index("train")
    use = pairs["source"] == list(pairs["names"]).index("train")
    single = Task(model, "quality", pair_matrix(tokens, rows["b"][own], None, LIMIT), rows["y"][own])
    better = pair_matrix(tokens, pairs["a"][use], None, LIMIT)
    worse = pair_matrix(tokens, pairs["b"][use], None, LIMIT)
    return [single, PairTask(model, "quality", better, worse, 0.5)]


def soft_examples(draw: np.random.Generator) -> tuple[Array, Array, Array]:
    """Returns pairs with soft labels of relevance; of unlabelled ones, mostly those on which the teacher is sure."""
    with np.load(STATE / "relevance_soft.npz") as soft:
        first, second, known, teacher_labels = (soft[k] for k in ("a", "b", "known", "teacher_labels"))
    target = np.where(np.isnan(known), teacher_labels, 0.6 * np.nan_to_num(known) + 0.4 * teacher_labels)
    keep = (
        ~np.isnan(known) | (teacher_labels < 0.1) | (teacher_labels > 0.9) | (draw.random(len(first)) < 0.3)
    )
    return first[keep], second[keep], target[keep]


def student_tasks(model: Reader, tokens: Tokens, relevant: tuple[Array, Array, Array]) -> list[Task]:
    """Returns the tasks of the student: relevance, sameness, quality."""
    first, second, target = relevant
    pairs = few(read_examples(EXAMPLES, "same"))
    one, other = np.concatenate([pairs["a"], pairs["b"]]), np.concatenate([pairs["b"], pairs["a"]])
    return [
        Task(model, "relevance", pair_matrix(tokens, first, second, LIMIT), target),
        Task(model, "same", pair_matrix(tokens, one, other, LIMIT, 80), np.tile(pairs["y"], 2)),
        *quality_tasks(model, tokens),
    ]


def write_student(name: str, model: Reader, tokens: Tokens, relevant: tuple[Array, Array, Array]) -> None:
    """Measures a student and writes its metrics and weights."""
    metrics = measure(name, model, tokens, torch.load(STATE / "topics.pt", map_location=DEVICE))
    metrics["same"], metrics["quality"] = sameness_metrics(model, tokens), quality_metrics(model, tokens)
    keep = np.random.default_rng(6).permutation(len(relevant[0]))[:20_000]
    matrix = pair_matrix(tokens, relevant[0][keep], relevant[1][keep], LIMIT)
    logits = predict(model, matrix, "relevance")
    metrics["platt on training pairs"] = platt(logits, (relevant[2][keep] > 0.5).astype(float))
    log(name, metrics)
    write_metrics(name, metrics)
    write_model(name, model)


def student(body: str, seconds: float, epochs: float = 3) -> None:
    """Fine-tunes the small student on relevance, sameness and quality, measures and writes it."""
    tokens = read_tokens("bert", STATE / "tokens.bert.npz")
    relevant = soft_examples(np.random.default_rng(2))
    torch.manual_seed(4)
    model = Reader(body, ("relevance", "same", "quality")).to(DEVICE)
    tasks = student_tasks(model, tokens, relevant)
    log("student", body, [len(task.lengths) for task in tasks])
    train(model, tasks, epochs, 1.2e-4, 128, seconds, 4)
    torch.save(model.state_dict(), STATE / f"reader_{body}.pt")
    write_student(f"reader_{body}", model, tokens, relevant)


def student_bundled(body: str, seconds: float, epochs: float = 2) -> None:
    """Fine-tunes the student on the bundled topics, beside a part of its earlier examples, and writes it."""
    tokens, draw = read_tokens("bert", STATE / "tokens.bert.npz"), np.random.default_rng(3)
    own = few(read_examples(EXAMPLES, "relevant_bundled"))
    other = negatives(own, torch.load(STATE / "topics.pt", map_location=DEVICE), draw, 2, 1)
    before = soft_examples(draw)
    again = draw.permutation(len(before[0]))[: 3 * (len(own["a"]) + len(other[0]))]
    labels = np.concatenate([np.full(len(own["a"]), 0.97), np.full(len(other[0]), 0.03)])
    new = (np.concatenate([own["a"], other[0]]), np.concatenate([own["b"], other[1]]), labels)
    relevant = tuple(np.concatenate([one[again], two]) for one, two in zip(before, new, strict=True))
    model = Reader(body, ("relevance", "same", "quality")).to(DEVICE)
    model.load_state_dict(torch.load(STATE / f"reader_{body}.pt", map_location=DEVICE))
    tasks = student_tasks(model, tokens, relevant)
    log("student, bundled topics", body, [len(task.lengths) for task in tasks])
    train(model, tasks, epochs, 5e-5, 128, seconds, 5)
    write_student(f"reader_{body}_bundled", model, tokens, relevant)
