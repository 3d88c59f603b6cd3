"""Runs many command lines of one checkout in one process; started by the tools that compare two checkouts.

Reads one JSON document on standard input: ``source``, the folder the package must come from, ``entry``, the function
behind the command (``module:function``), and ``jobs``. A job has ``calls`` (argument lists, in which ``{out}`` stands
for the file to write) and ``out``; where a job is ``captured``, what its calls print becomes the file. A file is
there whole or not at all; of a job that fails the message is kept beside it, in ``out`` with ``.error`` at its end.
"""

from __future__ import annotations

import importlib
import io
import json
import os
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stderr
from pathlib import Path
from typing import Any


def called(command: Callable[[], None], arguments: list[str]) -> tuple[int, bytes, str]:
    """Runs one command line and returns its exit code, its standard output and its standard error."""
    printed, errors = io.BytesIO(), io.StringIO()
    sys.argv, before = ["debatable", *arguments], sys.stdout
    sys.stdout = io.TextIOWrapper(printed, encoding="utf-8", write_through=True)
    try:
        with redirect_stderr(errors):
            command()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except Exception as error:  # what is compared may be broken, and the other jobs shall still run
        code = 1
        errors.write(f"{type(error).__name__}: {error}")
    finally:
        sys.stdout.flush()
        content = printed.getvalue()
        sys.stdout = before
    return code, content, errors.getvalue()


def done(command: Callable[[], None], job: dict[str, Any]) -> str:
    """Runs the calls of a job and returns the message of the one that failed, or nothing."""
    out = Path(job["out"])
    out.parent.mkdir(parents=True, exist_ok=True)
    partial, failure = out.with_name(f"{out.name}.part"), out.with_name(f"{out.name}.error")
    failure.unlink(missing_ok=True)
    content = b""
    for arguments in job["calls"]:
        named = [argument.replace("{out}", str(partial)) for argument in arguments]
        code, printed, errors = called(command, named)
        content += printed
        if code:
            message = (errors.strip().splitlines() or [f"exit code {code}"])[-1]
            failure.write_text(message, encoding="utf-8")
            return message
    if job["captured"]:
        partial.write_bytes(content)
    os.replace(partial, out)
    return ""


def main() -> None:
    """Runs all jobs, and prints on standard error how long each took."""
    document = json.load(sys.stdin)
    module, _, function = document["entry"].partition(":")
    found = importlib.import_module(module)
    if not Path(found.__file__ or "").resolve().is_relative_to(document["source"]):
        sys.exit(f"the package was found in {found.__file__}, not in {document['source']}")
    for job in document["jobs"]:
        start, used = time.perf_counter(), time.process_time()
        message = done(getattr(found, function), job)
        took = f"{time.perf_counter() - start:7.1f} s, processor {time.process_time() - used:6.1f} s"
        sys.stderr.write(f"  {took}  {job['label']}{f': {message}' if message else ''}\n")
        sys.stderr.flush()


if __name__ == "__main__":
    main()
