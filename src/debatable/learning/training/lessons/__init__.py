"""What models learn from: pairs of texts with labels, made of corpora and collections, split by debate."""

from debatable.learning.training.lessons.debates import Debates, Parts, parted
from debatable.learning.training.lessons.lesson import Lesson
from debatable.learning.training.lessons.material import JudgedPremise, Link, Material
from debatable.learning.training.lessons.nearness import nearness_lessons
from debatable.learning.training.lessons.negatives import NEGATIVES, with_negatives
from debatable.learning.training.lessons.quality import quality_lessons
from debatable.learning.training.lessons.relevance import relevance_lessons
from debatable.learning.training.lessons.stance import stance_lessons
from debatable.learning.training.lessons.turning import with_turned

__all__ = [
    "NEGATIVES",
    "Debates",
    "JudgedPremise",
    "Lesson",
    "Link",
    "Material",
    "Parts",
    "nearness_lessons",
    "parted",
    "quality_lessons",
    "relevance_lessons",
    "stance_lessons",
    "with_negatives",
    "with_turned",
]
