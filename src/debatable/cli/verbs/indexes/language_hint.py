"""A word to whoever indexes texts of one language with the analyzer of another."""

from __future__ import annotations

from debatable.text.analyzer import STEMMERS

__all__ = ["analyzer_hint"]


def analyzer_hint(analyzer: str, language: str) -> str:
    """Returns what to say; nothing where the two fit, or where there is no better analyzer.

    >>> analyzer_hint("english", "de-AT")
    'the texts are said to be de-AT, the analyzer is english; --analyzer german fits better'
    >>> analyzer_hint("english", "en"), analyzer_hint("standard", "de"), analyzer_hint("english", "tlh")
    ('', '', '')
    """
    spoken = STEMMERS.get(language.split("-")[0].lower(), "")
    read = STEMMERS.get(analyzer, analyzer)
    if not spoken or read == spoken or read not in STEMMERS.values():
        return ""
    return f"the texts are said to be {language}, the analyzer is {analyzer}; --analyzer {spoken} fits better"
