"""Prints how well a search takes typing errors: does it still find what it finds for the claim without them?

    python -m tools.typing_errors [--claims 300] [--seed 1] [--shortest 4] [--index DIR] [--failures]

Everyday claims on the bundled topics get one or two errors each, in words of at least four letters: letters swapped,
dropped, doubled, or replaced by a neighbour on the keyboard. A claim keeps its hits where at least seven of the first
ten are those of the claim as it was. The same is counted without correction. The last figure is how many claims are
changed though nobody mistyped them. The same seed gives the same errors.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import debatable
from debatable.engines import Engine
from debatable.evaluation.everyday import everyday_claims
from debatable.text.spelling.abbreviations import expansion

__all__ = ["Attempt", "attempts", "mistyped", "untouched_claims", "with_error"]

METHOD = "best(stance=polarity)"
HITS, KEPT = 10, 7
ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
WORD = re.compile(r"(?<![\w'’])[A-Za-z]{3,}(?![\w'’])")
SHORTEST = 4


@dataclass(frozen=True, slots=True)
class Attempt:
    """A claim with typing errors, and what became of its hits.

    Attributes:
        claim: As it was.
        typed: With errors.
        corrected: What was searched for.
        kept: Share of its hits that are still found.
        uncorrected: The same without correction.
    """

    claim: str
    typed: str
    corrected: str
    kept: float
    uncorrected: float


def neighbours(letter: str) -> str:
    """Returns the keys around a letter.

    >>> neighbours("s")
    'qweadzxc'
    """
    row = next(number for number, keys in enumerate(ROWS) if letter in keys)
    place = ROWS[row].index(letter)
    around = (keys[max(0, place - 1) : place + 2] for keys in ROWS[max(0, row - 1) : row + 2])
    return "".join(around).replace(letter, "")


def with_error(word: str, rng: random.Random) -> str:
    """Returns a word with one typing error; never the word itself, and never with another capital."""
    while True:
        place = rng.randrange(len(word))
        before, letter, after = word[:place], word[place], word[place + 1 :]
        match rng.choice(("swap", "drop", "double", "neighbour")):
            case "swap":
                typed = before + after[:1].lower() + letter.lower() + after[1:]
                typed = typed.capitalize() if word[0].isupper() else typed
            case "drop":
                typed = before + after
            case "double":
                typed = before + letter + letter.lower() + after
            case _:
                other = rng.choice(neighbours(letter.lower()))
                typed = before + (other.upper() if letter.isupper() else other) + after
        if typed != word:
            return typed


def mistyped(claim: str, rng: random.Random, shortest: int = SHORTEST) -> str:
    """Returns a claim with one or two typing errors, in different words of some length."""
    words = [word for word in WORD.finditer(claim) if len(word[0]) >= shortest]
    chosen = rng.sample(words, min(len(words), rng.choice((1, 2))))
    for word in sorted(chosen, key=lambda one: -one.start()):
        claim = claim[: word.start()] + with_error(word[0], rng) + claim[word.end() :]
    return claim


def untouched_claims() -> list[str]:
    """Returns the everyday claims on the bundled topics that nobody mistyped, without those with abbreviations."""
    claims = [*everyday_claims("build"), *everyday_claims("report")]
    texts = [one.text for one in claims if one.side and one.kind != "typo" and _has_long(one.text)]
    return [
        text for text in texts if not any(word.isupper() and expansion(word) for word in WORD.findall(text))
    ]


def _has_long(claim: str) -> bool:
    return any(len(word) >= SHORTEST for word in WORD.findall(claim))


def attempts(engine: Engine, claims: Sequence[str], seed: int, shortest: int = SHORTEST) -> list[Attempt]:
    """Searches for claims with and without errors."""
    rng = random.Random(seed)
    found = []
    for claim in claims:
        typed = mistyped(claim, rng, shortest)
        due = hits(engine, claim)
        corrected = engine.corrected(typed)
        kept = len(due & hits(engine, corrected)) / max(1, len(due))
        uncorrected = kept if corrected == typed else len(due & hits(engine, typed)) / max(1, len(due))
        found.append(Attempt(claim, typed, corrected, kept, uncorrected))
    return found


def hits(engine: Engine, query: str) -> set[str]:
    """Returns the ids of the first premises; sides are told by polarity, which is quick, and nothing is hidden."""
    answer = engine.search(query, method=METHOD, k=HITS, strict=False, spelling=False)
    return {hit.premise.id for hit in answer}


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--claims", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shortest", type=int, default=SHORTEST, help="letters of a word with an error")
    parser.add_argument("--index", type=Path, help="another index of the bundled corpus")
    parser.add_argument("--failures", action="store_true", help="print the claims that lose their hits")
    asked = parser.parse_args()
    everything = untouched_claims()
    claims = random.Random(asked.seed).sample(everything, min(asked.claims, len(everything)))
    with debatable.open(asked.index) if asked.index else debatable.demo() as engine:
        found = attempts(engine, claims, asked.seed, asked.shortest)
        changed = [claim for claim in claims if engine.corrected(claim) != claim]
    total = len(found)
    whole = sum(one.kept * HITS >= KEPT for one in found)
    before = sum(one.uncorrected * HITS >= KEPT for one in found)
    right = sum(one.corrected == one.claim for one in found)
    print(f"claims with one or two typing errors: {total}")
    print(f"keep {KEPT} of {HITS} hits: {whole / total:.3f} (without correction {before / total:.3f})")
    print(f"corrected to the claim as it was: {right / total:.3f}")
    print(f"changed without an error: {len(changed)} of {len(claims)}")
    if asked.failures:
        for one in found:
            if one.kept * HITS < KEPT:
                print(f"{one.kept:.1f} {one.uncorrected:.1f}\t{one.claim}\n\t{one.typed}\n\t{one.corrected}")
        for claim in changed:
            print(f"changed\t{claim}\t{engine.corrected(claim)}")


if __name__ == "__main__":
    main()
