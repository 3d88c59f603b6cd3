"""Reads the claims of the bundled corpus with their neighbours and keeps what was read beside its vectors.

    python -m tools.make_demo_readings

To be run when the corpus or the stance model has changed; the index of the bundled corpus then reads nothing at its
first use.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from debatable.corpus.readers import read
from debatable.engines import READ, Configuration
from debatable.engines.cached import demo_collection, demo_vectors
from debatable.engines.configuration import reading_model
from debatable.engines.local.open_index import OpenIndex
from debatable.engines.local.relations import Journal, ReadRelations
from debatable.engines.local.writing import make_index


def main() -> None:
    """Writes the journal of what was read."""
    model = reading_model(READ)
    target = demo_vectors() / f"{model.fingerprint}.readings"
    for old in demo_vectors().glob("*.readings"):
        old.unlink()
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "index"
        make_index(
            read([demo_collection() / "corpus.jsonl.gz"]),
            place,
            configuration=Configuration(read=READ),
            known=demo_vectors(),
        )
        index = OpenIndex(place)
        relations = ReadRelations.load(index.generation)
        texts = index.snapshot.texts("claims", sorted(set(relations.pairs.ravel().tolist())))
        journal = Journal(target, model.fingerprint)
        keys = [journal.key(texts[one], texts[other]) for one, other in relations.pairs.tolist()]
        journal.put(keys, relations.log_odds.astype("float64"))
        index.close()
    print(f"{target.name}: {len(keys):,} pairs, {target.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
