"""The one entrance: comments in, points out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Protocol

from debatable.errors import InputError
from debatable.key_points.method import POINT_METHODS
from debatable.key_points.report import Comment, Points
from debatable.model import Answer, Stance
from debatable.progress import Progress


class PointMethod(Protocol):
    """Finds the points of comments."""

    def __call__(
        self,
        comments: Sequence[Comment],
        *,
        about: str | None = None,
        progress: Progress | None = None,
        checkpoint: Path | None = None,
    ) -> Points:
        """See `summarise`."""
        ...


def summarise(
    comments: Sequence[Comment],
    *,
    about: str | None = None,
    method: str | PointMethod = "points",
    progress: Progress | None = None,
    checkpoint: Path | None = None,
) -> Points:
    """Returns the points that comments make.

    Args:
        comments: With ids that differ. Sides are theirs where they have any; where they have none and a claim is
            named, the stance model tells them.
        about: The claim that comments are for or against; without one there are no sides.
        method: How points are found: a name, ``points(matching=…,coverage=…)``, or the method itself.
        progress: Called with the step and how much of it is done.
        checkpoint: A folder where the costly steps are kept, so that a run that was stopped goes on from there.

    Raises:
        InputError: There are no comments with words, or two have one id.
        UnknownNameError: There is no such method.
    """
    found: PointMethod = POINT_METHODS.parse(method)  # type: ignore[arg-type]
    if not any(any(map(str.isalnum, comment.text)) for comment in comments):
        what = "there are no comments" if not comments else "no comment has a word"
        raise InputError(what, todo="give texts, one a comment")
    if about is not None and not about.strip():
        raise InputError(
            "the claim that comments are about is empty", todo="give a sentence, or leave it out"
        )
    seen: set[str] = set()
    for comment in comments:
        if comment.id in seen:
            raise InputError(f"two comments have the id {comment.id[:80]!r}", todo="give each its own")
        seen.add(comment.id)
    return found(comments, about=about.strip() if about else None, progress=progress, checkpoint=checkpoint)


def comments_of(texts: Iterable[str | Comment]) -> list[Comment]:
    """Returns comments as they are, and texts as comments with their numbers for ids.

    Raises:
        InputError: They are no list, or one of them is neither.

    >>> comments_of(["Zoos save species."])[0].id
    '1'
    """
    if isinstance(texts, str | bytes) or not isinstance(texts, Iterable):
        raise InputError(f"the comments are given as {texts!r:.80}", todo="give a list of texts")
    comments = []
    for number, text in enumerate(texts, 1):
        if isinstance(text, str):
            comments.append(Comment(str(number), text))
        elif isinstance(text, Comment):
            comments.append(text)
        else:
            kind = type(text).__name__
            raise InputError(f"comment {number} is of type {kind}", todo="give a text or a Comment")
    return comments


def answer_comments(answer: Answer) -> list[Comment]:
    """Returns the premises of an answer, and those that say the same, on the sides that they have there."""
    comments: dict[str, Comment] = {}
    for hit in answer.hits:
        stance = Stance.UNDECIDED if hit.stance is Stance.NONE else hit.stance
        source = next((argument.source for argument in hit.arguments if argument.source), "")
        for premise in (hit.premise, *hit.others):
            comments.setdefault(premise.id, Comment(premise.id, premise.text, stance, source))
    return list(comments.values())
