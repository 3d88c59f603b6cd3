"""Proves that a change of the code changes no ranking: every method on every collection, old beside new.

    python -m tools.compare_runs OLD [NEW] --bench BENCH --graphs MICROTEXTS --work WORK [--answers] [--only NAME]...

OLD and NEW are checkouts. Each runs its own source with its own cache, on one core. On the bundled collection and on
each folder of BENCH, ``debatable run`` writes the run of every method that OLD knows, 100 premises a query; runs are
compared byte for byte. ``debatable graphs evaluate`` is compared without its times. With ``--answers``, the answers
of ``debatable search --explain`` to some queries are compared field by field: sides, members, claims, explanations;
fields that NEW alone has are named and do not count. Results are kept in WORK under a digest of the source, so what
was computed once is not computed again; two checkouts with the same source are computed apart, which tells whether
results repeat. Without NEW, the results of OLD are made and kept. Prints one table; exit code 1 where anything differs
or could not be compared.

Methods that read long texts in parts are run on indexes that hold the vectors for them, of two collections.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tools.checkouts import Checkout, Job, checkout_folder, content_digest, one_core
from tools.differences import answer_difference, documents, new_fields, run_difference, without_times

DEPTH, ANSWERED_DEPTH, ANSWERED_QUERIES = 100, 20, 20
BUNDLED = "bundled"
ANSWERED = (BUNDLED, "keypoints", "debatepedia", "perspectrum")
IN_PARTS = tuple(
    f"{name}-{form}" for name in ("framework", "framework-paper") for form in ("sentences", "sliding")
)
LONG_TEXTS, LONG = "first,sliding,sentences", "+long"
LONG_COLLECTIONS = (BUNDLED, "keypoints")


@dataclass(frozen=True, slots=True)
class Collection:
    """A collection with the methods to run on it; the bundled one lies in each checkout."""

    name: str
    folder: Path
    methods: tuple[str, ...]

    def of(self, checkout: Checkout) -> Path:
        """Returns its folder as a checkout sees it."""
        return checkout.bundled if self.name.removesuffix(LONG) == BUNDLED else self.folder

    def queries(self) -> list[str]:
        """Returns the queries whose answers are compared: all of the bundled one, an even choice of others."""
        path = next(self.folder.glob("queries.jsonl*"))
        content = path.read_bytes()
        text = (gzip.decompress(content) if path.suffix == ".gz" else content).decode()
        rows = [str(json.loads(line)["text"]) for line in text.splitlines() if line.strip()]
        few = rows if self.name == BUNDLED else rows[:: max(1, len(rows) // ANSWERED_QUERIES)]
        return rows if self.name == BUNDLED else few[:ANSWERED_QUERIES]


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table."""

    collection: str
    method: str
    what: str
    difference: str
    remark: str = ""


def collections(
    bundled: Path, bench: Path | None, methods: Sequence[str], only: Sequence[str]
) -> list[Collection]:
    """Returns the collections with their methods, all or those that are named.

    Raises:
        SystemExit: A name is neither that of a collection nor of a method.
    """
    folders = {BUNDLED: bundled}
    if bench is not None:
        folders |= {path.name: path for path in sorted(bench.iterdir()) if any(path.glob("corpus.*"))}
    names = [*folders, *(f"{name}{LONG}" for name in LONG_COLLECTIONS if name in folders)]
    everything = [*methods, *(name for name in only if "(" in name)]
    unknown = set(only) - {*names, *everything, "graphs"}
    if unknown:
        raise SystemExit(
            f"--only: unknown {', '.join(sorted(unknown))}; there are {', '.join([*names, *methods])}"
        )
    chosen = [name for name in everything if name in only] or list(methods)
    named = [name for name in names if name in only] or names
    if set(only) == {"graphs"}:
        return []
    found = []
    for name in named:
        fit = tuple(one for one in chosen if (one in IN_PARTS) == name.endswith(LONG))
        if fit:
            found.append(Collection(name, folders[name.removesuffix(LONG)], fit))
    return found


def index_job(checkout: Checkout, collection: Collection) -> Job:
    """Returns what makes the index of a collection; it is done when the file beside the index is there."""
    folder = collection.of(checkout)
    corpus = next(folder.glob("corpus.*"))
    index = checkout.kept / "indexes" / f"{collection.name}-{content_digest([corpus], folder)}"
    call = ["index", str(corpus), "--into", str(index), "--overwrite"]
    call += ["--on-error", "skip", "--on-duplicate", "skip"]
    if collection.name.endswith(LONG):
        call += ["--long-texts", LONG_TEXTS]
    return Job(f"{collection.name}: index", [call], index.with_name(f"{index.name}.done"), captured=True)


def collection_jobs(checkout: Checkout, collection: Collection, answers: bool) -> list[Job]:
    """Returns what is to be made of a collection: its index, runs, and answers; the bundled index is built in."""
    folder, jobs, where = collection.of(checkout), [], []
    if collection.name != BUNDLED:
        jobs.append(index_job(checkout, collection))
        where = ["--index", str(jobs[0].out.with_suffix(""))]
    kept = checkout.kept / f"{collection.name}-{content_digest(folder.iterdir(), folder)}"
    for method in collection.methods:
        call = ["run", str(folder), "--method", method, "--out", "{out}", "-k", str(DEPTH), *where]
        jobs.append(Job(f"{collection.name}: {method}", [call], kept / f"{method}.run"))
    if answers and collection.name.removesuffix(LONG) in ANSWERED:
        for method in collection.methods:
            options = ["--method", method, "-k", str(ANSWERED_DEPTH), "--explain", "--format", "json", *where]
            calls = [["search", *options, "--", query] for query in collection.queries()]
            label = f"{collection.name}: {method}, {len(calls)} answers"
            jobs.append(Job(label, calls, kept / f"{method}.answers", captured=True))
    return jobs


def graph_job(checkout: Checkout, folder: Path) -> Job:
    """Returns what evaluates the retrieval of graphs."""
    call = ["graphs", "evaluate", "--json"]
    for option, name in (("cases", "cases-annotated"), ("queries", "queries-annotated")):
        call += [f"--{option}", str(folder / name)]
    call += ["--reference", str(folder / "reference-rankings")]
    return Job("graphs: evaluate", [call], checkout.kept / f"{folder.name}.graphs", captured=True)


def compared(collection: str, old: Job, new: Job) -> Row:
    """Compares what two jobs made."""
    method, what = old.out.stem, old.out.suffix.removeprefix(".")
    if old.failure:
        return Row(collection, method, what, f"OLD fails: {old.failure}")
    if new.failure:
        return Row(collection, method, what, f"NEW fails: {new.failure}")
    before, after = (job.out.read_bytes().decode() for job in (old, new))
    if what == "run":
        return Row(collection, method, what, run_difference(before, after))
    left, right = (without_times(documents(text)) for text in (before, after))
    added = sorted(set(new_fields(left, right)))
    remark = f"new fields: {', '.join(added)}" if added else ""
    return Row(collection, method, what, answer_difference(left, right), remark)


def pairs(
    checkouts: Sequence[Checkout], chosen: Sequence[Collection], graphs: Path | None, answers: bool
) -> Iterator[Row]:
    """Makes and compares everything, a collection at a time; a checkout alone is compared with itself."""
    made: list[tuple[str, list[list[Job]]]] = []
    for one in chosen:
        made.append((one.name, [collection_jobs(checkout, one, answers) for checkout in checkouts]))
    if graphs is not None:
        made.append(("graphs", [[graph_job(checkout, graphs)] for checkout in checkouts]))
    for name, sides in made:
        for checkout, jobs in zip(checkouts, sides, strict=True):
            sys.stderr.write(f"{checkout.folder}: {name}\n")
            checkout.make(jobs)
        sides = [sides[0], sides[-1]]
        yield from (
            compared(name, *both) for both in zip(*sides, strict=True) if both[0].out.suffix != ".done"
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Reads the command line and prints the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("old", type=checkout_folder, help="checkout whose rankings are right")
    parser.add_argument("new", type=checkout_folder, nargs="?", help="checkout to prove")
    parser.add_argument("--bench", type=Path, help="folder of collections")
    parser.add_argument(
        "--graphs", type=Path, help="folder of cases-annotated, queries-annotated, reference-rankings"
    )
    parser.add_argument(
        "--only", action="append", default=[], help="collection, method or graphs; repeatable"
    )
    parser.add_argument("--answers", action="store_true", help="compare answers with explanations, too")
    parser.add_argument("--work", type=Path, default=Path("comparison"), help="where results are kept")
    given: Any = parser.parse_args(arguments)
    one_core()
    given.work.mkdir(parents=True, exist_ok=True)
    checkouts = [Checkout(given.old, given.work)]
    if given.new is not None:
        same = Checkout(given.new, given.work).digest == checkouts[0].digest
        checkouts.append(Checkout(given.new, given.work, again=same))
    chosen = collections(checkouts[0].bundled, given.bench, checkouts[0].methods(), given.only)
    wanted = given.graphs if not given.only or "graphs" in given.only else None
    print("".join(f"{checkout.describe()}\n" for checkout in checkouts), flush=True)
    start, rows = time.perf_counter(), []
    for row in pairs(checkouts, chosen, wanted, given.answers):
        verdict = row.difference or ("equal" if given.new is not None else "made")
        shown = f"{verdict} ({row.remark})" if row.remark else verdict
        print(f"{row.collection:<15} {row.method:<20} {row.what:<8} {shown}", flush=True)
        rows.append(row)
    differ = sum(bool(row.difference) for row in rows)
    print(f"\n{len(rows)} compared, {differ} differ or failed; {time.perf_counter() - start:.0f} s")
    return 1 if differ or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
