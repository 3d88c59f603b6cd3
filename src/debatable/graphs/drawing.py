"""SVG of one graph, and of a mapping: query and case side by side, matched nodes joined."""

from __future__ import annotations

from debatable.graphs.layout import Box, Layout, clean, escape, laid_out, width
from debatable.graphs.model import ArgumentGraph, Kind
from debatable.graphs.similarity import Mapping
from debatable.plural import counted

MARGIN, HEAD, GUTTER = 36.0, 64.0, 150.0
INK, QUIET, SHEET, CARD, BORDER = "#1f2933", "#66717f", "#f7f8fa", "#ffffff", "#c9d1db"
ACCENT, JOIN = "#3d6cb9", "#8a63d2"
SCHEMES = {Kind.RA: "#23875a", Kind.CA: "#c73e54"}
OTHER_SCHEME = "#6b7280"
FONT = "font-family=\"'Inter','Helvetica Neue',Arial,'DejaVu Sans',sans-serif\""


def draw(graph: ArgumentGraph) -> str:
    """Returns a graph as an SVG document: conclusion on top, supports green, conflicts red."""
    graph = graph.argument()
    layout = laid_out(graph)
    least = width(graph.id, 17) + 40
    sheet = max(layout.width, least) + 2 * MARGIN
    _move(layout, MARGIN + max(0.0, (least - layout.width) / 2), HEAD)
    parts = [_heading(graph.id, _count(graph), MARGIN), *_edges(graph, layout), *_boxes(graph, layout)]
    return _document(sheet, layout.height + HEAD + MARGIN, f"Argument graph {graph.id}", parts)


def draw_mapping(query: ArgumentGraph, case: ArgumentGraph, mapping: Mapping) -> str:
    """Returns a mapping as an SVG document: each matched I-node joined to its image, similarity on the join."""
    query, case = query.argument(), case.argument()
    left, right = laid_out(query), laid_out(case)
    left_width = max(left.width, width(query.id, 17) + 130)
    height = max(left.height, right.height)
    _move(left, MARGIN + (left_width - left.width) / 2, HEAD + (height - left.height) / 2)
    start = MARGIN + left_width + GUTTER
    _move(right, start, HEAD + (height - right.height) / 2)
    sheet = start + max(right.width, width(case.id, 17) + 130) + MARGIN
    joins = [
        (left.boxes[pair.query], right.boxes[pair.case], pair.similarity)
        for pair in mapping.nodes
        if pair.query in left.boxes and pair.case in right.boxes
    ]
    gutter = MARGIN + left_width + GUTTER / 2
    state = "" if mapping.optimal else f", at most {mapping.bound:.3f}"
    parts = [
        _heading(f"Query: {query.id}", _count(query), MARGIN),
        _heading(f"Case: {case.id}", f"similarity {mapping.similarity:.3f}{state}", start),
        *(_join(query_box, case_box, similarity) for query_box, case_box, similarity in joins),
        *_edges(query, left),
        *_edges(case, right),
        *_boxes(query, left, {pair.query for pair in mapping.nodes}),
        *_boxes(case, right, {pair.case for pair in mapping.nodes}),
        *_join_labels(joins, gutter),
    ]
    title = f"Mapping of {query.id} onto {case.id}"
    return _document(sheet, height + HEAD + MARGIN, title, parts)


def _move(layout: Layout, right: float, down: float) -> None:
    for box in layout.boxes.values():
        box.x += right
        box.y += down


def _count(graph: ArgumentGraph) -> str:
    links = (
        "1 inference or conflict"
        if len(graph.schemes) == 1
        else f"{len(graph.schemes)} inferences and conflicts"
    )
    return f"{counted(len(graph.information), 'statement')}, {links}"


def _document(sheet: float, height: float, title: str, parts: list[str]) -> str:
    colours = {"quiet": QUIET, **{kind.value: colour for kind, colour in SCHEMES.items()}, "S": OTHER_SCHEME}
    markers = "".join(
        f'<marker id="arrow-{name}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" '
        f'orient="auto-start-reverse"><path d="M0 0.8 9.5 5 0 9.2z" fill="{colour}"/></marker>'
        for name, colour in colours.items()
    )
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{sheet:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {sheet:.0f} {height:.0f}" role="img" {FONT}>'
    )
    background = f'<rect width="100%" height="100%" fill="{SHEET}"/>'
    named = f"<title>{escape(clean(title))}</title>"
    return "\n".join([head, named, f"<defs>{markers}</defs>", background, *parts, "</svg>"])


def _heading(title: str, line: str, x: float) -> str:
    return (
        f'<text x="{x:.1f}" y="28" font-size="17" font-weight="600" fill="{INK}">{escape(clean(title))}</text>'
        f'<text x="{x:.1f}" y="47" font-size="12" fill="{QUIET}">{escape(line)}</text>'
    )


def _boxes(graph: ArgumentGraph, layout: Layout, matched: set[str] | None = None) -> list[str]:
    conclusion = graph.conclusion()
    top = conclusion.id if conclusion is not None else None
    return [
        _pill(box, matched) if box.node.kind.is_scheme else _card(box, box.node.id == top, matched)
        for box in layout.boxes.values()
    ]


def _card(box: Box, is_conclusion: bool, matched: set[str] | None) -> str:
    """An I-node; of a mapping, those without a partner are paler."""
    pale = matched is not None and box.node.id not in matched
    border, line = (ACCENT, 2.0) if is_conclusion else (BORDER, 1.2)
    if matched is not None and not pale:
        border, line = JOIN, 2.0
    weight = ' font-weight="600"' if is_conclusion else ""
    first = box.y - (len(box.lines) - 1) * 9.0 + 4.5
    rows = "".join(
        f'<tspan x="{box.x:.1f}" y="{first + 18.0 * number:.1f}">{escape(text)}</tspan>'
        for number, text in enumerate(box.lines)
    )
    return (
        f'<g><title>{escape(clean(box.node.text))}</title><rect x="{box.left:.1f}" y="{box.top:.1f}" '
        f'width="{box.width:.1f}" height="{box.height:.1f}" rx="9" fill="{CARD}" stroke="{border}" '
        f'stroke-width="{line}"/><text font-size="13" text-anchor="middle" '
        f'fill="{QUIET if pale else INK}"{weight}>{rows}</text></g>'
    )


def _pill(box: Box, matched: set[str] | None) -> str:
    colour = SCHEMES.get(box.node.kind, OTHER_SCHEME)
    pale = matched is not None and box.node.id not in matched
    fill, ink = (CARD, colour) if pale else (colour, CARD)
    return (
        f"<g><title>{escape(clean(f'{box.node.kind.value}: {box.node.scheme}'))}</title>"
        f'<rect x="{box.left:.1f}" y="{box.top:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" '
        f'rx="12" fill="{fill}" stroke="{colour}" stroke-width="1.2"/>'
        f'<text x="{box.x:.1f}" y="{box.y + 4:.1f}" font-size="11" font-weight="600" text-anchor="middle" '
        f'fill="{ink}">{escape(" ".join(box.lines))}</text></g>'
    )


def _edges(graph: ArgumentGraph, layout: Layout) -> list[str]:
    kinds = {node.id: node.kind for node in graph.nodes}
    paths = []
    for edge in graph.edges:
        scheme = next((kinds[end] for end in (edge.source, edge.target) if kinds[end].is_scheme), None)
        colour = QUIET if scheme is None else SCHEMES.get(scheme, OTHER_SCHEME)
        name = "quiet" if scheme is None else scheme.value if scheme in SCHEMES else "S"
        arrow = f' marker-end="url(#arrow-{name})"' if kinds[edge.source].is_scheme or scheme is None else ""
        way = _curve(layout.boxes[edge.source], layout.boxes[edge.target])
        paths.append(f'<path d="{way}" fill="none" stroke="{colour}" stroke-width="1.6"{arrow}/>')
    return paths


def _curve(source: Box, target: Box) -> str:
    """From the top of the lower box to the bottom of the upper one; sideways between neighbours."""
    if source.top >= target.bottom:
        start, end = (source.x, source.top), (target.x, target.bottom)
    elif target.top >= source.bottom:
        start, end = (source.x, source.bottom), (target.x, target.top)
    else:
        rightward = source.x < target.x
        start = (source.right if rightward else source.left, source.y)
        end = (target.left if rightward else target.right, target.y)
        return f"M{start[0]:.1f} {start[1]:.1f} L{end[0]:.1f} {end[1]:.1f}"
    middle = (start[1] + end[1]) / 2
    return (
        f"M{start[0]:.1f} {start[1]:.1f} C{start[0]:.1f} {middle:.1f} {end[0]:.1f} {middle:.1f} "
        f"{end[0]:.1f} {end[1]:.1f}"
    )


def _join(query: Box, case: Box, similarity: float) -> str:
    """A dashed line behind the cards, stronger the more alike the two are; thin between S-nodes."""
    shade = 0.25 + 0.65 * min(max(similarity, 0.0), 1.0)
    thick = 1.0 if query.node.kind.is_scheme else 2.2
    middle = (query.right + case.left) / 2
    return (
        f'<path d="M{query.right:.1f} {query.y:.1f} C{middle:.1f} {query.y:.1f} {middle:.1f} {case.y:.1f} '
        f'{case.left:.1f} {case.y:.1f}" fill="none" stroke="{JOIN}" stroke-width="{thick}" '
        f'stroke-dasharray="6 4" stroke-opacity="{shade:.2f}"/>'
    )


def _join_labels(joins: list[tuple[Box, Box, float]], x: float) -> list[str]:
    """Similarities where the joins cross the gutter, moved apart where they would cover each other."""
    marks = sorted(
        (_height_at(query, case, x), query.node.kind.is_scheme, similarity)
        for query, case, similarity in joins
    )
    labels: list[str] = []
    lowest = -1e9
    for y, is_scheme, similarity in marks:
        y = max(y, lowest + 24.0)
        lowest = y
        fill, ink = (SHEET, JOIN) if is_scheme else (JOIN, CARD)
        labels.append(
            f'<rect x="{x - 23:.1f}" y="{y - 11:.1f}" width="46" height="22" rx="11" fill="{fill}" '
            f'stroke="{JOIN}"/><text x="{x:.1f}" y="{y + 4:.1f}" font-size="12" font-weight="600" '
            f'text-anchor="middle" fill="{ink}">{similarity:.2f}</text>'
        )
    return labels


def _height_at(query: Box, case: Box, x: float) -> float:
    """How high a join runs at a place between its ends; its curve has both handles in the middle."""
    start, end = query.right, case.left
    low, high = 0.0, 1.0
    for _ in range(30):
        t = (low + high) / 2
        middle = (start + end) / 2
        at = start * (1 - t) ** 3 + 3 * middle * t * (1 - t) + end * t**3
        low, high = (t, high) if at < x else (low, t)
    return query.y + (case.y - query.y) * (3 * t**2 - 2 * t**3)
