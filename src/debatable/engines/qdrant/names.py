"""Names and ids on the server: points, vectors, collections."""

from __future__ import annotations

import hashlib
import re
import uuid
from collections.abc import Sequence

import numpy as np

from debatable.arrays import Ints
from debatable.ranking.protocol import Kind

KINDS: tuple[Kind, ...] = ("claims", "premises")
PREMISES = 1 << 40
"""Id of the point of premise 0; that of claim 0 is 0."""

MANIFEST = str(uuid.UUID(int=0))
"""Id of the point that says what the collection is."""

PLACES = 20
"""Bits that the place of a link among those of its premise takes."""

claims_debate = "claims_debate"
"""Words of a claim with all its premises."""

premises_discussion = "premises_discussion"
"""Words of the discussion that the corpus names."""

_COLLECTION = re.compile(r"(?P<name>.+)\.(?P<number>\d{6,9})")


def point_ids(kind: Kind, rows: Ints | Sequence[int]) -> list[int]:
    """Returns the ids of the points of given rows.

    >>> point_ids("claims", [3]), point_ids("premises", [3]) == [PREMISES + 3]
    ([3], True)
    """
    ids: list[int] = (np.asarray(rows, np.int64) + (PREMISES if kind == "premises" else 0)).tolist()
    return ids


def rows_of(kind: Kind, ids: Sequence[int]) -> Ints:
    """Returns the rows of given points."""
    return np.array(ids, np.int64) - (PREMISES if kind == "premises" else 0)


def term_id(term: str) -> str:
    """Returns the id of the point of a term: its hash, in 128 bits."""
    digest = hashlib.blake2b(term.encode("utf-8", "surrogatepass"), digest_size=16).digest()
    return str(uuid.UUID(bytes=digest))


def id_key(id_: str) -> int:
    """Returns the key of the id of an argument or premise: its hash, in 63 bits."""
    return int.from_bytes(hashlib.blake2b(id_.encode("utf-8", "surrogatepass"), digest_size=8).digest()) >> 1


def word_list_id(number: int) -> str:
    """Returns the id of the point of a list of written words; no term has a blank."""
    return term_id(f"words {number}")


def link_number(premise: Ints, place: Ints) -> Ints:
    """Returns the number of a link: the row of its premise and its place among the links of that.

    >>> split_link(link_number(np.array([7]), np.array([2])))
    (array([7]), array([2]))
    """
    return np.asarray((premise << PLACES) | place)


def split_link(number: Ints) -> tuple[Ints, Ints]:
    """Returns premise and place of a link."""
    return np.asarray(number >> PLACES), np.asarray(number & ((1 << PLACES) - 1))


def words(kind: Kind) -> str:
    """Returns the name of the sparse vectors of frequencies."""
    return f"{kind}_words"


def weights(kind: Kind, place: int) -> str:
    """Returns the name of the sparse vectors of weights by a similarity, in the order of the manifest."""
    return f"{kind}_weights_{place}"


def field_weights(place: int) -> str:
    """Returns the name of the sparse vectors of weights over fields, in the order of the manifest."""
    return f"premises_fields_{place}"


def dense(kind: Kind, variant: str = "first") -> str:
    """Returns the name of the dense vectors."""
    return kind if variant == "first" else f"{kind}_{variant}"


def collection_name(name: str, number: int) -> str:
    """Returns the name of the collection of a generation.

    >>> collection_name("debates", 7), generation_number("debates", "debates.000007")
    ('debates.000007', 7)
    """
    return f"{name}.{number:06}"


def generation_number(name: str, collection: str) -> int | None:
    """Returns the number of the generation that a collection is; None for one of another name."""
    match = _COLLECTION.fullmatch(collection)
    return int(match["number"]) if match and match["name"] == name else None
