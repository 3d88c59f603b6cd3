"""Word vectors: files are converted once into folders of memory-mapped arrays that open at once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from debatable.arrays import Bools, Ints, Matrix, Singles
from debatable.embedding.cache import write_rows
from debatable.embedding.words.formats import Source, Subwords, source_of
from debatable.errors import InputError
from debatable.files import written_folder
from debatable.literals import mapped
from debatable.text import words as words_of

VERSION = 1
Split = Callable[[str], list[str]]


class TextVectors(Protocol):
    """Gives the vectors of the words of a text."""

    @property
    def name(self) -> str: ...  # noqa: D102
    @property
    def dimensions(self) -> int: ...  # noqa: D102
    @property
    def fingerprint(self) -> str: ...  # noqa: D102

    def of_text(self, text: str) -> Matrix:
        """Returns the vectors of the known words of a text, in order."""
        ...


def word_hashes(words: Iterable[str]) -> npt.NDArray[np.uint64]:
    """Returns a 64-bit hash a word."""
    digests = [hashlib.blake2b(w.encode("utf-8", "surrogatepass"), digest_size=8).digest() for w in words]
    return np.frombuffer(b"".join(digests), dtype="<u8")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class WordVectors:
    """Vectors by word, and for unknown words from their parts where the model has parts (fastText).

    Attributes:
        name: Of the collection.
        matrix: One row a word.
        hashes: Of the words, rising.
        rows: Of the words, in the order of the hashes.
        letters: All words one after the other in UTF-8.
        ends: Where each word ends in the letters.
        subwords: Vectors of parts of words, or None.
        lower: Whether a word that is unknown as written is looked up in lower case.
        split: Cuts a text into words.
    """

    name: str
    matrix: Matrix
    hashes: npt.NDArray[np.uint64]
    rows: Ints
    letters: npt.NDArray[np.uint8]
    ends: Ints
    subwords: Subwords | None = None
    lower: bool = True
    split: Split = words_of

    def __len__(self) -> int:
        """How many words there are."""
        return len(self.matrix)

    def __repr__(self) -> str:
        """Names the collection and its size."""
        return f"WordVectors({self.name}, {len(self)} words, {self.dimensions} dimensions)"

    @property
    def dimensions(self) -> int:
        """Of a vector."""
        return int(self.matrix.shape[1])

    @property
    def fingerprint(self) -> str:
        """Hash over all words and vectors."""
        digest = hashlib.blake2b(digest_size=16)
        for part in (self.letters, self.ends, self.matrix):
            digest.update(np.ascontiguousarray(part).data)
        return digest.hexdigest()

    def word(self, row: int) -> str:
        """Returns the word of a row."""
        start = int(self.ends[row - 1]) if row else 0
        return bytes(self.letters[start : int(self.ends[row])]).decode("utf-8", "replace")

    def find(self, words: Sequence[str]) -> Ints:
        """Returns the row of every word, -1 where it is unknown."""
        rows = self._find(words)
        if self.lower:
            unknown = np.flatnonzero(rows < 0)
            rows[unknown] = self._find([words[place].lower() for place in unknown.tolist()])
        return rows

    def _find(self, words: Sequence[str]) -> Ints:
        if not words or not len(self):
            return np.full(len(words), -1, dtype=np.int64)
        hashes = word_hashes(words)
        at = np.minimum(np.searchsorted(self.hashes, hashes), len(self.hashes) - 1)
        rows = np.where(self.hashes[at] == hashes, self.rows[at], -1)
        for place in np.flatnonzero(rows >= 0).tolist():  # two words may share a hash
            if self.word(int(rows[place])) != words[place]:
                rows[place] = -1
        return rows

    def look_up(self, words: Sequence[str]) -> tuple[Matrix, Bools]:
        """Returns a vector a word, zeros where there is none, and which words have one."""
        rows = self.find(words)
        known = rows >= 0
        vectors = np.zeros((len(words), self.dimensions), dtype=np.float32)
        vectors[known] = self.matrix[rows[known]]
        if self.subwords is not None:
            for place in np.flatnonzero(~known).tolist():
                made = self.subwords(words[place])
                if made is not None:
                    vectors[place], known[place] = made, True
        return vectors, known

    def of_words(self, words: Sequence[str]) -> Matrix:
        """Returns the vectors of the known words of a list, in order, a word as often as it stands there."""
        vectors, known = self.look_up(words)
        return vectors[known]

    def of_text(self, text: str) -> Matrix:
        """Returns the vectors of the known words of a text, in order."""
        return self.of_words(self.split(text))


def open_vectors(folder: Path) -> WordVectors:
    """Opens converted word vectors; nothing is read before it is needed."""
    todo = "convert the vectors again"
    try:
        meta = json.loads((folder / "vectors.json").read_text(encoding="utf-8"))
        if meta["version"] != VERSION:
            raise InputError("was written by another version", where=str(folder), todo=todo)
        parts: dict[str, Any] = {
            name: mapped(folder / f"{name}.npy") for name in ("matrix", "hashes", "rows", "letters", "ends")
        }
        subwords = None
        if meta["subwords"]:
            ngrams = mapped(folder / "ngrams.npy")
            subwords = Subwords(ngrams, meta["subwords"]["shortest"], meta["subwords"]["longest"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError("holds no word vectors", where=str(folder), todo=todo) from error
    return WordVectors(meta["name"], **parts, subwords=subwords)


def word_vectors(path: str | Path, *, cache: Path | None = None, limit: int | None = None) -> WordVectors:
    """Opens word vectors; a file is converted the first time, which takes a while, and mapped from then on.

    Args:
        path: A file (word2vec ``.bin``, GloVe ``.txt``, fastText ``.vec`` or ``.bin``, text also gzipped) or a
            folder made of one.
        cache: Where the folder is put; None for beside the file.
        limit: Take only the first words, which are the most frequent ones in most files.

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
        with written_folder(folder) as draft:
            write(source_of(path), draft, path.stem, limit, mark)
    return open_vectors(folder)


def save_vectors(keyed: Any, folder: Path, name: str = "gensim") -> WordVectors:
    """Writes a gensim ``KeyedVectors`` object to a folder and opens it; its own files are pickles."""
    words = [word.encode("utf-8", "surrogatepass") for word in keyed.index_to_key]
    pairs: Iterator[tuple[bytes, Any]] = zip(words, np.asarray(keyed.vectors, dtype=np.float32), strict=True)
    with written_folder(folder) as draft:
        write(Source(len(words), int(keyed.vector_size), pairs), draft, name, None, None)
    return open_vectors(folder)


def made_of(folder: Path) -> object:
    """Returns size, time and limit of the file a folder was made of; None where there is no such folder."""
    try:
        return json.loads((folder / "vectors.json").read_text(encoding="utf-8"))["source"]
    except (OSError, ValueError, KeyError):
        return None


def write(source: Source, folder: Path, name: str, limit: int | None, mark: object) -> None:
    """Writes the arrays of a folder."""
    count = source.count if limit is None else min(limit, source.count)
    words: list[bytes] = []

    def vectors() -> Iterator[Singles]:
        for word, vector in islice(source.pairs, count):
            words.append(word)
            yield np.asarray(vector, np.float32)

    write_rows(folder / "matrix.npy", (max(count, 1), source.dimensions), np.float32, vectors())
    if len(words) != count or not words:
        what = f"holds {len(words)} words, not the {count} of its header"
        raise InputError(what, where=name, todo="fetch it again")
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
