"""The figures of the program that scored a night elsewhere, beside ours."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from django.core.paginator import Page, Paginator
from django.http import HttpResponse
from django.shortcuts import render

from director.additions.imports.official.figures import (
    OfficialFigure,
    OfficialFigures,
    OfficialPair,
    PairKey,
    fetch_official_figures,
    make_line_key,
)
from director.boards.movement.sections import ScoringField, fetch_scoring_field, fetch_section
from director.boards.movement.words import fetch_field_name_by_number
from director.boards.pages.steps import make_results_page_context
from director.boards.scoring.scored import score_field
from director.boards.scoring.standings.rows import with_field_ranks
from director.core.base.requests import DeskRequest
from director.core.base.tags.cards import format_points
from director.models import Ruling
from director.models.event import SectionRef
from scoring.errors import ScoringError
from scoring.model import Points, Ranking, Standing


@dataclass(frozen=True, slots=True)
class FigureComparison:
    """A figure of ours beside the official one, as texts, "" if missing."""

    our_text: str
    official_text: str
    is_different: bool


@dataclass(frozen=True, slots=True)
class PairRow:
    """The figures of one pair, ours beside the official ones."""

    label: str
    names: str
    total: FigureComparison
    percent: FigureComparison
    rank: FigureComparison

    @property
    def is_different(self) -> bool:
        """Whether a figure of the pair differs."""
        return self.total.is_different or self.percent.is_different or self.rank.is_different


@dataclass(frozen=True, slots=True)
class LineRow:
    """The points of one line, ours beside the official ones."""

    board_no: int
    ns: str
    ew: str
    ns_points: FigureComparison
    ew_points: FigureComparison

    @property
    def is_different(self) -> bool:
        """Whether the points of a side differ."""
        return self.ns_points.is_different or self.ew_points.is_different


Row = TypeVar("Row", PairRow, LineRow)


@dataclass(frozen=True)
class OfficialComparison:
    """All official figures of a session beside ours."""

    scoring_field: ScoringField
    official_figures: OfficialFigures
    ranking: Ranking

    @cached_property
    def pairs(self) -> tuple[PairRow, ...]:
        """Every pair in order of number."""
        names_by_number = fetch_field_name_by_number(self.scoring_field)
        standings_by_key = {
            (standing.direction, standing.contestant): standing
            for standing in self.ranking.standings
        }
        return tuple(
            self._make_pair_row(key, official, standings_by_key.get(key), names_by_number)
            for key, official in self.official_figures.pairs_by_key.items()
        )

    @cached_property
    def lines(self) -> tuple[LineRow, ...]:
        """The lines with official points, board by board."""
        return tuple(self._make_line_rows())

    @property
    def differing_pairs(self) -> tuple[PairRow, ...]:
        """The pairs with a figure that differs."""
        return _filter_differing(self.pairs)

    @property
    def differing_lines(self) -> tuple[LineRow, ...]:
        """The lines with a figure that differs."""
        return _filter_differing(self.lines)

    def _make_pair_row(
        self,
        key: PairKey,
        official: OfficialPair,
        standing: Standing | None,
        names_by_number: Mapping[int, str],
    ) -> PairRow:
        direction, number = key
        pair_no = self.scoring_field.get_pair_no(number, direction)
        official_rank = "" if official.rank is None else str(official.rank)
        if standing is None:
            rank = FigureComparison("", official_rank, is_different=False)
        else:
            is_different = official.rank is not None and official.rank != standing.rank
            rank = FigureComparison(standing.rank_text, official_rank, is_different)
        return PairRow(
            self.scoring_field.get_label(pair_no),
            names_by_number.get(pair_no, ""),
            _compare_points(standing.total if standing else None, official.total),
            _compare_points(standing.percent if standing else None, official.percent),
            rank,
        )

    def _make_line_rows(self) -> Iterator[LineRow]:
        label = self.scoring_field.get_label
        for board in self.ranking.boards:
            for scored_line in board.lines:
                key = make_line_key(board.board_no, scored_line.line)
                official = self.official_figures.lines_by_key.get(key)
                if official:
                    official_ns, official_ew = official
                    yield LineRow(
                        board.board_no,
                        label(
                            self.scoring_field.get_pair_no(
                                scored_line.line.ns, scored_line.line.lists[0]
                            )
                        ),
                        label(
                            self.scoring_field.get_pair_no(
                                scored_line.line.ew, scored_line.line.lists[1]
                            )
                        ),
                        _compare_points(scored_line.ns_points, official_ns),
                        _compare_points(scored_line.ew_points, official_ew),
                    )


def compare_official(scoring_field: ScoringField) -> OfficialComparison:
    """Return the official figures of *scoring_field* beside ours.

    :raises ScoringError: if the results cannot be scored as the event says
    """
    ranking = with_field_ranks(scoring_field, score_field(scoring_field).ranking)
    return OfficialComparison(scoring_field, fetch_official_figures(scoring_field), ranking)


def _compare_points(
    our_points: Points | None, official_figure: OfficialFigure | None
) -> FigureComparison:
    # At least two decimals, so that a figure printed without any shows how far ours is off.
    decimals = 2
    official_points = None
    is_different = False
    if official_figure:
        decimals = max(decimals, official_figure.decimals)
        official_points = official_figure.value
        is_different = our_points is not None and not official_figure.is_rounded_from(our_points)
    return FigureComparison(
        format_points(our_points, decimals), format_points(official_points, decimals), is_different
    )


def _filter_differing(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    return tuple(row for row in rows if row.is_different)


ROWS_PER_PAGE = 25


def show_official_results(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Show differences from the official figures, or with ``?show=all`` every figure."""
    section = fetch_section(ref)
    try:
        comparison = compare_official(fetch_scoring_field(section))
    except ScoringError as error:
        context: dict[str, object] = {"no_standings": str(error)}
    else:
        context = _make_comparison_context(request, comparison)
    return render(
        request,
        "additions/imports/official/page.html",
        make_results_page_context(request, section, "results_official") | context,
    )


def _make_comparison_context(
    request: DeskRequest, comparison: OfficialComparison
) -> dict[str, object]:
    has_all_rows = request.GET.get("show") == "all"
    pairs = comparison.differing_pairs
    lines = comparison.differing_lines
    return {
        "pair_count": len(pairs),
        "line_count": len(lines),
        "all_pairs": len(comparison.pairs),
        "all_lines": len(comparison.lines),
        "shows_all": has_all_rows,
        "pairs": _get_page_of_rows(request, "pairs", comparison.pairs if has_all_rows else pairs),
        "lines": _get_page_of_rows(request, "lines", comparison.lines if has_all_rows else lines),
        "ruled": Ruling.objects.filter(
            section__session=comparison.scoring_field.session, withdrawn_at__isnull=True
        ).count(),
    }


def _get_page_of_rows(request: DeskRequest, name: str, rows: tuple[Row, ...]) -> "Page[Row]":
    return Paginator(rows, ROWS_PER_PAGE).get_page(request.GET.get(name))
