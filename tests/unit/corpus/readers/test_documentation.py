from __future__ import annotations

import re
from pathlib import Path

import pytest

from debatable.corpus.readers import MAX_FIELD, MAX_ID, MAX_LINE, MAX_TEXT, read
from debatable.corpus.readers.aif import MAX_LINKS, MAX_STEPS
from debatable.corpus.readers.records import MAX_VALUES

TEXT = (Path(__file__).parents[4] / "docs" / "formats.md").read_text("utf-8")


@pytest.mark.parametrize(
    ("heading", "name", "links"),
    [("JSONL", "x.jsonl", 1), ("CSV and TSV", "x.csv", 1), ("args.me", "x.json", 1), ("AIF", "x.json", 1)],
)
def test_every_example_can_be_read(tmp_path: Path, heading: str, name: str, links: int) -> None:
    example = re.search(rf"## {re.escape(heading)}\n\n```\w+\n(.*?)```", TEXT, re.DOTALL)
    assert example is not None
    (tmp_path / name).write_text(example[1])
    columns = dict(re.findall(r"--column ([a-z]+)=([a-z]+)", TEXT)) if heading.startswith("CSV") else None
    arguments = list(read(tmp_path / name, columns=columns))
    assert [argument.stance.value for argument in arguments if argument.claim] == ["pro"] * links


def test_the_limits_are_the_real_ones() -> None:
    assert f"| a claim or a premise | {MAX_TEXT:,} characters |" in TEXT
    assert f"| an id | {MAX_ID} characters |" in TEXT
    assert f"| source, url, discussion | {MAX_FIELD:,} characters each |" in TEXT
    assert (
        f"| a graph of AIF | {MAX_LINE // 2**20} MiB; {MAX_LINKS:,} links, found in {MAX_STEPS:,} steps |"
        in TEXT
    )
    assert f"| values of a line, an argument or a graph | {MAX_VALUES:,}, counted as" in TEXT
