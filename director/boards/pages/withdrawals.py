"""Teams that leave a round robin, and return."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from director.boards.movement.formats import get_format
from director.boards.movement.lines.matches import MatchState, collect_matches
from director.boards.movement.lines.section_lines import SectionLines, fetch_section_lines
from director.boards.movement.rounds import get_withdrawals_by_contestant
from director.boards.movement.sections import fetch_section
from director.boards.movement.words import fetch_name_by_pair
from director.boards.pages.steps import make_session_context
from director.boards.play.plan import return_team, withdraw_team
from director.boards.play.plan_changes import fetch_played_rounds
from director.boards.refusals import make_no_round_robin_error
from director.core.base.forms import PageForm, parse_small_number
from director.core.base.requests import DeskRequest, render_page
from director.core.base.shown_refusals import show_refusals_as_messages, show_refusals_at
from director.core.pages.standings_question import ask_before_standings_change
from director.models.event import SectionRef


class WithdrawalForm(PageForm):
    """The team that withdraws from a round robin, and its first missing round."""

    team = forms.TypedChoiceField(label="Team", coerce=int)
    from_round = forms.TypedChoiceField(label="From round", coerce=int)

    def __init__(
        self,
        typed: QueryDict | None,
        *,
        teams: list[tuple[int, str]],
        rounds: int,
        current_round: int,
    ) -> None:
        super().__init__(typed, initial={"from_round": current_round})
        choices_by_field: dict[str, list[tuple[Any, str]]] = {
            "team": [("", "–"), *teams],
            "from_round": [(round_no, str(round_no)) for round_no in range(1, rounds + 1)],
        }
        for name, choices in choices_by_field.items():
            self.set_choices(name, choices)
            self.fields[name].error_messages |= dict.fromkeys(
                ("required", "invalid_choice"), "Choose one from the list."
            )


@dataclass(frozen=True, slots=True)
class TeamProgress:
    """The matches of a team of a round robin, which decide whether its results count if it withdraws."""

    text: str  # "4 Red Lions"
    withdrawn_round: int  # its first missed round, 0 if it plays
    played_count: int
    due_count: int  # without the matches of teams whose results don't count

    @property
    def is_counted(self) -> bool:
        """Whether its results count once it has withdrawn."""
        return 2 * self.played_count >= self.due_count


def list_team_progress(
    lines: SectionLines, teams: Iterable[tuple[int, str]], withdrawals: Mapping[int, int]
) -> list[TeamProgress]:
    """Return how many matches each of *teams* has played. *withdrawals* are in their order."""
    matches = [match for match in collect_matches(lines).values() if not match.is_void]
    cancelled_teams: set[int] = set()

    def make_progress(team: int, text: str) -> TeamProgress:
        own_matches = [
            match
            for match in matches
            if team in match.key[1:] and cancelled_teams.isdisjoint({*match.key[1:]} - {team})
        ]
        played_count = sum(match.state == MatchState.PLAYED for match in own_matches)
        return TeamProgress(text, withdrawals.get(team, 0), played_count, len(own_matches))

    text_by_team = dict(teams)
    progress_by_team: dict[int, TeamProgress] = {}
    # A team whose results don't count is no opponent of those that follow.
    first_teams = [team for team in withdrawals if team in text_by_team]
    for team in dict.fromkeys([*first_teams, *text_by_team]):
        progress_by_team[team] = make_progress(team, text_by_team[team])
        if team in withdrawals and not progress_by_team[team].is_counted:
            cancelled_teams.add(team)
    return [progress_by_team[team] for team in text_by_team]


@require_http_methods(["GET", "HEAD", "POST"])
@ask_before_standings_change
def edit_withdrawals(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Withdraw a team from a round robin, or let it return."""
    section = fetch_section(ref)
    plan = section.plan
    if plan is None or not get_format(plan).is_round_robin:
        messages.error(request, str(make_no_round_robin_error()))
        return redirect("session_play", ref=ref)
    returning_team = parse_small_number(request.POST.get("back", ""))  # 0 if a team withdraws
    withdrawals = get_withdrawals_by_contestant(plan)
    names = fetch_name_by_pair(section)
    teams = [(team, f"{section.get_label(team)} {names[team]}".strip()) for team in sorted(names)]
    lines = fetch_section_lines(section, plan)
    _begun, last_played = fetch_played_rounds(section, lines)
    current_round = max(section.session.round_no, last_played)
    form = WithdrawalForm(
        request.POST if request.method == "POST" and not returning_team else None,
        teams=[(team, text) for team, text in teams if team not in withdrawals],
        rounds=plan.rounds,
        current_round=min(plan.rounds, current_round),
    )
    with show_refusals_at(form) if form.is_bound else show_refusals_as_messages(request):
        if returning_team:
            return_team(section=section, team=returning_team, user=request.user)
        elif form.is_valid():
            withdraw_team(section=section, user=request.user, **form.cleaned_data)
        if returning_team or (form.is_bound and not form.errors):
            messages.success(request, "Saved. Tell the tables and reprint their cards.")
            return redirect("session_play", ref=ref)
    context = make_session_context(section, "play") | {
        "form": form,
        "withdrawn_teams": [
            (team, text, withdrawals[team]) for team, text in teams if team in withdrawals
        ],
        "progress": list_team_progress(lines, teams, withdrawals),
    }
    return render_page(request, "boards/withdrawals.html", context, problems=form.errors)
