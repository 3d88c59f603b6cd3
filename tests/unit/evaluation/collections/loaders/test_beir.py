from __future__ import annotations

import json
from pathlib import Path

from debatable.evaluation import (
    collection,
)
from tests.support.json_lines import write_lines


def test_a_beir_folder_becomes_ours(tmp_path: Path) -> None:
    beir = tmp_path / "touche"
    write_lines(
        beir / "corpus.jsonl",
        {"_id": "d1", "title": "Ban cars", "text": "Loud.", "metadata": {"stance": "PRO"}},
        {"_id": "d2", "title": "", "text": "Fast."},
    )
    write_lines(beir / "queries.jsonl", {"_id": "1", "text": "Ban cars?"}, {"_id": "2", "text": "Not judged"})
    (beir / "qrels").mkdir()
    (beir / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\n1\td1\t2\n1\td2\t0\n")
    found = collection(beir, cache=tmp_path / "cache")
    assert [(q.id, q.split) for q in found.queries] == [("1", "test")]
    assert found.judgments["1"].gains(["d1", "d2"]).tolist() == [2.0, 0.0]
    records = [json.loads(line) for line in found.corpus[0].read_text().splitlines()]
    assert records[0] == {
        "id": "d1",
        "claim": "Ban cars",
        "premise": "Loud.",
        "stance": "pro",
        "source": "touche",
    }
    assert records[1]["claim"] is None
