from __future__ import annotations

from pathlib import Path

import pytest

from debatable.errors import InputError
from debatable.evaluation import (
    collection,
)


def test_a_folder_with_topics_qrels_and_args_me(tmp_path: Path) -> None:
    (tmp_path / "topics.xml").write_text(
        "<topics><topic><number>1</number><title>Ban cars</title></topic></topics>"
    )
    (tmp_path / "qrels.txt").write_text("1 0 S1-A1 2\n9 0 S1-A1 1\n")
    (tmp_path / "args-me.json").write_text("[]")
    found = collection(tmp_path)
    assert [query.text for query in found.queries] == ["Ban cars"]
    assert list(found.judgments) == ["1"]
    assert [path.name for path in found.corpus] == ["args-me.json"]
    (tmp_path / "topics.tsv").write_text("1\tBan cars\n")
    with pytest.raises(InputError, match="2 files named topics"):
        collection(tmp_path)
