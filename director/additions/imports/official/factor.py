"""Points that a file counts in another unit than this program, all by one factor.

Some programs write a matchpoint as a tenth or a fifth of the top, or count a win as one.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

from director.additions.imports.formats.source.model import SourceBoard, SourceLine, SourceSection
from director.additions.imports.official.field import ImportedSession
from director.additions.imports.official.figures import OfficialFigure
from director.additions.imports.store.sessions import SourceSession
from scoring.model import Ranking

FACTORS = tuple(map(Decimal, ("10", "100", "2", "5", "20", "4", "0.5", "0.1", "0.2", "0.01")))
_MIN_FIGURES = 6
_NEARLY_ALL = Fraction(19, 20)
_Figures = list[tuple[OfficialFigure, Fraction]]


def find_factor(
    imported_sessions: Iterable[ImportedSession], rankings: Iterable[Ranking]
) -> Decimal | None:
    """Return the factor by which nearly all points of lines differ from ours, or None."""
    figures: _Figures = []
    for imported, ranking in zip(imported_sessions, rankings, strict=True):
        for line in imported.official.find_line_differences(ranking):
            sides = zip(
                line.official_figures,
                (line.our_line.ns_points, line.our_line.ew_points),
                strict=True,
            )
            for printed, ours in sides:
                # Nothing is nothing by every factor.
                if printed is not None and ours:
                    figures.append((printed, Fraction(ours)))
    if len(figures) < _MIN_FIGURES:
        return None
    for factor in FACTORS:
        agreeing = sum(printed.agrees(ours / Fraction(factor)) for printed, ours in figures)
        if agreeing >= _NEARLY_ALL * len(figures):
            return factor
    return None


def with_factor(source_sessions: Sequence[SourceSession], factor: Decimal) -> list[SourceSession]:
    """Return *source_sessions* with all points times *factor*."""
    scaled = []
    for session in source_sessions:
        sources = tuple(_multiply_section(section, factor) for section in session.source_sections)
        scaled.append(replace(session, source_sections=sources))
    return scaled


def _multiply_section(section: SourceSection, factor: Decimal) -> SourceSection:
    boards = (
        SourceBoard(board.board_no, tuple(_multiply_lines(board.lines, factor)))
        for board in section.boards
    )
    pairs = (
        replace(
            pair,
            total=_multiply_figure(pair.total, factor),
            adjustment=_multiply_figure(pair.adjustment, factor),
        )
        for pair in section.pairs
    )
    return replace(section, boards=tuple(boards), pairs=tuple(pairs))


def _multiply_lines(lines: Iterable[SourceLine], factor: Decimal) -> Iterator[SourceLine]:
    for line in lines:
        yield line._replace(
            ns_points=_multiply_figure(line.ns_points, factor),
            ew_points=_multiply_figure(line.ew_points, factor),
        )


def _multiply_figure(figure: Decimal | None, factor: Decimal) -> Decimal | None:
    """Return *figure* times *factor*, with as many reliable decimals as it had.

    >>> _multiply_figure(Decimal("0.33"), Decimal(10)), _multiply_figure(Decimal("3"), Decimal("0.5"))
    (Decimal('3.3'), Decimal('1.5'))
    """
    if figure is None:
        return None
    product = figure * factor
    power = len(str(factor)) - 1
    if factor == Decimal(1).scaleb(power):
        return figure.scaleb(power)
    return product
