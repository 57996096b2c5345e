"""The pages of matches: tables, brackets and fixtures for all, one match by boards, and their results.

Visitors and the desk read the same. The desk also enters results without boards, of one match or of
all matches of a round.
"""

from collections import Counter
from collections.abc import Sequence
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
    REPORT_ONE_SIDE,
    MatchRowForm,
    PointsField,
    get_fixtures_or_404,
    has_units,
    make_match_forms,
    place_cursor,
    store_matches,
)
from director.additions.contests.matches.reported import (
    find_match,
    format_scale,
    format_shown_result,
    report_match,
    set_match_void,
)
from director.additions.contests.paper.exports import write_fixtures_calendar
from director.additions.contests.paper.grids import (
    explain_match_board,
    make_cross_grid,
    make_match_grid,
    make_swiss_grid,
)
from director.additions.contests.scoring.brackets import build_brackets
from director.additions.contests.scoring.due_matches import get_reported_result
from director.additions.contests.scoring.fixtures import (
    Fixture,
    has_fixture_list,
    list_section_fixtures,
)
from director.additions.contests.scoring.match_results import Matches, SheetsAfter
from director.additions.contests.scoring.match_words import MatchWords
from director.additions.contests.scoring.sheets import MatchSheet
from director.additions.contests.scoring.swiss_table import build_swiss_table, has_swiss
from director.boards.movement.lines.progress import fetch_section_matches
from director.boards.movement.lines.section_lines import MatchKey, format_match_code
from director.boards.movement.rounds import (
    are_drawn,
    are_knockouts,
    count_rounds,
    fetch_round_days,
    is_by_round,
)
from director.boards.movement.sections import APART, fetch_scoring_field, fetch_section
from director.boards.pages.steps import make_desk_view, make_session_context
from director.boards.scoring.standings.sheets import SessionSheets
from director.boards.scoring.units import list_match_units
from director.boards.tables.grids import (
    ResultsContext,
    make_page_context,
    make_standings_tables,
    serve_to_readers,
)
from director.core.base.forms import PageForm, make_validation_error, parse_small_number
from director.core.base.requests import DeskRequest, make_file_response, make_file_stem
from director.core.base.roles import Role, require_role_to_send
from director.core.club.next_nights import CALENDAR
from director.core.night.page_cache import kept_for_visitors
from director.errors import ChangedMeanwhileError, DeskError, UnlikelyResultError
from director.models import Match, Section
from director.models.event import SectionRef
from director.models.ruling import Unit
from scoring.display import exact_text
from scoring.errors import ScoringError
from scoring.model import MatchResult, match_result_text


def _list_round_dates(sheets: SessionSheets) -> tuple[str, ...]:
    """Return the rounds of drawn contests by their dates, empty if there is one date."""
    if not are_drawn(sheets.plans.values()):
        return ()
    days = fetch_round_days(sheets.scoring_field.session)
    return days.sentences(count_rounds(sheets.plans.values()))


def show_matches_page(request: HttpRequest, reading: ResultsContext) -> HttpResponse:
    """Show the Swiss table, bracket or cross-table, and the standings after any round."""
    return render(
        request, "additions/contests/public/matches.html", _make_matches_context(request, reading)
    )


def show_desk_matches_page(request: HttpRequest, reading: ResultsContext) -> HttpResponse:
    """Show the same with what the teams said on their phones about their matches."""
    context = _make_matches_context(request, reading)
    context["said_matches"] = [
        (said_match, reading.addresses.match(*said_match.sheet.teams))
        for said_match in MatchWords(Matches(reading.sheets)).all
    ]
    return render(request, "additions/contests/public/matches.html", context)


def _make_matches_context(request: HttpRequest, reading: ResultsContext) -> dict[str, Any]:
    matches = _get_matches_or_404(reading)
    rounds = matches.rounds
    after_param = request.GET.get("after", "")
    after_round = next(
        (round_no for round_no in rounds if str(round_no) == after_param),
        rounds[-1] if rounds else 0,
    )
    if not rounds or after_round == rounds[-1]:
        sheets = reading.sheets
    else:
        sheets = SheetsAfter(reading.sheets, after_round)
    tables = make_standings_tables(sheets.standings, addresses=reading.addresses, request=request)
    cross = swiss = None
    if has_swiss(reading.sheets):
        swiss = make_swiss_grid(
            build_swiss_table(reading.sheets), addresses=reading.addresses, request=request
        )
        # The Swiss table has the standings after the last round.
        if sheets is reading.sheets:
            tables = []
    elif matches.has_cross_table:
        cross = make_cross_grid(matches.cross_table, addresses=reading.addresses, request=request)
    fixtures = _list_league_fixtures(reading.sheets)
    # The cross-table has the scores of what is played, once for each of the two teams.
    are_in_table = cross is not None and not _has_repeated_meetings(fixtures)
    if are_in_table:
        fixtures = [fixture for fixture in fixtures if not fixture.is_finished]
    return make_page_context(reading, "matches") | {
        "brackets": build_brackets(reading.sheets),
        "cross": cross,
        "swiss": swiss,
        "tables": tables,
        "standings": sheets.standings,
        "rounds": rounds[:-1] if swiss else rounds,
        "round_dates": _list_round_dates(reading.sheets),
        "after": after_round,
        "fixtures": fixtures,
        "fixtures_title": "Matches without a score" if are_in_table else "Fixtures",
        "fixtures_have_scores": any(fixture.is_finished for fixture in fixtures),
        "fixtures_have_places": any(fixture.has_place for fixture in fixtures),
        "fixtures_have_days": any(fixture.due_date for fixture in fixtures),
    }


def download_fixtures_calendar(_request: HttpRequest, reading: ResultsContext) -> HttpResponse:
    """Answer with the fixtures as an iCalendar file."""
    event = reading.results.event
    content = write_fixtures_calendar(event, reading.sheets)
    return make_file_response(content, f"{make_file_stem(event)}.ics", CALENDAR, attached=False)


def _has_repeated_meetings(fixtures: Sequence[Fixture]) -> bool:
    """Return whether two teams have several matches, which the cross-table adds up."""
    meetings = Counter(
        (frozenset((fixture.home_no, fixture.away_no)), fixture.section_id) for fixture in fixtures
    )
    return any(matches > 1 for matches in meetings.values())


def _list_league_fixtures(sheets: SessionSheets) -> list[Fixture]:
    """Return the matches of all sections that have a list of fixtures, by round."""
    fixtures: list[Fixture] = []
    for section in sheets.scoring_field.sections:
        plan = sheets.plans.get(section.pk)
        if plan and has_fixture_list(section, plan):
            fixtures += list_section_fixtures(sheets, section)
    return fixtures


def show_match_page(
    request: HttpRequest, reading: ResultsContext, home: int, away: int
) -> HttpResponse:
    """Show one match board by board, both tables side by side."""
    return render(
        request, "additions/contests/match.html", make_match_context(request, reading, home, away)
    )


def make_match_context(
    request: HttpRequest, reading: ResultsContext, home: int, away: int
) -> dict[str, Any]:
    """Return the context of the page of a match."""
    scoring_field, section = reading.sheets.scoring_field, reading.desk_context.get("section")
    # On the desk's pages the teams have the numbers of their section.
    if section and max(home, away) < APART:
        home, away = (scoring_field.pair(section, team) for team in (home, away))
    match = _get_matches_or_404(reading).match(
        home, away, parse_small_number(request.GET.get("round", ""))
    )
    if match is None:
        raise Http404(f"{home} and {away} have no match.")
    why = explain_match_board(reading.sheets.scored, match, request.GET.get("why", ""))
    table = make_match_grid(match, addresses=reading.addresses, request=request, why=why)
    return make_page_context(reading, "matches") | {
        "match": match,
        "table": table,
        "address": reading.addresses.match(home, away),
    }


def _get_matches_or_404(reading: ResultsContext) -> Matches:
    matches = Matches(reading.sheets)
    if not reading.sheets.scoring_field.has_matches:
        raise Http404("No matches are played here.")
    return matches


event_matches = kept_for_visitors(serve_to_readers(show_matches_page))
event_match = kept_for_visitors(serve_to_readers(show_match_page))
event_fixtures_calendar = kept_for_visitors(serve_to_readers(download_fixtures_calendar))
session_results_matches = make_desk_view(show_desk_matches_page, "matches")


class MatchResultForm(PageForm):
    """The result of a match without its boards, or nothing to delete it."""

    home = PointsField()
    away = PointsField()
    shown = forms.CharField(required=False, widget=forms.HiddenInput)
    asked_about = forms.CharField(required=False, widget=forms.HiddenInput)
    unit = forms.ChoiceField(label="Unit")

    def __init__(self, *args: object, section: Section) -> None:
        super().__init__(*args)
        self.set_choices("unit", [(unit.value, unit.label) for unit in list_match_units(section)])

    def show_stored(self, stored: MatchResult | None) -> None:
        """Let the next press of Save replace *stored*. What was typed stays."""
        self.data = dict(self.data.items()) | {"shown": format_shown_result(stored)}

    def show_question(self, result: MatchResult | None) -> None:
        """Let the next press of Save store the unlikely *result*."""
        self.data = dict(self.data.items()) | {"asked_about": format_shown_result(result)}

    def clean(self) -> dict[str, object]:
        """Refuse the result of one side alone."""
        data = super().clean() or {}
        if not self.errors and (data["home"] is None) != (data["away"] is None):
            raise make_validation_error(*REPORT_ONE_SIDE)
        return data

    def result(self) -> MatchResult | None:
        """Return the result, or None if it is to be deleted."""
        data = self.cleaned_data
        if data["home"] is None:
            return None
        return MatchResult(data["unit"], data["home"], data["away"])


@dataclass(frozen=True, slots=True)
class _Place:
    """The match that a page shows: its section and key.

    It *is_turned* if the page shows the second team of the key first.
    """

    section: Section
    key: MatchKey
    is_turned: bool

    def turn(self, result: MatchResult) -> MatchResult:
        """Return *result* from the order of the page to that of the key, or back."""
        if self.is_turned:
            return MatchResult(result.unit, result.away, result.home)
        return result


@require_role_to_send(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def edit_match_result(
    request: DeskRequest, session_id: SectionRef, home: int, away: int
) -> HttpResponse:
    """Show a match board by board. A POST stores its result without boards, or that it is void."""
    form = None
    if request.method == "POST":
        section = fetch_section(session_id)
        round_no = parse_small_number(request.POST.get("round", ""))
        place = _locate_match(section, home, away, round_no)
        if "void" in request.POST:
            _store_void(request, place, is_void=request.POST["void"] == "1")
            return redirect(request.get_full_path())
        form = MatchResultForm(request.POST, section=section)
        if form.is_valid() and _store_match_result(request, form, place):
            return redirect(request.get_full_path())
    page = make_desk_view(partial(_render_match_page, form=form), "matches")
    return page(request, session_id, home=home, away=away)


def _render_match_page(
    request: DeskRequest,
    reading: ResultsContext,
    home: int,
    away: int,
    form: MatchResultForm | None,
) -> HttpResponse:
    """Show a match with the form for its result, *form* if that was refused."""
    context = make_match_context(request, reading, home, away)
    match = context["match"]
    rounds = (match.round_no,) if match.round_no else match.rounds
    section = context["section"]
    # Each round is a match of its own, so it must be known which is meant.
    if len(rounds) <= 1:
        round_no = rounds[0] if rounds else 0
        context["report_round"] = round_no
        context["can_be_void"] = section.plan and not are_knockouts([section.plan])
        # A match of a Swiss of pairs can be void too, but its result is typed by board alone.
        if list_match_units(section):
            place = _locate_match(section, home, away, round_no)
            context |= _make_report_context(match, place, form)
            board_numbers = {board.board_no for board in match.boards}
            context["report_scale"] = format_scale(section, len(board_numbers))
    context["said_match"] = MatchWords(Matches(reading.sheets)).get_for_match(match)
    status = 422 if form else 200
    return render(request, "additions/contests/match.html", context, status=status)


def _make_report_context(
    match: MatchSheet, place: _Place, form: MatchResultForm | None
) -> dict[str, Any]:
    """Return the context of the form for the result of *match* without boards."""
    stored = find_match(place.section, place.key)
    stored_result = get_reported_result(stored) if stored else None
    context: dict[str, Any] = {}
    if stored_result:
        context["doubt"] = _explain_contradiction(match, place.turn(stored_result))
    # Without a score the page is opened to enter one.
    is_scored = match.score != (None, None)
    return context | {
        "boards_path": reverse("session_scores_match", args=[place.section, *place.key]),
        "report": form or _make_stored_form(place, stored),
        "is_report_open": bool(form or stored_result or not is_scored),
        "next_match": _find_next_match(place),
        "ruling_match": format_match_code(place.key),
        "ruling_section": place.section,
        "draw_notices": list_section_notices(place.section),
    }


@dataclass(frozen=True, slots=True)
class _NextMatch:
    """The match after another one: its address, and its teams as its name."""

    address: str
    name: str


def _find_next_match(place: _Place) -> _NextMatch | None:
    """Return the next match of the same round that lacks a score, or None if there is none."""
    section = place.section
    in_round = [
        match for key, match in fetch_section_matches(section).items() if key[0] == place.key[0]
    ]
    keys = [match.key for match in in_round]
    after = keys.index(place.key) + 1 if place.key in keys else 0
    # Those before it come last, so that none is forgotten.
    for match in (*in_round[after:], *in_round[:after]):
        if match.key != place.key and not match.is_over:
            round_no, home, away = match.key
            address = reverse("session_results_match", args=[section, home, away])
            query = f"?round={round_no}" if round_no else ""
            name = f"{section.label(home)} against {section.label(away)}"
            return _NextMatch(f"{address}{query}", name)
    return None


def _explain_contradiction(match: MatchSheet, typed: MatchResult) -> str:
    """Return why the boards of *match* contradict the *typed* result, or "".

    Both have the same team first.
    """
    typed_text = match_result_text(typed)
    if not match.is_reported:
        margin = Fraction(typed.home) - Fraction(typed.away)
        counted = match.points[0] if typed.unit == Unit.IMPS else match.score[0]
        expected = margin if typed.unit == Unit.IMPS else typed.home
        if counted == expected:
            return ""
        return (
            "All boards are entered, so they count, and not the result {typed} that was typed "
            "before."
        ).format(typed=typed_text)
    if typed.unit != Unit.IMPS:
        return ""
    home = sum((Fraction(board.home_points or 0) for board in match.boards), Fraction())
    away = sum((Fraction(board.away_points or 0) for board in match.boards), Fraction())
    if home <= typed.home and away <= typed.away:
        return ""
    boards = f"{exact_text(home)} : {exact_text(away)}"
    return (
        "The boards entered so far give {boards} IMPs, but the result {typed} was typed. It "
        "counts until all boards are entered. Check both."
    ).format(boards=boards, typed=typed_text)


def _make_stored_form(place: _Place, stored: Match | None) -> MatchResultForm:
    """Return the form with the stored result of the match, if there is one."""
    form = MatchResultForm(section=place.section)
    if stored and stored.is_reported:
        home, away = stored.home_points, stored.away_points
        if place.is_turned:
            home, away = away, home
        shown = format_shown_result(get_reported_result(stored))
        form.initial = {"home": home, "away": away, "unit": stored.unit, "shown": shown}
    return form


def _store_void(request: DeskRequest, place: _Place, *, is_void: bool) -> None:
    """Let the match count no longer, or again."""
    try:
        set_match_void(section=place.section, key=place.key, is_void=is_void, user=request.user)
    except (DeskError, ScoringError) as error:
        messages.error(request, str(error))
    else:
        outcome = "The match is void." if is_void else "The match counts again."
        messages.success(request, outcome)


def _store_match_result(request: DeskRequest, form: MatchResultForm, place: _Place) -> bool:
    """Store the result of *form*. Return False if it is refused, with the reason in the form."""
    result = form.result()
    if result:
        result = place.turn(result)
    try:
        report_match(
            section=place.section,
            key=place.key,
            result=result,
            user=request.user,
            shown=form.data.get("shown"),
            asked_about=form.data.get("asked_about", ""),
        )
    except UnlikelyResultError as error:
        form.show_question(result)
        form.add_error(None, str(error))
        return False
    except ChangedMeanwhileError as error:
        stored = find_match(place.section, place.key)
        form.show_stored(get_reported_result(stored) if stored else None)
        form.add_error(None, str(error))
        return False
    except (DeskError, ScoringError) as error:
        form.add_error(None, str(error))
        return False
    outcome = "Result of the match saved." if result else "Result of the match deleted."
    messages.success(request, outcome)
    return True


def _locate_match(section: Section, home: int, away: int, round_no: int) -> _Place:
    """Return the match of two teams, which have the field's numbers or those of *section*."""
    if max(home, away) >= APART:
        scoring_field = fetch_scoring_field(section)
        section, home = scoring_field.place(home)
        _section, away = scoring_field.place(away)
    plan = section.plan
    low, high = sorted((home, away))
    key = (round_no if plan and is_by_round(plan) else 0, low, high)
    return _Place(section, key, is_turned=home > away)


@dataclass(frozen=True, slots=True)
class RoundLink:
    """A round to turn to. Its *state* is "done", "part" or "" by its finished matches."""

    number: int
    path: str
    state: str
    is_current: bool


@require_safe
def redirect_to_open_round(_request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Go to the first round with a match without a result, or to the last round."""
    section = fetch_section(session_id)
    fixtures = get_fixtures_or_404(section)
    open_rounds = [fixture.round_no for fixture in fixtures if fixture.is_open]
    round_no = min(open_rounds, default=fixtures[-1].round_no)
    return redirect("session_scores_round", session_id=session_id, round_no=round_no)


@require_role_to_send(Role.SCORER)
@require_http_methods(["GET", "HEAD", "POST"])
def edit_round_results(request: DeskRequest, session_id: SectionRef, round_no: int) -> HttpResponse:
    """Show the matches of a round with boxes for their results. A POST stores them."""
    section = fetch_section(session_id)
    fixtures = get_fixtures_or_404(section)
    round_fixtures = [fixture for fixture in fixtures if fixture.round_no == round_no]
    if not round_fixtures:
        raise Http404
    data = request.POST if request.method == "POST" else None
    rows = make_match_forms(section, round_fixtures, data, MatchRowForm)
    if data is not None and store_matches(request, section, rows):
        return redirect("session_scores_round", session_id=session_id, round_no=round_no)
    place_cursor(rows)
    plan = section.plan
    context = make_session_context(section, "scores") | {
        "round_no": round_no,
        "rows": rows,
        "rounds": _make_round_links(session_id, fixtures, round_no),
        "has_units": has_units(rows),
        "match_scale": format_scale(section, plan.boards_per_set) if plan else "",
        "draw_notices": list_section_notices(section),
    }
    return render(
        request, "additions/contests/matches.html", context, status=422 if data is not None else 200
    )


def _make_round_links(
    session_id: SectionRef, fixtures: tuple[Fixture, ...], current_round: int
) -> list[RoundLink]:
    open_by_round: dict[int, list[bool]] = {}
    for fixture in fixtures:
        open_by_round.setdefault(fixture.round_no, []).append(fixture.is_open)
    links = []
    for number, are_open in open_by_round.items():
        if not any(are_open):
            state = "done"
        elif all(are_open):
            state = ""
        else:
            state = "part"
        path = reverse("session_scores_round", args=[session_id, number])
        links.append(RoundLink(number, path, state, number == current_round))
    return links
