"""The page of line-ups: who of each team sits where in a round."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from director.boards import sentences as boards_sentences
from director.boards.sections import section_of_session
from director.boards.steps import shell
from director.boards.words import called
from director.core.accounts.roles import may_score
from director.core.requests import DeskRequest
from director.errors import DeskError, NoPlanError
from director.models import Plan, Section
from director.models.event import Contest, SectionPlace
from director.teams import sentences
from director.teams.lineups.forms import line_up_rows
from director.teams.lineups.read import RoundLineUps, round_line_ups
from director.teams.lineups.write import line_ups_store


@require_http_methods(["GET", "HEAD", "POST"])
def session_lineups(request: DeskRequest, session_id: SectionPlace, round_no: int = 0) -> HttpResponse:
    """Show who sits where in a round, that which is played if none is named; a POST stores what was changed."""
    section = section_of_session(session_id)
    context = shell(section, "seats")
    plan = context["night"].plan
    try:
        shown = _shown(section, plan, round_no, numbered=may_score(request))
    except DeskError as error:
        return render(request, "teams/lineups.html", context | {"refused": error}, status=422)
    rows = line_up_rows(shown.teams, request.POST)
    status = 200
    if request.method == "POST":
        typed = {row.team.number: row.names for row in rows if row.is_changed}
        try:
            count = typed and line_ups_store(section=section, round_no=shown.round_no, teams=typed, user=request.user)
        except DeskError as error:
            status, context["error"] = 422, str(error)
            at_team = error.params.get("at_team")
            if isinstance(at_team, int):
                context["error"], rows = "", line_up_rows(shown.teams, request.POST, {at_team: str(error)})
        else:
            teams = f"{count} team{'s' * (count != 1)}"
            messages.success(request, f"The line-up of {teams} is stored." if count else "Nothing was changed.")
            return redirect("session_lineups_round", session_id, shown.round_no)
    return render(request, "teams/lineups.html", context | {"shown": shown, "rows": rows}, status=status)


def _shown(section: Section, plan: Plan | None, round_no: int, *, numbered: bool) -> RoundLineUps:
    """Return the line-ups of *round_no*.

    :raises DeskError: if no teams play, no movement is chosen, or there is no such round
    """
    if section.team_size:
        raise DeskError(sentences.SEATED_BY_MOVEMENT)
    event = section.session.event
    if event.contest != Contest.TEAMS:
        raise DeskError(sentences.NO_TEAMS_HERE, event=event.name, called=called(section))
    if plan is None:
        raise NoPlanError(boards_sentences.NO_PLAN)
    number = round_no or min(section.session.round_no, plan.rounds)
    if number > plan.rounds:
        raise DeskError(sentences.NO_SUCH_ROUND, round_no=number, rounds=plan.rounds)
    return round_line_ups(section, plan, number, numbered=numbered)
