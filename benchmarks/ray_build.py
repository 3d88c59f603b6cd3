"""A build on Ray, undisturbed and killed at random moments, beside the same build without Ray.

python -m benchmarks.ray_build CORPUS --kills 10 --clusters 'lowest-core(exact=1000)'

The driver and all processes of Ray are killed at once; each time the build is started again and goes on. At the end
every file of the index is compared with that of the build without Ray.
"""

from __future__ import annotations

import argparse
import random
import shutil
import tempfile
import time
from pathlib import Path

from tests.support.ray_builds import Build, contents


def main() -> None:
    """Builds, kills, goes on, compares."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--clusters", default="lowest-core")
    given = parser.parse_args()
    options = ["--clusters", given.clusters]
    with tempfile.TemporaryDirectory() as home:
        local, ray, killed = (Path(home) / name for name in ("local", "ray", "killed"))
        print(f"without Ray: {finished(Build.of(given.corpus, local, *options))}")
        whole = Build.of(given.corpus, ray, "--ray", "local", *options)
        print(f"on Ray: {finished(whole)}; same bytes: {contents(ray) == contents(local)}")
        seconds = time.perf_counter() - whole.started
        draw = random.Random(given.seed)
        kills = 0
        while kills < given.kills:
            build = Build.of(given.corpus, killed, "--ray", "local", *options)
            if build.ended(draw.uniform(0, seconds)):
                print(
                    f"ended before the next kill; same bytes: {contents(killed) == contents(local)}",
                    flush=True,
                )
                shutil.rmtree(killed)
                seconds *= 0.8  # the machine has become quicker
                continue
            at = time.perf_counter() - build.started
            processes = len(build.kill())
            kills += 1
            print(f"kill {kills} after {at:.1f} s, {processes} processes; {kept(killed)}", flush=True)
        build = Build.of(given.corpus, killed, "--ray", "local", *options)
        print(f"after {kills} kills: {finished(build)}; same bytes: {contents(killed) == contents(local)}")
        left = sorted(path.name for path in Path(home).iterdir() if path.name.startswith("."))
        print(f"left beside it: {left or 'nothing'}")


def finished(build: Build) -> str:
    """Waits for a build and says how it went."""
    build.ended(float("inf"))
    seconds = time.perf_counter() - build.started
    if build.process.returncode:
        raise SystemExit(build.said)
    return f"{seconds:.1f} s, at most {build.most / 2**20:,.0f} MiB in all processes"


def kept(index: Path) -> str:
    """Says what a killed build left for the next one."""
    folder = index.parent / f".{index.name}.unfinished"
    parts = {
        "chunks of tokens": len(list(folder.glob("analysis/*.chunk"))),
        "of vectors": len(list(folder.glob("*/*.npy"))),
        "of neighbours": len(list(folder.glob("neighbours/*.chunk"))),
    }
    return "kept: " + ", ".join(f"{count} {name}" for name, count in parts.items())


if __name__ == "__main__":
    main()
