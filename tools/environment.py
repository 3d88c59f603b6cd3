"""Makes the environment that this checkout runs in: ``.venv``, by the locked versions with their hashes.

python tools/environment.py            # what the search needs
python tools/environment.py --dev      # and what the checks need
python tools/environment.py --docs     # and what the documentation site needs
python tools/environment.py --api      # and what asks the service in `make test-all`
python tools/environment.py --ray      # and what builds an index on Ray there
python tools/environment.py --integrations  # and the tools of others that ask an index there
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import venv
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HOME = ROOT / ".venv"
PYTHON = HOME / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
OLDEST = (3, 11)
PARTS = ("docs", "api", "ray", "integrations", "dev")
ALONE = ("docs", "api", "ray", "integrations")
"""Parts that come after the others, and need no more of the package than its source."""
UNUSED = "tests?|lexers|mypyc?|narwhals|pip|pkg_resources|setuptools"
"""Folders of packages whose sources are rarely run: installers, tests, and what is machine code."""
NAME = re.compile(r"^([\w.-]+)==", re.MULTILINE)
FETCHED = re.compile(r"^(?:Collecting|Processing|Requirement already satisfied:) (?:\S*/)?([\w.-]+)")


def main(arguments: list[str]) -> None:
    """Makes or completes the environment; ends with one sentence where it cannot."""
    if sys.version_info < OLDEST:
        sys.exit(
            f"Debatable needs Python 3.11 or newer, this is {sys.version.split()[0]}: make PYTHON=python3.11"
        )
    part = next((part for part in PARTS if f"--{part}" in arguments), "")
    lock = ROOT / "requirements" / f"{part or 'search'}.lock"
    if not PYTHON.exists():
        try:
            import ensurepip  # noqa: F401  # Debian and Ubuntu leave it out
        except ImportError:
            sys.exit("this Python has no pip to give to .venv; on Debian or Ubuntu: apt install python3-venv")
        say(f"Making {HOME.name} (once) ...\n")
        venv.create(HOME, with_pip=True, clear=True)
    say(f"Installing the packages of requirements/{lock.name} (once, from your package index) ...\n")
    count = len(set(NAME.findall(lock.read_text("utf-8"))))
    pip = [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", "--no-deps", "--no-compile"]
    call([*pip, "--require-hashes", "--progress-bar=off", "-r", str(lock)], count)
    if part in ALONE:
        return
    call([*pip, "--quiet", "--no-build-isolation", "--editable", str(ROOT)])
    # On all cores, and only what is run later on; pip would compile everything on one.
    compiling = [str(PYTHON), "-m", "compileall", "-qq", "-j", "0", "-x", rf"[/\\]({UNUSED})[/\\]"]
    subprocess.run([*compiling, "src", HOME.name], cwd=ROOT, check=False)
    programs = PYTHON.parent.relative_to(ROOT)
    source = "" if os.name == "nt" else ". "
    say(f"Ready: {programs / 'debatable'} searches; {source}{programs / 'activate'} puts it on your path.\n")


def call(command: list[str], count: int = 0) -> None:
    """Runs pip and counts the packages it has fetched; on failure prints what it said and ends."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as pip:
        output = []
        for line in shown(pip.stdout or (), count):
            output.append(line)
    if pip.returncode:
        sys.exit(
            "".join(output[-20:]) + "pip could not install the packages; is the package index reachable?"
        )


def shown(lines: Iterable[str], count: int) -> Iterator[str]:
    """Yields the lines of pip and shows how far it is: over itself on a terminal, else every tenth package."""
    done, over = 0, sys.stderr.isatty()
    for line in lines:
        yield line
        if found := FETCHED.match(line):
            done += 1
            if over:
                say(f"\r\033[K  {done} of up to {count} fetched: {found[1]}")
            elif done % 10 == 0:
                say(f"  {done} of up to {count} fetched\n")
        elif line.startswith("Installing collected"):
            say(f"{chr(13) if over else ''}  {done} fetched, now unpacking ...\n")


def say(text: str) -> None:
    """Prints at once, on standard error."""
    sys.stderr.write(text)
    sys.stderr.flush()


if __name__ == "__main__":
    main(sys.argv[1:])
