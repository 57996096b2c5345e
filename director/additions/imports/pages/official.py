"""The figures of the program that scored a night elsewhere, beside ours."""

from django.core.paginator import Page, Paginator
from django.http import HttpResponse
from django.shortcuts import render

from director.additions.imports.official.read import OfficialComparison, Row, compare_official
from director.boards.movement.scoring_field import fetch_scoring_field
from director.boards.movement.sections import fetch_section
from director.boards.pages.steps import make_results_page_context
from director.core.base.requests import DeskRequest
from director.models import Ruling
from director.models.event import SectionRef
from scoring.errors import ScoringError

ROWS_PER_PAGE = 25


def show_official_results(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Show differences from the official figures, or with ``?show=all`` every figure."""
    section = fetch_section(session_id)
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
    shows_all = request.GET.get("show") == "all"
    pairs = comparison.differing_pairs
    lines = comparison.differing_lines
    return {
        "pair_count": len(pairs),
        "line_count": len(lines),
        "all_pairs": len(comparison.pairs),
        "all_lines": len(comparison.lines),
        "shows_all": shows_all,
        "pairs": _get_page_of_rows(request, "pairs", comparison.pairs if shows_all else pairs),
        "lines": _get_page_of_rows(request, "lines", comparison.lines if shows_all else lines),
        "ruled": Ruling.objects.filter(
            section__session=comparison.scoring_field.session, withdrawn_at__isnull=True
        ).count(),
    }


def _get_page_of_rows(request: DeskRequest, name: str, rows: tuple[Row, ...]) -> "Page[Row]":
    return Paginator(rows, ROWS_PER_PAGE).get_page(request.GET.get(name))
