"""The page of a contest whose rounds are drawn: it begins, and draws one round after the other."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from director.boards.draws import sentences
from director.boards.draws.bracket import section_bracket
from director.boards.draws.forms import BeginForm, MatchRow, TypedRound
from director.boards.draws.read import DrawnContest, Proposal, contest_find
from director.boards.draws.write import contest_begin, round_use
from director.boards.sections import section_of_session
from director.boards.shell import shell
from director.desk.forms.numbers import small_number
from director.desk.requests import DeskRequest
from director.errors import DeskError
from director.models import Section
from director.models.event import Contest, SectionPlace
from movements import MovementError
from scoring import ScoringError

REFUSALS = (DeskError, MovementError, ScoringError)


@require_http_methods(["GET", "HEAD", "POST"])
def session_draw(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Ask how the contest begins, or show the next round; a press stores it.

    What was typed stays where it is refused, and a press on an old page stores nothing.
    """
    section = section_of_session(session_id)
    if section.session.event.contest == Contest.INDIVIDUAL:
        messages.error(request, sentences.DRAWS_NOT_FOR_PLAYERS.says())
        return redirect("session_field", session_id=session_id)
    typed = request.POST if request.method == "POST" else request.GET
    contest = contest_find(section, is_anew="anew" in typed)
    action = request.POST.get("action", "")
    if action == "begin":
        return _begin(request, section)
    if contest is None:
        return _show_beginning(request, section, BeginForm(None, contest=section.session.event.contest))
    if action:
        return _draw(request, contest, TypedRound(contest, request.POST), action)
    return _show(request, contest, TypedRound(contest, typed))


def _begin(request: DeskRequest, section: Section) -> HttpResponse:
    form = BeginForm(request.POST, contest=section.session.event.contest)
    if form.is_valid():
        data = form.cleaned_data
        try:
            plan = contest_begin(
                section=section,
                key=data["key"],
                size=data["size"],
                rounds=data["rounds"],
                boards_per_set=data["boards"],
                options=form.options(),
            )
        except (DeskError, MovementError) as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, f"{plan.name}: round 1 is drawn. Type who plays at Seats.")
            return redirect("session_seats", session_id=section.place)
    return _show_beginning(request, section, form)


def _show_beginning(request: DeskRequest, section: Section, form: BeginForm) -> HttpResponse:
    context = shell(section, "field") | {"form": form}
    return render(request, "boards/draws/begin.html", context, status=422 if form.errors else 200)


def _draw(request: DeskRequest, contest: DrawnContest, typed: TypedRound, action: str) -> HttpResponse:
    if request.POST.get("mark") != contest.mark:
        fresh = TypedRound(contest, QueryDict(mutable=False))
        return _show(request, contest, fresh, faults=[sentences.DRAWN_SINCE.says()])
    if action != "use":
        kept = [row for row in typed.rows if row.is_kept]
        return _show(request, contest, typed, faults=typed.faults(kept))
    try:
        if contest.is_knockout:
            drawn = contest.propose(typed.wanted()).drawn
        elif faults := typed.faults():
            return _show(request, contest, typed, faults=faults, is_typed=True)
        else:
            drawn = typed.drawn()
        round_use(contest=contest, drawn=drawn, user=request.user)
    except REFUSALS as error:
        return _show(request, contest, typed, faults=[str(error)], is_typed=True)
    round_no = len(contest.rounds) + 1
    messages.success(request, f"Round {round_no} is drawn. Print the draw, or show it in the room.")
    return redirect("session_draw", session_id=contest.section.place)


def _show(
    request: DeskRequest,
    contest: DrawnContest,
    typed: TypedRound,
    *,
    faults: list[str] | None = None,
    is_typed: bool = False,
) -> HttpResponse:
    """Show the rounds, and the next one: as *is_typed*, or drawn with what was settled."""
    refused = list(faults or [])
    proposal: Proposal | None = None
    if not is_typed and not refused[:1]:
        try:
            proposal = contest.propose(typed.wanted())
        except REFUSALS as error:
            refused.append(str(error))
    elif not is_typed:
        proposal = _unforced(contest)
    rows = typed.rows if is_typed or proposal is None else _rows(proposal, typed)
    byes = proposal.drawn.byes if proposal else tuple(filter(None, [typed.wanted().bye]))
    context: dict[str, Any] = shell(contest.section, "play") | {
        "contest": contest,
        "round_no": len(contest.rounds) + 1,
        "rows": [(row, *(contest.names.get(small_number(text), "") for text in (row.home, row.away))) for row in rows],
        "byes": byes,
        "absent": typed.away,
        "after": len(contest.rounds) if typed.after is None else typed.after,
        "may_repeat": typed.may_repeat,
        "notes": proposal.notes if proposal else (),
        "bracket": section_bracket(contest.section),
        "faults": refused,
        "is_beyond": bool(contest.planned) and len(contest.rounds) >= contest.planned,
        "missing": contest.missing,
        "everybody": [(number, contest.named(number)) for number in sorted(contest.names)],
        "last_playing": [(number, contest.named(number)) for number in contest.rounds[-1].playing]
        if contest.rounds
        else [],
    }
    return render(request, "boards/draws/page.html", context, status=422 if faults else 200)


def _unforced(contest: DrawnContest) -> Proposal | None:
    """Return the draw by what is known now, ``None`` where there is none."""
    try:
        return contest.propose(TypedRound(contest, QueryDict()).wanted())
    except REFUSALS:
        return None


def _rows(proposal: Proposal, typed: TypedRound) -> list[MatchRow]:
    kept = {(small_number(row.home), small_number(row.away)) for row in typed.rows if row.is_kept}
    return [
        MatchRow(at, str(home), str(away), (home, away) in kept)
        for at, (home, away) in enumerate(proposal.drawn.pairings, start=1)
    ]
