"""The words of a corpus as they are written, each with the number of its texts that have it; for spelling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import chain

import orjson

from debatable.engines.local.fields.texts import FIELDS, Texts
from debatable.engines.local.generations import Draft, Generation
from debatable.engines.local.tables import Change
from debatable.errors import CorruptIndexError
from debatable.text.spelling import written_words

__all__ = ["load_words", "save_words"]

FILE = "words.json"

MOST = 200_000
"""Words that are kept; of more the most frequent ones."""

SAMPLE = 5_000
"""Texts of each field that are looked at in an index that has no such file."""


def save_words(texts: Texts, change: Change, draft: Draft, previous: Generation | None) -> None:
    """Counts the words of all texts, or adds those of new texts to what is known; removed texts stay counted."""
    counts: Counter[str] = Counter()
    known = previous is not None and FILE in previous.manifest.files
    if previous is not None and known:
        counts.update(_read(previous))
    for field in FIELDS:
        first, _ = change.of("claims" if field == "claims" else "premises")
        for text in texts.of(field, first if known else 0):
            counts.update(written_words(text))
    kept = sorted(sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))[:MOST])
    (draft.folder / FILE).write_bytes(orjson.dumps(dict(kept)))


def load_words(generation: Generation, texts: Texts) -> Mapping[str, int]:
    """Returns the words of a generation; of an older one those of its first texts."""
    if FILE in generation.manifest.files:
        return _read(generation)
    blocks = (texts.between(field, 0, min(SAMPLE, texts.rows(field))) for field in FIELDS)
    counts: Counter[str] = Counter()
    for text in chain.from_iterable(blocks):
        counts.update(written_words(text))
    return counts


def _read(generation: Generation) -> dict[str, int]:
    generation.check(FILE)
    path = generation.folder / FILE
    try:
        found: dict[str, int] = orjson.loads(path.read_bytes())
    except (OSError, ValueError) as error:
        raise CorruptIndexError(
            f"the file cannot be read ({error})",
            where=str(path),
            todo="run: debatable verify, then rebuild the index",
        ) from error
    return found
