"""Lines that are English, and lines that are not."""

from __future__ import annotations

import pytest

from debatable.text import looks_english


@pytest.mark.parametrize(
    "line",
    [
        "We should abandon fossil fuels",
        "Schools shouldn’t require uniforms!",
        "nuclear power",
        "Zoos are prisons for animals",
        "Is TTIP good for farmers?",
        "GUNS DON'T KILL PEOPLE",
        "Taxing sugary drinks makes people healthier",
    ],
)
def test_english(line: str) -> None:
    assert looks_english(line)


@pytest.mark.parametrize(
    "line",
    [
        "Kernkraftwerke sollten abgeschaltet werden",
        "Les zoos devraient être fermés",
        "Deberíamos abandonar los combustibles fósiles",
        "Мы должны закрыть зоопарки",
        "动物园应该关闭",
        "يجب إغلاق حدائق الحيوان",
        "zzqx vbnk",
        "42 + 17 = 59",
        "",
    ],
)
def test_not_english(line: str) -> None:
    assert not looks_english(line)
