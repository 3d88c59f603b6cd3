"""Turns files of word vectors, once, into folders that open at once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from debatable.arrays import Singles
from debatable.embedding.rows import write_rows
from debatable.embedding.words.formats import Source, source_of
from debatable.embedding.words.vectors import VERSION, WordVectors, open_vectors, word_hashes
from debatable.errors import InputError
from debatable.files import written_folder
from debatable.progress import Step

__all__ = ["save_vectors", "word_vectors"]

REPORT = 10_000  # words between two reports of progress


def word_vectors(
    path: str | Path, *, cache: Path | None = None, limit: int | None = None, progress: Step | None = None
) -> WordVectors:
    """Opens word vectors; a file is converted the first time, which takes a while, and mapped from then on.

    Args:
        path: A file (word2vec ``.bin``, GloVe ``.txt``, fastText ``.vec`` or ``.bin``, text also gzipped) or a
            folder made of one.
        cache: Where the folder is put; None for beside the file.
        limit: Take only the first words, which are the most frequent ones in most files.
        progress: Called with words done and their number.

    Raises:
        InputError: The file is in none of the formats, or broken; the message has the line.
        StorageError: The folder cannot be written.
    """
    path = Path(path).expanduser()
    if path.is_dir():
        return open_vectors(path)
    if not path.is_file():
        raise InputError("no such file", where=str(path), todo="give a file of word vectors")
    stat = path.stat()
    mark = {"size": stat.st_size, "time": stat.st_mtime_ns, "limit": limit}
    folder = (cache or path.parent) / f"{path.name}.vectors"
    if made_of(folder) != mark:
        store(source_of(path), folder, path.stem, limit, mark, progress)
    return open_vectors(folder)


def save_vectors(keyed: Any, folder: Path, name: str = "gensim") -> WordVectors:
    """Keeps a gensim ``KeyedVectors`` object in a folder and opens it. Its own files are pickles, never read here."""
    words = [word.encode("utf-8", "surrogatepass") for word in keyed.index_to_key]
    pairs: Iterator[tuple[bytes, Any]] = zip(words, np.asarray(keyed.vectors, dtype=np.float32), strict=True)
    store(Source(len(words), int(keyed.vector_size), pairs), folder, name, None, None, None)
    return open_vectors(folder)


def made_of(folder: Path) -> object:
    """Returns the mark of the file a folder was made of, None where there is no such folder."""
    try:
        return json.loads((folder / "vectors.json").read_text(encoding="utf-8"))["source"]
    except (OSError, ValueError, KeyError):
        return None


def store(
    source: Source, folder: Path, name: str, limit: int | None, mark: object, progress: Step | None
) -> None:
    """Writes vectors into a new folder and puts it in place, whole or not at all."""
    with written_folder(folder) as aside:
        write(source, aside, name, limit, mark, progress)


def write(
    source: Source, folder: Path, name: str, limit: int | None, mark: object, progress: Step | None
) -> None:
    """Writes the arrays of a folder."""
    count = source.count if limit is None else min(limit, source.count)
    words: list[bytes] = []

    def vectors() -> Iterator[Singles]:
        for word, vector in islice(source.pairs, count):
            words.append(word)
            yield np.asarray(vector, np.float32)
            if progress is not None and len(words) % REPORT == 0:
                progress(len(words), count)

    write_rows(folder / "matrix.npy", (max(count, 1), source.dimensions), np.float32, vectors())
    if len(words) != count or not words:
        raise InputError(
            f"holds {len(words)} words, not the {count} it speaks of", where=name, todo="fetch it again"
        )
    hashes = word_hashes(word.decode("utf-8", "replace") for word in words)
    hashes, rows = np.unique(hashes, return_index=True)  # the first of equal words
    np.save(folder / "rows.npy", rows.astype(np.int64))
    np.save(folder / "hashes.npy", hashes)
    np.save(folder / "letters.npy", np.frombuffer(b"".join(words), dtype=np.uint8))
    np.save(folder / "ends.npy", np.cumsum([len(word) for word in words]).astype(np.int64))
    subwords = None
    if source.ngrams is not None:
        np.save(folder / "ngrams.npy", np.asarray(source.ngrams, dtype=np.float32))
        subwords = {"shortest": source.shortest, "longest": source.longest}
    meta = {"version": VERSION, "name": name, "source": mark, "subwords": subwords}
    (folder / "vectors.json").write_text(json.dumps(meta) + "\n", encoding="utf-8")
