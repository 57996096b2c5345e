"""The page of a drawn contest: it begins, and is drawn round by round."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.http import require_http_methods, require_POST

from director.additions.contests.draws.contest import DrawnContest, find_drawn_contest
from director.additions.contests.draws.decisions import decide_match, list_open_matches
from director.additions.contests.draws.drawing import (
    begin_contest,
    make_begin_after_results_error,
    propose_round,
    use_round,
)
from director.additions.contests.draws.forms import BeginForm, RoundDateForm, RoundsForm
from director.additions.contests.draws.mismatches import compensate_mismatches, list_wrong_rounds
from director.additions.contests.draws.notices import list_contest_notices
from director.additions.contests.draws.options import get_standings_round
from director.additions.contests.draws.planned_rounds import set_round_count, set_round_date
from director.additions.contests.draws.rounds import (
    ODD,
    ODD_PHRASES,
    DraftRound,
    NextRound,
    OpenMatch,
)
from director.additions.contests.draws.typed_round import (
    MatchRow,
    TypedRound,
    get_late_entry_count,
    needs_gaps_filled,
)
from director.additions.contests.scoring.brackets import make_section_bracket
from director.additions.contests.stage_shapes import get_draw_options_by_name
from director.boards.contests import get_contest_record
from director.boards.movement.rounds import EACH_ROUND
from director.boards.movement.sections import fetch_section
from director.boards.pages.steps import make_session_context
from director.boards.play.plan import explain_plan_refusal
from director.boards.play.plan_changes import find_change_to_undo
from director.boards.play.seats.section_seats import fetch_missing_numbers
from director.core.base.forms import parse_small_number
from director.core.base.requests import DeskRequest, render_page
from director.core.base.shown_refusals import show_refusals_at
from director.core.pages.standings_question import ask_before_standings_change
from director.errors import DeskError
from director.models import Section
from director.models.event import SectionRef
from movements.errors import MovementError
from scoring.errors import ScoringError

REFUSALS = (DeskError, MovementError, ScoringError)


@require_http_methods(["GET", "HEAD", "POST"])
@ask_before_standings_change
def edit_draw(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Ask how the contest begins, or show the next round. A POST stores it.

    The boxes of a refused round stay as typed. A POST from an outdated page stores nothing.
    """
    section = fetch_section(ref)
    if get_contest_record(section).has_changing_partners:
        messages.error(
            request, "Rounds can be drawn only for pairs and teams. Choose a movement in Field."
        )
        return redirect("session_field", ref=ref)
    data = request.POST if request.method == "POST" else request.GET
    contest = find_drawn_contest(
        section,
        is_redraw="anew" in data,
        fills_gaps=needs_gaps_filled(data),
        late_count=get_late_entry_count(data),
    )
    action = request.POST.get("action", "")
    if action == "begin":
        return _store_beginning(request, section)
    if contest is None:
        form = BeginForm(None, contest=get_contest_record(section))
        if section.session.stage is not None:
            # The contestants of a stage are known. A number that Field suggests replaces theirs below.
            form.initial["size"] = section.entries.count()
        else:
            form.initial.update(get_draw_options_by_name(section.session.event))
        form.set_suggestions(request.GET)
        return _render_beginning(request, section, form)
    try:
        if action:
            act_on_contest = _store_compensations if action == "compensate" else _store_draw
            return act_on_contest(request, contest, action)
        return _render_draw_page(request, contest, TypedRound(contest, data))
    except ScoringError as error:  # The director can choose another scoring method in Results.
        messages.error(request, str(error))
        return redirect("session_results", ref=ref)


def _store_beginning(request: DeskRequest, section: Section) -> HttpResponse:
    form = BeginForm(request.POST, contest=get_contest_record(section))
    if form.is_valid():
        data = form.cleaned_data
        with show_refusals_at(form, explain=partial(explain_plan_refusal, section)):
            begin_contest(
                section=section,
                movement_key=data["key"],
                size=data["size"],
                round_count=data["rounds"],
                boards_per_set=data["boards"],
                each_round_from=data.get(EACH_ROUND),
                options=form.get_options_by_name(),
            )
            return redirect("session_seats", ref=section.ref)
    return _render_beginning(request, section, form)


def _render_beginning(request: DeskRequest, section: Section, form: BeginForm) -> HttpResponse:
    context = make_session_context(section, "field") | {"form": form}
    if context["night"].results_in:
        context["refusal"] = str(make_begin_after_results_error())
    return render_page(
        request, "additions/contests/draws/begin.html", context, problems=form.errors
    )


def _store_draw(request: DeskRequest, contest: DrawnContest, action: str) -> HttpResponse:
    """Draw the next round again, or put the typed one in force with the *action* ``use``."""
    typed_round = TypedRound(contest, request.POST)
    page_version = request.POST.get("mark", "")
    if not contest.is_drawn_as(page_version):
        fresh_round = TypedRound(contest, QueryDict())
        return _render_draw_page(
            request,
            contest,
            fresh_round,
            problems=[
                "Somebody else has drawn this round, so your draw was not saved. This is a new one."
            ],
        )
    if page_version != contest.state_version:
        return _render_draw_page(
            request,
            contest,
            typed_round,
            problems=[
                (
                    "Results have changed since this draw, so it was not saved. Save it again, or choose "
                    "Redraw."
                )
            ],
            is_typed=True,
        )
    if action != "use":
        problems = typed_round.list_draw_problems()
        return _render_draw_page(
            request, contest, typed_round, problems=problems, is_typed=bool(problems)
        )
    return _put_draw_in_force(request, contest, typed_round)


def _put_draw_in_force(
    request: DeskRequest, contest: DrawnContest, typed_round: TypedRound
) -> HttpResponse:
    """Put *typed_round* in force, or show it again with its problems."""
    try:
        # Nobody types the pairings of a knock-out.
        if not contest.is_knockout and (problems := typed_round.list_problems()):
            return _render_draw_page(
                request, contest, typed_round, problems=problems, is_typed=True
            )
        choices = typed_round.read_choices()
        if contest.is_knockout:
            drawn_round = propose_round(contest, choices).drawn_round
        else:
            drawn_round = typed_round.make_round()
        use_round(
            contest=contest,
            drawn_round=drawn_round,
            user=request.user,
            withdrawn_numbers=None if contest.is_knockout else typed_round.absent_numbers,
            after_round=choices.after_round,
        )
    except REFUSALS as error:
        return _render_draw_page(
            request, contest, typed_round, problems=[str(error)], is_typed=True
        )
    section = contest.section
    links = (_get_print_address(section), reverse("session_room", args=[section.session_id]))
    text = 'Round {} drawn. <a href="{}">Print</a> it, or show it on <a href="{}">screens</a>.'
    messages.success(request, format_html(text, len(contest.rounds) + 1, *links))
    # The browser keeps #draw without a fragment here, and would unfold the next round.
    return redirect(f"{reverse('session_draw', args=[section.ref])}#messages")


def _store_compensations(request: DeskRequest, contest: DrawnContest, _action: str) -> HttpResponse:
    """Compensate the mismatches of a round. A POST from an outdated page gives nothing."""
    fresh_round = TypedRound(contest, QueryDict())
    if request.POST.get("mark", "") != contest.state_version:
        return _render_draw_page(
            request,
            contest,
            fresh_round,
            problems=[
                (
                    "Results have changed since this page was shown, so nobody was compensated. Check the "
                    "amounts, then press it again."
                )
            ],
        )
    try:
        message = compensate_mismatches(
            contest=contest,
            round_no=parse_small_number(request.POST.get("wrong", "")),
            numbers_at_fault={parse_small_number(text) for text in request.POST.getlist("fault")},
            user=request.user,
        )
    except REFUSALS as error:
        return _render_draw_page(request, contest, fresh_round, problems=[str(error)])
    messages.success(request, message)
    return redirect("session_draw", ref=contest.section.ref)


def _get_print_address(section: Section) -> str:
    """Return the address of Print with only the sheet of the last draw ticked."""
    params = urlencode(
        {"set": "reprint", "kinds": "draw", "paper": section.session.event.club.paper}
    )
    return f"{reverse('session_print', args=[section])}?{params}"


@require_POST
@ask_before_standings_change
def decide_knockout_match(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Decide a knock-out match by hand, or go back to its score."""
    section = fetch_section(ref)
    numbers_by_name = {
        name: parse_small_number(request.POST.get(name, ""))
        for name in ("round", "home", "away", "winner")
    }
    round_no, winner = numbers_by_name["round"], numbers_by_name["winner"]
    teams = (numbers_by_name["home"], numbers_by_name["away"])
    reason, is_against_score = request.POST.get("how", ""), "against" in request.POST
    try:
        decide_match(
            section=section,
            round_no=round_no,
            contestants=teams,
            winner=winner,
            reason=reason,
            is_against_score=is_against_score,
            user=request.user,
        )
    except REFUSALS as error:
        contest = find_drawn_contest(section)
        open_matches = list_open_matches(contest) if contest else ()
        shown_match = _find_open_match(open_matches, round_no, teams)
        if contest and shown_match:
            refused_match = replace(
                shown_match,
                chosen_team=winner,
                chosen_reason=reason,
                is_against_score=is_against_score,
                error_message=str(error),
            )
            shown_matches = [
                refused_match if match is shown_match else match for match in open_matches
            ]
            return _render_draw_page(
                request,
                contest,
                TypedRound(contest, QueryDict()),
                refused_context={"open_matches": shown_matches},
            )
        messages.error(request, str(error))
    return redirect(f"{reverse('session_draw', args=[ref])}#decide")


def _find_open_match(
    open_matches: Iterable[OpenMatch], round_no: int, teams: tuple[int, int]
) -> OpenMatch | None:
    for match in open_matches:
        if match.round_no == round_no and {*match.numbers} == {*teams}:
            return match
    return None


@require_POST
def change_round_count(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Set the total number of rounds, and options that count from now on."""
    section = fetch_section(ref)
    contest = find_drawn_contest(section)
    if contest:
        form = RoundsForm(request.POST, contest)
        if form.is_valid():
            with show_refusals_at(form, "rounds"):
                set_round_count(
                    section=section,
                    round_count=form.cleaned_data["rounds"],
                    options=form.chosen_options,
                    user=request.user,
                )
        if form.errors:
            return _render_draw_page(
                request,
                contest,
                TypedRound(contest, QueryDict()),
                refused_context={"rounds_form": form},
            )
    return redirect("session_draw", ref=ref)


@require_POST
def change_round_date(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Set the date of the rounds from one on."""
    section = fetch_section(ref)
    contest = find_drawn_contest(section)
    if contest:
        form = RoundDateForm(request.POST, contest)
        if form.is_valid():
            with show_refusals_at(form):
                set_round_date(
                    section=section,
                    from_round=form.cleaned_data["from_round"],
                    day=form.cleaned_data["day"],
                    user=request.user,
                )
        if form.errors:
            return _render_draw_page(
                request,
                contest,
                TypedRound(contest, QueryDict()),
                refused_context={"date_form": form},
            )
    return redirect(f"{reverse('session_draw', args=[ref])}#dates")


def _render_draw_page(
    request: DeskRequest,
    contest: DrawnContest,
    typed_round: TypedRound,
    *,
    problems: Sequence[str] = (),
    is_typed: bool = False,
    refused_context: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """Show the rounds, and the next round as typed or as drawn.

    *refused_context* has a form below it, or the matches of the last round, with what was refused.
    """
    proposal, error_message = _propose_next_round(contest, typed_round, is_typed=is_typed)
    is_early = bool(contest.rounds) and not (
        contest.has_begun or contest.is_redraw or typed_round.data or contest.winner
    )
    shown_problems = [*problems]
    # While results are missing, there are no winners to draw from. That isn't a problem yet.
    if error_message not in ("", *problems) and not is_early:
        shown_problems.append(error_message)
    context: dict[str, Any] = make_session_context(contest.section, "play", counts=contest.lines)
    context |= _make_next_round_context(contest, typed_round, proposal)
    context |= _make_contest_context(contest, is_early=is_early)
    context |= {
        "is_early": is_early,
        "odd_choice": typed_round.odd_choice or dict(contest.plan.options).get(ODD, "bye"),
        "odd_phrases": ODD_PHRASES,
        "typed_round": typed_round,
        "is_by_hand": is_typed or typed_round.is_by_hand,
        "problems": shown_problems,
        "rounds_form": RoundsForm(None, contest),
        "date_form": RoundDateForm(None, contest),
        **(refused_context or {}),
    }
    is_refused = refused_context or (shown_problems and request.method == "POST")
    return render_page(request, "additions/contests/draws/page.html", context, problems=is_refused)


def _make_contest_context(contest: DrawnContest, *, is_early: bool) -> dict[str, Any]:
    """Return the context of the rounds so far, whatever is typed for the next one."""
    drawn_count = len(contest.rounds)
    # A round that is drawn again needs no notice that its draw is out of date.
    notices = None if contest.is_redraw else list_contest_notices(contest)
    absent_numbers = contest.withdrawn_numbers - contest.late_numbers
    return {
        "contest": contest,
        "round_no": drawn_count + 1,
        "drawn_round": _make_drawn_round(contest, is_unchanged=not notices) if is_early else None,
        "bracket": make_section_bracket(contest.section),
        "winner": contest.label_contestant(contest.winner) if contest.winner else "",
        "open_matches": list_open_matches(contest),
        "draw_notices": notices or (),
        "wrong_rounds": list_wrong_rounds(contest),
        **_make_missing_context(contest),
        "print_address": _get_print_address(contest.section),
        "changed": find_change_to_undo(contest.section, contest.plan),
        "is_extra_round": not contest.is_knockout
        and 0 < contest.planned_round_count <= drawn_count,
        "contestants": _label_contestants(contest, contest.names_by_number),
        "withdrawn_labels": [
            label for _number, label in _label_contestants(contest, absent_numbers)
        ],
        "late_labels": [
            label for _number, label in _label_contestants(contest, contest.late_numbers)
        ],
    }


def _label_contestants(contest: DrawnContest, numbers: Iterable[int]) -> list[tuple[int, str]]:
    """Return *numbers* in order, each with its label: ``(4, "4 Elm")``."""
    return [(number, contest.label_contestant(number)) for number in sorted(numbers)]


def _propose_next_round(
    contest: DrawnContest, typed_round: TypedRound, *, is_typed: bool
) -> tuple[DraftRound | None, str]:
    """Return the next round as drawn, or why it can't be drawn."""
    # In a knock-out nobody types pairings, so it is always drawn.
    shows_typed_round = is_typed and not contest.is_knockout
    if contest.winner or shows_typed_round:
        return None, ""
    try:
        return propose_round(contest, typed_round.read_choices()), ""
    except REFUSALS as error:
        return None, str(error)


def _make_next_round_context(
    contest: DrawnContest, typed_round: TypedRound, proposal: DraftRound | None
) -> dict[str, Any]:
    """Return the context of the next round, as drawn or as typed."""
    byes: tuple[int | str, ...]
    if proposal:
        match_rows = _make_proposed_rows(proposal, typed_round)
        byes = proposal.drawn_round.byes
        triangles = proposal.drawn_round.triangles
        triangle_text = " ".join(map(str, proposal.drawn_round.triangle))
    else:
        match_rows = typed_round.rows
        byes = (typed_round.bye_text,) if typed_round.bye_text else ()
        triangles = (typed_round.triangle,)
        triangle_text = typed_round.triangle_text
    bye_numbers = [parse_small_number(str(bye)) for bye in byes]
    after_round = typed_round.read_choices().after_round
    if after_round is None:
        after_round = contest.default_standings_round
    pairings = [(parse_small_number(row.home), parse_small_number(row.away)) for row in match_rows]
    next_round = contest.make_next_round(
        pairings,
        byes=bye_numbers,
        triangles=triangles,
        after_round=after_round,
        reasons=proposal.reasons if proposal else (),
    )
    if contest.continuing_triangle:
        next_round = replace(next_round, is_second_of_triangle=True)
    return {
        "rows": match_rows,
        "next_round": next_round,
        "byes": byes,
        "bye": byes[0] if byes else "",
        "three": triangle_text,
        "notes": proposal.notes if proposal else (),
    }


def _make_missing_context(contest: DrawnContest) -> dict[str, Any]:
    """Return the contestants missing by the list at the door, and the queries of draws without them."""
    missing_numbers = set(fetch_missing_numbers(contest.section)) - contest.withdrawn_numbers
    absent_numbers = sorted(missing_numbers | contest.withdrawn_numbers)
    params = [
        ("mark", contest.state_version),
        *(("absent", str(number)) for number in absent_numbers),
    ]
    is_redrawn = contest.is_redraw or not (contest.has_begun or contest.is_knockout)
    if is_redrawn:
        params.append(("anew", "1"))
    return {
        "missing_names": [contest.label_contestant(number) for number in sorted(missing_numbers)],
        "draws_without": "" if contest.is_knockout else urlencode(params),
        "fills_gaps_without": urlencode([*params, ("gaps", "1")]) if is_redrawn else "",
    }


def _make_drawn_round(contest: DrawnContest, *, is_unchanged: bool) -> NextRound:
    """Return the last drawn round with the standings that it was drawn from.

    The reasons of its matches are only known if the standings are unchanged since.
    """
    last_round = contest.rounds[-1]
    after_round = get_standings_round(contest.plan)
    if after_round and after_round == len(contest.rounds) - 1:
        # The last round has no results, so these are the same standings, and cached already.
        after_round = len(contest.rounds)
    reasons: tuple[str, ...] = ()
    if is_unchanged and not contest.is_knockout:
        reasons = contest.explain_last_round(after_round)
    drawn_round = contest.make_next_round(
        last_round.pairings,
        byes=last_round.byes,
        triangles=last_round.triangles,
        after_round=after_round,
        reasons=reasons,
        drawn_round=last_round,
    )
    return replace(drawn_round, is_second_of_triangle=last_round.part == 2)


def _make_proposed_rows(proposal: DraftRound, typed_round: TypedRound) -> list[MatchRow]:
    fixed_pairings = {
        (parse_small_number(row.home), parse_small_number(row.away))
        for row in typed_round.rows
        if row.is_kept
    }
    return [
        MatchRow(match_no, str(home), str(away), (home, away) in fixed_pairings)
        for match_no, (home, away) in enumerate(proposal.drawn_round.pairings, start=1)
    ]
