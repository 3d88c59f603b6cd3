"""Writes docs/results.md: methods on every collection, with intervals, from `debatable evaluate`.

Run it with the folder of the benchmark collections: python -m tools.results BENCH
Collections that are not there keep out of the file; the bundled one is always in it. `--jobs` measures so many
collections at a time, each on its share of the cores, and `--keep` names a folder of what was measured: a run that was
cut off goes on where it stopped.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import Any

COLLECTIONS = (
    *("keypoints", "perspectrum", "debatepedia", "touche2020", "argquality20"),
    *("qam", "comments", "aspects"),
)
METHODS = (
    *(
        "bm25f",
        "bm25",
        "claims",
        "dense",
        "framework",
        "framework-paper",
        "framework-dense",
        "framework-hybrid",
    ),
    *("quixote", "quixote(claims=hybrid)", "fast", "best"),
)
"""What reads hundreds of premises a query has a table of its own: experiment ecir2021."""
COLUMNS = ("alpha_ndcg@5", "alpha_ndcg@10", "ndcg@5", "ndcg@10")
NO_CLAIMS = (
    "What finds claims first (`claims`, `framework` in all forms, `quixote`) cannot show what it does here: it falls "
    "back on premises that the query's words or vectors find, pf and icf count nothing, and quality has no rivals."
)
UNSTANCED = ("framework-paper",)
"""Methods that estimate no stances: theirs are those of the links, turned by nothing."""
NOTES = {
    "keypoints": "ArgKP-2021 key points as ground-truth clusters; claims in three wordings, one of them opposite.",
    "perspectrum": f"Premises without claims; the queries of the dev split. {NO_CLAIMS}",
    "debatepedia": "Long premises; clusters are sub-question × side, as the debate is laid out: nobody grouped "
    "premises by what they say, so this is no Task B.",
    "touche2020": "Sparse judgments: lists are condensed to judged premises. Not comparable with published figures.",
    "argquality20": "All premises judged; quality counts as well. DPH, DirichletLM and BM25 are rankings published "
    f"with the data, on the same texts and judgments, scored as they stand. Premises have no claims. {NO_CLAIMS}",
    "qam": "Sentences of web pages; a claim is the topic itself, and clusters are key points.",
    "comments": "Comments of readers, judged by whether they speak to the claim.",
    "aspects": "Key points as queries: a premise is relevant if it makes that very point.",
    "bundled": "The collection that ships with the package.",
}
HEAD = """# Results

For everybody who compares methods: twelve of them on nine collections, as `debatable evaluate` prints it. Not here:
the methods of ECIR 2021, which read hundreds of premises for a query (`debatable experiment ecir2021`,
[lab](lab/diverse-table.md)), the framework with premises clustered at query time (`experiment ecir2020`,
[lab](lab/ecir2020.md)), and `quixote-paper` (`experiment touche2020`).

Figures are means over queries with 95 % bootstrap intervals. α-nDCG has the discount of Dumani et al. (ECIR
2020), and is their Task B where people grouped the premises. ▲▼ mark a difference from the first method with
p < 0.05 (paired t-test over queries, Holm's correction over methods). Stance accuracy is over the first ten
hits whose stance was judged; *majority* is the share of the more frequent stance. There is none for
`framework-paper`, which takes every claim to agree with the query: on a collection whose queries are claims that
would be right by construction. Times are of one process on two cores, beside others, and move from run to run;
everything else repeats to the last digit. [Evaluation](evaluation.md) defines each figure.

This file is written by `python -m tools.results bench`, where `bench` is a folder with the
[collections](evaluation.md#collections).
They are ArgKP-2021 (IBM), Perspectrum (Chen et al. 2019), StArCon's Debatepedia
(Kobbe et al. 2020), the Touché 2020 judgments on args.me (Webis) and Webis-ArgQuality-20, among others. Each keeps
its licence.
"""


def evaluated(source: str, own_cores: set[int]) -> dict[str, Any]:
    """Runs ``debatable evaluate`` on some cores, where the system lets one choose, and returns its JSON document."""
    methods = [part for name in METHODS for part in ("--method", name)]
    arguments = ["evaluate", *([source] if source else []), *methods, "--jobs", "1", "--json"]
    pinned = ["taskset", "-c", ",".join(map(str, sorted(own_cores)))] if own_cores else []
    done = subprocess.run(
        [*pinned, sys.executable, "-c", "from debatable.cli.main import run; run()", *arguments],
        check=True,
        stdout=subprocess.PIPE,
    )
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def evaluated_at_once(sources: list[str], jobs: int, keep: Path | None) -> list[dict[str, Any]]:
    """Evaluates collections, so many at a time; those whose documents were kept are read."""
    shares: Queue[set[int]] = Queue()
    every = sorted(os.sched_getaffinity(0)) if jobs > 1 and hasattr(os, "sched_getaffinity") else []
    for job in range(jobs):
        shares.put(set(every[job * len(every) // jobs : (job + 1) * len(every) // jobs]))

    def one(source: str) -> dict[str, Any]:
        kept = keep / f"{Path(source).name or 'bundled'}.json" if keep is not None else None
        if kept is not None and kept.is_file():
            document: dict[str, Any] = json.loads(kept.read_text("utf-8"))
            return document
        share = shares.get()
        try:
            sys.stderr.write(f"{source or 'bundled'}\n")
            document = evaluated(source, share)
        finally:
            shares.put(share)
        if kept is not None:
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(json.dumps(document), "utf-8")
        return document

    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(one, sources))


def section(command: str, document: dict[str, Any]) -> list[str]:
    """Returns the lines of one collection."""
    everything = {**document["methods"], **document.get("published", {})}
    first = next(iter(everything.values()))
    columns = [*COLUMNS, *(name for name in first["intervals"] if name.startswith("quality_"))]
    columns += [name for name in ("taska_mean@5", "taska_mean@10") if name in first["intervals"]]
    stances = first.get("stance_accuracy") is not None
    heads = [*columns, *(("stance accuracy", "majority") if stances else ()), "p50 / p95 ms"]
    lists = ", condensed lists" if document["condensed"] else ""
    name = document["collection"]
    lines = ["", f"## {name}", "", f"{NOTES.get(name, '')} {document['queries']} queries{lists}.", ""]
    lines += [f"    {command}", "", f"| method | {' | '.join(heads)} |", f"|---|{'---|' * len(heads)}"]
    for method, figures in everything.items():
        cells = [cell(figures, column) for column in columns]
        if stances and method in UNSTANCED:
            cells += ["–", "–"]
        elif stances:
            cells += [cell(figures, "stance_accuracy"), number(figures.get("stance_majority"))]
        times = f"{figures['p50_ms']:.0f} / {figures['p95_ms']:.0f}" if "p50_ms" in figures else "–"
        label = method if method in document["methods"] else f"{method} (published)"
        lines.append(f"| {label} | {' | '.join([*cells, times])} |")
    return lines


def cell(figures: dict[str, Any], column: str) -> str:
    """Returns a mean, marked where it differs from the first method, with its interval; one query alone has none."""
    if figures.get(column) is None:
        return "–"
    mean, interval = f"{mark(figures, column)}{figures[column]:.3f}", figures["intervals"][column]
    return mean if interval is None else f"{mean} [{number(interval[0])}, {number(interval[1])}]"


def mark(figures: dict[str, Any], column: str) -> str:
    """Returns the sign of a significant difference."""
    p = figures.get("p_values", {}).get(column)
    if p is None or p >= 0.05:
        return ""
    return "▲ " if figures["differences"][column] > 0 else "▼ "


def number(value: float | None) -> str:
    """Returns three decimals without the leading zero."""
    return "–" if value is None else f"{value:.3f}".replace("0.", ".", 1) if value < 1 else f"{value:.2f}"


def main() -> None:
    """Evaluates what is there and writes the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="folder of the benchmark collections")
    parser.add_argument(
        "--out", type=Path, default=Path(__file__).resolve().parents[1] / "docs" / "results.md"
    )
    parser.add_argument("--jobs", type=int, default=1, help="collections that are measured at once")
    parser.add_argument("--keep", type=Path, help="folder of what was measured")
    options = parser.parse_args()
    lines = [HEAD.rstrip()]
    folders = [folder for name in COLLECTIONS if (folder := options.folder / name).is_dir()]
    if not folders:
        parser.error(f"{options.folder} has none of the collections: {', '.join(COLLECTIONS)}")
    sources = ["", *map(str, folders)]
    documents = evaluated_at_once(sources, max(1, options.jobs), options.keep)
    for source, document in zip(sources, documents, strict=True):
        shown = f" bench/{Path(source).name}" if source else ""
        lines += section(f"debatable evaluate{shown} --method …", document)
    options.out.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
