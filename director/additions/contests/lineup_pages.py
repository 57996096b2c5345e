"""The director's page of the line-ups of all teams in a round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from director.additions.contests.lineup_changes import store_line_ups
from director.additions.contests.lineups import (
    LineUpBox,
    LineUpPair,
    RoundLineUps,
    TeamLineUp,
    fetch_round_line_ups,
    format_line_up,
)
from director.boards.movement.sections import fetch_section
from director.boards.movement.sitters import SEATS
from director.boards.movement.words import get_contestant_noun
from director.boards.pages.steps import make_session_context
from director.boards.refusals import make_no_plan_error
from director.core.base.forms import make_conflict_error
from director.core.base.requests import DeskRequest
from director.core.base.roles import can_score
from director.errors import ChangedMeanwhileError, DeskError
from director.models import Plan, Section
from director.models.event import Contest, SectionRef
from movements.option import format_count


@dataclass(frozen=True, slots=True)
class LineUpRow:
    """A team on the page of line-ups."""

    team: TeamLineUp
    names_by_seat: Mapping[str, str]  # in the boxes
    shown_text: str  # the line-up that the page showed
    error: str = ""

    @property
    def is_changed(self) -> bool:
        """Whether the director changed a name that the page showed."""
        return format_line_up(self.names_by_seat) != self.shown_text

    def refuse_changed_meanwhile(self) -> None:
        """Raise if another desk has stored something else since the page was made.

        :raises ChangedMeanwhileError: with the number of the team
        """
        if self.team.text not in (self.shown_text, format_line_up(self.names_by_seat)):
            error = make_conflict_error(self.team.text)
            error.params["at_team"] = self.team.number
            raise error

    def with_stored_text_shown(self) -> "LineUpRow":
        """Return the row with the stored line-up, except for names that were changed here."""
        if self.is_changed:
            return replace(self, shown_text=self.team.text)
        names_by_seat = {seat: self.team.names_by_seat.get(seat, "") for seat in SEATS}
        return replace(self, names_by_seat=names_by_seat, shown_text=self.team.text)

    @property
    def halves(self) -> tuple[LineUpPair, ...]:
        """The pairs in both rooms, with the names in the boxes."""
        return tuple(
            replace(half, seats=tuple(map(self._make_box, half.seats))) for half in self.team.pairs
        )

    def _make_box(self, stored_box: LineUpBox) -> LineUpBox:
        name = self.names_by_seat[stored_box.seat]
        # Only the stored name is known to be a visitor's.
        if name == stored_box.name:
            return stored_box
        return LineUpBox(stored_box.seat, name)


def make_line_up_rows(
    teams: Sequence[TeamLineUp],
    data: Mapping[str, str],
    errors_by_team: Mapping[int, str] | None = None,
) -> tuple[LineUpRow, ...]:
    """Return the rows of *teams* with the names typed in *data* and the errors of the teams."""
    return tuple(
        _make_line_up_row(team, data, (errors_by_team or {}).get(team.number, "")) for team in teams
    )


def _make_line_up_row(team: TeamLineUp, data: Mapping[str, str], error: str) -> LineUpRow:
    if f"was-{team.number}" not in data:
        stored_names = {seat: team.names_by_seat.get(seat, "") for seat in SEATS}
        return LineUpRow(team, stored_names, team.text, error)
    names_by_seat = {seat: data.get(f"seat-{team.number}-{seat}", "") for seat in SEATS}
    return LineUpRow(team, names_by_seat, data[f"was-{team.number}"], error)


@require_http_methods(["GET", "HEAD", "POST"])
def edit_line_ups(request: DeskRequest, ref: SectionRef, round_no: int = 0) -> HttpResponse:
    """Show the line-ups of a round, or store the changed ones.

    Without a number it is the round in play.
    """
    section = fetch_section(ref)
    context = make_session_context(section, "seats")
    plan = context["night"].plan
    try:
        round_line_ups = _fetch_shown_line_ups(
            section, plan, round_no, is_numbered=can_score(request)
        )
    except DeskError as error:
        return render(
            request, "additions/contests/lineups.html", context | {"refused": error}, status=422
        )
    rows = make_line_up_rows(round_line_ups.teams, request.POST)
    status = 200
    if request.method == "POST":
        changed_rows = [row for row in rows if row.is_changed]
        names_by_team = {row.team.number: row.names_by_seat for row in changed_rows}
        message = "Nothing to save."
        try:
            for row in changed_rows:
                row.refuse_changed_meanwhile()
            if names_by_team:
                team_count = store_line_ups(
                    section=section,
                    round_no=round_line_ups.round_no,
                    line_ups_by_team=names_by_team,
                    user=request.user,
                )
                message = f"Line-up of {format_count(team_count, 'team')} saved."
        except DeskError as error:
            status = 422
            # The error of one team is shown beside its boxes, any other above the page.
            refused_team = error.params.get("at_team")
            if isinstance(refused_team, int):
                context["error"] = ""
                rows = make_line_up_rows(
                    round_line_ups.teams, request.POST, {refused_team: str(error)}
                )
                if isinstance(error, ChangedMeanwhileError):
                    rows = tuple(row.with_stored_text_shown() for row in rows)
            else:
                context["error"] = str(error)
        else:
            messages.success(request, message)
            return redirect("session_lineups_round", ref, round_line_ups.round_no)
    return render(
        request,
        "additions/contests/lineups.html",
        context | {"shown": round_line_ups, "rows": rows},
        status=status,
    )


def _fetch_shown_line_ups(
    section: Section, plan: Plan | None, round_no: int, *, is_numbered: bool
) -> RoundLineUps:
    """Return the line-ups of *round_no*.

    :raises DeskError: if no teams play, no movement is chosen, or there is no such round
    """
    if section.team_size:
        raise DeskError(
            "seated-by-movement",
            "This movement seats each player in each round, so there are no line-ups. Change "
            "names at Seats.",
        )
    event = section.session.event
    if event.contest != Contest.TEAMS:
        raise DeskError(
            "no-teams-here",
            "Only teams have line-ups, and {event} is for {called}s.",
            event=event.name,
            called=get_contestant_noun(section),
        )
    if plan is None:
        raise make_no_plan_error()
    shown_round = round_no or min(section.session.round_no, plan.rounds)
    if shown_round > plan.rounds:
        raise DeskError(
            "no-such-round",
            "There is no round {round_no}. Choose from round 1 to {rounds}.",
            round_no=shown_round,
            rounds=plan.rounds,
        )
    return fetch_round_line_ups(section, plan, shown_round, is_numbered=is_numbered)
