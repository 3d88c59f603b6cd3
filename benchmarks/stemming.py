"""Krovetz's stemmer: agreement with Lucene's, time beside Snowball's.

    python -m benchmarks.stemming [CORPUS.jsonl[.gz] ...] [--lucene FOLDER] [--fixture FILE]

Words are those of claims and premises, by default of the bundled demo; times are processor time. Agreement is counted
over all running words, and over distinct words made of the letters a to z. Lucene is asked where its jars (Debian:
liblucene8-java) and a JDK are there. ``--fixture`` writes a sample with Lucene's stems for the tests: the words sorted
by frequency, of the running ones every n-th and of the distinct ones every m-th, about 400 each.
"""

from __future__ import annotations

import argparse
import gzip
import shutil
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import orjson
import Stemmer

from debatable.text import words
from debatable.text.analyzer import lower
from debatable.text.dictionary import english
from debatable.text.krovetz import stemmed

ROOT = Path(__file__).parents[1]
DEMO = ROOT / "src/debatable/bundled/corpus.jsonl.gz"
SAMPLE = 400
REPEATS = 5


def main() -> None:
    """Prints the two tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpora", type=Path, nargs="*", default=[DEMO])
    parser.add_argument(
        "--lucene", type=Path, default=Path("/usr/share/java"), help="folder of Lucene's jars"
    )
    parser.add_argument("--fixture", type=Path, help="write a sample with Lucene's stems")
    options = parser.parse_args()
    texts = [text for path in options.corpora for text in _texts(path)]
    tokens = [words(lower(text)) for text in texts]
    counts = Counter(term for terms in tokens for term in terms)
    ranked = sorted(counts, key=lambda word: (-counts[word], word))
    print(f"{len(tokens):,} texts, {counts.total():,} running words, {len(ranked):,} distinct")
    _speed(tokens)
    jars = [
        path for name in ("core", "analyzers-common") for path in options.lucene.glob(f"lucene-{name}-8*.jar")
    ]
    if len(jars) < 2 or not shutil.which("javac"):
        print("Lucene is left out: no jars of Lucene 8 or no javac; see --lucene")
        return
    stems = dict(zip(ranked, _lucene(jars, ranked), strict=True))
    _agreement(counts, stems)
    if options.fixture:
        _write(options.fixture, ranked, counts, stems)


def _texts(path: Path) -> list[str]:
    content = path.read_bytes()
    lines = (gzip.decompress(content) if path.suffix == ".gz" else content).splitlines()
    records = [orjson.loads(line) for line in lines]
    return [record[key] for record in records for key in ("claim", "premise") if record.get(key)]


def _speed(tokens: list[list[str]]) -> None:
    snowball = Stemmer.Stemmer("english", 100_000)
    start = time.process_time()
    english()
    print(f"dictionary loaded in {1000 * (time.process_time() - start):.0f} ms")
    size = sum(map(len, tokens))

    def timed(stem: Callable[[list[str]], object]) -> float:
        start = time.process_time()
        for terms in tokens:
            stem(terms)
        return (time.process_time() - start) / size * 1e9

    cold, first = timed(stemmed), timed(snowball.stemWords)
    rounds = [(timed(stemmed), timed(snowball.stemWords)) for _ in range(REPEATS)]
    ours, theirs = (min(column) for column in zip(*rounds, strict=True))
    for name, krovetz, other in (("first pass", cold, first), ("then", ours, theirs)):
        print(
            f"{name}: krovetz {krovetz:.0f} ns/word, snowball {other:.0f} ns/word, ratio {krovetz / other:.2f}"
        )


def _lucene(jars: list[Path], ranked: list[str]) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        path = ":".join(map(str, [*jars, folder]))
        source = Path(__file__).with_name("LuceneStem.java")
        subprocess.run(["javac", "-cp", path, "-d", folder, str(source)], check=True)
        asked = "".join(f"{word}\n" for word in ranked)
        done = subprocess.run(
            ["java", "-cp", path, "LuceneStem"], input=asked, text=True, check=True, stdout=subprocess.PIPE
        )
    return done.stdout.splitlines()


def _agreement(counts: Counter[str], stems: dict[str, str]) -> None:
    same = {word for word, stem in stems.items() if stemmed([word]) == [stem]}
    letters = [word for word in stems if word.isascii() and word.isalpha()]
    running = sum(counts[word] for word in same) / counts.total()
    distinct = sum(word in same for word in letters) / len(letters)
    print(
        f"stems equal to Lucene's: {running:.2%} of running words, {distinct:.2%} of {len(letters):,} distinct"
    )


def _write(path: Path, ranked: list[str], counts: Counter[str], stems: dict[str, str]) -> None:
    tokens = [word for word in ranked for _ in range(counts[word])]
    running = Counter(tokens[:: max(1, len(tokens) // SAMPLE)])
    letters = [word for word in ranked if word.isascii() and word.isalpha()]
    distinct = set(letters[:: max(1, len(letters) // SAMPLE)])
    rows = [f"{word}\t{stems[word]}\t{running[word]}\t{int(word in distinct)}" for word in ranked]
    path.write_text("".join(f"{row}\n" for row in rows if not row.endswith("\t0\t0")), "utf-8")


if __name__ == "__main__":
    main()
