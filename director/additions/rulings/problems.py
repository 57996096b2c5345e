"""The page Report a problem: the problems of a section by the laws, and their settlement."""

import re
from collections.abc import Iterable, Mapping
from typing import cast

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from director.additions.rulings.irregularities import (
    FaultsByPairs,
    SectionCheck,
    fetch_section_check,
    make_irregularities_page,
)
from director.boards.contests import get_contest_record
from director.boards.movement.sections import fetch_section
from director.boards.movement.words import list_number_choices
from director.boards.pages.steps import make_session_context
from director.boards.play.line_store import AwardSides
from director.boards.play.results.acts import record_section_act
from director.boards.play.scores.result import give_award
from director.boards.scoring.scored import score_section
from director.core.base.act_kinds import ActKind
from director.core.base.forms import (
    PageForm,
    WholeNumberField,
    make_validation_error,
    parse_small_number,
)
from director.core.base.requests import DeskRequest, render_page
from director.core.night.journal import Journal
from director.core.pages.standings_question import ask_before_standings_change
from director.errors import DeskError
from director.models import Section
from director.models.award import AwardKind, FaultLevel
from director.models.event import SectionRef
from scoring.bridge.contracts import get_duplicate_game
from scoring.errors import ScoringError
from scoring.laws import irregularities

_MAX_MESSAGE_LENGTH = 300
"""Characters that the history stores of an act."""
SideFault = irregularities.SideFault
FAULT_VALUES = tuple(fault.value for fault in SideFault)
ARRIVED_LATE, LEFT_EARLY = "late", "left"
ABSENCE_PARAMS = ("pair", "how", "round_no")
"""The query parameters of a missing pair, which are the fields of AbsenceForm."""
_FAULT_FIELD_PATTERN = re.compile(r"(.+)/([0-9]{1,8})/([0-9]{1,8})/(ns|ew)")
"""The name of a field for the fault of one side: problem, both numbers, side."""


def settle_problems(
    *,
    section: Section,
    choice_by_problem: Mapping[str, str],
    user: User | None,
    absences: Iterable[irregularities.Absence] = (),
    faults_by_problem: Mapping[str, FaultsByPairs] | None = None,
) -> int:
    """Settle problems of *section* in one act, and return the number of awarded lines.

    *choice_by_problem* has the key of a choice by the key of its problem. A problem with the choice
    ``BY_FAULT`` needs its faults in *faults_by_problem*. Nothing is stored if one of the problems is
    settled already or has changed.

    :raises DeskError: if a problem is gone, or has no such choice
    :raises ScoringError: if the event's method can't score an award
    :raises FinalError: if the results are final
    """
    with record_section_act(section=section, kind=ActKind.RESULT, message="", user=user) as journal:
        check = fetch_section_check(section, absences)
        problem_by_key = {}
        if check:
            # Found again under the lock: the page may show an older state.
            problem_by_key = {
                problem.key: problem
                for problem in irregularities.list_irregularities(check.played_lines)
            }
        settled_problems = []
        lines: list[irregularities.RuledLine] = []
        for key, choice in choice_by_problem.items():
            problem = _get_open_problem(problem_by_key, key)
            settled_problems.append(problem)
            if check and choice == irregularities.BY_FAULT:
                faults_by_pairs = (faults_by_problem or {}).get(key, {})
                lines += _make_lines_by_fault(check, problem, faults_by_pairs)
            else:
                lines += _get_choice(problem, choice).lines
        journal.message = _describe_problems(settled_problems)
        for line in lines:
            _award_line(section, line, journal)
        # Scored once at the end, which refuses awards that the method can't score.
        score_section(section)
    return len(lines)


def _get_open_problem(
    problem_by_key: Mapping[str, irregularities.Irregularity], key: str
) -> irregularities.Irregularity:
    problem = problem_by_key.get(key)
    if problem is None or not problem.is_open:
        raise DeskError(
            "happened-settled",
            "This was settled, or results have changed since you opened this page. Check what is "
            "left.",
        )
    return problem


def _get_choice(problem: irregularities.Irregularity, key: str) -> irregularities.RulingChoice:
    for choice in problem.choices:
        if choice.key == key:
            return choice
    raise _make_happened_no_choice_error()


def _make_lines_by_fault(
    check: SectionCheck, problem: irregularities.Irregularity, faults_by_pairs: FaultsByPairs
) -> tuple[irregularities.RuledLine, ...]:
    """Return the lines of *problem* with the awards that follow from the faults of its pairs."""
    problem_pairs = {(line.ns, line.ew) for line in irregularities.list_lines_with_faults(problem)}
    if not problem_pairs or not problem_pairs.issuperset(faults_by_pairs):
        raise _make_happened_no_choice_error()
    # A question proposes no faults, so each has to be chosen.
    if problem.is_uncertain and problem_pairs != set(faults_by_pairs):
        raise _make_happened_no_fault_error()
    return irregularities.make_fault_choice(check.played_lines, problem, faults_by_pairs).lines


def _describe_problems(problems: list[irregularities.Irregularity]) -> str:
    if len(problems) == 1:
        return f"Settled: {problems[0].description}"[:_MAX_MESSAGE_LENGTH]
    return f"{len(problems)} problems settled"


def _award_line(section: Section, line: irregularities.RuledLine, journal: Journal) -> None:
    reason = f"{line.reason[:1].lower()}{line.reason[1:]}"
    text = line.score_text
    kind = None
    # A void line is entered as not played, with the reason that the director reads.
    if line.score_text == irregularities.CANCELLED:
        text = f"NP: {reason}"
        kind = AwardKind.VOID
    give_award(
        section=section,
        key=(line.board_no, line.ns, line.ew),
        text=text,
        sides=AwardSides(
            ns_fault=line.ns_fault.value,
            ew_fault=line.ew_fault.value,
            ns_law=line.law,
            ew_law=line.law,
            ns_words=reason,
            ew_words=reason,
        ),
        kind=kind,
        journal=journal,
    )


class AbsenceForm(PageForm):
    """A pair that came late, or left before the end."""

    pair = forms.TypedChoiceField(
        label="Pair",
        coerce=int,
        error_messages={
            "required": "Choose the missing pair.",
            "invalid_choice": "Pair “%(value)s” doesn’t exist. Choose one from the list.",
        },
    )
    how = forms.ChoiceField(
        label="What happened",
        choices=[(ARRIVED_LATE, "arrived late"), (LEFT_EARLY, "left early")],
        error_messages={
            "required": "Choose “arrived late” or “left early”.",
            "invalid_choice": "“%(value)s” isn’t a choice. Choose “arrived late” or “left early”.",
        },
    )
    round_no = WholeNumberField(
        what="a round",
        example=2,
        label="Round",
        help_text="The last round missed by a late pair, or the first round after a pair left.",
        min_value=1,
        max_value=99,
        error_messages={"required": "Type the round."},
    )

    def __init__(
        self, data: Mapping[str, object] | None = None, *, section: Section, rounds: int
    ) -> None:
        super().__init__(data, auto_id="id_absence_%s")
        self._round_count = rounds
        pairs = cast(forms.ChoiceField, self.fields["pair"])
        pairs.choices = [("", "–"), *list_number_choices(section)]

    def clean_round_no(self) -> int:
        """Return the round, which has to be one of the movement."""
        round_no = int(self.cleaned_data["round_no"])
        if round_no > self._round_count:
            raise make_validation_error(
                "absence-round",
                "There is no round {round_no}. Choose one from 1 to {rounds}.",
                round_no=round_no,
                rounds=self._round_count,
            )
        return round_no

    def list_absences(self) -> tuple[irregularities.Absence, ...]:
        """Return the entered absence, or nothing if the form is empty or invalid."""
        if not self.is_bound or not self.is_valid():
            return ()
        pair, round_no = self.cleaned_data["pair"], self.cleaned_data["round_no"]
        if self.cleaned_data["how"] == LEFT_EARLY:
            return (irregularities.Absence(pair, round_no, self._round_count, has_left=True),)
        return (irregularities.Absence(pair, 1, round_no),)


def parse_choice_by_problem(values: list[str]) -> dict[str, str]:
    """Return the choice of each problem whose button was pressed.

    >>> parse_choice_by_problem(["late-5-1:not-due"])
    {'late-5-1': 'not-due'}
    """
    choice_by_problem = {}
    for value in values:
        problem, _colon, choice = value.rpartition(":")
        choice_by_problem[problem] = choice
    return choice_by_problem


def parse_faults_by_problem(data: Mapping[str, str]) -> dict[str, FaultsByPairs]:
    """Return the faults chosen for both sides of each line, by problem.

    >>> parse_faults_by_problem({"late-5-1/5/9/ns": "partly", "late-5-1/5/9/ew": "none", "choice": "late-5-1:by-fault"})
    {'late-5-1': {(5, 9): (<SideFault.PARTLY: 'partly'>, <SideFault.NONE: 'none'>)}}

    :raises DeskError: if a fault isn't chosen, or is unknown
    """
    faults_by_line: dict[tuple[str, int, int], dict[str, SideFault]] = {}
    for name, value in data.items():
        if match := _FAULT_FIELD_PATTERN.fullmatch(name):
            if not value:
                raise _make_happened_no_fault_error()
            if value not in FAULT_VALUES:
                raise _make_happened_no_choice_error()
            problem, ns, ew, side = match.groups()
            faults_by_line.setdefault((problem, int(ns), int(ew)), {})[side] = SideFault(value)
    faults_by_problem: dict[str, dict[tuple[int, int], tuple[SideFault, SideFault]]] = {}
    for (problem, ns, ew), faults_by_side in faults_by_line.items():
        line_faults = (
            faults_by_side.get("ns", SideFault.NONE),
            faults_by_side.get("ew", SideFault.NONE),
        )
        faults_by_problem.setdefault(problem, {})[ns, ew] = line_faults
    return dict(faults_by_problem)


@require_http_methods(["GET", "HEAD", "POST"])
@ask_before_standings_change
def settle_irregularities(request: DeskRequest, ref: SectionRef) -> HttpResponse:
    """Show and settle the problems of a section. The query may name a missing pair."""
    section = fetch_section(ref)
    if not get_contest_record(section).is_whole_side:
        messages.error(
            request,
            "You can report a problem only in a pairs event. Enter an adjusted score or a ruling "
            "instead.",
        )
        return redirect("session_scores", ref=ref)
    if request.GET.get("board", "").isdecimal():
        return redirect("session_off_schedule", ref, parse_small_number(request.GET["board"]))
    round_no = parse_small_number(request.GET.get("round", ""))
    table_no = parse_small_number(request.GET.get("table", ""))
    if round_no and table_no:
        table_address = reverse("session_scores_table", args=[ref, round_no, table_no])
        return redirect(f"{table_address}?wrong=1#otherwise")
    form = _make_absence_form(request.GET, section)
    if request.method != "POST":
        return _render_irregularities_page(request, section, form)
    choices = parse_choice_by_problem(request.POST.getlist("choice"))
    try:
        faults = parse_faults_by_problem(request.POST.dict())
        changed_count = settle_problems(
            section=section,
            choice_by_problem=choices,
            user=request.user,
            absences=form.list_absences(),
            faults_by_problem=faults,
        )
    except (DeskError, ScoringError) as error:
        return _render_irregularities_page(request, fetch_section(ref), form, refused=str(error))
    messages.success(
        request,
        f"{changed_count} result{'' if changed_count == 1 else 's'} changed. You can undo it in Scores.",
    )
    return redirect("session_irregularities", ref=ref)


def _make_absence_form(query_params: QueryDict, section: Section) -> AbsenceForm:
    plan = section.plan
    data = query_params if any(name in query_params for name in ABSENCE_PARAMS) else None
    rounds = plan.rounds if plan else 0
    return AbsenceForm(data, section=section, rounds=rounds)


def _render_irregularities_page(
    request: DeskRequest, section: Section, form: AbsenceForm, *, refused: str = ""
) -> HttpResponse:
    address = reverse("session_irregularities", args=[section])
    query = request.GET.urlencode()
    if query:
        address += f"?{query}"
    context = make_session_context(section, "scores") | {
        "form": form,
        "page": make_irregularities_page(section, form.list_absences()),
        "refused": refused,
        "fault_choices": FaultLevel.choices,
        "game": get_duplicate_game(section.session.event.game),
        "address": address,
    }
    return render_page(
        request,
        "additions/rulings/irregularities.html",
        context,
        problems=refused or form.errors,
    )


def _make_happened_no_choice_error() -> DeskError:
    return DeskError("happened-no-choice", "Choose one of the buttons of this problem.")


def _make_happened_no_fault_error() -> DeskError:
    return DeskError(
        "happened-no-fault", "Choose for each pair whether it was at fault, then award again."
    )
