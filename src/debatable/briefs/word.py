"""An answer as a Word document (.docx): what speaks for and against, each as a card with its claim and its sources.

The file is written without a package: it is a zip archive of a few parts of XML (ECMA-376), the same bytes each time.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Sequence

from debatable.briefs.answers import NEAREST, TITLES, by_side, citations, sources
from debatable.model import Answer, Hit, StanceReason

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

_SPACE = "http://schemas.openxmlformats.org"
_WORDS = f'xmlns:w="{_SPACE}/wordprocessingml/2006/main" xmlns:r="{_SPACE}/officeDocument/2006/relationships"'
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_FORBIDDEN = re.compile("[\x00-\x1f\x7f\ud800-\udfff\ufffe\uffff]")
_DATE = (1980, 1, 1, 0, 0, 0)  # the first that an archive can hold


def docx_bytes(answer: Answer) -> bytes:
    """Returns an answer as the bytes of a .docx file.

    Premises are numbered 1, 2, 3 on each side; numbers in square brackets name the list of sources at the end.

    >>> docx_bytes(Answer("Ban cars", "bm25", ()))[:2]
    b'PK'
    """
    links: dict[str, str] = {}
    body = "".join(_body(answer, links))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in _parts(answer, body, links).items():
            archive.writestr(zipfile.ZipInfo(name, _DATE), (_HEAD + content).encode(), zipfile.ZIP_DEFLATED)
    return out.getvalue()


def _body(answer: Answer, links: dict[str, str]) -> Iterator[str]:
    yield _paragraph(_run(answer.searched), "Title")
    if answer.corrected:
        yield _paragraph(_run(f"Showing results for {answer.corrected} in place of {answer.query}."), "Note")
    for remark in answer.remarks:
        yield _paragraph(_run(f"{remark[:1].upper()}{remark[1:]}."), "Note")
    places = sources(answer)
    for side, hits in by_side(answer).items():
        yield _paragraph(_run(TITLES[side]), "Heading1")
        for number, hit in enumerate(hits, 1):
            yield from _card(number, hit, answer.searched, citations(places, answer.hits.index(hit) + 1))
    if not answer.hits and answer.weak:
        yield _paragraph(_run("Nearest, but not close"), "Heading1")
        for number, hit in enumerate(answer.weak[:NEAREST], 1):
            yield from _card(number, hit, answer.searched, ())
    if places:
        yield _paragraph(_run("Sources"), "Heading1")
    for number, place in enumerate(places, 1):
        words = ". ".join(part for part in (place.name, place.discussion) if part)
        link = _link(place.url, links) if place.url else ""
        yield _paragraph(_run(f"[{number}] {words}{' ' if words and link else ''}") + link, "Source")
    facts = f"Debatable, {answer.method[:200]}, at most {answer.parameters.get('k', len(answer))}."
    yield _paragraph(_run(facts), "Note")


def _card(number: int, hit: Hit, asked: str, cited: Sequence[int]) -> Iterator[str]:
    """Yields the paragraphs of a card: the tag line, what it is cited for, and the quote."""
    claim = hit.claims[0].text if hit.claims else ""
    tag = f"{number}. {claim}" if claim else f"{number}."
    yield _paragraph(_run(tag), "Heading2")
    facts = [
        " ".join(f"[{one}]" for one in cited),
        f"said {hit.cluster.size:,} times" if hit.cluster.size > 1 else "",
        "" if hit.reason is None else _stance_words(hit.reason, asked),
    ]
    if shown := " · ".join(fact for fact in facts if fact):
        yield _paragraph(_run(shown), "Citation")
    yield _paragraph(_run(f"“{hit.premise.text}”"), "Quote", hit.premise.language)


def _stance_words(reason: StanceReason, asked: str = "") -> str:
    """Returns how a stance is known, and how surely in hundredths, for people who do not compute.

    >>> _stance_words(StanceReason("link", 0.09, "Zoos do important work", -1))
    'speaks against ‘Zoos do important work’, which your claim opposes (91 % sure)'
    """
    if reason.is_open:
        return reason.sentence(asked)
    return f"{reason.sentence(asked)} ({100 * max(reason.probability, 1 - reason.probability):.0f} % sure)"


def _paragraph(runs: str, style: str, language: str = "") -> str:
    spoken = f'<w:rPr><w:lang w:val="{_escaped(language)}"/></w:rPr>' if language else ""
    marked = runs.replace("<w:r>", f"<w:r>{spoken}") if spoken else runs
    return f'<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr>{marked}</w:p>'


def _run(text: str) -> str:
    """Returns a text as a run; line feeds become breaks."""
    parts = (f'<w:t xml:space="preserve">{_escaped(line)}</w:t>' for line in text.split("\n"))
    return f"<w:r>{'<w:br/>'.join(parts)}</w:r>"


def _link(url: str, links: dict[str, str]) -> str:
    name = links.setdefault(url, f"link{len(links) + 1}")
    shown = _run(url).replace("<w:r>", '<w:r><w:rPr><w:rStyle w:val="Hyperlink"/></w:rPr>')
    return f'<w:hyperlink r:id="{name}">{shown}</w:hyperlink>'


def _escaped(text: str) -> str:
    """Returns a text as XML; characters that XML cannot hold become spaces."""
    from html import escape

    return escape(_FORBIDDEN.sub(" ", text))


_KEPT, _SPACED = "<w:keepNext/>", '<w:spacing w:before="{}" w:after="{}"/>'
_GREY = '<w:color w:val="555555"/>'
_RULE = (
    '<w:pBdr><w:left w:val="single" w:sz="12" w:space="8" w:color="999999"/></w:pBdr><w:ind w:left="284"/>'
)
_LEVEL = '<w:outlineLvl w:val="{}"/>'

STYLES = (
    ("Title", "Title", _SPACED.format(0, 240), '<w:b/><w:sz w:val="36"/>'),
    (
        "Heading1",
        "heading 1",
        _KEPT + _SPACED.format(360, 120) + _LEVEL.format(0),
        '<w:b/><w:sz w:val="28"/>',
    ),
    ("Heading2", "heading 2", _KEPT + _SPACED.format(240, 40) + _LEVEL.format(1), '<w:b/><w:sz w:val="24"/>'),
    ("Citation", "Citation", _KEPT + _SPACED.format(0, 40), f'{_GREY}<w:sz w:val="18"/>'),
    ("Quote", "Quote", f"<w:keepLines/>{_RULE}", ""),
    ("Source", "Source", '<w:ind w:left="425" w:hanging="425"/>', '<w:sz w:val="20"/>'),
    ("Note", "Note", "", f'<w:i/>{_GREY}<w:sz w:val="20"/>'),
)
"""Id, name, and properties of paragraph and text of each style."""


def _styles() -> str:
    styles = '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>'
    styles += '<w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/>'
    styles += '<w:rPr><w:color w:val="0563C1"/><w:u w:val="single"/></w:rPr></w:style>'
    for name, shown, paragraph, text in STYLES:
        properties = (f"<w:pPr>{paragraph}</w:pPr>" if paragraph else "") + (
            f"<w:rPr>{text}</w:rPr>" if text else ""
        )
        styles += f'<w:style w:type="paragraph" w:styleId="{name}"><w:name w:val="{shown}"/>'
        styles += f'<w:basedOn w:val="Normal"/>{properties}</w:style>'
    return f"<w:styles {_WORDS}>{styles}</w:styles>"


def _parts(answer: Answer, body: str, links: dict[str, str]) -> dict[str, str]:
    """Returns the files of the archive by name."""
    office, package = f"{_SPACE}/officeDocument/2006/relationships", f"{_SPACE}/package/2006"
    word = "application/vnd.openxmlformats-officedocument.wordprocessingml"
    margins = " ".join(f'w:{edge}="1134"' for edge in ("top", "right", "bottom", "left", "header", "footer"))
    page = f'<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar {margins} w:gutter="0"/></w:sectPr>'
    outside = "".join(
        f'<Relationship Id="{name}" Type="{office}/hyperlink" Target="{_escaped(url)}" TargetMode="External"/>'
        for url, name in links.items()
    )
    return {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f'<Override PartName="/word/document.xml" ContentType="{word}.document.main+xml"/>'
        f'<Override PartName="/word/styles.xml" ContentType="{word}.styles+xml"/>'
        '<Override PartName="/docProps/core.xml"'
        ' ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships">'
        f'<Relationship Id="r1" Type="{office}/officeDocument" Target="word/document.xml"/>'
        f'<Relationship Id="r2" Type="{package}/relationships/metadata/core-properties"'
        ' Target="docProps/core.xml"/>'
        "</Relationships>",
        "docProps/core.xml": f'<cp:coreProperties xmlns:cp="{package}/metadata/core-properties"'
        ' xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<dc:title>{_escaped(' '.join(answer.searched.split()))}</dc:title>"
        "<dc:creator>Debatable</dc:creator></cp:coreProperties>",
        "word/_rels/document.xml.rels": f'<Relationships xmlns="{package}/relationships">'
        f'<Relationship Id="r1" Type="{office}/styles" Target="styles.xml"/>{outside}</Relationships>',
        "word/styles.xml": _styles(),
        "word/document.xml": f"<w:document {_WORDS}><w:body>{body}{page}</w:body></w:document>",
    }
