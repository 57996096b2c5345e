"""The page on which a captain hands in the line-up of a round.

The other team sees it once both are in.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from director.additions.contests.captains.matches import (
    TeamFixture,
    fetch_captain_team,
    list_round_fixtures,
)
from director.additions.contests.lineups import (
    NO_MATCH_IN_ROUND,
    ROOMS,
    SEAT_NAMES,
    TeamLineUp,
    fetch_lined_up_teams,
    fetch_round_line_ups,
    hand_in_line_up,
)
from director.boards.movement.sitters import SEATS
from director.boards.movement.words import get_contestant_noun
from director.core.base.forms import PageForm
from director.core.base.requests import render_page
from director.core.base.shown_refusals import show_refusals_at
from director.core.night.links import AddressHolder, OpenAddress, fetch_access, resolve_token
from director.models import Section
from director.names import join_names


class LineUpForm(PageForm):
    """The line-up of a team in a round, with a box for each seat."""

    def __init__(self, *args: Any, team: TeamLineUp, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", "Choose")] + [(member, member) for member in team.members]
        for seat in SEATS:
            # A substitute whom the director has seated is no choice of the captain.
            is_member = team.names_by_seat.get(seat) in team.members
            self.fields[seat] = forms.ChoiceField(
                label=SEAT_NAMES[seat],
                choices=choices,
                initial=team.names_by_seat[seat] if is_member else "",
                error_messages={"required": f"Choose who sits {SEAT_NAMES[seat]}."},
            )

    @property
    def rooms(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The boxes of both rooms, with the name of each."""
        return [(room, [self[seat] for seat in seats]) for seats, room in ROOMS.items()]


@dataclass(frozen=True, slots=True)
class CaptainLineUp:
    """The line-up of a team in a round as its captain sees it."""

    matches: tuple[TeamFixture, ...]  # one, or both of a three-way match
    line_up: TeamLineUp
    opponents_line_ups: tuple[TeamLineUp, ...]  # empty until all teams have handed in theirs
    is_handed_in: bool
    handed_in_opponents: tuple[str, ...]  # the names of opponents with a line-up

    @property
    def opponent_names(self) -> str:
        """The numbers and names of the opponents."""
        return join_names([match.opponent_name for match in self.matches])

    @property
    def is_over(self) -> bool:
        """Whether all matches have their results."""
        return not any(match.fixture.is_open for match in self.matches)

    @property
    def has_all_line_ups(self) -> bool:
        """Whether all teams have handed in their line-ups."""
        return self.is_handed_in and len(self.handed_in_opponents) == len(self.matches)

    @property
    def is_open(self) -> bool:
        """Whether the captain may still change the line-up."""
        return not self.is_over and not self.has_all_line_ups


@require_http_methods(["GET", "HEAD", "POST"])
@resolve_token(AddressHolder.CAPTAIN)
def edit_captain_line_up(
    request: HttpRequest, *, address: OpenAddress, round_no: int
) -> HttpResponse:
    """Show a captain the line-up of a round. A POST hands it in."""
    access = fetch_access(address)
    section, team = fetch_captain_team(access)
    captain_line_up = _find_captain_line_up(section, team, round_no)
    if captain_line_up is None:
        messages.error(request, NO_MATCH_IN_ROUND[1].format(round_no=round_no))
        return redirect("captain_page", token=access.token)
    form = LineUpForm(
        request.POST if request.method == "POST" else None, team=captain_line_up.line_up
    )
    if request.method == "POST" and form.is_valid():
        with show_refusals_at(form):
            hand_in_line_up(access=access, round_no=round_no, names_by_seat=form.cleaned_data)
            messages.success(request, f"Your line-up for round {round_no} is in.")
            return redirect("captain_line_up", token=access.token, round_no=round_no)
    event = section.session.event
    context = {
        "event": event,
        "contestant_noun": get_contestant_noun(section),
        "label": section.get_label(team),
        "token": access.token,
        "shown": captain_line_up,
        "form": form if captain_line_up.is_open and not event.is_final else None,
        "teams": _list_shown_line_ups(captain_line_up),
        "round_no": round_no,
    }
    response = render_page(
        request, "additions/contests/captain_lineup.html", context, problems=form.errors
    )
    response.headers["Cache-Control"] = "private, no-store"
    return response


def _find_captain_line_up(section: Section, team: int, round_no: int) -> CaptainLineUp | None:
    """Return the line-up of *team*, or None if the team has no match in the round."""
    plan = section.plan
    matches = list_round_fixtures(section, team, round_no)
    if plan is None or not matches:
        return None
    lined_up_teams = fetch_lined_up_teams(section, round_no)
    # Captains see no membership numbers of other people.
    line_ups = fetch_round_line_ups(section, plan, round_no, is_numbered=False).teams
    line_ups_by_team = {line_up.number: line_up for line_up in line_ups}
    opponent_numbers = [match.opponent_no for match in matches]
    opponents_line_ups: tuple[TeamLineUp, ...] = ()
    if {team, *opponent_numbers} <= lined_up_teams:
        opponents_line_ups = tuple(line_ups_by_team[opponent] for opponent in opponent_numbers)
    handed_in_opponents = [
        match.opponent_name for match in matches if match.opponent_no in lined_up_teams
    ]
    return CaptainLineUp(
        matches=matches,
        line_up=line_ups_by_team[team],
        opponents_line_ups=opponents_line_ups,
        is_handed_in=team in lined_up_teams,
        handed_in_opponents=tuple(handed_in_opponents),
    )


def _list_shown_line_ups(captain_line_up: CaptainLineUp) -> Sequence[TeamLineUp]:
    """Return the line-ups that the captain only reads."""
    if captain_line_up.is_open:
        return []
    return [captain_line_up.line_up, *captain_line_up.opponents_line_ups]
