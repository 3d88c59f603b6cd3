"""Results of chunks on disk, found by what they are of, so that a build goes on where it was killed."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from debatable.engines.ray.works import Arrays
from debatable.files import write_bytes
from debatable.literals import loaded

__all__ = ["KeptResults", "key_of"]

DIGEST = 16


def key_of(fingerprint: str, parts: Iterable[bytes]) -> str:
    """Returns the name of a result: a hash over the work and the chunk.

    >>> key_of("analysis", [b"a", b"bc"]) == key_of("analysis", [b"ab", b"c"])
    False
    """
    digest = hashlib.blake2b(fingerprint.encode(), digest_size=DIGEST)
    for part in parts:
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part)
    return digest.hexdigest()


@dataclass(frozen=True, slots=True)
class KeptResults:
    """A folder of results, each a file of plain arrays: a checksum, the names, the arrays.

    A file is written beside and then renamed. What does not match its checksum counts as never written.

    Attributes:
        folder: Made with the first result.
    """

    folder: Path

    def find(self, key: str) -> Arrays | None:
        """Returns a result, None where it is not there or damaged."""
        try:
            content = self._path(key).read_bytes()
        except OSError:
            return None
        if content[:DIGEST] != _checksum(key, content[DIGEST:]):
            return None
        stream = io.BytesIO(content[DIGEST:])
        names = loaded(stream).tolist()
        return {name: loaded(stream) for name in names}

    def keep(self, key: str, arrays: Arrays) -> None:
        """Writes a result; it is there for good when this returns."""
        stream = io.BytesIO()
        for array in (np.array(list(arrays), np.str_), *arrays.values()):
            np.save(stream, array, allow_pickle=False)
        content = stream.getvalue()
        write_bytes(self._path(key), _checksum(key, content) + content)

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}.chunk"


def _checksum(key: str, content: bytes) -> bytes:
    """Returns a checksum that hangs on the name, too: a file under another name is another result."""
    return hashlib.blake2b(content, digest_size=DIGEST, key=key.encode()).digest()
