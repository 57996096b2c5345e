"""The line-up that a captain hands in for a round, which the other team sees once both are in."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from director.boards.movement.lineups import SEATS
from director.boards.movement.words import get_contestant_word
from director.boards.play.captains.read import TeamFixture, fetch_captain_team, list_team_fixtures
from director.core.base.forms import PageForm
from director.core.night.phones.door import resolve_token
from director.core.night.phones.read import OpenAddress, Whose, fetch_access
from director.errors import DeskError
from director.models import Section
from director.teams.lineups.read import (
    ROOMS,
    SEAT_NAMES,
    TeamLineUp,
    fetch_round_line_ups,
    find_teams_lined_up,
)
from director.teams.lineups.write import hand_in_line_up
from director.teams.sentences import TeamSentences


class LineUpForm(PageForm):
    """The line-up of a team in a round, with a box for each seat."""

    def __init__(self, *args: Any, team: TeamLineUp, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", "Choose")] + [(member, member) for member in team.members]
        for seat in SEATS:
            # A substitute whom the director has seated is no choice of the captain.
            is_member = team.names.get(seat) in team.members
            self.fields[seat] = forms.ChoiceField(
                label=SEAT_NAMES[seat],
                choices=choices,
                initial=team.names[seat] if is_member else "",
                error_messages={"required": f"Choose who sits {SEAT_NAMES[seat]}."},
            )

    @property
    def rooms(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The boxes of both rooms, with the name of each."""
        return [(room, [self[seat] for seat in seats]) for seats, room in ROOMS.items()]


@dataclass(frozen=True, slots=True)
class CaptainLineUp:
    """The line-up of a team in a round as its captain sees it.

    *opponents_line_up* is None until both teams have handed theirs in.
    """

    match: TeamFixture
    line_up: TeamLineUp
    opponents_line_up: TeamLineUp | None
    is_in: bool
    is_other_in: bool

    @property
    def is_open(self) -> bool:
        """Whether the captain may still change the line-up."""
        fixture = self.match.fixture
        return fixture.is_open and not (self.is_in and self.is_other_in)


@require_http_methods(["GET", "HEAD", "POST"])
@resolve_token(Whose.CAPTAIN)
def show_captain_line_up(
    request: HttpRequest, *, address: OpenAddress, round_no: int
) -> HttpResponse:
    """Show a captain the line-up of a round. A POST hands it in."""
    access = fetch_access(address)
    section, team = fetch_captain_team(access)
    shown = _read_line_up(section, team, round_no)
    if shown is None:
        messages.error(request, TeamSentences.NO_MATCH_IN_ROUND.says(round_no=round_no))
        return redirect("captain_page", token=access.token)
    form = LineUpForm(request.POST if request.method == "POST" else None, team=shown.line_up)
    if request.method == "POST" and form.is_valid():
        try:
            hand_in_line_up(access=access, round_no=round_no, names=form.cleaned_data)
        except DeskError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, f"Your line-up for round {round_no} is in.")
            return redirect("captain_line_up", token=access.token, round_no=round_no)
    event = section.session.event
    context = {
        "event": event,
        "called": get_contestant_word(section),
        "label": section.label(team),
        "token": access.token,
        "shown": shown,
        "form": form if shown.is_open and not event.is_final else None,
        "teams": _list_shown_line_ups(shown),
        "round_no": round_no,
    }
    answer = render(
        request, "teams/captain_lineup.html", context, status=422 if form.errors else 200
    )
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def _read_line_up(section: Section, team: int, round_no: int) -> CaptainLineUp | None:
    """Return the line-up of *team*, or None if the team has no match in the round."""
    plan = section.plan
    matches = list_team_fixtures(section, team)
    match = next((match for match in matches if match.fixture.round_no == round_no), None)
    if plan is None or match is None:
        return None
    opponent = match.fixture.away if match.is_home else match.fixture.home
    teams_lined_up = find_teams_lined_up(section, round_no)
    # Captains see no membership numbers of other people.
    line_ups = fetch_round_line_ups(section, plan, round_no, numbered=False).teams
    line_up_by_team = {line_up.number: line_up for line_up in line_ups}
    are_both_in = {team, opponent} <= teams_lined_up
    return CaptainLineUp(
        match=match,
        line_up=line_up_by_team[team],
        opponents_line_up=line_up_by_team.get(opponent) if are_both_in else None,
        is_in=team in teams_lined_up,
        is_other_in=opponent in teams_lined_up,
    )


def _list_shown_line_ups(shown: CaptainLineUp) -> Sequence[TeamLineUp]:
    """Return the line-ups that the captain only reads."""
    if shown.opponents_line_up:
        return [shown.line_up, shown.opponents_line_up]
    if shown.is_open:
        return []
    return [shown.line_up]
