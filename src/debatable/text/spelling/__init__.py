"""Correction of what people type: by the words of a corpus and by English."""

from debatable.text.spelling.correction import Spelling
from debatable.text.spelling.foreign import is_foreign
from debatable.text.spelling.words import KnownWords, written_words

__all__ = ["KnownWords", "Spelling", "is_foreign", "written_words"]
