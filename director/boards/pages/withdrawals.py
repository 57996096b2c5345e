"""Withdrawals: a team leaves a round robin, or returns to it."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.rounds import get_withdrawals, is_round_robin
from director.boards.movement.sections import fetch_section
from director.boards.movement.words import fetch_names_by_pair
from director.boards.pages.steps import make_session_context
from director.boards.play.plan import return_team, withdraw_team
from director.boards.play.plan_changes import find_played_rounds
from director.boards.refusals import NO_ROUND_ROBIN
from director.core.base.forms import PageForm, parse_small_number
from director.core.base.requests import DeskRequest
from director.core.night.history import explain_final
from director.errors import DeskError
from director.models.event import SectionRef
from scoring.errors import ScoringError


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


@require_http_methods(["GET", "HEAD", "POST"])
def edit_withdrawals(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Withdraw a team from a round robin, or let it return."""
    section = fetch_section(session_id)
    plan = section.plan
    if plan is None or not is_round_robin(plan):
        messages.error(request, NO_ROUND_ROBIN[1].format())
        return redirect("session_play", session_id=session_id)
    returning_team = parse_small_number(request.POST.get("back", ""))
    withdrawals = get_withdrawals(plan)
    names = fetch_names_by_pair(section)
    teams = [(team, f"{section.label(team)} {names[team]}".strip()) for team in sorted(names)]
    _begun, last_played = find_played_rounds(section, fetch_section_lines(section, plan))
    current_round = max(section.session.round_no, last_played)
    form = WithdrawalForm(
        request.POST if request.method == "POST" and not returning_team else None,
        teams=[(team, text) for team, text in teams if team not in withdrawals],
        rounds=plan.rounds,
        current_round=min(plan.rounds, current_round),
    )
    try:
        if returning_team:
            return_team(section=section, team=returning_team, user=request.user)
        elif form.is_valid():
            withdraw_team(section=section, user=request.user, **form.cleaned_data)
        if returning_team or (form.is_bound and not form.errors):
            messages.success(request, "Saved. Tell the tables and reprint their cards.")
            return redirect("session_play", session_id=session_id)
    except (DeskError, ScoringError) as error:
        if form.is_bound:
            form.add_error(None, str(error))
        else:
            messages.error(request, str(error))
    context = make_session_context(section, "play") | {
        "form": form,
        "left": [(team, text, withdrawals[team]) for team, text in teams if team in withdrawals],
        "shut": explain_final(section.session.event),
    }
    status = 422 if form.errors else 200
    return render(request, "boards/withdrawals.html", context, status=status)
