"""Something changed: the question, the ways to continue with their costs, and the choice."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.http import require_http_methods, require_POST

from director.boards.contests import contest_of
from director.boards.movement.acts import PLAN
from director.boards.movement.cards.cards import required_plan
from director.boards.movement.cards.changes import CHANGED_CARDS
from director.boards.movement.lines.read import SectionLines, plan_movement, section_lines
from director.boards.movement.rounds import is_drawn, is_round_robin, withdrawn
from director.boards.movement.sections import section_of_session, session_rounds
from director.boards.movement.words import names_by_pair
from director.boards.pages.replanning.forms import ChangedForm, WithdrawalForm
from director.boards.pages.steps import shell
from director.boards.play.draws.sentences import DrawSentences
from director.boards.play.plan import continue_plan, return_team, withdraw_team
from director.boards.play.replanning import (
    ReplanOption,
    ReplanOptions,
    replan_options,
    rounds_played,
)
from director.boards.play.results.acts import undo_section
from director.boards.play.scores.undoing import undo_refused
from director.boards.sentences import BoardSentences
from director.core.base.forms import small_number
from director.core.base.requests import DeskRequest
from director.core.night.history.write import refuse_final
from director.errors import DeskError, FinalError, NoPlanError
from director.models import Plan, Section
from director.models.event import SectionPlace
from movements import MovementError, error_phrase
from scoring import ScoringError


@require_http_methods(["GET", "HEAD", "POST"])
def session_changed(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Ask what happened and show the ways to continue. A POST takes one.

    The page says which movement and how many results it was made for: a press on an old page
    changes nothing.
    """
    section = section_of_session(session_id)
    try:
        if not contest_of(section).is_side:
            raise DeskError(BoardSentences.CHANGED_FOR_PAIRS)
        plan = required_plan(section)
        if is_drawn(plan.key):
            raise DeskError(DrawSentences.DRAW_CHANGES)
    except DeskError as error:
        messages.error(request, str(error))
        return redirect(
            "session_field" if isinstance(error, NoPlanError) else "session_play",
            session_id=session_id,
        )
    asked = _ReplanPage(section, plan, request.POST if request.method == "POST" else request.GET)
    if request.method != "POST" or "see" in request.POST:
        return _show(request, asked)
    if request.POST.get("way") == plan.fingerprint:  # the same button pressed twice
        return redirect("session_play", session_id=session_id)
    way = asked.way
    if way is None:
        refused = BoardSentences.CHANGED_SINCE.says() if asked.ways else ""
        return _show(request, asked, refused=refused)
    why = f"{asked.form.said()}: {way.title}"
    try:
        continue_plan(
            section=section,
            movement=way.movement,
            from_round=way.from_round,
            why=why,
            names={pair.pair_no: pair.names for pair in way.late_pairs if any(pair.names)},
            user=request.user,
        )
    except (DeskError, ScoringError) as error:
        return _show(request, asked, refused=str(error))
    messages.success(request, _applied_message(section, asked.plan, way))
    return redirect("session_play", session_id=session_id)


def _applied_message(section: Section, plan: Plan, way: ReplanOption) -> str:
    """Return the message once *way* replaced *plan*: seats, and cards to reprint."""
    said = ". ".join(
        [
            f"Movement changed from round {way.from_round}: {way.title}",
            *(pair.text for pair in way.late_pairs),
        ]
    )
    if not way.cards:
        return f"{said}. Tell the tables; their guide cards stay the same."
    since, paper = section.printed_fingerprint or plan.fingerprint, section.session.event.club.paper
    path = f"{reverse('session_print', args=[section])}?{CHANGED_CARDS}&{urlencode({'since': since, 'paper': paper})}"
    return format_html(
        '{}. Reprint the guide cards of {}. <a href="{}">Print changed cards</a>',
        said,
        way.cards,
        path,
    )


@require_POST
def session_changed_undo(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Put the movement of before in force again."""
    section = section_of_session(session_id)
    number = small_number(request.POST.get("act", ""))
    try:
        act = undo_section(section=section, number=number, user=request.user, kinds=(PLAN,))
    except (DeskError, ScoringError) as error:
        messages.error(request, undo_refused(section, error))
    else:
        messages.success(request, f"Undone: {act.words}" if act else "That was already undone.")
    return redirect("session_play", session_id=session_id)


@require_http_methods(["GET", "HEAD", "POST"])
def session_withdrawals(request: DeskRequest, session_id: SectionPlace) -> HttpResponse:
    """Withdraw a team from a round robin, or let it return."""
    section = section_of_session(session_id)
    plan = section.plan
    if plan is None or not is_round_robin(plan):
        messages.error(request, BoardSentences.NO_ROUND_ROBIN.says())
        return redirect("session_play", session_id=session_id)
    back = small_number(request.POST.get("back", ""))
    left, names = withdrawn(plan), names_by_pair(section)
    teams = [(team, f"{section.label(team)} {names[team]}".strip()) for team in sorted(names)]
    form = WithdrawalForm(
        request.POST if request.method == "POST" and not back else None,
        teams=[(team, text) for team, text in teams if team not in left],
        rounds=plan.rounds,
        usual=min(
            plan.rounds,
            max(section.session.round_no, rounds_played(section, section_lines(section, plan))[1]),
        ),
    )
    try:
        if back:
            return_team(section=section, team=back, user=request.user)
        elif form.is_valid():
            withdraw_team(section=section, user=request.user, **form.cleaned_data)
        if back or (form.is_bound and not form.errors):
            messages.success(request, "Saved. Tell the tables and reprint their cards.")
            return redirect("session_play", session_id=session_id)
    except (DeskError, ScoringError) as error:
        form.add_error(None, str(error)) if form.is_bound else messages.error(request, str(error))
    context = shell(section, "play") | {
        "form": form,
        "left": [(team, text, left[team]) for team, text in teams if team in left],
        "shut": _shut(section),
    }
    status = 422 if form.errors else 200
    return render(request, "boards/replanning/withdrawals.html", context, status=status)


@dataclass(frozen=True)
class _ReplanPage:
    """The question of a section and its answers."""

    section: Section
    plan: Plan
    typed: QueryDict

    @cached_property
    def lines(self) -> SectionLines:
        """Every line of the section."""
        return section_lines(self.section, self.plan)

    @cached_property
    def form(self) -> ChangedForm:
        """The question, filled in once it was asked."""
        self.plan.section = self.section
        begun, latest = rounds_played(self.section, self.lines)
        form = ChangedForm(
            self.typed if "kind" in self.typed else None,
            section=self.section,
            movement=plan_movement(self.plan),
            begun=begun,
            latest=latest,
        )
        form.is_valid()
        return form

    @cached_property
    def ways(self) -> ReplanOptions | None:
        """The ways to continue, or None while the question is incomplete."""
        form = self.form
        if not form.is_bound or form.errors:
            return None
        try:
            options = replan_options(
                self.section,
                form.movement,
                self.lines,
                change=form.change(),
                from_round=form.cleaned_data["from_round"],
                rounds=session_rounds(self.section, self.plan),
            )
            return replace(options, ways=tuple(map(self._with_names, options.ways)))
        except MovementError as error:
            form.add_error(None, error_phrase(error).text(self.section.label))
            return None

    def _with_names(self, way: ReplanOption) -> ReplanOption:
        """Return *way* with the names of late pairs as they were typed."""
        names = [
            tuple(self.typed.get(box, "") for box, *_rest in pair.boxes) for pair in way.late_pairs
        ]
        pairs = zip(way.late_pairs, names, strict=True)
        return replace(way, late_pairs=tuple(replace(pair, names=typed) for pair, typed in pairs))

    @property
    def mark(self) -> str:
        """What the answer was made for: the movement in force, and the results."""
        return f"{self.plan.number}-{self.plan.fingerprint}-{sum(line.is_in for line in self.lines.all)}"

    @property
    def way(self) -> ReplanOption | None:
        """The way that was pressed, unless something has changed since it was shown."""
        is_old = self.typed.get("mark") != self.mark
        if self.ways and not is_old:
            return self.ways.find(self.typed.get("way", ""))
        return None


def _show(request: DeskRequest, asked: _ReplanPage, *, refused: str = "") -> HttpResponse:
    context: dict[str, Any] = shell(asked.section, "play") | {
        "form": asked.form,
        "ways": asked.ways,
        "mark": asked.mark,
        "refused": refused,
        "shut": _shut(asked.section),
        "over": _too_late_reason(asked.form),
        "results_in": asked.lines.results_in,
    }
    if asked.ways:
        seen = asked.ways.find(asked.typed.get("see", "")) or next(iter(asked.ways.ways), None)
        hidden = {
            name: asked.typed.get(name, "")
            for name in ("kind", "last_played", "from_round", *asked.form.question.boxes)
        }
        context |= {
            "said": asked.form.said(),
            "seen": seen,
            "is_asked": "see" in asked.typed,
            "asked": hidden,
        }
    status = 422 if refused or asked.form.errors else 200
    return render(request, "boards/replanning.html", context, status=status)


def _too_late_reason(form: ChangedForm) -> str:
    """Return that only rounds can be added, or ""."""
    if not form.is_over:
        return ""
    return (
        BoardSentences.LAST_ROUND_ENTERED
        if form.asks_last_played
        else BoardSentences.LAST_ROUND_BEGUN
    ).says()


def _shut(section: Section) -> str:
    """Return why nothing can change any more, ``""`` while it can."""
    try:
        refuse_final(section.session.event)
    except FinalError as error:
        return str(error)
    return ""
