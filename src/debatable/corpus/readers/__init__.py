"""Readers of corpus files, one module a format: from bytes on disk to a stream of arguments."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from debatable.corpus.readers.delimited import Delimited
    from debatable.corpus.readers.jsonl import Jsonl
    from debatable.corpus.readers.reading import Given, OnError, arguments_of, corpus_files, read
    from debatable.corpus.readers.records import MAX_FIELD, MAX_ID, MAX_TEXT, Omission, clean, record_of
    from debatable.corpus.readers.source import MAX_LINE, Source
    from debatable.corpus.readers.table import READERS, Reader, reader
else:  # a format is loaded when a file of it is read
    from debatable.deferred import deferred

    __getattr__ = deferred(
        __name__,
        {
            "debatable.corpus.readers.delimited": ("Delimited",),
            "debatable.corpus.readers.jsonl": ("Jsonl",),
            "debatable.corpus.readers.reading": (
                *("Given", "OnError", "arguments_of"),
                *("corpus_files", "read"),
            ),
            "debatable.corpus.readers.records": (
                *("MAX_FIELD", "MAX_ID", "MAX_TEXT"),
                *("Omission", "clean", "record_of"),
            ),
            "debatable.corpus.readers.source": ("MAX_LINE", "Source"),
            "debatable.corpus.readers.table": ("READERS", "Reader", "reader"),
        },
    )

__all__ = [
    "MAX_FIELD",
    "MAX_ID",
    "MAX_LINE",
    "MAX_TEXT",
    "READERS",
    "Delimited",
    "Given",
    "Jsonl",
    "Omission",
    "OnError",
    "Reader",
    "Source",
    "arguments_of",
    "clean",
    "corpus_files",
    "read",
    "reader",
    "record_of",
]
