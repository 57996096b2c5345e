"""Something changed: the question, the ways to continue with their costs, and the choice."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.db import transaction
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.http import require_http_methods

from director.additions.replanning.forms import FORGOTTEN_SWITCH, PlanChangeForm
from director.additions.replanning.options import (
    ReplanOption,
    ReplanOptions,
    make_replan_options,
)
from director.boards.contests import get_contest
from director.boards.movement.cards.cards import fetch_required_plan
from director.boards.movement.cards.changes import CHANGED_CARDS
from director.boards.movement.lines.section_lines import (
    SectionLines,
    fetch_section_lines,
    load_movement,
)
from director.boards.movement.rounds import get_withdrawals, is_drawn
from director.boards.movement.sections import count_session_rounds, fetch_section
from director.boards.pages.steps import make_session_context
from director.boards.play.plan import (
    continue_plan,
    withdraw_and_close_up,
    withdraw_team,
)
from director.boards.play.plan_changes import find_played_rounds
from director.boards.sentences import BoardSentences
from director.core.base.requests import DeskRequest
from director.core.night.history import explain_final
from director.errors import DeskError, NoPlanError
from director.models import Plan, Section
from director.models.event import SectionRef
from movements.errors import MovementError
from movements.replan.records import error_phrase
from scoring.errors import ScoringError


@require_http_methods(["GET", "HEAD", "POST"])
def replan_session(request: DeskRequest, session_id: SectionRef) -> HttpResponse:
    """Ask what happened and show the ways to continue. A POST takes one.

    The page sends the movement and the number of results it was made for, so a POST from an
    outdated page changes nothing.
    """
    section = fetch_section(session_id)
    try:
        plan = fetch_required_plan(section)
    except NoPlanError as error:
        messages.error(request, str(error))
        return redirect("session_field", session_id=session_id)
    if is_drawn(plan.key):
        context = make_session_context(section, "play") | {
            "drawn": BoardSentences.CHANGED_BY_DRAW.format()
        }
        return render(request, "additions/replanning/page.html", context)
    if request.GET.get("kind") == FORGOTTEN_SWITCH:
        return redirect("session_direction", session_id=session_id)
    page = _ReplanPage(section, plan, request.POST if request.method == "POST" else request.GET)
    if request.method != "POST" or "see" in request.POST:
        return _render_replan_page(request, page)
    return _take_option(request, page)


def _take_option(request: DeskRequest, page: "_ReplanPage") -> HttpResponse:
    """Put the pressed option in force, or show the page again with the reason why not."""
    section, plan = page.section, page.plan
    if request.POST.get("way") == plan.fingerprint:  # the same button pressed twice
        return redirect("session_play", session_id=section.place)
    option = page.chosen_option
    if option is None:
        refused = BoardSentences.CHANGED_SINCE.format() if page.options else ""
        return _render_replan_page(request, page, refused=refused)
    try:
        _apply(request, page, option)
    except (DeskError, ScoringError) as error:
        return _render_replan_page(request, page, refused=str(error))
    messages.success(request, _format_applied_message(section, plan, option))
    return redirect("session_play", session_id=section.place)


def _apply(request: DeskRequest, page: "_ReplanPage", option: ReplanOption) -> None:
    """Put *option* in force. A team that leaves a round robin is withdrawn, by its rules.

    :raises DeskError: as :func:`continue_plan`
    """
    change_text = page.form.describe_change()
    why = f"{change_text}: {option.title}"
    words = f"Movement changed from round {option.from_round} ({change_text}): {option.title}."
    teams = page.form.change().leavers
    if option.has_fewer_rounds:
        withdraw_and_close_up(
            section=page.section,
            teams=teams,
            movement=option.movement,
            from_round=option.from_round,
            why=why,
            words=words,
            user=request.user,
        )
        return
    if option.is_withdrawal:
        with transaction.atomic():
            for team in teams:
                withdraw_team(
                    section=page.section,
                    team=team,
                    from_round=option.from_round,
                    user=request.user,
                )
        return
    names = {pair.pair_no: pair.entrant for pair in option.late_pairs}
    continue_plan(
        section=page.section,
        movement=option.movement,
        from_round=option.from_round,
        why=why,
        words=words,
        names={number: entrant for number, entrant in names.items() if entrant},
        user=request.user,
    )


def _format_applied_message(section: Section, plan: Plan, option: ReplanOption) -> str:
    """Return the message after *option* has replaced *plan*: seats, and cards to reprint."""
    changes_text = ". ".join(
        [
            f"Movement changed from round {option.from_round}: {option.title}",
            *(pair.text for pair in option.late_pairs),
        ]
    )
    if not option.changed_cards:
        return f"{changes_text}. Tell the tables; their guide cards stay the same."
    since = section.printed_fingerprint or plan.fingerprint
    paper = section.session.event.club.paper
    print_params = urlencode({"since": since, "paper": paper})
    path = f"{reverse('session_print', args=[section])}?{CHANGED_CARDS}&{print_params}"
    return format_html(
        '{}. Reprint the guide cards of {}. <a href="{}">Print changed cards</a>',
        changes_text,
        option.changed_cards,
        path,
    )


@dataclass(frozen=True)
class _ReplanPage:
    """The form of a section and the ways to continue that follow from it."""

    section: Section
    plan: Plan
    params: QueryDict  # of the address or the posted form

    @cached_property
    def lines(self) -> SectionLines:
        """Every line of the section."""
        return fetch_section_lines(self.section, self.plan)

    @cached_property
    def form(self) -> PlanChangeForm:
        """The form, bound if a reason was chosen."""
        self.plan.section = self.section
        begun, latest = find_played_rounds(self.section, self.lines)
        movement = load_movement(self.plan)
        # Whoever withdraws from a round plays until then, so nothing changes before it.
        begun = max([begun, *(round_no - 1 for round_no in get_withdrawals(movement).values())])
        latest = max(begun, latest)
        form = PlanChangeForm(
            self.params if "kind" in self.params else None,
            section=self.section,
            movement=movement,
            begun=begun,
            latest=latest,
        )
        form.is_valid()
        return form

    @cached_property
    def options(self) -> ReplanOptions | None:
        """The ways to continue, or None while the question is incomplete."""
        form = self.form
        if not form.is_bound or form.errors:
            return None
        try:
            options = make_replan_options(
                self.section,
                form.movement,
                self.lines,
                change=form.change(),
                from_round=form.cleaned_data["from_round"],
                rounds=count_session_rounds(self.section, self.plan),
            )
            return replace(options, options=tuple(map(self._with_names, options.options)))
        except MovementError as error:
            form.add_error(None, error_phrase(error).text(self.section.label))
            return None

    def _with_names(self, option: ReplanOption) -> ReplanOption:
        """Return *option* with the names of late pairs as typed."""
        typed_names = [
            tuple(self.params.get(box, "") for box, *_rest in pair.boxes)
            for pair in option.late_pairs
        ]
        pairs = zip(option.late_pairs, typed_names, strict=True)
        return replace(
            option, late_pairs=tuple(replace(pair, names=names) for pair, names in pairs)
        )

    @property
    def state_version(self) -> str:
        """The state that the page was made for: the movement in force and its results."""
        entered = sum(line.is_entered for line in self.lines.all)
        return f"{self.plan.number}-{self.plan.fingerprint}-{entered}"

    @property
    def chosen_option(self) -> ReplanOption | None:
        """The pressed option, or None if something has changed since the page was made."""
        is_outdated = self.params.get("mark") != self.state_version
        if self.options and not is_outdated:
            return self.options.find(self.params.get("way", ""))
        return None


def _render_replan_page(
    request: DeskRequest, page: _ReplanPage, *, refused: str = ""
) -> HttpResponse:
    context: dict[str, Any] = make_session_context(page.section, "play") | {
        "form": page.form,
        "ways": page.options,
        "mark": page.state_version,
        "refused": refused,
        "shut": explain_final(page.section.session.event),
        "over": _explain_too_late(page.form),
        "results_in": page.lines.results_in,
        "contest": get_contest(page.section),
    }
    if page.options:
        shown_option = page.options.find(page.params.get("see", "")) or next(
            iter(page.options.options), None
        )
        hidden_values = {
            name: page.form.data.get(name, "")
            for name in ("kind", "from_round", *page.form.chosen_change.boxes)
        }
        context |= {
            "said": page.form.describe_change(),
            "seen": shown_option,
            "is_asked": "see" in page.params,
            "asked": hidden_values,
        }
    status = 422 if refused or page.form.errors else 200
    return render(request, "additions/replanning/page.html", context, status=status)


def _explain_too_late(form: PlanChangeForm) -> str:
    """Return the sentence that only rounds can be added now, or ""."""
    if not form.is_over:
        return ""
    if form.has_earlier_rounds:
        return BoardSentences.LAST_ROUND_ENTERED.format()
    return BoardSentences.LAST_ROUND_BEGUN.format()
