"""The API against its own description: schemathesis makes requests up and checks every response."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import SearchStrategy

from debatable.service import Settings, application
from tests.support.indexes import cars_index

pytestmark = pytest.mark.release
schemathesis = pytest.importorskip("schemathesis", reason="schemathesis is not installed")

TOKEN = "a-secret-of-enough-letters"
EXAMPLES = 15
"""Requests made up for each operation."""


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    home = tmp_path_factory.mktemp("openapi")
    (home / "cases").mkdir()
    node = {"nodeID": "1", "text": "Ban cars", "type": "I"}
    case = {"nodes": [node], "edges": [], "locutions": []}
    (home / "cases" / "cars.json").write_text(json.dumps(case), "utf-8")
    schemathesis.serializer("application/x-ndjson")(lines)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("debatable.service.tokens.WRONG", 0)  # any number: many wrong tokens are made up
        web = application(cars_index(home / "index"), Settings(token=TOKEN, cases=Path(home / "cases")))
        yield schemathesis.openapi.from_asgi("/api/v1/openapi.json", web)


def lines(context: Any, value: Any) -> bytes:
    """Returns a made-up body as it is sent."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")


def test_no_response_fails_or_is_of_another_shape(schema: Any) -> None:
    """No 5xx; status, media type and body as described; what breaks the description is refused."""
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) >= 17
    wrong = []
    for operation in operations:
        try:
            asked(operation)
        except (Exception, BaseExceptionGroup) as error:  # all of them are told, not the first alone
            wrong.append(f"{operation.label}: {error}")
    assert not wrong, "\n\n".join(wrong)


def asked(operation: Any) -> None:
    """Makes requests of one operation up, those that keep to its description and those that do not."""
    from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

    modes = schemathesis.GenerationMode
    shown = {"Authorization": f"Bearer {TOKEN}"}
    unknown = [
        positive_data_acceptance
    ]  # no schema says which names, ids and sources there are: 400 is right

    def one(case: Any) -> None:
        response = case.call(headers=shown)
        # A body that is too large is refused as such before it is read; the check does not count 413 among refusals.
        refused = [negative_data_rejection] if response.status_code == 413 else []
        case.validate_response(response, excluded_checks=[*unknown, *refused])

    for mode in (modes.POSITIVE, modes.NEGATIVE):
        try:
            strategy: SearchStrategy[Any] = operation.as_strategy(generation_mode=mode)
            tried = settings(
                max_examples=EXAMPLES,
                deadline=None,
                derandomize=True,
                database=None,
                suppress_health_check=list(HealthCheck),
            )(given(strategy)(one))
            tried()
        except Unsatisfiable:
            assert mode is modes.NEGATIVE, operation.label  # nothing can be wrong where nothing is asked
