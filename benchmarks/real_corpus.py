"""Writes a corpus of real text of any size, the same bytes for the same numbers; half of it has no claim.

    python -m benchmarks.real_corpus --bench BENCH --premises 100000 --out /tmp/real.jsonl

Takes every premise of the collections of a folder once, as it is. The rest is recombined: a new premise joins sentences
of two premises of one debate (those that share a claim, or that were judged for the same query) on the same side. Then
claims are taken from premises chosen at random until half of all have none. Ids say where a text is from:
``keypoints/train_arg_0_1`` is a premise as it is, ``keypoints+17`` a recombined one.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import orjson

from debatable.corpus.readers import read
from debatable.evaluation.collections.base import Collection, native_collection
from debatable.files import written_text
from debatable.model import Stance
from debatable.text.sentences import sentences

COLLECTIONS = ("argquality20", "comments", "debatepedia", "keypoints", "perspectrum", "qam", "touche2020")
"""Folders of the bench; `aspects` has the premises of `keypoints`."""

WORDS = 40
"""Words up to which sentences of a premise go into a recombined one, half of them from each of the two."""


@dataclass(frozen=True, slots=True)
class Text:
    """A premise with what it is about."""

    id: str
    text: str
    claim: str
    stance: Stance
    collection: str
    debate: str

    def record(self) -> dict[str, str | None]:
        """Returns a line of the corpus."""
        claim, stance = (self.claim, self.stance.value) if self.claim else (None, None)
        return {
            "id": self.id,
            "claim": claim,
            "premise": self.text,
            "stance": stance,
            "source": self.collection,
        }


def premises(collection: Collection) -> Iterator[Text]:
    """Yields the premises of a collection; a debate is a claim, or the query that a premise was judged for."""
    judged = {row.premise_id: row.query_id for row in collection.judgments.rows}
    for argument in read(collection.corpus, on_error="skip"):
        claim = argument.claim.text if argument.claim else ""
        yield Text(
            f"{collection.name}/{argument.id}",
            argument.premise.text,
            claim,
            argument.stance,
            collection.name,
            claim or judged.get(argument.id, ""),
        )


def recombined(originals: Iterable[Text], random: np.random.Generator) -> Iterator[Text]:
    """Yields new premises without end, debates with many premises as often as these are."""
    sides: dict[tuple[str, str, str], list[Text]] = {}
    for text in originals:
        if text.debate:
            sides.setdefault((text.collection, text.debate, text.stance.value), []).append(text)
    texts = [text for side in sides.values() if len(side) > 1 for text in side]
    parts: dict[str, list[str]] = {}
    number = 0
    while texts:
        one = texts[int(random.integers(len(texts)))]
        side = sides[one.collection, one.debate, one.stance.value]
        other = side[int(random.integers(len(side)))]
        if other.id == one.id:
            continue
        passages = [
            _passage(parts.setdefault(text.id, sentences(text.text)), WORDS // 2, random)
            for text in (one, other)
        ]
        number += 1
        yield replace(one, id=f"{one.collection}+{number}", text=" ".join(passages))


def _passage(given: list[str], words: int, random: np.random.Generator) -> str:
    """Returns sentences in a row from a random one on, as many as fit, one at least, cut at twice the words."""
    start = int(random.integers(len(given)))
    passage = given[start].split()[: 2 * words]
    for sentence in given[start + 1 :]:
        more = sentence.split()
        if len(passage) + len(more) > words:
            break
        passage += more
    return " ".join(passage)


def corpus(bench: Path, count: int, seed: int) -> list[Text]:
    """Returns so many different premises, half of them without a claim."""
    random = np.random.default_rng(seed)
    originals = [text for name in COLLECTIONS for text in premises(native_collection(bench / name))]
    chosen: dict[str, Text] = {}
    for stream in (originals, recombined(originals, random)):
        for text in stream:
            if len(chosen) == count:
                break
            chosen.setdefault(text.text, text)
    ordered = list(chosen.values())
    texts = [ordered[row] for row in random.permutation(len(ordered))]
    claimed = [row for row, text in enumerate(texts) if text.claim]
    for row in claimed[count // 2 :]:
        texts[row] = replace(texts[row], claim="")
    return texts


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--bench", type=Path, required=True, help="folder of the collections")
    parser.add_argument("--premises", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    texts = corpus(options.bench, options.premises, options.seed)
    with written_text(options.out) as file:
        for text in texts:
            file.write(f"{orjson.dumps(text.record()).decode()}\n")
    words = np.array([len(text.text.split()) for text in texts])
    print(
        f"{options.out}: {len(texts):,} premises of {words.mean():.0f} words, half of them of up to"
        f" {np.median(words):.0f}; {sum(not text.claim for text in texts):,} have no claim;"
        f" {len({text.claim for text in texts} - {''}):,} claims"
    )


if __name__ == "__main__":
    main()
