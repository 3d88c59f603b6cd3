"""The costly stages of a build, and who does them."""

from debatable.engines.local.stages.in_process import InProcess
from debatable.engines.local.stages.protocol import Blocks, Stages

__all__ = ["Blocks", "InProcess", "Stages"]
