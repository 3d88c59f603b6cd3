"""Reads the data sets of a shared folder and the bundled topics, each as plain rows."""

from __future__ import annotations

import csv
import gzip
import json
import re
import tarfile
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

Row = dict[str, Any]


class Judged(NamedTuple):
    """A premise judged for a query."""

    query_id: str
    query: str
    premise: str
    claim: str | None
    relevance: int
    cluster: str
    stance: str | None


class Convincing(NamedTuple):
    """Two arguments, the first of which convinced more."""

    topic: str
    better: str
    worse: str


def lines(path: Path) -> list[Row]:
    """Returns the objects of a JSON lines file, gzipped or not."""
    content = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return [json.loads(row) for row in content.decode("utf-8").split("\n") if row.strip()]


def plain(text: str) -> str:
    """Returns lower-case words only, to compare texts with.

    >>> plain("We should ban  Zoos!")
    'we should ban zoos'
    """
    return " ".join(re.findall(r"[a-z0-9]+", text.lower()))


def clean(text: str) -> str:
    """Returns the text without marks of HTML and doubled spaces."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]{1,20}>", " ", text)).strip()


def collection(folder: Path) -> tuple[dict[str, Row], dict[str, Row], list[Judged]]:
    """Returns corpus and queries by id, and the judgments of one benchmark collection."""
    corpus_file = next(folder.glob("corpus.jsonl*"))
    corpus = {row["id"]: row for row in lines(corpus_file)}
    queries = {row["query_id"]: row for row in lines(folder / "queries.jsonl")}
    judged = []
    for row in lines(folder / "judgments.jsonl"):
        premise, query = corpus[row["premise_id"]], queries[row["query_id"]]
        judged.append(
            Judged(
                row["query_id"],
                query["text"],
                clean(premise["premise"]),
                premise["claim"],
                row["relevance"],
                row.get("cluster") or "",
                row.get("stance"),
            )
        )
    return corpus, queries, judged


def argq(shared: Path) -> list[Row]:
    """Returns the rows of ibm-argq-30k."""
    with gzip.open(shared / "data/ibm-argq-30k/arguments.csv.gz", "rt", encoding="utf-8", newline="") as rows:
        return list(csv.DictReader(rows))


def claim_stance(shared: Path) -> list[Row]:
    """Returns the rows of ibm-claim-stance."""
    with (shared / "data/ibm-claim-stance/claim_stance.csv").open(encoding="utf-8", newline="") as rows:
        return list(csv.DictReader(rows))


def evidence(shared: Path) -> Iterator[tuple[str, str, str]]:
    """Yields topic, claim and evidence of ibm-evidence."""
    for line in (shared / "data/ibm-evidence/evidence.txt").read_text("utf-8", errors="replace").splitlines():
        cells = line.split("\t")
        if len(cells) >= 3:
            yield cells[0], clean(cells[1]), clean(cells[2])


def aspects(shared: Path) -> Iterator[tuple[str, str, str, str]]:
    """Yields topic, two sentences and the label of ukp-aspect."""
    for line in (shared / "data/ukp-aspect/UKP_ASPECT.tsv").read_text("utf-8").splitlines()[1:]:
        topic, one, other, label = line.split("\t")
        yield topic, clean(one), clean(other), label


def convincing(shared: Path) -> list[Convincing]:
    """Returns the pairs of ukpconvarg1; a topic is a debate, both sides together."""
    found = []
    with tarfile.open(shared / "data/ukpconvarg1/ukpconvarg1-csv.tar.gz") as archive:
        for member in sorted(archive.getmembers(), key=lambda m: m.name):
            file = archive.extractfile(member)
            if file is None or "ukpconvarg1-full" in member.name.lower() or not member.name.endswith(".csv"):
                continue
            for line in file.read().decode("utf-8").splitlines()[1:]:
                cells = line.split("\t")
                if len(cells) >= 4 and cells[1] in ("a1", "a2"):
                    one, other = clean(cells[2]), clean(cells[3])
                    better, worse = (one, other) if cells[1] == "a1" else (other, one)
                    topic = Path(member.name).stem.split("_")[0]
                    found.append(Convincing(topic, better, worse))
    return found


def bundled(demo: Path) -> list[Row]:
    """Returns the bundled topics."""
    return [tomllib.loads(path.read_text("utf-8")) for path in sorted(demo.glob("*.toml"))]
