"""Joins the pieces as they come and runs every stage as soon as what it needs is there.

Started once, in the background; ends when all stages have ended.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
KEEP = Path(os.environ.get("KEEP", "/root/keep"))
PIECES = {"mpnet": 3, "minilm": 1, "gte-small": 1}  # the last two for stages that are not in the list
AT_ONCE = int(os.environ.get("AT_ONCE", "4"))


class Stage(NamedTuple):
    """What a stage needs: done stages, joined models; how long it may train."""

    name: str
    seconds: int
    stages: tuple[str, ...]
    models: tuple[str, ...]


STAGES = [  # first come, first served
    Stage("prepare", 0, (), ()),
    Stage("stance_teacher_0", 290, ("prepare",), ("mpnet",)),
    Stage("stance_teacher_1", 290, ("prepare",), ("mpnet",)),
    Stage("stance_labels", 0, ("stance_teacher_0", "stance_teacher_1"), ("mpnet",)),
    Stage("stance_mpnet", 740, ("stance_labels",), ("mpnet",)),
    Stage("stance_mpnet_bundled", 190, ("stance_mpnet",), ("mpnet",)),
]


def join(name: str) -> bool:
    """Joins a model whose pieces are all there; returns whether it is ready."""
    target = KEEP / "models" / name / "model.safetensors"
    if target.exists():
        return True
    pieces = [KEEP / "pieces" / f"{name}.{i}.z" for i in range(PIECES[name])]
    if not all(piece.exists() for piece in pieces):
        return False
    part = target.with_suffix(".part")
    subprocess.run([sys.executable, HERE / "pieces.py", "join", *pieces, part], check=True)
    part.rename(target)
    print("joined", name, flush=True)
    return True


def main() -> None:
    """Runs the stages."""
    (KEEP / "logs").mkdir(parents=True, exist_ok=True)
    (KEEP / "pid").write_text(str(os.getpid()))
    running: dict[str, subprocess.Popen[bytes]] = {}
    done = {stage.name for stage in STAGES if (KEEP / "done" / f"{stage.name}.done").exists()}
    failed: set[str] = set()
    begin = time.time()
    while len(done | failed) < len(STAGES):
        ready = {name for name in PIECES if join(name)}
        for name, process in list(running.items()):
            if process.poll() is not None:
                (failed if process.returncode else done).add(name)
                print(f"{time.time() - begin:.0f} s: {name} ended with {process.returncode}", flush=True)
                del running[name]
        for stage in STAGES:
            if stage.name in done | failed | set(running):
                continue
            if failed & set(stage.stages):
                failed.add(stage.name)
                continue
            if set(stage.stages) <= done and set(stage.models) <= ready and len(running) < AT_ONCE:
                output = (KEEP / "logs" / f"{stage.name}.log").open("wb")
                command = [sys.executable, "-u", str(HERE / "stage.py"), stage.name, str(stage.seconds)]
                running[stage.name] = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
                print(f"{time.time() - begin:.0f} s: {stage.name} started", flush=True)
        time.sleep(0.5)
    print(f"{time.time() - begin:.0f} s: all ended; failed: {sorted(failed)}", flush=True)
    (KEEP / "ended").write_text("\n".join(sorted(failed)))


if __name__ == "__main__":
    main()
