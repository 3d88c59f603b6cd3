"""``debatable points``: what a debate, or a pile of comments, comes down to."""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from debatable.cli.options import Json, OptionalIndex, format_asked, opened
from debatable.cli.printing.points import ENDINGS, PointFormat
from debatable.cli.printing.terminal import STANDARD_OUTPUT, check_destination, note, print_json, progress
from debatable.errors import InputError
from debatable.plural import counted
from debatable.progress import Progress, step

if TYPE_CHECKING:
    from debatable.key_points import Points
    from debatable.key_points.comments import CommentFile


Claim = Annotated[
    str | None, typer.Argument(metavar="CLAIM", help="What to find the points of, in an index.")
]
Comments = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Comments: CSV, JSON lines, a text a line, or a Polis export."),
]
About = Annotated[str | None, typer.Option(metavar="CLAIM", help="What the comments are for or against.")]
Column = Annotated[
    str, typer.Option(metavar="NAME", help="Column of the comments, where it has an unusual name.")
]
Moderated = Annotated[
    bool, typer.Option("--moderated", help="Keep comments that the moderators of a Polis took out.")
]
Method = Annotated[str, typer.Option("--method", "-m", help="How points are found, by name and parameters.")]
Format = Annotated[
    PointFormat | None,
    typer.Option("--format", "-f", help="How to print; without it by the ending of --out, or a table."),
]
Out = Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="File to write; - prints.")]
Quotes = Annotated[
    int | None, typer.Option(min=0, metavar="N", help="Quotes of a point that are shown; JSON has all.")
]
Checkpoint = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Folder that keeps costly steps, so that a stopped run goes on."),
]
Report = Annotated[
    Path | None, typer.Option(metavar="REPORT", help="Points that were written as JSON, to print again.")
]
Verify = Annotated[
    Path | None,
    typer.Option(
        metavar="REPORT", help="Check points that were written as JSON, with --corpus word for word."
    ),
]


def points(
    claim: Claim = None,
    index: OptionalIndex = None,
    corpus: Comments = None,
    about: About = None,
    column: Column = "",
    moderated: Moderated = False,
    method: Method = "points",
    format: Format = None,
    json: Json = False,
    out: Out = STANDARD_OUTPUT,
    quotes: Quotes = None,
    checkpoint: Checkpoint = None,
    report: Report = None,
    verify: Verify = None,
) -> None:
    """Find the points that a debate comes down to.

    Each stands with how many make it, and with their words. The debate is that on a claim in an index, or a file of
    comments; comments have sides where --about names a claim.
    """
    wanted = _format(format, json, out)
    _check_sources(claim, corpus, about, report, verify)
    check_destination(out)
    if verify is not None:
        _verify(verify, corpus, column, moderated, json)
        return
    from debatable.briefs.points import noun
    from debatable.cli.printing.points import print_points

    if report is not None:
        found, title = _read_report(report)
    elif corpus is not None:
        found, title = _of_comments(corpus, column, moderated, about, method, checkpoint)
    else:
        found, title = _of_claim(claim or "", index, method), ""
    print_points(found, wanted, out, title, quotes)
    if out != STANDARD_OUTPUT:
        note(f"{out}: {counted(len(found.points), 'point')} of {counted(found.premises, noun(found))}")


def _format(format: PointFormat | None, json: bool, out: Path) -> PointFormat:
    wanted = format_asked(format, json, out, ENDINGS) or "table"
    if wanted == "table" and out != STANDARD_OUTPUT:
        unknown = out.suffix.lower() not in ("", ".txt")
        raise InputError(
            f"no format of points has the ending {out.suffix}" if unknown else "a table is for the terminal",
            where=str(out),
            todo="name a .html, .md, .csv or .json file, or give --format",
        )
    return wanted


def _check_sources(
    claim: str | None, corpus: Path | None, about: str | None, report: Path | None, verify: Path | None
) -> None:
    """Refuses what does not go together."""
    if about is not None and corpus is None:
        raise InputError("--about is for comments", todo="add --corpus FILE, or give the claim alone")
    given = [
        name
        for name, value in {"a claim": claim, "--corpus": corpus, "--report": report}.items()
        if value is not None
    ]
    if verify is not None:
        if claim is not None or report is not None:
            raise InputError("--verify checks a report", todo="give --corpus beside it, or nothing")
    elif not given:
        raise InputError(
            "there is nothing to find points of",
            todo='give a claim, such as "Zoos should be closed", or --corpus FILE',
        )
    elif len(given) > 1:
        hint = "; --about names what comments are about" if "a claim" in given else ""
        raise InputError(f"{' and '.join(given)} were given", todo=f"give one of them{hint}")


def _of_claim(claim: str, index: str | None, method: str) -> Points:
    with opened(index) as engine, progress() as show:
        return engine.points(claim, method=method, stance="both", operators=True, progress=show)


def _of_comments(
    path: Path, column: str, moderated: bool, about: str | None, method: str, checkpoint: Path | None
) -> tuple[Points, str]:
    from debatable.key_points import summarise

    with ExitStack() as stack:
        show = stack.enter_context(progress())
        read = _comments(path, column, moderated, show)
        found = summarise(read.comments, about=about, method=method, progress=show, checkpoint=checkpoint)
    return replace(found, remarks=(*read.remarks, *found.remarks)), read.title


def _comments(path: Path, column: str, moderated: bool, show: Progress | None) -> CommentFile:
    from debatable.key_points.comments import read_comments

    return read_comments(path, column=column, moderated=moderated, progress=step(show, "reading"))


def _read_report(path: Path) -> tuple[Points, str]:
    """Returns points that were written as JSON, with their title."""
    from debatable.corpus.readers.records import parse_object
    from debatable.key_points import Points

    if not path.is_file():
        raise InputError("there is no such file", where=str(path), todo="check the path")
    try:
        plain = parse_object(path.read_bytes())
        return Points.from_dict(plain), str(plain.get("title", ""))
    except InputError as error:
        raise InputError(error.what, where=str(path), todo="give what --format json wrote") from None


def _verify(path: Path, corpus: Path | None, column: str, moderated: bool, json: bool) -> None:
    """Checks a report and says what is wrong with it."""
    found, _ = _read_report(path)
    texts = None
    if corpus is not None:
        texts = {one.id: one.text for one in _comments(corpus, column, moderated, None).comments}
    problems = found.problems(texts)
    if json:
        print_json({"report": str(path), "problems": problems})
    for problem in problems[1:20]:
        note(f"debatable: {problem}")
    if problems:
        more = f" ({len(problems) - 20:,} more)" if len(problems) > 20 else ""
        raise InputError(f"{problems[0]}{more}", where=str(path), todo="make the report again")
    if not json:
        quotes = counted(sum(1 for side in found.sides for _ in side.quotes()), "quote")
        checked = "word for word in the corpus" if corpus is not None else "not compared, give --corpus"
        print(f"{path}: {counted(len(found.points), 'point')}, all counts add up; {quotes}, {checked}")
