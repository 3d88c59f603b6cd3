"""Training models that read: stance, relevance, quality, and encoders (extra ``train``)."""

from debatable.learning.training.examples import JudgedPremise, Material
from debatable.learning.training.settings import DEVICES, TASKS, Settings
from debatable.learning.training.trainer import lessons_of, train

__all__ = ["DEVICES", "TASKS", "JudgedPremise", "Material", "Settings", "lessons_of", "train"]
