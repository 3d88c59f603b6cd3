"""Scripts for those who work on the package; a mistake of who runs one costs a sentence, as on the command line."""

from __future__ import annotations

import sys
from pathlib import Path
from types import TracebackType


def _one_sentence(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Ends a tool with one sentence and exit code 2 where its input cannot be used, else with a traceback."""
    from debatable.errors import DebatableError

    if isinstance(error, OSError) and error.filename is not None:
        sentence = (
            f"{error.filename}: {(error.strerror or str(error)).lower()}; check the path and its rights"
        )
    elif isinstance(error, DebatableError):
        sentence = str(error)
    else:
        return sys.__excepthook__(kind, error, trace)
    print(f"{Path(sys.argv[0]).stem}: {sentence}", file=sys.stderr)
    raise SystemExit(2)


if sys.argv[:1] == ["-m"]:  # so it reads while `python -m` looks for a tool, and not where one is imported
    sys.excepthook = _one_sentence
