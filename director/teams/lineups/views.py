"""The page of line-ups: who of each team sits where in a round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from director.boards.movement.lineups import SEATS
from director.boards.movement.sections import fetch_section
from director.boards.movement.words import get_contestant_word
from director.boards.pages.steps import make_session_context
from director.boards.sentences import BoardSentences
from director.core.base.requests import DeskRequest
from director.core.base.roles import may_score
from director.errors import DeskError, NoPlanError
from director.models import Plan, Section
from director.models.event import Contest, SectionPlace
from director.teams.lineups.read import (
    LineUpPair,
    LineUpSeatShown,
    RoundLineUps,
    TeamLineUp,
    fetch_round_line_ups,
    format_line_up,
)
from director.teams.lineups.write import store_line_ups
from director.teams.sentences import TeamSentences


@dataclass(frozen=True, slots=True)
class LineUpRow:
    """A team on the page.

    What is in its boxes, what was there when the page was made, and what is wrong.
    """

    team: TeamLineUp
    names: Mapping[str, str]
    before: str
    error: str = ""

    @property
    def is_changed(self) -> bool:
        """Whether the director typed something else than was shown."""
        return format_line_up(self.names) != self.before

    @property
    def halves(self) -> tuple[LineUpPair, ...]:
        """The two rooms with what is in the boxes."""
        return tuple(
            LineUpPair(
                half.room,
                half.against,
                tuple(
                    seat
                    if self.names[seat.seat] == seat.name
                    else LineUpSeatShown(seat.seat, self.names[seat.seat])
                    for seat in half.seats
                ),
            )
            for half in self.team.halves
        )


def make_line_up_rows(
    teams: Sequence[TeamLineUp], data: Mapping[str, str], wrong: Mapping[int, str] | None = None
) -> tuple[LineUpRow, ...]:
    """Return the rows of *teams* with what *data* has typed in them.

    *wrong* holds sentences by number.
    """
    return tuple(
        _make_line_up_row(team, data, (wrong or {}).get(team.number, "")) for team in teams
    )


def _make_line_up_row(team: TeamLineUp, data: Mapping[str, str], error: str) -> LineUpRow:
    if f"was-{team.number}" not in data:
        return LineUpRow(team, {seat: team.names.get(seat, "") for seat in SEATS}, team.text, error)
    names = {seat: data.get(f"seat-{team.number}-{seat}", "") for seat in SEATS}
    return LineUpRow(team, names, data[f"was-{team.number}"], error)


@require_http_methods(["GET", "HEAD", "POST"])
def edit_line_ups(
    request: DeskRequest, session_id: SectionPlace, round_no: int = 0
) -> HttpResponse:
    """Show who sits where in a round, or store what was changed.

    If no round is named, it is the one in play.
    """
    section = fetch_section(session_id)
    context = make_session_context(section, "seats")
    plan = context["night"].plan
    try:
        shown = _fetch_shown_line_ups(section, plan, round_no, numbered=may_score(request))
    except DeskError as error:
        return render(request, "teams/lineups.html", context | {"refused": error}, status=422)
    rows = make_line_up_rows(shown.teams, request.POST)
    status = 200
    if request.method == "POST":
        typed = {row.team.number: row.names for row in rows if row.is_changed}
        try:
            count = typed and store_line_ups(
                section=section, round_no=shown.round_no, teams=typed, user=request.user
            )
        except DeskError as error:
            status, context["error"] = 422, str(error)
            at_team = error.params.get("at_team")
            if isinstance(at_team, int):
                context["error"], rows = (
                    "",
                    make_line_up_rows(shown.teams, request.POST, {at_team: str(error)}),
                )
        else:
            teams = f"{count} team{'s' * (count != 1)}"
            messages.success(request, f"Line-up of {teams} saved." if count else "Nothing to save.")
            return redirect("session_lineups_round", session_id, shown.round_no)
    return render(
        request, "teams/lineups.html", context | {"shown": shown, "rows": rows}, status=status
    )


def _fetch_shown_line_ups(
    section: Section, plan: Plan | None, round_no: int, *, numbered: bool
) -> RoundLineUps:
    """Return the line-ups of *round_no*.

    :raises DeskError: if no teams play, no movement is chosen, or there is no such round
    """
    if section.team_size:
        raise DeskError(TeamSentences.SEATED_BY_MOVEMENT)
    event = section.session.event
    if event.contest != Contest.TEAMS:
        raise DeskError(
            TeamSentences.NO_TEAMS_HERE, event=event.name, called=get_contestant_word(section)
        )
    if plan is None:
        raise NoPlanError(BoardSentences.NO_PLAN)
    number = round_no or min(section.session.round_no, plan.rounds)
    if number > plan.rounds:
        raise DeskError(TeamSentences.NO_SUCH_ROUND, round_no=number, rounds=plan.rounds)
    return fetch_round_line_ups(section, plan, number, numbered=numbered)
