"""The pages of matches: tables, brackets and fixtures for all, one match by boards, and their results.

Visitors and the desk read the same. The desk also enters results without boards, of one match or of
all matches of a round.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from director.additions.contests.draws.notices import list_section_notices
from director.additions.contests.matches.forms import (
    ONE_SIDED_RESULT_ERROR,
    MatchRowForm,
    PointsField,
    focus_first_row,
    get_fixtures_or_404,
    has_unit_choice,
    make_match_forms,
    store_matches,
)
from director.additions.contests.matches.reported import (
    find_match,
    format_scale,
    format_shown_result,
    list_offered_units,
    report_match,
    set_match_void,
)
from director.additions.contests.paper.grids import (
    CrossTableGrid,
    explain_match_board,
    make_cross_grid,
    make_match_grid,
)
from director.additions.contests.paper.swiss_grids import make_swiss_grid
from director.additions.contests.scoring.brackets import make_brackets
from director.additions.contests.scoring.due_matches import get_reported_result
from director.additions.contests.scoring.fixtures import (
    Fixture,
    has_fixture_list,
    list_section_fixtures,
)
from director.additions.contests.scoring.match_results import ResultsAfterRound, SessionMatches
from director.additions.contests.scoring.match_words import TeamStatements
from director.additions.contests.scoring.sheets import ScoredMatch
from director.additions.contests.scoring.swiss_table import has_swiss, make_session_swiss_table
from director.boards.movement.formats import get_format
from director.boards.movement.lines.matches import SectionMatch, fetch_match_by_key
from director.boards.movement.lines.section_lines import MatchKey, format_match_code
from director.boards.movement.round_days import fetch_round_days
from director.boards.movement.rounds import count_rounds
from director.boards.movement.sections import SECTION_STEP, fetch_scoring_field, fetch_section
from director.boards.pages.steps import make_desk_view, make_session_context
from director.boards.play.scores.undoing import PageLink
from director.boards.scoring.standings.sheets import SessionResults
from director.boards.scoring.units import list_match_units
from director.boards.tables.grids import make_standings_tables
from director.boards.tables.results_context import (
    ResultsContext,
    make_page_context,
    serve_to_readers,
)
from director.core.base.forms import PageForm, make_validation_error, parse_small_number
from director.core.base.requests import DeskRequest, render_page
from director.core.base.roles import Role, require_role_to_send
from director.core.base.shown_refusals import show_refusals_as_messages
from director.core.night.page_cache import cache_event_page
from director.core.pages.standings_question import confirm_standings_change
from director.errors import ChangedMeanwhileError, DeskError, UnlikelyResultError
from director.models import Match, Section
from director.models.event import SectionRef
from director.models.ruling import Unit
from director.sheets import Link
from scoring.display import format_exact
from scoring.errors import ScoringError
from scoring.model import MatchResult, format_match_result


def _list_round_dates(session_results: SessionResults) -> tuple[str, ...]:
    """Return the rounds of drawn contests by their dates, empty if there is one date."""
    if not session_results.is_drawn:
        return ()
    days = fetch_round_days(session_results.scoring_field.session)
    return days.list_sentences(count_rounds(session_results.plan_by_section.values()))


def show_matches_page(request: HttpRequest, results_context: ResultsContext) -> HttpResponse:
    """Show the Swiss table, bracket or cross-table, and the standings after any round."""
    return render(
        request,
        "additions/contests/public/matches.html",
        _make_matches_context(request, results_context),
    )


def show_desk_matches_page(request: HttpRequest, results_context: ResultsContext) -> HttpResponse:
    """Show the same page with what the teams said on their phones about their matches."""
    context = _make_matches_context(request, results_context)
    get_match_address = results_context.addresses.get_match_address
    context["statements_and_addresses"] = [
        (statements, get_match_address(*statements.scored_match.teams))
        for statements in TeamStatements(SessionMatches(results_context.session_results)).all
    ]
    return render(request, "additions/contests/public/matches.html", context)


def _make_matches_context(request: HttpRequest, results_context: ResultsContext) -> dict[str, Any]:
    matches = _get_matches_or_404(results_context)
    rounds = matches.rounds
    after_round = rounds[-1] if rounds else 0
    after_param = request.GET.get("after", "")
    for round_no in rounds:
        if str(round_no) == after_param:
            after_round = round_no
    if not rounds or after_round == rounds[-1]:
        session_results = results_context.session_results
    else:
        session_results = ResultsAfterRound(results_context.session_results, after_round)
    tables = make_standings_tables(
        session_results.standings, addresses=results_context.addresses, request=request
    )
    swiss_grid = None
    cross_grids: list[CrossTableGrid] = []
    if has_swiss(results_context.session_results):
        swiss_grid = make_swiss_grid(
            make_session_swiss_table(results_context.session_results),
            addresses=results_context.addresses,
            request=request,
        )
        # The Swiss table has the standings after the last round.
        if session_results is results_context.session_results:
            tables = []
    elif matches.has_cross_table:
        cross_grids = [
            make_cross_grid(
                cross_table,
                addresses=results_context.addresses,
                request=request,
                prefix=f"cross-{number}-",
            )
            for number, cross_table in enumerate(matches.cross_tables, start=1)
        ]
    fixtures = _list_league_fixtures(results_context.session_results)
    # The cross-table has the scores of what is played, once for each of the two teams.
    has_scores_in_table = bool(cross_grids) and not _has_repeated_meetings(fixtures)
    if has_scores_in_table:
        fixtures = [fixture for fixture in fixtures if not fixture.is_finished]
    return make_page_context(results_context, "matches") | {
        "brackets": make_brackets(results_context.session_results),
        "cross_grids": cross_grids,
        "swiss": swiss_grid,
        "tables": tables,
        "standings": session_results.standings,
        "rounds": rounds[:-1] if swiss_grid else rounds,
        "round_dates": _list_round_dates(results_context.session_results),
        "after": after_round,
        "fixtures": fixtures,
        "fixtures_title": "Matches without a score" if has_scores_in_table else "Fixtures",
        "fixtures_have_scores": any(fixture.is_finished for fixture in fixtures),
        "fixtures_have_details": any(fixture.has_details for fixture in fixtures),
    }


def _has_repeated_meetings(fixtures: Sequence[Fixture]) -> bool:
    """Return whether two teams have several matches, which the cross-table adds up."""
    meetings = Counter(
        (frozenset((fixture.home_no, fixture.away_no)), fixture.section_id) for fixture in fixtures
    )
    return any(matches > 1 for matches in meetings.values())


def _list_league_fixtures(session_results: SessionResults) -> list[Fixture]:
    """Return the matches of all sections that have a list of fixtures, by round."""
    fixtures: list[Fixture] = []
    for section in session_results.scoring_field.sections:
        if has_fixture_list(session_results, section):
            fixtures += list_section_fixtures(session_results, section)
    return fixtures


def show_match_page(
    request: HttpRequest, results_context: ResultsContext, home: int, away: int
) -> HttpResponse:
    """Show one match board by board, both tables side by side."""
    return render(
        request,
        "additions/contests/match.html",
        make_match_context(request, results_context, home, away),
    )


def make_match_context(
    request: HttpRequest, results_context: ResultsContext, home: int, away: int
) -> dict[str, Any]:
    """Return the context of the page of a match."""
    scoring_field = results_context.session_results.scoring_field
    section = results_context.desk_context.get("section")
    # On the desk's pages the teams have the numbers of their section.
    if section and max(home, away) < SECTION_STEP:
        home, away = (scoring_field.get_field_number(section, team) for team in (home, away))
    match = _get_matches_or_404(results_context).match(
        home, away, parse_small_number(request.GET.get("round", ""))
    )
    if match is None:
        raise Http404(f"{home} and {away} have no match.")
    explained_figures = explain_match_board(
        results_context.session_results.scored, match, request.GET.get("why", "")
    )
    table = make_match_grid(
        match,
        addresses=results_context.addresses,
        request=request,
        explained_figures=explained_figures,
    )
    return make_page_context(results_context, "matches") | {
        "match": match,
        "table": table,
        "address": results_context.addresses.get_match_address(home, away),
    }


def _get_matches_or_404(results_context: ResultsContext) -> SessionMatches:
    matches = SessionMatches(results_context.session_results)
    if not results_context.session_results.scoring_field.has_matches:
        raise Http404("No matches are played here.")
    return matches


event_matches = cache_event_page(serve_to_readers(show_matches_page))
event_match = cache_event_page(serve_to_readers(show_match_page))
session_results_matches = make_desk_view(show_desk_matches_page, "matches")


class MatchResultForm(PageForm):
    """The result of a match without its boards, or nothing to delete it."""

    home = PointsField()
    away = PointsField()
    shown = forms.CharField(required=False, widget=forms.HiddenInput)
    questioned_result = forms.CharField(required=False, widget=forms.HiddenInput)
    unit = forms.ChoiceField(label="Unit")

    def __init__(self, *args: object, units: Iterable[Unit]) -> None:
        super().__init__(*args)
        self.set_choices("unit", [(unit.value, unit.label) for unit in units])

    def set_shown_result(self, result: MatchResult | None) -> None:
        """Let the next press of Save replace the stored *result*. The boxes stay as typed."""
        self.data = dict(self.data.items()) | {"shown": format_shown_result(result)}

    def set_questioned_result(self, result: MatchResult | None) -> None:
        """Let the next press of Save store the unlikely *result*."""
        self.data = dict(self.data.items()) | {"questioned_result": format_shown_result(result)}

    def clean(self) -> dict[str, object]:
        """Refuse the result of one side alone."""
        data = super().clean() or {}
        if not self.errors and (data["home"] is None) != (data["away"] is None):
            raise make_validation_error(*ONE_SIDED_RESULT_ERROR)
        return data

    def get_result(self) -> MatchResult | None:
        """Return the result, or None if it is to be deleted."""
        data = self.cleaned_data
        if data["home"] is None:
            return None
        return MatchResult(data["unit"], data["home"], data["away"])


@dataclass(frozen=True, slots=True)
class _ShownMatch:
    """The match that a page shows."""

    section: Section
    key: MatchKey
    is_reversed: bool  # whether the page shows the second team of the key first

    def reorder_result(self, result: MatchResult) -> MatchResult:
        """Return *result* with its teams in the key's order instead of the page's, or back."""
        if self.is_reversed:
            return MatchResult(result.unit, result.away, result.home)
        return result


@require_role_to_send(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def edit_match_result(request: DeskRequest, ref: SectionRef, home: int, away: int) -> HttpResponse:
    """Show a match board by board. A POST stores its result without boards, or that it is void."""
    form = None
    if request.method == "POST":
        section = fetch_section(ref)
        round_no = parse_small_number(request.POST.get("round", ""))
        shown_match = _locate_match(section, home, away, round_no)
        if "void" in request.POST:
            # A void match is asked about before publishing too: one press drops all its boards.
            return confirm_standings_change(
                request,
                section.session.event,
                partial(_store_void, request, shown_match),
                verb="Void match" if request.POST["void"] == "1" else "",
            )
        # A unit that the page doesn't offer is refused with the reason.
        form = MatchResultForm(request.POST, units=list_match_units(section))
        if form.is_valid() and _store_match_result(request, form, shown_match):
            return redirect(request.get_full_path())
    view = make_desk_view(partial(_render_match_page, form=form), "matches")
    return view(request, ref, home=home, away=away)


def _render_match_page(
    request: DeskRequest,
    results_context: ResultsContext,
    home: int,
    away: int,
    form: MatchResultForm | None,
) -> HttpResponse:
    """Show a match with the form for its result, *form* if that was refused."""
    context = make_match_context(request, results_context, home, away)
    match = context["match"]
    rounds = (match.round_no,) if match.round_no else match.rounds
    section = context["section"]
    # Each round is a match of its own, so the page takes a result only for one round.
    if len(rounds) <= 1:
        round_no = rounds[0] if rounds else 0
        context["report_round"] = round_no
        context["can_be_void"] = section.plan and not get_format(section.plan).is_knockout
        # A match of a Swiss of pairs can be void too, but its result is typed by board alone.
        if list_match_units(section):
            shown_match = _locate_match(section, home, away, round_no)
            context |= _make_report_context(match, shown_match, form)
            board_numbers = {board.board_no for board in match.boards}
            context["report_scale"] = format_scale(section, len(board_numbers))
    team_statements = TeamStatements(SessionMatches(results_context.session_results))
    context["match_statements"] = team_statements.get_for_match(match)
    return render_page(request, "additions/contests/match.html", context, problems=form)


def _make_report_context(
    match: ScoredMatch, shown_match: _ShownMatch, form: MatchResultForm | None
) -> dict[str, Any]:
    """Return the context of the form for the result of *match* without boards."""
    stored_match = find_match(shown_match.section, shown_match.key)
    stored_result = get_reported_result(stored_match) if stored_match else None
    match_by_key = fetch_match_by_key(shown_match.section)
    context: dict[str, Any] = {}
    if stored_result:
        context["doubt"] = _explain_contradiction(match, shown_match.reorder_result(stored_result))
    # Without a score the page is opened to enter one.
    is_scored = match.score != (None, None)
    report_form = form or _make_result_form(
        shown_match, match_by_key.get(shown_match.key), stored_match
    )
    return context | {
        "boards_path": reverse(
            "session_scores_match", args=[shown_match.section, *shown_match.key]
        ),
        "report": report_form,
        "counts_by_boards": report_form is None,
        "is_report_open": bool(form or stored_result or not is_scored),
        "next_match": _find_next_match(shown_match, match_by_key),
        "ruling_match": format_match_code(shown_match.key),
        "ruling_section": shown_match.section,
        "draw_notices": list_section_notices(shown_match.section),
    }


def _find_next_match(
    shown_match: _ShownMatch, match_by_key: Mapping[MatchKey, SectionMatch]
) -> Link | None:
    """Return the next match of the same round that lacks a score, or None if there is none."""
    section = shown_match.section
    round_matches = [match for key, match in match_by_key.items() if key[0] == shown_match.key[0]]
    keys = [match.key for match in round_matches]
    next_index = keys.index(shown_match.key) + 1 if shown_match.key in keys else 0
    # The matches before it come last, so that none is forgotten.
    for match in (*round_matches[next_index:], *round_matches[:next_index]):
        if match.key != shown_match.key and not match.is_over:
            round_no, home, away = match.key
            address = reverse("session_results_match", args=[section, home, away])
            query = f"?round={round_no}" if round_no else ""
            name = f"{section.get_label(home)} against {section.get_label(away)}"
            return Link(name, f"{address}{query}")
    return None


def _explain_contradiction(match: ScoredMatch, typed_result: MatchResult) -> str:
    """Return why the boards of *match* contradict the *typed_result*, or "".

    Both have the same team first.
    """
    typed_text = format_match_result(typed_result)
    if not match.is_reported:
        margin = Fraction(typed_result.home) - Fraction(typed_result.away)
        counted_points = match.points[0] if typed_result.unit == Unit.IMPS else match.score[0]
        expected_points = margin if typed_result.unit == Unit.IMPS else typed_result.home
        if counted_points == expected_points:
            return ""
        return (
            "All boards are entered, so they count, and not the result {typed} that was typed "
            "before."
        ).format(typed=typed_text)
    if typed_result.unit != Unit.IMPS:
        return ""
    home = sum((Fraction(board.home_points or 0) for board in match.boards), Fraction())
    away = sum((Fraction(board.away_points or 0) for board in match.boards), Fraction())
    if home <= typed_result.home and away <= typed_result.away:
        return ""
    boards_text = f"{format_exact(home)} : {format_exact(away)}"
    return (
        "The boards entered so far give {boards} IMPs, but the result {typed} was typed. It "
        "counts until all boards are entered. Check both."
    ).format(boards=boards_text, typed=typed_text)


def _make_result_form(
    shown_match: _ShownMatch, match: SectionMatch | None, stored_match: Match | None
) -> MatchResultForm | None:
    """Return the form with the stored result of the match, if there is one.

    It is None for a three-way match that counts by its boards alone.
    """
    section = shown_match.section
    units = list_match_units(section)
    if match and match.is_half_match:
        units = list_offered_units(section, section.plan, match)
    if not units:
        return None
    form = MatchResultForm(units=units)
    if stored_match and stored_match.is_reported:
        home, away = stored_match.home_points, stored_match.away_points
        if shown_match.is_reversed:
            home, away = away, home
        shown_text = format_shown_result(get_reported_result(stored_match))
        form.initial = {"home": home, "away": away, "unit": stored_match.unit, "shown": shown_text}
    return form


def _store_void(request: DeskRequest, shown_match: _ShownMatch) -> HttpResponse:
    """Make the match void, or let it count again."""
    is_void = request.POST["void"] == "1"
    with show_refusals_as_messages(request):
        set_match_void(
            section=shown_match.section, key=shown_match.key, is_void=is_void, user=request.user
        )
        message = "The match is void." if is_void else "The match counts again."
        messages.success(request, message)
    return redirect(request.get_full_path())


def _store_match_result(
    request: DeskRequest, form: MatchResultForm, shown_match: _ShownMatch
) -> bool:
    """Store the result of *form*. Return False if it is refused, with the reason in the form."""
    result = form.get_result()
    if result:
        result = shown_match.reorder_result(result)
    try:
        report_match(
            section=shown_match.section,
            key=shown_match.key,
            result=result,
            user=request.user,
            shown_text=form.data.get("shown"),
            questioned_text=form.data.get("questioned_result", ""),
        )
    except UnlikelyResultError as error:
        form.set_questioned_result(result)
        form.add_error(None, str(error))
        return False
    except ChangedMeanwhileError as error:
        stored_match = find_match(shown_match.section, shown_match.key)
        form.set_shown_result(get_reported_result(stored_match) if stored_match else None)
        form.add_error(None, str(error))
        return False
    except (DeskError, ScoringError) as error:
        form.add_error(None, str(error))
        return False
    message = "Result of the match saved." if result else "Result of the match deleted."
    messages.success(request, message)
    return True


def _locate_match(section: Section, home: int, away: int, round_no: int) -> _ShownMatch:
    """Return the match of two teams, whose numbers may be in the field or in *section*."""
    if max(home, away) >= SECTION_STEP:
        scoring_field = fetch_scoring_field(section)
        section, home = scoring_field.get_section_and_number(home)
        _section, away = scoring_field.get_section_and_number(away)
    plan = section.plan
    low, high = sorted((home, away))
    key = (round_no if plan and get_format(plan).is_by_round else 0, low, high)
    return _ShownMatch(section, key, is_reversed=home > away)


@require_safe
def redirect_to_open_round(_request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Go to the first round with a match without a result, or to the last round."""
    section = fetch_section(ref)
    fixtures = get_fixtures_or_404(section)
    open_rounds = [fixture.round_no for fixture in fixtures if fixture.is_open]
    round_no = min(open_rounds, default=fixtures[-1].round_no)
    return redirect("session_scores_round", ref=ref, round_no=round_no)


@require_role_to_send(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def edit_round_results(request: DeskRequest, ref: SectionRef, round_no: int) -> HttpResponse:
    """Show the matches of a round with boxes for their results. A POST stores them."""
    section = fetch_section(ref)
    fixtures = get_fixtures_or_404(section)
    round_fixtures = [fixture for fixture in fixtures if fixture.round_no == round_no]
    if not round_fixtures:
        raise Http404
    data = request.POST if request.method == "POST" else None
    rows = make_match_forms(section, round_fixtures, data, MatchRowForm)
    if data is not None and store_matches(request, section, rows):
        return redirect("session_scores_round", ref=ref, round_no=round_no)
    focus_first_row(rows)
    plan = section.plan
    context = make_session_context(section, "scores") | {
        "round_no": round_no,
        "rows": rows,
        "rounds": _make_round_links(ref, fixtures, round_no),
        "has_units": has_unit_choice(rows),
        "match_scale": format_scale(section, plan.boards_per_set) if plan else "",
        "draw_notices": list_section_notices(section),
    }
    return render_page(
        request, "additions/contests/matches.html", context, problems=data is not None
    )


def _make_round_links(
    ref: SectionRef, fixtures: tuple[Fixture, ...], current_round: int
) -> list[PageLink]:
    """Return links to the rounds, each with the state of its matches."""
    open_flags_by_round: dict[int, list[bool]] = {}
    for fixture in fixtures:
        open_flags_by_round.setdefault(fixture.round_no, []).append(fixture.is_open)
    links = []
    for number, are_open in open_flags_by_round.items():
        if not any(are_open):
            state = "done"
        elif all(are_open):
            state = ""
        else:
            state = "part"
        path = reverse("session_scores_round", args=[ref, number])
        links.append(PageLink(str(number), path, state, number == current_round))
    return links
