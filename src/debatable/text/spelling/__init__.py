"""Correction of what people type: by the words of a corpus and by English."""

from debatable.text.spelling.correction import Context, Spelling
from debatable.text.spelling.words import KnownWords, written_words

__all__ = ["Context", "KnownWords", "Spelling", "written_words"]
