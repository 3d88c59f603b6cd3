"""Asks the package index whether every pinned package has a wheel for every system that is promised.

python -m tools.check_wheels                                   # the lock of the search, all systems, all Pythons
python -m tools.check_wheels requirements/dev.lock --python 3.11

Nothing is installed: pip says for each system whether it could be.
Ends with 1 where a wheel is missing, with 2 where the index cannot be reached.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]
PYTHONS = ("3.11", "3.12", "3.13")
PIN = re.compile(r"^([\w.-]+==[^\s\\]+(?: ; [^\\\n]+)?)", re.MULTILINE)
MISSING = re.compile(r"No matching distribution found for ([\w.-]+)==")
UNREACHED = re.compile(r"Retrying|Max retries|connection|Could not fetch URL", re.IGNORECASE)
GLIBC = range(17, 29)
"""Minor versions of glibc 2 that wheels may ask for: 2.28 is of 2018."""


@dataclass(frozen=True, slots=True)
class System:
    """A system as pip calls it, and as markers of requirements ask for it."""

    name: str
    platforms: tuple[str, ...]
    sys_platform: str
    platform_machine: str
    platform_system: str

    def markers(self, python: str) -> dict[str, str]:
        """Returns what a marker is compared with there."""
        return {
            "implementation_name": "cpython",
            "os_name": "nt" if self.sys_platform == "win32" else "posix",
            "platform_machine": self.platform_machine,
            "platform_python_implementation": "CPython",
            "platform_system": self.platform_system,
            "python_full_version": f"{python}.9",
            "python_version": python,
            "sys_platform": self.sys_platform,
        }


def _linux(machine: str) -> tuple[str, ...]:
    return (f"manylinux2014_{machine}", *(f"manylinux_2_{minor}_{machine}" for minor in reversed(GLIBC)))


SYSTEMS = (
    System("Linux x86-64", _linux("x86_64"), "linux", "x86_64", "Linux"),
    System("Linux ARM", _linux("aarch64"), "linux", "aarch64", "Linux"),
    System("macOS ARM", ("macosx_14_0_arm64",), "darwin", "arm64", "Darwin"),
    System("Windows", ("win_amd64",), "win32", "AMD64", "Windows"),
)


class OfflineError(Exception):
    """The package index cannot be asked."""


def pins(lock: str, system: System, python: str) -> list[str]:
    r"""Returns the packages of a lock that one system needs, as ``name==version``.

    >>> lock = "colorama==1 ; sys_platform == 'win32' \\\n    --hash=sha256:0\nnumpy==2.4 \\\n    --hash=sha256:1\n"
    >>> pins(lock, SYSTEMS[0], "3.11"), pins(lock, SYSTEMS[3], "3.11")
    (['numpy==2.4'], ['colorama==1', 'numpy==2.4'])
    """
    found = map(Requirement, PIN.findall(lock))
    return [
        f"{one.name}{one.specifier}"
        for one in found
        if one.marker is None or one.marker.evaluate(system.markers(python))
    ]


def missing(needs: Sequence[str], system: System, python: str) -> Iterator[str]:
    """Yields the packages without a wheel: pip names one at a time, and is then asked for the rest."""
    left = list(needs)
    while left:
        message = complaint(left, system, python)
        if not message:
            return
        named = MISSING.search(message)
        if (
            named is None
            or UNREACHED.search(message)
            or not any(one.startswith(f"{named[1]}==") for one in left)
        ):
            raise OfflineError(message.strip().splitlines()[-1])
        for one in [one for one in left if one.startswith(f"{named[1]}==")]:
            left.remove(one)
            yield one


def complaint(needs: Sequence[str], system: System, python: str) -> str:
    """Returns what pip says against installing some packages on a system; nothing where it would do it."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--dry-run",
            "--quiet",
            "--no-deps",
            "--ignore-installed",
        ]
        command += ["--disable-pip-version-check", "--only-binary=:all:", "--target", folder]
        command += ["--implementation", "cp", "--python-version", python]
        command += ["--ignore-requires-python"]  # pip compares it with the Python that runs pip
        command += [word for platform in system.platforms for word in ("--platform", platform)]
        done = subprocess.run([*command, *needs], capture_output=True, text=True)
    return "" if done.returncode == 0 else done.stderr or "pip failed and said nothing"


def main(arguments: Sequence[str] | None = None) -> int:
    """Prints one line a system and Python."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("lock", nargs="?", type=Path, default=ROOT / "requirements" / "search.lock")
    parser.add_argument("--python", action="append", choices=PYTHONS, help="repeatable; all without it")
    chosen = parser.parse_args(arguments)
    try:
        lock = chosen.lock.read_text("utf-8")
    except OSError as error:
        parser.error(f"the lock cannot be read: {error}")
    lacking = 0
    for system in SYSTEMS:
        for python in chosen.python or PYTHONS:
            needs = pins(lock, system, python)
            try:
                without = list(missing(needs, system, python))
            except OfflineError as error:
                print(f"the package index cannot be asked: {error}", file=sys.stderr)
                return 2
            lacking += len(without)
            result = f"without a wheel: {', '.join(without)}" if without else "all have wheels"
            print(f"{system.name}, Python {python}: {len(needs)} packages, {result}", flush=True)
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
