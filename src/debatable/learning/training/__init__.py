"""Training models that read: stance, relevance, quality, and encoders (extra ``train``)."""

from debatable.learning.training.course import lessons_of, train
from debatable.learning.training.lessons import JudgedPremise, Material
from debatable.learning.training.settings import DEVICES, TASKS, Settings

__all__ = ["DEVICES", "TASKS", "JudgedPremise", "Material", "Settings", "lessons_of", "train"]
