"""Compiles common English words, the most frequent first, into src/debatable/text/spelling/common.txt.bz2.

    python tools/compile_common_words.py

They are the whole words in the vocabulary of the bundled encoder, which lists pieces of words by falling frequency.
Names, and what the English dictionary does not explain, get a capital letter. The output is the same bytes for the same
vocabulary and dictionary.
"""

from __future__ import annotations

import bz2
import json
import re
from pathlib import Path

from debatable.text.dictionary import english, is_english

PACKAGE = Path(__file__).parents[1] / "src" / "debatable"
VOCABULARY = PACKAGE / "embedding" / "models" / "all-MiniLM-L6-v2" / "tokenizer.json"
TARGET = PACKAGE / "text" / "spelling" / "common.txt.bz2"


def common_words(vocabulary: dict[str, int]) -> list[str]:
    """Returns the words of a vocabulary of word pieces in the order of their numbers.

    >>> common_words({"##ing": 3, "wind": 2, "the": 1, "x": 0, "tokyo": 4})
    ['the', 'wind', 'Tokyo']
    """
    names = english().names
    return [
        word if is_english(word) and word not in names else word.capitalize()
        for word, _ in sorted(vocabulary.items(), key=lambda entry: entry[1])
        if re.fullmatch("[a-z]{2,}", word)
    ]


def main() -> None:
    """Writes the list into the package."""
    model = json.loads(VOCABULARY.read_text("utf-8"))["model"]
    text = "\n".join(common_words(model["vocab"]))
    TARGET.write_bytes(bz2.compress(text.encode("ascii"), 9))


if __name__ == "__main__":
    main()
