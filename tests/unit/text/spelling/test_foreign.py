from __future__ import annotations

import pytest

from debatable.text.spelling import is_foreign


@pytest.mark.parametrize(
    "text",
    [
        "Zoos sollten geschlossen werden, weil sie grausam sind",
        "Il faut fermer les zoos",
        "Los zoológicos deberían cerrarse",
        "动物园应该关闭",
        "Зоопарки",
    ],
)
def test_other_languages_are_told(text: str) -> None:
    assert is_foreign(text)


@pytest.mark.parametrize(
    "text", ["", "...", "42", "🍕", "Zoos should be closed", "Vuvuzelas", "Beyoncé", "Naïve cafés are dull"]
)
def test_english_names_and_no_words_at_all_are_no_other_language(text: str) -> None:
    assert not is_foreign(text)
