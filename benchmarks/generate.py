"""Writes a made-up corpus of any size, the same bytes for the same numbers.

    python -m benchmarks.generate argsme --arguments 400000 --out /tmp/argsme.json

Words are invented and drawn by Zipf's law, premises have about 150 of them, about six premises in a row share a
conclusion, and one premise in twenty repeats an earlier one word for word.
"""

from __future__ import annotations

import argparse
from collections import deque
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import orjson

WORDS = 50_000
PREMISES_A_CLAIM = 6.0
REPEATED = 0.05
DRAWN = 100_000
PORTALS = ("debatepath", "forandagainst", "openfloor", "thesisboard")


def vocabulary() -> list[str]:
    """Returns invented words, the short ones first, as frequent words are short."""
    syllables = sorted(map("".join, product("bdfgklmnprstvz", "aeiou", ("", "n", "r", "st"))), key=len)
    words = [*syllables, *map("".join, product(syllables, repeat=2))]
    return words[:WORDS]


class Speaker:
    """Speaks sentences of invented words.

    Args:
        seed: Of all that is random.
    """

    def __init__(self, seed: int) -> None:
        """Prepares the words and how often each is said."""
        self.random = np.random.default_rng(seed)
        self.words = vocabulary()
        odds = 1.0 / np.arange(2, len(self.words) + 2)
        self._cumulative = np.cumsum(odds) / odds.sum()
        self._said: list[str] = []

    def say(self, length: int) -> str:
        """Returns a text of so many words, in sentences of about fourteen."""
        if len(self._said) < length:
            ranks = np.searchsorted(self._cumulative, self.random.random(DRAWN), side="right")
            self._said = [self.words[rank] for rank in np.minimum(ranks, len(self.words) - 1).tolist()]
        spoken, self._said[-length:] = self._said[-length:], []
        start = 0
        for sentence in self.random.integers(8, 21, length // 8 + 1).tolist():
            end = min(start + sentence, length)
            spoken[start] = spoken[start].capitalize()
            spoken[end - 1] += "."
            start = end
            if start == length:
                break
        return " ".join(spoken)


def arguments(count: int, seed: int) -> Iterator[dict[str, Any]]:
    """Yields arguments in the schema of args.me."""
    speaker = Speaker(seed)
    random = speaker.random
    recent: deque[str] = deque(maxlen=1_000)
    number = 0
    while number < count:
        conclusion = speaker.say(int(random.integers(4, 13)))
        topic = conclusion.rstrip(".")
        for _ in range(int(random.geometric(1 / PREMISES_A_CLAIM))):
            if number == count:
                return
            if recent and random.random() < REPEATED:
                text = recent[int(random.integers(len(recent)))]
            else:
                text = speaker.say(int(np.clip(random.lognormal(4.85, 0.55), 5, 2_000)))
                recent.append(text)
            source = number // 20
            yield {
                "id": f"S{source:08x}-A{number:08x}",
                "conclusion": conclusion,
                "premises": [
                    {"text": text, "stance": "PRO" if random.random() < 0.5 else "CON", "annotations": []}
                ],
                "context": {
                    "sourceId": f"S{source:08x}",
                    "sourceDomain": PORTALS[source % len(PORTALS)],
                    "sourceUrl": f"https://{PORTALS[source % len(PORTALS)]}.example/{source}",
                    "sourceTitle": topic,
                    "discussionTitle": topic,
                    "mode": "discussion",
                },
            }
            number += 1


def write_argsme(path: Path, count: int, seed: int) -> None:
    """Streams a file of the official form to disk."""
    with path.open("wb") as file:
        file.write(b'{"arguments":[')
        for number, argument in enumerate(arguments(count, seed)):
            file.write(b",\n" if number else b"\n")
            file.write(orjson.dumps(argument))
        file.write(b"\n]}\n")


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description="Write a made-up corpus.")
    parser.add_argument("format", choices=["argsme"])
    parser.add_argument("--arguments", type=int, default=400_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    write_argsme(options.out, options.arguments, options.seed)
    print(f"{options.out}: {options.arguments:,} arguments, {options.out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
