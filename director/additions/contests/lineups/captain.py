"""The line-up that a captain hands in for a round, which the other team sees once both are in."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from director.additions.contests.captains.matches import (
    TeamFixture,
    fetch_captain_team,
    list_round_fixtures,
)
from director.additions.contests.lineups import (
    ROOMS,
    SEAT_NAMES,
    TeamLineUp,
    fetch_round_line_ups,
    find_teams_lined_up,
)
from director.additions.contests.lineups import NO_MATCH_IN_ROUND, hand_in_line_up
from director.boards.movement.sitters import SEATS
from director.boards.movement.words import get_contestant_word
from director.core.base.forms import PageForm
from director.core.night.links import AddressHolder, OpenAddress, fetch_access, resolve_token
from director.errors import DeskError
from director.models import Section
from director.names import join_names


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

    *matches* are one, or both of a three-way match, for which the team has one line-up. The
    *opponents_line_ups* are empty until all teams have handed theirs in. *handed_in_opponents* are the
    opponents who have.
    """

    matches: tuple[TeamFixture, ...]
    line_up: TeamLineUp
    opponents_line_ups: tuple[TeamLineUp, ...]
    is_handed_in: bool
    handed_in_opponents: tuple[str, ...]

    @property
    def opponents(self) -> str:
        """The numbers and names of the opponents."""
        return join_names([match.opponent for match in self.matches])

    @property
    def is_over(self) -> bool:
        """Whether all matches have their results."""
        return not any(match.fixture.is_open for match in self.matches)

    @property
    def are_all_in(self) -> bool:
        """Whether all teams have handed in their line-ups."""
        return self.is_handed_in and len(self.handed_in_opponents) == len(self.matches)

    @property
    def is_open(self) -> bool:
        """Whether the captain may still change the line-up."""
        return not self.is_over and not self.are_all_in


@require_http_methods(["GET", "HEAD", "POST"])
@resolve_token(AddressHolder.CAPTAIN)
def show_captain_line_up(
    request: HttpRequest, *, address: OpenAddress, round_no: int
) -> HttpResponse:
    """Show a captain the line-up of a round. A POST hands it in."""
    access = fetch_access(address)
    section, team = fetch_captain_team(access)
    shown = _read_line_up(section, team, round_no)
    if shown is None:
        messages.error(request, NO_MATCH_IN_ROUND[1].format(round_no=round_no))
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
        request,
        "additions/contests/captain_lineup.html",
        context,
        status=422 if form.errors else 200,
    )
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def _read_line_up(section: Section, team: int, round_no: int) -> CaptainLineUp | None:
    """Return the line-up of *team*, or None if the team has no match in the round."""
    plan = section.plan
    matches = list_round_fixtures(section, team, round_no)
    if plan is None or not matches:
        return None
    teams_lined_up = find_teams_lined_up(section, round_no)
    # Captains see no membership numbers of other people.
    line_ups = fetch_round_line_ups(section, plan, round_no, numbered=False).teams
    line_up_by_team = {line_up.number: line_up for line_up in line_ups}
    opponents = [match.opponent_no for match in matches]
    opponents_line_ups: tuple[TeamLineUp, ...] = ()
    if {team, *opponents} <= teams_lined_up:
        opponents_line_ups = tuple(line_up_by_team[opponent] for opponent in opponents)
    opponents_in = [match.opponent for match in matches if match.opponent_no in teams_lined_up]
    return CaptainLineUp(
        matches=matches,
        line_up=line_up_by_team[team],
        opponents_line_ups=opponents_line_ups,
        is_handed_in=team in teams_lined_up,
        handed_in_opponents=tuple(opponents_in),
    )


def _list_shown_line_ups(shown: CaptainLineUp) -> Sequence[TeamLineUp]:
    """Return the line-ups that the captain only reads."""
    if shown.is_open:
        return []
    return [shown.line_up, *shown.opponents_line_ups]
