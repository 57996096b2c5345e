"""The page of line-ups: who of each team sits where in a round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from director.additions.contests.lineups import (
    LineUpBox,
    LineUpPair,
    RoundLineUps,
    TeamLineUp,
    fetch_round_line_ups,
    format_line_up,
)
from director.additions.contests.lineups import store_line_ups
from director.boards.movement.sections import fetch_section
from director.boards.movement.sitters import SEATS
from director.boards.movement.words import get_contestant_word
from director.boards.pages.steps import make_session_context
from director.boards.refusals import NO_PLAN
from director.core.base.forms import make_meanwhile_error
from director.core.base.requests import DeskRequest
from director.core.base.roles import may_score
from director.errors import ChangedMeanwhileError, DeskError, NoPlanError
from director.models import Plan, Section
from director.models.event import Contest, SectionRef


@dataclass(frozen=True, slots=True)
class LineUpRow:
    """A team on the page: the names in its boxes, the text that the page showed, and an error."""

    team: TeamLineUp
    names: Mapping[str, str]
    shown_text: str
    error: str = ""

    @property
    def is_changed(self) -> bool:
        """Whether the director changed a name that the page showed."""
        return format_line_up(self.names) != self.shown_text

    def refuse_changed_meanwhile(self) -> None:
        """Raise if a captain or another desk has handed in something else since the page was made.

        :raises ChangedMeanwhileError: with the number of the team
        """
        if self.team.text not in (self.shown_text, format_line_up(self.names)):
            error = make_meanwhile_error(self.team.text)
            error.params["at_team"] = self.team.number
            raise error

    def with_stored_text_shown(self) -> "LineUpRow":
        """Return the row for a page that shows what is stored now, with only what was changed here."""
        if self.is_changed:
            return replace(self, shown_text=self.team.text)
        names = {seat: self.team.names.get(seat, "") for seat in SEATS}
        return replace(self, names=names, shown_text=self.team.text)

    @property
    def halves(self) -> tuple[LineUpPair, ...]:
        """The pairs in both rooms, with the names in the boxes."""
        return tuple(
            replace(half, seats=tuple(map(self._make_box, half.seats))) for half in self.team.pairs
        )

    def _make_box(self, stored_box: LineUpBox) -> LineUpBox:
        name = self.names[stored_box.seat]
        # Only the stored name is known to be a visitor's.
        if name == stored_box.name:
            return stored_box
        return LineUpBox(stored_box.seat, name)


def make_line_up_rows(
    teams: Sequence[TeamLineUp], data: Mapping[str, str], errors: Mapping[int, str] | None = None
) -> tuple[LineUpRow, ...]:
    """Return the rows of *teams* with the names typed in *data*. *errors* are by team."""
    return tuple(
        _make_line_up_row(team, data, (errors or {}).get(team.number, "")) for team in teams
    )


def _make_line_up_row(team: TeamLineUp, data: Mapping[str, str], error: str) -> LineUpRow:
    if f"was-{team.number}" not in data:
        return LineUpRow(team, {seat: team.names.get(seat, "") for seat in SEATS}, team.text, error)
    names = {seat: data.get(f"seat-{team.number}-{seat}", "") for seat in SEATS}
    return LineUpRow(team, names, data[f"was-{team.number}"], error)


@require_http_methods(["GET", "HEAD", "POST"])
def edit_line_ups(request: DeskRequest, session_id: SectionRef, round_no: int = 0) -> HttpResponse:
    """Show the line-ups of a round, or store the changed ones.

    Without a number it is the round in play.
    """
    section = fetch_section(session_id)
    context = make_session_context(section, "seats")
    plan = context["night"].plan
    try:
        shown = _fetch_shown_line_ups(section, plan, round_no, numbered=may_score(request))
    except DeskError as error:
        return render(
            request, "additions/contests/lineups.html", context | {"refused": error}, status=422
        )
    rows = make_line_up_rows(shown.teams, request.POST)
    status = 200
    if request.method == "POST":
        changed_rows = [row for row in rows if row.is_changed]
        typed = {row.team.number: row.names for row in changed_rows}
        success_text = "Nothing to save."
        try:
            for row in changed_rows:
                row.refuse_changed_meanwhile()
            if typed:
                count = store_line_ups(
                    section=section, round_no=shown.round_no, teams=typed, user=request.user
                )
                success_text = f"Line-up of {count} team{'s' * (count != 1)} saved."
        except DeskError as error:
            status = 422
            # The error of one team is shown beside its boxes, any other above the page.
            refused_team = error.params.get("at_team")
            if isinstance(refused_team, int):
                context["error"] = ""
                rows = make_line_up_rows(shown.teams, request.POST, {refused_team: str(error)})
                if isinstance(error, ChangedMeanwhileError):
                    rows = tuple(row.with_stored_text_shown() for row in rows)
            else:
                context["error"] = str(error)
        else:
            messages.success(request, success_text)
            return redirect("session_lineups_round", session_id, shown.round_no)
    return render(
        request,
        "additions/contests/lineups.html",
        context | {"shown": shown, "rows": rows},
        status=status,
    )


def _fetch_shown_line_ups(
    section: Section, plan: Plan | None, round_no: int, *, numbered: bool
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
            called=get_contestant_word(section),
        )
    if plan is None:
        raise NoPlanError(*NO_PLAN)
    number = round_no or min(section.session.round_no, plan.rounds)
    if number > plan.rounds:
        raise DeskError(
            "no-such-round",
            "There is no round {round_no}. Choose from round 1 to {rounds}.",
            round_no=number,
            rounds=plan.rounds,
        )
    return fetch_round_line_ups(section, plan, number, numbered=numbered)
